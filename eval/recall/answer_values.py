"""Answers in words as values that can be compared: tasks, steps, times, days ago, yes or no.

Answers in the published form (H-EMV) are read exactly; those of other systems, in free English, as far as their words
say the same: "I boiled a potato." is the task "boil potato", "July 23, 2023, at 15:20" the minute it names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time

from envs.vocabulary.inflection import singular
from envs.vocabulary.numbers import up_to
from envs.vocabulary.verbs import forms

ERROR_MARK = "###ERROR###"
"""What the published files have in place of an answer when the system failed."""

NUMBERS = up_to(12)

# -- words

_SYNONYMS = {"make": ("make", "prepare"), "put": ("put", "place", "move", "relocate", "transfer")}
_SYNONYMS |= {"clean": ("clean", "wash"), "toggle": ("toggle", "turn", "switch")}
_SYNONYMS |= {verb: (verb,) for verb in ("serve", "cook", "boil", "water", "slice", "pick", "open", "close", "pour")}
_BASE = {form: base for base, verbs in _SYNONYMS.items() for verb in verbs for form in forms(verb)}
_DROPPED = frozenset({"a", "an", "the", "i", "of", "my", "some", "then", "also", "finally", "later", "dirty", "was"})


def simple(text: str) -> list[str]:
    """Words in lower case without articles, verbs in their base form."""
    text = text.lower().replace("slice(s)", "slice").replace("house plant", "plant").replace("houseplant", "plant")
    words: list[str] = [word for word in re.findall(r"[a-z]+|\d+", text) if word not in _DROPPED]
    return [_BASE.get(word, word) for word in words]


# -- tasks


@dataclass(frozen=True)
class TaskName:
    """A task as its name says it.

    Attributes:
        key: Its words, joined: without articles, amounts and blanks, so that "side table" and "sidetable" are one.
        amounts: "all", "any" or "one" of things and places, as far as the name has them.
    """

    key: str
    amounts: tuple[str, ...] = ()

    def same(self, other: TaskName) -> bool:
        """Whether both name one task. Amounts count only when both say them."""
        return self.key == other.key and (not self.amounts or not other.amounts or self.amounts == other.amounts)


_SPLIT = re.compile(r"[.,;:\n]+\s*|\s+and\s+|\s+then\s+")
_LEAD = re.compile(r"^\W*(yes|and|then|when i|i|on [a-z]{3,9} \d{1,2}(st|nd|rd|th)?|\d{4})\b[\s,]*", re.IGNORECASE)


def read_tasks(text: str) -> list[TaskName]:
    """The tasks that an answer lists, in order; whatever else it says between them is read as a task of that name."""
    text = re.sub(r"\band (serve)", r"&\1", text.lower().replace("slice(s)", "slice"))
    names = []
    for part in _SPLIT.split(text):
        while (cut := _LEAD.sub("", part)) != part:
            part = cut
        if task := _task_name(simple(part)):
            names.append(task)
    return names


def _task_name(words: list[str]) -> TaskName | None:
    if not words or words == ["yes"]:
        return None
    amounts: tuple[str, ...] = ()
    if words[0] in ("put", "clean"):
        amounts = tuple(word for word in words if word in ("all", "any", "one"))
        words = [singular(word) for word in words if word not in ("all", "any", "one")]
    elif words[0] in ("serve", "cook"):
        words = [str(NUMBERS.get(word, word)) for word in words if word != "slice"]
        words = [singular(word) for word in words]
    if words[0] == "make":
        words = ["make", *(singular(w) for w in words[1:] if w not in ("plate", "piece", "slice", "cup", "meal"))]
        if "coffee" in words:
            words = ["make", "coffee"] if set(words) <= {"make", "coffee", "in", "clean", "mug"} else words
    if words[0] in ("boil", "water"):
        words = [singular(word) for word in words]
    return TaskName("".join(words), amounts)


def longest_common(left: list, right: list, same) -> int:
    """Length of the longest common subsequence, with ``same`` deciding what is common."""
    row = [0] * (len(right) + 1)
    for one in left:
        before = row
        row = [0]
        for place, other in enumerate(right):
            row.append(before[place] + 1 if same(one, other) else max(before[place + 1], row[-1]))
    return row[-1]


# -- steps


def read_steps(text: str) -> list[str]:
    """The steps of an account, each as its simple words without blanks."""
    parts = re.split(r"[.,;\n]+\s*|\s+and\s+|\s+then\s+", text.lower())
    return [key for part in parts if (key := "".join(simple(part)))]


# -- yes or no

_REFUSAL = re.compile(
    r"^\s*$|"
    + ERROR_MARK
    + r"|\b(cannot|can't|could not|couldn't|unable to|don't know|do not know|not sure|not able to) "
    r"|i (don't|do not) (know|remember)|no information|task not found|"
    r"not (specified|detailed|mentioned|available|recorded) in the|"
    r"^\W*(i (did not|didn't|never|have never|have not)|no (tasks?|specific|records?|activit)|never\b|"
    r"the user did not)"
)
_NO_MENTION = re.compile(
    r"^\W*(no\b|there (was|were|is) (no|not)|i (did not|didn't|have not|never) (see|saw|seen|notice))"
)


def is_refusal(text: str) -> bool:
    """Whether an answer says nothing: empty, an error, or that it is not known."""
    return bool(_REFUSAL.search(text.lower() if ERROR_MARK not in text else ERROR_MARK))


def read_yes_no(text: str) -> bool | None:
    """Yes or no; None when it says neither. "No mention of it" is a no, "I do not know" is none."""
    lower = text.lower().strip()
    if ERROR_MARK in text or not lower or re.search(r"don't know|do not know|not sure|cannot|can't", lower):
        return None
    if _NO_MENTION.search(lower):
        return False
    if re.match(r"^\W*(yes|there (was|were|is|are)|i (saw|noticed|have seen)|true)\b", lower):
        return True
    return None


# -- times

_MONTHS: tuple[str, ...] = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATES = re.compile(
    rf"{_MONTH}\s+(?P<day>\d{{1,2}})(st|nd|rd|th)?\b(,?\s+(?P<year>\d{{4}})\b)?"
    r"|(?P<year2>\d{4})[-/](?P<month2>\d{1,2})[-/](?P<day2>\d{1,2})"
)
_CLOCK = re.compile(r"\b(?P<hour>\d{1,2}):(?P<minute>\d{2})(:\d{2})?\s*(?P<half>[ap]\.?m\b)?")
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\b)?"
_RANGE = re.compile(rf"between ({_TIME}) and {_TIME}|({_TIME})\s*(?:-|–|\bto\b|\buntil\b)\s*{_TIME}")


@dataclass(frozen=True)
class Moment:
    """A time somebody names.

    Attributes:
        day: The day.
        clock: The minute, None when only the day was named.
    """

    day: date
    clock: time | None = None

    @property
    def minute(self) -> datetime | None:
        """Both as one time."""
        return None if self.clock is None else datetime.combine(self.day, self.clock)


def read_moments(text: str, now: datetime) -> list[Moment]:
    """The times an answer names, in order; of a span its beginning.

    Read are "Jul 22, 2023 at 10:06 AM", "July 23, 2023, at 15:20", "2024/05/27 14:19:30", and the malformed
    "17:01 PM". A date without a year is the last one before ``now``.
    """
    text = _RANGE.sub(lambda match: match[1] or match[2], text.lower())
    found = []
    dates = list(_DATES.finditer(text))
    for place, match in enumerate(dates):
        day = _day(match, now)
        if day is None:
            continue
        end = dates[place + 1].start() if place + 1 < len(dates) else len(text)
        clocks = [clock for clock in map(_clock, _CLOCK.finditer(text, match.end(), end)) if clock]
        found += [Moment(day, clock) for clock in clocks] or [Moment(day)]
    return found


def _day(match: re.Match[str], now: datetime) -> date | None:
    got = match.groupdict()
    month = _MONTHS.index(got["month"]) + 1 if got["month"] else int(got["month2"])
    day, year = int(got["day"] or got["day2"]), got["year"] or got["year2"]
    try:
        if year:
            return date(int(year), month, day)
        this = date(now.year, month, day)
        return this if this <= now.date() else date(now.year - 1, month, day)
    except ValueError:  # the thirtieth of February
        return None


def _clock(match: re.Match[str]) -> time | None:
    hour, minute, half = int(match["hour"]), int(match["minute"]), (match["half"] or "")[:1]
    if half and hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def read_days_ago(text: str) -> list[int]:
    """How many days ago, for each time an answer names: "today" and "less than a day" are 0, "yesterday" is 1."""
    text = text.lower()
    if is_refusal(text):
        return []
    words = "|".join(NUMBERS)
    pattern = re.compile(
        r"less than (?:a|one|1) day|\btoday\b|\byesterday\b|\b(\d+)(?= days?| ?\(| ?,| and| or|$|\.|\s*$)|"
        rf"\b({words}|a)\b(?= days?\b| and {words}| or)"
    )
    found = []
    for match in pattern.finditer(text.strip()):
        word = match[0]
        if match[1]:
            found.append(int(match[1]))
        elif word == "a":
            found.append(1)
        else:
            found.append(NUMBERS[word] if word in NUMBERS else int(word == "yesterday"))
    return found
