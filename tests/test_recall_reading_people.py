"""What the reader makes of names of people, of searches, of what was found and of verbs that nobody knows."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.recall.algebra.query import MemoryQuery
from agent.recall.reading.by_example import ExampleReader
from agent.recall.reading.frames import NoMemory
from agent.recall.reading.reader import EarlierExchange, Reading, Refusal
from agent.recall.understanding.times import TimeReader

NOW = datetime(2026, 1, 8, 20)
PEOPLE = frozenset({"vera", "doctor lin"})
TASKS = frozenset({"find my wallet", "make tea", "fetch the kettle"})


def reader() -> ExampleReader:
    return ExampleReader([], NOW, TimeReader(NOW, NoMemory()), TASKS.__contains__, PEOPLE)


def read(text: str, before: EarlierExchange | None = None) -> MemoryQuery:
    found = reader().read(text, before)
    assert isinstance(found, Reading), found
    return found.queries[0]


@pytest.mark.parametrize(
    ("text", "subject", "speaker"),
    [
        ("What did Vera ask you to do?", "tasks", "vera"),
        ("What was the last thing Doctor Lin asked you to do?", "tasks", "doctor lin"),
        ("How many coffees did you make for Vera?", "tasks", "vera"),
        ("What did Doctor Lin say about the plant?", "speech", "doctor lin"),
    ],
)
def test_people_are_those_who_spoke_and_asked(text: str, subject: str, speaker: str):
    query = read(text)
    assert (query.of.subject, query.of.speaker, query.left_out) == (subject, speaker, ())


def test_an_owner_is_left_out_and_said():
    query = read("Where is Vera's mug?")
    assert query.of.thing.types == ("Mug",)
    assert "veras" in query.left_out


@pytest.mark.parametrize("verb", ["looking", "searching", "hunting"])
def test_a_search_is_the_task_to_find(verb: str):
    query = read(f"What did you see while {verb} for my wallet?")
    assert query.of.relation == "during"
    assert query.of.others[0].task == "find my wallet"


def test_a_search_that_no_task_is_called_by_is_part_of_one_about_the_thing():
    query = read("How long were you searching for the ladle?")
    assert query.of.task == "ladle"
    assert query.left_out == ("looking for",)


def test_where_something_was_found_is_where_it_was_first_taken_from():
    query = read("Where did you find the ladle?")
    assert (query.ask, query.of.ordinal) == ("taken", 1)
    assert read("Where can I find the ladle?").ask == "where"


def test_a_verb_that_nobody_knows_is_no_task_that_never_was():
    found = reader().read("Did you defenestrate the mugs?")
    assert isinstance(found, Refusal)
    assert "defenestrate" in found.text


@pytest.mark.parametrize("states", ["on or off", "off or on"])
def test_one_of_two_states_is_a_question_for_the_state(states: str):
    query = read(f"Is the toaster {states}?")
    assert (query.ask, len(query.of.thing.states), query.left_out) == ("state", 1, ())


def test_things_are_counted_in_deeds_also_where_a_task_is_called_so():
    found = ExampleReader([], NOW, TimeReader(NOW, NoMemory()), lambda words: True).read("How many cups did you wash?")
    assert isinstance(found, Reading)
    assert (found.queries[0].of.subject, found.queries[0].counted) == ("deeds", "things")


def test_requests_are_counted_in_order():
    query = read("What was the third job I gave you on Monday?")
    assert (query.ask, query.of.subject, query.of.speaker, query.of.ordinal) == ("list", "tasks", "user", 3)


def test_what_is_thrown_away_is_in_the_garbage_can():
    assert read("Did you throw the potato away?").of.place.types == ("GarbageCan",)


def test_what_happened_to_a_thing_by_itself_is_a_change():
    assert read("When did the bottle break?").of.change == "+broken"


def test_what_is_known_about_what_nobody_handles_was_told():
    query = read("What do you know about my uncle?")
    assert (query.ask, query.of.about) == ("fact", ("uncle",))
    assert read("What do you know about the mug?").of.subject == "deeds"


def test_a_clause_of_time_alone_limits_the_question_before():
    before = EarlierExchange(read("Where was the mug?"))
    query = read("And after you opened the fridge?", before)
    assert (query.ask, query.of.thing.types, query.of.relation) == ("where", ("Mug",), "after")


def test_all_days_are_no_place():
    query = read("What did you slice over those three days?")
    assert (query.of.actions, query.left_out, query.of.place.unknown) == (("Slice",), (), "")
