"""Building the history while living it: every experience becomes a scene, in an event, in a goal, at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import TracebackType

from memory.drafts import EventDraft, GoalDraft
from memory.experience import Experience
from memory.levels import EVENT, GOAL, SCENE, ends_event, ends_goal
from memory.store import Store


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
    """Adds experiences to a store and grows levels 1 to 3 over them.

    After every ``observe`` the file is complete and consistent: a node that is still growing already has its span and
    text. On an existing file building goes on where it stopped, including experiences that were appended but not built.

    Args:
        store: Open for writing; it stays the caller's to close.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._edge: _Edge | None = _Edge()
        self._resume()

    def observe(self, experience: Experience) -> None:
        """Keep one experience and build it in, both in one transaction.

        Raises:
            BadInput: The experience cannot be kept (see ``Store.append``); nothing has changed.
            TryAgain: The file is busy or the disk full; nothing has changed.
            ValueError: The builder is closed.
        """
        if self._edge is None:
            raise ValueError("observe on a closed HistoryBuilder; make a new one on the same store to go on")
        kept = False
        try:
            with self._store.transaction():
                self._catch_up()
                self._build(self._store.append(experience), experience)
            kept = True
        finally:
            if not kept:
                self._resume()  # the drafts may know things that the file does not

    def close(self) -> None:
        """Take no more experiences. Nothing is left to write; calling it twice is harmless."""
        self._edge = None

    def __enter__(self) -> HistoryBuilder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _resume(self) -> None:
        """Read the right edge back from the file."""
        self._edge = edge = _Edge()
        row = self._store.row("SELECT id, parent, last FROM nodes WHERE level = ? ORDER BY id DESC LIMIT 1", SCENE)
        if row:
            _, edge.event.id, edge.number = row
            event = self._store.node(edge.event.id)
            edge.goal.id = event.parent or 0
            goal = self._store.node(edge.goal.id)
            edge.last = self._store.experience(edge.number)
            for number in self._store.numbers(goal.first, goal.last):
                experience, deed = self._store.experience(number), self._store.deed(number)
                edge.goal.draft.add(experience, deed)
                if number >= event.first:
                    edge.event.draft.add(experience, deed)
            for node in (edge.event, edge.goal):
                node.written = (node.draft.summary, node.draft.detail)
        self._catch_up()

    def _catch_up(self) -> None:
        """Build what was appended to the store without being built."""
        newest = self._store.newest
        if self._edge is None or newest is None or newest[0] == self._edge.number:
            return
        with self._store.transaction():
            for number in self._store.numbers(self._edge.number + 1, newest[0]):
                self._build(number, self._store.experience(number))

    def _build(self, number: int, new: Experience) -> None:
        edge = self._edge or _Edge()
        deed = self._store.deed(number)
        if edge.last is None or ends_goal(edge.last, new):
            edge.goal = _Open(GoalDraft())
        if edge.last is None or ends_event(edge.last, new):
            edge.event = _Open(EventDraft())
        edge.goal.draft.add(new, deed)
        edge.event.draft.add(new, deed)
        self._write(edge.goal, GOAL, None, number)
        self._write(edge.event, EVENT, edge.goal.id, number)
        self._store.add_node(SCENE, edge.event.id, number)
        edge.number, edge.last = number, new

    def _write(self, node: _Open, level: int, parent: int | None, number: int) -> None:
        """Enter a node, or let it reach to this experience; texts are written only when they changed."""
        texts = (node.draft.summary, node.draft.detail)
        if not node.id:
            node.id = self._store.add_node(level, parent, number, *texts)
        else:
            self._store.extend_node(node.id, number, *(texts if texts != node.written else ()))
        node.written = texts
