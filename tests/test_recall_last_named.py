"""What was named last decides: a topic somebody brings up, what is told before, the bare name of a thing, that task."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import talk

from agent.recall.asking import Recall
from agent.recall.topics import about_topic, told_topic
from envs.vocabulary.nouns import full_lexicon
from memory.building.history import HistoryBuilder
from memory.rules.facts import FactBook
from memory.store.database import Store

NUTS, BIRTHDAY = "Tom is allergic to nuts", "My sister's birthday is on 4 March"


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    """A tomato cut on Monday; on Tuesday a mug put away, then a lettuce cut in the sink and a wine bottle moved."""
    with Store.open(tmp_path_factory.mktemp("named") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder).at(TUESDAY.replace(hour=9) - timedelta(days=1), "monday")
            _cut(lived, "Tomato|0", "CounterTop|0")
            lived.at(TUESDAY.replace(hour=9), "mug").tried("put a mug in the fridge", "put a mug in the fridge")
            lived.at(TUESDAY.replace(hour=10), "vase")
            lived.tried("put a vase on the counter top", "put the vase on the counter", "failed", "no vase")
            lived.at(TUESDAY.replace(hour=11), "lettuce").life.add("Lettuce|0", "SinkBasin|0")
            _cut(lived, "Lettuce|0", "SinkBasin|0")
            _wine(lived)
            _spoons(lived)
            lived.remember()
        FactBook(store).tell(BIRTHDAY, "user", TUESDAY.replace(hour=13))
        FactBook(store).tell(NUTS, "user", TUESDAY.replace(hour=13, minute=5))
        yield Recall(store, TUESDAY.replace(hour=20))


def _cut(lived: LoggedLife, thing: str, place: str) -> None:
    name = thing.partition("|")[0].lower()
    task = lived.begin(f"slice a {name}", f"slice the {name}")
    lived.life.look(thing, place).live("Slice", thing).wait(minutes=1)
    lived.end(task, "done")


def _wine(lived: LoggedLife) -> None:
    life = lived.at(TUESDAY.replace(hour=12), "wine").life
    life.add("WineBottle|0", "SinkBasin|0")
    task = lived.begin("put a wine bottle on the counter top", "put the wine on the counter")
    life.look("WineBottle|0", "SinkBasin|0").pick_up("WineBottle|0").look("CounterTop|0").put("CounterTop|0")
    lived.end(task, "done")


def _spoons(lived: LoggedLife) -> None:
    """Two spoons from two places into the drawer, one at 14:00 and the other later."""
    life = lived.at(TUESDAY.replace(hour=14), "spoons").life
    life.add("Drawer|0")
    task = lived.begin("put every spoon in a drawer", "put all the spoons in the drawer")
    for name, place in (("Spoon|0", "CounterTop|0"), ("Spoon|1", "SinkBasin|0")):
        life.add(name, place)
        life.look(name, place).pick_up(name).look("Drawer|0").put("Drawer|0").wait(minutes=10)
    lived.end(task, "done")


@pytest.mark.parametrize(
    "turn",
    [
        "There was something about a birthday as well, I believe. Whose was it?",
        "Somebody mentioned a birthday to you after that, whose was it?",
        "I told you about a birthday once. When is it?",
        "There was some talk of the birthday, too. What day is it?",
        "My wife spoke of a birthday. Whose is that?",
    ],
)
def test_the_topic_that_is_brought_up_decides_which_fact(recall: Recall, turn: str):
    allergic, said, day = talk(recall, "What is Tom allergic to?", turn, "And what day is it?")
    assert NUTS in allergic
    assert BIRTHDAY in said and "nuts" not in said
    assert BIRTHDAY in day and "nuts" not in day


def test_a_topic_that_nobody_told_of_is_not_the_fact_before(recall: Recall):
    said = talk(recall, "What is Tom allergic to?", "There was talk of a holiday, too. When is it?")[-1]
    assert "nuts" not in said and "holiday" in said


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("I mentioned the egg to you.", "When is it done?"),  # a thing: more is known of it
        ("You mentioned a problem.", "What was it?"),  # what the robot said
        ("There was something about a birthday.", "Who told you that?"),  # of the telling
        ("I like birthdays.", "When is it?"),
    ],
)
def test_what_is_no_topic_somebody_told_of(before: str, question: str):
    lexicon = full_lexicon()
    assert not told_topic(before, question, lambda word: lexicon.find([word]) is not None)


@pytest.mark.parametrize(
    ("before", "question", "asked"),
    [
        ("There was to be lettuce, and I saw none on my plate.", "Did you slice it?", "Did you slice the lettuce?"),
        ("I ate from a plate with tomato.", "Did you ever cut it up?", "Did you ever cut the tomato up?"),
        ("I had an egg in the fridge.", "Did you open it?", "Did you open the fridge?"),
        ("I saw the toaster beside the bread.", "Did you turn it on?", "Did you turn the toaster on?"),
        ("I left the lettuce on my plate.", "Did you wash it?", "Did you wash the plate?"),
        ("I had a mug and a plate.", "Did you slice it?", "Did you slice the plate?"),  # nothing of it can be
    ],
)
def test_it_is_what_the_deed_can_have_been_done_to(before: str, question: str, asked: str):
    assert about_topic(before, question, full_lexicon(), lambda word: False) == asked


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Where did you get the bottle from?", "picked up the wine bottle from the sink"),
        ("Where is the bottle?", "the wine bottle on the counter top"),
        ("Did you see a bottle?", "Yes"),
        ("What did you do with the bottle?", "picked up the wine bottle"),
        ("Did you put the bottle in the fridge?", "never put the wine bottle in the fridge"),
        ("Where is the spray bottle?", "never seen a spray bottle"),  # another kind of bottle
        ("Did you see a fork?", "I have never seen a fork"),
        ("Did you see a wine glass?", "No, I have never seen"),
    ],
)
def test_a_bare_name_means_the_only_kind_that_was_met(recall: Recall, question: str, words: str):
    assert words in recall.answer(question).text


def test_a_thing_that_was_asked_for_by_its_bare_name_is_meant_by_it(tmp_path):
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder)
            _wine(lived)
            lived.tried("put a bottle in the fridge", "put a bottle in the fridge", "failed", "no bottle")
            lived.remember()
        assert "wine bottle" not in Recall(store, TUESDAY.replace(hour=20)).answer("Where is the bottle?").text


@pytest.mark.parametrize(
    "turn",
    [
        "Which task did you do before this one?",
        "What was the job before that one?",
        "Which work have you done just before that?",
        "And which chore came before it?",
    ],
)
def test_the_task_before_the_one_in_which_that_was_done(recall: Recall, turn: str):
    where, said = talk(recall, "Where did you put the wine bottle?", turn)
    assert "counter" in where
    assert "lettuce" in said and "wine" not in said


def test_the_task_after_it_and_the_deed_before_it(recall: Recall):
    after = talk(recall, "Where did you slice the lettuce?", "When was that?", "Which task came after that one?")[-1]
    assert "wine bottle" in after
    deed = talk(recall, "Where did you put the wine bottle?", "What did you do before that?")[-1]
    assert "lettuce" not in deed


def test_where_something_was_cut_is_where_it_was_then(recall: Recall):
    turns = "What did you slice yesterday?", "Where did you slice it?", "And the lettuce?"
    _, tomato, lettuce = talk(recall, *turns)
    assert "the tomato on the counter top" in tomato
    assert "the lettuce in the sink" in lettuce and "today" in lettuce
    assert "in the sink" not in recall.answer("Where did you slice the tomato today?").text


def test_where_it_was_when_it_was_fetched_is_where_it_came_from(recall: Recall):
    asked = "I had put the wine bottle away. Where was it when you fetched it today?"
    assert "from the sink basin" in recall.answer(asked).text


@pytest.mark.parametrize("turn", ["When was that?", "At what time was that?", "And when were those?"])
def test_when_several_things_were_taken_of_which_it_was_told(recall: Recall, turn: str):
    told, when = talk(recall, "Where did you find the spoons?", turn)
    assert "counter top" in told and "sink" in told
    assert "14:00" in when and "14:11" in when and "picked up" in when


def test_when_one_thing_was_put_is_asked_of_that_deed(recall: Recall):
    when = talk(recall, "Where did you put the wine bottle?", "When was that?")[-1]
    assert "put the wine bottle" in when and "12:00" in when


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ("What did I ask you to do next?", "spoon"),
        ("Which task were you given next?", "spoon"),
        ("And what did they ask you to do after that?", "spoon"),
        ("What did we want after that?", "spoon"),
    ],
)
def test_what_was_asked_next_is_counted_from_what_was_denied_since(recall: Recall, turn: str, words: str):
    put, denied, said = talk(
        recall, "When did you put the wine bottle on the counter?", "Have you picked it up again since?", turn
    )
    assert "12:00" in put and denied.startswith("No")
    assert words in said and "wine" not in said


@pytest.mark.parametrize("turn", ["What did they ask you to do next?", "What did I want after that?"])
def test_whoever_asks_what_was_wanted_asks_of_tasks(recall: Recall, turn: str):
    said = talk(recall, "When did you slice the lettuce?", turn)[-1]
    assert "wine bottle" in said and "picked up" not in said


@pytest.mark.parametrize(
    "question",
    [
        "What is the current status of the task with the vase?",
        "What is the present state of the vase task?",
        "What is the status of the job concerning the vase?",
    ],
)
def test_the_status_of_a_task_that_is_named_by_its_thing(recall: Recall, question: str):
    told, asked = talk(recall, question, "When was it given to you?")
    assert "could not" in told or "no vase" in told
    assert "10:00" in asked and "vase" in asked


def test_which_was_looked_for_first_compares_the_searches(recall: Recall):
    assert recall.answer("What did you look for first, the mug or the vase?").value == "put a mug in the fridge"
    assert "never" not in recall.answer("Which have you searched first, the vase or the mug?").text
