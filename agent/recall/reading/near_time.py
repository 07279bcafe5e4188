"""Times counted from what was spoken of before: "and the day before?", "an hour later", "that same day"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from agent.recall.algebra.selection import SpanOfTime
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.understanding.dates import day_scope, plain_dates, say_day
from envs.vocabulary.numbers import AMOUNTS, CARDINALS
from memory.reading.traces import Scope

_DAYS = (
    (r"(?:on )?(?:the next|the following) day|the day after(?: that)?", 1),
    (r"(?:on )?the (?:day before(?: that)?|previous day)", -1),
    (r"(?:(?:earlier|later) )?(?:on |in )?(?:that (?:same )?|the (?:very )?same )day", 0),
)
"""A day at the end of a sentence, and how many days it lies behind the one that was spoken of."""
_AWAY = re.compile(
    r"(?:^| )(?:about |some |roughly )?(?P<count>\w+|an?) (?P<half>and a half )?(?P<unit>minute|hour)s? "
    r"(?P<way>later|after|earlier|before|sooner|prior)(?: (?:that|this|then|to that))?$"
)
_UNITS = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1)}
_LATER = frozenset({"later", "after"})
_ABOUT = {"minute": timedelta(minutes=2), "hour": timedelta(minutes=20)}
"""How far around a moment so many minutes or hours away what is meant may lie."""
_CLOCK = re.compile(
    r"(?:^| )(?P<clock>\d{1,2}:\d{2}|\d{1,2}(?= ?(?:[ap]m|o clock)$)|noon|midday|midnight)(?: ?(?:[ap]m|o clock))?$"
)
_SPAN = timedelta(hours=2)
"""How long a time may be from whose beginning hours are counted; of a longer one it is from what was found."""
_SHORT = 4
"""Words beside a clock time in a sentence that names nothing else."""


def near_time(
    said: Sequence[str], before: EarlierExchange | None, now: datetime
) -> tuple[list[str], SpanOfTime | None]:
    """The words without a time that is counted from the one spoken of before, and that time; None where none is.

    Args:
        said: The sentence in plain words.
        before: The exchange before.
        now: When it is asked.
    """
    text = " ".join(said)
    if before is None:
        return [*said], None
    for pattern, days in _DAYS:
        found = re.search(rf"(?:^| )(?:{pattern})$", text)
        if found is None or (days == 0 and _moment(before) is None):
            continue
        day = (_moment(before) or now).date() + timedelta(days=days)
        return text[: found.start()].split(), SpanOfTime(day_scope(day), say_day(day, now))
    return _away(text, before, now) or (_clocked(text), None)


def _away(text: str, before: EarlierExchange, now: datetime) -> tuple[list[str], SpanOfTime] | None:
    """The words without "an hour later", and the time around that moment."""
    found = _AWAY.search(plain_dates(text))
    start = _told_at(before) or _moment(before)
    count = _count(found["count"]) if found else None
    if found is None or start is None or count is None:
        return None
    away = (count + (0.5 if found["half"] else 0)) * _UNITS[found["unit"]]
    moment = start + away if found["way"] in _LATER else start - away
    around = min(_ABOUT[found["unit"]], away / 3)
    rest = plain_dates(text)[: found.start()].split()
    return rest, SpanOfTime(
        Scope(moment - around, moment + around), f"around {moment:%H:%M} {say_day(moment.date(), now)}"
    )


def _clocked(text: str) -> list[str]:
    """The words with "at" before a clock time that stands alone: "and twenty to one?"."""
    plain = plain_dates(text)
    found = _CLOCK.search(plain)
    rest = plain[: found.start()].split() if found else []
    if found is None or len(rest) > _SHORT or not {*rest} <= words("leaning"):
        return text.split()
    return [*rest, "at", *plain[found.start() :].split()]


def _count(word: str) -> int | None:
    return int(word) if word.isdigit() and len(word) < 4 else AMOUNTS.get(word) or CARDINALS.get(word)


def _told_at(before: EarlierExchange) -> datetime | None:
    """When the first was that was told of, where no clock time was asked about."""
    items = before.findings.items if before.findings else ()
    return items[0].start if items and not _is_short(before.query.of.time) else None


def _is_short(time: SpanOfTime) -> bool:
    start, end = time.scope.start, time.scope.end
    return time.clocked or (start is not None and end is not None and end - start <= _SPAN)


def _moment(before: EarlierExchange) -> datetime | None:
    """When what was spoken of last was: at the time that was asked about, else when the first of it was found."""
    start = before.query.of.time.scope.start
    if start is None and before.findings and before.findings.items:
        start = before.findings.items[0].start
    return start or (_moment(before.earlier) if before.earlier else None)
