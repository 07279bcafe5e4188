"""A rewriter may say a question in other words, but not ask about another day, thing, number or state."""

from __future__ import annotations

import pytest

from agent.recall.reworded import RewordedQuestion
from agent.recall.understanding.times import TimeReader
from tests.test_recall_spoken_times import NOW, TwoDays

ANSWER = "I put the pan on the dining table yesterday at 18:20."


def rewording(said: str, context: str = "") -> RewordedQuestion:
    return RewordedQuestion(said, context, TimeReader(NOW, TwoDays()))


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("How many jobs came in on 5 January?", "how many tasks did you do on friday"),
        ("What was on the agenda at half past nine?", "what did you do at half past eight"),
        ("Any mishaps with the plates?", "did you break a plate today"),
        ("Tell me, is the cabinet shut at present?", "is the cabinet open"),
        ("Would the lamp be off by any chance?", "is the lamp on"),
        ("Have you shut the fridge by any chance?", "did you open the fridge"),
        ("Any news of the mug?", "where did you put the pan"),
        ("Were there several cups?", "were there 3 cups"),
    ],
)
def test_another_day_thing_number_or_state_is_another_question(said: str, plainly: str) -> None:
    assert rewording(said).turns(plainly)


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("What was on the agenda at half past nine?", "what did you do at 9:30"),
        ("What was on the agenda on 5 January?", "what did you do yesterday"),
        ("Would the lamp be off by any chance?", "is the lamp off"),
        ("The tap's dripping, is it not?", "is the faucet on"),
        ("Any news of the mug?", "where is the mug"),
    ],
)
def test_the_same_in_other_words_stays_the_same(said: str, plainly: str) -> None:
    assert not rewording(said).turns(plainly)


def test_what_a_sentence_leans_on_may_be_named_but_not_put_in_the_place_of_what_it_names() -> None:
    assert not rewording("And where had it stood?", f"what about the pan / {ANSWER}").turns(
        "where was the pan yesterday"
    )
    assert rewording("And the salt shaker, had that stood there?", f"what about the pan / {ANSWER}").turns(
        "where was the pan before you picked it up"
    )


def test_a_day_that_only_the_answer_names_was_not_asked_about() -> None:
    leans_on = f"where is the pan / {ANSWER}"
    asked = rewording("How often did I ask for it?", leans_on)
    assert asked.without_told_day("how often did i ask for the pan yesterday").split()[-1] == "pan"
    for said, context in (
        ("How often did I ask for it then?", leans_on),
        ("How often did I ask for it?", f"where was the pan yesterday / {ANSWER}"),
        ("How often did I ask for it yesterday?", leans_on),
    ):
        kept = rewording(said, context).without_told_day("how often did i ask for the pan yesterday")
        assert kept.endswith("yesterday")


def test_whether_it_was_done_again_is_not_whether_it_was_done() -> None:
    asked = rewording("Did you move it again later?", f"where is the pan / {ANSWER}")
    assert asked.turns("did you move the pan")
    assert not asked.turns("did you move the pan after you put it on the dining table")
    assert not rewording("Did you move it?", f"where is the pan / {ANSWER}").turns("did you move the pan")


def test_a_time_that_is_not_named_any_more_is_lost() -> None:
    assert rewording("Any mishaps yesterday?").loses_time("did you break anything")
    assert not rewording("Any mishaps yesterday?").loses_time("did you break anything yesterday")
