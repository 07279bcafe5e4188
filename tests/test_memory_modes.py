"""Remembering beside life and at every step of it: the same memory, whatever happens."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from life import START, long_life

from agent.body.acting import StepReport
from agent.runs.run import do_chore, prepare
from agent.runs.setup import RunSetup
from agent.trail.course import TRAIL, read_trail
from benchmarks.resuming import MOST_LAG, SCRIPTS, CutOff, Script, begin, course, cut, go_on, whole
from envs.clock import SimulatedClock
from envs.errors import BadInput
from memory.building.history import HistoryBuilder
from memory.live.writer import InlineWriter, LiveWriter, WritingMode, opened
from memory.reading.counts import newest_number
from memory.store.database import Store
from memory.store.task_log import TaskLog

MODES: tuple[WritingMode, ...] = ("live", "inline")
ROOT = Path(__file__).parents[1]


# --- whole runs


@pytest.mark.parametrize("script", [*SCRIPTS[1:3], Script(5, scene="tabletop", days=2)], ids=lambda one: one.request)
def test_both_leave_the_same_bytes(tmp_path: Path, script: Script) -> None:
    left: list[tuple[bytes, Any]] = []
    for mode in MODES:
        folder = tmp_path / "home"  # its name is in the file
        folder.mkdir()
        report = begin(script, folder, mode)
        left.append(((folder / "m.sqlite").read_bytes(), report))
        shutil.rmtree(folder)
    assert left[0] == left[1]


@pytest.mark.parametrize("mode", MODES)
def test_what_waited_when_everything_ended_is_remembered_after_all(tmp_path: Path, mode: WritingMode) -> None:
    with pytest.raises(CutOff), cut("after", 40, MOST_LAG):
        begin(SCRIPTS[2], tmp_path, "live")
    _, lines = read_trail(tmp_path / "run" / TRAIL)
    with Store.open(tmp_path / "m.sqlite", readonly=True) as store:
        assert newest_number(store) < lines[-1]["n"], "nothing was lost, so this tests nothing"
    report = go_on(tmp_path, mode=mode)
    assert course(tmp_path, report).unlike(whole(SCRIPTS[2])) == []


def test_kill_9_beside_a_slow_memory_loses_nothing(tmp_path: Path) -> None:
    code = """
import os, signal, sys, time
from pathlib import Path
from benchmarks.resuming import SCRIPTS, begin
from agent.trail.course import Trail
from memory.building.history import HistoryBuilder
observe, write, lines = HistoryBuilder.observe, Trail._write, []
def slow(self, experience):
    time.sleep(0.01)
    observe(self, experience)
def killed(self, line):
    write(self, line)
    lines.append(line)
    if len(lines) == 50:
        os.kill(os.getpid(), signal.SIGKILL)
HistoryBuilder.observe, Trail._write = slow, killed
begin(SCRIPTS[0], Path(sys.argv[1]), "live")
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, timeout=120, check=False)
    assert done.returncode == -signal.SIGKILL
    report = go_on(tmp_path, mode="live")
    assert course(tmp_path, report).unlike(whole(SCRIPTS[0])) == []


def test_ctrl_c_writes_what_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    observe = HistoryBuilder.observe

    def slow(self: HistoryBuilder, experience: Any) -> None:
        time.sleep(0.01)
        observe(self, experience)

    def stop(report: StepReport) -> None:
        if report.number == 30:
            raise KeyboardInterrupt

    monkeypatch.setattr(HistoryBuilder, "observe", slow)
    setup = RunSetup(request="make a salad", seed=3, memory=tmp_path / "m.sqlite", record=tmp_path / "run")
    with pytest.raises(KeyboardInterrupt):
        do_chore(prepare(setup), stop)
    lines = [json.loads(line) for line in (tmp_path / "run" / TRAIL).read_text().splitlines()]
    with Store.open(tmp_path / "m.sqlite") as store:
        assert newest_number(store) == lines[-1]["n"] + 1, "that of the last line, too"
        assert store.check() == []


# --- the writers


@pytest.mark.parametrize("mode", MODES)
def test_everything_happens_in_the_order_of_the_calls(tmp_path: Path, mode: WritingMode) -> None:
    *lived, last = long_life(3, 21)
    with opened(tmp_path / "m.sqlite", mode, SimulatedClock(START)) as memory:
        for one in lived:
            memory.observe(one)
        seen: list[int] = []
        memory.tell(lambda store: seen.append(newest_number(store)))
        memory.observe(last)
        assert memory.ask(newest_number) == memory.number == 21 and seen == [20]
        with pytest.raises(BadInput, match="no node 999"):
            memory.ask(lambda store: store.node(999))


@pytest.mark.parametrize("mode", MODES)
def test_what_is_done_together_is_kept_as_a_whole(tmp_path: Path, mode: WritingMode) -> None:
    with opened(tmp_path / "m.sqlite", mode, SimulatedClock(START)) as memory:
        with pytest.raises(KeyboardInterrupt), memory.together():
            memory.tell(lambda store: TaskLog(store).begin("Coffee", (), "coffee", START))
            assert memory.ask(lambda store: len(TaskLog(store).tasks())) == 1
            raise KeyboardInterrupt
        assert memory.ask(lambda store: TaskLog(store).tasks()) == ()
        with memory.together():
            number = memory.ask(lambda store: TaskLog(store).begin("Coffee", (), "coffee", START))
            memory.tell(lambda store: TaskLog(store).update(number, START, note="soon"))
    with Store.open(tmp_path / "m.sqlite", readonly=True) as store:
        assert [task.note for task in TaskLog(store).tasks()] == ["soon"]


def test_nothing_later_is_kept_once_something_could_not_be(tmp_path: Path) -> None:
    lived = long_life(5, 4)
    with pytest.raises(BadInput, match="no task 7"), LiveWriter(tmp_path / "m.sqlite", SimulatedClock(START)) as memory:
        memory.observe(lived[0])
        memory.tell(lambda store: TaskLog(store).update(7, START, note="never begun"))
        for one in lived[1:]:
            memory.observe(one)
            time.sleep(0.05)
    with Store.open(tmp_path / "m.sqlite") as store:
        assert newest_number(store) == 1


def test_a_grouper_is_chosen_before_the_first_experience(tmp_path: Path) -> None:
    class Never:
        def group(self, *_: Any) -> Any:
            raise BadInput("asked")

    for k, one in enumerate((InlineWriter, LiveWriter)):
        path = tmp_path / f"{k}.sqlite"
        with pytest.raises(BadInput, match="asked"):
            if one is LiveWriter:
                with LiveWriter(path, SimulatedClock(START)) as memory:
                    _live(memory, Never())
            else:
                with Store.open(path) as store:
                    _live(InlineWriter(store, SimulatedClock(START)), Never())


def _live(memory: InlineWriter | LiveWriter, grouper: Any) -> None:
    memory.group_with(grouper)
    for one in long_life(6, 200):
        memory.observe(one)
