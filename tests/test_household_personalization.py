"""Generated household episodes: made from a seed, sound by every criterion, and lived by the robot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from envs.errors import BadInput
from eval.personalization.household.criteria import (
    complaints,
    environment_inconsistency,
    infeasibility,
    instruction_inconsistency,
    leakage,
    redundancy,
    retrieval_sanity,
    semantic_misalignment,
    sound,
    temporal_irrelevance,
    triviality,
)
from eval.personalization.household.episodes import EpisodeRoom, HomeThing, HouseholdEpisode
from eval.personalization.household.episodes import HouseholdGoal as Goal
from eval.personalization.household.generating import episode_rooms, episodes_in
from eval.personalization.household.run import GUESSING, WITH, WITHOUT, run_household


def thing(key: str, kind: str, colour: str, place: str = "CounterTop", material: str = "ceramic") -> HomeThing:
    return HomeThing(key, kind, frozenset({colour, material}), colour, place)


BLUE, RED, BOOK = thing("m1", "Mug", "blue"), thing("m2", "Mug", "red"), thing("b1", "Book", "green", material="paper")
ROOM = EpisodeRoom("kitchen_9", (BLUE, RED, BOOK), ((BLUE, RED),), ("CounterTop", "DiningTable", "Shelf"))
TOLD = HouseholdEpisode(
    "kitchen_9/0/told", "acquisition", "kitchen_9/0/asked", "kitchen_9", "Ann", "object_semantics", "preference",
    "favourite mug", "Ann's favourite mug is the blue one.",
    "Put the blue mug on the shelf. It is my favourite mug.", "put the blue mug on the shelf", (Goal("m1", "Shelf"),),
    ("m2",),
)  # fmt: skip
ASKED = replace(TOLD, id=TOLD.related, stage="utilization", related=TOLD.id, said="Put my favourite mug on the shelf.")
HABIT = replace(
    TOLD, type="user_pattern", subtype="preference", alias="movie night",
    said="Put the blue mug on the shelf. That's how I like it for movie night.",
)  # fmt: skip
HABIT_ASKED = replace(HABIT, id=TOLD.related, stage="utilization", related=TOLD.id, said="Set up movie night.")


def test_sound_episodes_have_nothing_wrong() -> None:
    assert complaints(TOLD, ASKED, [], ROOM) == {}
    assert complaints(HABIT, HABIT_ASKED, [], ROOM) == {}


def test_the_request_has_to_name_what_was_told() -> None:
    other = replace(ASKED, said="Put my lucky mug on the shelf.")
    assert semantic_misalignment(TOLD, other) == ['"favourite" of the name is not in what is asked']
    assert semantic_misalignment(replace(TOLD, said="Put the blue mug on the shelf. It is nice."), ASKED)
    assert semantic_misalignment(TOLD, replace(ASKED, user="Ben"))


def test_a_request_that_needs_no_memory_is_trivial() -> None:
    assert triviality(replace(ASKED, said="Put my favourite blue mug on the shelf."), ROOM)
    alone = replace(ROOM, things=(BLUE, BOOK))
    assert triviality(ASKED, alone) == ["only one thing of the home fits the request"]
    spelt = replace(HABIT_ASKED, said="For movie night put the mug on the shelf.")
    assert triviality(spelt, ROOM) == ["the request names every thing and its place"]


def test_two_things_cannot_have_the_same_name() -> None:
    twin = replace(TOLD, id="kitchen_9/1/told", goals=(Goal("m2", "Shelf"),))
    assert redundancy([TOLD, twin])
    assert redundancy([TOLD, replace(twin, alias="darling mug", goals=TOLD.goals)])
    assert redundancy([TOLD, replace(twin, user="Ben")]) == []
    assert redundancy([HABIT, replace(HABIT, id="kitchen_9/1/told")])


def test_what_is_told_has_to_tell_the_thing_from_its_twin() -> None:
    plain = replace(TOLD, said="Put the mug on the shelf. It is my favourite mug.")
    assert environment_inconsistency(plain, ROOM) == ["what was told does not tell m1 from m2"]
    assert environment_inconsistency(replace(TOLD, said=TOLD.said.replace("blue", "green")), ROOM)
    assert environment_inconsistency(replace(TOLD, distractors=("b1",)), ROOM) == ["b1 is no twin of m1"]
    assert environment_inconsistency(replace(TOLD, distractors=("gone",)), ROOM) == ["gone is not in the home"]
    assert environment_inconsistency(replace(TOLD, said=TOLD.said.replace("blue", "ceramic")), ROOM)


def test_both_stages_have_to_ask_for_the_same() -> None:
    assert instruction_inconsistency(TOLD, replace(ASKED, goals=(Goal("m1", "DiningTable"),)))
    assert instruction_inconsistency(TOLD, replace(ASKED, said="Put my favourite mug away."))
    assert instruction_inconsistency(replace(TOLD, said=f"First {TOLD.said}"), ASKED)


@pytest.mark.parametrize(
    "said", ["Put the mug I got this week on the shelf.", "Put it there at 10:30.", "It is cold today."]
)
def test_what_passes_is_refused(said: str) -> None:
    assert temporal_irrelevance(replace(TOLD, said=said))


def test_goals_have_to_be_reachable_and_open() -> None:
    assert infeasibility(replace(ASKED, goals=(Goal("gone", "Shelf"),)), ROOM) == ["gone is not in the home"]
    assert infeasibility(replace(ASKED, goals=(Goal("m1", "Sofa"),)), ROOM) == ["there is no Sofa in the home"]
    assert infeasibility(replace(ASKED, goals=(Goal("m1", "CounterTop"),)), ROOM)
    oven = replace(ROOM, places=(*ROOM.places, "Toaster"))
    assert infeasibility(replace(ASKED, goals=(Goal("m1", "Toaster"),)), oven) == ["no Mug can be put on a Toaster"]


def test_the_robot_hears_nothing_that_only_the_checks_may_see() -> None:
    assert leakage(TOLD, replace(ASKED, said=f"{ASKED.memory} {ASKED.said}"))
    assert leakage(TOLD, replace(ASKED, said=f"As in {ASKED.id}."))
    assert leakage(TOLD, replace(ASKED, said=f"{TOLD.said} Again."))


def test_a_pool_should_hold_what_is_like_it() -> None:
    assert retrieval_sanity(ASKED, [TOLD], ROOM)
    assert retrieval_sanity(ASKED, [TOLD, replace(TOLD, id="x", related="y", goals=(Goal("m2", "Shelf"),))], ROOM) == []


def test_refused_pairs_are_counted() -> None:
    bad = replace(ASKED, said="Put my lucky mug on the shelf.")
    taken, refused = sound([TOLD, bad], ROOM)
    assert taken == []
    assert refused["semantic misalignment"] == 1


@pytest.mark.parametrize("seed", [3, 4])
def test_generated_episodes_are_sound_and_follow_from_the_seed(seed: int) -> None:
    rooms = list(episode_rooms(seed, 2))
    assert rooms == list(episode_rooms(seed, 2))
    for room in rooms:
        episodes = episodes_in(room)
        assert episodes == episodes_in(room)
        pairs, refused = sound(episodes, room)
        assert len(pairs) >= 6
        assert not refused
        assert {told.type for told, _ in pairs} == {"object_semantics", "user_pattern"}
        assert len({told.user for told, _ in pairs}) == 2


def test_bad_seeds_and_counts_are_refused() -> None:
    with pytest.raises(BadInput, match="at least one"):
        run_household(0, 0)


def test_what_is_told_makes_the_difference() -> None:
    report = run_household(5, 1)
    assert report.rates("acquisition", WITH)["SR"] == 100
    assert report.rates("utilization", WITH)["SR"] == 100
    without = report.rates("utilization", WITHOUT)
    assert without["SR"] == 0
    assert without["asked"] == 100
    assert report.rates("utilization", GUESSING)["SR"] < 60
    assert report.as_dict()["episodes"]
