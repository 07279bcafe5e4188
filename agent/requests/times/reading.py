"""Reads when something is to be done out of a request, and gives back the request without it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta

from agent.planning.due import Due
from agent.requests.times.repeats import Repeat, find_repeat, weekdays_named
from agent.requests.times.spoken_clock import with_the_hour
from agent.requests.times.words import (
    CLOCK,
    DAY,
    NUMBER,
    SPAN,
    WEEKDAY,
    ClockTime,
    count,
    day,
    is_clock,
    meals,
    parts,
    span,
)

_MORNING = time(8)
_PARTS = r"morning|forenoon|afternoon|evening|night"
_ROUGHLY = r"(?: (?:about|around|exactly|roughly|another|approximately|just|only|maybe|some|a good))*"
_DELTA = re.compile(
    rf"(?<![\w'])(?:(?:in|after){_ROUGHLY} (?P<span>{SPAN})(?!'s)(?:'s? time)?"
    rf"|(?P<after>{SPAN}) (?:from now|later|hence))(?![\w'])"
)
_NAMED = re.compile(
    rf"(?<![\w'])(?:first thing |early |late |sometime |some time )*(?P<day>(?:on (?!to(?:day|morrow)\b)|by )?{DAY})"
    rf"(?: (?:in the |at )?(?P<part>{_PARTS}))?(?![\w'])"
)
_THIS = re.compile(
    rf"(?<![\w'])(?:later |first thing |early |late |sometime )*(?:(?P<tonight>tonight)|(?:this|in the|during the) "
    rf"(?P<part>{_PARTS})|at (?P<night>night)|(?P<later>later today))(?![\w'])"
)
_FROM = re.compile(
    rf"(?<![\w'])(?:from|starting|beginning|as of|as from|effective)(?: from| on| with)? (?P<day>{DAY})"
    rf"(?: (?P<part>{_PARTS}))?(?: on| onwards?| forward)?(?![\w'])"
)
_UNTIL = re.compile(rf"(?<![\w'])(?:until|up to|through|till)(?: and including)?(?: on)? (?P<day>{DAY})(?![\w'])")
_FOR = re.compile(rf"(?<![\w'])(?:for|during) the (?:next|coming) (?P<n>{NUMBER}) (?P<unit>day|week)s(?![\w'])")
_NOT_TIMES = re.compile(r"(?:\bfor|\bof|\bby|\bwithin|\bsince|\bbefore|\buntil|\btill|'s) $")
"""What stands before a day that is no time to do something at: "make a salad for tomorrow"."""
_NOT_AT = re.compile(r"\b(?:before|by|until|till|since|between|no later than)(?: about| around)? $")
"""What stands before an hour at which nothing is begun: "before noon"."""
_BY = re.compile(r"\bby(?: about| around)? $")


@dataclass(frozen=True)
class TimedWords:
    """A request without its time.

    Attributes:
        text: What is left of the words.
        due: When it is to be done; None for now.
        said: The words of the time; "" where there were none.
        over: Whether that time is over.
        leads: Whether the time is said first.
        dated: Whether a day was said.
        exact: Whether the hour can only mean one of the day.
        day: The words of the time beside the hour: "tomorrow morning".
        hour: Whether an hour was said.
    """

    text: str
    due: Due | None = None
    said: str = ""
    over: bool = False
    leads: bool = False
    dated: bool = False
    exact: bool = True
    day: str = ""
    hour: bool = False


@dataclass
class _Draft:
    """What has been found of a time."""

    text: str
    now: datetime
    said: list[tuple[int, str]] = field(default_factory=list)
    hours: set[int] = field(default_factory=set)
    repeat: Repeat | None = None
    clocks: list[ClockTime] = field(default_factory=list)
    delta: timedelta | None = None
    day: date | None = None
    start: date | None = None
    until: date | None = None
    part: str = ""
    at: time | None = None
    today: bool = False

    def take(self, found: re.Match[str] | tuple[int, int]) -> None:
        """Note words as those of a time, and blank them."""
        first, last = found if isinstance(found, tuple) else found.span()
        self.said.append((first, self.text[first:last].strip(" ,")))
        self.text = f"{self.text[:first]}{_GONE * (last - first)}{self.text[last:]}"


_GONE = "\x00"


def timed(text: str, now: datetime) -> TimedWords:
    """Read when something is to be done.

    Args:
        text: A request in lower case, see ``spelt_out``.
        now: When it is said.
    """
    text = with_the_hour(text, now)
    draft = _Draft(text, now)
    for step in (_read_repeat, _read_delta, _read_clocks, _read_meal, _read_day, _read_part):
        step(draft)
    if not draft.said:
        return TimedWords(text)
    due, over = _due(draft)
    said = " ".join(words for _, words in sorted(draft.said))
    if due is None and not over and not draft.today:
        return TimedWords(text)
    first = min(start for start, _ in draft.said)
    exact = all(clock.exact or clock.part or draft.part for clock in draft.clocks)
    leads = not _WORDS.search(draft.text[:first])
    day_said = " ".join(words for at, words in sorted(draft.said) if at not in draft.hours)
    dated, hour = draft.day is not None, bool(draft.hours)
    return TimedWords(_left(draft.text), due, said, over, leads, dated, bool(exact), day_said, hour)


_WORDS = re.compile(
    r"\b(?!(?:and|but|so|then|please|hey|hi|hello|ok|okay|robot|homebody|now|from|well|also|oh|good|morning)\b)[a-z]+"
)
"""Words that say something before a time."""


def _left(text: str) -> str:
    text = re.sub(rf"(?:\band\s*)?{_GONE}+(?:\s*(?:and|,)\s*{_GONE}+)*", f" {_GONE} ", text)
    text = re.sub(rf"\s*,?\s*{_GONE}\s*(?:,\s*)?", " ", text)
    return re.sub(r"\s+([,.])", r"\1", " ".join(text.split())).strip(" ,")


def _read_repeat(draft: _Draft) -> None:
    found = find_repeat(draft.text)
    if found is not None:
        draft.repeat, draft.part = found[0], found[0].part
        draft.take(found[1])
    _read_exceptions(draft)
    _read_limits(draft)


def _read_limits(draft: _Draft) -> None:
    """From when on, and until when; "from tomorrow on" alone is every day."""
    always = _ALWAYS.search(draft.text)
    if always and draft.repeat is None:
        draft.repeat = Repeat("day")
        draft.take(always)
    start = _FROM.search(draft.text)
    if start and (on := day(start["day"], draft.now)) is not None:
        draft.repeat = draft.repeat or Repeat("day")
        draft.start, draft.part = on, start["part"] or draft.part
        draft.take(start)
    end = _UNTIL.search(draft.text) if draft.repeat is not None else None
    if end and (on := day(end["day"], draft.now)) is not None:
        draft.until = on
        draft.take(end)
    stretch = _FOR.search(draft.text) if draft.repeat is not None else None
    if stretch:
        days = count(stretch["n"]) * (7 if stretch["unit"] == "week" else 1)
        draft.until = (draft.start or draft.now.date()) + timedelta(days=days)
        draft.take(stretch)


def _read_exceptions(draft: _Draft) -> None:
    """Days of the week on which it is not done: "every day but not on Sundays"."""
    found = _BUT.search(draft.text) if draft.repeat is not None and draft.repeat.every == "day" else None
    if found is None or draft.repeat is None:
        return
    but = weekdays_named(found["days"])
    left = tuple(day for day in draft.repeat.weekdays or range(7) if day not in but)
    if but and left:
        draft.repeat = replace(draft.repeat, weekdays=left)
        draft.take(found)


_BUT = re.compile(
    rf"(?<![\w'])(?:but |and )?(?:except(?: for)?|not|never|apart from|excluding|but)(?: on| at)?(?: the)? "
    rf"(?P<days>(?:(?:{WEEKDAY})s?(?:,? and |,? or |, ))*(?:{WEEKDAY}|weekend)s?)(?![\w'])"
)
_ALWAYS = re.compile(r"(?<![\w'])(?:from now on|from today on|from now onwards|henceforth)(?![\w'])")


def _read_delta(draft: _Draft) -> None:
    found = _DELTA.search(draft.text)
    if found and draft.repeat is None:
        draft.delta = span(found["span"] or found["after"])
        draft.take(found)


def _read_clocks(draft: _Draft) -> None:
    at = 0
    while found := CLOCK.search(draft.text, at):
        at = found.end()
        by = _BY.search(draft.text[: found.start()]) if draft.repeat is not None else None  # done then, every time
        ahead = _NOT_AT.search(draft.text[: found.start()]) if by is None else None
        if not is_clock(found, draft.text) or ahead:
            at = found.start() + max(1, len(found["lead"] or ""))
            continue
        clock = ClockTime(found)
        if draft.clocks and draft.repeat is None:
            return
        draft.clocks.append(clock)
        draft.hours.add(found.start())
        draft.today = draft.today or clock.today
        draft.take(found if by is None else (by.start(), found.end()))


def _read_meal(draft: _Draft) -> None:
    for words, at in meals().items():
        found = re.search(rf"\b{words}\b", draft.text)
        if found and not draft.clocks:
            draft.at = at
            draft.take(found)
    for words, at in parts().items():
        found = re.search(rf"\b(?:at|around|every|each) {words}\b", draft.text) if words.endswith("time") else None
        if found and not draft.clocks:
            draft.at = at
            draft.take(found)


def _read_day(draft: _Draft) -> None:
    for found in _NAMED.finditer(draft.text):
        named = re.sub(r"^(?:on|by) ", "", found["day"])
        on = day(named, draft.now)
        before = draft.text[: found.start()]
        if on is None or found["day"].startswith("by ") or _NOT_TIMES.search(before) or draft.day is not None:
            continue
        draft.day, draft.part = on, found["part"] or draft.part
        draft.today = named == "today"
        draft.take(found)
        return


def _read_part(draft: _Draft) -> None:
    found = _THIS.search(draft.text)
    if not found or _NOT_TIMES.search(draft.text[: found.start()]):
        return
    if found["later"]:
        draft.delta = draft.delta or timedelta(hours=3)
    else:
        draft.part = draft.part or found["part"] or "night"
    draft.today = draft.today or bool(found["tonight"] or found["later"] or found[0].find("this ") >= 0)
    draft.take(found)


# -- what it comes to


def _due(draft: _Draft) -> tuple[Due | None, bool]:
    """When it is due, None for now; and whether that is over."""
    if draft.delta is not None:
        return _from_now(draft, draft.delta), False
    return _once(draft) if draft.repeat is None else (_repeated(draft, draft.repeat), False)


def _from_now(draft: _Draft, delta: timedelta) -> Due:
    first = draft.now + delta
    if draft.clocks or draft.part:
        return Due(datetime.combine(first.date(), _time(draft, False)))
    return Due(first, about=delta >= timedelta(days=1))


def _time(draft: _Draft, soon: bool) -> time:
    """The time of the day that is meant."""
    if draft.clocks:
        return draft.clocks[0].at(draft.part, draft.now if soon else None)
    if draft.at is not None:
        return draft.at
    return parts().get(draft.part, _MORNING)


def _about(draft: _Draft) -> bool:
    return not draft.clocks and draft.part not in ("noon", "midday", "midnight")


def _once(draft: _Draft) -> tuple[Due | None, bool]:
    today = draft.now.date()
    soon = draft.day in (None, today) and not draft.part
    at = _time(draft, soon)
    on = draft.day or today
    if draft.clocks and draft.clocks[0].exact and at == time() and on == today:
        on += timedelta(days=1)  # at midnight
    first = datetime.combine(on, at)
    if first > draft.now:
        return Due(first, about=_about(draft)), False
    if draft.day is None and not draft.today:
        return Due(first + timedelta(days=1), about=_about(draft)), False
    return _passing(draft)


def _passing(draft: _Draft) -> tuple[Due | None, bool]:
    """A time of today that is not ahead: now, while that part of the day lasts; else it is over."""
    if not _about(draft):
        return None, True
    starts = sorted(at for words, at in parts().items() if words in ("morning", "afternoon", "evening"))
    later = [at for at in starts if draft.part and at > parts()[draft.part]]
    return None, bool(later) and draft.now.time() >= later[0]


def _repeated(draft: _Draft, repeat: Repeat) -> Due | None:
    if repeat.every in ("minute", "hour"):
        return _by_the_clock(draft, repeat)
    times = sorted({clock.at(draft.part, None) for clock in draft.clocks} or set(repeat.at) or {_time(draft, False)})
    start = draft.start or draft.day
    weekdays = repeat.weekdays
    if repeat.every == "week" and not weekdays:
        weekdays = ((start or draft.now.date() + timedelta(days=7)).weekday(),)
        start = start or draft.now.date() + timedelta(days=7)
    begin = datetime.combine(start, times[0]) if start else datetime.combine(draft.now.date(), times[0])
    about = _about(draft) and not repeat.at if not draft.clocks else False
    made = Due(
        begin, repeat.every, repeat.step, weekdays, tuple(times[1:]), draft.until, about=about or bool(repeat.at)
    )
    return _begun(made, draft.now, times)


def _begun(made: Due, now: datetime, times: list[time]) -> Due | None:
    """The same with the first time that is ahead as its first."""
    first = made.after(max(now, made.first - timedelta(microseconds=1)))
    if made.every == "day" and made.step > 1 and made.first <= now:
        first = datetime.combine(now.date() + timedelta(days=1), times[0])
    if first is None:
        return None
    also = tuple(at for at in times if at != first.time())
    return Due(first, made.every, made.step, made.weekdays, also, made.until, about=made.about)


def _by_the_clock(draft: _Draft, repeat: Repeat) -> Due:
    """Every so many minutes or hours."""
    first = draft.now + (timedelta(minutes=1) if repeat.every == "minute" else timedelta(hours=1)) * repeat.step
    if draft.clocks or draft.start or draft.day:
        on = draft.start or draft.day or draft.now.date()
        at = datetime.combine(on, _time(draft, on == draft.now.date()))
        first = at if at > draft.now else at + timedelta(days=1)
    return Due(first, repeat.every, repeat.step, until=draft.until)
