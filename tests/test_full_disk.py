"""Erasing and keeping to a budget on a disk that is full, or nearly; on a small one, where the system lets us have it.

Where nothing can be mounted, files are changed where they lie as on such a disk, and killed at every change of a file.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import warnings
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from full_disk import LATER, MUG, erase, halve
from life import long_life

from envs.errors import BadInput, NoRoom, Notice
from envs.files import changes, rewriting
from envs.process.plain_text import json_text
from memory.building.history import HistoryBuilder
from memory.erasing.erase import erase_about
from memory.file import in_place
from memory.store import written_files
from memory.store.database import Store
from memory.store.transfer import export_memory, import_memory

HERE = Path(__file__).parent
SAID = [{"text": f"line {number}: {'a mug' if number % 7 == 0 else 'a plate'}"} for number in range(2_000)]


class Killed(BaseException):
    """What ``kill -9`` would be; nothing catches it."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a memory and files that were written from it."""
    return begun(tmp_path_factory.mktemp("full"), 700, SAID)


def begun(folder: Path, length: int, said: list[dict[str, str]]) -> Path:
    with Store.open(folder / "memory.sqlite") as store, HistoryBuilder(store) as builder:
        builder.observe_batch(long_life(3, length))
        export_memory(store.path, folder / "export.jsonl")
        (folder / "report.json").write_text(json_text(said))
        (folder / "calls.jsonl").write_text("".join(json.dumps(one) + "\n" for one in said))
        for name, kind in (("export.jsonl", "export"), ("report.json", "figures"), ("calls.jsonl", "calls")):
            written_files.note(store, folder / name, kind)
    return folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with little in it."""
    return begun(tmp_path_factory.mktemp("small"), 60, SAID[:40])


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """A folder that can be made a disk of its own in a process of its own."""
    (tmp_path / "disk").mkdir()
    tried = shutil.which("unshare") and subprocess.run(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", str(tmp_path / "disk")], capture_output=True
    )
    if not tried or tried.returncode:
        pytest.skip("no small disk can be mounted here (unshare -rm mount -t tmpfs)")
    return tmp_path / "disk"


def on_disk(disk: Path, home: Path, room: int, deed: str) -> dict[str, Any]:
    script = 'mount -t tmpfs -o size=6m tmpfs "$1" && exec "$2" "$3" "$1" "$4" "$5" "$6"'
    arguments = [str(disk), sys.executable, str(HERE / "full_disk.py"), str(home), str(room), deed]
    path = os.pathsep.join([str(HERE.parent), str(HERE)])
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, "sh", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("room", [16_384, 400_000])
def test_erasing_needs_no_more_than_a_few_pages(disk: Path, home: Path, room: int):
    done = on_disk(disk, home, room, "erase")
    assert (done["error"], done["traces"]) == ("", 0)
    assert done["files"] == {"export.jsonl": "erased", "report.json": "erased", "calls.jsonl": "erased"}
    assert (done["said"], done["left"], done["problems"], done["mugs"]) == ([], [], [], [0])
    assert done["gained"] > 0, "what is erased is given back to the disk"


@pytest.mark.parametrize("room", [16_384])
def test_a_budget_needs_no_more_than_a_few_pages(disk: Path, home: Path, room: int):
    done = on_disk(disk, home, room, "halve")
    assert (done["error"], done["left"], done["problems"]) == ("", [], [])
    assert done["gained"] > 100_000


@pytest.mark.parametrize(("room", "deed"), [(0, "erase"), (4_096, "erase"), (4_096, "halve")])
def test_without_any_room_nothing_is_lost_and_it_is_said(disk: Path, home: Path, room: int, deed: str):
    done = on_disk(disk, home, room, deed)
    assert "no space" in done["error"] or "no room" in done["error"] or room
    assert done["error"] or deed == "halve" or not done["said"]
    assert done["problems"] == []
    assert deed == "halve" or done["mugs"] in ([0], [3]), "what was begun is finished with room again"


# --- killed at any point


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every disk is taken for nearly full, and a copy of a file for more than there is room for."""
    monkeypatch.setattr(in_place, "_is_full", lambda path: True)

    def refuse(path: Path, *_: object, **__: object) -> None:
        raise NoRoom(f"no space left to write {path}")

    monkeypatch.setattr("memory.erasing.files.write_atomically", refuse)


class Points:
    """Changes of files; kills at one of them, and has no room for more than so many bytes beside a file."""

    def __init__(self) -> None:
        self.passed, self.kill, self.room = 0, 0, 1 << 30

    def pass_(self) -> None:
        self.passed += 1
        if self.passed == self.kill:
            raise Killed

    def until(self, kill: int) -> None:
        self.passed, self.kill = 0, kill


