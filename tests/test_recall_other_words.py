"""Plain questions in other words than the examples: left out subjects, nouns for verbs, the order of learnt English."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.recall.executing.tasks.amounts import named_deed
from agent.recall.lookup.task_matching import content
from agent.recall.reading.by_example import ExampleReader, nothing_known
from agent.recall.reading.parts.sentences import sentence
from agent.recall.reading.reader import EarlierExchange, Refusal
from agent.recall.several_questions import asking
from agent.recall.understanding.times import TimeReader
from tests.test_recall_spoken_times import TwoDays

NOW = datetime(2026, 1, 6, 21)


def plainly(said: str) -> str:
    return " ".join(sentence(said).words)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Where may the bottle be found at present?", "where is the bottle"),
        ("Where is the bottle to be had?", "where is the bottle"),
        ("The bottle, where it was?", "where was the bottle"),
        ("In which machine you have boiled the egg?", "in which machine did you boil the egg"),
        ("Where might my bottle now be found?", "where is my bottle"),
        ("I wonder whether you may remember where my bottle can be seen.", "where is my bottle"),
        ("Which of the errands are still pending?", "which of the errands are left to do"),
        ("How many chores remain undone?", "how many chores are left to do"),
        ("Is the window open?", "is the window open"),
        ("At which hour was the pear cut?", "when was the pear cut"),
        ("Around what exact time did you open it?", "when did you open it"),
        ("What preceded the soup?", "what came before the soup"),
        ("Which errand followed the soup?", "which errand came after the soup"),
        ("What was the very next errand?", "what was the next errand"),
        ("Which errand did I follow?", "which errand did i follow"),
        ("How long did you search for it before giving up?", "how long did you search for it"),
        ("How long did you search for it before I came?", "how long did you search for it before i came"),
        ("From where had you taken it?", "from where did you take it"),
        ("Where were you supposed to leave the bottle?", "what did i tell you to do with the bottle"),
        ("When were you through with the pears?", "when did you finish the pears"),
        ("In which vessel was the egg boiled?", "in what did you boil the egg"),
        ("told ya anything?", "did i tell you anything"),
        ("opened the window yet?", "did you open the window yet"),
        ("I wonder if you could recall why you opened it.", "why did you open it"),
        ("State where the bottle is.", "where is the bottle"),
        ("Are you absolutely certain about that?", "are you sure"),
        ("what was my fave pot?", "what was my favourite pot"),
    ],
)
def test_it_is_put_as_the_plain_question(said: str, asked: str) -> None:
    last = asking(said)[0][-1]
    assert plainly(last) == asked


@pytest.mark.parametrize("said", ["put the bottle away", "gave you how many errands", "left the window open"])
def test_a_command_or_a_whole_question_has_its_subject(said: str) -> None:
    assert not plainly(said).startswith("did ")


def test_a_remark_and_an_opening_before_the_question_are_said_before_it() -> None:
    for said in (
        "Tell me, love, I had pears for breakfast and very good they were, but where did you leave the spatula?",
        "My soup went cold, but where did you leave the spatula?",
    ):
        questions, before = asking(said)
        assert questions == ["where did you leave the spatula?"] and before
    assert asking("Really? Why was it there?") == (["Why was it there?"], "Really?")


def read(said: str, before: str = "") -> str:
    reader = ExampleReader((), NOW, TimeReader(NOW, TwoDays()), nothing_known)
    earlier = reader.read(before) if before else None
    assert not isinstance(earlier, Refusal)
    found = reader.read(said, EarlierExchange(earlier.queries[-1]) if earlier else None)
    return "nothing" if isinstance(found, Refusal) else found.queries[-1].ask


def meant(said: str, before: str) -> tuple[object, ...]:
    reader = ExampleReader((), NOW, TimeReader(NOW, TwoDays()), nothing_known)
    earlier = reader.read(before) if before else None
    assert not isinstance(earlier, Refusal)
    found = reader.read(asking(said)[0][-1], EarlierExchange(earlier.queries[-1]) if earlier else None)
    assert not isinstance(found, Refusal), said
    query = found.queries[-1]
    return query.ask, query.of.subject, query.of.thing, query.of.relation, query.measure


@pytest.mark.parametrize(
    ("said", "asked", "before"),
    [
        ("What time was it when you cut the pear?", "When did you cut the pear?", ""),
        ("State its outcome.", "What became of it?", "which task did you do first"),
        ("Report its result.", "What became of it?", "which task did you do first"),
        ("What was its fate?", "What became of it?", "which task did you do first"),
        ("Any news of the salad?", "What became of the salad?", ""),
        ("What was the cause of that?", "Why?", "where did you put the bowl"),
        ("State the reason.", "Why?", "where did you put the bowl"),
        ("How did this come about?", "Why?", "where did you put the bowl"),
        ("For which errand had you opened it?", "Why did you open it?", "where is the fridge"),
        ("For what reason did you open the drawer?", "Why did you open the drawer?", ""),
        ("How many errands were you given?", "How many errands did I give you?", ""),
        ("How many jobs were you assigned?", "How many jobs did I give you?", ""),
        ("Which errands did you receive?", "Which errands did I give you?", ""),
        ("Which chores have you received today?", "Which chores did I give you today?", ""),
        ("What remains undone?", "What is left to do?", ""),
        ("Are there any errands outstanding?", "Is anything left to do?", ""),
        ("When did you give up looking for the bowl?", "When did you stop looking for the bowl?", ""),
        ("Where could one find the bowl?", "Where is the bowl?", ""),
        ("Where should I look for the kettle?", "Where is the kettle?", ""),
        ("When was the first errand?", "When did you begin the first errand?", ""),
        ("List all objects that you sliced today.", "What did you slice today?", ""),
        ("What was the very last errand?", "What was the last errand?", ""),
        ("Did I want the window to be closed?", "Did I ask you to close the window?", ""),
        ("When did I ask for the pears to be put in the sink?", "When did I ask you to put the pears in the sink?", ""),
    ],
)
def test_it_asks_what_the_plain_question_asks(said: str, asked: str, before: str) -> None:
    assert meant(said, before) == meant(asked, before)


def test_what_is_near_to_them_asks_something_else() -> None:
    assert read("Did you receive the bowl?") != "list"
    assert read("Is the fridge still open?") == "state"
    assert read("Where did you find the bowl?") == "taken"


def test_they_are_understood() -> None:
    assert read("Where might the bowl be found at present?") == "where"
    assert read("State its outcome.", "what was the first task") == "outcome"
    assert read("What was the reason?", "which tasks failed yesterday") == "why"
    assert read("List every item you have picked up since yesterday morning, and the tool used.") == "tool"
    assert read("What couldn't you find these two days?") == "list"
    assert read("How long did you search for the bowl before you gave up?") == "duration"
    assert read("Did you look in the drawer for it?", "did you put the bowl on the shelf") == "exists"


def test_what_is_open_may_be_work() -> None:
    reader = ExampleReader((), NOW, TimeReader(NOW, TwoDays()), nothing_known)
    found = reader.read("what's still open, just the list")
    assert not isinstance(found, Refusal) and any(one.ask == "remaining" for one in found.otherwise[0])


def test_switching_on_and_off_are_opposite_tasks_and_where_something_is_taken_is_where_it_is_put() -> None:
    on, off = content("switch the lamp on"), content("switched off the lamp")
    assert on != off and on - off and off - on
    for said in ("switch the lamp off", "switch off the lamp"):
        deed = named_deed(said)
        assert deed is not None and deed.actions == ("ToggleOff",)
    assert plainly("When did you take the bowl to the sink?") == "when did you put the bowl in the sink"
    assert plainly("Did you bring the bowl to my aunt?") == "did you bring the bowl to my aunt"
