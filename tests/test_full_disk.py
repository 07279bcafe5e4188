"""Erasing on a disk that is full, or nearly; on a small disk of its own, where the system lets us have one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from life import long_life

from envs.errors import NoRoom
from memory.building.history import HistoryBuilder
from memory.erasing.erase import Counts, _Eraser, erase_about
from memory.store.database import Store

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("full") / "memory.sqlite"
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        builder.observe_batch(long_life(3, 700))
    return path


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


def erase_on(disk: Path, memory: Path, room: int) -> dict[str, Any]:
    script = 'mount -t tmpfs -o size=2m tmpfs "$1" && exec "$2" "$3" "$1" "$4" "$5"'
    arguments = [str(disk), sys.executable, str(HERE / "full_disk.py"), str(memory), str(room)]
    path = os.pathsep.join([str(HERE.parent), str(HERE)])
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, "sh", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_full_disk_is_freed_by_erasing(disk: Path, memory: Path):
    assert memory.stat().st_size > 500_000
    done = erase_on(disk, memory, 220_000)
    assert done["told"].startswith("Erased(") and "traces=0" in done["told"]
    assert (done["problems"], done["mugs"]) == ([], [0])
    assert done["gained"] > 0, "what is erased is given back to the disk"


def test_without_any_room_nothing_is_lost_and_it_is_said(disk: Path, memory: Path):
    done = erase_on(disk, memory, 60_000)
    assert "no room" in done["told"] or "no space" in done["told"]
    assert done["problems"] == []


def test_what_was_begun_bit_by_bit_is_ended_by_erasing_again(
    tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
):
    """A disk that is full at once, and again after a hundred changes."""
    path = Path(shutil.copy(memory, tmp_path))
    whole, breathe, breaths = _Eraser.run, Store.breathe, 0

    def run(eraser: _Eraser, piece: int = 0) -> Counts:
        if not piece:
            raise NoRoom("full")
        return whole(eraser, 1)

    def breathe_a_little(store: Store) -> None:
        nonlocal breaths
        breaths += 1
        if breaths > 100:
            raise NoRoom("full")
        breathe(store)

    monkeypatch.setattr(_Eraser, "run", run)
    monkeypatch.setattr(Store, "breathe", breathe_a_little)
    with Store.open(path) as store:
        now = store.newest[1].time  # type: ignore[index]
        with pytest.raises(NoRoom):
            erase_about(store, "mug", now)
        assert breaths > 100 and store.check() == []
    monkeypatch.undo()
    with Store.open(path) as store:
        assert erase_about(store, "mug", now).traces == 0
        assert store.check() == []
        assert store.row("SELECT count(*) FROM objects WHERE type = 'Mug'") == (0,)


def test_erasing_takes_no_more_room_than_a_few_pages(tmp_path: Path, memory: Path):
    """Nothing is copied: not the file to itself, nor to the folder for temporary files."""
    path = Path(shutil.copy(memory, tmp_path))
    longest = 0

    def look(*_: Any) -> int:
        nonlocal longest
        longest = max(longest, sum(one.stat().st_size for one in tmp_path.iterdir()))
        return 0

    with Store.open(path) as store, store.short_of_room():
        pass
    with Store.open(path) as store:
        store._connection.set_progress_handler(look, 1000)
        before = path.stat().st_size
        store.scrub()
        assert longest < before + 400_000