@pytest.fixture
def points(monkeypatch: pytest.MonkeyPatch) -> Points:
    found = Points()
    put, down, sync = rewriting._put, rewriting._write_down, rewriting._sync

    def putting(file: BinaryIO, at: int, what: bytes) -> None:
        found.pass_()
        put(file, at, what[: len(what) // 2])
        found.pass_()
        put(file, at, what)

    def writing_down(redo: Path, change: changes.Change, reserve: Callable[[], None]) -> None:
        if redo.name == "memory.sqlite-redo" and len(zlib.compress(change.new)) > found.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        down(redo, change, reserve)

    def syncing(file: BinaryIO) -> None:
        found.pass_()
        sync(file)

    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    for name, instead in (("_put", putting), ("_write_down", writing_down), ("_sync", syncing)):
        monkeypatch.setattr(rewriting, name, instead)
    return found


def copied(home: Path, folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    return Path(shutil.copytree(home, folder)) / "memory.sqlite"


def rows(path: Path) -> dict[str, list[Any]]:
    """All rows but those of notes, of a memory that is sound."""
    with Store.open(path) as store:
        assert store.check() == []
        names = store.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'node_text%'")
        return {name: store.rows(f"SELECT * FROM {name}") for (name,) in names if name not in ("meta", "written_files")}


def beside(path: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in path.parent.iterdir() if one != path}


def says(path: Path) -> bool:
    return MUG.found(path.read_bytes().decode(errors="replace"))


def some(count: int, most: int) -> list[int]:
    """Numbers up to a count, the first and last of them all."""
    return sorted({*range(1, min(5, count)), *range(1, count, max(count // most, 1)), count - 1, count})


def erased(path: Path) -> dict[str, Any]:
    with Store.open(path, sparing=True) as store:
        assert store.sparing
        return erase(store)


def goes_on(path: Path) -> list[str]:
    """What is told when the memory is opened the next time."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", Notice)
        Store.open(path, sparing=True).close()
    return [str(one.message) for one in told]


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("room", [1 << 30, 4_000])
def test_a_kill_at_any_point_leaves_nothing_half_erased(small: Path, tmp_path: Path, points: Points, room: int):
    points.room = room
    path = copied(small, tmp_path / "whole")
    before, files_before = rows(path), beside(path)
    points.until(0)
    assert erased(path)["traces"] == 0
    count, after, files = points.passed, rows(path), beside(path)
    assert files.keys() == files_before.keys() and not any(says(one) for one in path.parent.iterdir())
    for kill in some(count, 6):
        path = copied(small, tmp_path / "killed")
        points.until(kill)
        with pytest.raises(Killed):
            erased(path)
        points.until(0)
        told = goes_on(path)
        if says(path):
            assert (told, rows(path), beside(path)) == ([], before, files_before), kill
            continue
        assert any("finished now" in one for one in told) or kill > count - 10, kill
        found = rows(path)
        assert room < 1 << 30 or found == after, kill
        assert beside(path) == files, kill
        assert not any(says(one) for one in path.parent.iterdir()), kill


@pytest.mark.usefixtures("full")
def test_a_kill_at_any_point_of_a_budget_leaves_a_sound_memory(home: Path, tmp_path: Path, points: Points):
    points.room = 8_000
    path = copied(home, tmp_path / "whole")
    points.until(0)
    with Store.open(path, sparing=True) as store:
        halve(store)
    count, after = points.passed, path.stat().st_size
    for kill in some(count, 4)[2:]:
        path = copied(home, tmp_path / "killed")
        points.until(kill)
        with pytest.raises(Killed), Store.open(path, sparing=True) as store:
            halve(store)
        points.until(0)
        with Store.open(path, sparing=True) as store:
            halve(store)
        rows(path)
        assert path.stat().st_size <= after + 40_000
        assert [one.name for one in path.parent.iterdir() if one.name not in os.listdir(home)] == []


@pytest.mark.usefixtures("full")
def test_who_only_reads_completes_a_change_and_hears_of_the_rest(small: Path, tmp_path: Path, points: Points):
    path = copied(small, tmp_path / "killed")
    points.room = 4_000
    points.until(0)
    erased(path)
    last = points.passed
    for kill in some(last, 6)[4:-3]:
        path = copied(small, tmp_path / "killed")
        points.until(kill)
        with pytest.raises(Killed):
            erased(path)
        points.until(0)
        with pytest.warns(Notice, match="was cut off"), Store.open(path, readonly=True) as store:
            assert store.newest and store.check() == []
        assert not rewriting.redo_of(path).exists()


@pytest.mark.usefixtures("full")
def test_beside_a_reader_there_is_need_of_room(small: Path, tmp_path: Path):
    path = copied(small, tmp_path / "read")
    with Store.open(path, readonly=True) as reader:
        assert reader.newest
        with Store.open(path, sparing=True) as store:
            assert not store.sparing
    with Store.open(path, sparing=True) as store:
        assert store.sparing
        with (
            closing(sqlite3.connect(path, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("SELECT 1 FROM meta").fetchone()


def test_an_imported_half_is_finished_as_well(small: Path, tmp_path: Path):
    """The note of an erasing goes with what is exported; what else is noted of the file itself does not."""
    path = copied(small, tmp_path / "half")
    with Store.open(path) as store, store.transaction():
        begun = json.dumps({"words": ["mug"], "now": LATER.isoformat(), "delete": False})
        store.write("INSERT INTO meta VALUES ('erasing', ?), ('text_index', '0')", begun)
    export_memory(path, tmp_path / "half.jsonl")
    import_memory(tmp_path / "half.jsonl", tmp_path / "again.sqlite")
    with pytest.warns(Notice, match="finished now"):
        Store.open(tmp_path / "again.sqlite").close()
    assert not says(tmp_path / "again.sqlite")
    assert rows(tmp_path / "again.sqlite")["nodes"]


def test_a_change_of_another_file_is_not_made(small: Path, tmp_path: Path):
    path = copied(small, tmp_path / "other")
    old = path.read_bytes()
    with path.open("r+b") as file, pytest.MonkeyPatch.context() as patch:
        patch.setattr(rewriting, "_do", lambda *_: (_ for _ in ()).throw(Killed()))
        with pytest.raises(Killed):
            rewriting.rewrite(file, path, changes.in_place(old, old[:5000] + b"x" * 9 + old[5009:]))
    with Store.open(copied(small, tmp_path / "new")) as store:
        erase_about(store, "mug", LATER)
    shutil.copy(tmp_path / "new" / "memory.sqlite", path)
    before = path.read_bytes()
    for readonly in (True, False):
        with pytest.raises(BadInput, match=r"remove .*memory\.sqlite-redo"):
            Store.open(path, readonly=readonly)
    assert path.read_bytes() == before
