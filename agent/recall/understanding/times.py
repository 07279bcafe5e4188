"""When a question is about: "yesterday morning", "on Jul 22, 2023", "at 8:05", "in the last episode"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Protocol

from agent.recall.algebra.selection import SpanOfTime
from agent.recall.understanding.dates import (
    DAYS,
    MONTH,
    MONTHS,
    PARTS,
    Calendar,
    day_scope,
    say_day,
)
from agent.recall.understanding.figures import plain_dates
from envs.files.dates import in_calendar
from envs.vocabulary.inflection import plural_form
from envs.vocabulary.numbers import AMOUNTS, CARDINALS, ORDINALS, alternatives, up_to
from memory.reading.traces import EVERYTHING, Scope

_UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}

_EARLY = 6  # no hour before it is meant that is said without its half of the day
_LIMITS = ("since", "after", "until", "till", "before", "by")
_DAYS_BACK = 30  # how many days of life a bare clock time is looked up on

_PART = r"(?:,? (?:in the |at |during the )?(" + "|".join(PARTS) + r"))?"
_PART_FIRST = rf"\b(?:in|during) the ({'|'.join(PARTS)}) (?:of |on )?(yesterday|today|{'|'.join(DAYS)})\b"
_PART_ALONE = r"\b(?:in|during|at|around|over) (?:the )?(?:early |late )?(" + "|".join(PARTS) + r")\b"
_COUNT = r"(\d{1,6}|an?|" + alternatives(up_to(12)) + r")"
_UNIT = r"(second|minute|hour|day|week)s?"
_STATED = MONTH + r" (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:,? (?:at )?(\d{1,2}):(\d{2}) ?([ap]\.?m\.?)?)?"
_CLOCK = r"(\d{1,2})(?::(\d{2}))?(?::\d{2})? ?(a\.?m\.?|p\.?m\.?)?"


_AROUND = tuple(timedelta(minutes=minutes) for minutes in (10, 20, 45))
"""How far off "around noon" may be."""
_SHORT_WHILE = timedelta(minutes=30)
_SHORTLY = r"\b(?:just|shortly|right|soon|immediately|(?:a )?(?:bit|little|while)|slightly|not long) $"
"""In front of a limit, that what is meant lies near it."""


@dataclass(frozen=True)
class NamedTime:
    """The time named in a question.

    Attributes:
        scope: The part of the past; everything when none is named.
        words: How to say it in an answer, "yesterday"; empty when none is named.
        rest: The question without it.
        instant: A clock time was named: one moment, not a stretch.
        clocked: A clock time was named, as a moment or as a limit.
    """

    scope: Scope
    words: str
    rest: str
    instant: bool = False
    clocked: bool = False

    @property
    def span(self) -> SpanOfTime:
        """The same as a query has it."""
        return SpanOfTime(self.scope, self.words, self.instant, self.clocked)


def stated_now(text: str, now: datetime) -> tuple[str, datetime]:
    """A question without "Today is Jul 24, 2023 at 07:43 PM.", and the time that it was said to be."""
    match = re.match(
        rf"\s*(?:today is|it is(?: now)?|now is) (?:the )?{_STATED}\s*[.,;:!]?\s+(?=\S)", text, re.IGNORECASE
    )
    if match is None:
        return text, now
    clock = _clock_time(match[4], match[5], match[6].lower() if match[6] else None) if match[4] else now.time()
    try:
        day = date(int(match[3]), MONTHS[match[1].lower()], int(match[2]))
    except ValueError:  # 31 April
        return text, now
    if not in_calendar(day):
        return text, now
    return text[match.end() :], datetime.combine(day, clock or now.time())


def say_time(when: datetime, now: datetime) -> str:
    """Day and minute: "today at 08:05"."""
    return f"{say_day(when.date(), now)} at {when:%H:%M}"


class LivedTimes(Protocol):
    """What a reader of times has to know of a life; a ``View`` does."""

    def lived(self, scope: Scope) -> bool:
        """Whether anything was lived in a scope."""
        ...

    def last_time(self, before: datetime | None = None) -> datetime | None:
        """Time of the newest experience, or of the newest one before a time; None where there is none."""
        ...

    def newest(self) -> tuple[datetime, str] | None:
        """Time and episode of the newest experience."""
        ...

    def episode_before(self, episode: str) -> str | None:
        """The episode before another."""
        ...


class TimeReader:
    """Finds the time in a question.

    Args:
        now: When it is asked.
        view: The memory, for "the last episode" and for the day that "8:05" was on.
    """

    def __init__(self, now: datetime, view: LivedTimes) -> None:
        self._now = now
        self._view = view
        self._calendar = Calendar(now)

    def read(self, text: str) -> NamedTime:
        """The time named in a lower-case question without punctuation other than ``: . , -``."""
        scope, words, rest = self._day(plain_dates(re.sub(_PART_FIRST, r"\2 \1", text)))
        scope, words, rest = self._part(scope, words, rest)
        clocked = self._clock(rest, scope)
        if clocked:
            return replace(clocked, clocked=True)
        return NamedTime(scope, words, rest)

    def _day(self, text: str) -> tuple[Scope, str, str]:
        readers: list[tuple[str, Callable[[re.Match[str]], tuple[Scope, str] | None]]] = [
            (r"(?:in|during|of|from)? ?(?:the|this|your)? ?(last|latest|previous|current|this) episode", self._episode),
            *self._calendar.readers(),
            (
                r"(?:on )?(?:the|your|my|our) (?:very )?(first|second|third|fourth|fifth|last) day(?! of)",
                self._lived_day,
            ),
            (r"yesterday" + _PART, lambda m: self._near_day(1, m[1])),
            (r"last night", lambda m: (self._night(), "last night")),
            (r"(?:earlier )?today" + _PART, lambda m: self._near_day(0, m[1])),
            (r"tonight", lambda m: self._near_day(0, "evening")),
            (r"(?:earlier )?this (morning|afternoon|evening|night|noon|lunchtime)", lambda m: self._near_day(0, m[1])),
            (rf"{_COUNT} {_UNIT} ago", self._ago),
            (rf"(?:in|within|over|during|for) (?:the|this|these) (?:last|past) (?:{_COUNT} )?{_UNIT}", self._past),
            (rf"(?:the|this|these) (?:last|past) (?:{_COUNT} )?{_UNIT}(?=$)", self._past),
            (rf"(?:on )?(?:last )?({'|'.join(DAYS)}){_PART}", self._weekday),
            (r"(?:on )?(\d{4})-(\d{1,2})-(\d{1,2})", lambda m: self._date(int(m[1]), int(m[2]), int(m[3]))),
            (
                rf"(?:on )?(?:the )?{MONTH} (?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?:,? (\d{{4}}))?(?![:\d])",
                self._month_first,
            ),
            (rf"(?:on )?(?:the )?(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{MONTH}(?:,? (\d{{4}}))?", self._day_first),
            *self._calendar.late_readers(),
        ]
        for pattern, reader in readers:
            match = re.search(rf"\b{pattern}(?!\w)", text)
            found = reader(match) if match else None
            if match and found:
                return *found, _without(text, match)
        return EVERYTHING, "", text

    def _part(self, scope: Scope, words: str, rest: str) -> tuple[Scope, str, str]:
        """A part of the day named apart from it: "on March 11 in the morning"; without a day, of the latest one."""
        match = re.search(_PART_ALONE, rest)
        whole = scope.start and scope.end and scope.end - scope.start < timedelta(days=1)
        if match is None or scope.episode or (scope.limited and not whole) or match[1] in ("noon", "midday"):
            return scope, words, rest
        day = scope.start.date() if scope.start else self._days()[0]
        named = f"{words or say_day(day, self._now)} in the {match[1]}"
        return day_scope(day, hours=PARTS[match[1]]), named, _without(rest, match)

    def _lived_day(self, match: re.Match[str]) -> tuple[Scope, str] | None:
        """The first or last day, counted in days on which something was lived."""
        days = self._days()[::-1]
        number = ORDINALS[match[1]] - 1 if match[1] != "last" else -1
        if len(days) >= _DAYS_BACK or number >= len(days):
            return None
        return day_scope(days[number]), say_day(days[number], self._now)

    def _near_day(self, ago: int, part: str | None) -> tuple[Scope, str]:
        name = ("today", "yesterday", "the day before yesterday")[ago]
        words = (f"this {part}" if ago == 0 else f"{name} {part}") if part else name
        return day_scope(self._now.date() - timedelta(days=ago), hours=PARTS.get(part or "", (0, 24))), words

    def _night(self) -> Scope:
        evening = datetime.combine(self._now.date() - timedelta(days=1), time(18))
        return Scope(evening, evening + timedelta(hours=12))

    def _episode(self, match: re.Match[str]) -> tuple[Scope, str] | None:
        newest = self._view.newest()
        if newest is None:
            return None
        name: str | None = newest[1]
        if match[1] == "previous":
            name = self._view.episode_before(newest[1])
        return Scope(episode=name or ""), f"in the {match[1]} episode"

    def _ago(self, match: re.Match[str]) -> tuple[Scope, str]:
        count, unit = _number(match[1]), match[2]
        words = f"{match[1]} {unit if count == 1 else plural_form(unit)} ago"
        if unit in ("day", "week"):
            return day_scope((self._now - _span(count, unit)).date()), words
        centre, half = self._now - _span(count, unit), timedelta(seconds=_UNITS[unit] / 2)
        return Scope(centre - half, centre + half), words

    def _past(self, match: re.Match[str]) -> tuple[Scope, str]:
        count = _number(match[1]) if match[1] else 1
        words = f"in the last {f'{match[1]} {plural_form(match[2])}' if count != 1 else match[2]}"
        return Scope(self._now - _span(count, match[2]), self._now), words

    def _weekday(self, match: re.Match[str]) -> tuple[Scope, str]:
        back = (self._now.weekday() - DAYS.index(match[1])) % 7
        if "last " in match[0] and back == 0:
            back = 7
        day = self._now.date() - timedelta(days=back)
        part = f" {match[2]}" if match[2] else ""
        return day_scope(day, hours=PARTS.get(match[2] or "", (0, 24))), f"on {match[1].title()}{part}"

    def _month_first(self, match: re.Match[str]) -> tuple[Scope, str] | None:
        return self._date(int(match[3]) if match[3] else None, MONTHS[match[1]], int(match[2]))

    def _day_first(self, match: re.Match[str]) -> tuple[Scope, str] | None:
        return self._date(int(match[3]) if match[3] else None, MONTHS[match[2]], int(match[1]))

    def _date(self, year: int | None, month: int, day: int) -> tuple[Scope, str] | None:
        found = self._calendar.date(year, month, day)
        return (day_scope(found), say_day(found, self._now)) if found else None

    def _clock(self, text: str, day: Scope) -> NamedTime | None:
        between = re.search(rf"\b(?:between|from) {_CLOCK} (?:and|to|until|till) {_CLOCK}(?!\w)", text)
        if between:
            return self._between(between, text, day)
        text = re.sub(r"\bat (?=around|about )", "", text)
        match = re.search(rf"\b(at|around|about|since|until|till|before|after|by) {_CLOCK}(?![\w:])", text)
        if match:
            return self._at(match, text, day)
        match = re.search(r"\b(at|around|about|since|until|till|before|after|by) (noon|midday|midnight)\b", text)
        if match:
            return self._moment(time(0 if match[2] == "midnight" else 12), False, match, text, day)
        bare = re.search(r"(?<![\w:.-])()(\d{1,2}):(\d{2})(?::\d{2})? ?(a\.?m\.?|p\.?m\.?)?(?![\w:])", text)
        return self._at(bare, text, day) if bare else None

    def _between(self, match: re.Match[str], text: str, day: Scope) -> NamedTime | None:
        """From one clock time to another; of bare ones in the morning or in the afternoon, when something was lived."""
        spans = _spans(match)
        if not spans:
            return None
        days = [day.start.date()] if day.start else self._days()
        every = [
            (on, Scope(datetime.combine(on, first), datetime.combine(on, last), day.episode))
            for on in days
            for first, last in spans
        ]
        on, scope = next((one for one in every if self._view.lived(one[1])), every[0])
        words = f"{say_day(on, self._now)} between {scope.start:%H:%M} and {scope.end:%H:%M}"
        return NamedTime(scope, words, _without(text, match))

    def _at(self, match: re.Match[str], text: str, day: Scope) -> NamedTime | None:
        last = match.end() == len(text.rstrip())
        if not match[3] and not match[4] and match[1] not in ("at", "around") and (not last or match[1] == "about"):
            return None  # "after 3" may be a count
        clock = _clock_time(match[2], match[3], match[4])
        vague = not match[4] and 1 <= int(match[2]) < 12
        return self._moment(clock, vague, match, text, day) if clock else None

    def _moment(self, clock: time, vague: bool, match: re.Match[str], text: str, day: Scope) -> NamedTime:
        """A clock time on a day, or the part of the day up to it or from it on."""
        limit = match[1] if match[1] in _LIMITS else ""
        at = self._limit(clock, vague, limit) if limit and not day.start else self._lived(clock, vague, day)
        words, rest = say_time(at, self._now), _without(text, match)
        if near := re.search(_SHORTLY, text[: match.start()]) if match[1] in ("after", "before") else None:
            return self._beside(at, match[1], text[: near.start()], text[match.end() :])
        if match[1] in ("since", "after"):
            end = self._now if match[1] == "since" else day.end or day_scope(at.date()).end
            return NamedTime(Scope(at, end, day.episode), words.replace(" at ", f" {match[1]} "), rest)
        if match[1] in ("until", "till", "before", "by"):
            start = day.start or day_scope(at.date()).start
            end = at - timedelta(microseconds=1)
            return NamedTime(Scope(start, end, day.episode), words.replace(" at ", f" {match[1]} "), rest)
        if (
            match[2] in ("noon", "midday")
            and match[1] in ("around", "about")
            and (near := self._around(at, day)) is not None
        ):
            return NamedTime(near, words.replace(" at ", " around "), rest)
        return NamedTime(
            Scope(at, at + timedelta(seconds=59, microseconds=999_999), day.episode), words, rest, instant=True
        )

    def _around(self, at: datetime, day: Scope) -> Scope | None:
        """The least while around a moment in which something was lived; None where nothing was for long."""
        every = (Scope(at - reach, at + reach, day.episode) for reach in _AROUND)
        return next((one for one in every if self._view.lived(one)), None)

    def _beside(self, at: datetime, side: str, ahead: str, behind: str) -> NamedTime:
        """A while right before or after a moment: "shortly after nine"."""
        start, end = (at, at + _SHORT_WHILE) if side == "after" else (at - _SHORT_WHILE, at)
        named = say_time(at, self._now).replace(" at ", f" shortly {side} ")
        return NamedTime(Scope(start, end), named, " ".join(f"{ahead} {behind}".split()))

    def _lived(self, clock: time, vague: bool, day: Scope) -> datetime:
        """The instant that a clock time means; ``vague``: it may be one of the afternoon, if that is when I lived."""
        clocks = [clock, clock.replace(hour=(clock.hour + 12) % 24)] if vague else [clock]
        if day.start:
            moments = [datetime.combine(day.start.date(), each) for each in clocks]
            moments = [one for one in moments if day.start <= one <= (day.end or one)] or moments
        else:
            moments = [datetime.combine(on, each) for on in self._days() for each in clocks]
        if vague and clock.hour < _EARLY:  # "at two" is hardly in the night
            moments.sort(key=lambda one: one.hour < _EARLY)
        minute = timedelta(minutes=1)
        for reach in (timedelta(), timedelta(minutes=15)):
            for at in moments:
                if self._view.lived(Scope(at - reach, at + reach + minute)):
                    return at
        return moments[0]

    def _limit(self, clock: time, vague: bool, side: str) -> datetime:
        """The moment before or after which something was: on the newest day that has anything on that side of it."""
        half = clock.replace(hour=(clock.hour + 12) % 24)
        clocks = [clock] if not vague else [half] if clock.hour < _EARLY else [clock, half]
        moments = [datetime.combine(on, each) for on in self._days() for each in clocks]
        for at in moments:
            whole = day_scope(at.date())
            after = side in ("since", "after")
            if self._view.lived(Scope(at, whole.end) if after else Scope(whole.start, at - timedelta(microseconds=1))):
                return at
        return moments[0]

    def _days(self) -> list[date]:
        """The latest days on which anything was lived, newest first; today when there is none."""
        days: list[date] = []
        before = self._now + timedelta(microseconds=1)
        while len(days) < _DAYS_BACK and (last := self._view.last_time(before)):
            days.append(last.date())
            before = datetime.combine(last.date(), time())
        return days or [self._now.date()]


def _span(count: int, unit: str) -> timedelta:
    """A length of time, at most a century: longer ones lead out of the calendar, and nothing was lived there."""
    return timedelta(seconds=min(count * _UNITS[unit], 36_500 * 86_400))


def _number(word: str) -> int:
    if word.isdigit():
        return int(word)
    return AMOUNTS.get(word) or CARDINALS[word]


def _clock_time(hour: str, minute: str | None, half: str | None) -> time | None:
    """A clock time; "17:01 pm" is taken as 17:01. None when there is no such time."""
    hours, minutes = int(hour), int(minute or 0)
    if half and hours <= 12:
        hours = hours % 12 + (12 if half.startswith("p") else 0)
    return time(hours, minutes) if hours < 24 and minutes < 60 else None


def _without(text: str, match: re.Match[str]) -> str:
    return " ".join((text[: match.start()] + " " + text[match.end() :]).split())


def _spans(match: re.Match[str]) -> list[tuple[time, time]]:
    """What "between 3 and 6" may mean, the likest first: as it is said, in the afternoon, or up to the afternoon."""
    first, last = _clock_time(match[1], match[2], match[3]), _clock_time(match[4], match[5], match[6])
    if first is None or last is None:
        return []
    starts, ends = _of_day(first, match[1], match[3]), _of_day(last, match[4], match[6])
    every = [(start, end) for start in starts for end in ends if start < end]
    return [one for one in every if one[1].hour - one[0].hour < _HALF_DAY] or [(first, last)]


def _of_day(clock: time, said: str, half: str | None) -> list[time]:
    """A clock time, and where it is said bare the same of the afternoon."""
    bare = not half and 1 <= int(said) < _HALF_DAY and not said.startswith("0")
    return [clock, clock.replace(hour=clock.hour + _HALF_DAY)] if bare else [clock]


_HALF_DAY = 12
