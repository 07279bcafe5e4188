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


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("Where is the knife that you used for it?", "where did you take the knife from"),
        ("So where's the pan that you got out of the cabinet?", "where did you get the pan"),
        ("Where are the forks you set down, then?", "from where did you take the forks"),
        ("And where is the cup that you found?", "where did you find the cup"),
        ("How many times were you asked to switch the lamp on?", "how many times did you switch on the lamp"),
        ("How often were you told to open the fridge?", "how often did you open the fridge"),
        ("How often have you been asked to wash a cup?", "how many times did you wash a cup"),
        ("How many times did you get asked to fetch a pen?", "how often did you bring a pen"),
    ],
)
def test_where_it_is_and_how_often_it_was_asked_for_are_no_questions_for_deeds(said: str, plainly: str) -> None:
    assert rewording(said, "what did you do / I put a pan, a cup and forks away.").turns(plainly)


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("Where is the knife from, the one you used?", "where is the knife"),
        ("Where is that pan from?", "where did you take the pan from"),
        ("Where is it that you found the cup?", "where did you find the cup"),
        ("Where was the pan that you used?", "where did you take the pan from"),
        ("Where's the pan that you got out?", "where is the pan"),
        ("How many times were you asked to switch the lamp on?", "how often were you told to switch on the lamp"),
        ("How often were you asked to wash a cup?", "how often did I ask you to wash a cup"),
        ("How often were you able to open the fridge?", "how often did you open the fridge"),
    ],
)
def test_where_it_came_from_and_how_often_it_was_done_may_be_said_otherwise(said: str, plainly: str) -> None:
    assert not rewording(said).turns(plainly)
