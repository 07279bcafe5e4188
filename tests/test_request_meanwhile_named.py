"""What "that" and "that one" stand for in a remark that has just told of something, and what an offer makes of it."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.requests.amending import amended
from agent.requests.errands import Errand, made_of
from agent.requests.instructions import Amend, Begin, Cancel, Clarification, Instruction, RecallQuestion, Revise
from agent.requests.reading import RequestContext, read_at_work
from agent.requests.uttered.halting import halted

NOW = datetime(2026, 1, 5, 8)
BREAD = "put the bread on the dining table"
EGGS = "put both eggs in the fridge"


def comes_to(at_hand: str, then: str, asked: bool = False) -> list[str]:
    """What is wanted by words that are said into work, or upon an offer to do it."""
    first = read_at_work(at_hand, RequestContext(now=NOW)).instructions
    tasks = tuple(one.errand for one in first if isinstance(one, Begin))
    at_work = RequestContext(tasks, made_of(tasks[-1]), now=NOW)
    offer = RequestContext(asked=Clarification("Do you mean that?", then=first), now=NOW)
    return [_told(one, tasks) for one in read_at_work(then, offer if asked else at_work).instructions]


def _told(one: Instruction, tasks: tuple[Errand, ...]) -> str:
    if isinstance(one, Begin):
        return one.errand.words
    if isinstance(one, Amend):
        new = amended(tasks[0], one)
        return f"rather {new.words}" if isinstance(new, Errand) else new
    if isinstance(one, Revise):
        return f"rather {one.new.words}" if one.new is not None else f"not {one.old.words}"
    return type(one).__name__


@pytest.mark.parametrize(
    ("then", "wanted"),
    [
        ("oh hang on, somebody left the stove on again, turn that off first and then carry on!",
         "switch all the stove knobs off"),
        ("hang on the taps running, shut that first", "switch all the faucets off"),
        ("wait, you left the fridge open, close it", "close a fridge"),
        ("hey the microwaves beeping, stop it first", "switch all the microwaves off"),
        ("my laptops open, shut that first", "close a laptop"),
        ("the lights on, switch that off", "switch all the lights off"),
    ],
)  # fmt: skip
def test_what_is_to_be_seen_to_is_what_was_told_of(then: str, wanted: str) -> None:
    assert comes_to(BREAD, then)[0] == wanted


@pytest.mark.parametrize(
    ("then", "wanted"),
    [
        ("the fridge is open, put it in there instead", "rather put a loaf of bread in the fridge"),
        ("the plate on the table is dirty, wash it first", "clean the dirty plate from the tables"),
        ("the light is on, leave it on", "Constrain"),
    ],
)
def test_what_is_told_beside_the_work_does_not_become_its_matter(then: str, wanted: str) -> None:
    assert comes_to(BREAD, then) == [wanted]


@pytest.mark.parametrize(
    "then",
    [
        "oh, I need the egg from the counter for my batter, that one should stay on the counter!",
        "I'm still using the egg on the counter, leave that one there",
        "my wife is eating from the egg on the counter so keep it there please",
    ],
)
def test_that_one_which_stays_is_the_one_told_of(then: str) -> None:
    assert comes_to(EGGS, then) == ["rather put every egg in some fridge except the ones on the counter top"]


@pytest.mark.parametrize(
    ("then", "wanted"),
    [
        ("no wait not that one, the other one, in the bowl in the drawer",
         "rather put the tomato from the bowl in the fridge"),
        ("no, the other one, on the table", "rather put the tomato from the tables in the fridge"),
        ("no, the other one, in the fridge", "Clarification"),
    ],
)  # fmt: skip
def test_the_other_one_is_told_by_its_place_unless_that_is_where_it_goes(then: str, wanted: str) -> None:
    assert comes_to("put the tomato in the fridge", then) == [wanted]


@pytest.mark.parametrize("then", ["nah forget the pan", "nope, skip the pan", "actually forget the pan"])
def test_a_no_before_what_is_called_off_needs_no_comma(then: str) -> None:
    assert comes_to("wash the bowl and the pan", then) == [Cancel.__name__]


@pytest.mark.parametrize(
    ("then", "wanted"),
    [
        ("hang on the taps running, shut that first", ["switch all the faucets off"]),
        ("oh, but before you go on, would you turn the stove off, please?", ["switch all the stove knobs off"]),
        ("switch off the stove first then carry on", ["switch all the stove knobs off"]),
        ("then carry on", []),
    ],
)
def test_what_is_to_come_first_agrees_to_the_rest(then: str, wanted: list[str]) -> None:
    assert comes_to(BREAD, then, asked=True) == [*wanted, "put a loaf of bread on the dining table"]


def test_another_order_alone_does_not_agree_and_leaves_the_question_open() -> None:
    assert comes_to(BREAD, "switch off the stove", asked=True) == ["switch all the stove knobs off", "Clarification"]


@pytest.mark.parametrize("then", ["by the way, where did we put the bread, do you know?", "where's the bread btw"])
def test_a_question_in_between_answers_nothing(then: str) -> None:
    asks = Clarification("What do you mean?", "put the ", " in the sink")
    (found,) = read_at_work(then, RequestContext(asked=asks, now=NOW)).instructions
    assert isinstance(found, RecallQuestion) and "way" not in found.text and "btw" not in found.text


def test_not_that_one_halts_the_work_until_it_is_clear_which() -> None:
    task = read_at_work("put the tomato in the fridge", RequestContext()).begun[0].errand
    assert halted("no wait not that one, the green one", (task,)) == (task,)
    assert halted("that one is nice", (task,)) == ()
