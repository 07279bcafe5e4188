"""Making a tree of nodes again from what is left of one: after damage, or after two wrote at once.

What still tiles the history is kept: goals with everything below them, placeholders, and the levels above as long as
nothing below them changed. The other experiences are built into goals again, as if they were lived again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from memory.building.grouping import IntentGrouper
from memory.building.history import build_goals
from memory.building.offline import build_offline
from memory.levels import EVENT, GOAL, SCENE, TOP
from memory.rules.rule_book import RuleBook
from memory.soundness.tree import IN_A_GOAL
from memory.store.database import Store


@dataclass(frozen=True)
class RebuiltTree:
    """What became of the nodes.

    Attributes:
        dropped: Nodes by level that could not stay, placeholders among them.
        built: Nodes by level that were made again.
        goals: Experiences that were built into goals again.
    """

    dropped: dict[int, int]
    built: dict[int, int]
    goals: int


@dataclass(frozen=True)
class _Row:
    id: int
    level: int
    parent: int | None
    first: int
    last: int
    gone: bool


def regrow(store: Store) -> RebuiltTree:
    """Make the nodes of a memory a tree that tiles its experiences.

    Args:
        store: Open for writing; rows make sense by themselves, experiences are whole.
    """
    before = _levels(store)
    with store.transaction():
        pinned = store.rows("SELECT first, last FROM nodes WHERE pinned AND forgotten IS NULL")
        tree = _Tree(store)
        kept = tree.sound_goals()
        changed = _drop(store, tree, kept)
        lived = _build(store, kept)
        store.write(f"DELETE FROM utterances WHERE experience NOT IN (SELECT id FROM experiences) AND NOT {IN_A_GOAL}")
        whole = not changed and not lived and _upper_sound(store)
    if not whole and any(level > GOAL for level in before):
        _regrow_upper(store)
    with store.transaction():
        for first, last in pinned:
            store.write(
                """UPDATE nodes SET pinned = 1, expires = NULL
                WHERE level = ? AND forgotten IS NULL AND first >= ? AND last <= ?""",
                *(GOAL, first, last),
            )
        after = _levels(store)
        store.revision += 1
    gone = {level: len(before[level] - after[level]) for level in before}
    new = {level: len(after[level] - before[level]) for level in after}
    return RebuiltTree({k: v for k, v in gone.items() if v}, {k: v for k, v in new.items() if v}, lived)


def _levels(store: Store) -> dict[int, set[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for level, node in store.rows("SELECT level, id FROM nodes"):
        found[level].add(node)
    return found


class _Tree:
    """The lower three levels as they lie in the file."""

    def __init__(self, store: Store) -> None:
        rows = store.rows(
            """SELECT id, level, parent, first, last, forgotten IS NOT NULL FROM nodes WHERE level <= ?
            ORDER BY first, id""",
            GOAL,
        )
        self.rows = [_Row(node, level, up, first, last, bool(gone)) for node, level, up, first, last, gone in rows]
        self.numbers: list[int] = [number for (number,) in store.rows("SELECT id FROM experiences ORDER BY id")]
        self._below: defaultdict[int | None, list[_Row]] = defaultdict(list)
        for row in self.rows:
            self._below[row.parent].append(row)

    def lived(self, first: int, last: int) -> Sequence[int]:
        """Numbers of the experiences that are there from one to another."""
        return self.numbers[bisect_left(self.numbers, first) : bisect_right(self.numbers, last)]

    def sound_goals(self) -> list[_Row]:
        """Goals that tile what is below them and overlap no other, in order."""
        sound = [row for row in self.rows if row.level == GOAL and self._is_sound(row)]
        overlapped = {index for index in range(1, len(sound)) if sound[index].first <= sound[index - 1].last}
        overlapped |= {index - 1 for index in overlapped}
        kept: list[_Row] = []
        for index, row in enumerate(sound):
            if index not in overlapped and (not kept or row.first > kept[-1].last):
                kept.append(row)
        return kept

    def _is_sound(self, row: _Row) -> bool:
        if row.gone:
            return not self._below[row.id] and not self.lived(row.first, row.last)
        if row.level == SCENE:
            return row.first == row.last and len(self.lived(row.first, row.last)) == 1 and not self._below[row.id]
        below = self._below[row.id]
        if not below or below[0].first != row.first or below[-1].last != row.last:
            return False
        tiled = all(one.last < two.first for one, two in pairwise(below))
        reached = sum(len(self.lived(one.first, one.last)) for one in below)
        return (
            tiled
            and reached == len(self.lived(row.first, row.last))
            and all(one.level == row.level - 1 and self._is_sound(one) for one in below)
        )

    def under(self, kept: Sequence[_Row]) -> set[int]:
        """Ids of goals and of everything below them."""
        found: set[int] = set()
        waiting = list(kept)
        while waiting:
            row = waiting.pop()
            found.add(row.id)
            waiting += self._below[row.id]
        return found


def _drop(store: Store, tree: _Tree, kept: Sequence[_Row]) -> int:
    """Take out what does not stay of the lower levels; returns how many."""
    stay = tree.under(kept)
    gone = [(row.level, row.id) for row in tree.rows if row.id not in stay]
    for _, node in sorted(gone):
        store.write("UPDATE nodes SET parent = NULL WHERE parent = ?", node)
        store.write("DELETE FROM nodes WHERE id = ?", node)
    return len(gone)


def _build(store: Store, kept: Sequence[_Row]) -> int:
    """Build goals of the experiences that lie in none, between those that stay; returns how many there were."""
    numbers = [number for (number,) in store.rows("SELECT id FROM experiences ORDER BY id")]
    begins = [row.first for row in kept]
    runs: defaultdict[int, list[int]] = defaultdict(list)
    for number in numbers:
        place = bisect_right(begins, number)
        if not place or kept[place - 1].last < number:
            runs[place].append(number)
    for _, run in sorted(runs.items()):
        build_goals(store, run)
    return sum(len(run) for run in runs.values())


def _upper_sound(store: Store) -> bool:
    """Whether the levels above goals still tile what is below them, each under the next."""
    for level in range(GOAL + 1, TOP + 1):
        rows = store.rows(
            """SELECT n.first, n.last, n.forgotten, min(c.first), max(c.last), min(c.level), max(c.level)
            FROM nodes n LEFT JOIN nodes c ON c.parent = n.id WHERE n.level = ? GROUP BY n.id ORDER BY n.first""",
            level,
        )
        reached = 0
        for first, last, gone, begun, ended, low, high in rows:
            below = (begun, ended, low, high)
            right = (None,) * 4 if gone is not None else (first, last, level - 1, level - 1)
            if first <= reached or below != right:
                return False
            reached = last
    below = store.row("SELECT 1 FROM nodes n JOIN nodes p ON p.id = n.parent WHERE p.level <= n.level")
    loose = "SELECT 1 FROM nodes WHERE parent IS NULL AND level < (SELECT max(level) FROM nodes)"
    spans = """SELECT 1 FROM nodes p JOIN nodes c ON c.parent = p.id GROUP BY p.id
        HAVING p.start > min(c.start) OR p."end" < max(c."end")"""
    return below is None and store.row(loose) is None and store.row(spans) is None


def _regrow_upper(store: Store) -> None:
    """Group all goals again; what is forgotten above goals goes on as a placeholder among them."""
    with store.transaction():
        goals = store.rows("SELECT first, last FROM nodes WHERE level = ? ORDER BY first", GOAL)
        for node, first, last in store.rows(
            "SELECT id, first, last FROM nodes WHERE level > ? AND forgotten IS NOT NULL ORDER BY level DESC, first",
            GOAL,
        ):
            place = bisect_right(goals, (last, 1 << 62))
            if not place or goals[place - 1][1] < first:
                store.write("UPDATE nodes SET level = ?, parent = NULL WHERE id = ?", GOAL, node)
                goals.insert(place, (first, last))
        _span_goals(store)
    build_offline(store, IntentGrouper(), RuleBook(store).current())


def _span_goals(store: Store) -> None:
    """Goals and events begin and end in time with what lies below them."""
    for level in (EVENT, GOAL):
        store.write(
            """UPDATE nodes SET start = c.start, "end" = c."end" FROM (
                SELECT parent, min(start) AS start, max("end") AS "end" FROM nodes GROUP BY parent) c
            WHERE c.parent = nodes.id AND level = ? AND (nodes.start > c.start OR nodes."end" < c."end")""",
            level,
        )
