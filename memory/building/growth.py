"""The tree above goals, grown online: H²-EMV's Algorithm 2 on the right edge of the history.

New goals enter under the subtasks (level 4); what changes there enters again one level up, and so on until a level
stays as it was or a single node, the root, is left. Only the latest parents of each level are looked at, so a step
costs the same at the end of a long life as at its beginning. A node keeps its id while its first child stays the first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from envs.errors import BadInput
from memory.building.summaries import summarize
from memory.building.time_clusters import clustered, must_stay, visible
from memory.levels import DAY, GOAL, LEVELS, TOP
from memory.roles import Group, Grouper, Item, Rule
from memory.store.database import Store
from memory.store.rows import summaries as summary_rows
from memory.store.rows.items import item, items, merged

_RECENT = max(level.regrouped for level in LEVELS) + 1  # parents known of each level
_BATCH = 256  # goals that enter at once when many wait, so that a long batch needs little memory


@dataclass
class _Floor:
    """The latest parents of one level, as they lie in the file: those after the last placeholder, at most ``_RECENT``.

    Attributes:
        groups: Parents with their children, in order; each has an id.
        older: Whether there are parents before these.
    """

    groups: list[Group] = field(default_factory=list)
    older: bool = False

    @property
    def divided(self) -> bool:
        """Whether the level has more than one node, so that there must be one above."""
        return self.older or len(self.groups) > 1


class Growth:
    """Grows levels 4 and above; everything inside the caller's transaction.

    Args:
        store: Open for writing.
        grouper: Cuts and summarises.
        rules: Gives the rules in force; asked once per ``settle``.
    """

    def __init__(self, store: Store, grouper: Grouper, rules: Callable[[], Sequence[Rule]] = tuple) -> None:
        self._store = store
        self._grouper = grouper
        self._rules = rules
        self._floors: dict[int, _Floor] = {}

    def reload(self) -> None:
        """Forget what is known of the right edge; it is read again when needed (after a rollback or a forgetting)."""
        self._floors.clear()

    def settle_waiting(self) -> None:
        """Take in the first goals without a parent, as many as enter at once (in a file from before these levels)."""
        self.settle(summary_rows.orphans(self._store, GOAL, _BATCH))

    def settle(self, goals: Sequence[int]) -> None:
        """Take in goals that are new or were completed.

        Args:
            goals: Ids of the latest goals, in order, from the first one that changed to the newest.

        Raises:
            BadInput: The grouper lost, repeated or reordered items.
        """
        rules = tuple(self._rules())
        for begin in range(0, len(goals), _BATCH):
            self._climb([item(self._store, goal) for goal in goals[begin : begin + _BATCH]], rules)

    def reach(self, goal: int, number: int, begun: bool = True) -> None:
        """Let all nodes above a goal reach to a later experience; see ``upper.reach``."""
        summary_rows.reach(self._store, goal, number, begun)

    def _climb(self, new: list[Item], rules: Sequence[Rule]) -> None:
        newest, gone, level = new[-1], frozenset[int](), GOAL + 1
        height = summary_rows.height(self._store)
        while new and (level <= max(height, GOAL + 1) or self._floor(level - 1).divided) and level <= TOP:
            new, gone = self._settle(level, new, gone, rules)
            level += 1
        for above in range(level, max(self._floors, default=0) + 1):
            self._let_end(above, newest)

    def _let_end(self, level: int, newest: Item) -> None:
        """Above a level that stayed as it was, the last child known reaches to the newest goal too."""
        floor = self._floors.get(level)
        if floor and floor.groups:
            group = floor.groups[-1]
            last = replace(group.items[-1], end=max(group.items[-1].end, newest.end))
            floor.groups[-1] = replace(group, items=(*group.items[:-1], last))

    # --- one level

    def _settle(
        self, level: int, new: list[Item], gone: frozenset[int], rules: Sequence[Rule]
    ) -> tuple[list[Item], frozenset[int]]:
        """Put new items under parents of a level; returns what is new for the next one, and which nodes are gone."""
        floor = self._floor(level)
        if not floor.groups and level > GOAL + 1:
            new = self._with_orphans(level - 1, new)
        before = floor.groups
        after = _named(self._regrouped(_stripped(before, new, gone), new, level, rules), before)
        same = _unchanged(before, after, {child.id for child in new})
        homes = {child.id: group.id for group in before for child in group.items}
        changed = [summary_rows.write(self._store, group, level, homes) for group in after[same:]]
        vanished = {group.id for group in before if group.id} - {group.id for group in after}
        summary_rows.remove(self._store, sorted(vanished), changed)
        groups = [*after[:same], *changed]
        self._floors[level] = _Floor(groups[-_RECENT:], floor.older or len(groups) > _RECENT)
        return [merged(group.id or 0, level, group.items, group.summary) for group in changed], frozenset(vanished)

    def _regrouped(self, parents: list[Group], new: list[Item], level: int, rules: Sequence[Rule]) -> list[Group]:
        """The visible parents and the new items, grouped anew where something is new."""
        if level == TOP:
            return [self._joined(parents, new, level, rules)]
        begin = visible(parents, new, level)
        told_anew = [index for index, parent in enumerate(parents) if not parent.summary]
        begin = min([begin, *told_anew])
        if must_stay(parents, new, level):
            return [*parents[:-1], self._joined(parents[-1:], new, level, rules)]
        return parents[:begin] + self._by_cluster(parents[begin:], new, level, rules)

    def _by_cluster(self, parents: list[Group], new: list[Item], level: int, rules: Sequence[Rule]) -> list[Group]:
        """Algorithm 1: clusters of time without anything new stay as they are."""
        groups: list[Group] = []
        for old, entered in clustered(parents, new, level):
            if entered or any(not group.summary for group in old):
                given = [child.id for group in old for child in group.items] + [child.id for child in entered]
                found = self._grouper.group(old, entered, level, rules)
                if [child.id for group in found for child in group.items] != given or not all(g.items for g in found):
                    raise BadInput(
                        f"{type(self._grouper).__name__} was given items {given} and returned "
                        f"{[[child.id for child in group.items] for group in found]}; "
                        "groups must hold every item once, in the order given, and none may be empty"
                    )
                groups += found
            else:
                groups += old
        return groups

    def _joined(self, parents: Sequence[Group], new: Sequence[Item], level: int, rules: Sequence[Rule]) -> Group:
        """Everything under one parent."""
        children = (*(child for parent in parents for child in parent.items), *new)
        return Group(children, tell(self._grouper, children, level, rules))

    def _with_orphans(self, level: int, new: list[Item]) -> list[Item]:
        """Before the first node of a level is made: all nodes below that have no parent yet."""
        known = {child.id for child in new}
        waiting = [node for node in summary_rows.orphans(self._store, level) if node not in known]
        return [item(self._store, node) for node in waiting] + new

    def _floor(self, level: int) -> _Floor:
        if level not in self._floors:
            self._floors[level] = self._read(level)
        return self._floors[level]

    def _read(self, level: int) -> _Floor:
        rows = summary_rows.latest(self._store, level, _RECENT + 1)
        floor = _Floor(older=len(rows) > _RECENT)
        for node, summary in rows[-_RECENT:]:
            children = items(self._store, node)
            if children:
                floor.groups.append(Group(children, summary, node))
            else:  # a placeholder: nothing enters it or goes around it
                floor = _Floor(older=True)
        return floor


def tell(grouper: Grouper, children: Sequence[Item], level: int, rules: Sequence[Rule]) -> str:
    """One summary of children that stay together: the grouper's if it sees one group, else the built-in one."""
    found = grouper.group((), children, level, rules)
    return found[0].summary if len(found) == 1 else summarize(children, level, rules)


