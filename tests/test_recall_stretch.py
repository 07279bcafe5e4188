"""What a follow-up asks of a thing in the task that was told, and what was done next after it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest
from life import START
from test_recall_asked_tasks import TUESDAY, LoggedLife
from test_recall_talk import talk

from agent.recall.asking import Recall
from memory.building.history import HistoryBuilder
from memory.store.database import Store

COFFEE = "Did you make a cup of coffee yesterday?"
SLICED = "Did you slice that tomato today?"


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("stretch") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder)
            for thing in ("DiningTable|0", "CoffeeMachine|0", "Cabinet|0", "Drawer|0", "Shelf|0", "StoveBurner|0"):
                lived.life.add(thing)
            _yesterday(lived)
            _today(lived)
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=20))


def _task(lived: LoggedLife, when: datetime, words: str, *moves: tuple[str, str, str]) -> int:
    """A task in which things are taken from places and put in others."""
    number = lived.at(when, f"{when:%d %H}").begin(words, words)
    for thing, here, there in moves:
        lived.life.look(thing, here).pick_up(thing).look(there).put(there)
    return number


def _yesterday(lived: LoggedLife) -> None:
    life, monday = lived.life, START.replace(hour=16)
    life.add("Mug|1", "DiningTable|0")
    life.add("Pan|0", "Shelf|0")
    life.add("Potato|0", "Cabinet|0")
    coffee = _task(lived, monday, "make a cup of coffee", ("Mug|1", "DiningTable|0", "CoffeeMachine|0"))
    life.switch("CoffeeMachine|0", True)
    lived.end(coffee, "done")
    moves = (("Pan|0", "Shelf|0", "StoveBurner|0"), ("Potato|0", "Cabinet|0", "Pan|0"))
    lived.end(_task(lived, monday.replace(hour=17), "fry a potato", *moves), "done")


def _today(lived: LoggedLife) -> None:
    """A mug, the spoon and the pan are put elsewhere; a tomato is sliced where it lies; a task goes on to the end."""
    life, day = lived.life, TUESDAY
    life.add("Spoon|0", "CounterTop|0")
    life.add("Knife|0", "Drawer|0")
    life.add("Bread|0", "CounterTop|0")
    mug = _task(lived, day.replace(hour=9), "put a mug in the fridge", ("Mug|0", "CounterTop|0", "Fridge|0"))
    lived.end(mug, "done")
    spoon = lived.at(day.replace(hour=10), "10").begin("put the spoons in the drawer", "put the spoons away")
    life.look("Spoon|0", "CounterTop|0").pick_up("Spoon|0").look("Drawer|0").open("Drawer|0").put("Drawer|0")
    lived.end(spoon, "done")
    pan = _task(lived, day.replace(hour=11), "put the pan in the sink", ("Pan|0", "StoveBurner|0", "SinkBasin|0"))
    lived.end(pan, "done")
    life.places["Tomato|0"] = "Cabinet|0"
    tomato = _task(lived, day.replace(hour=13), "slice a tomato")
    life.look("Knife|0", "Drawer|0").pick_up("Knife|0").look("Tomato|0", "Cabinet|0").live("Slice", "Tomato|0")
    life.look("CounterTop|0").put("CounterTop|0")
    lived.end(tomato, "done")
    _task(lived, day.replace(hour=14), "switch the coffee machine on")
    life.look("CoffeeMachine|0").switch("CoffeeMachine|0", True)
    bread = lived.begin("put the bread in the fridge", "put the bread in the fridge")
    life.look("Bread|0", "CounterTop|0").pick_up("Bread|0").look("Fridge|0").put("Fridge|0")
    lived.end(bread, "done")


@pytest.mark.parametrize(
    ("turns", "holds"),
    [
        ((COFFEE, "When?", "Where did you get the mug from?"), "dining table"),
        ((COFFEE, "When?", "Where did you get the mug from?", "Where did you put it?"), "coffee machine"),
        (("When did you make coffee?", "And where did you take that mug from?"), "dining table"),
        (("How long did the coffee take?", "Where did you put the mug?"), "coffee machine"),
        (("Did you fry a potato yesterday?", "Where did you get the pan from?"), "shelf"),
        (("Did you fry a potato yesterday?", "Where did you find the pan?", "And where did you put it?"), "stove"),
        (("Why did you fry the potato?", "Which place did the pan come from?"), "shelf"),
        (("Where did you take the potato from?", "And where did you put the pan?"), "stove"),
    ],
)
def test_a_thing_is_the_one_that_was_handled_in_the_task_that_was_told(
    recall: Recall, turns: tuple[str, ...], holds: str
):
    assert holds in talk(recall, *turns)[-1]


@pytest.mark.parametrize(
    ("turns", "holds"),
    [
        ((COFFEE, "Where did you put the mug today?"), "fridge"),
        ((COFFEE, "Where did you last put the mug?"), "fridge"),
        ((COFFEE, "Where did you put the knife?"), "counter top"),
        (("Where is the mug now?", "Where did you get the mug from?"), "counter top"),
        (("What did you do yesterday?", "Where did you put the pan?"), "sink"),
        ((COFFEE, "Where is the mug?"), "fridge"),
    ],
)
def test_of_another_time_or_of_what_was_not_handled_then_it_is_asked_of_all_times(
    recall: Recall, turns: tuple[str, ...], holds: str
):
    assert holds in talk(recall, *turns)[-1]


@pytest.mark.parametrize(
    "asks", ["And where on earth did you find it?", "Where did you find it?", "Where did you discover the tomato?"]
)
def test_what_was_never_taken_was_found_where_it_was_seen(recall: Recall, asks: str):
    assert "cabinet" in talk(recall, SLICED, asks)[-1]


def test_what_was_never_met_was_found_nowhere(recall: Recall):
    assert "never" in talk(recall, SLICED, "Where did you find the vase?")[-1]
    assert "never picked up" in talk(recall, "When did you slice the tomato?", "Where did you take it from?")[-1]


@pytest.mark.parametrize(
    ("turns", "holds"),
    [
        (("When were you done with the tomato?", "What did you do after that?"), "bread"),
        (("Did you slice the tomato?", "When were you done?", "And what did you do next?"), "bread"),
        (("What did you do after the tomato?",), "bread"),
        (("Where did you get the spoons from?", "What did you do after the spoons?"), "pan"),
        (("Where did you get the spoons from?", "What did you do after you were done with them?"), "pan"),
        (("Where did you get the spoons from?", "And what did you do once you had finished with the spoons?"), "pan"),
        (("Where did you put the mug?", "What did you do after you had finished with it?"), "spoons"),
    ],
)
def test_the_next_task_is_one_that_was_done(recall: Recall, turns: tuple[str, ...], holds: str):
    told = talk(recall, *turns)[-1]
    assert holds in told and "handled" not in told and "still" not in told


def test_a_deed_that_came_next_is_told_by_what_was_done(recall: Recall):
    *_, opened = talk(recall, "When did you pick up the spoon?", "What did you do right after that?")
    *_, put = talk(recall, "Where did you get the mug from?", "What did you do after that?")
    assert "opened the drawer" in opened and "put the mug in the fridge" in put


def test_what_goes_on_is_still_told_of_where_that_is_asked(recall: Recall):
    assert "still" in recall.answer("What are you doing?").text


@pytest.mark.parametrize(
    ("turns", "holds"),
    [
        (("Did you fry a potato yesterday?", "How long did the frying take?"), "frying a potato|fried a potato"),
        (("Did you fry a potato yesterday?", "When were you done with the cooking?"), "fry"),
        (
            ("When did you fry the potato?", "Where did you get the pan from?", "How long did the cooking take?"),
            "fried",
        ),
        (("Did you fry a potato yesterday?", "How long did the washing take?"), "never|not|no "),
    ],
)
def test_a_noun_for_the_deed_is_the_task_that_was_told(recall: Recall, turns: tuple[str, ...], holds: str):
    assert any(part in talk(recall, *turns)[-1] for part in holds.split("|"))


@pytest.mark.parametrize(
    ("asked", "has", "lacks"),
    [
        ("I was away all of yesterday. What did you do in the afternoon?", "coffee", "tomato"),
        ("I was out the whole of yesterday, dear. What were you asked to do after five?", "potato", "tomato"),
        ("I was away yesterday. What did you do this morning?", "mug", "potato"),
        ("I was away yesterday. What did you do today after twelve?", "tomato", "potato"),
    ],
)
def test_a_part_of_the_day_is_of_the_day_that_was_named_before(recall: Recall, asked: str, has: str, lacks: str):
    told = talk(recall, asked)[-1]
    assert has in told and lacks not in told
