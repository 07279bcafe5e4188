"""What a turn takes over from the question before, what it puts in its place, and which of what was told it means."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from life import START, kitchen
from test_recall_talk import talk

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANYTHING
from agent.recall.asking import Recall
from agent.recall.reading.by_example import ExampleReader, nothing_known
from agent.recall.reading.frames import NoMemory
from agent.recall.reading.reader import EarlierExchange, Reading, Refusal
from agent.recall.understanding.times import TimeReader
from memory.building.history import HistoryBuilder
from memory.store.database import Store

MONDAY = datetime(2026, 1, 5, 8)


@pytest.fixture(scope="module")
def reader() -> ExampleReader:
    return ExampleReader((), MONDAY, TimeReader(MONDAY, NoMemory()), nothing_known)


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("leaning") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            for one in kitchen().experiences:
                builder.observe(one)
        yield Recall(store, START + timedelta(days=1, hours=10))


def turn(reader: ExampleReader, first: str, second: str) -> Reading | Refusal:
    """What the second of two sentences is read as."""
    before = reader.read(first)
    assert isinstance(before, Reading)
    return reader.read(second, EarlierExchange(before.queries[-1]))


def query(reader: ExampleReader, first: str, second: str) -> MemoryQuery:
    found = turn(reader, first, second)
    assert isinstance(found, Reading), f"{second}: not understood"
    return found.queries[-1]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("did you make the soup", "and somebody helped you?"),
        ("did you clean the mirror", "not the garden one I trust"),
        ("what did you wash today", "ugh"),
        ("did you fail to open the jar", "Want of strength, I assume?"),
        ("what did you drop", "did you wash it"),
        ("what did you pick up today", "was it dirty"),
        ("what did you do on monday", "which of the two did you begin with"),
    ],
)
def test_what_names_nothing_that_is_known_is_not_the_old_question(reader: ExampleReader, first: str, second: str):
    assert isinstance(turn(reader, first, second), Refusal)


@pytest.mark.parametrize(
    ("first", "second", "ask", "kind"),
    [
        ("when did you open the box", "did you wash the plate then", "exists", "Plate"),
        ("what is in the fridge", "no tomato?", "exists", "Tomato"),
        ("how often did you open the drawer today", "the microwave too", "count", "Microwave"),
        ("what did you slice", "the potato when", "when", "Potato"),
        ("how often did you fail to pick up the cup", "and with the bowl?", "count", "Bowl"),
    ],
)
def test_a_thing_takes_the_place_of_what_was_asked(reader: ExampleReader, first: str, second: str, ask: str, kind: str):
    found = query(reader, first, second)
    assert (found.ask, found.of.thing.types, found.left_out) == (ask, (kind,), ())


def test_what_was_done_is_asked_of_the_other_thing_too(reader: ExampleReader):
    assert query(reader, "what did you slice", "the potato when").of.actions == ("Slice",)
    assert query(reader, "did you open the safe yesterday", "and closed?").of.thing.types == ("Safe",)
    assert query(reader, "did you finish washing the pan", "the kettle I meant").of.task == "wash the kettle"


def test_each_of_several_is_asked_about(reader: ExampleReader):
    places = turn(reader, "what is in the sink", "and on the desk, and on the shelf")
    things = turn(reader, "did you wash the plate", "and the pan and the cup?")
    assert isinstance(places, Reading) and isinstance(things, Reading)
    assert len(places.queries) == len(things.queries) == 2


def test_what_says_which_one_is_told_as_left_out(reader: ExampleReader):
    assert query(reader, "what did you see in the drawer", "bottom one").left_out == ("bottom",)
    assert query(reader, "did you wash the mug", "and the red bowl?").left_out == ("red",)


@pytest.mark.parametrize("second", ["when did you close it", "where is it"])
def test_a_state_that_was_asked_for_does_not_say_which_is_meant(reader: ExampleReader, second: str):
    assert query(reader, "is the fridge open", second).of.thing.states == ()


@pytest.mark.parametrize(
    ("first", "second", "relation"),
    [
        ("did you make toast before the coffee", "so after?", "after"),
        ("what did you do after slicing the bread", "and before?", "before"),
    ],
)
def test_before_and_after_are_turned(reader: ExampleReader, first: str, second: str, relation: str):
    before = reader.read(first)
    assert isinstance(before, Reading)
    found = query(reader, first, second)
    assert found.of.relation == relation
    assert found.of.others == before.queries[0].of.others


def test_before_a_place_is_where_it_was(reader: ExampleReader):
    for second in ("before that?", "and before the drawer?"):
        found = query(reader, "where is the ladle", second)
        assert (found.ask, found.of.thing.types) == ("taken", ("Ladle",))


def test_the_thing_before_another_was_handled_alike(reader: ExampleReader):
    of = query(reader, "what is the last thing you picked up", "and the thing before the cup").of
    assert (of.actions, of.relation, of.ordinal) == (("Pickup",), "before", -1)
    assert of.others[0].actions == ("Pickup",) and of.others[0].thing.types == ("Cup",)


def test_how_often_and_when_are_of_what_failed(reader: ExampleReader):
    for second in ("how many times", "when was that"):
        assert query(reader, "did the soup fail", second).of.outcomes == ("failed", "partly")


@pytest.mark.parametrize(
    ("first", "second", "ask"),
    [
        ("did you water the plant", "only once?", "count"),
        ("what did I ask you to do on sunday", "was there a fourth", "exists"),
        ("what did you do on sunday", "in that order", "order"),
    ],
)
def test_what_names_nothing_is_asked_of_what_was_asked_about(reader: ExampleReader, first: str, second: str, ask: str):
    found = query(reader, first, second)
    assert found.ask == ask
    assert found.of.thing != ANYTHING or found.of.time.words


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("what did you do on monday", "tues", "on Tuesday"),
        ("what did I ask you to do on friday", "sat?", "on Saturday"),
        ("what did you do between 9 and 10", "now the hour after that", "today between 10:00 and 11:00"),
        ("what did you do between 9 and 10", "11 to 12", "today between 11:00 and 12:00"),
        ("what did you do on saturday", "after 18:00", "on 3 Jan 2026 after 18:00"),
        ("summarize yesterday", "now the day before that", "the day before yesterday"),
        ("what did you do yesterday morning", "and the afternoon before?", "the day before yesterday afternoon"),
    ],
)
def test_a_time_is_counted_from_the_one_before(reader: ExampleReader, first: str, second: str, words: str):
    assert query(reader, first, second).of.time.words == words


def test_a_week_before_keeps_what_was_counted(reader: ExampleReader):
    found = query(reader, "how often did you wash the pan last week", "and the week before?")
    assert found.ask == "count" and found.of.change == "-dirty"
    assert found.of.time.scope.start == datetime(2025, 12, 22)


def test_one_of_what_was_told_is_meant_by_its_number(recall: Recall):
    turns = ("What did you pick up yesterday?", "When did you pick up the second one?", "And the first one?")
    _, second, first = talk(recall, *turns)
    assert "knife" in second and "mug" not in second
    assert "mug" in first and "knife" not in first
    _, latter = talk(recall, turns[0], "Where is the latter?")
    assert "knife" in latter and "mug" not in latter


def test_a_task_is_meant_by_its_number(recall: Recall):
    _, who, why = talk(recall, "Which tasks did you do yesterday?", "Who asked for the second one?", "Why the former?")
    assert "cut the bread" in who
    assert "coffee" in why
    _, long = talk(recall, "Which tasks did you do yesterday?", "How long did the latter take?")
    assert "sliced bread" in long and "2 tasks" not in long


def test_of_two_there_is_no_middle_one(recall: Recall):
    assert talk(recall, "Which tasks did you do yesterday?", "The middle one, who was that for?")[1].startswith("Which")


def test_it_after_several_is_asked_back_and_they_are_told_one_by_one(recall: Recall):
    _, which = talk(recall, "What did you pick up yesterday?", "Did you wash it?")
    assert which == "Which thing do you mean?"
    _, where = talk(recall, "What did you pick up yesterday?", "Where are they now?")
    assert "mug" in where and "knife" in where


def test_where_something_was_when_it_was_seen(recall: Recall):
    _, then = talk(recall, "When did you first see the knife?", "Where was it then?")
    assert "counter top" in then and "hand" not in then


def test_whether_it_is_still_there_tells_where_it_is(recall: Recall):
    _, where = talk(recall, "Where did you put the mug?", "Is it still there?")
    assert "coffee machine" in where


def test_what_is_compared_with_nothing_is_compared_with_what_was_spoken_of(reader: ExampleReader):
    found = query(reader, "how long did the soup take", "was the toast quicker?")
    assert (found.ask, found.of.task) == ("compare", "toast")
    assert [one.task for one in found.against] == ["soup"]


def test_what_is_named_beside_what_was_spoken_of_is_left_out_aloud(reader: ExampleReader):
    assert any("soap" in words for words in query(reader, "did you wash the plate", "with soap?? yikes").left_out)


def test_another_thing_is_that_of_the_same_deed_or_else_of_any_task(reader: ExampleReader):
    found = turn(reader, "when did you start washing the plates", "and the spoons?")
    assert isinstance(found, Reading)
    assert found.queries[0].of.task == "wash the spoons"
    assert [one.of.task for one in found.otherwise[0]] == ["spoons"]


@pytest.mark.parametrize(
    ("first", "second", "ask", "kind"),
    [
        ("did you put the tomato in the microwave", "did you close it", "state", "Microwave"),
        ("did you put the apple in the fridge", "is it open", "state", "Fridge"),
        ("did you put the apple in the fridge", "did you slice it", "exists", "Apple"),
        ("where did you put the cup", "is it in the drawer", "where", "Cup"),
        ("what did you do with the book on monday", "is it in the sink", "where", "Book"),
    ],
)
def test_it_is_what_that_may_be_done_to(reader: ExampleReader, first: str, second: str, ask: str, kind: str):
    found = query(reader, first, second)
    assert (found.ask, found.of.thing.types) == (ask, (kind,))


def test_how_many_were_done_is_asked_of_those_that_were_asked_for(reader: ExampleReader):
    for said in ("how many did you do", "how many have you done", "how many did you finish"):
        found = query(reader, "which tasks did i give you on monday", said)
        assert found.ask == "count" and "done" in found.of.outcomes
        assert (found.of.speaker, found.of.time.words) == ("user", "on Monday")


def test_how_long_something_was_so_after_it_was_switched_on(reader: ExampleReader):
    found = query(reader, "did you switch on the desk lamp", "and how long was it going for")
    assert (found.ask, found.of.subject, found.of.thing.states) == ("duration", "sights", ("+on",))
    found = query(reader, "did you switch on the desk lamp", "how long did it take")
    assert found.of.subject != "sights"


def test_what_limits_a_fragment_otherwise_is_not_left_out(reader: ExampleReader):
    for said in ("before nine as agreed?", "before ten like always?"):
        assert isinstance(turn(reader, "did you finish the soup", said), Refusal)


def test_what_was_done_with_a_thing_is_not_done_by_its_means(reader: ExampleReader):
    found = query(reader, "where did you take the cup from", "what did you do with it after that")
    assert found.of.thing.types == ("Cup",) and found.of.tool == ANYTHING
    single = reader.read("what did you do with the cup after breakfast")
    assert isinstance(single, Reading) and single.queries[0].of.thing.types == ("Cup",)


def test_the_answer_to_what_was_said_is_about_the_same(reader: ExampleReader):
    found = query(reader, "what did i say about the keys", "and what did you answer?")
    assert found.of.speaker == "robot" and found.of.about == ("keys",)


def test_in_between_of_one_thing_is_during_it(reader: ExampleReader):
    found = query(reader, "when did you make the soup", "what did i want in between")
    assert (found.of.relation, found.of.speaker, found.left_out) == ("during", "user", ())
    assert found.of.others[0].task == "make the soup"
    assert query(reader, "when did you make the soup", "what did you do in between").of.speaker == ""
