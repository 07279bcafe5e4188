"""Changing a file where it lies, for disks that have no room for a copy.

What changes is written down first, in ``NAME-redo`` beside the file: which of its bytes become others, and which move
towards its beginning. Doing that can be broken off at any moment and done again: ``finish`` does. It takes the room of
what is new in the file, packed, and nothing for what stays or moves.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from envs.files.changes import Change, Part, staying

_MAGIC = b"homebody redo 1\n"
_HEAD = struct.Struct(">QQIIQI")  # lengths before and after, crc of what stays, parts, bytes of the plan, of a slot
_DIGEST = 16
_SLOT = struct.Struct(">QQI")  # which one it is, where its bytes go, how many they are; the digest follows
_PAGE = 4096
_MOST_MOVED = 1 << 18  # bytes moved at a time


class NotItsFile(Exception):
    """What is written down beside a file is not about the file that is there now."""


def redo_of(path: Path) -> Path:
    """Where what changes is written down while it changes."""
    return path.with_name(f"{path.name}-redo")


def rewrite(file: BinaryIO, path: Path, change: Change) -> None:
    """Change a file where it lies.

    Args:
        file: Open for reading and writing; it is as long as ``change.before``.
        path: Its name.
        change: What becomes of it.

    Raises:
        OSError: There is no room to write down what changes: the file is as before. Or it cannot be written; what is
            missing is done by ``finish``.
    """
    if not change.parts and change.before == change.after:
        return
    redo = redo_of(path)
    try:
        _write_down(redo, change, lambda: _lengthen(file, change))
    except OSError:
        with suppress(OSError):
            file.truncate(change.before)
        redo.unlink(missing_ok=True)
        raise
    with redo.open("r+b") as slots:
        _do(file, change, _Slots(slots))
    redo.unlink()


def finish(file: BinaryIO, path: Path) -> bool:
    """Do what of a change is missing since a process was killed; whether there was anything.

    Args:
        file: Open for reading and writing.
        path: Its name.

    Raises:
        NotItsFile: The file is another than the one that was being changed.
        OSError: It cannot be read or written.
    """
    redo = redo_of(path)
    try:
        slots = redo.open("r+b")
    except FileNotFoundError:
        return False
    with slots:
        change = _read(slots)
        if change is None:
            _shorten(file, slots)
        else:
            _check(file, change)
            _do(file, change, _Slots(slots))
    redo.unlink()
    return change is not None


def _shorten(file: BinaryIO, redo: BinaryIO) -> None:
    """Take away the room at the end that was made for a change which was not begun."""
    redo.seek(0)
    start = redo.read(len(_MAGIC) + _HEAD.size)
    if len(start) < len(_MAGIC) + _HEAD.size or not start.startswith(_MAGIC):
        return
    before, after, *_ = _HEAD.unpack(start[len(_MAGIC) :])
    length = _length(file)
    if before < length <= after and not _bytes(file, before, length - before).strip(b"\0"):
        file.truncate(before)


def _lengthen(file: BinaryIO, change: Change) -> None:
    more = change.after - change.before
    if more > 0:
        file.seek(change.before)
        file.write(bytes(more))
        _sync(file)


def _write_down(redo: Path, change: Change, reserve: Callable[[], None]) -> None:
    plan = zlib.compress(_packed(change.parts) + change.new, 9)
    size = _slot_size(redo) if change.moves else 0
    head = _HEAD.pack(change.before, change.after, change.stays, len(change.parts), len(plan), size)
    body = _MAGIC + head + plan
    descriptor = os.open(redo, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
    with open(descriptor, "wb") as file:
        if size or change.after > change.before:
            file.write(body + bytes(_DIGEST + 2 * (_SLOT.size + _DIGEST + size)))
            _sync(file)
            reserve()  # there is room for all of it
        file.seek(0)
        file.write(body + _digest(body))
        _sync(file)
    _sync_folder(redo.parent)


def _slot_size(redo: Path) -> int:
    room = shutil.disk_usage(redo.parent).free // 8
    return min(max(room // _PAGE * _PAGE, _PAGE // 2), _MOST_MOVED)


def _packed(parts: Sequence[Part]) -> bytes:
    packed, done = bytearray(), 0
    for part in parts:
        for number in (part.at - done, part.length, part.shift):
            while number > 127:
                packed.append(number & 127 | 128)
                number >>= 7
            packed.append(number)
        done = part.at + part.length
    return bytes(packed)


def _unpacked(plan: bytes, count: int) -> tuple[list[Part], bytes]:
    parts: list[Part] = []
    place = done = 0
    for _ in range(count):
        numbers = []
        for _ in range(3):
            number = shift = 0
            while plan[place] > 127:
                number, shift, place = number | (plan[place] & 127) << shift, shift + 7, place + 1
            numbers.append(number | plan[place] << shift)
            place += 1
        parts.append(Part(done + numbers[0], numbers[1], numbers[2]))
        done = parts[-1].at + parts[-1].length
    return parts, plan[place:]


def _read(file: BinaryIO) -> Change | None:
    """What is written down; None when it is not whole, so that nothing was begun."""
    start = file.read(len(_MAGIC) + _HEAD.size)
    if len(start) < len(_MAGIC) + _HEAD.size or not start.startswith(_MAGIC):
        return None
    before, after, stays, count, length, _ = _HEAD.unpack(start[len(_MAGIC) :])
    if length > os.fstat(file.fileno()).st_size:
        return None
    plan = file.read(length)
    if file.read(_DIGEST) != _digest(start + plan):
        return None
    parts, new = _unpacked(zlib.decompress(plan), count)
    return Change(before, after, tuple(parts), new, stays)


def _check(file: BinaryIO, change: Change) -> None:
    stays = 0
    for start, end in staying(change.parts, min(change.before, change.after)):
        stays = zlib.crc32(_bytes(file, start, end - start), stays)
    lengths = {change.before, change.after, max(change.before, change.after)}
    if stays != change.stays or _length(file) not in lengths:
        raise NotItsFile


class _Slots:
    """Two places for bytes that are being moved: one is whole whenever the other is written.

    Args:
        file: What is written down, open for reading and writing.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        file.seek(len(_MAGIC))
        *_, length, self.size = _HEAD.unpack(file.read(_HEAD.size))
        self._start = len(_MAGIC) + _HEAD.size + length + _DIGEST
        self._count = 0

    def _place(self, number: int) -> int:
        return self._start + number % 2 * (_SLOT.size + _DIGEST + self.size)

    def keep(self, at: int, moved: bytes) -> None:
        """Keep bytes that go to a place."""
        self._count += 1
        head = _SLOT.pack(self._count, at, len(moved))
        self._file.seek(self._place(self._count))
        self._file.write(head + _digest(head + moved) + moved)
        _sync(self._file)

    def newest(self) -> tuple[int, bytes] | None:
        """The bytes that were kept last, and where they go; None when there are none."""
        found = [one for one in (self._at(0), self._at(1)) if one is not None]
        if not self.size or not found:
            return None
        self._count, at, moved = max(found)
        return at, moved

    def _at(self, number: int) -> tuple[int, int, bytes] | None:
        self._file.seek(self._place(number))
        head = self._file.read(_SLOT.size)
        if len(head) < _SLOT.size:
            return None
        count, at, length = _SLOT.unpack(head)
        digest = self._file.read(_DIGEST)
        moved = self._file.read(min(length, self.size))
        return (count, at, moved) if count and digest == _digest(head + moved) else None


