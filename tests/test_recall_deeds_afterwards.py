"""What deeds came to, where nobody remembers the sight of it: washed, given away, switched on and off, looked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from life import START, Life

from agent.recall.algebra.findings import Findings
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.executing.dispatch import execute
from agent.recall.voice.speaking import worded
from memory.building.history import HistoryBuilder
from memory.forgetting.forgetter import Forgetter
from memory.reading.view import View
from memory.store.database import Store
from memory.store.task_log import TaskLog, TaskOrigin

LATER = START + timedelta(days=2)
PLATE, REMOTE, LAMP = (ThingFilter((kind,)) for kind in ("Plate", "RemoteControl", "FloorLamp"))
WASHED = Selection("deeds", change="-dirty", thing=PLATE)


def evening() -> tuple[Life, list[tuple[str, str, int, int]]]:
    """A life and its tasks: (name, request, first and last experience)."""
    life = Life()
    tasks: list[tuple[str, str, int, int]] = []
    for name in ("SinkBasin|1", "Faucet|1", "CounterTop|1", "Sofa|1", "Mia|1", "FloorLamp|1", "Shelf|1"):
        life.add(name)
    for name in ("Plate|1", "Plate|2", "Plate|3"):
        life.add(name, "CounterTop|1", "dirty")
    life.add("RemoteControl|1", "Sofa|1")

    def begin(task: str) -> int:
        life.task = task
        life.say(task, "Mia")
        return len(life.experiences) - 1

    first = begin("wash the plates")
    for plate in ("Plate|1", "Plate|2"):
        life.look(plate, "SinkBasin|1").pick_up(plate)
        life.put("SinkBasin|1")
    life.look("Faucet|1", "SinkBasin|1").live("ToggleOn", "Faucet|1").live("ToggleOff", "Faucet|1")
    tasks.append(("clean every plate", "wash the plates", first, len(life.experiences) - 1))
    first = begin("bring me the remote")
    life.look("Plate|3").look("Sofa|1", "RemoteControl|1").pick_up("RemoteControl|1")
    life.put("Mia|1")
    tasks.append(("bring me the remote", "bring me the remote", first, len(life.experiences) - 1))
    life.task = None
    life.look("FloorLamp|1").live("ToggleOn", "FloorLamp|1")
    for _ in range(10):
        life.live("Forward")
    life.live("ToggleOff", "FloorLamp|1")
    return life, tasks


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    life, tasks = evening()
    with Store.open(tmp_path_factory.mktemp("evening") / "m.sqlite") as store:
        with HistoryBuilder(store) as builder:
            for one in life.experiences:
                builder.observe(one)
        log = TaskLog(store)
        for words, request, first, last in tasks:
            origin = TaskOrigin(words, "Mia", life.episode)
            number = log.begin(words, (), request, life.experiences[first].time, origin=origin)
            log.update(number, life.experiences[last].time, status="done")
        Forgetter(store).run(LATER)
        assert store.rows("SELECT 1 FROM sightings WHERE last IS NOT NULL AND states LIKE '%dirty%'") == []
        yield store


def ask(store: Store, query: MemoryQuery) -> Findings:
    return execute(query, View(store), LATER)


def test_a_task_to_wash_things_has_washed_what_lay_under_the_tap(store: Store):
    many = ask(store, MemoryQuery("count", WASHED, counted="things"))
    assert (many.value, worded(many, LATER)[:16]) == (2, "I cleaned 2 plat")
    assert "become" not in worded(many, LATER)
    named = MemoryQuery("count", Selection("tasks", task="wash plates"), counted="things")
    assert ask(store, named).value == 2
    used = ask(store, MemoryQuery("tool", WASHED))
    assert (used.value, used.status) == ("Faucet", "partly")


def test_what_was_washed_was_clean_then(store: Store):
    for states, value in ((("-dirty",), True), (("+dirty",), False)):
        clean = ask(store, MemoryQuery("state", Selection("sights", thing=replace(PLATE, states=states))))
        assert (clean.value, clean.status) == (value, "partly")
    seen = ask(store, MemoryQuery("where", Selection("sights", thing=REMOTE, ordinal=-1)))
    assert seen.value == ask(store, MemoryQuery("where", Selection("sights", thing=REMOTE))).value


def test_what_never_lay_under_the_tap_was_not_washed(store: Store):
    for change in ("-dirty", "+cooked"):
        remote = ask(store, MemoryQuery("exists", Selection("deeds", change=change, thing=REMOTE)))
        assert (remote.value, remote.status) == (False, "never happened")
        assert worded(remote, LATER).startswith("No, I never saw the remote control become")


def test_of_what_was_handled_nobody_knows_what_it_came_to(store: Store):
    for change, thing in (("+broken", PLATE), ("+broken", REMOTE), ("+filled", PLATE), ("-dirty", ThingFilter())):
        one = ask(store, MemoryQuery("exists", Selection("deeds", change=change, thing=thing)))
        assert one.status != "never happened"


def test_what_was_never_handled_was_not_broken(store: Store):
    vase = ThingFilter(("Vase",))
    broken = ask(store, MemoryQuery("when", Selection("deeds", change="+broken", thing=vase), supposes=(
        Selection("deeds", change="+broken", thing=vase),)))  # fmt: skip
    assert broken.status == "never happened"


def test_what_was_brought_to_a_person_is_theirs(store: Store):
    where = ask(store, MemoryQuery("where", Selection("sights", thing=REMOTE)))
    assert worded(where, LATER).startswith("I gave the remote control to Mia")
    assert " on the mia" not in worded(where, LATER)


def test_how_long_it_was_on_runs_from_on_to_off(store: Store):
    for states in ((), ("+on",)):
        lamp = ThingFilter(("FloorLamp",), states=states)
        lit = ask(store, MemoryQuery("duration", Selection("sights", thing=lamp)))
        assert (lit.value, lit.status) == (timedelta(seconds=110), "known")


def test_a_search_lasts_until_the_thing_is_found(store: Store):
    search = Selection("tasks", task="looking for the remote")
    lasted = ask(store, MemoryQuery("duration", search)).value
    assert timedelta() < lasted < ask(store, MemoryQuery("duration", Selection("tasks", task="bring remote"))).value
    assert ask(store, MemoryQuery("exists", Selection("tasks", task="looking for the cat"))).value is False


def test_the_second_of_several_things_is_another_one_than_the_first(store: Store):
    second = ask(store, MemoryQuery("where", Selection("sights", thing=PLATE, ordinal=2)))
    assert (second.items[0].thing, second.value, second.status) == ("Plate|2", "SinkBasin", "partly")
    remote = ask(store, MemoryQuery("where", Selection("sights", thing=REMOTE, ordinal=2)))
    assert remote.value is None
    assert worded(remote, LATER).startswith("I only know of 1 remote control")


def test_what_was_switched_off_at_the_end_of_a_task_was_so_after_it(store: Store):
    task = Selection("tasks", task="wash the plates")
    tap = ThingFilter(("Faucet",))
    off = Selection("deeds", ("ToggleOff",), thing=tap, relation="after", others=(task,))
    assert ask(store, MemoryQuery("exists", off)).value is True
    assert ask(store, MemoryQuery("exists", replace(off, actions=("ToggleOn",)))).value is False


def test_a_thing_that_nobody_knows_stands_for_no_other(store: Store):
    query = MemoryQuery("state", Selection("sights", thing=ThingFilter(states=("-on",), unknown="front burner")))
    assert ask(store, query).value is None


def test_a_number_that_is_not_remembered_is_not_one(tmp_path: Path):
    with Store.open(tmp_path / "m.sqlite") as store:
        with HistoryBuilder(store) as builder:
            life = Life()
            life.live(None)
            for one in life.experiences:
                builder.observe(one)
        log = TaskLog(store)
        number = log.begin("wash", (), "wash the bowls", START, origin=TaskOrigin("clean every bowl", "Mia", "one"))
        log.update(number, START + timedelta(minutes=3), status="done")
        bowls = MemoryQuery("count", Selection("tasks", task="wash bowls"), counted="things")
        told = ask(store, bowls)
        assert (told.value, told.status) == (None, "forgotten")
        assert "do not remember how many" in worded(told, LATER)
