from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from life import START, long_life

from envs.errors import BadInput
from memory.building.history import HistoryBuilder
from memory.erasing.erase import erase_about
from memory.store.database import Store
from memory.store.task_log import LogEntry, LoggedTask, TaskLog
from memory.store.transfer import export_memory, import_memory
from memory.task_status import DONE, OPEN, RUNNING, STATUSES, SUSPENDED

ROOT = Path(__file__).parents[1]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "memory.sqlite") as opened:
        yield opened


def after(seconds: float, action: str, *boxed: str, left: tuple[str, ...] = ()) -> LogEntry:
    return LogEntry(START + timedelta(seconds=seconds), action, True, "", {"box 1": boxed} if boxed else {}, left)


def test_a_task_is_begun_carried_out_and_ended(store: Store):
    log = TaskLog(store)
    task = log.begin("separate", ("table",), "Sort the things, please.", START)
    assert log.task(task) == LoggedTask(
        task, "separate", ("table",), "Sort the things, please.", RUNNING, START, START, "", None, ""
    )
    first, second = after(1, "move_to_box_1(apple)", "apple", left=("pear",)), after(2, "x", "apple", "pear")
    failed = LogEntry(START + timedelta(seconds=3), "point(moon)", False, "it is not on the table")
    for entry in (first, second, failed):
        log.append(task, entry)
    assert log.entries(task) == (first, second, failed)
    log.update(task, START + timedelta(seconds=9), status=DONE, note="all is sorted")
    told = log.task(task)
    assert (told.status, told.note, told.name, told.open) == (DONE, "all is sorted", "separate", False)
    assert told.changed == START + timedelta(seconds=9)


def test_tasks_interrupt_each_other_and_are_amended(store: Store):
    log = TaskLog(store)
    one = log.begin("toast", ("1",), "make toast", START)
    log.update(one, START, status=SUSPENDED, state='{"step": 3}')
    two = log.begin("water", (), "water the plant", START, parent=one)
    log.update(one, START, name="toast", params=("2",))
    assert log.task(two).parent == one
    assert [task.id for task in log.tasks()] == [one, two]
    assert [task.id for task in log.tasks(SUSPENDED)] == [one]
    assert [task.id for task in log.tasks(*OPEN)] == [one, two]
    kept = log.task(one)
    assert (kept.params, kept.state, kept.status, kept.request) == (("2",), '{"step": 3}', SUSPENDED, "make toast")


texts = st.text(st.characters(codec="utf-8"), max_size=6)
names = st.lists(texts, max_size=3).map(tuple)
entries = st.builds(
    LogEntry,
    time=st.integers(0, 10**6).map(lambda seconds: START + timedelta(seconds=seconds)),
    action=texts,
    success=st.booleans(),
    reason=texts,
    contents=st.dictionaries(texts, names, max_size=2),
    remaining=names,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(logged=st.lists(entries, max_size=4), params=names, request=texts)
def test_what_was_logged_comes_back(store: Store, logged: list[LogEntry], params: tuple[str, ...], request: str):
    log = TaskLog(store)
    task = log.begin("sort", params, request, START)
    for entry in logged:
        log.append(task, entry)
    assert log.entries(task) == tuple(logged)
    assert (log.task(task).params, log.task(task).request) == (params, request)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (lambda log: log.task(7), r"has no task 7; it knows tasks 1 to 1"),
        (lambda log: log.entries(7), "no task 7"),
        (lambda log: log.append(7, after(1, "x")), "no task 7"),
        (lambda log: log.begin(" ", (), "", START), "needs a name"),
        (lambda log: log.begin("sort", (), "", START, parent=9), "no task 9"),
        (lambda log: log.begin("sort", (), "\ud800", START), "not Unicode"),
        (lambda log: log.begin("sort", (), "", START.replace(tzinfo=UTC)), "time zone"),
        (lambda log: log.append(1, LogEntry(START, "\ud800", True)), "not Unicode"),
        (lambda log: log.update(1, START, status="asleep"), "'asleep'.*suspended"),
        (lambda log: log.update(1, START, name=""), "give it a name"),
        (lambda log: log.tasks("asleep"), "'asleep'.*suspended"),
    ],
)
def test_what_cannot_be_logged_is_refused(store: Store, step: Callable[[TaskLog], object], message: str):
    log = TaskLog(store)
    log.begin("sort", (), "", START)
    with pytest.raises(BadInput, match=message):
        step(log)
    assert (len(log.tasks()), log.entries(1)) == (1, ())


