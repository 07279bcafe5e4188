"""What was not understood: guesses that the memory bears out, said to be guesses, and what is never guessed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from test_recall_asked_tasks import PLANT, TUESDAY, LoggedLife
from test_recall_talk import talk

from agent.recall.answer import Answer
from agent.recall.asking import Recall
from agent.recall.reading.parts.nominal import as_question
from agent.recall.reading.parts.sentences import sentence
from agent.recall.several_questions import combined
from agent.recall.understanding.plain_words import plain
from memory.building.history import HistoryBuilder
from memory.store.database import Store

GUESS = "(If that is what you ask.)"


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("guesses") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder).at(TUESDAY.replace(hour=9), "day")
            lived.tried("water the plant", "water the plant please", "failed", PLANT)
            lived.tried("put a mug in the fridge", "put the mug in the fridge")
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=20))


def test_a_guess_is_answered_as_one(recall: Recall):
    answer = recall.answer("Has everything that I set you to today actually been carried through?")
    assert answer.status == "unsure"
    assert answer.text.endswith(GUESS)
    assert "put a mug in the fridge" in answer.text
    assert "could not find a house plant" in answer.text


def test_what_was_understood_is_no_guess(recall: Recall):
    answer = recall.answer("Did you put the mug in the fridge?")
    assert answer.status == "known"
    assert GUESS not in answer.text


def test_no_guess_leaves_out_a_thing_that_was_named(recall: Recall):
    assert GUESS not in recall.answer("Mug wise, what gives, hmm, fridge or so?").text


def test_nothing_is_guessed_of_words_without_sense(recall: Recall):
    assert recall.answer("blah blub blip blop").kind == "unknown"


def test_a_deed_that_nobody_knows_to_what_nobody_spoke_of_never_was(recall: Recall):
    answer = recall.answer("When did you paint the garden fence?")
    assert answer.status == "never happened"
    assert answer.value is False


def test_a_verb_that_nobody_knows_is_not_denied_of_what_the_robot_handled(recall: Recall):
    answer = recall.answer("When did you buff the mug?")
    assert answer.status == "unsure"
    assert '"buff"' in answer.text


@pytest.mark.parametrize(
    "said", ["Did you dawdle?", "How long did it take from my request about the vase until you gave up?"]
)
def test_no_task_is_denied_that_nobody_can_tell_from_the_words(recall: Recall, said: str):
    answer = recall.answer(said)
    assert answer.status != "never happened" and not answer.text.startswith("I have no memory of")


def test_a_dish_that_was_never_asked_for_is_denied(recall: Recall):
    assert recall.answer("When did you make the salad?").status == "never happened"


def test_what_two_sentences_come_to_is_said_once():
    one = Answer("I never dropped it.", False, "exists", (), "never happened", 3)
    assert combined([one, one]) == one
    two = combined([one, replace(one, text="I broke it.", value=True, status="known"), one])
    assert two.text.count("I never dropped it.") == 1 and "I broke it." in two.text


def test_what_somebody_asked_for_in_strange_words_is_not_denied(tmp_path_factory: pytest.TempPathFactory):
    with Store.open(tmp_path_factory.mktemp("strange") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder).at(TUESDAY.replace(hour=9), "day")
            fence = lived.begin("paint the fence", "paint the garden fence")
            lived.end(fence, "failed", "I cannot do that")
            lived.remember()
        assert (
            Recall(store, TUESDAY.replace(hour=20)).answer("Did you paint the garden fence?").status != "never happened"
        )


def test_what_happened_after_what_did_not_work_out_is_why(recall: Recall):
    _, why = talk(recall, "Did you water the plant?", "Oh. What happened?")
    assert PLANT.removeprefix("I ") in why
    assert "mug" not in why


def test_what_was_done_about_a_thing_is_told_by_the_task_about_it(recall: Recall):
    never = recall.answer("When were you through with the plant?")
    assert never.status == "never happened"
    assert "I tried to water the plant" in never.text
    assert recall.answer("Did you see to the mug?").text.startswith("Yes, I put a mug in the fridge")


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("provide the date and time at which the tomato was sliced", "when the tomato was sliced"),
        ("state the place where the mug is", "where the mug is"),
        ("please give me the reason why you stopped", "why you stopped"),
        ("what was the duration of the salad", "how long did the salad take"),
        ("state the elapsed time between my request for toast and its completion", "how long did toast take"),
        ("kindly say me everything that you have sliced", "which thing you have sliced"),
        ("list all tasks that failed", "which tasks failed"),
        ("identify the task completed after the toast", "which task was completed after the toast"),
        ("to which location was it moved", "where was it moved to"),
        ("out of which object was it taken", "out of what was it taken"),
        ("tell me about monday", "tell me about monday"),
        ("did you open the fridge", "did you open the fridge"),
    ],
)
def test_what_is_asked_by_a_noun_is_asked_with_a_question_word(said: str, asked: str):
    assert as_question(said) == asked


def test_which_thing_is_meant_is_no_place_of_the_question():
    read = sentence("from where did you take the egg that is now in the fridge")
    assert " ".join(read.words) == "from where did you take the egg"
    assert read.which == "that is now in the fridge"
    assert not sentence("which are the things that are in the fridge").which


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("after you'd cut the bread", "after you had cut the bread"),
        ("I'd like to know", "i would like to know"),
        ("what'd you do", "what did you do"),
        ("the 1st thing you did", "the first thing you did"),
        ("on the 1st of May", "on the 1st of may"),
        ("is it open rn", "is it open right now"),
        ("y is the wi-fi off", "why is the wifi off"),
    ],
)
def test_shorthand_is_spelled_out(said: str, meant: str):
    assert plain(said) == meant


def test_two_days_that_follow_each_other_are_one_time():
    assert " ".join(sentence("how often did you open the fridge yesterday and today").words).endswith("since yesterday")
