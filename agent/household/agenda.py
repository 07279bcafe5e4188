"""What is to be done, in which order: tasks on a stack, each with its log and what it takes to go on with it.

The one in front is being done. Everything that has to outlive the process goes through ``Tasks`` as it happens.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol

from agent.requests.amending import amended
from agent.requests.control import known_by
from agent.requests.errands import RESTORE, Errand, named_words
from agent.requests.instructions import Amend
from envs.clock import Clock
from envs.errors import BadInput
from envs.vocabulary.english import noun
from memory.experience import type_of
from memory.store.task_log import CANCELLED, DONE, FAILED, OPEN, RUNNING, SUSPENDED, WAITING, LogEntry, LoggedTask


class Tasks(Protocol):
    """Where tasks are written down; ``memory.store.task_log.TaskLog`` is one."""

    def begin(
        self, name: str, params: Sequence[str], request: str, time: datetime, parent: int | None = None, state: str = ""
    ) -> int:
        """A new task."""
        ...

    def append(self, task: int, entry: LogEntry) -> None:
        """One action for a task."""
        ...

    def update(
        self,
        task: int,
        time: datetime,
        *,
        status: str | None = None,
        note: str | None = None,
        name: str | None = None,
        params: Sequence[str] | None = None,
        state: str | None = None,
    ) -> None:
        """A change of a task."""
        ...

    def tasks(self, *statuses: str) -> tuple[LoggedTask, ...]:
        """Those with one of some statuses, or all."""
        ...

    def entries(self, task: int) -> tuple[LogEntry, ...]:
        """What was done for a task."""
        ...


@dataclass(frozen=True)
class Moved:
    """Something that was changed, and how it was before.

    Attributes:
        thing: Its id.
        how: ``at`` for a place, ``is`` for a state, ``never`` for what cannot be taken back.
        before: The receptacle's id, the state word, or the deed.
    """

    thing: str
    how: str
    before: str


@dataclass(frozen=True)
class Working:
    """What a task needs to go on, beside its name and parameters.

    Attributes:
        rank: Its place on the agenda; the lowest comes first.
        bound: Which thing serves it as which: ("Mug#0", id) pairs.
        moved: What it changed, oldest first.
        switched: Ids of what it switched on and has not switched off.
        left: Steps taken when it was last left; -1 when it never was.
        heard: How many utterances had been dealt with.
        episode: In which stretch of life it is done.
        same: Whether it is about the very thing that the task before it handled.
    """

    rank: float = 0.0
    bound: tuple[tuple[str, str], ...] = ()
    moved: tuple[Moved, ...] = ()
    switched: tuple[str, ...] = ()
    left: int = -1
    heard: int = 0
    episode: str = ""
    same: bool = False

    def to_text(self) -> str:
        """As JSON."""
        return json.dumps(asdict(self))


def working_from(text: str) -> Working:
    """Read what ``to_text`` wrote.

    Raises:
        BadInput: It is something else.
    """
    try:
        raw = json.loads(text)
        moved = tuple(Moved(**one) for one in raw.pop("moved"))
        pairs = tuple((str(key), str(value)) for key, value in raw.pop("bound"))
        return Working(bound=pairs, moved=moved, switched=tuple(raw.pop("switched")), **raw)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput(f"the task log holds {text[:80]!r} where a household task keeps its state: {error}") from error


@dataclass(frozen=True)
class Item:
    """A task on the agenda.

    Attributes:
        id: Its number in the log.
        errand: What.
        request: What was said.
        status: As in ``memory.store.task_log``.
        working: What it needs to go on.
        parent: The task it interrupted.
        note: Why it ended or was changed.
    """

    id: int
    errand: Errand
    request: str
    status: str
    working: Working = field(default_factory=Working)
    parent: int | None = None
    note: str = ""

    @property
    def open(self) -> bool:
        """Whether something is still to be done for it."""
        return self.status in OPEN


class Agenda:
    """The tasks of one stretch of life.

    Args:
        tasks: Where they are written down.
        clock: The home's time.
        episode: The stretch of life; tasks of others are not touched.
        remembers: Whether a task survives being interrupted; without it, as without working memory, it is lost.
    """

    def __init__(self, tasks: Tasks, clock: Clock, episode: str, remembers: bool = True) -> None:
        self.tasks, self._clock, self._episode, self._remembers = tasks, clock, episode, remembers
        self._items: dict[int, Item] = {}
        self.heard = 0
        self._restore()

    def _restore(self) -> None:
        """Take up what is written down of this stretch of life."""
        for logged in self.tasks.tasks():
            if '"episode"' not in logged.state:
                continue
            working = working_from(logged.state)
            if working.episode == self._episode:
                errand = Errand(logged.name, logged.params)
                self._items[logged.id] = Item(
                    logged.id, errand, logged.request, logged.status, working, logged.parent, logged.note
                )
                self.heard = max(self.heard, working.heard)

    # -- asking ------------------------------------------------------------------------------------------------------

    @property
    def all(self) -> tuple[Item, ...]:
        """Every task, in the order in which they were asked for."""
        return tuple(self._items.values())

    @property
    def open(self) -> tuple[Item, ...]:
        """What is still to be done, the task at hand first; what waits to be told comes last."""
        items = [item for item in self._items.values() if item.open]
        return tuple(sorted(items, key=lambda item: (item.status == SUSPENDED, item.working.rank)))

    @property
    def current(self) -> Item | None:
        """The task at hand."""
        return next((item for item in self.open if item.status != SUSPENDED), None)

    def item(self, number: int) -> Item:
        """The task of that number."""
        return self._items[number]

    def find(self, about: str, closed: bool = False) -> list[Item]:
        """The tasks that a word may mean, the task at hand first; all of them for "".

        Args:
            about: As in ``agent.requests.instructions``.
            closed: Whether to look among those that are over, latest first.
        """
        pool = [item for item in reversed(self.all) if not item.open] if closed else list(self.open)
        words = known_by(about) | {about}
        return [item for item in pool if not about or words & named_words(item.errand)]

    # -- changing ----------------------------------------------------------------------------------------------------

    def begin(self, errand: Errand, request: str, when: str, behind: int | None = None, same: bool = False) -> Item:
        """Put a task on the agenda.

        Args:
            errand: What.
            request: What was said.
            when: ``now``: in front; ``next``: right behind the one given; ``after``: at the end.
            behind: For ``next``.
            same: See ``Working``.
        """
        current = self.current
        rank = self._rank(when, behind)
        working = Working(rank=rank, episode=self._episode, heard=self.heard, same=same)
        parent = current.id if current is not None and when == "now" and self._remembers else None
        number = self.tasks.begin(errand.name, errand.params, request, self._clock.now(), parent, working.to_text())
        self._items[number] = Item(number, errand, request, RUNNING, working, parent)
        self._settle()
        return self._items[number]

    def _rank(self, when: str, behind: int | None) -> float:
        ranks = [item.working.rank for item in self.open if item.status != SUSPENDED]
        if not ranks:
            return 0.0
        if when == "now":
            return min(ranks) - 1.0
        if when == "next" and behind in self._items:
            here = self._items[behind].working.rank
            later = [rank for rank in ranks if rank > here]
            return (here + min(later)) / 2 if later else here + 1.0
        return max(ranks) + 1.0

    def _settle(self) -> None:
        """One task is running, the others wait; those that were left remember when."""
        current = self.current
        for item in list(self._items.values()):
            if item.open and item.status != SUSPENDED:
                status = RUNNING if current is not None and item.id == current.id else WAITING
                if item.status != status:
                    self._save(replace(item, status=status))

    def change(
        self, number: int, *, status: str = "", note: str = "", errand: Errand | None = None, **working: Any
    ) -> None:
        """Change a task and write it down.

        Args:
            number: Which.
            status: Its new status; "" leaves it.
            note: Why; "" leaves what is there.
            errand: What it shall be from now on.
            working: New values of ``Working``.
        """
        item = self._items[number]
        changed = replace(
            item,
            status=status or item.status,
            note=note or item.note,
            errand=errand or item.errand,
            working=replace(item.working, **working),
        )
        if changed != item:
            self._save(changed)
        if status:
            self._settle()

    def _save(self, item: Item) -> None:
        old, new = self._items[item.id], replace(item, working=replace(item.working, heard=self.heard))
        self._items[item.id] = new
        same = old.errand == new.errand
        self.tasks.update(
            new.id,
            self._clock.now(),
            status=new.status if new.status != old.status else None,
            note=new.note if new.note != old.note else None,
            name=None if same else new.errand.name,
            params=None if same else new.errand.params,
            state=new.working.to_text(),
        )

    def note_heard(self) -> None:
        """Write down how many utterances have been dealt with."""
        newest = next(reversed(self._items.values()), None)
        if newest is not None:
            self._save(newest)

    def forget_others(self, number: int) -> list[Item]:
        """Lose every open task but one, as one does without working memory; says which."""
        lost = [item for item in self.open if item.id != number]
        for item in lost:
            self._items.pop(item.id)
        return lost

    def amend(self, item: Item, change: Amend) -> Errand | str:
        """Change what a task asks for; returns the new errand, or what has to be asked back."""
        new = amended(item.errand, change)
        if isinstance(new, Errand) and new != item.errand:
            self.change(item.id, errand=new, note=f"changed from: {item.errand.words}")
        return new

    def put_off(self, item: Item, wait: bool) -> None:
        """Put a task behind all others, or keep it until told to go on."""
        if wait:
            self.change(item.id, status=SUSPENDED)
            return
        others = [one.working.rank for one in self.open if one.id != item.id and one.status != SUSPENDED]
        self.change(item.id, rank=max(others, default=item.working.rank - 1.0) + 1.0)
        self._settle()

    def bring_forward(self, item: Item) -> None:
        """Do a task now."""
        others = [one.working.rank for one in self.open if one.id != item.id and one.status != SUSPENDED]
        rank = min([item.working.rank, *(rank - 1.0 for rank in others)])
        self.change(item.id, status=WAITING, rank=rank)
        self._settle()

    def end(self, item: Item, reason: str) -> None:
        """A task is over: done, or given up for a reason."""
        self.change(item.id, status=DONE if reason == "done" else FAILED, note="" if reason == "done" else reason)

    def cancel(self, item: Item, reason: str = "not wanted any more") -> None:
        """A task is not to be done any more."""
        self.change(item.id, status=CANCELLED, note=reason)

    def undoing(
        self, item: Item, whole: bool, about: str, changed: Callable[[Moved], bool]
    ) -> tuple[list[Errand], list[str]]:
        """What takes back what a task did, things first, doors and switches then; and what cannot be taken back.

        Args:
            item: Which task.
            whole: All of it, or only the last thing: what was moved rather than what was switched or opened.
            about: Type of the thing that is meant, "" for any.
            changed: Whether something is not as it was before.
        """
        oldest: dict[tuple[str, str], Moved] = {}
        for one in item.working.moved:
            if not about or about in known_by(noun(type_of(one.thing))):
                oldest.setdefault((one.thing, one.how), one)
        never = [one.before for one in oldest.values() if one.how == "never"]
        back = [one for one in oldest.values() if one.how != "never" and changed(one)]
        if not whole and back:
            order = [(one.thing, one.how) for one in item.working.moved]
            latest = max(back, key=lambda one: (one.how == "at", len(order) - order[::-1].index((one.thing, one.how))))
            back, never = [latest], []
        parts = [
            [part for one in back if one.how == how for part in (one.thing, how, one.before)] for how in ("at", "is")
        ]
        return [Errand(RESTORE, tuple(part)) for part in parts if part], never
