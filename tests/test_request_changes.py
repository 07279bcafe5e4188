"""Changes of what is being done: which things they mean, and that no word of them is dropped in silence."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from agent.planning.terms import Foremost, Trait, WhichThings
from agent.requests.errands import Errand
from agent.requests.instructions import (
    Begin,
    Cancel,
    Chat,
    Clarification,
    Constrain,
    Instruction,
    Resume,
    Revise,
    StatusRequest,
    Suspend,
)
from agent.requests.reading import RequestContext, read_at_work
from envs.vocabulary.object_types import object_types

HOME = RequestContext(present=frozenset(object_types()), now=datetime(2026, 1, 5, 8))


def said(at_hand: str, then: str) -> tuple[Instruction, ...]:
    """What is wanted by words that are said while something is being done."""
    tasks = tuple(one.errand for one in read_at_work(at_hand, HOME).begun)
    assert tasks
    return read_at_work(then, replace(HOME, tasks=tasks)).instructions


def asked(utterance: str) -> tuple[Instruction, ...]:
    return read_at_work(utterance, HOME).instructions


@pytest.mark.parametrize(
    ("at_hand", "then", "which"),
    [
        ("bring me a book", "the red one instead", WhichThings("Book", Trait("", (("red", True),)))),
        ("bring me a book", "no, not that one, the red one please", WhichThings("Book", Trait("", (("red", True),)))),
        ("open the box", "the box that is on the bed instead", WhichThings("Box", Trait("", (), "Bed"))),
        ("make coffee", "in the red mug instead", WhichThings("Mug", Trait("", (("red", True),)))),
        ("put both books on the shelf", "the big one only", Foremost("Book", "biggest")),
        ("wash all the plates", "except the plates that are on the shelf",
         WhichThings("Plate", but=Trait("", (), "Shelf"))),
        ("switch off all the lights", "not the light next to the bed",
         WhichThings("Lights", but=Trait("", (), "", "Bed"))),
    ],
)  # fmt: skip
def test_what_tells_things_apart_goes_into_the_task(at_hand: str, then: str, which: object) -> None:
    (change,) = said(at_hand, then)
    assert isinstance(change, Revise)
    assert change.new is not None
    assert which in change.new.terms


@pytest.mark.parametrize(
    ("at_hand", "then"),
    [
        ("wash the plate", "the other plate instead"),
        ("bring me a book", "not that one, the other one"),
        ("open the drawer", "the middle drawer instead"),
        ("put the wine bottle in the fridge", "in case the fridge is full, on the counter"),
        ("make a salad", "if the tomato is dirty, leave it out"),
    ],
)
def test_a_change_that_would_lose_a_word_is_asked_about(at_hand: str, then: str) -> None:
    found = said(at_hand, then)
    assert any(isinstance(one, Clarification) for one in found)
    assert not any(isinstance(one, (Begin, Revise, Cancel)) for one in found)


@pytest.mark.parametrize(
    ("at_hand", "then"),
    [
        ("cook all the potatoes", "not the small potato"),
        ("put the pot on the stove", "smallest burner"),
        ("put the pot in the fridge", "let it cool first"),
        ("switch off the television", "no! five more minutes i promised them"),
    ],
)
def test_what_is_not_understood_changes_nothing(at_hand: str, then: str) -> None:
    assert all(isinstance(one, (Chat, Clarification)) for one in said(at_hand, then))


def test_the_last_word_on_a_task_counts() -> None:
    (change,) = said("put four plates on the dining table", "six. no, five!")
    assert isinstance(change, Revise)
    assert change.new == Errand("Put N X On Y", ("5", "Plate", "on", "DiningTable"))


def test_only_one_of_several_tasks_calls_off_the_others() -> None:
    (change,) = said("close the blinds. switch on the lamp", "only the lamp then, i like the view")
    assert isinstance(change, Revise)
    assert change.old.params[1] == "Blinds"
    assert change.new is None


def test_talk_beside_a_change_is_no_part_of_it() -> None:
    assert said("boil two eggs", "make that three, dad has come down") == said("boil two eggs", "make that three")
    assert said("bring me the towel", "forget it, used my sleeve") == (Cancel(),)


@pytest.mark.parametrize(
    ("then", "kind"),
    [
        ("are we there yet?", StatusRequest),
        ("hold your horses a sec", Suspend),
        ("hang on hang on", Suspend),
        ("as you were", Resume),
        ("don't bother", Cancel),
    ],
)
def test_everyday_words_about_the_work(then: str, kind: type) -> None:
    (found,) = said("make coffee", then)
    assert isinstance(found, kind)


def test_another_thing_comes_after_the_work_at_hand() -> None:
    (fork,) = said("put the plates on the dining table", "and forks, we're not animals")
    assert fork == Begin(Errand("Put N X On Y", ("all", "Fork", "on", "DiningTable")), "after")
    called_off, toast = said("make coffee", "scratch that, make toast")
    assert called_off == Cancel()
    assert isinstance(toast, Begin)


@pytest.mark.parametrize(
    ("utterance", "errand"),
    [
        ("throw away everything next to the laptop", ("Anything", "GarbageCan")),
        ("look at that pan on the counter, it's filthy", ("Pan",)),
        ("three potatoes, boil them", ("3", "Potato", "boiled")),
        ("put the bread in the microwave and close the door", ("Microwave", "closed")),
        ("make it dark", ("Lights", "off")),
        ("you let the safe open!", ("Safe", "closed")),
        ("bring the apple that is on the counter", ("Apple",)),
    ],
)
def test_what_is_told_is_not_taken_for_where_to(utterance: str, errand: tuple[str, ...]) -> None:
    last = [one for one in asked(utterance) if isinstance(one, Begin)][-1]
    assert set(errand) <= set(last.errand.params)
    assert "on" not in last.errand.params
    assert "next to" not in last.errand.params


@pytest.mark.parametrize(
    "utterance",
    [
        "i've left my laptop on the bed and i'd rather it was on the desk",
        "a basketball. in the sink. i won't even ask.",
        "wet towel's on the floor, again, hang it",
        "fill the glass with milk",
        "put the fork on the plate, two per plate",
    ],
)
def test_what_could_be_meant_otherwise_is_not_done(utterance: str) -> None:
    assert not any(isinstance(one, Begin) for one in asked(utterance))


def test_leaving_alone_is_no_request_by_itself() -> None:
    found = asked("grumble the shelf, the mugs stay where they are")
    assert not any(isinstance(one, Constrain) for one in found)
