"""Things brought to whoever asked: what is read, what is done, and what is said of where things belong."""

from __future__ import annotations

import math
from typing import Any

import pytest

from agent.household.listening_body import Saying
from agent.household.provisions import EpisodeHome, Speech
from agent.household.session import LivedEpisode, live
from agent.requests.errands import BRING, STATE, Errand
from agent.requests.instructions import Begin, Clarification, Instruction, PersonAt, RecallQuestion
from agent.requests.reading import RequestContext, read_at_work
from agent.requests.serving.kept import asked_where_it_belongs, belongs
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.teach.games.session import TeachSession

REACH = 1.6  # metres over the floor from the person to a thing that they can take
KITCHEN = "kitchen_7"


def read(text: str) -> tuple[Instruction, ...]:
    return read_at_work(text, RequestContext()).instructions


def errands(text: str) -> list[Errand]:
    return [one.errand for one in read(text) if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "count", "thing"),
    [
        ("bring me a mug", "1", "Mug"),
        ("Hand me the spatula, please.", "1", "Spatula"),
        ("could you carry the bread over to me?", "1", "Bread"),
        ("let me have two spoons", "2", "Spoon"),
        ("can I have the salt?", "1", "SaltShaker"),
        ("grab me an egg from the fridge", "1", "Egg"),
        ("I need a knife", "1", "Knife"),
        ("bring all the bowls here", "all", "Bowl"),
        ("get the newspaper off the sofa for us", "1", "Newspaper"),
    ],
)
def test_what_is_asked_for_is_brought(said: str, count: str, thing: str) -> None:
    (errand,) = errands(said)
    assert (errand.name, errand.params) == (BRING, (count, thing))


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("bring me a cup of coffee", "Coffee"),
        ("serve me a salad", "Salad"),
        ("bring us a glass of water", STATE),
    ],
)
def test_what_is_made_first_is_then_brought_itself(said: str, first: str) -> None:
    made, brought = [one for one in read(said) if isinstance(one, Begin)]
    assert (made.errand.name, brought.errand.name) == (first, BRING)
    assert brought.same


@pytest.mark.parametrize("said", ["bring the book to the sofa", "take the mug to the sink", "put the cup on the table"])
def test_what_is_sent_elsewhere_is_not_brought(said: str) -> None:
    assert BRING not in [one.name for one in errands(said)]


@pytest.mark.parametrize("said", ["bring me the fridge", "hand me a thingamabob", "bring me something to drink"])
def test_what_cannot_be_brought_is_asked_back(said: str) -> None:
    assert [type(one) for one in read(said)] == [Clarification]


def test_only_finding_is_a_question() -> None:
    assert read("find the remote control") == (RecallQuestion("where is the remote control?"),)


def test_where_somebody_is_is_taken_in() -> None:
    assert PersonAt("Sofa") in read("bring me the mug, I'm on the sofa")
    assert PersonAt("Bed") in read("bring the pillow to me on the bed")
    assert not [one for one in read("I'm on the mug") if isinstance(one, PersonAt)]


# -- doing -----------------------------------------------------------------------------------------------------------


def lived(text: str, *said: tuple[str, int]) -> tuple[EpisodeHome, LivedEpisode, Any]:
    controller = PocketController(KITCHEN, renderImage=False)
    home = EpisodeHome(TeachSession(controller), SimulatedClock(), "brought", KITCHEN)
    person = dict(home.session.event.metadata["agent"]["position"])
    run = live(home, Speech(text, None, tuple(Saying(words, step) for words, step in said)))
    return home, run, person


def things(home: EpisodeHome, kind: str) -> list[dict[str, Any]]:
    return [dict(one) for one in home.session.objects() if one["objectType"] == kind]


def away(thing: dict[str, Any], person: dict[str, float]) -> float:
    return math.hypot(thing["position"]["x"] - person["x"], thing["position"]["z"] - person["z"])


def test_one_thing_is_held_out_and_what_was_opened_for_it_is_closed() -> None:
    home, run, person = lived("bring me the egg")
    held = [one for one in things(home, "Egg") if one["isPickedUp"]]
    assert run.ended[0].item.status == "done"
    assert len(held) == 1 and away(held[0], person) < REACH
    assert "Here is the egg." in [text for _, text in run.said]
    assert not [one["objectId"] for one in home.session.objects() if one["isOpen"]]


