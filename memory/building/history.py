"""Building the history while living it: every experience becomes a scene, in an event, in a goal, at once.

Above goals the tree grows when a goal begins or is completed (``memory.building.growth``), in the same transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Literal

from envs.errors import BadInput
from memory.building.drafts import EventDraft, GoalDraft
from memory.building.grouping import IntentGrouper
from memory.building.growth import Growth
from memory.building.offline import build_offline
from memory.experience import Experience
from memory.levels import EVENT, GOAL, LEVELS, SCENE, completes
from memory.roles import Grouper, Rule
from memory.rules.rule_book import RuleBook
from memory.store.database import Store
from memory.store.rows import summaries as summary_rows
from memory.store.rows.nodes import newest_child, newest_goal

Construction = Literal["online", "offline", "flat"]
"""How the levels above goals come about: with every goal, from all goals when the builder closes, or not at all."""


@dataclass
class _Open:
    """A node at the right edge: the draft of its texts, its id, and the texts as they lie in the file."""

    draft: EventDraft | GoalDraft
    id: int = 0
    written: tuple[str, str] = ("", "")


@dataclass
class _Edge:
    """Everything the builder knows between two experiences."""

    number: int = 0
    last: Experience | None = None
    event: _Open = field(default_factory=lambda: _Open(EventDraft()))
    goal: _Open = field(default_factory=lambda: _Open(GoalDraft()))


class HistoryBuilder:
    """Adds experiences to a store and grows the history over them.

    After every ``observe`` the file is complete and consistent: a node that is still growing already has its span and
    text. On an existing file building goes on where it stopped, including experiences that were appended but not built
    and goals from before there were levels above them. The store may be changed by others between two observations
    (forgetting, erasing); building goes on from what they left.

    Args:
        store: Open for writing; it stays the caller's to close.
        grouper: Cuts and summarises above goals; the built-in one by default.
        construction: See ``Construction``. Offline replaces what is there.
        rules: Gives the rules that summaries obey; by default those in force in the store.

    Raises:
        BadInput: Flat was asked for and the file has levels above goals; or no such construction.
    """

    def __init__(
        self,
        store: Store,
        grouper: Grouper | None = None,
        construction: Construction = "online",
        rules: Callable[[], Sequence[Rule]] | None = None,
    ) -> None:
        if construction not in ("online", "offline", "flat"):
            raise BadInput(f"construction {construction!r}; use online, offline or flat")
        if construction == "flat" and summary_rows.height(store) > GOAL:
            raise BadInput(
                f"{store.path} has levels above goals; take them out with memory.building.offline.flatten(store)"
            )
        self._store = store
        self._grouper = grouper or IntentGrouper()
        self._rules = rules or RuleBook(store).current
        self._growth = Growth(store, self._grouper, self._rules) if construction == "online" else None
        self._construction = construction
        self._edge: _Edge | None = _Edge()
        self._seen = -1
        self._resume()

    def observe(self, experience: Experience) -> None:
        """Keep one experience and build it in, both in one transaction.

        Raises:
            BadInput: The experience cannot be kept (see ``Store.append``); nothing has changed.
            TryAgain: The file is busy or the disk full; nothing has changed.
            ValueError: The builder is closed.
        """
        self.observe_batch((experience,))

    def observe_batch(self, experiences: Iterable[Experience]) -> None:
        """Keep several experiences and build them in, all in one transaction.

        Those of one episode may come in any order; episodes come in the order in which they first appear.

        Raises:
            BadInput: One of them cannot be kept, or comes before what is already kept of its episode; nothing changed.
            TryAgain: The file is busy or the disk full; nothing has changed.
            ValueError: The builder is closed.
        """
        if self._edge is None:
            raise ValueError("observe on a closed HistoryBuilder; make a new one on the same store to go on")
        ordered = in_order(experiences)
        kept = False
        try:
            with self._store.transaction():
                if self._store.revision != self._seen:
                    self._read_edge()
                self._catch_up()
                self._add(ordered)
            kept = True
        finally:
            if not kept:
                self._resume()  # the drafts may know things that the file does not

    def close(self) -> None:
        """Take no more experiences; an offline builder groups everything now. Calling it twice is harmless.

        Raises:
            TryAgain: The disk is full or the file busy; the goals are kept, the levels above them are as before.
        """
        if self._edge is not None and self._construction == "offline" and summary_rows.orphans(self._store, GOAL, 1):
            build_offline(self._store, self._grouper, tuple(self._rules()))
        self._edge = None

    def __enter__(self) -> HistoryBuilder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _resume(self) -> None:
        """Read the right edge back from the file, and build what waits."""
        self._read_edge()
        while self._growth and summary_rows.orphans(self._store, GOAL, 1):
            with self._store.transaction():
                self._growth.settle_waiting()
        self._catch_up()

    def _read_edge(self) -> None:
        """Where building goes on. What was forgotten in part does not grow any more: its draft would lose words."""
        self._edge = edge = _Edge()
        self._seen = self._store.revision
        if self._growth:
            self._growth.reload()
        edge.number = summary_rows.newest(self._store)
        newest = newest_goal(self._store)
        if newest is None or newest[2] != edge.number or newest[3]:
            return
        goal, first = newest[:2]
        numbers = self._store.numbers(first, edge.number)
        event = newest_child(self._store, goal)
        if event is None or len(numbers) != edge.number - first + 1:
            return
        edge.goal.id, edge.event.id, edge.last = goal, event[0], self._store.experience(edge.number)
        for number in numbers:
            experience, deed = self._store.experience(number), self._store.deed(number)
            edge.goal.draft.add(experience, deed)
            if number >= event[1]:
                edge.event.draft.add(experience, deed)
        for node in (edge.event, edge.goal):
            node.written = (node.draft.summary, node.draft.detail)

    def _catch_up(self) -> None:
        """Build what was appended to the store without being built."""
        newest = self._store.newest
        if self._edge is None or newest is None or newest[0] <= self._edge.number:
            return
        with self._store.transaction():
            for number in self._store.numbers(self._edge.number + 1, newest[0]):
                self._grow(self._build(number, self._store.experience(number)), number)

    def _add(self, experiences: Sequence[Experience]) -> None:
        """Levels 0 to 3 for each, then the levels above once for all."""
        touched: list[int] = []
        number = 0
        for experience in experiences:
            number = self._store.append(experience)
            touched += [goal for goal in self._build(number, experience) if goal not in touched[-2:]]
        if number:
            self._grow(touched, number)

    def _grow(self, touched: Sequence[int], number: int) -> None:
        """The levels above goals."""
        if self._growth and self._edge:
            if touched:
                self._growth.settle(touched)
            self._growth.reach(self._edge.goal.id, number, begun=bool(touched))

    def _build(self, number: int, new: Experience) -> list[int]:
        return _build(self._store, self._edge or _Edge(), number, new)


def build_goals(store: Store, numbers: Iterable[int]) -> None:
    """Levels 1 to 3 for experiences that lie in no node, as if they were lived one after the other.

    Args:
        store: Inside a transaction.
        numbers: Of the experiences, in order; no node lies between them.
    """
    edge = _Edge()
    for number in numbers:
        _build(store, edge, number, store.experience(number))


def _build(store: Store, edge: _Edge, number: int, new: Experience) -> list[int]:
    """Levels 1 to 3; returns the goals that must enter the levels above, now or again."""
    deed = store.deed(number)
    touched = []
    if _over(GOAL, edge.last, new):
        touched = [edge.goal.id] if edge.goal.id else []
        edge.goal = _Open(GoalDraft())
    if _over(EVENT, edge.last, new):
        edge.event = _Open(EventDraft())
    begun = not edge.goal.id
    edge.goal.draft.add(new, deed)
    edge.event.draft.add(new, deed)
    _write(store, edge.goal, GOAL, None, number)
    _write(store, edge.event, EVENT, edge.goal.id, number)
    store.add_node(SCENE, edge.event.id, number)
    edge.number, edge.last = number, new
    return [*touched, edge.goal.id] if begun or completes(new) else []


def _over(level: int, last: Experience | None, new: Experience) -> bool:
    ends = LEVELS[level].ends
    return last is None or ends is None or ends(last, new)


def _write(store: Store, node: _Open, level: int, parent: int | None, number: int) -> None:
    """Enter a node, or let it reach to this experience; texts are written only when they changed."""
    texts = (node.draft.summary, node.draft.detail)
    if not node.id:
        node.id = store.add_node(level, parent, number, *texts)
    else:
        store.extend_node(node.id, number, *(texts if texts != node.written else ()))
    node.written = texts


def in_order(experiences: Iterable[Experience]) -> list[Experience]:
    """A batch by episode, each in order of time.

    Raises:
        BadInput: Times with a time zone.
    """
    episodes: dict[str, list[Experience]] = {}
    for one in experiences:
        if one.time.tzinfo is not None:
            raise BadInput(f"time {one.time.isoformat()} has a time zone; give the home's local time without one")
        episodes.setdefault(one.episode, []).append(one)
    return [one for episode in episodes.values() for one in sorted(episode, key=lambda one: one.time)]