def _do(file: BinaryIO, change: Change, slots: _Slots) -> None:
    """Change a file, from wherever it was broken off."""
    done = 0
    if (kept := slots.newest()) is not None:
        at, moved = kept
        _put(file, at, moved)
        done = at + len(moved)
    fresh = 0
    for part in change.parts:
        end = part.at + part.length
        if part.shift:
            _move(file, part, max(part.at, done), slots)
        else:
            if end > done:
                _put(file, part.at, change.new[fresh : fresh + part.length])
            fresh += part.length
    _sync(file)
    if (over := _length(file) - change.after) > 0:
        _put(file, change.after, bytes(over))  # what lay there does not stay on the disk
        _sync(file)
        file.truncate(change.after)
        _sync(file)


def _move(file: BinaryIO, part: Part, at: int, slots: _Slots) -> None:
    end = part.at + part.length
    while at < end:
        moved = _bytes(file, at + part.shift, min(end - at, slots.size))
        _sync(file)  # what the older slot was for is done
        slots.keep(at, moved)
        _put(file, at, moved)
        at += len(moved)


def _put(file: BinaryIO, at: int, what: bytes) -> None:
    file.seek(at)
    file.write(what)


def _bytes(file: BinaryIO, at: int, length: int) -> bytes:
    file.seek(at)
    found = file.read(length)
    if len(found) < length:
        raise NotItsFile
    return found


def _length(file: BinaryIO) -> int:
    file.flush()
    return os.fstat(file.fileno()).st_size


def _digest(what: bytes) -> bytes:
    return hashlib.blake2b(what, digest_size=_DIGEST).digest()


def _sync(file: BinaryIO) -> None:
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # systems that do not open folders
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
