"""The history as a tree of collapsed nodes, opened a little at a time: how somebody with a small window reads it.

What is open is kept in the parent, one flag per child, as in H-EMV: a child's own flags survive while it is hidden.
Selections that H-EMV's code gets wrong are right here: a stretch of time finds whatever overlaps it, and indices may be
negative. What was forgotten shows as a gap with its times; its words are not shown and it cannot be opened.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from envs.errors import BadInput
from envs.process.plain_text import one_line
from envs.vocabulary.english import how_many
from memory.levels import EVENT, GOAL, SCENE
from memory.reading.queries import count_tokens
from memory.store.database import Store, microseconds, moment

ROOT = 0
"""The made-up node that holds the top of the history."""

HIERARCHIES = ("deep", "goals")
"""``deep`` begins at the top of the history, ``goals`` at a flat list of all goals (the papers' L3 ablation)."""

_LONGEST = 1000  # characters of a line
_SHORT = 40  # goals that are listed from the beginning

_ROW = """SELECT id, level, start, "end", first, last, summary, forgotten, parent,
    EXISTS (SELECT 1 FROM nodes c WHERE c.parent = n.id) FROM nodes n"""


@dataclass(frozen=True)
class TreeNode:
    """A node as the tree shows it.

    Attributes:
        id: Node id; answers name these as evidence.
        level: 1 scene, 2 event, 3 goal, 4 and above summaries.
        start: Time of the first experience below.
        end: Time of the last experience below.
        first: Number of the first experience below.
        last: Number of the last one.
        summary: One line; what a scene shows; empty when forgotten.
        forgotten: When it was forgotten; None while it is remembered.
        parent: Id of the node above in the memory.
        opens: Whether something lies below it.
    """

    id: int
    level: int
    start: datetime
    end: datetime
    first: int
    last: int
    summary: str
    forgotten: datetime | None
    parent: int | None
    opens: bool


Which = int | slice | date | datetime | tuple[date, date]
"""Which children: an index (negative from the end), a slice, those of a day, of an instant, or that overlap a stretch
(first and last day or instant, both included)."""


class TreeView:
    """One reader's view of a history; make one per question, inside ``Store.snapshot``.

    Args:
        store: The memory.
        hierarchy: One of ``HIERARCHIES``.

    Raises:
        BadInput: There is no such hierarchy.
    """

    def __init__(self, store: Store, hierarchy: str = "deep") -> None:
        if hierarchy not in HIERARCHIES:
            raise BadInput(f"there is no hierarchy {hierarchy!r}; there are {', '.join(HIERARCHIES)}")
        self._store = store
        self._hierarchy = hierarchy
        self._open: dict[int, set[int]] = {}
        self._below: dict[int, tuple[TreeNode, ...]] = {}
        self._seen: set[int] = set()
        self._read = 0
        self.reset()

    # -- looking

    @property
    def tokens_read(self) -> int:
        """Tokens of everything rendered or told so far."""
        return self._read

    @property
    def seen(self) -> frozenset[int]:
        """Ids of all nodes that were shown so far: what an answer may name as evidence."""
        return frozenset(self._seen)

    def children(self, node: int = ROOT) -> tuple[TreeNode, ...]:
        """What lies below a node, in order of time.

        Raises:
            BadInput: There is no such node, or it was forgotten.
        """
        if node not in self._below:
            self._below[node] = self._read_children(node)
        return self._below[node]

    def branch(self, node: int) -> TreeNode:
        """The node with that id.

        Raises:
            BadInput: There is none.
        """
        row = self._store.row(f"{_ROW} WHERE id = ?", node) if abs(node) < 1 << 62 else None
        if row is None:
            raise BadInput(f"there is no node #{node}; the numbers after # in the tree are the nodes there are")
        return self._branch(row)

    def text(self, node: int) -> str:
        """The whole text of a node: deeds, speech, what was seen last.

        Raises:
            BadInput: There is no such node, or it was forgotten.
        """
        found = self._alive(node)
        self._seen.add(node)
        return self._told(f"{span(found.start, found.end)}\n{self._store.node(node).text}")

    def render(self) -> str:
        """The tree in its present state; hidden children are counted, not told."""
        lines = self._lines(ROOT, 0)
        return self._told("\n".join(lines) if lines else "(nothing is remembered)")

    def flat(self) -> str:
        """Everything at once: each goal with its events below; for the one-pass baseline of H-EMV."""
        rows = self._store.rows(f"{_ROW} WHERE level IN (?, ?) ORDER BY first, level DESC, id", GOAL, EVENT)
        found = [self._branch(row) for row in rows]
        self._seen |= {one.id for one in found}
        lines = [("" if one.level == GOAL else "  - ") + _line(one) for one in found]
        return self._told("\n".join(lines) if lines else "(nothing is remembered)")

    # -- opening and closing

    def reset(self) -> None:
        """Back to the beginning: the top is open (a short list of goals as well), all below is closed."""
        top = self.children()
        shown = self._hierarchy == "deep" or len(top) <= _SHORT
        self._open = {ROOT: {one.id for one in top} if shown else set()}
        if len(top) == 1 and top[0].level > GOAL and top[0].opens:
            self._open[top[0].id] = {one.id for one in self.children(top[0].id)}

    def expand(self, node: int = ROOT, which: Which | None = None) -> int:
        """Show children of a node, all when ``which`` is None; returns how many were chosen.

        Raises:
            BadInput: There is no such node, it was forgotten, an index is out of range, or nothing is of that time.
        """
        chosen = self._chosen(node, which)
        self._reach(node)
        self._open.setdefault(node, set()).update(one.id for one in chosen)
        return len(chosen)

    def collapse(self, node: int = ROOT, which: Which | None = None) -> int:
        """Hide children of a node, all when ``which`` is None; raises what ``expand`` does."""
        chosen = {one.id for one in self._chosen(node, which)}
        self._open[node] = self._open.get(node, set()) - chosen
        return len(chosen)

    def collapse_all_but(self, node: int, which: Which) -> int:
        """Hide all children of a node but these; raises what ``expand`` does."""
        chosen = {one.id for one in self._chosen(node, which)}
        self._open[node] = chosen
        return len(chosen)

    def reveal(self, nodes: Iterable[int]) -> None:
        """Open the way from the top to some nodes."""
        for node in nodes:
            self._reach(self._alive(node).id)

    # -- finding

    def within(self, start: datetime, end: datetime, level: int = GOAL) -> tuple[TreeNode, ...]:
        """Nodes of a level that overlap a stretch of time, both ends included, in order; forgotten ones among them."""
        rows = self._store.rows(
            f'{_ROW} WHERE level = ? AND start <= ? AND "end" >= ? ORDER BY first, id',
            *(level, _whole(end), _whole(start)),
        )
        return tuple(self._branch(row) for row in rows)

    def search(self, text: str, node: int = ROOT, most: int = 30) -> tuple[TreeNode, ...]:
        """Nodes below a node whose words hold all of these, or the most of them where none holds all.

        The lowest ones are told: an event instead of its goal, a summary only for what is forgotten below it or said
        nowhere below. The node is closed but for the ways to what was found.

        Raises:
            BadInput: There is nothing to search for, or no such node.
        """
        words = re.findall(r"\w+", text)
        if not words:
            raise BadInput(f"{text[:80]!r} holds no word to search for")
        inside = None if node == ROOT else self._alive(node)
        found = self._matching(words, " AND ", inside) or self._matching(words, " OR ", inside)
        best = [one for one in found if self._tells_most(one, found)][:most]
        self._open[node] = set()
        self.reveal(one.id for one in best)
        return tuple(sorted(best, key=lambda one: (one.first, -one.level)))

    def neighbours(self, node: int, before: int = 1, after: int = 1) -> tuple[TreeNode, ...]:
        """Nodes of the same level next to one in time, itself included, in order.

        Raises:
            BadInput: There is no such node, or more than 50 are asked for.
        """
        middle = self.branch(node)
        if not (0 <= before <= 50 and 0 <= after <= 50):
            raise BadInput(f"{before} before and {after} after; ask for 0 to 50 each")
        rows = self._store.rows(
            f"SELECT * FROM ({_ROW} WHERE level = ?1 AND first < ?2 ORDER BY first DESC LIMIT ?3)",
            *(middle.level, middle.first, before),
        )
        rows += self._store.rows(
            f"{_ROW} WHERE level = ? AND first > ? ORDER BY first LIMIT ?", middle.level, middle.first, after
        )
        found = sorted([middle, *map(self._branch, rows)], key=lambda one: one.first)
        self.reveal(one.id for one in found if one.forgotten is None)
        return tuple(found)

    def tell(self, found: Sequence[TreeNode]) -> str:
        """Some nodes, a line each."""
        self._seen |= {one.id for one in found if one.forgotten is None}
        return self._told("\n".join(_line(one) for one in found))

    def told(self, text: str, nodes: Iterable[int] = ()) -> str:
        """Count a text read from the memory by other ways, and the nodes it names as seen."""
        self._seen.update(nodes)
        return self._told(text)

    # -- below

    def _told(self, text: str) -> str:
        self._read += count_tokens(text)
        return text

    def _read_children(self, node: int) -> tuple[TreeNode, ...]:
        if node != ROOT:
            self._alive(node)
            rows = self._store.rows(f"{_ROW} WHERE parent = ? ORDER BY first, id", node)
        elif self._hierarchy == "goals":
            rows = self._store.rows(f"{_ROW} WHERE level = ? ORDER BY first, id", GOAL)
        else:
            rows = self._store.rows(f"{_ROW} WHERE parent IS NULL ORDER BY first, id")
        return tuple(self._branch(row) for row in rows)

    def _branch(self, row: tuple[object, ...]) -> TreeNode:
        node, level, start, end, first, last, summary, forgotten, parent, opens = row
        assert isinstance(node, int) and isinstance(level, int) and isinstance(start, int) and isinstance(end, int)
        gone = moment(forgotten) if isinstance(forgotten, int) else None
        line = "" if gone else (self._store.node(node).summary if level == SCENE else str(summary))
        above = parent if isinstance(parent, int) else None
        numbers = [number if isinstance(number, int) else 0 for number in (first, last)]
        return TreeNode(
            *(node, level, moment(start), moment(end), numbers[0], numbers[1], line, gone, above),
            opens=bool(opens) and gone is None,
        )

    def _alive(self, node: int) -> TreeNode:
        found = self.branch(node)
        if found.forgotten is not None:
            raise BadInput(f"node #{node} was forgotten on {found.forgotten:%Y-%m-%d}; nothing is left to look at")
        return found

    def _chosen(self, node: int, which: Which | None) -> tuple[TreeNode, ...]:
        below = self.children(node)
        if which is None:
            return below
        if isinstance(which, int):
            if not -len(below) <= which < len(below):
                raise BadInput(f"#{node} has {how_many(len(below), 'child')}, numbered from 0; there is no {which}")
            return (below[which],)
        if isinstance(which, slice):
            return below[which]
        start, end = stretch(which)
        chosen = tuple(one for one in below if one.start <= end and one.end >= start)
        if not chosen:
            raise BadInput(f"nothing below #{node} is of {span(start, end)}; it has {_reach_of(below)}")
        return chosen

    def _reach(self, node: int) -> None:
        """Open the way from the top to a node."""
        while node != ROOT:
            found = self.branch(node)
            top = found.parent is None or (self._hierarchy == "goals" and found.level == GOAL)
            above = ROOT if top or found.parent is None else found.parent
            self._open.setdefault(above, set()).add(node)
            node = above

    def _matching(self, words: Sequence[str], how: str, inside: TreeNode | None) -> list[TreeNode]:
        query = how.join(f'"{word}"' for word in words[:20])
        limits = (inside.first, inside.last) if inside else (0, 1 << 62)
        rows = self._store.rows(
            f"""{_ROW} JOIN (SELECT rowid, rank FROM node_text WHERE node_text MATCH ?) t ON t.rowid = n.id
            WHERE level >= {EVENT} AND forgotten IS NULL AND first <= ?3 AND last >= ?2 ORDER BY rank LIMIT 200""",
            *(query, *limits),
        )
        return [self._branch(row) for row in rows]

    def _tells_most(self, one: TreeNode, found: Sequence[TreeNode]) -> bool:
        """Whether nothing found below a node says what it says."""
        below = [other for other in found if other.level < one.level and one.first <= other.first <= one.last]
        if not below:
            return True
        if one.level <= GOAL or any(other.level > GOAL for other in below):
            return False
        gone = self._store.row(
            "SELECT 1 FROM nodes WHERE forgotten IS NOT NULL AND level >= ? AND first BETWEEN ? AND ? LIMIT 1",
            *(GOAL, one.first, one.last),
        )
        return gone is not None

    def _lines(self, node: int, depth: int) -> list[str]:
        shown = self._open.get(node, set())
        lines: list[str] = []
        hidden = 0
        for index, child in enumerate(self.children(node)):
            if child.id not in shown:
                hidden += 1
                continue
            lines += _hidden(hidden, depth)
            hidden = 0
            lines.append(f"{'  ' * depth}{index}: {_line(child)}")
            if child.forgotten is None:
                self._seen.add(child.id)
            if child.opens:
                lines += self._lines(child.id, depth + 1)
        return lines + _hidden(hidden, depth)


def _hidden(count: int, depth: int) -> list[str]:
    return [f"{'  ' * depth}... ({count} more)"] if count else []


def _line(one: TreeNode) -> str:
    if one.forgotten is not None:
        return f"{span(one.start, one.end)}: (forgotten on {one.forgotten:%Y-%m-%d})"
    return f"#{one.id} {span(one.start, one.end)}: {one_line(one.summary, _LONGEST)}"


def _reach_of(below: Sequence[TreeNode]) -> str:
    return span(below[0].start, max(one.end for one in below)) if below else "no children"


def span(start: datetime, end: datetime) -> str:
    """Two times as briefly as their distance allows: days, minutes, or seconds when they are close."""
    if end - start > timedelta(days=1):
        return f"{start:%Y-%m-%d} - {end:%Y-%m-%d}"
    form = "%H:%M" if end - start > timedelta(minutes=3) else "%H:%M:%S"
    until = end.strftime(form) if end.date() == start.date() else end.strftime(f"%Y-%m-%d {form}")
    begun = start.strftime(f"%Y-%m-%d {form}")
    return begun if until == start.strftime(form) else f"{begun} - {until}"


def stretch(which: date | datetime | tuple[date, date]) -> tuple[datetime, datetime]:
    """First and last instant that a selection by time means, both included.

    A day is the whole of it. An instant without seconds is its whole minute, one without minutes its whole hour, as
    nobody says the zeros they do not mean; the end of a stretch is widened in the same way.

    Raises:
        BadInput: The end lies before the start, or a time has a time zone.
    """
    begin, last = which if isinstance(which, tuple) else (which, which)
    start = begin if isinstance(begin, datetime) else datetime.combine(begin, time())
    end = _end_of(last)
    if start.tzinfo is not None or end.tzinfo is not None:
        raise BadInput("times are the home's local ones, without a time zone")
    if end < start:
        raise BadInput(f"{end} comes before {start}; give the earlier time first")
    return start, end


def _end_of(last: date) -> datetime:
    if not isinstance(last, datetime):
        return datetime.combine(last, time.max)
    if last.second:
        return last.replace(microsecond=999_999)
    return last.replace(second=59, microsecond=999_999, minute=last.minute or 59)


def _whole(when: datetime) -> int:
    return microseconds(when)
