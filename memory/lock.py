"""One writer per memory file: an operating-system lock on a small file beside it.

SQLite alone would let two writers take turns, and both would believe they know the newest event. The lock disappears
with the process that holds it, however that ends.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from envs.errors import TryAgain

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class WriterLock:
    """Held from construction until ``release``.

    Args:
        memory: The memory file; the lock lies beside it, named ``<file>-writer``.

    Raises:
        TryAgain: Somebody else is writing; the message names the process.
        OSError: The lock file cannot be created (read-only folder).
    """

    def __init__(self, memory: Path) -> None:
        self._path = memory.with_name(memory.name + "-writer")
        self._descriptor = self._acquire(memory)
        os.truncate(self._descriptor, 0)
        os.write(self._descriptor, f" process {os.getpid()}".encode())

    def _acquire(self, memory: Path) -> int:
        while True:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                _try_lock(descriptor)
            except OSError as error:
                owner = os.pread(descriptor, 100, 1).decode() if hasattr(os, "pread") else ""
                os.close(descriptor)
                raise TryAgain(
                    f"{memory} is being written by {owner or 'another process'}; close that one first, "
                    "or open the memory with readonly=True"
                ) from error
            if self._is_current(descriptor):
                return descriptor
            os.close(descriptor)  # the last owner removed the file between our open and our lock

    def _is_current(self, descriptor: int) -> bool:
        try:
            return os.stat(self._path).st_ino == os.fstat(descriptor).st_ino
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let another writer in; calling it twice is harmless."""
        if self._descriptor < 0:
            return
        with suppress(PermissionError):  # Windows does not remove open files; an unlocked lock file is harmless
            self._path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = -1
