"""The built-in grouper: cuts what was lived into subtasks, tasks and days, by what was intended.

It needs no model. A subtask (level 4) follows the same things from step to step; a task (5) is what one request, task
name or episode held; from level 6 the calendar decides: days, weeks, months, years.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from envs.vocabulary.uses import being
from memory import levels
from memory.building.deed_outcomes import FOOD, TOOLS, VESSELS, family
from memory.building.summaries import summarize
from memory.levels import SUBTASK, TASK
from memory.roles import Group, Item, Rule

PAUSE = timedelta(minutes=20)
"""A longer pause ends a task."""

USUAL_SIZE, LARGEST = 18, 24
"""Children after which a subtask ends at the next rest of the hand, and children that no node exceeds."""

_SHUT = frozenset({"Open", "Close", "ToggleOn", "ToggleOff"})


class IntentGrouper:
    """Groups by intent and tells it in the first person; see ``memory.roles.Grouper``."""

    def group(self, parents: Sequence[Group], new: Sequence[Item], level: int, rules: Sequence[Rule]) -> list[Group]:
        """Regroup the children of ``parents`` and the ``new`` items; the result tiles them in the same order."""
        items = [item for parent in parents for item in parent.items] + list(new)
        kept = {parent.items: parent for parent in parents}
        first = {parent.items[0].id: parent.id for parent in parents}
        groups = []
        for run in cut(items, level, frozenset(first)):
            known = kept.get(tuple(run))
            summary = known.summary if known and known.summary else summarize(run, level, rules)
            groups.append(Group(tuple(run), summary, first.get(run[0].id)))
        return groups


def cut(items: Sequence[Item], level: int, starts: frozenset[int] = frozenset()) -> list[list[Item]]:
    """Items as runs that belong together under nodes of a level.

    Args:
        items: In order of time.
        level: Of the nodes above them.
        starts: Ids of items that began a node before; a placeholder among them still does, as nobody knows better.
    """
    if not items:
        return []
    if level == SUBTASK:
        runs = _Subtasks(starts).cut(items)
    elif level == TASK:
        runs = _tasks(items)
    else:
        runs = _by(items, level)
    return [piece for run in runs for piece in _pieces(run, level)]


def _pieces(run: list[Item], level: int) -> Iterable[list[Item]]:
    """A run in pieces small enough; days of a month are few, so the calendar levels are hardly ever cut."""
    largest = LARGEST if level <= TASK else 2 * LARGEST
    for begin in range(0, len(run), largest):
        yield run[begin : begin + largest]


# --- days and longer


def _calendar(item: Item, level: int) -> Hashable:
    """What items of one node have in common by the calendar; nothing above its longest unit."""
    unit = levels.level(level).unit
    return None if unit is None else unit(item.start.date())


def _by(items: Sequence[Item], level: int) -> list[list[Item]]:
    runs: list[list[Item]] = []
    for item in items:
        if not runs or _calendar(runs[-1][0], level) != _calendar(item, level):
            runs.append([])
        runs[-1].append(item)
    return runs


# --- tasks


def _tasks(items: Sequence[Item]) -> list[list[Item]]:
    runs = [[items[0]]]
    for item in items[1:]:
        if divided(runs[-1][-1], item) or item.start - runs[-1][-1].end > PAUSE:
            runs.append([])
        runs[-1].append(item)
    return runs


def divided(left: Item, right: Item) -> bool:
    """Whether two neighbours cannot be one task: another day, episode or task name.

    A stretch without task and deeds (a thank you, a walk) goes with what it follows.
    """
    if left.start.date() != right.start.date() or left.episode != right.episode:
        return True
    return left.task != right.task and bool(right.task or right.deeds)


# --- subtasks


@dataclass
class _Subtasks:
    """Cuts goals where the hand is empty and the next thing it takes has nothing to do with the things before.

    Attributes:
        starts: Ids of items that began a node before.
        runs: What is cut already; the last one grows.
        waiting: Items that may belong to what follows: doors opened, walks, speech.
        things: Families of things in the growing run.
        held: Class in the hand.
    """

    starts: frozenset[int]
    runs: list[list[Item]] = field(default_factory=list)
    waiting: list[Item] = field(default_factory=list)
    things: set[str] = field(default_factory=set)
    moved_to: str = ""
    held: str = ""

    def cut(self, items: Sequence[Item]) -> list[list[Item]]:
        for index, item in enumerate(items):
            before = items[index - 1] if index else None
            if before is None or divided(before, item) or (item.forgotten and item.id in self.starts):
                self._flush()
                self._begin()
            self._take(item, items[index + 1 : index + 9])
        self._flush()
        return [run for run in self.runs if run]

    def _begin(self) -> None:
        self.runs.append([])
        self.things, self.held, self.moved_to = set(), "", ""

    def _flush(self) -> None:
        """What waited goes with what it followed."""
        if self.waiting and not self.runs:
            self._begin()
        if self.waiting:
            self.runs[-1] += self.waiting
            self.waiting = []

    def _take(self, item: Item, following: Sequence[Item]) -> None:
        if not self.held and self._waits(item):
            self.waiting.append(item)
            return
        if self._unrelated(item, following):
            pending, self.waiting = self.waiting, []
            self._begin()
            self.waiting = pending
        self._flush()
        self.runs[-1].append(item)
        for action, thing, target in item.deeds:
            self._learn(action, thing, target)

    def _waits(self, item: Item) -> bool:
        """Whether an item may be the beginning of something: no deed, or a door on the way to what comes."""
        if not item.deeds:
            return True
        opens = all(action in ("Open", "Close") for action, _, _ in item.deeds)
        return opens and (item.deeds[0][0] == "Open" or bool(self.waiting))

    def _learn(self, action: str, thing: str, target: str) -> None:
        if action == "Pickup":
            self.held = thing
        elif action == "Place":
            self.held, self.moved_to = "", target
        if action not in _SHUT:
            self.things |= {family(kind) for kind in (thing, target) if _carried(kind)}

    def _unrelated(self, item: Item, following: Sequence[Item]) -> bool:
        """Whether the hand, empty, takes something that has nothing to do with what it had before."""
        if self.held or not self.runs or not self.runs[-1] or not item.deeds:
            return False
        action, thing, _ = item.deeds[0]
        if action in _SHUT:
            return False
        full = len(self.runs[-1]) + len(self.waiting) >= USUAL_SIZE
        ahead = [deed for later in (item, *following) for deed in later.deeds]
        if action != "Pickup":
            return full or (_carried(thing) and family(thing) not in self.things and bool(self.things))
        if thing in TOOLS:
            thing = next((cut for verb, cut, _ in ahead if verb == "Slice"), thing)
            if thing in TOOLS:
                return full
        aim = next((target for verb, moved, target in ahead if verb == "Place" and moved == item.deeds[0][1]), "")
        near = family(thing) in self.things or family(aim) in self.things or self._tidying(aim)
        return full or not near

    def _tidying(self, aim: str) -> bool:
        """Whether things are only moved, all to the same place: one errand."""
        moves = {action for item in self.runs[-1] for action, _, _ in item.deeds}
        return bool(aim) and aim == self.moved_to and moves <= {"Pickup", "Place", "Open", "Close"}


def _carried(kind: str) -> bool:
    """Whether a class is a thing that is handled, not a place or a tool; places never follow anybody."""
    return bool(kind) and kind not in TOOLS and (family(kind) in FOOD or kind in VESSELS or kind not in _PLACES)


_PLACES = being("place")
