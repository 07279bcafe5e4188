"""Accounts of a stretch of time, deed by deed: those that belong together in one phrase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import Selection, SpanOfTime
from agent.recall.executing.posed import PosedQuery
from agent.recall.understanding.dates import day_scope, say_day
from envs.vocabulary.english import the
from envs.vocabulary.numbers import times
from memory.reading.traces import ObjectInteraction, Scope
from memory.wording import say

_NEAR = timedelta(minutes=30)
"""How far from a moment of which nothing is known its neighbours are looked for."""
_LONG = timedelta(hours=20)


def unfiltered(selection: Selection) -> bool:
    """Whether nothing but a time limits a selection."""
    return selection == Selection(selection.subject, time=selection.time)


def account(posed: PosedQuery) -> Findings | None:
    """What was done in a stretch of time; without one on the latest day. Value: tuple of verb phrases, in order.

    Of a moment in which nothing was done, what was done shortly before and after it; where deeds are asked for
    and no object was handled, the words of the goals. None where nothing is known, or more than a time is asked for.
    """
    if not unfiltered(posed.query.of):
        return None
    posed = _of_latest_day(posed)
    scope = posed.query.of.time.scope
    rows = posed.view.interactions(scope)
    if rows:
        tried = [_tried(row) for row in posed.view.interactions(scope, success=False)]
        phrases = deed_phrases(rows)
        return posed.found(tuple(one.name for one in phrases), [*phrases, *tried])
    if posed.query.of.time.instant:
        return _begun_then(posed) or _around(posed, scope)
    return _other_words(posed, scope) if posed.query.of.subject == "deeds" else None


def in_outline(posed: PosedQuery) -> PosedQuery:
    """An account of days of which something was forgotten, as one of their tasks: deeds would tell of a few."""
    query = posed.query
    whole = query.ask == "list" and query.of.subject == "deeds" and query.detail and unfiltered(query.of)
    scope = query.of.time.scope
    if not (whole and scope.start and scope.end and scope.end - scope.start > _LONG and posed.view.forgotten(scope)):
        return posed
    of = replace(query.of, subject="tasks")
    return replace(posed, query=replace(query, ask="summary", of=of, detail=False), selected={})


def _of_latest_day(posed: PosedQuery) -> PosedQuery:
    """The same of the latest day on which something was lived, where a list without a time is asked for."""
    query, last = posed.query, posed.view.last_time()
    if query.ask != "list" or query.of.time.scope.limited or last is None:
        return posed
    time = SpanOfTime(day_scope(last.date()), say_day(last.date(), posed.now))
    return replace(posed, query=replace(query, of=replace(query.of, time=time)), selected={})


def _other_words(posed: PosedQuery, scope: Scope) -> Findings | None:
    """No object was handled: what else went on, in the words of the goals."""
    goals = posed.view.goals(scope)
    items = [FoundItem("summary", one.summary, one.start, one.end, one.node, source="goal") for one in goals]
    return posed.found(tuple(dict.fromkeys(item.name for item in items)), items) if items else None


def _begun_then(posed: PosedQuery) -> Findings | None:
    """Tasks that were asked for or begun in a moment in which nothing was handled yet."""
    scope = posed.query.of.time.scope
    tasks = posed.select(Selection("tasks", time=posed.query.of.time))
    begun = [one for one in tasks if _within(one.start, scope) or (one.asked and _within(one.asked, scope))]
    return posed.found(tuple(one.name for one in begun), begun) if begun else None


def _within(time: datetime, scope: Scope) -> bool:
    return (not scope.start or time >= scope.start) and (not scope.end or time <= scope.end)


def _around(posed: PosedQuery, scope: Scope) -> Findings | None:
    start, end = scope.start or posed.now, scope.end or posed.now
    before = posed.view.interactions(Scope(start - _NEAR, start))[-1:]
    after = posed.view.interactions(Scope(end, end + _NEAR))[:1]
    items = deed_phrases(before) + deed_phrases(after)
    return posed.found(tuple(item.name for item in items), items, "partly") if items else None


def _tried(row: ObjectInteraction) -> FoundItem:
    name, span = say(row.deed, past=False), (row.time, row.time, row.event, row.experience, row.experience)
    return FoundItem("deed", name, *span, kind=row.deed.thing or "", status="failed", reason=row.error)


def deed_phrases(rows: Sequence[ObjectInteraction]) -> list[FoundItem]:
    """Deeds as phrases, those that belong together in one: "picked up the mug and put it in the sink".

    The same phrase several times in a row is told once, with how often.
    """
    told: list[tuple[str, list[ObjectInteraction]]] = []
    index = 0
    while index < len(rows):
        pair = list(rows[index : index + 2])
        text = _pair(pair[0], pair[1]) if len(pair) == 2 else None
        group = pair if text else pair[:1]
        told.append((text or say(group[0].deed), group))
        index += len(group)
    return [_phrase(text, group) for text, group in _collapsed(told)]


def _phrase(text: str, group: Sequence[ObjectInteraction]) -> FoundItem:
    first, last = group[0], group[-1]
    span = (first.time, last.time, first.goal, first.experience, last.experience)
    return FoundItem(
        "deed", text, *span, kind=first.deed.thing or "", thing=first.thing or "", request=first.task or ""
    )


def _pair(first: ObjectInteraction, second: ObjectInteraction) -> str | None:
    """Two deeds in a row with the same thing as one phrase, if they make a pair."""
    if first.thing is None or first.thing != second.thing or first.episode != second.episode:
        return None
    actions = (first.deed.action, second.deed.action)
    if actions == ("Pickup", "Place"):
        return f"{say(first.deed)} and {say(second.deed, pronoun=True)}"
    if actions == ("ToggleOn", "ToggleOff"):
        return f"switched {the(first.deed.thing)} on and off"
    if actions == ("Open", "Close"):
        return f"opened and closed {the(first.deed.thing)}"
    return None


def _collapsed(told: Sequence[tuple[str, list[ObjectInteraction]]]) -> list[tuple[str, list[ObjectInteraction]]]:
    runs: list[tuple[str, list[ObjectInteraction], int]] = []
    for text, rows in told:
        if runs and runs[-1][0] == text:
            runs[-1] = (text, runs[-1][1] + rows, runs[-1][2] + 1)
        else:
            runs.append((text, rows, 1))
    return [(text if count == 1 else f"{text} ({_repeated(rows, count)})", rows) for text, rows, count in runs]


def _repeated(rows: Sequence[ObjectInteraction], count: int) -> str:
    different = len({row.thing for row in rows})
    return times(count) + (f", {different} different ones" if different > 1 else "")
