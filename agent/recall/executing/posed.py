"""A query together with the memory that it is put to, and what all answers share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.executing.narrowing import narrowed, reach
from envs.vocabulary.english import joined
from memory.levels import GOAL, SCENE
from memory.reading.traces import Gap, Scope
from memory.reading.view import View

_NEAR = (timedelta(minutes=30), timedelta(days=1))
"""How far from something its neighbour is looked for, before all of the past is."""

_UNSURE = frozenset({"left out", "guess", "summary", "forgotten", "no place", "doubtful"})
"""Caveats with which nothing is simply known."""


@dataclass(frozen=True)
class PosedQuery:
    """A query put to a memory.

    Attributes:
        query: The question.
        view: The memory.
        now: When it is asked.
        finders: By subject, who finds what passes the subject's own filters (everything of a ``Selection`` but
            ``outcomes``, ``took``, ``relation``, ``next_to``, ``others`` and ``ordinal``).
        selected: What was selected so far.
    """

    query: MemoryQuery
    view: View
    now: datetime
    finders: Mapping[str, ItemFinder]
    selected: dict[Selection, list[FoundItem]] = field(default_factory=dict, compare=False, repr=False)

    def select(self, selection: Selection) -> list[FoundItem]:
        """Everything that passes all filters of a selection, in order."""
        if selection not in self.selected:
            self.selected[selection] = self._select(selection)
        return list(self.selected[selection])

    def _select(self, selection: Selection) -> list[FoundItem]:
        others = [self._anchors(other, selection) for other in selection.others]
        if selection.relation and not all(others):
            return []
        finder = self.finders[selection.subject]
        for scope in _scopes(selection, others):
            within = replace(selection, time=replace(selection.time, scope=scope))
            if items := narrowed(finder(self, within), selection, others):
                return items
        return []

    def _anchors(self, other: Selection, selection: Selection) -> list[FoundItem]:
        """What a selection refers to; whether something came after it is asked of any time, so of the first one.

        "On Monday after making coffee" is after the coffee of Monday, unless another time is named for that.
        """
        found = self.select(other)
        if selection.time.scope.limited and not other.time.scope.limited:
            then = [item for item in found if _goes_on(item, selection.time.scope)]
            found = then if then or selection.next_to else found
        whether = self.query.ask == "exists" and selection == self.query.of and not selection.next_to
        return found[:1] if whether and selection.relation == "after" else found

    def missing(self, selection: Selection) -> Selection | None:
        """What a selection refers to and there is none of: the coffee of "after making coffee"."""
        for other in selection.others:
            if not self.select(other):
                return self.missing(other) or other
            if not self._anchors(other, selection):
                return replace(other, time=selection.time)
        if selection.task and selection.subject != "tasks" and not self.tasks_of(selection):
            return Selection("tasks", task=selection.task)
        return None

    def tasks_of(self, selection: Selection) -> list[FoundItem]:
        """The tasks for which, or during which, what a selection selects was done."""
        return self.select(Selection("tasks", task=selection.task))

    def found(
        self,
        value: Any,
        items: Sequence[FoundItem] = (),
        status: str = "known",
        caveats: Sequence[Caveat] = (),
        evidence: Sequence[int] = (),
    ) -> Findings:
        """What was found; *known* only with evidence, nothing left out of account, and no caveat that it is not so."""
        caveats = tuple(caveats)
        if self.query.left_out:
            caveats += (Caveat("left out", " ".join(self.query.left_out)),)
        if any(item.source == "summary" for item in items) and not any(one.kind == "summary" for one in caveats):
            caveats += (Caveat("summary", items=tuple(item for item in items if item.source == "summary")),)
        unsure = tuple(item for item in items if item.what == "speech" and item.chance < 1)
        caveats += (Caveat("guess", items=unsure),) if unsure else ()
        caveats += _doubts(items[:1] if self.query.ask in _OF_ONE else items, caveats)
        nodes = tuple(dict.fromkeys(node for node in (*(item.node for item in items), *evidence) if node))
        if status == "known" and (not nodes or any(caveat.kind in _UNSURE for caveat in caveats)):
            status = "partly"
        return Findings(self.query, value, status, tuple(items), nodes, caveats)

    def never(self, value: Any, selection: Selection, caveats: Sequence[Caveat] = (), level: int = GOAL) -> Findings:
        """An honest no: *forgotten* where something of the time was forgotten that may have held it.

        Args:
            value: What stands for nothing.
            selection: What was looked for.
            caveats: What came nearest.
            level: What would have held it: goals, or for things in view scenes.
        """
        shown = [node for caveat in caveats for item in caveat.items if (node := item.node)]
        lost = self.forgotten(selection, min(level, SCENE) if selection.change else level)  # changes are seen
        if lost is None:
            return self.found(value, (), "never happened", caveats, shown)
        return self.found(value, (), "forgotten", (*caveats, lost), (*shown, *(item.node for item in lost.items)))

    def forgotten(self, selection: Selection, level: int = GOAL) -> Caveat | None:
        """From when to when something of that level was forgotten of the time of a selection; None when nothing was."""
        gaps = self.view.forgotten(selection.time.scope, level)
        if not gaps:
            return _erased(self.view.erasures(selection.time.scope))
        return Caveat("forgotten", items=tuple(_lost(gap) for gap in (gaps[0], max(gaps, key=lambda gap: gap.end))))


def _erased(spans: Sequence[tuple[datetime, datetime]]) -> Caveat | None:
    """That something was erased in some time; None where nothing was."""
    if not spans:
        return None
    ends = (spans[0], max(spans, key=lambda span: span[1]))
    return Caveat("forgotten", "erased", tuple(FoundItem("summary", "", start, end) for start, end in ends))


_OF_ONE = ("where", "put", "taken", "holding")
"""Asks that the first item answers; others only tell more."""


def _doubts(items: Sequence[FoundItem], caveats: Sequence[Caveat]) -> tuple[Caveat, ...]:
    """That some items were not seen clearly, as far as nothing says so yet; in words, which, if it is not all."""
    guessed = [item for caveat in caveats if caveat.kind == "guess" for item in caveat.items]
    doubted = tuple(item for item in items if item.doubtful and item not in guessed)
    if not doubted:
        return ()
    words = "" if len(doubted) == len(items) else joined(list(dict.fromkeys(item.name for item in doubted))[:_NAMED])
    return (Caveat("doubtful", words, doubted),)


_NAMED = 3
"""Doubtful items that are named beside others."""


ItemFinder = Callable[[PosedQuery, Selection], list[FoundItem]]
"""Finds what passes the own filters of a subject."""

QueryAnswer = Callable[[PosedQuery], Findings]
"""Answers one ask."""


def nothing(query: MemoryQuery) -> Any:
    """The value of an answer that there is none."""
    if query.ask in ("list", "when", "ago", "said", "contents", "order", "steps", "remaining", "summary"):
        return ()
    return {"count": 0, "exists": False}.get(query.ask)


def _scopes(selection: Selection, others: Sequence[Sequence[FoundItem]]) -> Iterator[Scope]:
    """The parts of the past to look through, one after the other until something is found.

    Tasks that began before the others did may still be what is meant, so for them nothing is cut away.
    """
    whole = selection.time.scope
    if not selection.relation or selection.subject == "tasks":
        yield whole
        return
    start, end = reach(selection, others)
    if selection.next_to and selection.relation in ("before", "after"):
        for far in _NEAR:
            near = Scope(start, start + far) if start else Scope(end - far, end) if end else whole
            yield _meet(whole, near)
    yield _meet(whole, Scope(start, end))


def _goes_on(item: FoundItem, scope: Scope) -> bool:
    """Whether an item reaches into a part of the past."""
    return (scope.start is None or item.end >= scope.start) and (scope.end is None or item.start <= scope.end)


def _meet(one: Scope, other: Scope) -> Scope:
    """The part of the past in both scopes."""
    starts = [time for time in (one.start, other.start) if time]
    ends = [time for time in (one.end, other.end) if time]
    return Scope(max(starts, default=None), min(ends, default=None), one.episode or other.episode)


def _lost(gap: Gap) -> FoundItem:
    return FoundItem("summary", "", gap.start, gap.end, gap.node)
