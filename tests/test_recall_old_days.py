"""What is told of days of which the details are forgotten: from summaries, and from what tasks were called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from life import START
from test_recall_asked_tasks import LoggedLife

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, SpanOfTime, ThingFilter
from agent.recall.asking import Recall
from agent.recall.executing.tasks.amounts import named_deed
from memory.building.history import HistoryBuilder
from memory.forgetting.forgetter import Forgetter
from memory.reading.traces import Scope
from memory.store.database import Store
from memory.store.lifetimes import PRESETS, set_lifetimes

DAY = timedelta(days=1)
MUGS = "put every mug in some fridge"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Four days: mugs, coffee and then mugs, all the dishware, mugs; then forty more."""
    with Store.open(Path(tmp_path_factory.mktemp("old")) / "home.sqlite") as made:
        set_lifetimes(made, PRESETS["h2emv"])
        with HistoryBuilder(made) as builder:
            lived = LoggedLife(made, builder)
            todo = [(0, 0, MUGS), (1, 0, "make coffee"), (1, 3, MUGS), (2, 0, "clean all the dishware"), (3, 0, MUGS)]
            for number, (day, hour, words) in enumerate(todo):
                lived.at(START + day * DAY + timedelta(hours=hour), f"e{number}")
                task = lived.begin(words, f"please {words}")
                lived.work(task, words).end(task, "done")
            lived.remember()
        Forgetter(made).run(START + 44 * DAY)
        yield made


def on(day: int) -> SpanOfTime:
    start = (START + day * DAY).replace(hour=0, minute=0)
    return SpanOfTime(Scope(start, start + DAY - timedelta(microseconds=1)), "then")


def answered(store: Store, query: MemoryQuery):
    return Recall(store, START + 44 * DAY).look_up(query)


def test_what_was_put_where_is_told_by_the_task(store: Store):
    put = Selection("deeds", ("Place",), thing=ThingFilter(("Mug",)), time=on(0))
    answer = answered(store, MemoryQuery("put", put))
    assert (answer.value, answer.status) == ("Fridge", "partly")
    assert "asked to do" in answer.text
    assert answered(store, MemoryQuery("exists", put)).value is True
    count = answered(store, MemoryQuery("count", put, counted="things"))
    assert count.status == "partly"
    assert "at least" in count.text


def test_a_task_tells_nothing_of_another_place_or_day(store: Store):
    elsewhere = Selection(
        "deeds", ("Place",), thing=ThingFilter(("Mug",)), place=ThingFilter(("SinkBasin",)), time=on(0)
    )
    assert answered(store, MemoryQuery("exists", elsewhere)).status == "forgotten"
    other_day = Selection("deeds", ("Place",), thing=ThingFilter(("Mug",)), time=on(2))
    assert answered(store, MemoryQuery("exists", other_day)).status == "forgotten"


def test_what_may_have_been_done_with_other_things_is_not_denied(store: Store):
    washed = answered(store, MemoryQuery("exists", Selection("tasks", task="wash a plate", time=on(2))))
    assert washed.status == "forgotten"
    assert answered(store, MemoryQuery("exists", Selection("tasks", task="wash a fork", time=on(0)))).status != "known"


def test_after_the_coffee_on_a_day_is_after_that_days_coffee(store: Store):
    coffee = Selection("tasks", task="make coffee")
    after = Selection("tasks", time=on(1), relation="after", next_to=True, others=(coffee,))
    assert answered(store, MemoryQuery("list", after)).value == MUGS
    none = Selection("tasks", time=on(3), relation="after", next_to=True, others=(coffee,))
    answer = answered(store, MemoryQuery("list", none))
    assert answer.status in ("never happened", "forgotten")
    assert not answer.value


@pytest.mark.parametrize(
    ("words", "actions", "change", "thing"),
    [
        ("wash a plate", (), "-dirty", "Plate"),
        ("switch on the lamp", ("ToggleOn",), "", None),
        ("put every egg in some sink", ("Place",), "", "Egg"),
    ],
)
def test_deeds_that_tasks_are_called_by(words: str, actions: tuple[str, ...], change: str, thing: str | None):
    deed = named_deed(words)
    assert deed is not None
    assert (deed.actions, deed.change) == (actions, change)
    assert thing is None or deed.thing.types == (thing,)


@pytest.mark.parametrize("words", ["make coffee", "slice the bread with a spoon", "", "put it there", "errand 1"])
def test_tasks_that_are_called_by_no_single_deed(words: str):
    assert named_deed(words) is None


def test_a_name_of_a_class_of_things():
    deed = named_deed("clean all the dishware")
    assert deed is not None
    assert {"Plate", "Bowl"} <= set(deed.thing.types)


def test_the_longest_of_what_is_left_may_not_have_been_the_longest(store: Store):
    longest = answered(store, MemoryQuery("extreme", Selection("tasks"), measure="duration"))
    assert longest.status == "partly"
    assert "as far as I remember" in longest.text


def test_an_account_of_days_with_gaps_tells_their_tasks(store: Store):
    days = SpanOfTime(Scope(on(0).scope.start, on(3).scope.end), "then")
    told = answered(store, MemoryQuery("list", Selection("deeds", time=days), detail=True))
    for words in ("mug", "coffee", "dishware"):
        assert words in told.text


def test_what_was_put_somewhere_was_picked_up_nobody_knows_where(store: Store):
    picked = Selection("deeds", ("Pickup",), time=on(3))
    assert "mug" in answered(store, MemoryQuery("list", picked)).text
    from_where = replace(picked, thing=ThingFilter(("Mug",)), place=ThingFilter(("Fridge",)))
    assert answered(store, MemoryQuery("exists", from_where)).value is not True
