"""Which tasks there were, how many, whether, when, how long ago, in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta

from agent.recall.algebra.findings import RESUMED, Caveat, Findings, FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.executing.accounts import account
from agent.recall.executing.comparing import when_over
from agent.recall.executing.listing import guessed
from agent.recall.executing.narrowing import numbered
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.past_task import of_item
from agent.recall.executing.tasks.spans import in_detail
from agent.recall.executing.tasks.telling import absent, begun, done, told, whatever_became
from agent.recall.executing.tasks.thwarted import needless
from agent.recall.executing.tasks.timing import timed
from memory.reading.traces import Scope


def listed(posed: PosedQuery) -> Findings:
    """The tasks in order. Value: tuple of names; the name alone where the one directly before or after is asked for."""
    query = posed.query
    if in_detail(query.of) and (deeds := account(posed)):
        return deeds
    found = _by_number(posed) or posed.select(query.of)
    if not query.of.outcomes and not query.of.speaker:
        found = begun(posed, found) or (found if query.of.ordinal is not None or query.of.next_to else [])
    if query.of.next_to:
        return _beside(posed, found if query.of.outcomes or query.of.speaker else _worked_beside(posed, found))
    if _asks_what_for(query.of):  # what goes on beside is not what a thing was used for
        found = [item for item in found if item.status != "running"] or found
    if not found and (deeds := account(posed)):
        return deeds
    if not found and query.of.ordinal is not None and (others := posed.select(replace(query.of, ordinal=None))):
        only = Caveat("nearest", str(len(others)), tuple(others))
        return posed.found((), (), "never happened", [only], [item.node for item in others])
    if not found:
        return absent(posed, (), summarised=lambda lines: tuple(line.name for line in lines))
    single = query.of.ordinal is not None or query.of.time.instant
    return told(posed, tuple(item.name for item in found), found, whole=single or bool(query.of.task))


def _by_number(posed: PosedQuery) -> list[FoundItem]:
    """The first or the last that was begun then, or over, where that counts; nothing where it is not asked for so."""
    of = posed.query.of
    if of.ordinal is None or not posed.query.measure:
        return []
    every = posed.select(replace(of, ordinal=None))
    if posed.query.measure == "end":
        return numbered(sorted(every, key=lambda item: (item.end, item.last)), of.ordinal)
    every, start = begun(posed, every), of.time.scope.start
    return numbered([item for item in every if start is None or item.start >= start] or every, of.ordinal)


def _asks_what_for(of: Selection) -> bool:
    """Whether the tasks are asked for in which a thing was handled."""
    others = of.others if of.relation == "during" else ()
    return any(one.subject == "deeds" and not (one.actions or one.change) for one in others)


def _beside(posed: PosedQuery, found: Sequence[FoundItem]) -> Findings:
    """The task right before or after something. Value: its name."""
    anchors = [item for other in posed.query.of.others for item in posed.select(other)]
    if not anchors:
        return absent(posed, None, posed.query.of.others[0] if posed.query.of.others else None)
    anchor = max(anchors, key=lambda one: one.start)
    around = None if posed.query.of.speaker else _interrupted_by(posed, anchor, found)
    if around is not None:  # before and after it the same was done
        return told(posed, around.name, [around])
    if not found:
        return posed.found(None, (), "never happened", evidence=[anchor.node for anchor in anchors[-1:]])
    item = found[0]
    caveats = _between(posed, *((anchor, item) if posed.query.of.relation == "after" else (item, anchor)))
    caveats += guessed(anchor)
    findings = told(posed, item.name, [item], caveats)
    nodes = dict.fromkeys((*findings.evidence, *([anchor.node] if anchor.node else [])))
    return replace(findings, evidence=tuple(nodes))


def _worked_beside(posed: PosedQuery, found: Sequence[FoundItem]) -> Sequence[FoundItem]:
    """What was done next, where the task that came next still goes on or waits, and another has ended since."""
    of = posed.query.of
    if not found or found[0].status not in ("waiting", "running"):
        return found
    every = [one for one in posed.select(replace(of, next_to=False)) if one.status not in ("waiting", "running")]
    return (every[:1] if of.relation == "after" else every[-1:]) or found


def _interrupted_by(posed: PosedQuery, anchor: FoundItem, found: Sequence[FoundItem]) -> FoundItem | None:
    """The task that was left for another one: done right before it, and right after it if it was gone on with.

    One that only stood open all the while, with nothing done for it in between, is not meant.
    """
    asked = of_item(posed.view, anchor).asked if anchor.what == "task" else None
    if asked is None or asked.interrupted is None:
        return None
    tasks = posed.select(Selection("tasks", outcomes=("interrupted",)))
    left = [one for one in tasks if (log := of_item(posed.view, one).asked) and log.id == asked.interrupted]
    gone_on = posed.query.of.relation == "before" or (left and left[-1].reason.endswith(RESUMED))
    if not left or not gone_on or (found and not _worked_on(posed, left[-1], anchor, found[0])):
        return None
    return left[-1]


def _worked_on(posed: PosedQuery, task: FoundItem, anchor: FoundItem, beside: FoundItem) -> bool:
    """Whether something was done for a task between two others that came one after the other."""
    first, second = sorted((anchor, beside), key=lambda one: (one.start, one.first))
    parts = of_item(posed.view, task).parts
    within = any(part.start < second.start and part.end > first.end for part in parts)
    return within or not parts or (beside.name, beside.start) == (task.name, task.start)


def _between(posed: PosedQuery, first: FoundItem, second: FoundItem) -> list[Caveat]:
    """That something between two tasks was forgotten, where no log of tasks survives it."""
    if posed.view.asked.any:
        return []
    scope = Scope(first.end, second.start)
    gaps = [gap for gap in posed.view.forgotten(scope) if gap.start >= first.end and gap.end <= second.start]
    shown = tuple(FoundItem("summary", "", gap.start, gap.end, gap.node) for gap in gaps[:1])
    return [Caveat("forgotten", items=shown)] if gaps else []


def counted(posed: PosedQuery) -> Findings:
    """How many tasks: done ones, if it is not said how they ended; or days, or different names. Value: int."""
    query = posed.query
    found = posed.select(query.of)
    counting = found if query.of.outcomes or query.of.speaker else done(found)
    value = {
        "days": len({item.start.date() for item in counting}),
        "kinds": len({item.name for item in counting}),
    }.get(query.counted, len(counting))
    if not found:
        return absent(posed, 0)
    claim = query.claim is not None and query.claim != value
    caveats = [Caveat("claim", str(query.claim))] if claim else []
    return told(posed, value, found, caveats, whole=False)


def exists(posed: PosedQuery) -> Findings:
    """Whether there was such a task, and that it was done if it is not said how it ended.

    Value: bool; None where it was so already: then it was not done, and yet is as it was wished.
    """
    query = posed.query
    found = posed.select(query.of)
    wanted = found if query.of.outcomes else done(found)
    if wanted and all(needless(posed, item) for item in wanted) and not query.of.outcomes:
        return told(posed, None, wanted, [Caveat("already")])
    if wanted:
        return timed(posed, told(posed, True, wanted))
    others = found or posed.select(whatever_became(query.of))
    if not others or query.of.outcomes == ("running",):  # what is over tells nothing of what goes on
        return absent(posed, False, summarised=lambda lines: True)
    if "tried" in query.senses and (tried := [item for item in others if item.status in _TRIED]):
        return told(posed, True, tried)
    return told(posed, False, others, [Caveat("not so")])


_TRIED = frozenset({"failed", "partly", "interrupted"})


def when(posed: PosedQuery) -> Findings:
    """When tasks were done, or over where ``measure`` is *end*, or asked for (*asked*). Value: tuple of times.

    That is when the deed was done that a task is called by, else when it was begun.
    """
    if posed.query.measure == "asked" and (asked := [one for one in posed.select(posed.query.of) if one.asked]):
        return told(posed, tuple(one.asked for one in asked), asked)
    found = _given_up(posed) or _served(posed)
    if not found:
        return _only_tried(posed, ()) or absent(posed, (), summarised=_days)
    if posed.query.measure == "end":
        return told(posed, tuple(item.end for item in found), found)
    already = [Caveat("already")] if all(needless(posed, item) for item in found) else []
    findings = timed(posed, told(posed, (), found, already))
    return replace(findings, value=tuple(item.start for item in findings.items if item.what == "task"))


def ago(posed: PosedQuery) -> Findings:
    """How many calendar days ago. Value: tuple of ints."""
    found = _served(posed)
    if not found:
        return _only_tried(posed, ()) or absent(posed, (), summarised=lambda lines: _ago(_days(lines), posed.now))
    return told(posed, _ago([item.start for item in found], posed.now), found)


def ordered(posed: PosedQuery) -> Findings:
    """Several tasks in the order in which they came. Value: tuple of names; the findings' sides are as was asked."""
    sides: list[FoundItem] = []
    for side in (posed.query.of, *posed.query.against):
        found = posed.select(side)
        if not found:
            return absent(posed, (), side)
        found = (
            [when_over(item) for item in found] if side != posed.query.of and posed.query.measure == "end" else found
        )
        sides += found if not posed.query.against else found[-1:]
    came = sorted(sides, key=lambda item: (item.start, item.first))
    findings = told(posed, tuple(item.name for item in came), came)
    return replace(findings, sides=tuple((item.name, (item,)) for item in sides) if posed.query.against else ())


