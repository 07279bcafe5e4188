"""The history as nested values, as far down and as long as somebody wants to see it; for drawings and for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from envs.errors import BadInput
from memory.levels import KINDS, SCENE, kind
from memory.store.database import Store, microseconds, moment
from memory.store.placeholders import SEPARATOR

_ROW = """SELECT id, level, start, "end", first, last, summary, expires, forgotten, pinned,
    (SELECT count(*) FROM nodes c WHERE c.parent = n.id) FROM nodes n"""


@dataclass(frozen=True)
class OutlineNode:
    """A node with what lies below it.

    Attributes:
        node: Its id.
        level: 1 and above.
        start: Time of the first experience below.
        end: Time of the last experience below.
        summary: One line; "" of what was forgotten.
        forgotten: When it became a placeholder, None while alive.
        count: Of a placeholder, how many nodes it stands for, as far as is known; else 1.
        pinned: Whether it is kept for ever by a pin.
        expires: When it is to be forgotten, None for never.
        below: Number of its children.
        children: Those that are shown, in order.
        left_out: For each gap between them, how many are not shown there: before the child with that index.
    """

    node: int
    level: int
    start: datetime
    end: datetime
    summary: str
    forgotten: datetime | None
    count: int
    pinned: bool
    expires: datetime | None
    below: int
    children: tuple[OutlineNode, ...] = ()
    left_out: tuple[tuple[int, int], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """For JSON: times as ISO 8601 without a time zone."""
        value = asdict(self)
        for key in ("start", "end", "forgotten", "expires"):
            value[key] = None if value[key] is None else value[key].isoformat()
        value["kind"] = kind(self.level)
        value["children"] = [child.as_dict() for child in self.children]
        value["left_out"] = sum(count for _, count in self.left_out)
        return value


@dataclass(frozen=True)
class OutlineRequest:
    """What part of the history to see.

    Attributes:
        depth: Levels below the top that are opened.
        day: Only what was lived on this day.
        node: Only this node and what lies below.
        level: All nodes of this level, without those above.
        most: Most children of one node that are shown; of a longer list the ends are.

    Raises:
        BadInput: A negative depth, a level below 1, or fewer than 2 children.
    """

    depth: int = 2
    day: date | None = None
    node: int | None = None
    level: int | None = None
    most: int = 12

    def __post_init__(self) -> None:
        if self.depth < 0:
            raise BadInput(f"a depth of {self.depth} shows nothing; 0 shows the top alone, 2 two levels below it")
        if self.level is not None and self.level < SCENE:
            raise BadInput(f"level {self.level}; levels are {KINDS}")
        if self.most < 2:
            raise BadInput(f"at most {self.most} children per node; give at least 2, one for each end of the list")


def outline(store: Store, wanted: OutlineRequest | None = None) -> OutlineNode:
    """The history from the top; a made-up branch with node 0 holds what has no parent.

    Raises:
        BadInput: There is no such node.
    """
    wanted = wanted or OutlineRequest()
    with store.snapshot():
        if wanted.node is not None:
            store.node(wanted.node)  # says so when there is none
            rows = store.rows(f"{_ROW} WHERE id = ?", wanted.node)
        else:
            rows = _within(store, wanted, *_top(wanted))
        shown, gaps = _shorten(rows, wanted.most)
        branches = tuple(_branch(store, row, wanted, wanted.depth) for row in shown)
        start = min((branch.start for branch in branches), default=datetime.min)
        end = max((branch.end for branch in branches), default=datetime.min)
        return OutlineNode(0, 0, start, end, "", None, 1, False, None, len(rows), branches, gaps)


def _top(wanted: OutlineRequest) -> tuple[str, list[object]]:
    if wanted.level is not None:
        return "level = ?", [wanted.level]
    return "parent IS NULL", []


def _within(store: Store, wanted: OutlineRequest, where: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
    limits: list[object] = []
    if wanted.day is not None:
        begin = datetime.combine(wanted.day, time())
        where += ' AND start < ? AND "end" >= ?'
        limits = [microseconds(begin + timedelta(days=1)), microseconds(begin)]
    return store.rows(f"{_ROW} WHERE {where} ORDER BY first, id", *values, *limits)


def _shorten(rows: list[tuple[Any, ...]], most: int) -> tuple[list[tuple[Any, ...]], tuple[tuple[int, int], ...]]:
    """The ends of a long list, and where how many are left out."""
    if len(rows) <= most:
        return rows, ()
    head = (most + 1) // 2
    tail = most - head
    return [*rows[:head], *rows[len(rows) - tail :]], ((head, len(rows) - most),)


def _branch(store: Store, row: tuple[Any, ...], wanted: OutlineRequest, depth: int) -> OutlineNode:
    node, level, start, end, first, last, summary, expires, forgotten, pinned, below = row
    children: tuple[OutlineNode, ...] = ()
    gaps: tuple[tuple[int, int], ...] = ()
    if depth and below:
        shown, gaps = _shorten(_within(store, wanted, "parent = ?", [node]), wanted.most)
        children = tuple(_branch(store, child, wanted, depth - 1) for child in shown)
    count = 1 if forgotten is None else _merged(store, level, first, last, summary)
    summary = summary if forgotten is None else ""  # that something was, not what
    if level == SCENE and forgotten is None:
        summary = store.node(node).summary
    return OutlineNode(
        *(node, level, moment(start), moment(end), summary),
        None if forgotten is None else moment(forgotten),
        count,
        bool(pinned),
        _moment(expires),
        below,
        children,
        gaps,
    )


def _moment(value: int | None) -> datetime | None:
    """A time of expiry; one beyond the calendar is as good as never."""
    try:
        return None if value is None else moment(value)
    except OverflowError:
        return None


def _merged(store: Store, level: int, first: int, last: int, summary: str) -> int:
    """How many nodes a placeholder stands for: a scene is one experience; of others the log tells, while it does."""
    if level == SCENE:
        return last - first + 1
    rows = store.rows(
        "SELECT count(*) FROM forget_log WHERE level = ? AND first >= ? AND last <= ? AND undone IS NULL",
        *(level, first, last),
    )
    return max(1, rows[0][0], len(summary.split(SEPARATOR)))
