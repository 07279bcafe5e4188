"""What a house does to a file: full disks, missing rights, copies that broke off."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from life import START, long_life

from envs.clock import SimulatedClock
from envs.errors import BadInput, HomebodyError, TryAgain
from memory.building.history import HistoryBuilder
from memory.experience import Experience
from memory.forgetting.forgetter import Forgetter
from memory.live.worker import LiveMemory
from memory.store.database import Store
from memory.store.lifetimes import Lifetimes
from memory.store.transfer import export_lines, export_memory, import_memory

ROOT = Path(__file__).parents[1]
SHORT = Lifetimes(timedelta(minutes=1), timedelta(minutes=5), timedelta(hours=1), timedelta(hours=3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.sqlite"


def build(path: Path, lived: list[Experience]) -> None:
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for one in lived:
            builder.observe(one)


def lines(path: Path) -> list[str]:
    return list(export_lines(path))


def leave_room(store: Store, pages: int) -> None:
    """Let the disk be full so many pages from now, as SQLite sees it."""
    (used,) = store.rows("PRAGMA page_count")[0]
    store.rows(f"PRAGMA max_page_count = {used + pages}")


def everything_before(step: Callable[[], object], store: Store, chance: random.Random) -> int:
    """Repeat a step that must work in the end, on a disk with hardly any room at first; how often it failed."""
    failed = 0
    while True:
        leave_room(store, chance.randrange(2) + 2 * failed)
        try:
            step()
        except TryAgain as error:
            assert "space" in str(error)
            assert store.check() == []
            failed += 1
        else:
            return failed


def test_a_disk_that_is_full_again_and_again_changes_nothing_in_the_end(path: Path):
    """Building and forgetting both; what did not fit is done when there is room."""
    chance, lived = random.Random(1), long_life(21, 240)
    failed = 0
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        forgetter = Forgetter(store, lifetimes=SHORT)
        for number, one in enumerate(lived, 1):
            failed += everything_before(lambda one=one: builder.observe(one), store, chance)
            if number % 40 == 0:
                now = one.time + timedelta(minutes=10)
                failed += everything_before(lambda now=now: forgetter.run(now), store, chance)
    assert failed >= 10
    whole = path.with_name("whole.sqlite")
    with Store.open(whole) as store, HistoryBuilder(store) as builder:
        forgetter = Forgetter(store, lifetimes=SHORT)
        for number, one in enumerate(lived, 1):
            builder.observe(one)
            if number % 40 == 0:
                forgetter.run(one.time + timedelta(minutes=10))
    with Store.open(path, readonly=True) as one, Store.open(whole, readonly=True) as two:
        assert one.rows("SELECT count(*) FROM forget_log")[0][0] > 10
        for sql in (
            "SELECT level, first, last, summary, detail, expires FROM nodes ORDER BY level, first, last",
            "SELECT * FROM experiences ORDER BY id",
            "SELECT level, first, last, reason, alpha FROM forget_log ORDER BY id",
        ):
            assert one.rows(sql) == two.rows(sql)


def test_an_import_onto_a_full_disk_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch):
    build(path, long_life(22, 200))
    exported, other = path.with_name("memory.jsonl"), path.with_name("other.sqlite")
    export_memory(path, exported)
    connect, room = sqlite3.connect, path.stat().st_size // 4096 - 8

    def small(*args: object, **options: object) -> sqlite3.Connection:
        connection = connect(*args, **options)  # pyright: ignore[reportArgumentType, reportCallIssue]
        connection.execute(f"PRAGMA max_page_count = {room}")
        return connection

    monkeypatch.setattr("memory.file.opening.sqlite3.connect", small)
    with pytest.raises(TryAgain, match="Free some space"):
        import_memory(exported, other)
    monkeypatch.setattr("memory.file.opening.sqlite3.connect", connect)
    assert not [file.name for file in path.parent.iterdir() if not file.name.startswith("memory.")]
    import_memory(exported, other)
    assert lines(other) == lines(path)


WRITE = """
import os, sys
from datetime import datetime
from envs.clock import SimulatedClock
from envs.errors import HomebodyError
from memory.live.worker import LiveMemory
from memory.store.database import Store
from memory.store.transfer import import_memory
if os.geteuid() == 0:
    os.seteuid(65534)
for attempt in (
    lambda: Store.open(sys.argv[1]),
    lambda: LiveMemory(sys.argv[1], SimulatedClock()),
    lambda: import_memory(sys.argv[2], sys.argv[3]),
):
    try:
        attempt()
        print("worked")
    except HomebodyError as error:
        print(type(error).__name__, error)
