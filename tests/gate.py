"""A builder that waits to be told, for tests of what happens meanwhile."""

from __future__ import annotations

import threading
from pathlib import Path

from memory.building.history import HistoryBuilder
from memory.experience import Experience
from memory.store.database import Store


class Closes:
    """A builder with nothing left for the end."""

    def close(self) -> None:
        return None


class Gate(Closes):
    """A builder that lets an observation through only when told to."""

    def __init__(self) -> None:
        self.permits = threading.Semaphore(0)
        self.waiting = threading.Event()

    def __call__(self, store: Store) -> Gate:
        self.inner = HistoryBuilder(store)
        return self

    def observe(self, experience: Experience) -> None:
        self.waiting.set()
        assert self.permits.acquire(timeout=20)
        self.inner.observe(experience)

    def open(self, times: int = 10_000) -> None:
        self.permits.release(times)


def count(path: Path) -> int:
    with Store.open(path, readonly=True) as store:
        return len(store.nodes(1))
