"""Nodes by when their time is over, and what keeps them all the same.

Times are microseconds (``memory.file.moments``). What reaches to the newest experience is the present, and never over.
"""

from __future__ import annotations

from memory.levels import EVENT
from memory.store.database import Store

_EXPIRED = """FROM nodes WHERE forgotten IS NULL AND expires IS NOT NULL AND expires < ?
    AND last <> (SELECT max(id) FROM experiences)"""

_SIBLINGS = """SELECT n.id, n.forgotten IS NULL AND n.expires IS NOT NULL AND n.expires < :now,
        n.last = e.last OR EXISTS (SELECT 1 FROM interactions WHERE experience = n.first)
        OR EXISTS (SELECT 1 FROM utterances WHERE experience = n.first)
    FROM nodes e CROSS JOIN nodes n ON n.parent = e.id
    WHERE e.id = :event AND n.first BETWEEN :first AND :last ORDER BY n.first"""

# Of the nodes below, those that are expired too are no reason to stay, but what lies below them may be.
_LONGEST_BELOW = """WITH RECURSIVE below (id, level, expires, rule) AS (
        SELECT id, level, expires, rule FROM nodes WHERE parent = ?1 AND forgotten IS NULL
        UNION SELECT n.id, n.level, n.expires, n.rule FROM below b CROSS JOIN nodes n ON n.parent = b.id
            WHERE b.expires < ?2 AND n.forgotten IS NULL)
    SELECT max(expires), total(expires IS NULL AND level >= ?3), max(iif(expires IS NULL, rule, NULL)) FROM below"""

_USED_UP = """SELECT id FROM nodes WHERE forgotten IS NULL AND expires IS NOT NULL AND level >= ?
    AND last <> (SELECT max(id) FROM experiences)
    ORDER BY (? - "end") * 1.0 / max(expires - "end", 1) DESC, level, first LIMIT 500"""
_KEPT_BELOW = f"""WITH RECURSIVE below (id, level, expires) AS (
        SELECT id, level, expires FROM nodes WHERE id = ?
        UNION SELECT n.id, n.level, n.expires FROM below b CROSS JOIN nodes n ON n.parent = b.id
            WHERE n.forgotten IS NULL AND n.level >= {EVENT})
    SELECT 1 FROM below WHERE expires IS NULL LIMIT 1"""


def count_expired(store: Store, now: int) -> int:
    """How many nodes' time is over."""
    return store.rows(f"SELECT count(*) {_EXPIRED}", now)[0][0]


def expired(store: Store, now: int) -> list[tuple[int, int | None, int, int]]:
    """Level, parent, id and first experience of all whose time is over, the highest level first."""
    return store.rows(f"SELECT level, parent, id, first {_EXPIRED} ORDER BY level DESC, first", now)  # type: ignore[return-value]


def expired_node(store: Store, node: int, now: int) -> tuple[int, int | None, int] | None:
    """Level, parent and time of expiry of a node, if its time is over and it was not forgotten meanwhile."""
    return store.row(f"SELECT level, parent, expires {_EXPIRED} AND id = ?", now, node)


def scenes_between(store: Store, event: int, first: int, last: int, now: int) -> list[tuple[int, bool, bool]]:
    """The scenes of an event that begin between two experiences: id, whether its time is over, whether it tells.

    The newest scene of the event tells, and those in which something was done or said.
    """
    values = {"now": now, "event": event, "first": first, "last": last}
    return [(scene, bool(over), bool(telling)) for scene, over, telling in store.rows(_SIBLINGS, values)]


def longest_below(store: Store, node: int, now: int, lowest: int) -> tuple[int | None, bool, int | None]:
    """What lives longest below a node: until when; whether something is kept for ever; by which rule.

    Args:
        store: The memory.
        node: Its id.
        now: What is over then is no reason to stay, but what lies below it may be.
        lowest: Below this level nothing counts that is kept for ever.
    """
    [(latest, never, rule)] = store.rows(_LONGEST_BELOW, node, now, lowest)
    return latest, bool(never), rule


def most_used_up(store: Store, now: int) -> list[int]:
    """Events and higher nodes that have used up most of their life, the most first; some hundreds at a time."""
    return [node for (node,) in store.rows(_USED_UP, EVENT, now)]


def keeps_something(store: Store, node: int) -> bool:
    """Whether a node, or one from events upwards below it, is kept for ever."""
    return store.row(_KEPT_BELOW, node) is not None


def live_until(store: Store, node: int, until: int | None, rule: int | None) -> None:
    """Let a node live until a time, None for ever, because of a rule if one decided; inside a transaction."""
    store.write("UPDATE nodes SET expires = ?, rule = ? WHERE id = ?", until, rule, node)


def never_expire(store: Store, node: int) -> None:
    """Take a node's time from it: it goes with the node above it; inside a transaction."""
    store.write("UPDATE nodes SET expires = NULL WHERE id = ?", node)
