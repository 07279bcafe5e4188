"""Tasks that wait: whether they still are to be done, since when they wait, and which of those told it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_asked_tasks import _monday as monday
from test_recall_asked_tasks import _tuesday as tuesday
from test_recall_talk import talk

from agent.recall.asking import Recall
from agent.recall.reading.parts.plainer.still_due import as_still_due
from memory.building.history import HistoryBuilder
from memory.store.database import Store


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("waiting") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder)
            monday(lived)
            tuesday(lived)
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=18))


@pytest.mark.parametrize(
    "asks",
    [
        "Is it still to be done?",
        "Is that left to do?",
        "Does that still need doing?",
        "So it is still pending?",
        "It's still outstanding, isn't it?",
        "Do you still have to do it?",
        "Is that job on your to-do list?",
        "Is it waiting?",
        "Will it still have to be done?",
    ],
)
def test_what_waits_is_still_to_be_done_and_what_is_done_is_not(recall: Recall, asks: str):
    for told, begins in (
        ("Did you boil the potato?", "Yes"),
        ("Did you make toast?", "No"),
        ("Did you water the plant?", "No"),
        ("Did you put the forks away?", "Yes"),
    ):
        *_, said = talk(recall, told, asks)
        assert said.startswith(begins), told


@pytest.mark.parametrize(
    ("asks", "begins"),
    [
        ("Does the potato still need to be boiled?", "Yes"),
        ("Do you still have to boil the potato?", "Yes"),
        ("Is the potato still to be done?", "Yes"),
        ("Does the potato still need boiling?", "Yes"),
        ("Do you still have to make the toast?", "No"),
        ("Is the salad still to be made?", "No"),
    ],
)
def test_a_task_that_is_named_may_still_be_due(recall: Recall, asks: str, begins: str):
    assert recall.answer(asks).text.startswith(begins)


@pytest.mark.parametrize(
    "same",
    [
        "is the fridge still open",
        "is there anything left to do",
        "what is left to do",
        "do you still have the egg",
        "which of them is still waiting",
        "is everything done",
    ],
)
def test_other_questions_stay_as_they_are(same: str):
    assert as_still_due(same) == same


@pytest.mark.parametrize(
    "asks",
    [
        "Since when you wait with it?",
        "Since when do you wait with that?",
        "How long has it been waiting?",
        "Since when is that on hold?",
        "For how long are you already waiting with this?",
        "since when it waits",
        "When did you put it off?",
        "How long have you been putting that off?",
    ],
)
def test_since_when_a_task_waits_is_when_it_came_to_wait(recall: Recall, asks: str):
    *_, said = talk(recall, "Did you boil the potato?", "Why not?", asks)
    assert "asked me to boil a potato today at 09:" in said
    *_, said = talk(recall, "Did you make coffee today?", asks)
    assert "asked me to" not in said


def test_how_long_it_waits_may_be_told_again(recall: Recall):
    *_, said = talk(recall, "Did you boil the potato?", "Since when is that waiting?", "How long has it been waiting?")
    assert "asked me to boil a potato" in said


def test_a_thing_that_waits_is_the_task_about_it(recall: Recall):
    assert "asked me to boil a potato" in recall.answer("How long has the potato been waiting?").text


@pytest.mark.parametrize(
    "asks", ["Which one is still open?", "Which of them is still waiting?", "Which one is pending?"]
)
def test_which_one_is_open_is_a_task_of_those_told(recall: Recall, asks: str):
    told = ("What did I ask you to do today?", "Which of them did you complete?")
    *_, waits, asked = talk(recall, *told, asks, "At what time was that one requested?")
    assert "potato" in waits and "toast" not in waits
    assert "potato" in asked and "coffee" not in asked


def test_which_of_the_things_told_is_open_stays_a_question_for_a_thing(recall: Recall):
    *_, said = talk(recall, "What did you pick up today?", "Which one is still open?")
    assert "boil" not in said


@pytest.mark.parametrize(
    "asks",
    [
        "What were you asked to do in the middle of it?",
        "What did I ask you for while you were at it?",
        "Were you asked for anything else in the middle of that?",
        "What else did somebody want in the midst of it?",
        "Did anyone ask you for anything in the meantime?",
    ],
)
def test_what_was_asked_for_in_the_middle_of_a_task(recall: Recall, asks: str):
    *_, said = talk(recall, "Did you make toast today?", asks)
    assert "book" in said and "coffee" not in said
