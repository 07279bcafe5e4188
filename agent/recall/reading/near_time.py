"""Times counted from what was spoken of before: "and the day before?", "an hour later", "that same day"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import islice

from agent.recall.algebra.selection import SpanOfTime
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import exchanges
from agent.recall.understanding.dates import DAYS, MONTHS, SHORT_DAYS, day_scope, say_day
from agent.recall.understanding.figures import plain_dates
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
_SHIFTED = re.compile(
    r"(?:^| )(?:in |during |on )?(?:the |that )?(?:(?P<ahead>next|following|previous|preceding) )?"
    r"(?P<unit>hour|week|night|morning|afternoon|evening)"
    r"(?: (?P<way>before|after|previous to|prior to)(?: (?:that|this|it)(?: one)?)?)?$"
)
"""As long a time right before or after the one that was asked about: "the week before", "the hour after that"."""
_LENGTHS = {"hour": timedelta(hours=1), "week": timedelta(days=7)}
_FORTH = frozenset({"next", "following", "after"})
_IDLE = frozenset({"then", "too", "also", "though", "please"})
"""What may stand behind a time and adds nothing to it."""
_HOURS = re.compile(r"^(?P<led>(?:and |then |now |or |so )*)(?P<start>\w+) (?:to|until|till) (?P<end>\w+)$")
_LIMIT = re.compile(r"(?:^| )(?:at|after|before|around|by|until|till|since|from|between) (?:noon|\d{1,2}(?::\d\d)?)\b")
_MEANWHILE = re.compile(
    r" (?:in[- ]between(?: (?:them|that|those))?|in the meantime|meanwhile|between (?:the two|those|them))$"
)
_WHETHER = re.compile(r"^(?:(?:and|but|so|ok|okay) )*(?:did|have|had|was|were) (?:you|it|they|the|my) ")
_SINCE = re.compile(
    r"(?:^| )(?:ever )?since(?: (?:then|that|this|that (?:time|moment)|that one))?$"
    r"|(?:^| )from (?:then|that moment) on$"
)
_SINCE_AHEAD = re.compile(r"^(?:(?:and|but|so) )*(?:ever )?(?:since|from) (?:then|that (?:time|moment))(?: on)? ")
"""From the moment on that was told: behind what was done since then, or ahead of it."""
_AFTERWARDS = re.compile(r"(?: again)? (?:after(?: (?:that|this))?|afterwards|later(?: on)?|then)$")
_LONG_AGO = re.compile(r"\bhow long\b|\bwhen\b|\bwhat time\b")
"""Questions that ask for a time themselves, "how long has it been open since then"."""
_FAR = 3
"""So many exchanges back the moment may have been told."""
_UNITS = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1)}
_LATER = frozenset({"later", "after"})
_ABOUT = {"minute": timedelta(minutes=2), "hour": timedelta(minutes=20)}
"""How far around a moment so many minutes or hours away what is meant may lie."""
_CLOCK = re.compile(
    r"(?:^| )(?P<clock>\d{1,2}:\d{2}|\d{1,2}(?= ?(?:[ap]m|o clock)$)|noon|midday|midnight)(?: ?(?:[ap]m|o clock))?$"
)
_OTHER_DAY = frozenset({*DAYS, *MONTHS, "yesterday", "today", "tonight", "day", "days", "ago"})
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
    if before is None:
        return [*said], None
    said = _with_day(said)
    idle = next((at for at in range(len(said), 0, -1) if said[at - 1] not in _IDLE), 0)
    text = " ".join(said[:idle])
    if shifted := _shifted(text, before, now) or _within(text, before) or _since(text, before, now):
        return shifted
    for pattern, days in _DAYS:
        found = re.search(rf"(?:^| )(?:{pattern})$", text)
        if found is None or (days == 0 and _moment(before) is None):
            continue
        day = (_moment(before) or now).date() + timedelta(days=days)
        return text[: found.start()].split(), SpanOfTime(day_scope(day), _say_day(day, now))
    text = " ".join(said)
    return _away(text, before, now) or (_on_the_day(_clocked(_between(text, before)), before, now), None)


def _with_day(said: Sequence[str]) -> list[str]:
    """The words with the name of a day that is cut short and stands alone: "and sat?"."""
    *rest, last = said or [""]
    named = SHORT_DAYS.get(last) if {*rest} <= words("leaning") | {"on"} else None
    return [*rest, named or last]


def _say_day(day: date, now: datetime) -> str:
    return "the day before yesterday" if (now.date() - day).days == 2 else say_day(day, now)


def _shifted(text: str, before: EarlierExchange, now: datetime) -> tuple[list[str], SpanOfTime] | None:
    """The words without "the week before", and as long a time beside the one that was asked about."""
    found, scope = _SHIFTED.search(text), before.query.of.time.scope
    if found is None or scope.start is None or scope.end is None or bool(found["ahead"]) == bool(found["way"]):
        return None
    unit, forth = found["unit"], (found["ahead"] or found["way"]) in _FORTH
    if unit in _LENGTHS:
        moment, length = scope.end if forth else scope.start, _LENGTHS[unit]
        start = moment if forth else moment - length
        named = f"between {start:%H:%M} and {start + length:%H:%M}" if unit == "hour" else "in the week from"
        words_said = f"{_say_day(start.date(), now)} {named}" if unit == "hour" else f"{named} {start:%d %b %Y}"
        return text[: found.start()].split(), SpanOfTime(
            Scope(start, start + length), words_said, clocked=unit == "hour"
        )
    if scope.end - scope.start > timedelta(days=1):
        return None
    day = timedelta(days=1 if forth else -1)
    start, end = scope.start + day, scope.end + day
    return text[: found.start()].split(), SpanOfTime(
        Scope(start, end),
        f"{_say_day(start.date(), now)} at {unit}" if unit == "night" else f"{_say_day(start.date(), now)} {unit}",
    )


def _within(text: str, before: EarlierExchange) -> tuple[list[str], SpanOfTime] | None:
    """The words without "in between", and the time between the moments told: "did you close it in between?"."""
    found = _MEANWHILE.search(text)
    items = before.items
    if not items or len({item.start for item in items}) < 2 or found is None or not _WHETHER.match(text):
        return None
    start, end = min(item.end for item in items), max(item.start for item in items)
    return text[: found.start()].split(), SpanOfTime(Scope(start, end), "in between")


def _since(text: str, before: EarlierExchange, now: datetime) -> tuple[list[str], SpanOfTime] | None:
    """The words without "since then", and the time from the moment on that was told."""
    found = _SINCE.search(text) or _SINCE_AHEAD.match(text) or _behind_since_when(text, before)
    rest = f"{text[: found.start()]} {text[found.end() :]}".split() if found is not None else []
    time = _after_what_was_told(before, now) if found is not None else None
    if time is None or {*rest} <= words("leaning") or _LONG_AGO.search(text):
        return None
    return rest, time


def _behind_since_when(text: str, before: EarlierExchange) -> re.Match[str] | None:
    """Of "did you close it after that" the time, where it was told since when something is so."""
    so = before.query.measure == "start" and before.query.of.subject == "sights"
    return _AFTERWARDS.search(text) if so and _WHETHER.match(text) else None


def _after_what_was_told(before: EarlierExchange, now: datetime) -> SpanOfTime | None:
    """From when the one thing was over that was told of last; what was asked since then keeps that time."""
    for one in islice(exchanges(before), _FAR):
        items = one.items
        asked = one.query.of.time
        if asked.words.startswith("since "):
            return asked
        if one.query.measure == "start" and one.query.of.subject == "sights" and items:  # since when it is so
            begun = max(item.start for item in items)
            return SpanOfTime(
                Scope(begun + timedelta(seconds=1), None), f"since {begun:%H:%M} {say_day(begun.date(), now)}"
            )
        if len({item.end for item in items}) == 1 or (items and one.query.ask in ("exists", "when", "ago")):
            end = max(item.end for item in items)
            return SpanOfTime(Scope(end + timedelta(seconds=1), None), f"since {end:%H:%M} {say_day(end.date(), now)}")
    return None


def _between(text: str, before: EarlierExchange) -> str:
    """The words with "between" in front of two hours, after a question about such a time: "and 10 to 11?"."""
    found = _HOURS.search(text)
    if found is None or not before.query.of.time.clocked or before.query.of.time.instant:
        return text
    hours = [_count(found[end]) for end in ("start", "end")]
    if any(hour is None or not 0 <= hour <= 24 for hour in hours):
        return text
    return f"{found['led']}between {hours[0]} and {hours[1]}"


def _on_the_day(said: list[str], before: EarlierExchange, now: datetime) -> list[str]:
    """The words with the day that was asked about behind a clock time that names none: "and after 18:00?"."""
    time, text = before.query.of.time, plain_dates(" ".join(said))
    found = _LIMIT.search(text)
    start, end = time.scope.start, time.scope.end
    if found is None or start is None or end is None or time.clocked or end - start > timedelta(days=1):
        return said
    rest = {*text[: found.start()].split()}
    if not rest <= words("leaning") or not {*text[found.start() :].split()}.isdisjoint(_OTHER_DAY):
        return said
    return [*text.split(), "on", f"{start.day}", f"{start:%b}".lower(), f"{start.year}"]


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
    items = before.items
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
