"""Turns that follow from what was told: which of it was first, what was said or done next, what is put in front."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import talk, vase_mug_and_tomato

from agent.recall.asking import Recall
from agent.recall.reading.parts.pronouns import looked_into
from agent.recall.reading.turns.sayings import said_beside
from agent.recall.several_questions import asking
from memory.building.history import HistoryBuilder
from memory.store.database import Store

WHICH = "Which thing do you mean?"


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("following") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = vase_mug_and_tomato(LoggedLife(store, builder))
            _plate_and_knife(lived)
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=20))


def _plate_and_knife(lived: LoggedLife) -> None:
    """A plate goes from the counter to the sink to the fridge; a knife goes to the sink later; something is said."""
    life = lived.at(TUESDAY.replace(hour=14), "day").life
    plate, knife = life.add("Plate|0", "CounterTop|0", "dirty"), life.add("ButterKnife|0", "CounterTop|0")
    life.look(plate, knife, "CounterTop|0").pick_up(plate).look("SinkBasin|0").put("SinkBasin|0").wait(minutes=5)
    life.look(plate, "SinkBasin|0").pick_up(plate).look("Fridge|0").put("Fridge|0").wait(minutes=5)
    life.look(knife, "CounterTop|0").pick_up(knife).look("SinkBasin|0").put("SinkBasin|0").look(knife, plate)
    lived.at(TUESDAY.replace(hour=15), "day").life.say("the gate code is 4711")


@pytest.mark.parametrize(
    ("asks", "holds"),
    [
        ("Which of those came first?", "vase"),
        ("And which one was the second?", "fridge"),
        ("Which of them was the last, if I may?", "tomato"),
        ("Which did I ask for first?", "vase"),
    ],
)
def test_which_it_was_is_told_of_what_was_listed(recall: Recall, asks: str, holds: str):
    *_, told = talk(recall, "What did I ask you to do today?", asks)
    assert holds in told and "; " not in told.replace("find a vase; ", "")


def test_a_number_goes_on_through_the_list(recall: Recall):
    *_, first, outcome, last = talk(
        recall, "What did I ask you to do today?", "Which one was the first?", "Did that work?", "And the last?"
    )
    assert "vase" in first and outcome.startswith("No") and "tomato" in last


def test_of_what_was_done_the_first_is_one_that_was_done(recall: Recall):
    *_, first = talk(recall, "What did you do today?", "And which of those came first?")
    assert "mug" in first and "vase" not in first


def test_which_of_two_turns_was_first(recall: Recall):
    two = ("Where did you put the butter knife?", "Where did you put the mug?")
    *_, first, last = talk(recall, *two, "Which of the two did you see to first?", "And the last?")
    assert "mug" in first and "knife" in last


@pytest.mark.parametrize("asks", ["Which of those was first?", "Which of the two was earlier?"])
def test_nothing_is_compared_with_itself(recall: Recall, asks: str):
    *_, told = talk(recall, "Where did you put the butter knife?", "When?", asks)
    assert told == WHICH


def test_what_was_over_first_was_done(recall: Recall):
    *_, told = talk(recall, "What did I ask you to do today?", "Which one did you finish first?")
    assert "mug" in told and "10:0" in told and "vase" not in told


def test_of_more_than_two_nobody_knows_which_two_are_meant(recall: Recall):
    *_, told = talk(recall, "What did I ask you to do today?", "Which of those two was first?")
    assert told == WHICH


def test_the_two_that_were_compared_are_those_of_which_one_came_first(recall: Recall):
    *_, told = talk(recall, "Which took longer, the mug or the vase?", "Which of the two came first?")
    assert "vase" in told and "mug" in told and "tomato" not in told


def test_the_last_of_all_stays_the_last_of_all_in_a_conversation(recall: Recall):
    alone = talk(recall, "What was the last thing I asked you to do?")
    *_, told = talk(recall, "What did you do today?", "And what was the last thing I asked you to do?")
    assert [told] == alone and "tomato" in told


@pytest.mark.parametrize(
    "asks",
    ["What did I tell you shortly afterwards?", "And what did I say after that?", "And what did I say next?"],
)
def test_what_was_said_after_what_was_told(recall: Recall, asks: str):
    *_, told, back = talk(recall, "When did I ask you to slice the tomato?", asks, "And before that?")
    assert "4711" in told and "vase" not in told and "slice the tomato" in back


def test_what_is_said_of_nobody_is_no_turn_of_that_kind(recall: Recall):
    before = recall.exchange("When did I ask you to slice the tomato?").exchange()
    assert before is not None
    assert said_beside(["what", "did", "you", "do", "after", "that"], before) is None


def test_where_something_was_put_next(recall: Recall):
    *_, sink, fridge = talk(
        recall, "Where did you take the plate from first?", "And where did you put it then?", "And after that?"
    )
    assert "sink" in sink and "fridge" not in sink and fridge != sink


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("And the salt shaker, where was that before you moved it?", "where was the salt shaker before you moved the"),
        ("The vase, did you find that?", "did you find the vase"),
        ("What about the mugs, did you wash them?", "did you wash the mugs?"),
        ("Now tell me, what was it I asked you about the pot?", "what was it I asked you about the pot"),
    ],
)
def test_what_is_put_in_front_is_what_that_means(said: str, asked: str):
    (question,), before = asking(said)
    assert question.lower().startswith(asked.lower()) and not before


def test_another_thing_that_was_in_the_same_place(recall: Recall):
    *_, same, other = talk(
        recall,
        "Where did you get the plate from?",
        "And the butter knife, did that come from there as well?",
        "And the mug, is that in the same place?",
    )
    assert "butter knife" in same and "mug" in other


def test_the_only_one_is_the_first_of_them(recall: Recall):
    *_, told = talk(recall, "Which tasks failed today?", "Which one was first?")
    assert "vase" in told


@pytest.mark.parametrize("asks", ["did you look in the fridge for it", "did you look for it in the fridge"])
def test_a_search_is_looked_at_in_the_place_that_is_named(asks: str):
    assert looked_into(asks.split()) == ["in", "the", "fridge"]


def test_of_another_one_the_same_is_not_told_once_more(recall: Recall):
    *_, other = talk(recall, "Where did you put the plate?", "And the other plate?")
    assert not other.startswith("I put the plate in the fridge") or "If that is" in other


def test_how_long_after_it_was_asked_for_a_task_was_given_up(recall: Recall):
    _, long, when = talk(
        recall,
        "Did you put the vase on the counter?",
        "How many minutes after I asked did you give up?",
        "And when did you give up?",
    )
    assert long.startswith("1 minute") and "until 09:0" in when


def test_before_the_end_of_a_task_is_not_before_its_beginning(recall: Recall):
    *_, began, ended = talk(
        recall,
        "When did you take the mug?",
        "Was that before or after you finished the mug in the fridge?",
        "When did you put the butter knife in the sink?",
    )
    assert began.startswith("Before that") and "knife" in ended


@pytest.fixture(scope="module")
def several_days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    """A mug goes into the fridge on Monday and on Tuesday; a plate only on Tuesday."""
    with Store.open(tmp_path_factory.mktemp("days") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder)
            for day, place in ((TUESDAY - timedelta(days=1), "CounterTop|0"), (TUESDAY, "Fridge|0")):
                life = lived.at(day.replace(hour=9), f"day {day.day}").life
                life.look("Mug|0", place).pick_up("Mug|0").look("Fridge|0").put("Fridge|0")
            life = lived.at(TUESDAY.replace(hour=11), "later").life
            life.add("Plate|0", "CounterTop|0")
            life.look("Plate|0", "CounterTop|0").pick_up("Plate|0").look("Fridge|0").put("Fridge|0")
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=20))


@pytest.mark.parametrize("other", ["Which other days?", "On which other days did you put the mug in the fridge?"])
def test_other_days_are_not_those_that_were_told(several_days: Recall, other: str):
    asked, told = talk(several_days, "Did you put the mug in the fridge today?", other)
    assert asked.startswith("Yes") and "yesterday" in told and "today" not in told


def test_there_may_be_no_other_day(several_days: Recall):
    *_, told = talk(several_days, "When did you put the plate in the fridge?", "Which other days?")
    assert told.startswith("On no other day")


def test_all_days_are_told_where_no_others_are_meant(several_days: Recall):
    *_, told = talk(several_days, "Did you put the mug in the fridge today?", "On which days?")
    assert "today" in told
