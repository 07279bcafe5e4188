"""Plain questions that were taken for others: what is left out of all there is, which place, since when, who left."""

from __future__ import annotations

from datetime import datetime

import pytest
from test_recall_executing import Ask, ask, lived
from test_recall_reading_people import NOW, read, reader

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.reading.frames import NoMemory
from agent.recall.reading.reader import Refusal
from agent.recall.understanding.times import TimeReader
from agent.recall.voice.speaking import worded

__all__ = ["ask", "lived"]


@pytest.mark.parametrize(
    "text",
    [
        "What do you know about the internet password?",
        "What do you know about my neighbours?",
    ],
)
def test_what_nobody_handles_was_told_whatever_words_it_is_called_by(text: str):
    query = read(text)
    assert (query.ask, query.left_out) == ("fact", ())


@pytest.mark.parametrize(
    "text",
    [
        "What else did you do yesterday apart from the soup?",
        "Which two tasks did my husband cancel?",
        "How many of each did you slice?",
        "Where did you put the second mug you washed?",
        "Who interrupted the soup?",
        "Was the mug sticky yesterday?",
        "Did anybody tell you to stop slicing the bread?",
        "Was the toaster on longer than the microwave?",
    ],
)
def test_a_question_without_what_turns_it_is_not_understood(text: str):
    assert isinstance(reader().read(text), Refusal)


@pytest.mark.parametrize("text", ["Which tasks did you do today?", "Tell me about today.", "What did I say?"])
def test_everything_is_told_where_nothing_was_left_out_that_says_which(text: str):
    assert not isinstance(reader().read(text), Refusal)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Which cabinet is the bowl in?", "where"),
        ("On which shelf are the books?", "where"),
        ("What drawer did you put the spoon in?", "put"),
    ],
)
def test_which_place_is_where(text: str, asked: str):
    query = read(text)
    assert (query.ask, query.left_out) == (asked, ())
    assert "Cabinet" not in query.of.thing.types


def test_a_place_that_something_was_done_to_is_no_whereabouts():
    assert read("Which cabinets did you open?").of.thing.types == ("Cabinet",)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Who left the tap running?", "ToggleOn"),
        ("Who left the window open?", "Open"),
        ("Who has left the lamp off?", "ToggleOff"),
    ],
)
def test_who_left_something_so_is_who_brought_it_to_that(text: str, action: str):
    query = read(text)
    assert (query.ask, query.of.actions, query.left_out) == ("who", (action,), ())


def test_who_did_what_the_robot_never_did_is_not_known(ask: Ask):
    put = Selection("deeds", ("Place",), thing=ThingFilter(("Mug",)), place=ThingFilter(("Fridge",)))
    said = worded(ask(MemoryQuery("who", put, text="who put the mug in the fridge")), NOW)
    assert "who did, I do not know" in said
    asked = worded(ask(MemoryQuery("who", put, text="who asked you to put the mug in the fridge")), NOW)
    assert "who did" not in asked


@pytest.mark.parametrize(
    "text",
    [
        "Since when is the pot on the table?",
        "Since when has the pot been there?",
        "How long has the pot been in the sink?",
    ],
)
def test_since_when_is_asked_of_where_it_is_now(text: str):
    query = read(text)
    assert (query.of.subject, query.of.thing.types, query.measure) == ("sights", ("Pot",), "start")


def test_since_when_is_when_it_was_put_there(ask: Ask):
    mug, machine = ThingFilter(("Mug",)), ThingFilter(("CoffeeMachine",))
    there = Selection("sights", thing=mug, place=machine)
    (put,) = ask(MemoryQuery("when", Selection("deeds", ("Place",), thing=mug, place=machine))).items
    since = ask(MemoryQuery("when", there, measure="start"))
    assert (since.value, since.status) == ((put.start,), "known")
    assert ask(MemoryQuery("duration", there, measure="start")).value == datetime(2026, 1, 6, 12) - put.start
    gone = ask(MemoryQuery("when", Selection("sights", thing=mug, place=ThingFilter(("SinkBasin",))), measure="start"))
    assert (gone.value, gone.status) == ((), "partly")


@pytest.mark.parametrize(
    ("text", "subject"), [("How many mugs are dirty?", "sights"), ("How many lamps were on?", "sights")]
)
def test_things_in_a_state_are_counted_as_seen(text: str, subject: str):
    assert read(text).of.subject == subject


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("Did you get the old green pan clean?", "-dirty"),
        ("How many spoons did you get clean today?", "-dirty"),
        ("When did you get the potato cooked?", "+cooked"),
    ],
)
def test_what_a_thing_was_got_to_be_was_done_to_it(text: str, change: str):
    assert read(text).of.change == change


@pytest.mark.parametrize("text", ["Did you get the clean mug?", "Did you get the mug from the shelf?"])
def test_what_was_got_is_else_taken(text: str):
    assert read(text).of.actions == ("Pickup",)


def test_why_a_thing_is_somewhere_is_why_it_was_put_there():
    query = read("Why is the book in the fridge?")
    assert (query.ask, query.of.actions, query.of.place.types) == ("why", ("Place",), ("Fridge",))


@pytest.mark.parametrize("text", ["Who asked for the potato?", "Who wanted the tomato?"])
def test_who_asked_for_a_thing_wanted_a_task(text: str):
    assert read(text).of.subject == "tasks"


def test_what_came_next_when_something_was_done_came_after_it():
    query = read("What came next when you sliced the potato?")
    assert (query.of.relation, query.of.next_to) == ("after", True)


def test_how_long_a_thing_was_somewhere_is_of_no_task():
    query = read("How long was the pan on the shelf?")
    assert (query.of.subject, query.of.thing.types, query.of.task) == ("sights", ("Pan",), "")


def test_while_a_thing_was_somewhere_is_a_time():
    other = read("Did you slice the bread while the knife was in the sink?").of.others[0]
    assert (other.subject, other.thing.types) == ("sights", ("Knife", "ButterKnife"))


@pytest.mark.parametrize(("word", "most"), [("first", False), ("last", True)])
def test_which_of_two_came_first_or_last_is_compared(word: str, most: bool):
    query = read(f"Did you slice the tomato or the bread {word}?")
    assert (query.ask, len(query.against), query.measure, query.most) == ("compare", 1, "start", most)


def test_what_was_done_before_the_other_thing_was_done_to_that_too():
    query = read("Did you put the plate in the cabinet before the bowl?")
    assert query.of.others == (Selection("deeds", ("Place",), thing=ThingFilter(("Bowl",)), place=query.of.place),)


def test_it_in_a_clause_is_the_place_that_is_named():
    assert read("What did you put in the microwave before you opened it?").of.others[0].thing.types == ("Microwave",)


def test_whatever_there_is_is_not_left_out():
    assert read("When did you last put something in the fridge?").left_out == ()


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("the week before last", datetime(2025, 12, 22), datetime(2025, 12, 28)),
        ("the weekend before last", datetime(2025, 12, 27), datetime(2025, 12, 28)),
        ("the month before last", datetime(2025, 11, 1), datetime(2025, 11, 30)),
        ("the year before last", datetime(2024, 1, 1), datetime(2024, 12, 31)),
    ],
)
def test_before_last(said: str, first: datetime, last: datetime):
    scope = TimeReader(NOW, NoMemory()).read(f"what did you do {said}").scope
    assert scope.start is not None
    assert scope.end is not None
    assert (scope.start.date(), scope.end.date()) == (first.date(), last.date())
