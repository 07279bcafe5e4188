"""What is said behind a request: when it is needed, how many there have to be, what stays and what goes elsewhere."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.planning.terms import OnlyIf
from agent.requests.amending import amended
from agent.requests.instructions import Amend, Begin, Clarification, DoLater, Instruction, Revise
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext

NOW = datetime(2026, 1, 5, 8, 0)


def read(said: str) -> tuple[Instruction, ...]:
    return read_at_work(said, RequestContext(now=NOW)).instructions


@pytest.mark.parametrize(
    "said",
    [
        "Wash the pot. I need it in ten minutes.",
        "Please clean all the plates. We'll need them at six.",
        "Could you slice a tomato? I need it by nine.",
        "Put the pan on the stove, I'm using it in half an hour.",
    ],
)
def test_what_is_needed_later_is_done_now(said: str) -> None:
    (begun,) = read(said)
    assert isinstance(begun, Begin)


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("Make coffee. I need it at nine.", datetime(2026, 1, 5, 9, 0)),
        ("Turn on the lamp. I'll need it at nine.", datetime(2026, 1, 5, 9, 0)),
        ("wash the mug. do it in ten minutes", datetime(2026, 1, 5, 8, 10)),
    ],
)
def test_what_would_not_last_till_then_is_done_then(said: str, first: datetime) -> None:
    (later,) = read(said)
    assert isinstance(later, DoLater)
    assert later.due.first == first


@pytest.mark.parametrize(
    ("said", "least", "holds"),
    [
        ("put the forks on the table, but only if we've got at least three of them", 3, True),
        ("put the plates in the sink, provided there are at least two", 2, True),
        ("put the eggs in the fridge if we've got fewer than four of them", 4, False),
        ("the mugs should all go in the sink, but only if there are at least two, otherwise leave them", 2, True),
        ("bring me the apples only if we have more than one of them", 2, True),
    ],
)
def test_how_many_there_have_to_be_is_counted(said: str, least: int, holds: bool) -> None:
    (begun,) = read(said)
    assert isinstance(begun, Begin)
    (only,) = (term for term in begun.errand.terms if isinstance(term, OnlyIf))
    assert (only.least, only.holds) == (least, holds)


def test_a_number_with_another_request_behind_it_is_asked_about() -> None:
    (asked,) = read("put the forks in the drawer unless there are more than two of them, then water the plant")
    assert isinstance(asked, Clarification)


@pytest.mark.parametrize(
    ("first", "said", "new"),
    [
        ("slice the apple", "Correction, I meant the tomato. Leave the apple whole.", "cut up a tomato"),
        ("slice the apple", "No, the tomato. The apple stays whole.", "cut up a tomato"),
        ("slice the apple", "the tomato instead, please. don't cut the apple", "cut up a tomato"),
        ("cook the potato", "Sorry, I meant the egg. Leave the potato raw.", "cook an egg"),
        ("wash the plate", "Oops, I meant the bowl, leave the plate dirty.", "clean a bowl"),
    ],
)
def test_that_the_first_one_stays_says_no_more_than_what_was_meant(first: str, said: str, new: str) -> None:
    tasks = tuple(one.errand for one in read_at_work(first).begun)
    (change,) = read_at_work(said, RequestContext(tasks=tasks)).instructions
    assert isinstance(change, Amend | Revise)
    now = amended(tasks[0], change) if isinstance(change, Amend) else change.new
    assert not isinstance(now, str) and now is not None
    assert now.words == new


@pytest.mark.parametrize("said", ["Leave the apple whole.", "no, not the apple. leave the apple whole"])
def test_what_only_stays_is_called_off(said: str) -> None:
    tasks = tuple(one.errand for one in read_at_work("slice the apple").begun)
    (change,) = read_at_work(said, RequestContext(tasks=tasks)).instructions
    assert change == Revise(tasks[0], None)


@pytest.mark.parametrize(
    ("first", "said", "elsewhere"),
    [
        (
            "put the apples in the fridge",
            "oh, the one in the pan is rotten, throw that one away instead",
            "put the apple from the pan in the garbage can",
        ),
        (
            "put the mugs in the cabinet",
            "Wait, the one on the table is dirty. Put that one in the sink instead.",
            "put the mug from the tables in the sink",
        ),
        (
            "put all the pens in the drawer",
            "The one on the bed is empty, so chuck that one in the bin please",
            "put the pen from the bed in the garbage can",
        ),
    ],
)
def test_one_that_is_told_of_goes_elsewhere_and_the_others_as_before(first: str, said: str, elsewhere: str) -> None:
    (task,) = (one.errand for one in read_at_work(first).begun)
    begun, others = read_at_work(said, RequestContext(tasks=(task,))).instructions
    assert isinstance(begun, Begin) and begun.errand.words == elsewhere
    assert isinstance(others, Revise) and others.new is not None
    assert (others.new.name, others.new.params) == (task.name, task.params)