@pytest.mark.parametrize("then", ["wash a bowl", "switch the toaster on", "open the microwave"])
def test_what_was_held_out_stays_with_whoever_asked_when_more_is_to_be_done(then: str) -> None:
    home, run, person = lived(f"bring me the egg, then {then}")
    assert [one.item.status for one in run.ended] == ["done", "done"]
    assert not any(one["isPickedUp"] for one in things(home, "Egg"))
    assert min(away(one, person) for one in things(home, "Egg")) < 2.2  # on furniture within their reach


def test_what_was_held_out_and_is_still_needed_stays_in_the_hand() -> None:
    home, run, _ = lived("bring me the egg, then put it in the sink")
    assert [one.item.status for one in run.ended] == ["done", "done"]
    assert any("Sink" in str(one["parentReceptacles"]) for one in things(home, "Egg"))


def test_all_of_a_kind_of_which_there_is_one_is_held_out() -> None:
    home, run, person = lived("bring me all the pans")
    pans = things(home, "Pan")
    assert run.ended[0].item.status == "done"
    assert [one["isPickedUp"] for one in pans] == [True] and away(pans[0], person) < REACH


def test_several_are_put_down_and_one_is_held_out_where_they_are_not_in_reach() -> None:
    home, run, person = lived("bring me all the forks and spoons")
    assert [one.item.status for one in run.ended] == ["done", "done"]
    spoons = things(home, "Spoon")
    assert [away(one, person) < REACH for one in spoons if one["isPickedUp"]] == [True]
    assert all("CounterTop" in one["parentReceptacles"][0] for one in spoons if not one["isPickedUp"])
    assert "There is nothing near you to put the spoon on; what I brought is on the counter top." in [
        text for _, text in run.said
    ]


def test_who_moved_is_gone_to() -> None:
    home, run, _ = lived("bring me the tomato", ("I'm at the fridge now", 3))
    (fridge,) = things(home, "Fridge")
    held = [one for one in things(home, "Tomato") if one["isPickedUp"]]
    assert run.ended[0].item.status == "done"
    assert held and away(held[0], fridge["position"]) < REACH


def test_what_is_open_by_request_stays_open() -> None:
    home, _, _ = lived("open the fridge and bring me the egg")
    assert [one["isOpen"] for one in things(home, "Fridge")] == [True]


# -- where things belong ---------------------------------------------------------------------------------------------


def test_a_thing_belongs_where_its_like_is() -> None:
    assert asked_where_it_belongs("where should i put the mug?", ()) == "Mug"
    assert asked_where_it_belongs("i have a plate here. where does it go?", ()) == "Plate"
    assert asked_where_it_belongs("where should i put it?", ("Fork",)) == "Fork"
    assert asked_where_it_belongs("where is the mug?", ()) == ""
    present = frozenset({"Cabinet", "CounterTop", "Drawer"})
    assert "in the cabinet" in belongs("Mug", ["Cabinet", "Cabinet", "CounterTop"], present)


def test_without_its_like_it_belongs_where_people_keep_it() -> None:
    assert "people mostly keep" in belongs("Fork", [], frozenset({"Drawer"}))
    assert "do not know this home well" in belongs("Fork", [], frozenset())


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("put away the mugs on the counter", "put all the mugs from the counter top away"),
        ("put away the plates in the sink", "put all the plates from the sink away"),
        ("stow the towel on the bed", "put the towel from the bed away"),
        ("The mugs on the counter can be put away", "put all the mugs from the counter top away"),
        ("The vase on the shelf should be put away, it's in the way", "put the vase from the shelf away"),
        ("Everything on the table can be put away", "put everything from the tables away"),
        ("everything on the bed except the book can be put away", "put everything from the bed away except the books"),
        ("all the cups but the red one have to be tidied away", "put all the cups away except the red ones"),
        ("the books on the bed must be tidied away, please", "put all the books from the bed away"),
    ],
)
def test_where_nothing_is_kept_things_are_put_away_from(said: str, expected: str) -> None:
    assert [one.errand.words for one in read_at_work(said).begun] == [expected]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("put away the cup in the cabinet", "put a cup in the cabinet"),
        ("the mug should be put away in the cabinet", "put a mug in the cabinet"),
        ("put away the apple in the bowl", "put an apple in the bowl"),
        ("the mugs can be put in the sink", "put every mug in some sink"),
    ],
)
def test_where_things_are_kept_they_are_put_away_to(said: str, expected: str) -> None:
    assert [one.errand.words for one in read_at_work(said).begun] == [expected]
