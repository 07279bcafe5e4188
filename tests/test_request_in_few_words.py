"""Telegrams, and the English of people who learnt it late, are read as the requests that they stand for."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.planning.terms import WhichThings
from agent.requests.errands import Errand
from agent.requests.instructions import Clarification, DoLater
from agent.requests.reading import RequestContext, read_at_work


def asked_for(said: str) -> list[Errand]:
    """What was asked for, in its order."""
    return [one.errand for one in read_at_work(said).begun]


def told_apart(errand: Errand) -> list[tuple[str, tuple[tuple[str, bool], ...]]]:
    """Where the things of an errand are, and how."""
    return [(one.trait.place, one.trait.states) for one in errand.terms if isinstance(one, WhichThings)]


@pytest.mark.parametrize(
    ("said", "params"),
    [
        ("Mugs, two, sink, now.", [("2", "Mug", "in", "Sink")]),
        ("Plates, four, cabinet, please.", [("4", "Plate", "in", "Cabinet")]),
        ("Bowls, all, sink.", [("Bowl", "in", "Sink")]),
        ("Off: tv, lamp.", [("1", "Television", "off"), ("all", "Lamps", "off")]),
        ("Close: drawer, cabinet. In that order.", [("1", "Drawer", "closed"), ("1", "Cabinet", "closed")]),
        ("Bowl. Wash. Shelf.", [("1", "Bowl", "clean"), ("1", "Bowl", "on", "Shelf")]),
    ],
)
def test_few_words_say_what_and_where(said: str, params: list[tuple[str, ...]]) -> None:
    assert [one.params for one in asked_for(said)] == params


@pytest.mark.parametrize(
    ("said", "place", "params"),
    [
        ("Plate on the table. Wash. Cabinet.", "Tables", [("1", "Plate", "clean"), ("1", "Plate", "in", "Cabinet")]),
        ("Make the desk free please: pen in drawer, cd on shelf.", "Desk",
         [("1", "Pen", "in", "Drawer"), ("1", "CD", "on", "Shelf")]),
        ("the knife doesn't belong in the sink. drawer, please", "Sink", [("1", "Knife", "in", "Drawer")]),
        ("Three forks on the counter is two too many. Leave one there and put the others in the drawer.", "CounterTop",
         [("2", "Fork", "in", "Drawer")]),
        ("Remote control is in the sink! Please take out and put on sofa.", "Sink",
         [("1", "RemoteControl", "on", "Sofa")]),
        ("Pen fell in sink! Take out please, lay on desk.", "Sink", [("1", "Pen", "on", "Desk")]),
        ("Fork somebody put in the fridge is mine. Take out and put in drawer.", "Fridge",
         [("1", "Fork", "in", "Drawer")]),
        ("Apple in the fridge, you bring me please.", "Fridge", [("1", "Apple")]),
        ("Potato from the counter, you cook please.", "CounterTop", [("1", "Potato", "cooked")]),
        ("what kind of person puts a fork in the microwave? get it out of there and put it in the drawer", "Microwave",
         [("1", "Fork", "in", "Drawer")]),
        ("Somebody's gone and left a perfectly good fork in the fridge. Take it out and put it in the drawer.",
         "Fridge", [("1", "Fork", "in", "Drawer")]),
    ],
)  # fmt: skip
def test_where_a_thing_is_tells_which_one_is_meant(said: str, place: str, params: list[tuple[str, ...]]) -> None:
    errands = asked_for(said)
    assert [one.params for one in errands] == params
    assert told_apart(errands[0]) == [(place, ())]


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ("Water please, in a cup. The clean cup, mind.", ("dirty", False)),
        ("Hungry. Apple, on a plate. A clean one, please.", ("dirty", False)),
        ("Bottle without water, put in the fridge.", ("empty", True)),
        ("Put the cup without coffee in the sink", ("empty", True)),
        ("wash the mug with no coffee in it", ("empty", True)),
        ("put the grubby pan in the sink", ("dirty", True)),
        ("Coffee machine is working for nothing, please stop her.", ("on", True)),
        ("The machine for toast is still on, please make it off.", ("on", True)),
    ],
)
def test_how_it_is_is_part_of_what_is_meant(said: str, state: tuple[str, bool]) -> None:
    assert told_apart(asked_for(said)[0]) == [("", (state,))]


def test_the_soiled_one_is_left_out() -> None:
    (errand,) = asked_for("plates -> cupboard. not the manky one")
    (which,) = (one for one in errand.terms if isinstance(one, WhichThings))
    assert which.but is not None and which.but.states == (("dirty", True),)


def test_why_somebody_is_reminded_is_no_part_of_it() -> None:
    context = RequestContext(now=datetime(2026, 1, 5, 8, 0))
    found = read_at_work("tomorrow at eight make sure the lamp gets switched off, we always forget", context)
    (later,) = found.instructions
    assert isinstance(later, DoLater)
    assert later.due.first == datetime(2026, 1, 6, 8, 0)


def test_what_is_not_read_whole_is_asked_back() -> None:
    for said in ("put: fork, knife", "clear the table: mug in sink, plate stays", "Two mugs, moon"):
        assert not read_at_work(said).begun
    assert isinstance(read_at_work("put: fork, knife").instructions[0], Clarification)


def test_a_switch_is_no_state_told() -> None:
    assert [one.params for one in asked_for("Light on, tap off please!")] == [
        ("all", "Lights", "on"),
        ("1", "Faucet", "off"),
    ]


@pytest.mark.parametrize("said", ["unless we have guests, the mug has no business on the table. shelf, thanks"])
def test_an_unless_is_never_taken_for_a_joke(said: str) -> None:
    assert not read_at_work(said).begun


@pytest.mark.parametrize(
    ("said", "params"),
    [
        ("Eggs. Fridge. Two, not three.", ("2", "Egg", "in", "Fridge")),
        ("Mugs in the sink. Two, not all.", ("2", "Mug", "in", "Sink")),
        ("Spoons on the desk. Just three of them.", ("3", "Spoon", "on", "Desk")),
        ("Plates, cabinet. All.", ("Plate", "in", "Cabinet")),
    ],
)
def test_how_many_is_told_behind_where_they_go(said: str, params: tuple[str, ...]) -> None:
    (errand,) = asked_for(said)
    assert errand.params == params


def test_all_but_so_many_is_told_behind_where_they_go() -> None:
    (errand,) = asked_for("Forks. Drawer. All but one.")
    assert errand.words == "put every fork in some drawer except one"
