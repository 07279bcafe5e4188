"""The bounded queue between what the robot lives through and the thread that remembers it.

An entry stays first in the queue until it is done, so what is waiting is never out of sight: nothing is lost between
"taken" and "written". A full queue makes the giver wait or refuses; it never drops.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, Literal, TypeVar

from envs.errors import BadInput, TryAgain

WhenFull = Literal["wait", "refuse"]
_Entry = TypeVar("_Entry")


class Inbox(Generic[_Entry]):
    """First in, first out, between one thread that works and any number that give.

    Args:
        capacity: Most entries at a time, including the one being worked on.
        when_full: ``wait`` lets ``put`` wait for room, ``refuse`` makes it raise ``TryAgain``.

    Raises:
        BadInput: The capacity is not positive, or ``when_full`` is neither of the two.
    """

    def __init__(self, capacity: int, when_full: WhenFull) -> None:
        if capacity < 1:
            raise BadInput(f"a queue of {capacity} observations can hold nothing; give a capacity of at least 1")
        if when_full not in ("wait", "refuse"):
            raise BadInput(f"when the queue is full it can 'wait' or 'refuse', not {when_full!r}")
        self._capacity = capacity
        self._refuses = when_full == "refuse"
        self._entries: deque[_Entry] = deque()
        self._changed = threading.Condition()
        self._closed = False

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def closed(self) -> bool:
        """Whether it takes no more entries."""
        return self._closed

    def put(self, entry: _Entry) -> bool:
        """Add an entry; False when the inbox is closed, also when it closes while this waits.

        Raises:
            TryAgain: It is full and refuses rather than waits; the entry was not added.
        """
        with self._changed:
            if self._refuses and len(self._entries) >= self._capacity and not self._closed:
                raise TryAgain(
                    f"the memory is {len(self._entries)} observations behind, as many as its queue holds; this one "
                    "was not taken: observe it again a little later, or give the queue a larger capacity"
                )
            self._changed.wait_for(lambda: self._closed or len(self._entries) < self._capacity)
            if not self._closed:
                self._entries.append(entry)
                self._changed.notify_all()
            return not self._closed

    def first(self, timeout: float | None = None) -> _Entry | None:
        """The entry to work on next, left where it is; None when there is none after that many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or bool(self._entries), timeout)
            return self._entries[0] if self._entries else None

    def done(self) -> None:
        """Remove the first entry."""
        with self._changed:
            self._entries.popleft()
            self._changed.notify_all()

    def wait_until(self, condition: Callable[[], bool], timeout: float | None = None) -> bool:
        """Wait until something is so that changes with the inbox; whether it is."""
        with self._changed:
            return self._changed.wait_for(condition, timeout)

    def close(self) -> None:
        """Take no more entries and wake everybody who waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def wake(self) -> None:
        """Let everybody who waits look again."""
        with self._changed:
            self._changed.notify_all()
