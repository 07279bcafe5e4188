"""How tasks ended and why, who asked for them, and what is left to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.planning.due import said_time
from agent.recall.algebra.findings import ASKED_BACK, Caveat, Findings, FoundItem
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.finding import asked_between
from agent.recall.executing.tasks.past_task import PastTask, of_item
from agent.recall.executing.tasks.telling import absent, forgotten, told, whatever_became
from agent.recall.executing.tasks.thwarted import needless
from memory.reading.traces import Said, Scope

UNFINISHED = ("waiting", "running", "interrupted")
"""Outcomes of what is still to be done."""


def outcome(posed: PosedQuery) -> Findings:
    """How a task ended, of several the latest. Value: one of ``OUTCOMES``; bool where it is asked if it is still due.

    Where no task is named: whether everything that was asked for was done. Value: bool.
    """
    query = posed.query
    found = posed.select(query.of)
    if not found and query.of.outcomes:
        found = posed.select(replace(query.of, outcomes=(), ordinal=None))
    if not found:
        return absent(posed, None)
    if query.of.task or query.of.ordinal is not None or query.of.next_to:
        item = found[-1]
        if "still due" in query.senses:
            return told(posed, item.status in UNFINISHED, [_explained(posed, item)])
        already = [Caveat("already")] if needless(posed, item) else []
        return told(posed, item.status, [_explained(posed, item)], already)
    short = [_explained(posed, item) for item in found if item.status != "done"]
    lost = forgotten(posed, query.of, found)
    if not short and lost:
        return told(posed, True, found, [lost])
    return told(posed, not short, found if not short else [*(i for i in found if i.status == "done"), *short])


def why(posed: PosedQuery) -> Findings:
    """Why a task did not come to its end, or why it was done: who asked for it. Value: the reason, or what was said."""
    query = posed.query
    found = posed.select(query.of)
    if not found and "interrupted" in query.of.outcomes:  # it was left for another, and done in the end
        found = posed.select(replace(query.of, outcomes=("interrupted",)))
    if not found and query.of.outcomes:
        others = posed.select(replace(query.of, outcomes=(), ordinal=None))
        if others and others[-1].reason.startswith(ASKED_BACK):
            return _not_done(posed, others[-1:])
        if others:  # "why didn't you …" of what was done, or the other way round
            return told(posed, "", others[-1:], [Caveat("not so")])
    if not found:
        return absent(posed, "")
    if query.of.task or len(found) == 1:
        item = _explained(posed, found[-1])
        return _asked_for(posed, item) if item.status in ("done", "running") else _not_done(posed, [item])
    return _not_done(posed, [_explained(posed, item) for item in found if item.status not in ("done", "running")])


def _not_done(posed: PosedQuery, items: Sequence[FoundItem]) -> Findings:
    if not items:
        return posed.found("", (), "never happened")
    reasons = [item.reason for item in items]
    if not all(reasons):
        return told(posed, "; ".join(filter(None, reasons)), items, [Caveat("forgotten", "why")])
    return told(posed, "; ".join(dict.fromkeys(reasons)), items)


def _asked_for(posed: PosedQuery, item: FoundItem) -> Findings:
    asked = _requested(posed, of_item(posed.view, item))
    if not asked.request:
        return told(posed, "", [asked], [Caveat("forgotten", "who asked for it")])
    return told(posed, asked.request, [asked])


def who(posed: PosedQuery) -> Findings:
    """Who asked for a task. Value: the speaker."""
    found = posed.select(posed.query.of)
    if not found:
        return absent(posed, None)
    asked = _requested(posed, of_item(posed.view, found[-1]))
    if not asked.request:
        return told(posed, asked.speaker or None, [asked], [Caveat("forgotten", "who asked for it")])
    if posed.query.asks_receiver:
        return replace(told(posed, asked.speaker, [asked]), status="partly")
    if posed.query.asks_doer and needless(posed, found[-1]):
        return told(posed, None, [asked], [Caveat("already")])
    if posed.query.asks_doer and asked.status != "done":
        return replace(told(posed, None, [asked]), status="partly")
    return told(posed, "robot" if posed.query.asks_doer else asked.speaker, [asked])


def _requested(posed: PosedQuery, one: PastTask) -> FoundItem:
    """A task with who asked for it, in which words: from the log, or else from what was said at its beginning."""
    item = one.item()
    if item.request or one.asked:
        return item
    said = [row for row in posed.view.said(Scope(one.run.start, one.run.end)) if not row.utterance.own]
    if not said:
        return item
    first = next((row for row in said if len(row.utterance.text.split()) > 2), said[0])
    return _with_words(item, first)


def _with_words(item: FoundItem, row: Said) -> FoundItem:
    return replace(item, speaker=row.utterance.speaker, request=row.utterance.text.strip())


def remaining(posed: PosedQuery) -> Findings:
    """What is still to be done: waiting, going on, or begun and left. Value: tuple of names."""
    query = posed.query
    planned = [] if query.of.task or query.of.time.words else _planned(posed)
    if not posed.view.asked.any and not planned:
        return posed.found((), (), "unsure")
    found = [item for item in posed.select(replace(query.of, outcomes=())) if item.status in UNFINISHED]
    if found or planned:
        left = [*(_explained(posed, item) for item in found), *planned]
        return told(posed, tuple(item.name for item in left), left)
    last = posed.select(replace(whatever_became(query.of), task="", ordinal=-1))
    return told(posed, (), last)


def _planned(posed: PosedQuery) -> list[FoundItem]:
    """What is planned, with when."""
    return [
        FoundItem("task", words, due, due, status="waiting", reason=f"until {said_time(due, posed.now)}", request=said)
        for words, said, due in posed.view.asked.planned()
    ]


def _explained(posed: PosedQuery, item: FoundItem) -> FoundItem:
    """An item with why it stands so, where the log says it otherwise than by a note."""
    one = of_item(posed.view, item)
    if item.reason or one.asked is None:
        return item
    if item.status in UNFINISHED or item.status == "cancelled":
        for other in posed.view.asked.between(Scope(one.asked.asked, one.asked.ended)):
            if other.interrupted == one.asked.id and not other.erased:
                return replace(item, reason=asked_between(other))
    if item.status in ("partly", "interrupted") and one.asked.left:
        return replace(item, reason=f"there was still this to do: {'; '.join(one.asked.left)}")
    return item
