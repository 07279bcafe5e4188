"""The words in which times are said, as patterns: clock times, stretches of time, days."""

from __future__ import annotations

import calendar
import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from agent.requests.times.spoken_clock import clocks_in_figures
from agent.requests.words.clauses import verb_forms
from envs.vocabulary.data import english
from envs.vocabulary.numbers import CARDINALS, MINUTES, ORDINALS, alternatives, up_to

_FILE = "times.yaml"
DAYS = tuple(name.lower() for name in calendar.day_name)
WEEKDAY = "|".join(DAYS)
_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items()}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
NUMBER = rf"\d{{1,3}}|{alternatives(up_to(60))}"
_HOUR = rf"\d{{1,2}}|{alternatives(up_to(12))}"
UNIT = r"second|minute|hour|day|week"


def _table(name: str) -> Mapping[str, time]:
    return {words: time.fromisoformat(at) for words, at in english(_FILE)[name].items()}


@lru_cache(maxsize=1)
def parts() -> Mapping[str, time]:
    """Part of the day → the time that is meant where no hour is said."""
    return _table("parts")


@lru_cache(maxsize=1)
def meals() -> Mapping[str, time]:
    """As in "after lunch" → the time that is meant."""
    return _table("meals")


@lru_cache(maxsize=1)
def named_hours() -> Mapping[str, time]:
    """Hours that have a name."""
    return _table("named")


def spelt_out(text: str) -> str:
    """A text in lower case with short forms of times written out: "tmrw 8 a.m." as "tomorrow 8 am"."""
    text = re.sub(r"\b([ap])\. ?m\b\.?", r"\1m", text)
    text = re.sub(r"(?<=\d) ?(mins?|hrs?)\b", lambda found: " minutes" if found[1][0] == "m" else " hours", text)
    text = re.sub(r"\b([01]?\d|2[0-3])h\b", r"\1 o'clock", text)
    text = re.sub(r",? always (?=(?:at|around|by) (?:\d|half|quarter|[a-z]+\b))", " ", text)
    text = clocks_in_figures(text)
    shorts = english(_FILE)["shorts"]
    return _SHORT.sub(lambda found: str(shorts.get(found[0], found[0])), text)


_SHORT = re.compile(r"\b[a-z0-9]+\b(?!')(?! (?:are|were|feel|get|seem|tend|can be|always)\b)")
"""A word that may be short for a time: not "mornings are mayhem here"."""


def count(word: str) -> int:
    """A number in figures or as a word; "a" is one."""
    return int(word) if word.isdecimal() else CARDINALS.get(word, 1)


# -- stretches of time

_N = rf"(?:{NUMBER}|an?)"
SPAN = (
    rf"(?:half an? (?:{UNIT})|(?:a |three )?quarters? of an hour|a couple of (?:{UNIT})s|a few (?:{UNIT})s"
    rf"|(?:{_N})(?: and a half|\.5)? (?:{UNIT})s?(?: and a half| and (?:{_N}) (?:{UNIT})s?)?)"
)
_PART_OF_SPAN = re.compile(rf"\b(?P<n>{_N})(?P<half> and a half|\.5)? (?P<unit>{UNIT})s?(?P<more> and a half)?\b")


def span(text: str) -> timedelta:
    """How long "an hour and a half" is."""
    if text.startswith("half"):
        return _unit(text) / 2
    if "quarter" in text:
        return timedelta(minutes=45 if text.startswith("three") else 15)
    if text.startswith(("a couple", "a few")):
        return _unit(text) * (2 if "couple" in text else 5)
    whole = timedelta()
    for found in _PART_OF_SPAN.finditer(text):
        unit = _unit(found["unit"])
        whole += unit * count(found["n"]) + (unit / 2 if found["half"] or found["more"] else timedelta())
    return whole


def _unit(text: str) -> timedelta:
    found = re.search(UNIT, text)
    return timedelta(**{f"{found[0] if found else 'minute'}s": 1})


# -- clock times

_LEAD = (
    r"(?:(?:at|@|around|about|when it's|when it is|when it gets|when the clock (?:strikes|shows|says)|as soon as it's"
    r"|once it's|by the time it's|for)\s+(?:around |about |exactly |precisely |roughly )?)"
)
_SHARP = r"(?: (?:o'clock|sharp|exactly|on the dot|precisely))*"
_IN_PART = (
    r"(?:,? (?:in the (?P<part>morning|afternoon|evening)|at (?P<night>night)|this (?P<this>morning|afternoon|evening)"
    r"|(?P<tonight>tonight)))?"
)
CLOCK = re.compile(
    rf"(?<![\w:.])(?P<lead>{_LEAD})?(?:"
    rf"(?:a )?(?P<past>half|quarter|{NUMBER})(?: minutes)? (?P<way>past|to|after|before) (?P<of>{_HOUR})"
    r"|(?P<h>[01]?\d|2[0-4])[:.](?P<m>[0-5]\d)"
    r"|(?P<four>[012]\d[0-5]\d)(?: hours| o'clock)"
    rf"|(?P<named>noon|midday|mid-day|midnight)"
    rf"|(?P<bare>{_HOUR})"
    rf")(?P<ap> ?[ap]m)?(?P<sharp>{_SHARP})(?![\w:]){_IN_PART}"
)


