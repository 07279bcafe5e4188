"""Questions in short or broken English, and those that lean on what was said before them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import talk, vase_mug_and_tomato

from agent.recall.asking import Recall
from agent.recall.reading.parts.plainer.in_short import spelled_out
from agent.recall.reading.parts.plainer.told_ahead import without_absence
from agent.recall.several_questions import explained
from memory.building.history import HistoryBuilder
from memory.store.database import Store


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("short") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = vase_mug_and_tomato(LoggedLife(store, builder))
            lived.at(TUESDAY.replace(hour=12), "day")
            apple = lived.begin("slice an apple", "slice an apple")
            lived.end(apple, "cancelled", "")
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=20))


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("salt shaker put away yet", "has the salt shaker been put away yet"),
        ("the plates washed already", "is the plates washed yet"),
        ("coffee machine switched on by now", "is the coffee machine switched on yet"),
        (
            "what you have done first yesterday clean the plates or put away the mug",
            "which did you do first yesterday cleaning the plates or putting away the mug",
        ),
        ("did somebody tell you also about a birthday", "what did i tell you about a birthday"),
        ("has anyone mentioned the spare key", "what did i tell you about the spare key"),
        ("where was each of the spoons before you moved it", "where did you get the spoons from"),
        ("did you wash the mug yet", "did you wash the mug yet"),
        ("where was the mug before you moved it", "where was the mug before you moved it"),
        ("done yet", "done yet"),
        ("what did you do first", "what did you do first"),
    ],
)
def test_short_and_broken_questions_are_spelled_out(said: str, plainly: str):
    assert spelled_out(said) == plainly


@pytest.mark.parametrize("asks", ["mug put in the fridge yet?", "The mug put away already?"])
def test_a_question_without_a_verb_is_answered(recall: Recall, asks: str):
    assert recall.answer(asks).text.startswith("Yes")


@pytest.mark.parametrize("answer", ["the plates i mean", "I mean the plates", "the plates, sorry"])
def test_which_thing_is_meant_may_be_said_in_short(answer: str):
    assert explained("how long did it take", answer) == "how long did the plates take"


@pytest.mark.parametrize(
    ("question", "told", "left"),
    [
        ("What failed while I was out?", "i was at my sister the whole of yesterday", "What failed?"),
        ("What did you do when we were away?", "we went to town", "What did you do?"),
        ("What failed while I was out?", "the plant looked dry yesterday", "What failed while I was out?"),
        ("What fell when I was in the hall?", "i was at work yesterday", "What fell when I was in the hall?"),
    ],
)
def test_being_away_is_said_ahead(question: str, told: str, left: str):
    assert without_absence(question, told) == left


def test_while_one_was_out_is_the_time_that_was_told_ahead(recall: Recall):
    told = recall.answer("I was at my sister's all day today. What were you asked to do while I was out?").text
    assert "vase" in told and "tomato" in told


@pytest.mark.parametrize("asks", ["And was it the same story with the apple?", "The apple, was that the same problem?"])
def test_what_was_called_off_without_a_reason_is_the_same_for_both(recall: Recall, asks: str):
    *_, said = talk(recall, "Why did you not slice the tomato?", asks)
    assert said.startswith("Yes")
    *_, said = talk(recall, "Why did you not slice the tomato?", "Was it the same story with the vase?")
    assert said.startswith("No")


def test_anything_at_all_is_not_the_thing_spoken_of(recall: Recall):
    *_, said = talk(recall, "Did you slice the apple?", "Have you washed anything at all?")
    assert "apple" not in said
