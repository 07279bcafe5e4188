"""Where things got to that are asked for then, and out of what they are taken."""

from __future__ import annotations

import pytest

from agent.planning.terms import WhichThings
from agent.requests.errands import Errand
from agent.requests.reading import read_at_work
from tests.at_work import HOME


def begun(said: str) -> list[tuple[Errand, bool]]:
    return [(one.errand, one.same) for one in read_at_work(said, HOME).begun]


def place_of(errand: Errand) -> str:
    return next((one.trait.place for one in errand.terms if isinstance(one, WhichThings)), "")


@pytest.mark.parametrize(
    ("said", "kind", "place"),
    [
        ("one of the forks has gone in the bin by accident, get it out and put it in a drawer", "Fork", "GarbageCan"),
        ("One of the spoons was thrown away by mistake, put it in a drawer.", "Spoon", "GarbageCan"),
        ("My husband binned one of the butter knives, take it out and put it in a drawer", "ButterKnife", "GarbageCan"),
        ("The apple was thrown out with the peelings but it's fine. Put it in a drawer.", "Apple", "GarbageCan"),
        ("One of the eggs has got into the sink. Put it in a drawer.", "Egg", "Sink"),
        ("One of my pens has ended up in the fridge, put it in a drawer", "Pen", "Fridge"),
        ("There's a tomato gone into the bin that's perfectly fine, put it in a drawer", "Tomato", "GarbageCan"),
    ],
)
def test_what_got_somewhere_is_taken_from_there(said: str, kind: str, place: str) -> None:
    ((errand, _),) = begun(said)
    assert (errand.params, place_of(errand)) == (("1", kind, "in", "Drawer"), place)


@pytest.mark.parametrize(
    "said",
    ["Someone chucked a good cup in the bin, get it out and give it a wash please.", "wash the cup that is in the bin"],
)
def test_what_was_thrown_away_and_is_washed_is_out_of_the_bin(said: str) -> None:
    (first, _), (then, same) = begun(said)
    assert (first.params, place_of(first)) == (("1", "Cup", "in", "SinkBasin"), "GarbageCan")
    assert then.params == ("1", "Cup", "clean")
    assert same


@pytest.mark.parametrize(
    ("said", "kind", "place"),
    [
        (
            "First you must stop the microwave, after this take out the tomato and put it in the fridge.",
            "Tomato",
            "Microwave",
        ),
        ("open the drawer and take two forks out, put them on the table", "Fork", "Drawer"),
        ("Microwave off, please. Then out with the plate and onto the counter.", "Plate", "Microwave"),
        ("Open the safe. Take the watch out. Put it on the bed.", "Watch", "Safe"),
        ("First turn the microwave off, and after that take out the mug and wash it.", "Mug", "Microwave"),
        ("Once you have switched the microwave off, remove the cup and put it in a cabinet.", "Cup", "Microwave"),
    ],
)
def test_what_is_taken_out_is_out_of_what_was_just_opened_or_switched(said: str, kind: str, place: str) -> None:
    *_, (errand, same) = begun(said)
    assert errand.params[1] == kind
    assert place_of(errand) == place
    assert not same


@pytest.mark.parametrize(
    "said",
    [
        "get that stove off, then the toaster, and after that take the egg out and leave it on the counter",
        "switch the microwave off, then put the egg on the counter",
        "wash the pan, then take the fork out and put it on the table",
    ],
)
def test_what_cannot_be_meant_is_not_where_it_is_taken_from(said: str) -> None:
    assert place_of(begun(said)[-1][0]) == ""


@pytest.mark.parametrize(
    "said",
    [
        "I'd like the fork out of the drawer on the table first of all, and then the spoon beside it, please.",
        "Put the apple on the table and the potato next to it.",
        "set the mug on the counter. The spoon goes right next to it.",
        "Take the egg from the fridge to the counter and place the tomato beside it",
    ],
)
def test_next_to_it_is_next_to_the_very_thing_that_was_brought(said: str) -> None:
    _, (errand, same) = begun(said)
    assert "next to" in errand.params
    assert same


@pytest.mark.parametrize(
    "said",
    [
        "can we get two spoons on the table, it's soup today",
        "could you get us two spoons on the table",
        "We could do with two spoons on the table",
        "let's have two spoons on the table",
    ],
)
def test_so_many_that_are_wanted_somewhere_are_put_there(said: str) -> None:
    assert [one.words for one, _ in begun(said)] == ["put 2 spoons on the table"]


@pytest.mark.parametrize("said", ["can I have the cup on the table?", "Can I have a book from the shelf?"])
def test_what_is_asked_for_where_it_is_is_brought(said: str) -> None:
    ((errand, _),) = begun(said)
    assert errand.name == "Bring N X"
