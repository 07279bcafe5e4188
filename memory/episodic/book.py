"""The episodes of assistance in a memory file."""

from __future__ import annotations

from datetime import datetime

from memory.assistance import EpisodeMemory
from memory.store.database import Store
from memory.store.rows import assistance as rows


class EpisodeBook:
    """Episodes of assistance, oldest first.

    Args:
        store: The memory; open for writing to add.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, episode: EpisodeMemory, time: datetime) -> None:
        """Keep an episode; one of the same name is replaced."""
        with self._store.transaction():
            rows.add_episode(self._store, episode, time)

    def episodes(self, home: str | None = None) -> tuple[EpisodeMemory, ...]:
        """What is remembered of a home, or of all."""
        return rows.episodes_of(self._store, home)