class ClockTime:
    """A clock time as it was said.

    Args:
        found: Where ``CLOCK`` matched.

    Attributes:
        hour: As said, 0 to 24.
        minute: As said.
        part: The part of the day: "morning", "afternoon", "evening", "night" or "".
        exact: Whether it can only mean one hour of the day.
    """

    def __init__(self, found: re.Match[str]) -> None:
        self.part = found["part"] or found["night"] or found["this"] or ("night" if found["tonight"] else "")
        self.today = bool(found["this"] or found["tonight"])
        self.hour, self.minute = _said(found)
        half = (found["ap"] or "").strip()
        self.exact = bool(half or found["named"] or found["four"]) or self.hour > 12 or self._zero(found)
        if half:
            self.hour = self.hour % 12 + (12 if half == "pm" else 0)

    @staticmethod
    def _zero(found: re.Match[str]) -> bool:
        return (found["h"] or found["bare"] or "").startswith("0")

    def at(self, part: str, soon: datetime | None) -> time:
        """The time of the day that is meant.

        Args:
            part: The part of the day that was said elsewhere, "" for none.
            soon: Now, where the next such time is meant; None for a time on another day or on many.
        """
        if self.exact:
            return time(self.hour % 24, self.minute)
        early, late = time(self.hour % 12, self.minute), time(self.hour % 12 + 12, self.minute)
        part = self.part or part
        if part in ("morning", "forenoon"):
            return early
        if part:
            return early if part == "night" and (self.hour == 12 or self.hour < 5) else late
        if soon is None:
            return late if self.hour == 12 or self.hour < 6 else early
        usual = [one for one in (early, late) if 6 <= one.hour < 23]
        later = [one for one in usual if one > soon.time()]
        return (later or usual or [late])[0]


def _said(found: re.Match[str]) -> tuple[int, int]:
    if found["named"]:
        at = named_hours()[found["named"]]
        return at.hour, at.minute
    if found["past"]:
        minutes, hour = MINUTES.get(found["past"]) or count(found["past"]), count(found["of"])
        before = found["way"] in ("to", "before")
        return (hour - 1 or 12, 60 - minutes) if before else (hour, minutes)
    if found["four"]:
        return int(found["four"][:2]), int(found["four"][2:])
    return count(found["h"] or found["bare"]), int(found["m"] or 0)


_NO_HOUR = re.compile(r" (?:degrees?|percent|of|another|end|side|point|time|go)\b|%")
"""What follows a number that is no hour: "at one another", "at one end"."""
_MORE_OF_IT = re.compile(
    r"[ -](?:past|and a (?:half|quarter)|hundred|less|ten|fifteen|twenty|thirty|forty|fifty)\b| to(?= *(?:$|[,.;!?]))"
)
"""What follows a number that is only a part of a time: "at ten past"."""


def is_clock(found: re.Match[str], text: str) -> bool:
    """Whether a match of ``CLOCK`` is one: a bare number only behind "at" or before "o'clock", not before things."""
    hour, minute = _said(found)
    if hour > 24 or minute > 59 or (found["lead"] or "").startswith("for "):
        return False
    if found["ap"] or found["lead"]:
        sure = True
    else:  # "5 to 6 apples" is no clock time, nor is "1.50"
        sure = found["way"] == "past" or found["past"] in ("half", "quarter") or ":" in found[0]
        sure = sure or not (found["past"] or found["h"])
    if not found["bare"] or found["ap"]:
        return sure
    if _MORE_OF_IT.match(text, found.end()):
        return False
    follows = re.match(r" ([a-z]+)", text[found.end() :])
    things = follows is not None and follows[1].endswith("s") and follows[1] not in verb_forms()
    led = found["lead"] and not things and not _NO_HOUR.match(text, found.end())
    sharp = found["sharp"] and not (things and found["sharp"] == " sharp")  # "two sharp knives"
    return bool(led or sharp or found["part"] or found["night"] or found["tonight"])


# -- days

_NTH = rf"\d{{1,2}}(?:st|nd|rd|th)|{alternatives(up_to(31, ORDINALS))}"
DAY = (
    rf"(?:(?:the )?day after tomorrow|tomorrow|today|(?:this |next |the next |the coming |coming )?(?:{WEEKDAY})(?!s)"
    rf"|next week|(?:this |the |the coming )?weekend|(?:{_MONTH}) (?:{_NTH}|\d{{1,2}})"
    rf"|(?:the )?(?:{_NTH}|\d{{1,2}})(?: of)? (?:{_MONTH})|the (?:\d{{1,2}}(?:st|nd|rd|th))"
    rf"|(?<=^on )the (?:{_NTH})(?=$|,| at | in the | \x00)"
    rf"|(?<=\bon )the (?:{_NTH})(?= at (?:{_HOUR}|noon|midnight|half|quarter)\b| \x00))"
)


def day(text: str, now: datetime) -> date | None:
    """The day that words of the form ``DAY`` name; None where no calendar has it."""
    today = now.date()
    if text in ("today", "tomorrow"):
        return today + timedelta(days=int(text == "tomorrow"))
    if text.endswith("day after tomorrow"):
        return today + timedelta(days=2)
    if text == "next week":
        return today + timedelta(days=7 - today.weekday())
    if text.endswith("weekend"):
        return today + timedelta(days=(5 - today.weekday()) % 7)
    named = next((number for number, name in enumerate(DAYS) if name in text), None)
    if named is None:
        return _in_calendar(text, today)
    if text.startswith("next"):
        return today + timedelta(days=7 - today.weekday() + named)
    return today + timedelta(days=(named - today.weekday()) % 7 or 7)


def _in_calendar(text: str, today: date) -> date | None:
    words = re.findall(r"[a-z-]+|\d+", text)
    month = next((_MONTHS[word] for word in words if word in _MONTHS), None)
    number = next((int(w) if w.isdecimal() else ORDINALS[w] for w in words if w.isdecimal() or w in ORDINALS), 0)
    for ahead in range(13):
        at = today.month - 1 + ahead
        year, here = today.year + at // 12, at % 12 + 1
        if month in (None, here) and 1 <= number <= calendar.monthrange(year, here)[1]:
            found = date(year, here, number)
            if found > today:
                return found
    return None
