"""Turns about what was told: one of them, what else, again and later, the longer one, the one for something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import talk, vase_mug_and_tomato

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.asking import Recall
from agent.recall.reading.parts.pronouns import the_one_for
from agent.recall.reading.pieces import by_deed
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.sameness import tells_the_same
from memory.building.history import HistoryBuilder
from memory.store.database import Store

TASKS = "What did I ask you to do today?"


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("told") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = vase_mug_and_tomato(LoggedLife(store, builder))
            _two_knives(lived)
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=20))


def _two_knives(lived: LoggedLife) -> None:
    """A bread is cut with a knife from the counter, then an egg is put away, a potato is cut with one from the sink."""
    life = lived.at(TUESDAY.replace(hour=14), "day").life
    for thing in ("Bread|0", "Potato|0", "Egg|0", "Apple|0"):
        life.add(thing, "CounterTop|0")
    life.add("Knife|0", "CounterTop|0")
    life.add("Knife|1", "SinkBasin|0")
    life.look("Bread|0", "Knife|0", "CounterTop|0").pick_up("Knife|0").live("Slice", "Bread|0").put("CounterTop|0")
    life.wait(minutes=10).look("Egg|0").pick_up("Egg|0").look("Fridge|0").put("Fridge|0").wait(minutes=10)
    life.look("Knife|1", "SinkBasin|0").pick_up("Knife|1").look("Potato|0", "CounterTop|0").live("Slice", "Potato|0")
    life.put("CounterTop|0").look("Knife|0", "Knife|1", "CounterTop|0")
    lived.at(TUESDAY.replace(hour=16), "day").life.say("my sister's birthday is on 4 March")


@pytest.mark.parametrize(
    ("asks", "begins"),
    [
        ("Was the vase one of them?", "Yes."),
        ("And was the tomato among those?", "Yes."),
        ("Is the mug one of those too?", "Yes."),
        ("Was the egg one of them?", "No."),
        ("Was the bread among them?", "No."),
    ],
)
def test_whether_something_is_among_what_was_told(recall: Recall, asks: str, begins: str):
    _, said = talk(recall, TASKS, asks)
    assert said.startswith(begins)


def test_what_is_one_of_them_is_spoken_of_from_then_on(recall: Recall):
    *_, when = talk(recall, TASKS, "Was the vase one of them?", "When did you try that?")
    assert "vase" in when and "09:0" in when and "tomato" not in when


def test_whether_it_was_one_of_them_asks_nothing_where_nothing_was_told(recall: Recall):
    assert not talk(recall, "Was the vase one of them?")[0].startswith(("Yes", "No."))


def test_what_else_is_nothing_where_the_same_would_be_told():
    fact = FoundItem("fact", "my sister's birthday is on 4 March", TUESDAY, TUESDAY)
    told = Findings(MemoryQuery("fact", Selection("facts")), (fact.name,), "known", (fact,))
    before = EarlierExchange(told.query, told)
    assert tells_the_same("Did I tell you anything else today?", before, told)
    assert tells_the_same("What else did I say?", before, told)
    more = replace(told, items=(fact, replace(fact, name="the gate code is 4711")))
    assert not tells_the_same("What else did I say?", before, more)
    assert not tells_the_same("What did I say?", before, told)
    assert not tells_the_same("What else did I say?", None, told)


@pytest.mark.parametrize("asks", ["Did I mention my sister's birthday?", "Did I ever mention my sister's birthday?"])
def test_whether_something_was_mentioned_is_answered_with_yes(recall: Recall, asks: str):
    (said,) = talk(recall, asks)
    assert said.startswith("Yes") and "4 March" in said
    (what,) = talk(recall, "When is my sister's birthday?")
    assert not what.startswith("Yes")


@pytest.mark.parametrize(
    "asks",
    ["Did you take it out again?", "Did you take it out later?", "And did you take it out again afterwards?"],
)
def test_again_and_later_are_after_what_was_told(recall: Recall, asks: str):
    _, said = talk(recall, "When did you put the egg in the fridge?", asks)
    assert said.startswith("No, I did not pick up the egg")


def test_without_again_it_is_asked_of_any_time(recall: Recall):
    _, said = talk(recall, "When did you put the egg in the fridge?", "Did you pick it up?")
    assert said.startswith("Yes, I picked up the egg")


def test_a_tool_is_asked_about_as_it_was_taken_for_what_was_told(recall: Recall):
    *_, bread = talk(recall, "What did you cut the bread with?", "Where did you get it?")
    *_, potato = talk(recall, "What did you cut the potato with?", "Where did you find it?")
    assert "from the counter top" in bread and "sink" not in bread
    assert "from the sink" in potato


def test_for_something_else_asks_for_its_tool(recall: Recall):
    *_, said = talk(recall, "What did you cut the bread with?", "And for the potato?")
    assert said.startswith("I sliced the potato with the knife")


def test_of_anything_it_is_told_what_it_was(recall: Recall):
    for asks in ("Did you slice anything?", "Did you get anything sliced today?"):
        (said,) = talk(recall, asks)
        assert said.startswith("Yes") and "bread" in said and "potato" in said
    (one,) = talk(recall, "Did you slice the bread?")
    assert "potato" not in one


@pytest.mark.parametrize("asks", ["the tomato or the mug", "the mug or the tomato"])
def test_the_one_that_took_longer_is_meant_next(recall: Recall, asks: str):
    longer, long = talk(recall, f"Which took longer, {asks}?", "How long was that?")
    assert longer.startswith("Put a mug") and "mug" in long and "tomato" not in long


@pytest.mark.parametrize("asks", ["Which tasks are not done?", "Which tasks did you not do?", "What did not get done?"])
def test_what_is_not_done_is_all_that_came_to_nothing(recall: Recall, asks: str):
    (said,) = talk(recall, asks)
    assert "vase" in said and "tomato" in said and "mug" not in said


def test_what_is_left_to_do_is_less(recall: Recall):
    for asks in ("What is left to do?", "Which tasks are not done yet?"):
        (said,) = talk(recall, asks)
        assert "vase" not in said or "called off" not in said


@pytest.mark.parametrize(
    "asks", ["Why did the vase not work out?", "Why did the vase not work?", "Why did the vase fail?"]
)
def test_why_something_did_not_work_is_why_it_failed(recall: Recall, asks: str):
    (said,) = talk(recall, asks)
    assert said.startswith("I tried to put a vase")


def test_of_what_failed_others_succeeded(recall: Recall):
    _, said = talk(recall, "What failed today?", "Which ones succeeded?")
    assert "mug" in said and "vase" not in said


def test_when_they_failed_is_when_they_were_over(recall: Recall):
    _, said = talk(recall, TASKS, "When did the first one fail?")
    assert "until" in said and "vase" in said


def test_what_was_said_stands_for_what_was_asked_with_it(recall: Recall):
    _, done, over = talk(recall, "What did I ask first today?", "Did you do it?", "How long did it take?")
    assert done.startswith("No.") and "vase" in done
    assert "vase" in over


@pytest.mark.parametrize("when", ["in the meantime", "between the two"])
def test_in_between_is_the_time_between_what_was_told(recall: Recall, when: str):
    told = "When did you put something in the fridge?"
    moments, bread = talk(recall, told, f"Did you slice the bread {when}?")
    assert "10:0" in moments and "14:1" in moments and bread.startswith("Yes, I sliced the bread")
    _, potato = talk(recall, told, f"Did you slice the potato {when}?")
    assert potato.startswith("No, I did not slice the potato in between")
    assert talk(recall, told, "Did you slice the potato?")[1].startswith("Yes")


def test_where_several_were_found_is_told_of_each(recall: Recall):
    (every,) = talk(recall, "Where did you find the knives?")
    assert "from the counter top" in every and "from the sink" in every
    (first,) = talk(recall, "Where did you find the egg?")
    assert first.startswith("I picked up the egg from the counter top")


@pytest.mark.parametrize("said", ["and the one in the sink", "the one", "one for the tomato"])
def test_the_one_for_something_is_called_by_its_name(said: str):
    meant = ["the", "one", "for", "the", "tomato"]
    assert the_one_for(meant, ("Knife",)) == ["the", "knife", "for", "the", "tomato"]
    assert the_one_for(meant, ()) == meant
    assert the_one_for(said.split(), ("Knife",)) == said.split()


def test_the_first_that_was_done_counts_by_when_it_was_begun():
    first = MemoryQuery("list", Selection("tasks", ordinal=1), text="what was the first thing you did")
    assert by_deed(first).measure == "start"
    for of, text in (
        (Selection("tasks", ordinal=1, speaker="user"), "what was the first thing i asked you to do"),
        (Selection("tasks", ordinal=1, outcomes=("failed",)), "which did you fail first"),
        (Selection("tasks"), "what did you do"),
        (Selection("tasks", ordinal=1), "which task was first"),
    ):
        assert by_deed(MemoryQuery("list", of, text=text)).measure == ""


@pytest.mark.parametrize(
    ("asks", "begins"),
    [
        ("Was that after the vase?", "Yes:"),
        ("Was that before the vase?", "No:"),
        ("Was it before the tomato?", "Yes:"),
        ("Was that before or after the vase?", "After that:"),
    ],
)
def test_whether_it_was_before_something_is_yes_or_no(recall: Recall, asks: str, begins: str):
    _, said = talk(recall, "When did you put the mug in the fridge?", asks)
    assert said.startswith(begins)
