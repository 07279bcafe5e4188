"""One writer per memory file, however it is reached: a lock of the operating system on the file itself.

SQLite alone would let two writers take turns, and both would believe they know the newest event. The lock is on a byte
of the file that SQLite never uses, so links, bind mounts, other paths and other users all meet the same one; it
disappears with the process that holds it, however that ends.

SQLite's journal, though, lies beside the *name* by which a file was opened. So the writer leaves that name with the
file (an extended attribute, where the file system has them): whoever comes by another name, also after a crash, finds
the journal there.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from envs.errors import BadInput, TryAgain
from memory.file import descriptors

_BYTE = 0x40000000 + 600  # in the page that SQLite keeps for its own locks, behind them; never data
_NOTE = "user.homebody.writer"
_LITTLE = 1 << 17  # bytes free on a disk that is nearly full
_TAKEN = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    def _lock_name(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def _lock_file(descriptor: int, on: bool = True, shared: bool = False) -> bool:
        if shared:
            return False  # Windows has no such locks
        os.lseek(descriptor, _BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK if on else msvcrt.LK_UNLCK, 1)
        return True
else:
    import fcntl

    def _lock_name(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _lock_file(descriptor: int, on: bool = True, shared: bool = False) -> bool:
        """Lock or unlock our byte; False where a system has no locks that belong to a descriptor.

        Locks of the other kind belong to the process, and SQLite would let go of them.
        """
        command = getattr(fcntl, "F_OFD_SETLK", None)
        if command is None:
            return False
        kind = (fcntl.F_RDLCK if shared else fcntl.F_WRLCK) if on else fcntl.F_UNLCK
        try:
            fcntl.fcntl(descriptor, command, _our_byte(kind))
        except OSError as error:
            if error.errno in _TAKEN:
                raise
            return False
        return True

    def _our_byte(kind: int) -> bytes:
        """``struct flock``, as each system lays it out."""
        if sys.platform == "darwin":
            return struct.pack("qqihh", _BYTE, 1, 0, kind, os.SEEK_SET)
        return struct.pack("hhqqi4x", kind, os.SEEK_SET, _BYTE, 1, 0)


class WriterLock:
    """Held from construction until ``release``.

    Where the file cannot be locked itself (some systems, some network drives) the lock is a file beside it, named
    ``<file>-writer``; elsewhere that file only names the writer.

    Args:
        memory: The memory file; begun empty when there is none, and taken away again if it still is at the end.

    Attributes:
        path: The name by which SQLite has to open it: resolved, and where a writer that was killed left its journal.

    Raises:
        TryAgain: Somebody else is writing; the message names the process where it is known.
        BadInput: Not a regular file, or its journal was left behind under another name.
        OSError: The file may not be written, or cannot be created.
    """

    def __init__(self, memory: Path) -> None:
        self.path = Path(os.path.realpath(memory))
        self._begun = False
        self._file = self._acquire(memory)
        self._beside = -1
        try:
            self.path = by_name(self.path, memory)
            self._beside = self._acquire_beside(memory)
        except BaseException:
            self.release()
            raise
        with suppress(OSError, AttributeError):
            os.setxattr(self._file, _NOTE, os.fsencode(f"{os.getpid()} {self.path}"))

    def _acquire(self, memory: Path) -> int:
        while True:
            self._begun = not self.path.exists()
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
            try:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    raise BadInput(f"{memory} is not a regular file; name a memory file")
                self._whole = _lock_file(descriptor)
            except OSError as error:
                owner = _note(self.path)[0] or _named(self._name_file())
                descriptors.close(descriptor)
                raise _taken(memory, owner) from error
            except BadInput:
                os.close(descriptor)
                raise
            if _is_at(self.path, descriptor):
                return descriptor
            descriptors.close(descriptor)  # replaced between our open and our lock

    def _name_file(self) -> Path:
        return self.path.with_name(self.path.name + "-writer")

    def _acquire_beside(self, memory: Path) -> int:
        """The file that names us; also the lock, where the memory itself cannot be locked. -1 where it may not be."""
        name = self._name_file()
        while True:
            try:
                descriptor = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
            except PermissionError:
                if self._whole and os.access(name.parent, os.W_OK):
                    return -1  # it is another user's, left by a process that was killed
                raise
            try:
                _lock_name(descriptor)
            except OSError as error:
                owner = _named(name)
                os.close(descriptor)
                raise _taken(memory, owner) from error
            if _is_at(name, descriptor):
                os.truncate(descriptor, 0)
                if not self._whole or shutil.disk_usage(name.parent).free > _LITTLE:  # it takes a whole block
                    os.write(descriptor, f" process {os.getpid()}".encode())
                return descriptor
            os.close(descriptor)  # the last owner removed the file between our open and our lock

    def release(self) -> None:
        """Let another writer in, after the connection is closed; calling it twice is harmless."""
        if self._file < 0:
            return
        if self._beside >= 0:
            with suppress(PermissionError):  # Windows does not remove open files; an unlocked lock file is harmless
                self._name_file().unlink(missing_ok=True)
            os.close(self._beside)
        if self._begun and os.fstat(self._file).st_size == 0 and _is_at(self.path, self._file):
            with suppress(PermissionError):
                self.path.unlink()
        if not _journal(self.path):
            with suppress(OSError, AttributeError):
                os.removexattr(self._file, _NOTE)
        with suppress(OSError):
            _lock_file(self._file, on=False)  # the descriptor may be closed later than now
        descriptors.close(self._file)
        self._file = -1


def by_name(path: Path, told: Path) -> Path:
    """The name under which a memory's journal lies: its own, or that by which its last writer opened it.

    Args:
        path: The file, resolved.
        told: As the user named it, for messages.

    Raises:
        BadInput: The file was moved away from its journal, which holds what was remembered last.
    """
    _, name = _note(path)
    if not name or Path(name) == path:
        return path
    try:
        same = os.path.samefile(name, path)
    except OSError as error:
        if not _journal(Path(name)):
            return path
        raise BadInput(
            f"{told} was moved away from its journal {name}-wal, which holds what was remembered last; "
            f"move that to {path.name}-wal beside it, or remove it"
        ) from error
    return Path(name) if same and os.path.exists(f"{name}-wal") else path


def _journal(path: Path) -> bool:
    try:
        return path.with_name(path.name + "-wal").stat().st_size > 0
    except OSError:
        return False


def _note(path: Path) -> tuple[str, str]:
    """(process, name) that the last writer left with a file, both empty when there is none."""
    try:
        number, _, name = os.fsdecode(os.getxattr(path, _NOTE)).partition(" ")
    except (OSError, AttributeError, UnicodeDecodeError):
        return "", ""
    return (f"process {number}", name) if number.isdecimal() else ("", "")


def _named(name: Path) -> str:
    try:
        return name.read_text()[1:100].strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _taken(memory: Path, owner: str) -> TryAgain:
    return TryAgain(
        f"{memory} is being written by {owner or 'another process'}; close that one first "
        "(questions can be asked meanwhile)"
    )


def _is_at(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(descriptor))
    except FileNotFoundError:
        return False


@contextmanager
def shared(path: Path, told: Path) -> Iterator[None]:
    """Keep writers out while a file is copied, without leaving anything beside it.

    Args:
        path: The file, resolved.
        told: As the user named it, for messages.

    Raises:
        TryAgain: Somebody is writing.
        OSError: It cannot be read.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        try:
            _lock_file(descriptor, shared=True)
        except OSError as error:
            raise _taken(told, _note(path)[0] or _named(path.with_name(path.name + "-writer"))) from error
        yield
        with suppress(OSError):
            _lock_file(descriptor, on=False)
    finally:
        descriptors.close(descriptor)
