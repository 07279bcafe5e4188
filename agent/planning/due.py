"""When something is to be done: once, or again and again."""

from __future__ import annotations

import calendar
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from envs.errors import BadInput
from envs.vocabulary.english import joined

_SPANS = {"minute": timedelta(minutes=1), "hour": timedelta(hours=1)}
_WEEKDAYS, _WEEKEND = (0, 1, 2, 3, 4), (5, 6)
_DAYS_OF_WEEK = len(calendar.day_name)
FARTHEST = timedelta(days=366 * 2)
"""So far ahead a next time is looked for."""


@dataclass(frozen=True)
class Due:
    """When something is to be done.

    Attributes:
        first: For the first time.
        every: Unit after which it is done again: "minute", "hour", "day", "week"; "" for once.
        step: After how many of them.
        weekdays: On which days of the week, Monday is 0; empty for all.
        also: Times of the day beside that of ``first``.
        until: The last day on which it is done; None for ever.
        skipped: Days on which it is not done.
        about: Whether the time of the day was not said to the minute: "tonight", "on Friday".
    """

    first: datetime
    every: str = ""
    step: int = 1
    weekdays: tuple[int, ...] = ()
    also: tuple[time, ...] = ()
    until: date | None = None
    skipped: tuple[date, ...] = ()
    about: bool = False

    def after(self, moment: datetime) -> datetime | None:
        """The next time after a moment; None when there is none."""
        return next((one for one in self._times(moment) if one > moment and self._fits(one.date())), None)

    def on(self, day: date) -> bool:
        """Whether it is to be done on a day."""
        before = datetime.combine(day, time()) - timedelta(microseconds=1)
        found = self.after(max(before, self.first - timedelta(microseconds=1)))
        return found is not None and found.date() == day

    def missed(self, since: datetime, now: datetime) -> int:
        """How many times there were from a time, that time included, up to now."""
        found, count = since, 1
        while count < 100 and (later := self.after(found)) is not None and later <= now:
            found, count = later, count + 1
        return count

    def _fits(self, day: date) -> bool:
        over = self.until is not None and day > self.until
        return not over and day not in self.skipped and (not self.weekdays or day.weekday() in self.weekdays)

    def _times(self, moment: datetime) -> Iterator[datetime]:
        """Times from a little before a moment on, whether they fit or not."""
        if not self.every:
            yield self.first
        elif self.every in _SPANS:
            span = _SPANS[self.every] * self.step
            at = self.first + span * max(0, (moment - self.first) // span)
            while at <= moment + FARTHEST:
                yield at
                at += span
        else:
            yield from self._on_days(moment)

    def _on_days(self, moment: datetime) -> Iterator[datetime]:
        day = max(self.first.date(), moment.date())
        while day <= moment.date() + FARTHEST or day <= self.first.date() + FARTHEST:
            if self._in_step(day):
                for at in sorted({self.first.time(), *self.also}):
                    if datetime.combine(day, at) >= self.first:
                        yield datetime.combine(day, at)
            day += timedelta(days=1)

    def _in_step(self, day: date) -> bool:
        first = self.first.date()
        if self.every == "day":
            return (day - first).days % self.step == 0
        monday = first - timedelta(days=first.weekday())
        return (day - monday).days // _DAYS_OF_WEEK % self.step == 0 and (
            bool(self.weekdays) or day.weekday() == first.weekday()
        )

    @property
    def rhythm(self) -> str:
        """After what it is done again: "day", "2 days", "weekday", "weekend", "week"; "" for once."""
        if self.every == "day" and self.weekdays in (_WEEKDAYS, _WEEKEND):
            return "weekday" if self.weekdays == _WEEKDAYS else "weekend"
        return self.every if self.step == 1 else f"{self.step} {self.every}s"

    def words(self, now: datetime) -> str:
        """When it is, as one says it: "tomorrow at 08:00", "every day at 08:00 from tomorrow on"."""
        if not self.every:
            return said_time(self.first, now)
        limits = f" until {said_day(self.until, now).removeprefix('on ')}" if self.until is not None else ""
        limits += f" but not {joined([said_day(day, now) for day in self.skipped if day >= now.date()])}" * any(
            day >= now.date() for day in self.skipped
        )
        coming = self.after(now)
        if self.every in _SPANS:
            start = "" if coming is None else f", first {said_time(coming, now)}"
            return f"every {self.rhythm}{start}{limits}"
        at = joined([f"{one:%H:%M}" for one in sorted({self.first.time(), *self.also})])
        later = coming is not None and coming.date() > now.date()
        start = f", next {said_day(coming.date(), now)}" if later and coming is not None else ""
        return f"every {self._days()} at {at}{start}{limits}"

    def _days(self) -> str:
        if self.rhythm in ("weekday", "weekend") or not self.weekdays:
            return calendar.day_name[self.first.weekday()] if self.rhythm == "week" else self.rhythm
        left = [calendar.day_name[day] for day in range(_DAYS_OF_WEEK) if day not in self.weekdays]
        if self.rhythm == "day" and len(left) < 3:
            return f"day except {joined(left)}"
        days = joined([calendar.day_name[day] for day in self.weekdays])
        return days if self.step == 1 else f"{self.rhythm} on {days}"

    def without(self, day: date) -> Due:
        """The same, but not on one day."""
        return replace(self, skipped=(*self.skipped, day))

    def never_on(self, weekday: int) -> Due:
        """The same, but not on one day of the week."""
        left = tuple(day for day in (self.weekdays or range(_DAYS_OF_WEEK)) if day != weekday)
        return replace(self, weekdays=left)

    def to_json(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "first": self.first.isoformat(), "every": self.every, "step": self.step, "weekdays": list(self.weekdays),
            "also": [one.isoformat() for one in self.also], "until": self.until and self.until.isoformat(),
            "skipped": [day.isoformat() for day in self.skipped], "about": self.about,
        }  # fmt: skip


def due_from(told: Mapping[str, Any]) -> Due:
    """What ``Due.to_json`` made.

    Raises:
        BadInput: It is something else.
    """
    try:
        return Due(
            datetime.fromisoformat(told["first"]),
            str(told["every"]),
            max(1, int(told["step"])),
            tuple(map(int, told["weekdays"])),
            tuple(map(time.fromisoformat, told["also"])),
            None if told["until"] is None else date.fromisoformat(told["until"]),
            tuple(map(date.fromisoformat, told["skipped"])),
            bool(told["about"]),
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput(
            f"the memory holds {str(told)[:80]!r} where it is kept when something is due: {error}"
        ) from error


def said_day(day: date, now: datetime) -> str:
    """A day as one says it: "today", "tomorrow", "on Friday", "on 16 Jan"."""
    ahead = (day - now.date()).days
    if ahead in (-1, 0, 1):
        return {-1: "yesterday", 0: "today", 1: "tomorrow"}[ahead]
    if 1 < ahead < _DAYS_OF_WEEK:
        return f"on {calendar.day_name[day.weekday()]}"
    return f"on {calendar.day_name[day.weekday()]}, {day.day} {day:%b}" + (f" {day.year}" * (day.year != now.year))


def said_time(moment: datetime, now: datetime) -> str:
    """A moment as one says it: "tomorrow at 08:00"."""
    return f"{said_day(moment.date(), now)} at {moment:%H:%M}"
