"""How the voice words what was done in a stretch of time, deed by deed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.answer import counted
from agent.recall.understanding.dates import say_day
from envs.vocabulary.english import joined, sentence

_TELL_ALL = 14
"""Phrases in one stretch that are still told one by one."""
_STRETCHES = 12
"""Stretches that are still told one by one."""
_FEW = 3
"""Phrases that are told in one sentence without a time of day."""
_GOALS = 4
_BREAK = timedelta(minutes=30)
"""After so long without a deed another stretch begins."""

_BEFORE_THING = re.compile(r" (?:the|an?|some|something)\b")
_ENDINGS = {" and put it": "and put away", " on and off": "on and off"}
"""How the second deed of two in one phrase ends it."""


def is_account(findings: Findings) -> bool:
    """Whether everything that was done in a time is told deed by deed, rather than what passes a filter."""
    query, items = findings.query, findings.items
    whole = query.of == Selection(query.of.subject, time=query.of.time)
    deeds = all(item.what == "deed" or (item.what, item.source) == ("summary", "goal") for item in items)
    return bool(items) and whole and deeds and (query.of.subject == "tasks" or query.detail)


def told_account(findings: Findings, now: datetime) -> str:
    """Stretches of deeds with their times, and how many attempts failed."""
    done = [item for item in findings.items if item.status == "done"]
    when = findings.query.of.time.words
    heading = when[:1].upper() + when[1:]
    if done and done[0].what == "summary":
        return _goals(heading, done)
    if findings.query.of.time.instant:
        return _moment(findings, done, when)
    stretches = _stretches(done)
    if len(stretches) == 1 and len(done) <= _FEW and len(findings.items) == len(done) and not done[0].request:
        return f"{heading} I {joined([item.name for item in done])}".strip()
    lines = [_line(one, now, bool(when) and len({s[0].start.date() for s in stretches}) == 1) for one in stretches]
    lines = [*lines[:_STRETCHES], *_rest(stretches[_STRETCHES:], now)]
    failures = len(findings.items) - len(done)
    if failures:
        lines.append("One attempt failed on the way." if failures == 1 else f"{failures} attempts failed on the way.")
    if len(lines) > 1:
        return "\n".join(filter(None, (f"{heading}:" if heading else "", *lines)))
    return ", ".join(filter(None, (heading, lines[0])))


def _goals(heading: str, items: Sequence[FoundItem]) -> str:
    told = list(dict.fromkeys(item.name for item in items))
    more = f" And {len(told) - _GOALS} more such things." if len(told) > _GOALS else ""
    return (f"{heading}: " if heading else "") + " ".join(told[:_GOALS]) + more


def _moment(findings: Findings, items: Sequence[FoundItem], when: str) -> str:
    """What was done in a moment; where nothing is known of it, shortly before and after it."""
    scope = findings.query.of.time.scope
    start, end = scope.start or datetime.min, scope.end or datetime.max
    if any(item.end >= start and item.start < end for item in items):
        return f"{when[:1].upper()}{when[1:]}: I {joined([item.name for item in items])}"
    told = [f"{'before' if item.start < start else 'after'} it, at {item.start:%H:%M}, I {item.name}" for item in items]
    return f"I have no memory of anything {when} itself; {joined(told)}"


def _stretches(items: Sequence[FoundItem]) -> list[list[FoundItem]]:
    """Deeds in order, cut where the request changes or nothing was done for half an hour."""
    found: list[list[FoundItem]] = []
    for item in items:
        last = found[-1][-1] if found else None
        if last and last.request == item.request and item.start - last.end < _BREAK:
            found[-1].append(item)
        else:
            found.append([item])
    return found


def _line(stretch: Sequence[FoundItem], now: datetime, day_said: bool) -> str:
    told = joined([item.name for item in stretch]) if len(stretch) <= _TELL_ALL else _tally(stretch)
    span = f"{stretch[0].start:%H:%M}"
    if f"{stretch[-1].end:%H:%M}" != span:
        span += f"–{stretch[-1].end:%H:%M}"
    day = "" if day_said else f"{say_day(stretch[0].start.date(), now)} "
    task = f" ({stretch[0].request})" if stretch[0].request else ""
    return sentence(f"{day}{span}{task}: I {told}")


def _tally(stretch: Sequence[FoundItem]) -> str:
    """Many deeds by what they were and to what: "picked up and put away 3 plates and a mug; opened the fridge"."""
    counts: dict[str, list[tuple[str | None, str | None]]] = {}
    for item in stretch:
        counts.setdefault(_done(item.name), []).append((item.kind or None, item.thing or None))
    return "; ".join(f"{verb} {counted(things)}" for verb, things in counts.items())


def _done(name: str) -> str:
    """What was done, without to what: "picked up and put away", "switched on and off", "put"."""
    verb = _BEFORE_THING.split(name, maxsplit=1)[0]
    return next((f"{verb} {more}" for end, more in _ENDINGS.items() if end in name), verb)


def _rest(stretches: Sequence[Sequence[FoundItem]], now: datetime) -> list[str]:
    count = sum(len(one) for one in stretches)
    if not count:
        return []
    last = stretches[-1][-1].end
    return [f"After that, until {say_day(last.date(), now)} at {last:%H:%M}: {count} more things."]