def _stripped(before: Sequence[Group], new: Sequence[Item], gone: frozenset[int]) -> list[Group]:
    """Parents without what enters anew or is gone; those that lost something but not all have no summary any more."""
    moving = {child.id for child in new} | gone
    left = []
    for group in before:
        rest = tuple(child for child in group.items if child.id not in moving)
        if len(rest) == len(group.items):
            left.append(group)
        elif rest:
            left.append(Group(rest, "", group.id))
    return left


def _named(after: Sequence[Group], before: Sequence[Group]) -> list[Group]:
    """Groups with the id of the parent that had the same first child; None for new ones."""
    known = {group.items[0].id: group.id for group in before}
    named = ((group, known.get(group.items[0].id)) for group in after)
    return [group if group.id == number else replace(group, id=number) for group, number in named]


def _unchanged(before: Sequence[Group], after: Sequence[Group], entered: set[int]) -> int:
    """How many parents at the beginning are told as before and have the same children.

    A child that entered anew may have lost children of its own; only in the last parent is it sure to reach as far as
    before, or farther.
    """
    same = 0
    while same < min(len(before), len(after)) and _alike(before[same], after[same]):
        if same + 1 < len(after) and any(child.id in entered for child in after[same].items):
            break
        same += 1
    return same


def _alike(one: Group, other: Group) -> bool:
    return one is other or _content(one) == _content(other)


def _content(group: Group) -> tuple[object, ...]:
    """What the level above can see of a group; times grow without being a change.

    From days upwards that is its own line: years are told from months, and need not hear of every deed.
    """
    if group.items[0].level + 1 < DAY:
        return (group.id, group.summary, *((child.id, child.summary, child.deeds, child.text) for child in group.items))
    return (group.id, group.summary, *(child.id for child in group.items))
