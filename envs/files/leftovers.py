"""Files that are written under another name until they are whole, and those that killed processes left behind.

What becomes ``NAME`` is written as ``.NAME.PID.part`` beside it. Whoever writes in a folder first removes parts there
whose process is gone. A part belongs to somebody as long as its process lives or holds a lock on it: the lock tells of
processes that are not seen from here (another container), the number and the time of a process that has got the number
of one that is gone.

What is needed for a while only, such as the memories of an evaluation, lies in a folder ``homebody-WHAT.PID.…`` among
the temporary files; whoever makes one first removes those whose process is gone, by the same rules.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PART = re.compile(r"(\..+\.(\d{1,10})\.part)(?:[-.]\w+)*", re.DOTALL)
_LIVE = "-live"
_SCRATCH = re.compile(r"homebody-[a-z-]+\.(\d{1,10})\.\w+")
_BEGINNING = 60.0  # seconds in which a folder may have no lock yet
_SLACK = 2.0  # seconds by which a file's time and a process's may differ
_swept: set[Path] = set()

if sys.platform == "win32":

    def _try_lock(descriptor: int) -> bool:
        return False  # what cannot be told to be nobody's stays

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def part_name(path: Path) -> Path:
    """What this process writes first of what becomes ``path``."""
    return path.with_name(f".{path.name}.{os.getpid()}.part")


def hold(descriptor: int) -> None:
    """Say that an open file is being written, until it is closed."""
    with suppress(OSError):
        _try_lock(descriptor)


@contextmanager
def part_of(path: Path, ending: str = "") -> Iterator[Path]:
    """A name to write under what becomes ``path``; in the end nothing is left there, whatever happens.

    Args:
        path: The file; its folder is there. Move the part to it when it is whole.
        ending: What the part's name must end in, such as ``.mp4``.

    Raises:
        OSError: The folder cannot be written.
    """
    sweep(path.parent)
    part = part_name(path)
    live = part.with_name(part.name + _LIVE)
    descriptor = os.open(live, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        hold(descriptor)
        yield part.with_name(part.name + ending)
    finally:
        _remove(found for found in _entries(path.parent) if found.name.startswith(part.name))
        os.close(descriptor)


@contextmanager
def scratch(what: str) -> Iterator[Path]:
    """A folder of this user alone for what is needed for a while; in the end it is gone, also after a kill.

    Args:
        what: What it is for, a word.
    """
    _sweep_scratch(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=f"homebody-{what}.{os.getpid()}.") as name:
        descriptor = os.open(Path(name) / _LIVE, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            hold(descriptor)
            (inside := Path(name) / "inside").mkdir(0o700)
            yield inside
        finally:
            os.close(descriptor)


def _sweep_scratch(folder: Path) -> None:
    for path in _entries(folder):
        found = _SCRATCH.fullmatch(path.name)
        if found and _is_left_folder(path, int(found[1])):
            shutil.rmtree(path, ignore_errors=True)


def _is_left_folder(path: Path, process: int) -> bool:
    """Whether this is a folder of this user that no living process needs."""
    try:
        found = path.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(found.st_mode) or (hasattr(os, "getuid") and found.st_uid != os.getuid()):
        return False
    live = path / _LIVE
    unheld = not _is_held(live) if live.exists() else found.st_mtime < time.time() - _BEGINNING
    return unheld and not _lives(process, found.st_mtime)


def sweep_once(folder: Path) -> None:
    """``sweep``, the first time that this process writes in a folder."""
    if folder not in _swept:
        _swept.add(folder)
        sweep(folder)


def sweep(folder: Path) -> int:
    """Remove the parts in a folder that nobody writes any more, and return how many files that were."""
    groups: dict[tuple[str, int], list[Path]] = defaultdict(list)
    for path in _entries(folder):
        if found := _PART.fullmatch(path.name):
            groups[found[1], int(found[2])].append(path)
    dead = [path for (_, process), paths in groups.items() if _is_left(paths, process) for path in paths]
    return _remove(dead)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:  # not there, or not to be read; then nothing of it can be told
        return []


def _is_left(paths: list[Path], process: int) -> bool:
    """Whether these are files of this user that no living process writes."""
    newest = 0.0
    for path in paths:
        try:
            found = path.lstat()
        except OSError:
            continue
        if not stat.S_ISREG(found.st_mode) or (hasattr(os, "getuid") and found.st_uid != os.getuid()):
            return False
        newest = max(newest, found.st_mtime)
    return not _lives(process, newest) and not any(_is_held(path) for path in paths)


def _is_held(path: Path) -> bool:
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        return not _try_lock(descriptor)
    finally:
        os.close(descriptor)


def _lives(process: int, then: float) -> bool:
    """Whether a process lives that lived then, in seconds since 1970."""
    if sys.platform == "win32" or process == 0:
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        pass
    begun = _begun(process)
    return begun is None or begun <= then + _SLACK


def _begun(process: int) -> float | None:
    """When a process began, in seconds since 1970; None where the system does not tell."""
    try:
        told = Path(f"/proc/{process}/stat").read_bytes()
        uptime = float(Path("/proc/uptime").read_bytes().split()[0])
        ticks = int(told[told.rindex(b")") + 2 :].split()[19])  # after the name, which may hold anything
        return time.time() - uptime + ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


def _remove(paths: Iterator[Path] | list[Path]) -> int:
    count = 0
    for path in paths:
        with suppress(OSError):  # somebody else was quicker, or it is not ours to remove
            path.unlink()
            count += 1
    return count
