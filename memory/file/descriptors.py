"""Descriptors of memory files that are closed late, for the sake of SQLite's locks.

POSIX lets go of every lock a process has on a file as soon as that process closes any descriptor of it. SQLite's
connections know that of each other; whoever else looks into a memory file that this process has open would, by closing
it, let other programs believe that nobody reads or writes there. So what is opened here is closed when this process has
no connection to the file any more.
"""

from __future__ import annotations

import os
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

Identity = tuple[int, int]
"""Device and inode: the file itself, whatever names lead to it."""

_guard = threading.Lock()
_connections: Counter[Identity] = Counter()
_waiting: defaultdict[Identity, list[int]] = defaultdict(list)


def identity(found: os.stat_result) -> Identity:
    """The file that was found."""
    return found.st_dev, found.st_ino


def enter(path: Path) -> Identity | None:
    """Count a connection to a file, before it is made; None when there is no file yet."""
    try:
        found = identity(os.stat(path))
    except OSError:
        return None
    with _guard:
        _connections[found] += 1
    return found


def leave(file: Identity | None) -> None:
    """Count a connection less, after it is closed."""
    if file is None:
        return
    with _guard:
        _connections[file] -= 1
        if _connections[file] <= 0:
            del _connections[file]
            for descriptor in _waiting.pop(file, ()):
                os.close(descriptor)


def close(descriptor: int) -> None:
    """Close a descriptor, now or with this process's last connection to its file."""
    file = identity(os.fstat(descriptor))
    with _guard:
        if file in _connections:
            _waiting[file].append(descriptor)
        else:
            os.close(descriptor)


@contextmanager
def reading(path: Path) -> Iterator[BinaryIO]:
    """A file's bytes; for files that may be open memories.

    Raises:
        OSError: It cannot be read.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        with open(descriptor, "rb", closefd=False) as file:
            yield file
    finally:
        close(descriptor)
