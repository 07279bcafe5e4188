"""Which of the homes that a robot lived in a moment belongs to: those of a home have their furniture in common."""

from __future__ import annotations

from functools import cached_property

from memory.store.database import Store

_FIXED = ("Fridge", "SinkBasin", "CounterTop", "Bed", "Toilet", "Sofa", "Dresser", "TVStand")
_STRETCHES = """WITH RECURSIVE lived (name) AS (
        SELECT min(episode) FROM experiences UNION ALL
        SELECT (SELECT min(episode) FROM experiences WHERE episode > name) FROM lived WHERE name IS NOT NULL),
    few (name) AS (SELECT name FROM lived WHERE name IS NOT NULL LIMIT ?)
    SELECT (SELECT min(id) FROM experiences WHERE episode = name) AS first,
        (SELECT max(id) FROM experiences WHERE episode = name) FROM few ORDER BY first"""
"""Episodes one after the other by their index: grouping would look at every experience of a long life."""
_SEEN = f"""SELECT DISTINCT s.object FROM sightings s JOIN objects o ON o.id = s.object
    WHERE o.type IN ({", ".join(f"'{kind}'" for kind in _FIXED)}) AND s.first <= ? AND coalesce(s.last, s.first) >= ?"""
_MOST = 200
"""Stretches of life that are looked at; of a longer life all are taken for one home."""


class Homes:
    """The homes of a memory.

    Args:
        store: The memory.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def several(self) -> bool:
        """Whether the robot lived in more than one."""
        return len({home for _, _, home in self._stretches}) > 1

    def elsewhere(self, experience: int) -> bool:
        """Whether an experience was had in another home than the newest one."""
        if not self.several or not experience:
            return False
        home = self.home_of(experience)
        return home is not None and home != self._stretches[-1][2]

    def home_of(self, experience: int) -> int | None:
        """The number of the home in which an experience was had; None where nobody knows."""
        return next((home for first, last, home in self._stretches if first <= experience <= last), None)

    @cached_property
    def _stretches(self) -> list[tuple[int, int, int]]:
        """First and last experience of every stretch of life, and the number of the home that it was in."""
        rows = self._store.rows(_STRETCHES, _MOST + 1)
        if len(rows) > _MOST:
            return []
        homes: list[set[int]] = []
        found: list[tuple[int, int, int]] = []
        for first, last in rows:
            seen = {number for (number,) in self._store.rows(_SEEN, last, first)}
            home = next((at for at, known in enumerate(homes) if known & seen), None)
            if home is None and seen:
                homes.append(set())
                home = len(homes) - 1
            if home is not None:
                homes[home] |= seen
                found.append((first, last, home))
        return found