def test_nothing_is_logged_by_a_reader_and_by_a_transaction_that_is_rolled_back(store: Store):
    log = TaskLog(store)
    task = log.begin("sort", (), "", START)
    with pytest.raises(RuntimeError, match="stop"), store.transaction():
        log.append(task, after(1, "x"))
        log.begin("other", (), "", START)
        raise RuntimeError("stop")
    assert (len(log.tasks()), log.entries(task)) == (1, ())
    with Store.open(store.path, readonly=True) as reader:
        assert TaskLog(reader).task(task).name == "sort"
        with pytest.raises(BadInput, match="readonly"):
            TaskLog(reader).append(task, after(1, "x"))


KILLED = """
import os, signal, sys
from datetime import datetime
from memory.store.database import Store
from memory.store.task_log import LogEntry, TaskLog
log = TaskLog(Store.open(sys.argv[1]))
task = log.begin("tower", (), "build a tower", datetime(2026, 1, 5, 8))
for name in ("red", "blue"):
    log.append(task, LogEntry(datetime(2026, 1, 5, 8), f"put_on_tower({name})", True, "", {"tower": (name,)}))
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_log_survives_the_end_of_its_process(tmp_path: Path):
    path = tmp_path / "memory.sqlite"
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=ROOT, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    with Store.open(path) as store:
        [task] = TaskLog(store).tasks(RUNNING)
        assert [entry.action for entry in TaskLog(store).entries(task.id)] == [
            "put_on_tower(red)",
            "put_on_tower(blue)",
        ]
        assert store.check() == []


def test_logs_are_part_of_an_exported_memory(store: Store, tmp_path: Path):
    log = TaskLog(store)
    gone = log.begin("gone", (), "", START)
    task = log.begin("sort", ("a", "ü"), "sort!", START, parent=gone, state='{"n": 1}')
    log.append(task, after(1, "move(apple)", "apple", left=("pear",)))
    log.update(task, START, status=DONE)
    lines, other = tmp_path / "memory.jsonl", tmp_path / "copy.sqlite"
    export_memory(store.path, lines)
    rows = [json.loads(line) for line in lines.read_text().splitlines()]
    [entry] = [row for row in rows if row["kind"] == "task_entries"]
    assert (entry["time"], entry["contents"], entry["remaining"]) == (
        "2026-01-05T08:00:01",
        {"box 1": ["apple"]},
        ["pear"],
    )
    import_memory(lines, other)
    with Store.open(other) as copy:
        assert TaskLog(copy).tasks() == log.tasks()
        assert TaskLog(copy).entries(task) == log.entries(task)
        assert TaskLog(copy).begin("next", (), "", START) == task + 1
        assert copy.check() == []
    lines.write_text(lines.read_text().replace('{"box 1":["apple"]}', '["apple"]'))
    with pytest.raises(BadInput, match=r"contents .* must be an object"):
        import_memory(lines, tmp_path / "third.sqlite")


def test_erasing_reaches_the_logs(store: Store):
    with HistoryBuilder(store) as builder:
        for one in long_life(1, 10):
            builder.observe(one)
    log = TaskLog(store)
    about = log.begin("visit Wilhelmina", ("Wilhelmina", "tea"), "Prepare for Wilhelmina.", START, state='["tea"]')
    done = log.begin("tea", ("tea",), "Make tea.", START)
    log.append(done, LogEntry(START, "Give(Wilhelmina)", False, "no Wilhelmina", {"Wilhelmina": ("x",), "b": ("y",)}))
    log.append(done, LogEntry(START, "Boil(tea)", True, "", {"b": ("y", "wilhelmina")}, ("Wilhelmina", "z")))
    log.update(done, START, status=DONE, note="Wilhelmina drank it")
    other = log.begin("toast", (), "Toast!", START)
    erased = erase_about(store, "Wilhelmina", START)
    assert (erased.tasks, erased.traces) == (2, 0)
    assert b"ilhelmina" not in store.path.read_bytes()
    left = log.task(about)
    assert (left.name, left.params, left.request, left.status) == (f"#{about}", ("", "tea"), "", "cancelled")
    assert (log.task(done).status, log.task(done).note, log.task(done).request) == (DONE, "", "Make tea.")
    first, second = log.entries(done)
    assert (first.action, first.reason, first.contents) == ("", "", {"b": ("y",)})
    assert (second.action, second.contents, second.remaining) == ("Boil(tea)", {"b": ("y",)}, ("z",))
    assert log.task(other).status == RUNNING
    assert set(STATUSES) > set(OPEN)


def test_words_that_json_writes_with_escapes_are_erased(store: Store):
    log = TaskLog(store)
    task = log.begin("visit", ("Jürgen",), "", START, state=json.dumps({"who": "Jürgen"}))
    log.append(task, after(1, "x", "Jürgen", left=("Jürgen",)))
    erase_about(store, "Jürgen", START)
    assert (log.task(task).params, log.task(task).state) == (("",), "")
    assert (log.entries(task)[0].contents, log.entries(task)[0].remaining) == ({"box 1": ()}, ())
