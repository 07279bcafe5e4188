"""Whether a thing is still in a place, how long it took to find it, what was first, and the same deed several times."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from life import START, Life
from test_recall_asked_tasks import LoggedLife

from agent.recall.algebra.findings import FoundItem
from agent.recall.asking import Recall
from agent.recall.voice.task_phrases import plainly
from agent.recall.voice.things import told_one_by_one
from memory.building.history import HistoryBuilder
from memory.store.database import Store

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    """A mug is looked for and put into the fridge, a book stays where it is; later coffee is made."""
    with Store.open(tmp_path_factory.mktemp("now") / "home.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder).at(START, "one")
            life: Life = lived.life
            life.add("Shelf|0")
            life.add("Book|0", "Shelf|0")
            task = lived.begin("put a mug in some fridge", "put the mug in the fridge and slice the tomato")
            life.task = "put a mug in some fridge"
            life.look("Shelf|0", "Book|0").walk(12).look("Mug|0", "CounterTop|0").pick_up("Mug|0").look("Fridge|0")
            life.put("Fridge|0").look("Mug|0", "Fridge|0")
            lived.end(task, "done")
            lived.at(START + HOUR, "two").tried("make coffee", "make coffee", "failed", "I could not find a machine")
            lived.remember()
        yield Recall(store, START + 3 * HOUR)


@pytest.mark.parametrize("asked", ["Is the mug on the counter top?", "Is there a mug on the counter?"])
def test_what_was_moved_is_not_there_any_more(recall: Recall, asked: str):
    text = recall.answer(asked).text
    assert not text.startswith("Yes")
    assert "fridge" in text


def test_what_stayed_is_there_and_what_was_there_was(recall: Recall):
    assert recall.answer("Is there a book on the shelf?").text.startswith("Yes")
    assert recall.answer("Was there a mug on the counter top?").text.startswith("Yes")


@pytest.mark.parametrize(
    "asked",
    ["How long did it take you to find the mug?", "How long did it take to locate the mug?"],
)
def test_how_long_it_took_to_find_a_thing_is_the_search(recall: Recall, asked: str):
    text = recall.answer(asked).text
    assert "2 minutes" in text or "found" in text
    assert "from today" not in text


def test_the_same_deed_is_told_once_with_its_times():
    def opened(minute: int, thing: str = "drawer") -> FoundItem:
        when = START + minute * MINUTE
        return FoundItem("deed", f"opened the {thing}", when, when, 1)

    few = told_one_by_one([opened(1), opened(2), opened(3, "fridge")], START)
    assert few == "Today, I opened the drawer (08:01, 08:02) and opened the fridge (08:03)."
    many = told_one_by_one([opened(minute) for minute in range(24)], START)
    assert many == "Today, I opened the drawer (24 times, 08:00–08:23)."


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("make a salad of 1 slice of lettuce, 1 of tomato and 2 of cooked potato", "one of tomato and two of cooked"),
        ("put 2 mugs on the table", "put 2 mugs"),
    ],
)
def test_how_many_of_each_is_said_in_words(name: str, told: str):
    assert told in plainly(name)
