"""Answers that can be trusted: whence for what, with which kind of thing, the same or not, asked back, never mind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import vase_mug_and_tomato

from agent.recall.asking import Recall
from agent.recall.reading.parts.instruments import by_instrument
from agent.recall.reading.parts.sentences import sentence
from agent.recall.reading.turns.sameness import asks_sameness
from agent.recall.several_questions import after_dismissal, asking
from memory.building.history import HistoryBuilder
from memory.store.database import Store


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("trusted") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            vase_mug_and_tomato(LoggedLife(store, builder)).remember()
        yield Recall(store, TUESDAY.replace(hour=20))


@pytest.mark.parametrize(
    ("said", "words", "kind"),
    [
        ("which appliance did you use to heat the egg", "what did you use to heat the egg", "Microwave"),
        ("what kind of utensil did you use to cut the apple", "what did you use to cut the apple", "ButterKnife"),
        ("and which machine did you use for the bread", "and what did you use for the bread", "Toaster"),
        ("in which vessel did you boil the egg", "with what did you boil the egg", "Pot"),
    ],
)
def test_a_thing_of_a_kind_with_which_something_was_done_is_asked_for(said: str, words: str, kind: str):
    found = by_instrument(said.split())
    assert found is not None
    assert " ".join(found.words) == words
    assert kind in found.types


@pytest.mark.parametrize(
    "said",
    [
        "which drawer did you open",
        "which container did you put the fork in",
        "which task did you do",
        "which vegetables did you cut today",
    ],
)
def test_what_is_no_instrument_is_asked_otherwise(said: str):
    assert by_instrument(said.split()) is None


@pytest.mark.parametrize(
    ("said", "rest"),
    [
        ("Never mind the ladle. Where is the pan?", "Where is the pan?"),
        ("Oh well, forget about my keys. What did you do today?", "What did you do today?"),
        ("Fine, leave it - when did you make coffee?", "when did you make coffee?"),
        ("Did you leave the pan there?", ""),
        ("Leave the pan there.", ""),
    ],
)
def test_a_topic_that_is_dismissed_is_no_part_of_the_question(said: str, rest: str):
    assert after_dismissal(said) == rest


@pytest.mark.parametrize(
    "said", ["hey, did you drop it?", "so, did you rinse it?", "hi there, where did you leave it?"]
)
def test_what_only_speaks_to_somebody_is_not_what_it_stands_for(recall: Recall, said: str):
    assert asking(said)[0][0].split()[-1].strip("?") in ("it", "leave it")
    assert recall.answer(said).status == "unsure"


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("and right after that you closed it again", "you closed it again right after that"),
        ("afterwards you washed the pan", "you washed the pan after that"),
        ("before that did you open the safe", "did you open the safe before that"),
        ("and after that what did you do", "and after that what did you do"),
    ],
)
def test_the_deed_after_another_is_the_deed_asked_for(said: str, read: str):
    assert " ".join(sentence(said).words) == " ".join(sentence(read).words)


@pytest.mark.parametrize(
    "said",
    [
        "And the lamp yesterday, was that the same problem?",
        "what about my keys, same reason?",
        "Did you use the same one for the pear?",
    ],
)
def test_it_is_asked_whether_it_was_the_same(said: str):
    assert asks_sameness(said)


@pytest.mark.parametrize("said", ["Was it the same mug?", "Did you do the same today?", "What about the lamp?"])
def test_the_same_thing_or_day_is_another_question(said: str):
    assert not asks_sameness(said)


def test_what_failed_alike_is_said_to_be_the_same(recall: Recall):
    first = recall.exchange("Why did you not find the vase?")
    other = recall.exchange("And the mug, was that the same problem?", first)
    assert not other.answer.text.startswith("Yes")


def test_after_a_dismissal_the_question_stands_alone(recall: Recall):
    first = recall.exchange("Where is the mug?")
    alone = recall.exchange("What did you slice?")
    assert recall.exchange("Well, never mind the mug. What did you slice?", first).answer == alone.answer


def test_where_it_was_before_a_task_is_whence_it_was_first_taken_for_that(tmp_path: Path):
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder)
            lived.at(TUESDAY.replace(hour=9), "morning").tried("make coffee", "make coffee")
            lived.at(TUESDAY.replace(hour=11), "noon").tried("water the plant", "water the plant")
            lived.remember()
        recall = Recall(store, TUESDAY.replace(hour=20))
        for task, hour in (("made coffee", "09:"), ("watered the plant", "11:")):
            answer = recall.answer(f"Where was the mug before you {task}?")
            assert answer.value == "CounterTop"
            assert hour in answer.text
