"""What a question picks of what was told, by how it ended, when it was or where it lay; since when; what was due."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest
from test_recall_talk import talk

from agent.recall.asking import Recall
from eval.questions.rounds import Happening, WrittenLife
from eval.questions.written_life import live_written
from memory.store.database import Store

EVENING = datetime(2026, 3, 3, 20)


def _at(day: int, hour: int, minute: int) -> datetime:
    return datetime(2026, 3, day, hour, minute)


def _did(day: int, hour: int, minute: int, deed: str, thing: str, place: str = "kitchen counter top") -> Happening:
    return Happening(_at(day, hour, minute), "did", deed=deed, thing=thing, place=place)


def _asked(day: int, hour: int, task: str, words: str) -> Happening:
    return Happening(_at(day, hour, 0), "asked", who="user", task=task, words=words)


def _ended(day: int, hour: int, minute: int, task: str, state: str, reason: str = "") -> Happening:
    return Happening(_at(day, hour, minute), "task_state", task=task, state=state, reason=reason)


DAYS = (
    _asked(2, 9, "T1", "put the vase on the dining table"),
    _did(2, 9, 1, "open", "fridge"),
    _did(2, 9, 1, "close", "fridge"),
    _ended(2, 9, 8, "T1", "failed", "I could not find a vase"),
    _asked(2, 11, "T2", "put the forks in the sink"),
    _did(2, 11, 1, "open", "fridge"),
    _did(2, 11, 2, "pick up", "fork 1", "fridge"),
    _did(2, 11, 3, "put in", "fork 1", "kitchen sink basin"),
    _did(2, 11, 4, "close", "fridge"),
    _did(2, 11, 5, "pick up", "fork 2"),
    _did(2, 11, 6, "put in", "fork 2", "kitchen sink basin"),
    _ended(2, 11, 7, "T2", "done"),
    _asked(3, 9, "T3", "slice the lettuce"),
    _did(3, 9, 1, "pick up", "butter knife"),
    _did(3, 9, 2, "slice", "lettuce"),
    _did(3, 9, 3, "put in", "butter knife"),
    _ended(3, 9, 3, "T3", "done"),
    _asked(3, 10, "T4", "wash a plate"),
    _did(3, 10, 1, "pick up", "plate"),
    _ended(3, 10, 3, "T4", "cancelled"),
    _asked(3, 15, "T5", "put the apple in the fridge"),
    _did(3, 15, 1, "pick up", "apple"),
    _did(3, 15, 2, "open", "fridge"),
    _did(3, 15, 3, "put in", "apple", "fridge"),
    _ended(3, 15, 3, "T5", "done"),
)


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("picked") / "memory.sqlite") as store:
        live_written(WrittenLife("days", "two days", EVENING, DAYS), store, forget=False)
        yield Recall(store, EVENING)


@pytest.mark.parametrize(
    "asked",
    ["Since when is the fridge open?", "Since when the fridge is open?", "Since when has the fridge been open?"],
)
def test_a_state_lasts_since_it_was_brought_about_last(recall: Recall, asked: str):
    answer = recall.answer(asked)
    assert answer.status == "known" and "15:02" in answer.text and "11:01" not in answer.text


def test_each_time_is_still_told_where_it_is_asked(recall: Recall):
    assert "11:01" in recall.answer("When did you open the fridge?").text


def test_since_when_something_is_so_that_is_not(recall: Recall):
    assert recall.answer("Since when is the fridge closed?").text.startswith("No, ")


@pytest.mark.parametrize(
    "turns",
    [
        ("Did you put the vase on the dining table?", "When did you give up?"),
        ("Did you look for the vase in the fridge?", "When did you give up?"),
        ("Did you look for the vase?", "When did you stop looking?"),
        ("When did you give up on the vase?",),
    ],
)
def test_what_failed_was_given_up_when_it_ended(recall: Recall, turns: tuple[str, ...]):
    *_, when = talk(recall, *turns)
    assert "09:08" in when and "I did not" not in when


def test_what_was_done_was_over_and_not_given_up(recall: Recall):
    assert "I was done with cutting up" in recall.answer("When did you stop slicing the lettuce?").text


def test_those_that_ended_so_are_meant_by_that(recall: Recall):
    told = ("What did you do this week?", "Which were cancelled?", "Which of the completed ones took longer?")
    *_, longer = talk(recall, *told)
    assert "fork" in longer and "lettuce" in longer and "wash" not in longer and "into account" not in longer
    _, cancelled = talk(recall, "What did you do this week?", "How long did the cancelled one take?")
    assert "plate" in cancelled and "into account" not in cancelled
    _, failed = talk(recall, "What did you do this week?", "When did you do the failed ones?")
    assert "vase" in failed and "lettuce" not in failed


def test_where_none_ended_so_nothing_is_picked(recall: Recall):
    _, one = talk(recall, "What did you do today?", "Which of the interrupted ones took longer?")
    assert "fork" not in one


@pytest.mark.parametrize(
    ("when", "there", "not_there"), [("today", "lettuce", "vase"), ("yesterday", "vase", "lettuce")]
)
def test_a_time_narrows_what_was_told_one_by_one(recall: Recall, when: str, there: str, not_there: str):
    before = ("Did you put the vase on the dining table?", "Did you slice the lettuce?")
    *_, told = talk(recall, *before, f"Which of those did you do {when}?")
    assert there in told and not_there not in told


@pytest.mark.parametrize(
    "turns",
    [
        ("Did you put the vase on the dining table?", "Where should you have put it?"),
        ("Where was the vase supposed to go?",),
        ("Where were you meant to put the vase?",),
        ("What was it that you were supposed to put on the dining table?",),
    ],
)
def test_what_was_to_be_done_is_told_from_the_request(recall: Recall, turns: tuple[str, ...]):
    assert 'you said: "put the vase on the dining table"' in talk(recall, *turns)[-1]


def test_where_something_was_put_is_not_where_it_should_be(recall: Recall):
    assert "you said" not in recall.answer("Where did you put the apple?").text


@pytest.mark.parametrize(
    "turn",
    [
        "Are you sure? One was really in the fridge?",
        "One of them was in the fridge?",
        "Really? One came out of the fridge?",
    ],
)
def test_what_was_told_is_held_to(recall: Recall, turn: str):
    _, sure = talk(recall, "Where did you get the forks from?", turn)
    assert "Yes, I picked up the fork from the fridge" in sure


def test_what_was_not_told_is_not_agreed_to(recall: Recall):
    _, other = talk(recall, "Where did you get the forks from?", "One was really in the microwave?")
    assert "Yes" not in other
