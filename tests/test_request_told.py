"""What is told before a request, and what the request takes up: where things are, when it is, which comes first."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.planning.terms import OnlyIf
from agent.requests.errands import Errand
from agent.requests.instructions import Amend, Begin, Clarification, DoLater, Instruction, Remark
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext

NOW = datetime(2026, 3, 2, 16)


def read(said: str, *tasks: Errand) -> tuple[Instruction, ...]:
    return read_at_work(said, RequestContext(now=NOW, tasks=tasks)).instructions


def words(said: str, *tasks: Errand) -> list[str]:
    return [one.errand.words for one in read(said, *tasks) if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("spatula on sofa, put in drawer", "put the spatula from the sofa in the drawer"),
        ("Ladle which is on shelf, put in sink.", "put the ladle from the shelf in the sink"),
        ("Candles on the desk. Put them on the shelf.", "put every candle from the desk on some shelf"),
    ],
)
def test_a_place_told_first_is_where_things_are(said: str, wanted: str) -> None:
    assert words(said) == [wanted]


def test_where_things_should_be_is_no_place_told() -> None:
    assert len(words("The ladle should be on the shelf. Put it in the drawer.")) == 2


def test_another_one_that_stays_calls_nothing_off() -> None:
    found = words("Put the cup from the desk on the shelf. The cup on the bed stays.")
    assert found == ["put the cup from the desk on the shelf except the ones on the bed"]


@pytest.mark.parametrize(
    ("said", "hour"),
    [
        ("My lesson begins at nine tonight, so switch the desk lamp on then.", 21),
        ("The bus goes at eight tonight. I never hear it. Make coffee by then.", 20),
        ("Our film is on at seven tonight, so turn the telly on at that time, only this once.", 19),
    ],
)
def test_a_request_takes_up_the_time_told_before_it(said: str, hour: int) -> None:
    (later,) = read(said)
    assert isinstance(later, DoLater)
    assert later.due.first == NOW.replace(hour=hour)


def test_then_between_two_deeds_is_no_time() -> None:
    assert len(words("We have visitors at eight. Make coffee and then wash the cup.")) == 2


def test_a_time_that_is_only_told_is_spoken_of() -> None:
    first = read("I have a lesson at nine. Make coffee.")[0]
    assert isinstance(first, Remark)
    assert "at nine" in first.text


def test_one_of_a_group_goes_first_and_the_others_follow() -> None:
    one, group = "put the cup from the side table in the sink", "put every cup in some sink"
    assert words("Put both cups in the sink. The side table one first.") == [one, group]
    cups = Errand("Put All X On Y", ("Cup", "in", "Sink"))
    assert words("the one on the side table first", cups) == [one]


def test_one_first_where_there_is_no_group_is_asked_about() -> None:
    (ask,) = read("the side table one first", Errand("Put N X On Y", ("1", "Cup", "in", "Sink")))
    assert isinstance(ask, Clarification)


@pytest.mark.parametrize(
    ("said", "dirty"),
    [
        ("Wash the cup on the desk unless it is already clean.", False),
        ("Wash the cup on the desk if it's dirty.", True),
    ],
)
def test_it_in_a_condition_is_the_very_thing(said: str, dirty: bool) -> None:
    begun = [one for one in read(said) if isinstance(one, Begin)]
    only = [term for one in begun for term in one.errand.terms if isinstance(term, OnlyIf)]
    assert [(one.what.place, one.what.states) for one in only] == [("Desk", (("dirty", dirty),))]


def test_the_other_case_is_about_the_same_thing() -> None:
    found = read("If it is dirty, wash the cup on the desk, otherwise put it on the shelf.")
    only = [t for one in found if isinstance(one, Begin) for t in one.errand.terms if isinstance(t, OnlyIf)]
    assert [(one.what.place, one.holds) for one in only] == [("Desk", True), ("Desk", False)]


def test_some_thing_in_a_condition_is_any() -> None:
    (begun,) = [one for one in read("Wash the cup on the desk if there is a dirty cup.") if isinstance(one, Begin)]
    assert [one.what.place for one in begun.errand.terms if isinstance(one, OnlyIf)] == [""]


@pytest.mark.parametrize("said", ["scrap the tomato", "Ditch the tomato, please."])
def test_a_part_of_the_dish_at_hand_that_is_scrapped_is_left_out(said: str) -> None:
    (salad,) = [one.errand for one in read("make a salad with tomato and lettuce") if isinstance(one, Begin)]
    (change,) = read(said, salad)
    assert isinstance(change, Amend)
    assert (change.new.word, change.drop) == ("Tomato", True)


def test_what_no_dish_at_hand_is_made_of_is_thrown_away() -> None:
    assert words("scrap the tomato") == ["put a tomato in the garbage can"]
