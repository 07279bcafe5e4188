"""One writer, however the memory file is reached; readers beside it; nothing is begun by a typing mistake."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from life import long_life

from envs.clock import SimulatedClock
from envs.errors import BadInput, TryAgain
from memory.building.history import HistoryBuilder
from memory.file import descriptors
from memory.live.worker import LiveMemory
from memory.store.database import Store
from memory.store.transfer import export_memory, import_memory

ROOT = Path(__file__).parents[1]
LIVED = long_life(31, 30)
linux = pytest.mark.skipif(sys.platform != "linux", reason="the lock on the file itself is Linux's or Windows's")

WRITE = """
import sys
from life import long_life
from memory.building.history import HistoryBuilder
from memory.store.database import Store
with Store.open(sys.argv[1]) as store, HistoryBuilder(store) as builder:
    for one in long_life(31, 30)[20:]:
        builder.observe(one)
    print(flush=True)
    input()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Twenty experiences; the writers of these tests add ten."""
    path = tmp_path / "home" / "memory.sqlite"
    path.parent.mkdir()
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for one in LIVED[:20]:
            builder.observe(one)
    return path


@contextmanager
def writer(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the memory open for writing, and has added ten experiences."""
    command = [sys.executable, "-c", WRITE, str(path)]
    env = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, env=env, **pipes) as other:
        assert other.stdout
        other.stdout.readline()
        try:
            yield other
        finally:
            other.kill()


def symlink(path: Path) -> Path:
    other = path.parent.parent / "link.sqlite"
    other.symlink_to(path)
    return other


def link_to_folder(path: Path) -> Path:
    folder = path.parent.parent / "folder"
    folder.symlink_to(path.parent, target_is_directory=True)
    return folder / path.name


def hard_link(path: Path) -> Path:
    other = path.parent / "same.sqlite"
    os.link(path, other)
    return other


def hard_link_elsewhere(path: Path) -> Path:
    folder = path.parent.parent / "elsewhere"
    folder.mkdir()
    os.link(path, folder / "memory.sqlite")
    return folder / "memory.sqlite"


def relative(path: Path) -> Path:
    return Path(os.path.relpath(path, Path.cwd()))


def roundabout(path: Path) -> Path:
    return path.parent / ".." / path.parent.name / path.name


def renamed(path: Path) -> Path:
    path.rename(path.with_name("moved.sqlite"))
    return path.with_name("moved.sqlite")


def scenes(path: Path) -> int:
    with Store.open(path, readonly=True) as store:
        return len(store.nodes(1))


WAYS = [symlink, link_to_folder, hard_link, hard_link_elsewhere, relative, roundabout]


@linux
@pytest.mark.parametrize("way", WAYS)
def test_a_second_writer_is_refused_by_every_path_and_readers_see_the_first_ones_work(
    path: Path, way: Callable[[Path], Path]
):
    with writer(path) as other:
        second = way(path)
        for call in (lambda: Store.open(second), lambda: LiveMemory(second, SimulatedClock())):
            with pytest.raises(TryAgain, match=rf"is being written by process {other.pid}; close that one first"):
                call()
        assert scenes(second) == scenes(path) == 30
        other.communicate("\n")
    with Store.open(second) as store:
        assert store.check() == []
    assert scenes(second) == scenes(path) == 30
    assert not [file.name for file in path.parent.rglob("*-writer")]


@linux
@pytest.mark.parametrize("way", [symlink, hard_link, hard_link_elsewhere])
@pytest.mark.parametrize("turned", [False, True])
def test_what_a_killed_writer_kept_is_found_by_every_name(path: Path, way: Callable[[Path], Path], turned: bool):
    """SQLite's journal lies beside the name that the writer used; a hard link has another."""
    first, second = (way(path), path) if turned else (path, way(path))
    with writer(first) as other:
        other.send_signal(signal.SIGKILL)
        other.wait()
    assert scenes(second) == 30
    with Store.open(second) as store:
        assert len(store.nodes(1)) == 30
        assert store.check() == []
    with Store.open(first) as store:
        assert len(store.nodes(1)) == 30
        assert store.check() == []


