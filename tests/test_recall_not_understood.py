"""What was not understood is not denied, is no topic for the next turn, and is not taken for another question."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import talk

from agent.recall.asking import Recall
from agent.recall.reading.parts.plainer.other_words import in_few_words
from agent.recall.reading.parts.roundabout import briefly
from agent.recall.several_questions import asking
from agent.recall.understanding.plain_words import plain
from memory.building.history import HistoryBuilder
from memory.store.database import Store

RADIO = "I could not find a radio"


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("unread") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder).at(TUESDAY.replace(hour=9), "day")
            lived.tried("put a radio on the shelf", "put the radio on the shelf", "failed", RADIO)
            lived.at(TUESDAY.replace(hour=10), "day").tried("heat soup in a clean bowl", "heat some soup")
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=20))


@pytest.mark.parametrize("said", ["Initially?", "Previously?", "Difference between them?", "Quagmire?"])
def test_a_bare_word_that_nobody_knows_is_not_denied(recall: Recall, said: str):
    answer = recall.answer(said)
    assert answer.status == "unsure"
    assert "never" not in answer.text


@pytest.mark.parametrize("said", ["Where is the accordion?", "Did you see the accordion?"])
def test_a_thing_that_is_named_as_one_is_still_denied(recall: Recall, said: str):
    assert recall.answer(said).status == "never happened"


@pytest.mark.parametrize("said", ["Whyever not?", "How come?", "What for?"])
def test_a_why_in_other_words_is_asked_of_the_question_before(recall: Recall, said: str):
    first, why = talk(recall, "Did you put the radio on the shelf?", said)
    assert RADIO in first
    assert RADIO in why


def test_what_was_not_understood_is_no_topic(recall: Recall):
    _, unread, after = talk(
        recall, "What was the first task today?", "Previously?", "What did I want right after that?"
    )
    assert "never" not in unread
    assert "soup" in after


def test_a_task_that_comes_next_is_a_task(recall: Recall):
    assert "soup" in talk(recall, "When did you look for the radio?", "Next job after that?")[-1]


def test_what_only_a_task_names_was_come_across(recall: Recall):
    answer = recall.answer("Where did you leave the soup?")
    assert answer.status == "unsure"
    assert "clean bowl" in answer.text and "never" not in answer.text


def test_of_two_that_are_compared_the_unknown_one_is_not_denied(recall: Recall):
    answer = recall.answer("Which took longer, the soup or frobbing the lanterns?")
    assert answer.status == "unsure"
    assert "never" not in answer.text


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("And you carried them where?", "and where did you put them"),
        ("You brought the radio to where?", "where did you put the radio"),
        ("To where did the bowl go?", "where did you put the bowl"),
    ],
)
def test_whither_is_not_whence(said: str, read: str):
    assert briefly(plain(said)) == read


def test_a_thing_that_is_clean_was_not_therefore_cleaned(recall: Recall):
    answer = recall.answer("Did you rinse the bowls?")
    assert not answer.text.startswith("Yes")
    assert recall.answer("Did you heat soup in a clean bowl?").text.startswith("Yes")


def test_what_is_to_be_listed_limits_the_list(recall: Recall):
    answer = recall.answer("Failures today. Enumerate, please.")
    assert RADIO in answer.text and "soup" not in answer.text
    assert asking("You opened the safe. List.")[0] == ["List."]


@pytest.mark.parametrize(
    "said",
    [
        "Did you bring him that thing already?",
        "Did you bring her that thing yet?",
        "What did I tell you about him?",
        "What did you tell him?",
        "Did you bring him the bowl?",
    ],
)
def test_of_whom_is_asked_where_nobody_was_spoken_of(recall: Recall, said: str):
    answer = recall.answer(said)
    assert answer.status == "unsure"
    assert answer.text.endswith("?")
    assert "never" not in answer.text


@pytest.mark.parametrize("said", ["What do you know about soup?", "Did you put the radio on the shelf?"])
def test_what_is_named_needs_no_asking_back(recall: Recall, said: str):
    assert "do you mean" not in recall.answer(said).text


@pytest.mark.parametrize(
    "said",
    [
        "where is the bowl according to what you know",
        "where is the bowl, going by your records",
        "according to your memory where is the bowl",
        "from what you remember where is the bowl",
        "where is the bowl judging by what you last saw",
    ],
)
def test_where_the_answer_comes_from_is_no_thing(said: str):
    assert in_few_words(said) == "where is the bowl"


@pytest.mark.parametrize(
    "said",
    [
        "where is the bowl according to anna",
        "where is the bowl according to what my sister said",
        "what did you erase from your memory",
        "what is missing from your records",
    ],
)
def test_what_others_said_and_what_the_memory_has_is_kept(said: str):
    assert in_few_words(said) == said
