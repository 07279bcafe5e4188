"""How much there is in a memory: of each level, of an episode, since a moment."""

from __future__ import annotations

from datetime import datetime

from envs.clock import SimulatedClock
from memory.levels import SCENE
from memory.store.database import Store, microseconds, moment
from memory.wording import Deed

_FORGOTTEN = """SELECT coalesce(sum(CASE level WHEN ? THEN last - first + 1 ELSE 1 END), 0) FROM forget_log
    WHERE time = ? AND first > ? AND undone IS NULL"""


def by_level(store: Store) -> list[tuple[int, int, int]]:
    """Level, nodes that are not forgotten, and placeholders, the lowest level first."""
    rows = store.rows(
        "SELECT level, count(*) FILTER (WHERE forgotten IS NULL), count(*) FILTER (WHERE forgotten IS NOT NULL) "
        "FROM nodes GROUP BY level ORDER BY level"
    )
    return [(level, alive, gone) for level, alive, gone in rows]


def alive_by_level(store: Store) -> dict[int, int]:
    """How many nodes of each level are not forgotten, where there are any, the lowest level first."""
    return {level: alive for level, alive, _ in by_level(store) if alive}


def is_alive_between(store: Store, level: int, start: datetime, end: datetime) -> bool:
    """Whether a node of a level that is not forgotten overlaps a stretch of time."""
    query = 'SELECT 1 FROM nodes WHERE level = ? AND forgotten IS NULL AND start <= ? AND "end" >= ? LIMIT 1'
    return store.row(query, level, microseconds(end), microseconds(start)) is not None


def experiences(store: Store, episode: str | None = None) -> int:
    """How many experiences are kept, of one episode or of all."""
    where, values = ("", ()) if episode is None else (" WHERE episode = ?", (episode,))
    return store.rows(f"SELECT count(*) FROM experiences{where}", *values)[0][0]


def newest_number(store: Store) -> int:
    """Number of the newest experience that was ever kept, 0 when none was."""
    row = store.row("SELECT seq FROM sqlite_sequence WHERE name = 'experiences'")
    return int(row[0]) if row else 0


def newest_time(store: Store, after: int, episode: str | None = None) -> datetime | None:
    """Time of the latest experience after a number, of one episode or of all; None when there is none."""
    where, values = ("", ()) if episode is None else (" AND episode = ?", (episode,))
    row = store.row(f"SELECT max(time) FROM experiences WHERE id > ?{where}", after, *values)
    return moment(row[0]) if row is not None and row[0] is not None else None


def home_time(store: Store) -> datetime:
    """The latest time that a memory knows of, from what was lived, asked for, told or learned; else the first day."""
    row = store.row(
        """SELECT max(time) FROM (SELECT max(time) AS time FROM rule_versions UNION ALL SELECT max(time) FROM facts
        UNION ALL SELECT max(changed) FROM tasks UNION ALL SELECT max(time) FROM knowledge
        UNION ALL SELECT max(ended) FROM knowledge UNION ALL SELECT max(time) FROM assistance)"""
    )
    newest = store.newest
    known = [] if newest is None else [newest[1].time]
    if newest is None and row is not None and row[0] is not None:
        known.append(moment(row[0]))
    return max(known, default=SimulatedClock().now())


def forgotten_at(store: Store, time: datetime, after: int) -> int:
    """How many nodes were forgotten at a moment, of what was lived after an experience; scenes count one by one."""
    row = store.row(_FORGOTTEN, SCENE, microseconds(time), after)
    return int(row[0]) if row else 0


def texts_said(store: Store) -> list[str]:
    """Everything that was said, as far as it is kept."""
    return [text for (text,) in store.rows("SELECT text FROM utterances")]


def deeds_done(store: Store) -> list[Deed]:
    """Everything that was done with things and worked, as far as it is kept."""
    numbers = store.rows("SELECT experience FROM interactions WHERE success")
    return [deed for (number,) in numbers if (deed := store.deed(number)) is not None]
