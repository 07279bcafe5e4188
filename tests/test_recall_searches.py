"""Searches, what one word calls, what facts do not tell, and lists that are gone on with, over one written day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest
from test_recall_talk import talk

from agent.recall.asking import Recall
from agent.recall.understanding.times import TimeReader
from eval.questions.rounds import Happening, WrittenLife
from eval.questions.written_life import live_written
from memory.reading.view import View
from memory.store.database import Store

EVENING = datetime(2026, 3, 3, 20)


def _at(hour: int, minute: int) -> datetime:
    return EVENING.replace(hour=hour, minute=minute)


def _did(
    hour: int, minute: int, deed: str, thing: str, place: str = "kitchen counter top", note: str = ""
) -> Happening:
    return Happening(_at(hour, minute), "did", deed=deed, thing=thing, place=place, note=note)


def _asked(hour: int, minute: int, task: str, words: str) -> Happening:
    return Happening(_at(hour, minute), "asked", who="user", task=task, words=words)


def _ended(hour: int, minute: int, task: str, state: str, reason: str = "") -> Happening:
    return Happening(_at(hour, minute), "task_state", task=task, state=state, reason=reason)


DAY = (
    _asked(9, 0, "T1", "put the watch on the counter top"),
    _did(9, 1, "open", "fridge"),
    _did(9, 1, "close", "fridge"),
    _did(9, 2, "open", "drawer 1"),
    _did(9, 2, "close", "drawer 1"),
    _ended(9, 8, "T1", "failed", "I could not find a watch"),
    _asked(10, 0, "T2", "put a knife in the sink"),
    _did(10, 1, "pick up", "knife"),
    _did(10, 1, "put in", "knife", "kitchen sink basin"),
    _ended(10, 2, "T2", "done"),
    _asked(15, 0, "T3", "wash a plate"),
    _did(15, 1, "pick up", "plate"),
    _ended(15, 1, "T3", "cancelled"),
    _did(15, 2, "put in", "plate", "kitchen shelf"),
    _asked(16, 0, "T4", "slice the lettuce"),
    _did(16, 1, "pick up", "butter knife"),
    _did(16, 1, "slice", "lettuce", note="with the butter knife"),
    _did(16, 2, "put in", "butter knife"),
    _ended(16, 2, "T4", "done"),
    Happening(_at(17, 0), "said", who="user", words="Remember that my brother's birthday is on 9 May."),
)


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("searches") / "memory.sqlite") as store:
        live_written(WrittenLife("day", "a day", EVENING, DAY), store, forget=False)
        yield Recall(store, EVENING)


@pytest.mark.parametrize(
    "asked",
    [
        "Did you look for the watch in the drawer?",
        "Have you searched the fridge for the watch?",
        "Did you check the drawers for the watch?",
        "Were you looking for a watch?",
        "Did you look for the watch?",
    ],
)
def test_what_was_looked_for_in_vain_was_looked_for(recall: Recall, asked: str):
    assert recall.answer(asked).text.startswith("Yes")


def test_a_search_is_told_with_its_places_and_its_time(recall: Recall):
    where = recall.answer("Where did you look for the watch?").text
    assert "fridge" in where and "drawer" in where and "knife" not in where
    assert "09:00" in recall.answer("When did you start looking for the watch?").text
    assert "watch" in recall.answer("What were you looking for?").text


def test_whether_it_was_found_is_about_what_was_looked_for(recall: Recall):
    _, other, found = talk(
        recall, "Did you look for the watch in the fridge?", "And in the drawers?", "Did you find it?"
    )
    assert other.startswith("Yes") and found.startswith("No") and "watch" in found


def test_of_two_that_one_word_calls_both_are_told_the_one_called_just_so_first(recall: Recall):
    for asked in ("Where did you put the knife?", "Where is the knife?"):
        answer = recall.answer(asked)
        assert answer.value == "SinkBasin"
        assert "the butter knife" in answer.text
    assert recall.answer("Where did you put the butter knife?").value == "CounterTop"


def test_what_happened_with_a_thing_is_also_that_a_task_was_called_off(recall: Recall):
    told = recall.answer("What happened with the plate today?").text
    assert "called off" in told and "shelf" in told
    assert "15:0" in recall.answer("When did I call off washing the plate?").text
    assert recall.answer("Did I cancel washing the plate?").value is True


def test_which_of_a_kind_is_not_known_by_name(recall: Recall):
    _, which = talk(recall, "What did you open today?", "Which drawer?")
    assert which.startswith("I cannot tell one drawer from another")


@pytest.mark.parametrize(
    "asked",
    ["What is my brother's name?", "What would my brother like for his birthday?", "What is my brother called?"],
)
def test_a_fact_about_somebody_tells_nothing_else_of_that_one(recall: Recall, asked: str):
    answer = recall.answer(asked)
    assert answer.status == "unsure" and answer.text.startswith("You did not tell me that")
    assert "9 May" in recall.answer("When is my brother's birthday?").text


def test_lists_are_gone_on_with(recall: Recall):
    first, then, third = talk(recall, "What was the first thing I asked you for today?", "And then?", "And then?")
    assert "watch" in first and "knife" in then and "plate" in third
    *_, when = talk(recall, "What did I tell you to remember?", "When did I say that?")
    assert "17:00" in when
    *_, done = talk(recall, "How many tasks failed today?", "And how many succeeded?")
    assert done.startswith("2 tasks")
    *_, left = talk(recall, "What is left to do?", "Anything else?")
    assert left.startswith("Nothing else")


def test_what_was_asked_for_next_counts_from_what_was_told(recall: Recall):
    _, other = talk(recall, "When did I call off washing the plate?", "What did I ask for next?")
    assert "lettuce" in other


def test_a_day_a_number_or_a_task_may_be_said_in_another_place(recall: Recall):
    assert "09:01" in recall.answer("When was the fridge opened for the first time today?").text
    assert "watch" in recall.answer("And today, was there anything that you couldn't find today?").text
    assert "10:0" in recall.answer("At what time was the knife task finished?").text


def test_who_did_something_is_not_who_asked_for_it(recall: Recall):
    assert recall.answer("Who sliced the lettuce?").value == "robot"
    assert recall.answer("Who asked for the lettuce to be sliced?").value == "user"


def test_what_began_in_a_moment_happened_in_it(recall: Recall):
    assert "watch" in recall.answer("What happened at nine?").text


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("what did you do between three and five", "today between 15:00 and 17:00"),
        ("what did you do between 9 and 11", "today between 09:00 and 11:00"),
        ("what did you do between 10 and 4 today", "today between 10:00 and 16:00"),
        ("what did you do between 3 and 4 pm", "today between 15:00 and 16:00"),
    ],
)
def test_bare_hours_are_those_in_which_something_was_lived(tmp_path, said: str, meant: str):
    with Store.open(tmp_path / "memory.sqlite") as store:
        live_written(WrittenLife("day", "a day", EVENING, DAY), store, forget=False)
        assert TimeReader(EVENING, View(store)).read(said).words == meant