@linux
def test_a_file_that_was_moved_away_from_its_journal_is_refused_until_that_comes_along(path: Path):
    with writer(path) as other:
        other.send_signal(signal.SIGKILL)
        other.wait()
    moved = renamed(path)
    for readonly in (False, True):
        with pytest.raises(BadInput, match=r"moved away from its journal .*memory\.sqlite-wal"):
            Store.open(moved, readonly=readonly)
    path.with_name("memory.sqlite-wal").rename(path.with_name("moved.sqlite-wal"))
    with Store.open(moved) as store:
        assert len(store.nodes(1)) == 30
        assert store.check() == []


@linux
def test_a_link_that_leads_elsewhere_meanwhile_changes_nothing(path: Path, tmp_path: Path):
    link = symlink(path)
    with writer(link) as other:
        link.unlink()
        link.symlink_to(tmp_path / "new.sqlite")
        with Store.open(link) as store:  # another file by now, so another memory
            assert store.nodes(1) == ()
        with pytest.raises(TryAgain):
            Store.open(path)
        other.communicate("\n")
    assert scenes(path) == 30


@linux
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be another user")
def test_another_user_meets_the_same_lock_and_its_leftovers_do_not_lock_him_out(path: Path):
    for one in (path.parent, *path.parents):
        if one.stat().st_uid == 0 and one != Path("/"):
            one.chmod(one.stat().st_mode | 0o755)
    path.parent.chmod(0o777)
    beside = path.with_name("memory.sqlite-writer")
    with writer(path) as other:
        path.chmod(0o666)  # a memory is made for one user alone; this one shares it
        os.seteuid(65534)
        try:
            with pytest.raises(TryAgain, match=f"written by process {other.pid}"):
                Store.open(path)
        finally:
            os.seteuid(0)
        other.communicate("\n")
    beside.write_text(" process 1")
    beside.chmod(0o600)  # as a killed process of root leaves it
    os.seteuid(65534)
    try:
        with Store.open(path) as store:
            assert len(store.nodes(1)) == 30
    finally:
        os.seteuid(0)


def test_a_reader_that_goes_leaves_the_locks_of_this_process_alone(path: Path):
    """POSIX drops them with any descriptor of the file that is closed; another program would then tidy up under us."""
    probe = (
        "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('SELECT * FROM meta').fetchall(); c.close()"
    )
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        builder.observe(LIVED[20])
        with Store.open(path, readonly=True):
            pass
        with descriptors.reading(path) as file:
            assert file.read(6) == b"SQLite"
        subprocess.run([sys.executable, "-c", probe, str(path)], check=True)
        assert path.with_name("memory.sqlite-wal").exists(), "the other program thought it was the last one"
        builder.observe(LIVED[21])
        assert scenes(path) == 22
    assert not path.with_name("memory.sqlite-wal").exists()
    with Store.open(path) as store:
        assert store.check() == []


def test_within_one_process_there_is_one_writer_too(path: Path):
    with Store.open(path), pytest.raises(TryAgain, match=f"process {os.getpid()}"):
        Store.open(symlink(path))
    with Store.open(path):
        pass


def test_an_import_by_a_link_fills_what_the_link_leads_to(path: Path, tmp_path: Path):
    exported = tmp_path / "memory.jsonl"
    export_memory(path, exported)
    link = tmp_path / "link.sqlite"
    link.symlink_to(tmp_path / "target.sqlite")
    import_memory(exported, link)
    assert link.is_symlink()
    assert scenes(tmp_path / "target.sqlite") == 20


def test_what_fails_leaves_no_file(tmp_path: Path):
    bad = tmp_path / "memory.jsonl"
    bad.write_text("{}\n")
    with pytest.raises(BadInput, match="header"):
        import_memory(bad, tmp_path / "new.sqlite")
    with pytest.raises(BadInput, match="no such file"):
        Store.open(tmp_path / "typo.sqlite", begin=False)
    assert [file.name for file in tmp_path.iterdir()] == ["memory.jsonl"]


@pytest.mark.parametrize("kind", ["fifo", "loop", "long", "folder", "nul"])
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, kind: str):
    path = tmp_path / ("a" * 300 if kind == "long" else "a\0b" if kind == "nul" else "memory.sqlite")
    if kind == "fifo":
        if not hasattr(os, "mkfifo"):
            pytest.skip("needs FIFOs")
        os.mkfifo(path)
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "folder":
        path.mkdir()
    for options in ({}, {"readonly": True}, {"begin": False}):
        with pytest.raises(BadInput, match=r"regular file|cannot be reached|is a folder"):
            Store.open(path, **options)
