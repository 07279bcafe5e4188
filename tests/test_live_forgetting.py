"""When a live memory forgets."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from pathlib import Path

import pytest
from gate import Gate, count
from life import START, long_life

from envs.clock import SimulatedClock
from envs.errors import TryAgain
from memory.live.worker import LiveMemory
from memory.store.database import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.sqlite"


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock(START)


@dataclass(frozen=True)
class Done:
    forgotten: int
    finished: bool


class Forgetful:
    """Forgets one of ``left`` things per look at ``stop``; tells when, and how far it got."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.passes: list[tuple[datetime, Done]] = []
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.go_on.set()

    def __call__(self, store: Store) -> Forgetful:
        return self

    def due(self, now: datetime) -> int:
        return self.left

    def run(self, now: datetime, stop: Callable[[], bool] | None = None) -> Done:
        forgotten = 0
        while self.left and not (stop and stop()):
            self.left -= 1
            forgotten += 1
            self.begun.set()
            assert self.go_on.wait(20)
        self.passes.append((now, Done(forgotten, not self.left)))
        return self.passes[-1][1]


def test_an_observation_stops_a_forgetting_pass_within_one_node(path: Path, clock: SimulatedClock):
    lived, forgetful = long_life(14, 3), Forgetful(5)
    forgetful.go_on.clear()
    with LiveMemory(path, clock, forgetter=forgetful) as memory:
        assert forgetful.begun.wait(20)
        memory.observe(lived[0])
        forgetful.go_on.set()
        memory.flush()
        assert forgetful.passes[0] == (START, Done(1, False))
        while len(forgetful.passes) < 2:
            memory._inbox.wait_until(lambda: len(forgetful.passes) > 1, 0.05)
        assert forgetful.passes[1] == (START, Done(4, True)), "it goes on when quiet again"
    assert memory.progress().forgotten == 5


def test_no_forgetting_while_observations_wait(path: Path, clock: SimulatedClock):
    gate, forgetful, lived = Gate(), Forgetful(3), long_life(15, 40)
    order: list[int] = []
    gate.open()

    class Ordered(Forgetful):
        def run(self, now: datetime, stop: Callable[[], bool] | None = None) -> Done:
            order.append(memory.progress().waiting)
            return super().run(now, stop)

    forgetful = Ordered(3)
    memory = LiveMemory(path, clock, builder=gate, forgetter=forgetful, forgetting="night")
    for one in lived:
        memory.observe(one)
    memory.flush()
    assert order == [], "eight in the morning is not a night"
    clock.advance(15 * 3600)
    assert forgetful.begun.wait(20)
    memory.close()
    assert order[0] == 0


@pytest.mark.parametrize(
    ("night", "hour", "sleeps"),
    [
        ((time(22), time(6)), 23, True),
        ((time(22), time(6)), 3, True),
        ((time(22), time(6)), 6, False),
        ((time(1), time(5)), 3, True),
        ((time(1), time(5)), 0, False),
    ],
)
def test_night_may_go_over_midnight(path: Path, night: tuple[time, time], hour: int, sleeps: bool):
    forgetful = Forgetful(1)
    clock = SimulatedClock(START.replace(hour=hour))
    with LiveMemory(path, clock, forgetter=forgetful, forgetting="night", night=night):
        assert forgetful.begun.wait(5 if sleeps else 0.6) is sleeps


def test_rest_is_a_whole_pass_now(path: Path, clock: SimulatedClock):
    forgetful, lived = Forgetful(4), long_life(16, 20)
    with LiveMemory(path, clock, forgetter=forgetful, forgetting="never") as memory:
        for one in lived:
            memory.observe(one)
        clock.advance(timedelta(days=1).total_seconds())
        done = memory.rest()
        assert done == Done(4, True)
        assert forgetful.passes == [(START + timedelta(days=1), done)]
        assert memory.progress().kept == 20
    with LiveMemory(path, clock, forgetter=None) as memory:
        assert memory.rest() is None


def test_a_pass_that_fails_is_told_once_and_life_goes_on(path: Path, clock: SimulatedClock):
    class Full(Forgetful):
        def run(self, now: datetime, stop: Callable[[], bool] | None = None) -> Done:
            self.begun.set()
            raise TryAgain("the disk is full")

    forgetful, lived = Full(1), long_life(18, 3)
    memory = LiveMemory(path, clock, forgetter=forgetful)
    assert forgetful.begun.wait(20)
    memory._inbox.wait_until(lambda: memory._in_trouble, 20)
    with pytest.raises(TryAgain, match="disk is full"):
        memory.observe(lived[0])
    forgetful.left = 0
    memory.observe(lived[0])
    memory.close()
    assert count(path) == 1


def test_it_really_forgets_and_life_goes_on(path: Path, clock: SimulatedClock):
    lived = long_life(17, 160)
    with LiveMemory(path, clock, forgetting="night") as memory:
        for one in lived[:120]:
            memory.observe(one)
        memory.flush()
        assert memory.progress().forgotten == 0
        clock.time = datetime.combine(lived[119].time.date(), time(23)) + timedelta(days=2)
        while not memory.progress().forgotten:
            memory._inbox.wait_until(lambda: bool(memory.progress().forgotten), 0.05)
        done = memory.rest()
        assert done
        assert done.finished
        later = timedelta(days=3)
        for one in lived[120:]:
            memory.observe(replace(one, time=one.time + later))
        with memory.recall() as store:
            assert any(node.forgotten for level in (1, 2, 3, 4) for node in store.nodes(level))
    with Store.open(path) as store:
        assert store.check() == []
        assert store.newest is not None
        assert store.newest[0] == 160