with Store.open(sys.argv[1], readonly=True) as store:
    print(len(store.nodes(1)))
"""


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
def test_a_read_only_file_is_read_and_not_written(tmp_path: Path):
    folder = tmp_path / "home"
    folder.mkdir()
    path, exported, target = folder / "memory.sqlite", folder / "memory.jsonl", folder / "other.sqlite"
    build(path, long_life(23, 30))
    export_memory(path, exported)
    for one in (tmp_path, *tmp_path.parents):
        if one.stat().st_uid == os.geteuid() and one != Path("/"):
            one.chmod(one.stat().st_mode | 0o755)
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    try:
        command = [sys.executable, "-c", WRITE, str(path), str(exported), str(target)]
        told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    finally:
        folder.chmod(0o755)
    assert told.returncode == 0, told.stderr
    opened, lived, imported, scenes = told.stdout.splitlines()
    for refusal in (opened, lived, imported):
        assert refusal.startswith("BadInput"), refusal
        assert "cannot be written" in refusal
    assert scenes == "30"


def test_a_copy_that_broke_off_anywhere_is_refused_or_said_to_be_damaged(path: Path):
    chance = random.Random(24)
    build(path, long_life(24, 150))
    with Store.open(path) as store:
        Forgetter(store, lifetimes=SHORT).run(START + timedelta(days=2))
        expected = store.rows("SELECT count(*) FROM nodes")
    whole = path.read_bytes()
    cut = path.with_name("cut.sqlite")

    def live(length: int) -> None:
        if length:  # an empty file becomes a memory
            LiveMemory(cut, SimulatedClock()).close()
        Store.open(cut, readonly=True)

    for length in [0, 1, 99, 100, 4095, 4096, *(chance.randrange(len(whole)) for _ in range(30))]:
        cut.write_bytes(whole[:length])
        for call in (lambda: lines(cut), lambda length=length: live(length)):
            with pytest.raises(BadInput, match=r"cut short|damaged|not a SQLite file"):
                call()
    cut.write_bytes(whole)
    with Store.open(cut) as store:
        assert store.check() == []
        assert store.rows("SELECT count(*) FROM nodes") == expected


def test_damage_anywhere_is_never_an_error_of_sqlite(path: Path):
    """Pages overwritten with noise: a sentence of ours, a line in check(), or a page that nobody needed."""
    chance = random.Random(25)
    build(path, long_life(25, 150))
    whole = path.read_bytes()
    hurt = path.with_name("hurt.sqlite")
    noticed = 0
    for _ in range(25):
        page = chance.randrange(1, len(whole) // 4096) * 4096
        hurt.write_bytes(whole[:page] + chance.randbytes(4096) + whole[page + 4096 :])
        try:
            with Store.open(hurt) as store:
                noticed += bool(store.check())
        except HomebodyError as error:
            assert "damaged" in str(error)
            noticed += 1
    assert noticed >= 20


def test_a_memory_of_a_newer_version_is_refused_by_everything_that_writes(path: Path):
    build(path, long_life(26, 10))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    connection.close()
    before = path.read_bytes()
    exported = path.with_name("memory.jsonl")
    exported.write_text("{}\n")
    for call in (
        lambda: LiveMemory(path, SimulatedClock()),
        lambda: lines(path),
        lambda: export_memory(path, path.with_name("new.jsonl")),
        lambda: import_memory(exported, path),
    ):
        with pytest.raises(BadInput, match="newer version"):
            call()
    assert path.read_bytes() == before
    assert not path.with_name("new.jsonl").exists()


def test_two_writers_of_any_kind_exclude_each_other(path: Path):
    build(path, long_life(27, 10))
    exported = path.with_name("memory.jsonl")
    export_memory(path, exported)
    code = (
        "import sys; from memory.store.database import Store\n"
        "with Store.open(sys.argv[1]):\n print(flush=True); input()"
    )
    command = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        other.stdout.readline()
        for call in (
            lambda: Store.open(path),
            lambda: LiveMemory(path, SimulatedClock()),
            lambda: import_memory(exported, path),
        ):
            with pytest.raises(TryAgain, match=rf"memory\.sqlite is being written by process {other.pid}; close"):
                call()
        assert len(lines(path)) > 10
        other.communicate("\n")
    with LiveMemory(path, SimulatedClock()) as memory, memory.recall() as store:
        assert len(store.nodes(1)) == 10


def test_a_memory_may_have_a_name_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"m\xff.sqlite")
    with Store.open(path), pytest.raises(TryAgain, match="is being written by"):
        Store.open(path)
    with Store.open(path, readonly=True) as store:
        assert store.newest is None
