"""Turns that go on from what was told: since then, where the first one was, into what, where it should have gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import talk, vase_mug_and_tomato

from agent.recall.algebra.query import SENSES, MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.asking import Recall
from agent.recall.reading.parts.nominal import as_question
from agent.recall.understanding.senses import with_senses
from memory.building.history import HistoryBuilder
from memory.store.database import Store


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("turns") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = vase_mug_and_tomato(LoggedLife(store, builder))
            _two_forks(lived)
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=20))


def _two_forks(lived: LoggedLife) -> None:
    """The fridge is opened and closed, then two forks go into a drawer, one from a pan and one from a cabinet."""
    life = lived.at(TUESDAY.replace(hour=14), "day").life
    pan, shelf = life.add("Pan|0", "CounterTop|0"), life.add("Cabinet|0", "CounterTop|0")
    drawer, fridge = life.add("Drawer|0", "CounterTop|0"), "Fridge|0"
    first, second = life.add("Fork|0", "Pan|0"), life.add("Fork|1", "Cabinet|0")
    life.look(fridge).live("Open", fridge).live("Close", fridge).wait(minutes=10)
    life.look(first, pan, "CounterTop|0").pick_up(first).look(drawer).put(drawer).wait(minutes=5)
    life.look(second, shelf).pick_up(second).look(drawer).put(drawer)


@pytest.mark.parametrize(
    "asks",
    [
        "Have you closed the fridge since then?",
        "Did you open the fridge since?",
        "Since then, did you open the fridge?",
        "Did you close the fridge since that moment?",
    ],
)
def test_since_then_counts_from_what_was_told(recall: Recall, asks: str):
    *_, said = talk(recall, "When did you last put a fork in the drawer?", asks)
    assert said.startswith("No") and "14:00" in said


def test_what_was_done_since_then_is_told(recall: Recall):
    *_, said = talk(recall, "When did you open the fridge?", "Did you pick up a fork since then?")
    assert said.startswith("Yes")


def test_of_what_was_put_away_the_first_one_was_where_it_was_taken_from(recall: Recall):
    _, first, other = talk(recall, "Did you put the forks in the drawer?", "Where was the first one?", "And the other?")
    assert "pan" in first and "cabinet" in other
    _, second, nothing = talk(recall, "Did you put the forks away?", "And where was the second one?", "And the third?")
    assert "cabinet" in second and "only" in nothing


def test_where_they_are_now_is_asked_of_now(recall: Recall):
    *_, said = talk(recall, "Did you put the forks in the drawer?", "Where is the first one now?")
    assert "drawer" in said


def test_whether_there_is_a_thing_of_that_name_is_no_question_for_another(recall: Recall):
    assert "mug" not in recall.answer("Is there a cup?").text


def test_people_call_a_mug_a_cup(recall: Recall):
    said = recall.answer("Where is the cup?").text
    assert "mug" in said and "I know of no cup" in said


@pytest.mark.parametrize(
    ("asks", "plainly"),
    [
        ("how many minutes passed between the request for the bear and your giving up", "how long did the bear take"),
        ("how long was it from my request for the salad until it was done", "how long did the salad take"),
        ("what became of the cleaning of the mugs", "what became of cleaning the mugs"),
        ("what day is the sister s birthday", "when is the sister s birthday"),
        ("what became of the ceiling of the room", "what became of the ceiling of the room"),
        ("how long was it between the salad and the toast", "how long was it between the salad and the toast"),
    ],
)
def test_nouns_are_asked_as_questions(asks: str, plainly: str):
    assert as_question(asks) == plainly


@pytest.mark.parametrize("asks", ["Where should it have gone?", "Where should that have been put?"])
def test_where_something_should_have_gone_is_what_was_asked(recall: Recall, asks: str):
    *_, said = talk(recall, "Did you find the vase?", asks)
    assert "you said" in said and "vase" in said


@pytest.mark.parametrize(
    ("text", "sense"),
    [
        ("did you drop the cup", "fell"),
        ("who opened the fridge", "doer"),
        ("who did you give the apple to", "receiver"),
        ("when did you stop", "given up"),
        ("is the mug in the sink", "now"),
        ("how long did it take to find the bowl", "search"),
    ],
)
def test_what_words_say_besides_is_in_the_query(text: str, sense: str):
    assert sense in SENSES
    assert sense in with_senses(MemoryQuery("exists", Selection("deeds"), text=text)).senses
    assert sense not in with_senses(MemoryQuery("exists", Selection("deeds"), text="did you wash the mug")).senses


def test_what_was_cut_lies_where_it_was(tmp_path: Path):
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder)
            life = lived.at(TUESDAY.replace(hour=9), "day").life
            oven, tomato = life.add("Microwave|0", "CounterTop|0"), life.add("Tomato|0", "Microwave|0")
            life.look(oven, tomato).live("Slice", tomato).wait(minutes=120)
            lived.remember()
        store.connection.execute("DELETE FROM sightings")
        asked = Recall(store, TUESDAY.replace(hour=20))
        assert "microwave" in asked.answer("Where is the tomato?").text
        assert "microwave" in asked.answer("Where was the tomato when you cut it?").text
        assert "from" not in asked.answer("What did you do with the tomato?").text


@pytest.mark.parametrize(
    "asks", ["How many?", "How many were there?", "And how many was that in all?", "how many were they"]
)
@pytest.mark.parametrize("told", ["What did you put in the drawer today?", "When did you put forks in the drawer?"])
def test_how_many_counts_all_that_was_told(recall: Recall, told: str, asks: str):
    *_, said = talk(recall, told, asks)
    assert "2 forks" in said


@pytest.mark.parametrize(
    ("asks", "begins"),
    [
        ("Are you sure it was not three?", "I put 2 forks"),
        ("Weren't there four forks?", "I put 2 forks"),
        ("Certain it wasn't one?", "I put 2 forks"),
        ("So it was two?", "Yes"),
        ("Are you sure there were five of them?", "No"),
        ("Only one?", "No"),
    ],
)
def test_a_number_that_is_doubted_is_held_to_what_was_counted(recall: Recall, asks: str, begins: str):
    *_, said = talk(recall, "What did you put in the drawer today?", "How many?", asks)
    assert said.startswith(begins) and "2 forks" in said


def test_how_many_of_something_else_counts_not_what_was_told(recall: Recall):
    *_, said = talk(recall, "What did you put in the drawer today?", "How many times did you open the fridge?")
    assert "fork" not in said


@pytest.mark.parametrize(("asks", "begins"), [("Were there four forks?", "No"), ("Are there two forks?", "Yes")])
def test_things_that_were_seen_twice_count_once(recall: Recall, asks: str, begins: str):
    assert recall.answer(asks).text.startswith(begins)
