"""Questions that lean on the one before, about tasks that were done, failed, were called off or wait."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from test_recall_asked_tasks import PLANT, TUESDAY, LoggedLife

from agent.recall.asking import Recall
from agent.recall.several_questions import asking, explained
from memory.building.history import HistoryBuilder
from memory.store.database import Store


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("talk") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder).at(TUESDAY.replace(hour=9), "day")
            _plant(lived)
            mug = lived.begin("put a mug in the fridge", "put the mug in the fridge")
            lived.work(mug, "put a mug in the fridge").end(mug, "done")
            lived.at(TUESDAY.replace(hour=10), "day")
            tomato = lived.begin("cut a tomato slice", "slice the tomato")
            lived.end(tomato, "cancelled", "")
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=20))


def _plant(lived: LoggedLife) -> None:
    number = lived.begin("water the plant", "water the plant please")
    lived.work(number, "water the plant").end(number, "failed", PLANT)


VASE = "I could not find a vase"


def vase_mug_and_tomato(lived: LoggedLife) -> LoggedLife:
    """A day with a task that failed, one that was done, and one that was called off."""
    lived.at(TUESDAY.replace(hour=9), "day")
    lived.tried("put a vase on the counter top", "put the vase on the counter", "failed", VASE)
    lived.at(TUESDAY.replace(hour=10), "day")
    lived.tried("put a mug in the fridge", "could you pop the mug in the fridge")
    lived.at(TUESDAY.replace(hour=11), "day")
    tomato = lived.begin("cut a tomato slice", "slice the tomato")
    lived.end(tomato, "cancelled", "")
    return lived


def talk(recall: Recall, *turns: str) -> list[str]:
    """What is said to each of several sentences of one conversation."""
    before, said = None, []
    for turn in turns:
        before = recall.exchange(turn, before)
        said.append(before.answer.text)
    return said


def test_when_what_failed_was_tried(recall: Recall):
    _, when, asked = talk(recall, "Did you water the plant?", "When was that?", "When did I ask for it?")
    assert when.startswith("I tried to water the plant today at 09:0")
    assert asked.startswith("You asked me to water the plant today at 09:00")


def test_how_long_a_search_was_without_its_thing(recall: Recall):
    _, long = talk(recall, "Did you water the plant?", "For how long did you search?")
    assert "minute" in long and "water the plant" in long


def test_which_ones_came_to_nothing(recall: Recall):
    _, bad, failed = talk(
        recall,
        "What did I ask you to do today?",
        "Which ones did not work?",
        "How many of them failed?",
    )
    assert "tomato" in bad and "plant" in bad and "fridge" not in bad
    assert failed.startswith("1 task")


def test_whether_it_was_before_or_after(recall: Recall):
    _, order = talk(recall, "Did you put the mug in the fridge?", "Was that before or after you looked for the plant?")
    assert order.startswith("After that:")


def test_it_without_anything_before_is_asked_back_and_explained(recall: Recall):
    asked, told = talk(recall, "When did you put it in the fridge?", "The mug, sorry.")
    assert asked == "Which thing do you mean?"
    assert told.startswith("I put a mug in the fridge today at 09:")


def test_what_was_not_understood_still_says_what_it_was_about(recall: Recall):
    refused, told = talk(recall, "Mug wise, what gives, hmm, fridge or so?", "Where is it now?")
    assert refused.startswith(("I am not sure", "I do not understand"))
    assert "the mug" in told and "fridge" in told


def test_exclamations_and_names_for_whom_one_speaks_to_ask_nothing(recall: Recall):
    plain, said = (
        talk(recall, "Did you water the plant?")[0],
        talk(recall, "Oh dear, did you water the plant, love?")[0],
    )
    assert said == plain


def test_topics_put_last_or_explained_stand_where_their_word_did():
    assert asking("What did you water it with, the plant?")[0] == ["What did you water the plant with?"]
    assert explained("where did you put it?", "I mean the spoon") == "where did you put the spoon?"
    assert explained("where did you put it?", "never mind that") == "never mind that"


def test_a_time_said_beforehand_belongs_to_the_question(recall: Recall):
    alone, led = talk(recall, "What did you do yesterday?")[0], talk(recall, "I was out yesterday. What did you do?")[0]
    assert led == alone
