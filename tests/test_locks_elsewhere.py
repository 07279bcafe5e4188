"""The lock of a memory on systems that are not here: their ``fcntl`` and ``msvcrt``, played by stand-ins."""

from __future__ import annotations

import errno
import importlib.util
import os
import struct
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from envs.errors import TryAgain
from memory.file import lock as here

Byte = tuple[int, int, int]
"""Device, inode, and place of a byte."""


class Locks:
    """Which descriptor holds which bytes; a closed descriptor holds none."""

    def __init__(self) -> None:
        self._held: dict[Byte, set[tuple[int, bool]]] = {}

    def set(self, descriptor: int, place: int, shared: bool, on: bool) -> None:
        """Lock or unlock one byte, or refuse as systems do."""
        found = os.fstat(descriptor)
        holders = self._held.setdefault((found.st_dev, found.st_ino, place), set())
        holders -= {one for one in holders if one[0] == descriptor or not _is_open(one[0])}
        if on and any(not (shared and others) for _, others in holders):
            raise OSError(errno.EAGAIN, "taken")
        if on:
            holders.add((descriptor, shared))


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


class Darwin(ModuleType):
    """``fcntl`` of macOS: locks of descriptors, and a ``struct flock`` that begins with where."""

    F_OFD_SETLK, F_RDLCK, F_UNLCK, F_WRLCK, LOCK_EX, LOCK_NB = 90, 1, 2, 3, 2, 4

    def __init__(self, owned: bool = True) -> None:
        super().__init__("fcntl")
        self._bytes, self._files, self.asked = Locks(), Locks(), 0
        if not owned:  # an older one
            self.F_OFD_SETLK = None

    def fcntl(self, descriptor: int, command: int, told: bytes) -> bytes:
        where, length, _, kind, whence = struct.unpack("qqihh", told)
        if command != 90 or length != 1 or whence != os.SEEK_SET or kind not in (1, 2, 3):
            raise OSError(errno.EINVAL, "no such lock")
        self.asked += 1
        self._bytes.set(descriptor, where, kind == self.F_RDLCK, kind != self.F_UNLCK)
        return told

    def flock(self, descriptor: int, how: int) -> None:
        assert how == self.LOCK_EX | self.LOCK_NB
        self._files.set(descriptor, 0, False, True)


class Windows(ModuleType):
    """``msvcrt``: exclusive locks of a stretch from where the descriptor stands."""

    LK_UNLCK, LK_NBLCK = 0, 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self._bytes = Locks()

    def locking(self, descriptor: int, mode: int, length: int) -> None:
        assert length == 1 and mode in (self.LK_UNLCK, self.LK_NBLCK)
        self._bytes.set(descriptor, os.lseek(descriptor, 0, os.SEEK_CUR), False, mode == self.LK_NBLCK)


def lock_of(platform: str, stand_in: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module as it is on another system."""
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setitem(sys.modules, stand_in.__name__, stand_in)
    for name in ("setxattr", "getxattr", "removexattr"):
        monkeypatch.delattr(os, name, raising=False)
    spec = importlib.util.spec_from_file_location("lock_elsewhere", Path(here.__file__))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def same(path: Path) -> Path:
    return path


def symlink(path: Path) -> Path:
    (link := path.with_name("link.sqlite")).symlink_to(path)
    return link


def hard_link(path: Path) -> Path:
    os.link(path, link := path.with_name("hard.sqlite"))
    return link


SYSTEMS: dict[str, tuple[str, Callable[[], ModuleType], tuple[Callable[[Path], Path], ...]]] = {
    "macOS": ("darwin", Darwin, (same, symlink, hard_link)),
    "an older macOS": ("darwin", lambda: Darwin(owned=False), (same, symlink)),
    "Windows": ("win32", Windows, (same, symlink, hard_link)),
}


def ways() -> Iterator[Any]:
    for name, (platform, make, reached) in SYSTEMS.items():
        for way in reached:
            yield pytest.param(platform, make, way, id=f"{name}, {way.__name__}")


@pytest.mark.parametrize(("platform", "make", "way"), list(ways()))
def test_one_writer_on_other_systems(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    make: Callable[[], ModuleType],
    way: Callable[[Path], Path],
) -> None:
    path = tmp_path / "memory.sqlite"
    path.write_bytes(b"SQLite")
    lock = lock_of(platform, make(), monkeypatch)
    other = way(path)
    for _ in range(2):
        first = lock.WriterLock(path)
        with pytest.raises(TryAgain, match=r"is being written by .*close that one first"):
            lock.WriterLock(other)
        first.release()
        second = lock.WriterLock(other)
        with pytest.raises(TryAgain):
            lock.WriterLock(path)
        second.release()
        second.release()
    assert path.read_bytes() == b"SQLite" and not list(tmp_path.glob("*-writer"))


def test_a_copy_keeps_writers_out_on_macos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, system = tmp_path / "memory.sqlite", Darwin()
    path.write_bytes(b"SQLite")
    lock = lock_of("darwin", system, monkeypatch)
    with lock.shared(path, path), lock.shared(path, path), pytest.raises(TryAgain):
        lock.WriterLock(path)
    first = lock.WriterLock(path)
    with pytest.raises(TryAgain), lock.shared(path, path):
        pass
    first.release()
    assert system.asked >= 5


@pytest.mark.skipif(sys.platform != "linux", reason="the layout of Linux")
def test_the_layout_of_this_system_is_what_its_kernel_takes(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    first = here.WriterLock(path)
    assert first._whole, "the lock is on the file itself"
    first.release()