def _served(posed: PosedQuery) -> list[FoundItem]:
    """What was done; where it is said how it must have ended, that."""
    found = posed.select(posed.query.of)
    return found if posed.query.of.outcomes else done(found)


def _given_up(posed: PosedQuery) -> list[FoundItem]:
    """What was begun and came to no good end, where it is asked when that was stopped or given up."""
    of = posed.query.of
    if posed.query.measure != "end" or of.outcomes or "given up" not in posed.query.senses:
        return []
    return [item for item in posed.select(whatever_became(of)) if item.status in _ENDED_UNDONE]


_ENDED_UNDONE = frozenset({"failed", "partly", "cancelled", "interrupted"})


def _only_tried(posed: PosedQuery, value: object) -> Findings | None:
    """That a task was never done, but tried, called off or put off; None where there was not even that."""
    found = posed.select(whatever_became(posed.query.of))
    if not found:
        return None
    return replace(told(posed, value, found, [Caveat("not so")]), status="never happened")


def _days(lines: Sequence[FoundItem]) -> tuple[datetime, ...]:
    return tuple(datetime.combine(line.start.date(), time()) for line in lines)


def _ago(moments: Sequence[datetime], now: datetime) -> tuple[int, ...]:
    return tuple((now.date() - moment.date()) // timedelta(days=1) for moment in moments)
