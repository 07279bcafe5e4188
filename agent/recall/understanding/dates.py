"""Days, weeks and months as questions name them, and dates that no calendar has."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta

from envs.files.dates import FIRST_YEAR, LAST_YEAR, in_calendar
from memory.reading.traces import Scope

MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
MONTHS |= {name[:3]: number for name, number in MONTHS.items()} | {"sept": 9}
DAYS = [name.lower() for name in calendar.day_name]
PARTS = {"morning": (0, 12), "afternoon": (12, 18), "evening": (17, 24), "night": (18, 24)}
PARTS |= {"forenoon": (0, 12), "noon": (12, 14), "midday": (12, 14), "lunchtime": (11, 14), "lunch": (11, 14)}
MONTH = "(" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?"

SHORT_DAYS = {name[:3]: name for name in DAYS}
Found = tuple[Scope, str]


def day_scope(first: date, last: date | None = None, hours: tuple[int, int] = (0, 24)) -> Scope:
    """A day, several days, or certain hours of them, as a scope."""
    start = datetime.combine(first, time()) + timedelta(hours=hours[0])
    return Scope(start, datetime.combine(last or first, time()) + timedelta(hours=hours[1], microseconds=-1))


def say_day(day: date, now: datetime) -> str:
    """A day as people say it: "today", "yesterday", "on 5 Jan 2026"."""
    distance = (now.date() - day).days
    if distance in (0, 1):
        return ("today", "yesterday")[distance]
    return f"on {day.day} {day:%b %Y}"


def impossible(text: str) -> str | None:
    """A date or time in a question that does not exist, as it was said: "February 30", "25:61"; None when all do."""
    year = r"(?:,? (\d{4}))?"
    for match in re.finditer(rf"\b{MONTH} (?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?![:\d]){year}", text):
        if not _exists(match[3], MONTHS[match[1]], int(match[2])):
            return _said(match[2], match[1], match[3])
    for match in re.finditer(rf"\b(\d{{1,2}})(?:st|nd|rd|th)? (?:of )?{MONTH}\b{year}", text):
        if not _exists(match[3], MONTHS[match[2]], int(match[1])):
            return _said(match[1], match[2], match[3])
    for match in re.finditer(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b", text):
        if not _exists(match[1], int(match[2]), int(match[3])):
            return f"date {match[0]}"
    for match in re.finditer(
        r"\b(?:at|around|before|after|until|since|by|between|and|from|to) (\d{1,2}):(\d{2})\b", text
    ):
        if int(match[1]) > 24 or int(match[2]) > 59:
            return f"time {match[1]}:{match[2]}"
    return None


def _exists(year: str | None, month: int, day: int) -> bool:
    if not 1 <= month <= 12 or not day >= 1:
        return False
    return day <= calendar.monthrange(int(year) if year and int(year) else 2024, month)[1]


def _said(day: str, month: str, year: str | None) -> str:
    return f"{int(day)} {calendar.month_name[MONTHS[month]]}" + (f" {year}" if year else "")


class Calendar:
    """Stretches of several days.

    Args:
        now: When the question is asked.
    """

    def __init__(self, now: datetime) -> None:
        self._now = now
        self._today = now.date()

    def readers(self) -> list[tuple[str, Callable[[re.Match[str]], Found | None]]]:
        """Patterns of plain text, each with what reads its match."""
        day = self.STRETCH
        one = self.DAY
        part = r"(?:,? (?:in the |at |during the )?(" + "|".join(PARTS) + r"))?"
        return [
            (rf"(?:between|from) {day} (?:and|to|until|till) {day}", self._range),
            (rf"(?:since {day}|from {day} (?:on|onwards?|until now|till now|to now))", self._since),
            (rf"(?:on )?the day (before|after) {one}{part}", self._next_to),
            (rf"(?:until|till|up to|before) {day}(?! episode)", self._until),
            (rf"after {day}", self._after),
            (
                r"(?:on |at |over |during )?(?:the |this )?(last |past |previous )?weekend(?! before last)",
                self._weekend,
            ),
            (r"(?:in |during |over |on )?the (week|month|year|weekend) before last", self._before_last),
            (r"(?:in |during |over )?(?:the )?(this|last|past|previous) (week|month|year)", self._unit),
            (rf"(?:in|during|over|for|throughout|back in) (?:the month of )?{MONTH}(?: (?:of )?(\d{{4}}))?(?! \d)",
             self._month),
        ]  # fmt: skip

    def late_readers(self) -> list[tuple[str, Callable[[re.Match[str]], Found | None]]]:
        """As ``readers``, for what is only meant where no longer pattern fits."""
        part = r"(?:,? (?:in the |at |during the )?(" + "|".join(PARTS) + r"))?"
        return [
            (rf"(?:on )?(?:the )?(\d{{1,2}})(?:st|nd|rd|th)(?! (?:time|task|of)){part}", self._this_month),
        ]

    _NAMED = (
        r"(?:the day before )?yesterday|today|now|(?:last )?(?:"
        + "|".join(DAYS)
        + rf")|\d{{4}}-\d{{1,2}}-\d{{1,2}}|{MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?![:\d])(?:,? \d{{4}})?"
        + rf"|(?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{MONTH}(?:,? \d{{4}})?"
        + r"|the \d{1,2}(?:st|nd|rd|th)(?=$| (?:at|in the|and|to|till|until|on)\b)"
    ).replace(MONTH, "(?:" + MONTH[1:])
    DAY = f"({_NAMED})"
    _ANY_PART = "|".join(PARTS)
    STRETCH = rf"((?:{_NAMED})(?:,? (?:in the |at |during the )?(?:{_ANY_PART}))?|this (?:{_ANY_PART})|last night)"
    """A day or a part of it."""

    def _stretch(self, words: str) -> tuple[Scope, str] | None:
        """A day or a part of it, and how to say it."""
        if words == "last night":
            evening = datetime.combine(self._today - timedelta(days=1), time(PARTS["night"][0]))
            return Scope(evening, evening + timedelta(hours=12)), words
        *_, last = words.split()
        part = last if last in PARTS else ""
        named = re.sub(rf",?(?: (?:in|at|during)(?: the)?)? {part}$", "", words) if part else words
        day = self._today if named == "this" else self.day(named)
        if day is None:
            return None
        said = f"this {part}" if part and day == self._today else f"{self._say(day)} {part}".strip()
        return day_scope(day, hours=PARTS.get(part, (0, 24))), said

    def day(self, words: str) -> date | None:
        """The latest such day that is not in the future."""
        if words in ("today", "now"):
            return self._today
        if "yesterday" in words:
            return self._today - timedelta(days=2 if "before" in words else 1)
        if (named := words.removeprefix("last ")) in DAYS:
            back = (self._now.weekday() - DAYS.index(named)) % 7
            return self._today - timedelta(days=back or 7 * (named != words))
        iso = re.fullmatch(r"(\d{4})-(\d{1,2})-(\d{1,2})", words)
        if iso:
            return self.date(int(iso[1]), int(iso[2]), int(iso[3]))
        month = re.search(MONTH, words)
        number = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b", words)
        year = re.search(r"\b\d{4}\b", words)
        if month is None and number is not None:
            return self._of_this_month(int(number[1]))
        if month is None or number is None:
            return None
        return self.date(int(year[0]) if year else None, MONTHS[month[1]], int(number[1]))

    def date(self, year: int | None, month: int, day: int) -> date | None:
        """A date; without a year the latest one that is not in the future. None when there is no such date."""
        try:
            found = date(year or self._now.year, month, day)
            if year is None and found > self._today:
                found = found.replace(year=found.year - 1)
        except ValueError:  # 31 April; not a date, so not a time
            return None
        return found if in_calendar(found) else found.replace(year=min(max(found.year, FIRST_YEAR), LAST_YEAR))

    def _range(self, match: re.Match[str]) -> Found | None:
        first, last = self._stretch(match[1]), self._stretch(match[2])
        if first is None or last is None or first[0].start is None or last[0].end is None:
            return None
        start, end = first[0].start, self._now if match[2] == "now" else last[0].end
        if start > end and match[1] in DAYS:
            start -= timedelta(days=7)
        if start > end:
            first, last, start, end = last, first, last[0].start or end, first[0].end or start
        return Scope(start, end), f"from {first[1]} to {last[1]}"

    def _say(self, day: date) -> str:
        return say_day(day, self._now).removeprefix("on ")

    def _since(self, match: re.Match[str]) -> Found | None:
        first = self._stretch(match[1] or match[2])
        return first and (Scope(first[0].start, self._now), f"since {first[1]}")

    def _next_to(self, match: re.Match[str]) -> Found | None:
        other = self.day(match[2])
        if other is None:
            return None
        day, part = other + timedelta(days=1 if match[1] == "after" else -1), match[3] or ""
        words = match[0].removeprefix("on ") if "yesterday" in match[2] else say_day(day, self._now)
        return day_scope(day, hours=PARTS.get(part, (0, 24))), words

    def _until(self, match: re.Match[str]) -> Found | None:
        last = self._stretch(match[1])
        if last is None or last[0].start is None:
            return None
        if match[0].startswith("before"):
            return Scope(end=last[0].start - timedelta(microseconds=1)), f"before {last[1]}"
        return Scope(end=last[0].end), f"until {last[1]}"

    def _after(self, match: re.Match[str]) -> Found | None:
        first = self._stretch(match[1])
        return first and (Scope(first[0].end, self._now), f"after {first[1]}")

    def _weekend(self, match: re.Match[str]) -> Found:
        """The latest weekend that has begun; on one, "last" means the one before it."""
        saturday = self._today - timedelta(days=(self._now.weekday() - 5) % 7)
        if match[1] and self._now.weekday() >= 5:
            saturday -= timedelta(days=7)
        return day_scope(saturday, saturday + timedelta(days=1)), "on the weekend"

    def _unit(self, match: re.Match[str]) -> Found:
        """Calendar weeks from Monday on, months and years; "the past week" is the last seven days."""
        this, unit = match[1] == "this", match[2]
        if match[1] == "past":
            days = {"week": 7, "month": 30, "year": 365}[unit]
            return Scope(self._now - timedelta(days=days), self._now), f"in the past {unit}"
        if unit == "week":
            first = self._today - timedelta(days=self._now.weekday() + (0 if this else 7))
            return day_scope(first, first + timedelta(days=6)), f"{match[1]} week"
        if unit == "year":
            year = self._now.year - (not this)
            return day_scope(date(year, 1, 1), date(year, 12, 31)), f"{match[1]} year"
        first = self._today.replace(day=1)
        if not this:
            first = (first - timedelta(days=1)).replace(day=1)
        return self._whole_month(first), f"{match[1]} month"

    def _before_last(self, match: re.Match[str]) -> Found:
        """The one before the last: "the week before last"."""
        unit = match[1]
        words = f"the {unit} before last"
        if unit == "year":
            year = self._now.year - 2
            return day_scope(date(year, 1, 1), date(year, 12, 31)), words
        if unit == "month":
            first = self._today.replace(day=1)
            for _ in range(2):
                first = (first - timedelta(days=1)).replace(day=1)
            return self._whole_month(first), words
        monday = self._today - timedelta(days=self._now.weekday() + 14)
        if unit == "week":
            return day_scope(monday, monday + timedelta(days=6)), words
        return day_scope(monday + timedelta(days=5), monday + timedelta(days=6)), words

    def _month(self, match: re.Match[str]) -> Found | None:
        first = self.date(int(match[2]) if match[2] else None, MONTHS[match[1]], 1)
        return first and (self._whole_month(first), f"in {first:%B %Y}")

    def _whole_month(self, first: date) -> Scope:
        return day_scope(first, first.replace(day=calendar.monthrange(first.year, first.month)[1]))

    def _this_month(self, match: re.Match[str]) -> Found | None:
        """The latest such day: "on the 5th"."""
        found, part = self._of_this_month(int(match[1])), match[2] or ""
        if found is None:
            return None
        words = say_day(found, self._now) + (f" in the {part}" if part else "")
        return day_scope(found, hours=PARTS.get(part, (0, 24))), words

    def _of_this_month(self, number: int) -> date | None:
        """The latest day of that number."""
        month = self._today.replace(day=1)
        for _ in range(3):
            found = self.date(month.year, month.month, number)
            if found and found <= self._today:
                return found
            month = (month - timedelta(days=1)).replace(day=1)
        return None
