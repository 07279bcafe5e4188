"""Files that tell of a life at home are nobody else's business; what killed commands leave behind is removed."""

from __future__ import annotations

import fcntl
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from life import kitchen

from agent.household.listening_body import Trail
from agent.language.recorded import RecordedModel
from envs.errors import BadInput, TryAgain
from envs.files.leftovers import part_of, scratch, sweep
from envs.files.writing import make_folder, write_atomically
from homebody.output import Output
from memory.building.history import HistoryBuilder
from memory.store.database import Store
from memory.store.transfer import export_memory, import_memory

GONE = 4_000_000  # more than Linux gives out by default


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def open_handed():
    """A user whose new files everybody may read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_the_memory_and_what_sqlite_keeps_beside_it_are_private(tmp_path: Path):
    path = tmp_path / "memory.sqlite"
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        builder.observe(kitchen().experiences[0])
        for ending in ("", "-wal", "-shm"):
            assert rights(path.with_name(path.name + ending)) == 0o600
    path.chmod(0o644)  # as an older homebody left it
    with Store.open(path, readonly=True):
        assert rights(path) == 0o644, "who only reads changes nothing"
    with Store.open(path) as store:
        assert rights(path) == 0o600 == rights(path.with_name(path.name + "-wal"))


def test_what_is_written_from_a_memory_is_private(tmp_path: Path):
    memory, out = tmp_path / "memory.sqlite", tmp_path / "new" / "folder"
    with Store.open(memory) as store, HistoryBuilder(store) as builder:
        builder.observe(kitchen().experiences[0])
    make_folder(out)
    (out / "export.jsonl").write_text("older")
    export_memory(memory, out / "export.jsonl", replace=True)
    import_memory(out / "export.jsonl", out / "again.sqlite")
    Output(out / "figures.json").json({"said": "something"})
    Trail(out / "episode" / "trail.jsonl", {}).close()
    (out / "calls.jsonl").write_text("")
    RecordedModel(out / "calls.jsonl", model=object())._append("key", {}, {})  # type: ignore[arg-type]
    assert {path.name: rights(path) for path in out.rglob("*") if path.is_file() and rights(path) != 0o600} == {}
    assert len([path for path in out.rglob("*") if path.is_file()]) == 5
    assert rights(tmp_path / "new") == rights(out) == rights(out / "episode") == 0o700


def test_other_files_keep_the_usual_rights(tmp_path: Path):
    write_atomically(tmp_path / "data" / "picture.jpg", b"x")
    assert (rights(tmp_path / "data" / "picture.jpg"), rights(tmp_path / "data")) == (0o644, 0o755)


def leave(folder: Path, process: int, *endings: str, age: float = 0) -> list[Path]:
    paths = [folder / f".memory.sqlite.{process}.part{ending}" for ending in endings]
    for path in paths:
        path.write_text("what somebody said")
        then = time.time() - age
        os.utime(path, (then, then))
    return paths


def test_parts_of_processes_that_are_gone_are_removed(tmp_path: Path):
    leave(tmp_path, GONE, "", "-wal", "-shm", "-writer", "-live", ".mp4")
    others = [
        tmp_path / name for name in ("memory.sqlite", "x.4000000.part", ".part", ".a.part", ".a.b.part", "a.part")
    ]
    for path in others:
        path.write_text("somebody's")
    (tmp_path / f".folder.{GONE}.part").mkdir()
    (tmp_path / f".link.{GONE}.part").symlink_to(others[0])
    write_atomically(tmp_path / "else.json", b"{}", private=True)
    kept = {path.name for path in others} | {f".folder.{GONE}.part", f".link.{GONE}.part", "else.json"}
    assert {path.name for path in tmp_path.iterdir()} == kept


def test_a_process_that_got_the_number_of_one_that_is_gone_does_not_protect_its_parts(tmp_path: Path):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        (young,) = leave(tmp_path, other.pid, "")
        assert sweep(tmp_path) == 0
        leave(tmp_path, other.pid, "", age=3600)
        assert sweep(tmp_path) == 1 and not young.exists()
        assert other.stdin is not None
        other.stdin.close()


def test_what_somebody_holds_a_lock_on_stays_wherever_that_process_is(tmp_path: Path):
    data, live = leave(tmp_path, GONE, "", "-live")
    with live.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert sweep(tmp_path) == 0
    assert sweep(tmp_path) == 2 and not data.exists()


def test_a_killed_command_leaves_nothing_after_the_next_one(tmp_path: Path):
    program = f"""
import time
from pathlib import Path
from envs.files.leftovers import part_of
with part_of(Path({str(tmp_path / "memory.sqlite")!r})) as part:
    part.write_text("what somebody said")
    print("written", flush=True)
    time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None and other.stdout.readline()
        with part_of(tmp_path / "other.jsonl"):
            assert len(list(tmp_path.glob(f".memory.sqlite.{other.pid}.part*"))) == 2
        other.send_signal(signal.SIGKILL)
    with part_of(tmp_path / "other.jsonl"):
        assert list(tmp_path.glob(".memory*")) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_ends_a_trail_in_a_sentence(tmp_path: Path):
    trail = Trail(tmp_path / "trail.jsonl", {})
    trail.close()
    trail._file = open("/dev/full", "w")  # noqa: SIM115
    with pytest.raises(TryAgain, match=r"no space left to write .*--resume"):
        trail.note(do="Forward")
    trail.close()


def test_a_folder_that_cannot_be_made_is_told_of(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot write"):
        Trail(tmp_path / "file" / "trail.jsonl", {})
    with pytest.raises(BadInput, match="cannot write"):
        write_atomically(tmp_path / "file" / "x", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="kills and locks of another kind")
def test_folders_of_killed_processes_go_and_those_of_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    pid = os.fork()
    if not pid:
        with scratch("recall") as folder:
            (folder / "memory.sqlite").write_text("what was lived")
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(pid, 0)
    [left] = tmp_path.iterdir()
    assert left.name.startswith(f"homebody-recall.{pid}.") and left.stat().st_mode & 0o777 == 0o700
    for mine in (f"homebody-notes.{pid}", f"homebody-notes.{pid}.a b", f"homebody-recall.{os.getpid()}.abc"):
        (tmp_path / mine).mkdir()
    (tmp_path / f"homebody-recall.{pid}.file").write_text("no folder")
    (tmp_path / f"homebody-recall.{pid}.link").symlink_to(tmp_path / f"homebody-notes.{pid}")
    (tmp_path / f"homebody-recall.{pid}.new").mkdir()  # of a process of another container, perhaps, just begun
    with scratch("seen") as folder, scratch("seen") as other:
        assert folder.is_dir() and other.is_dir() and not left.exists()
    assert len(list(tmp_path.iterdir())) == 6
    os.utime(tmp_path / f"homebody-recall.{pid}.new", (0, 0))
    with scratch("seen"):
        pass
    assert len(list(tmp_path.iterdir())) == 5
