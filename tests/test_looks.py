"""How things look: twins in generated rooms, looks in the belief, and requests that tell things apart by them."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.household.listening_body import Saying
from agent.household.provisions import EpisodeHome, Speech
from agent.household.robot import Household
from agent.household.session import LivedEpisode, live
from agent.planning.terms import Trait, WhichThings, terms_from, written
from agent.requests.errands import Errand
from agent.requests.home_questions.reading import HomeQuestion, home_question
from agent.requests.instructions import Begin
from agent.requests.reading import read_at_work
from envs.clock import SimulatedClock
from envs.errors import BadInput, GaveUp
from envs.pocket.controller import PocketController
from envs.pocket.generate import generate_room
from envs.pocket.generate.twins import Twin
from envs.pocket.scenes import load_scene
from envs.teach.games.session import TeachSession
from perception.scene_graph.from_truth import look_of

TWINS = "kitchen_0_twins_mug"
"""Has a yellow mug in a cabinet, and a black and a turquoise one side by side on a counter."""


def mugs(controller: PocketController) -> dict[str, list[str]]:
    """Colour → what the mug of that colour is in or on."""
    things = controller.last_event.metadata["objects"]
    return {one["color"]: one["parentReceptacles"] for one in things if one["objectType"] == "Mug"}


def lived(*said: str) -> tuple[LivedEpisode, dict[str, list[str]], Household]:
    """What came of some words in the home with the twins."""
    controller = PocketController(load_scene(TWINS), renderImage=False)
    robots: list[Household] = []
    home = EpisodeHome(TeachSession(controller), SimulatedClock(datetime(2026, 1, 5, 8)), "e", TWINS)
    speech = Speech(said[0], sayings=tuple(Saying(text, 0) for text in said[1:]))
    return live(home, speech, on_ready=robots.append), mugs(controller), robots[0]


# -- rooms -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("room", "seed", "twin"),
    [("kitchen", 0, "Mug"), ("kitchen", 1, "Apple"), ("living_room", 0, "Vase"), ("bedroom", 1, "Book")],
)
def test_a_twin_is_one_thing_more_of_another_colour_in_the_same_room(room: str, seed: int, twin: str) -> None:
    plain, doubled = generate_room(room, seed), generate_room(room, seed, twins=(Twin(twin),))
    *before, new = doubled.objects
    assert len(before) == len(plain.objects)
    assert doubled == generate_room(room, seed, twins=(Twin(twin),)) == load_scene(doubled.name)
    for old, now in zip(plain.objects, before, strict=True):
        assert {**now, "receptacleObjectIds": None} == {**old, "receptacleObjectIds": None}
    things = PocketController(doubled, renderImage=False).last_event.metadata["objects"]
    alike = [one for one in things if one["objectType"] == twin]
    own = next(one for one in alike if one["objectId"] == new["objectId"])
    others = [one for one in alike if one is not own]
    assert own["color"] not in {one["color"] for one in others}
    assert any(one["parentReceptacles"] == own["parentReceptacles"] for one in others)


def test_a_twin_can_lie_on_another_receptacle() -> None:
    room = generate_room("kitchen", 0, twins=(Twin("Mug", "DiningTable"),))
    assert room.objects[-1]["parentReceptacles"][0].startswith("DiningTable|")


@pytest.mark.parametrize(
    ("twins", "said"),
    [
        ((Twin("Sofa"),), "picked up"),
        ((Twin("Unicorn"),), "picked up"),
        ((Twin("Fork"),), "one colour"),
        ((Twin("Mug"), Twin("Mug", "Shelf")), "one twin"),
    ],
)
def test_twins_that_cannot_be_are_refused(twins: tuple[Twin, ...], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        generate_room("kitchen", 0, twins=twins)


def test_a_room_without_such_a_thing_says_so() -> None:
    with pytest.raises(GaveUp, match="has no Book"):
        generate_room("living_room", 0, twins=(Twin("Book"),))
    with pytest.raises(BadInput, match="tabletop"):
        load_scene("tabletop_1_twins_mug")


# -- seeing and reading ----------------------------------------------------------------------------------------------


def test_looks_come_from_what_is_drawn_and_from_materials_elsewhere() -> None:
    assert look_of({"color": "blue", "material": "ceramic"}) == {"blue", "ceramic"}
    assert look_of({"salientMaterials": ["Metal", "Sponge"]}) == {"metal"}
    assert look_of({"objectType": "Mug"}) == frozenset()


@pytest.mark.parametrize(
    ("said", "word", "look"),
    [
        ("bring me the red apple", "Apple", (("red", True),)),
        ("put the gray plastic phone on the desk", "CellPhone", (("grey", True), ("plastic", True))),
        ("put the wooden spoon in the sink", "Spoon", (("wood", True),)),
        ("put the glass bowl on the table", "Bowl", (("glass", True),)),
        ("put the mug that is blue in the sink", "Mug", (("blue", True),)),
        ("put the mug on the green plate", "Plate", (("green", True),)),
    ],
)
def test_looks_tell_things_apart(said: str, word: str, look: tuple[tuple[str, bool], ...]) -> None:
    (begun,) = read_at_work(said).begun
    assert WhichThings(word, Trait("", look)) in begun.errand.terms
    assert terms_from(written(begun.errand.terms)) == begun.errand.terms


@pytest.mark.parametrize("said", ["bring me the black pepper", "put a glass on the table", "bring me the newspaper"])
def test_words_for_looks_may_belong_to_a_name(said: str) -> None:
    (begun,) = read_at_work(said).begun
    assert begun.errand.terms == ()


def test_the_other_one_is_not_the_very_same() -> None:
    first, second = read_at_work("put the red book on the sofa and the green one on the table").instructions
    assert isinstance(first, Begin)
    assert isinstance(second, Begin)
    assert not second.same
    assert second.errand == Errand("Put N X On Y", ("1", "Book", "on", "Tables")).on(
        WhichThings("Book", Trait("", (("green", True),)))
    )


def test_a_question_may_be_about_one_of_a_colour() -> None:
    asked = home_question("is the blue mug dirty")
    assert asked == HomeQuestion("state", "Mug", Trait("", (("dirty", True),)), meant=Trait("", (("blue", True),)))


# -- doing -----------------------------------------------------------------------------------------------------------


def test_the_one_of_that_colour_is_taken_and_its_twin_stays() -> None:
    done, where, robot = lived("put the turquoise mug in the sink", "is the black mug in the sink?")
    assert done.result.success
    assert any(place.startswith("Sink|") for place in where["turquoise"])
    assert all(place.startswith("CounterTop|") for place in where["black"])
    looks = {look for one in robot.known.known("Mug") for look in one.look}
    assert {"turquoise", "black", "ceramic"} <= looks


@pytest.mark.parametrize(("said", "taken"), [("turquoise", "black"), ("black", "turquoise")])
def test_one_of_a_colour_may_be_barred(said: str, taken: str) -> None:
    done, where, _ = lived(f"make coffee but not in the {said} mug")
    assert done.result.reason == "done"
    assert any("CoffeeMachine" in place for place in where[taken])
    assert not any("CoffeeMachine" in place for place in where[said])


def test_where_there_is_none_of_that_colour_no_other_is_taken() -> None:
    done, where, _ = lived("put the pink mug in the sink")
    assert not done.result.success
    assert done.said[-1][1].endswith("I could not find a pink mug.")
    assert not any("Sink" in place for places in where.values() for place in places)
