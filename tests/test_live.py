from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from gate import Closes, Gate, count
from life import START, long_life

from envs.clock import SimulatedClock
from envs.errors import BadInput, GaveUp, TryAgain
from memory.building.history import HistoryBuilder
from memory.experience import Experience
from memory.live.worker import LiveMemory
from memory.store.database import Store

ROOT = Path(__file__).parents[1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.sqlite"


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock(START)


def trees(path: Path) -> list[object]:
    with Store.open(path, readonly=True) as store:
        return [store.nodes(level) for level in range(1, 9)]


# --- queue


def test_it_builds_what_building_at_once_would_have_built(path: Path, clock: SimulatedClock):
    lived = long_life(1, 300)
    with LiveMemory(path, clock) as memory:
        for one in lived:
            memory.observe(one)
    direct = path.with_name("direct.sqlite")
    with Store.open(direct) as store, HistoryBuilder(store) as builder:
        for one in lived:
            builder.observe(one)
    assert trees(path) == trees(direct)
    with Store.open(path) as store:
        assert store.check() == []


def test_what_a_builder_leaves_for_the_end_is_built(path: Path, clock: SimulatedClock):
    with LiveMemory(path, clock, builder=lambda store: HistoryBuilder(store, construction="offline")) as memory:
        for one in long_life(1, 120):
            memory.observe(one)
        memory.flush()
        with memory.recall() as store:
            assert store.nodes(4) == ()
    with Store.open(path, readonly=True) as store:
        assert store.nodes(4)


def test_observing_does_not_wait_and_closing_drains(path: Path, clock: SimulatedClock):
    gate, lived = Gate(), long_life(2, 50)
    memory = LiveMemory(path, clock, builder=gate)
    for one in lived:
        memory.observe(one)  # would hang here if it waited for the builder
    assert memory.progress().waiting == 50
    assert memory.progress().kept == 0
    gate.open()
    memory.close()
    memory.close()
    assert count(path) == 50
    assert memory.progress().kept == 50
    with pytest.raises(ValueError, match="closed LiveMemory"):
        memory.observe(lived[-1])


def test_a_full_queue_waits_or_refuses_but_loses_nothing(path: Path, clock: SimulatedClock):
    gate, lived = Gate(), long_life(3, 20)
    with LiveMemory(path, clock, capacity=4, when_full="refuse", builder=gate) as memory:
        for one in lived[:4]:
            memory.observe(one)
        with pytest.raises(TryAgain, match=r"4 observations behind.*was not taken"):
            memory.observe(lived[4])
        gate.open()
        memory.flush()
        memory.observe(lived[4])
    assert count(path) == 5
    gate = Gate()
    with LiveMemory(path, clock, capacity=4, builder=gate) as memory:
        done = threading.Event()

        def give() -> None:
            for one in lived[5:]:
                memory.observe(one)
            done.set()

        giver = threading.Thread(target=give)
        giver.start()
        assert gate.waiting.wait(20)
        assert not done.wait(0.1)
        assert memory.progress().waiting <= 4
        gate.open()
        giver.join(20)
        assert done.is_set()
    assert count(path) == 20


def test_delay_is_measured_on_the_homes_clock(path: Path, clock: SimulatedClock):
    gate, lived = Gate(), long_life(4, 3)
    with LiveMemory(path, clock, builder=gate) as memory:
        memory.observe(lived[0])
        assert gate.waiting.wait(20)
        clock.advance(90)
        memory.observe(lived[1])
        gate.open()
        memory.flush()
        delay = memory.progress().delay
        assert (delay.count, delay.p10, delay.worst, delay.mean) == (2, 0.0, 90.0, 45.0)


def test_recall_reads_the_latest_finished_observation_without_waiting(path: Path, clock: SimulatedClock):
    gate, lived = Gate(), long_life(5, 10)
    with LiveMemory(path, clock, builder=gate) as memory:
        for one in lived:
            memory.observe(one)
        gate.open(6)
        while memory.progress().kept < 6:
            memory._inbox.wait_until(lambda: memory.progress().kept >= 6, 0.05)
        with memory.recall() as store:
            assert store.newest == (6, lived[5])
            gate.open()
            memory.flush()
            assert store.newest == (6, lived[5]), "one question, one moment"
        with memory.recall() as store:
            assert store.newest == (10, lived[9])
            with pytest.raises(BadInput, match="readonly"):
                store.append(lived[-1])


def test_several_threads_may_observe_and_ask(path: Path, clock: SimulatedClock):
    lived = [replace(one, episode="same", time=START) for one in long_life(6, 120)]
    sizes: list[int] = []
    with LiveMemory(path, clock, capacity=5) as memory:

        def ask() -> None:
            for _ in range(20):
                with memory.recall() as store:
                    sizes.append(len(store.nodes(1)))
                    assert store.newest is None or store.newest[0] == sizes[-1]

        givers = [threading.Thread(target=lambda n=n: [memory.observe(one) for one in lived[n::3]]) for n in range(3)]
        threads = [*givers, threading.Thread(target=ask)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
    assert sizes == sorted(sizes)
    assert len(sizes) == 20
    assert count(path) == 120


# --- what goes wrong


def test_what_cannot_be_kept_is_named_at_the_next_call_and_the_rest_goes_on(path: Path, clock: SimulatedClock):
    lived = long_life(7, 6)
    early = replace(lived[2], time=START.replace(year=2001))
    with LiveMemory(path, clock) as memory:
        for one in lived[:3]:
            memory.observe(one)
        memory.observe(early)
        with pytest.raises(BadInput, match=rf"of 2001-01-05 .*{early.episode!r} was not kept.*comes before"):
            memory.flush()
        memory.observe(lived[3])
        memory.flush()
        assert (memory.progress().refused, memory.progress().kept) == (1, 4)
    memory = LiveMemory(path, clock)
    memory.observe(replace(early, episode=lived[3].episode))
    memory.observe(lived[4])
    with pytest.raises(BadInput, match="2001"):
        memory.close()
    memory.close()
    assert count(path) == 5


def test_a_full_disk_holds_everything_up_until_there_is_room(path: Path, clock: SimulatedClock):
    lived = long_life(8, 400)

    def limit(store: Store, pages: int) -> None:
        store._connection.execute(f"PRAGMA max_page_count = {pages}")

    memory = LiveMemory(path, clock)
    memory.apply(lambda store: limit(store, 60))
    taken = 0
    with pytest.raises(TryAgain, match="Free some space"):
        while taken < len(lived):
            memory.observe(lived[taken])
            taken += 1
            memory.flush()
    with pytest.raises(TryAgain, match="Free some space"):
        memory.close()
    kept = count(path)
    assert 0 < kept == taken - 1
    # Somebody else's room cannot be made from outside; a job would wait behind the stuck observation.
    memory.abandon()
    with LiveMemory(path, clock) as memory:
        for one in lived[kept:]:
            memory.observe(one)
    with Store.open(path, readonly=True) as store:
        assert [store.experience(number) for number in store.numbers(1, 999)] == lived
        assert store.check() == []


def test_a_busy_file_is_tried_again_until_it_is_free(path: Path, clock: SimulatedClock):
    class Busy(Closes):
        def __init__(self, store: Store) -> None:
            self.inner, self.left = HistoryBuilder(store), 2

        def observe(self, experience: Experience) -> None:
            if self.left:
                self.left -= 1
                raise TryAgain("the file is busy")
            self.inner.observe(experience)

    lived = long_life(9, 3)
    with LiveMemory(path, clock, builder=Busy) as memory:
        memory.observe(lived[0])
        with pytest.raises(TryAgain, match="busy"):
            memory.flush()
        while not memory.progress().kept:
            try:
                memory.flush()
            except TryAgain:
                continue
        memory.observe(lived[1])
    assert count(path) == 2


def test_a_thread_that_breaks_says_so_at_every_later_call(path: Path, clock: SimulatedClock):
    class Broken(HistoryBuilder):
        def observe(self, experience: Experience) -> None:
            raise RuntimeError("a bug")

    lived = long_life(10, 3)
    memory = LiveMemory(path, clock, builder=Broken)
    memory.observe(lived[0])
    for call in (memory.flush, lambda: memory.observe(lived[1]), memory.close, lambda: memory.apply(str)):
        with pytest.raises(GaveUp, match=r"RuntimeError: a bug\); 1 observations were not kept"):
            call()
    assert memory.abandon() == 1
    with LiveMemory(path, clock) as memory:
        memory.observe(lived[0])
    assert count(path) == 1


def test_a_waiting_giver_is_freed_when_the_thread_breaks(path: Path, clock: SimulatedClock):
    gate = Gate()

    class Breaks(Closes):
        def __init__(self, store: Store) -> None:
            pass

        def observe(self, experience: Experience) -> None:
            assert gate.permits.acquire(timeout=20)
            raise RuntimeError("a bug")

    lived = long_life(11, 3)
    memory = LiveMemory(path, clock, capacity=1, builder=Breaks)
    memory.observe(lived[0])
    threading.Timer(0.1, gate.open).start()
    with pytest.raises(GaveUp, match="a bug"):
        memory.observe(lived[1])
    assert memory.abandon() == 1


def test_files_that_cannot_be_written_are_refused_at_once(path: Path, clock: SimulatedClock):
    with Store.open(path), pytest.raises(TryAgain, match="is being written by process"):
        LiveMemory(path, clock)
    with pytest.raises(BadInput, match="does not exist"):
        LiveMemory(path.parent / "nowhere" / "memory.sqlite", clock)
    with pytest.raises(BadInput, match="at least 1"):
        LiveMemory(path, clock, capacity=0)
    with pytest.raises(BadInput, match="'wait' or 'refuse'"):
        LiveMemory(path, clock, when_full="drop")  # pyright: ignore[reportArgumentType]
    with pytest.raises(BadInput, match="'sometimes'"):
        LiveMemory(path, clock, forgetting="sometimes")  # pyright: ignore[reportArgumentType]
    with LiveMemory(path, clock), pytest.raises(TryAgain, match="being written"):
        LiveMemory(path, clock)


def test_a_program_that_forgets_to_close_loses_nothing(path: Path):
    code = """
import sys
sys.path[:0] = [sys.argv[1], sys.argv[2]]
from gate import Closes, Gate, count
from life import START, long_life
from envs.clock import SimulatedClock
from memory.live.worker import LiveMemory
memory = LiveMemory(sys.argv[3], SimulatedClock(START))
for one in long_life(12, 200):
    memory.observe(one)
"""
    here = str(Path(__file__).parent)
    subprocess.run([sys.executable, "-c", code, str(ROOT), here, str(path)], check=True, timeout=60)
    assert count(path) == 200


# --- between observations


def test_work_on_the_store_happens_in_order_and_its_errors_come_back(path: Path, clock: SimulatedClock):
    lived = long_life(13, 30)
    with LiveMemory(path, clock) as memory:
        for one in lived[:20]:
            memory.observe(one)
        assert memory.apply(lambda store: len(store.nodes(1))) == 20
        with pytest.raises(BadInput, match="no node 999"):
            memory.apply(lambda store: store.node(999))
        for one in lived[20:]:
            memory.observe(one)
    assert count(path) == 30
