"""How often something is to be done: "every morning", "each weekday", "twice a day", "on Mondays until Friday"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import time

from agent.requests.times.words import DAYS, NUMBER, WEEKDAY, count
from envs.vocabulary.numbers import ORDINALS

_PART = r"morning|forenoon|afternoon|evening|night|lunchtime|noon|midday|midnight|bedtime"
_EACH = r"(?:every|each)(?: single| and every)?"
_LISTED = rf"(?:(?:{WEEKDAY})s?(?:,? and |, | & |/))*(?:{WEEKDAY})s?"
_ORDINAL = r"other|second|third|fourth|fifth|sixth"


@dataclass(frozen=True)
class Repeat:
    """How often.

    Attributes:
        every: Unit, as in ``Due``.
        step: After how many of them.
        weekdays: On which days of the week.
        part: In which part of the day, "" where that is not said.
        at: Times of the day that go with it.
    """

    every: str
    step: int = 1
    weekdays: tuple[int, ...] = ()
    part: str = ""
    at: tuple[time, ...] = ()


def weekdays_named(text: str) -> tuple[int, ...]:
    """The days of the week that a list names, Monday is 0."""
    if "weekend" in text:
        return _FREE
    return tuple(sorted(number for number, name in enumerate(DAYS) if name in text))


_WORKING, _FREE = (0, 1, 2, 3, 4), (5, 6)
_TIMES_A_DAY = {
    1: (),
    2: (time(8), time(19)),
    3: (time(8), time(13), time(19)),
    4: (time(8), time(12), time(16), time(20)),
}
_DAYS_A_WEEK = {2: (0, 3), 3: (0, 2, 4), 4: (0, 2, 4, 6), 5: _WORKING, 6: (0, 1, 2, 3, 4, 5)}


def _of_unit(found: re.Match[str]) -> Repeat:
    """As in "every day", "each weekend"."""
    unit = found["unit"]
    if unit in ("weekday", "workday", "working day", "week day"):
        return Repeat("day", weekdays=_WORKING, part=found["part"] or "")
    if unit == "weekend":
        return Repeat("day", weekdays=_FREE, part=found["part"] or "")
    return Repeat(unit)


def _of_part(found: re.Match[str]) -> Repeat:
    return Repeat("day", part=found["part"])


def _skipping(found: re.Match[str]) -> Repeat | None:
    """As in "every other day", "every second Monday", "every third hour"."""
    step = 2 if found["nth"] == "other" else ORDINALS[found["nth"]]
    unit = found["unit"]
    if unit in DAYS:
        return Repeat("week", step, (DAYS.index(unit),))
    return Repeat("day", step, part=unit) if unit in ("morning", "evening", "night") else Repeat(unit, step)


def _counted(found: re.Match[str]) -> Repeat | None:
    step = count(found["n"])
    return Repeat(found["unit"], step) if step else None


def _on_days(found: re.Match[str]) -> Repeat:
    return Repeat("week", weekdays=weekdays_named(found["days"]), part=found["part"] or "")


def _adverb(found: re.Match[str]) -> Repeat:
    word = found["word"]
    if word == "nightly":
        return Repeat("day", part="night")
    return Repeat({"daily": "day", "hourly": "hour", "weekly": "week"}[word.split()[-1]])


def _often(found: re.Match[str]) -> Repeat | None:
    """As in "twice a day", "three times a week"."""
    often = {"once": 1, "twice": 2, "thrice": 3}.get(found["times"].split()[0]) or count(found["times"].split()[0])
    unit = {"daily": "day", "weekly": "week", "hourly": "hour"}.get(found["unit"], found["unit"])
    if unit == "day" and often in _TIMES_A_DAY:
        return Repeat("day", at=_TIMES_A_DAY[often])
    if unit == "week" and (often in _DAYS_A_WEEK or often == 1):
        return Repeat("week", weekdays=_DAYS_A_WEEK.get(often, ()))
    if unit == "hour" and often and 60 % often == 0:
        return Repeat("hour") if often == 1 else Repeat("minute", 60 // often)
    return None


def _from_to(found: re.Match[str]) -> Repeat:
    first, last = DAYS.index(found["first"]), DAYS.index(found["last"])
    days = tuple(sorted({day % 7 for day in range(first, last + 1 + 7 * (last < first))}))
    return Repeat("day", weekdays=days if len(days) < 7 else ())


_ON_PART = rf"(?: (?P<part>{_PART})s?)?"
_SHAPES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Repeat | None]], ...] = tuple(
    (re.compile(rf"(?<![\w']){shape}(?![\w'])"), reader)
    for shape, reader in (
        (rf"(?:from )?(?P<first>{WEEKDAY}) (?:to|through|till|until|thru) (?P<last>{WEEKDAY})", _from_to),
        (rf"{_EACH} (?P<nth>{_ORDINAL}) (?P<unit>day|week|hour|minute|morning|evening|night|{WEEKDAY})", _skipping),
        (rf"{_EACH} (?:half hour|half an hour|30 minutes)", lambda _: Repeat("minute", 30)),
        (rf"{_EACH} quarter of an hour", lambda _: Repeat("minute", 15)),
        (rf"{_EACH} (?:couple of|few) (?P<unit>minute|hour|day|week)s", lambda found: Repeat(found["unit"], 2)),
        (rf"{_EACH} (?P<n>{NUMBER}) (?P<unit>minute|hour|day|week)s?", _counted),
        (rf"(?:on )?{_EACH} (?P<unit>weekday|workday|working day|week day|weekend|day|week|hour|minute){_ON_PART}",
         _of_unit),
        (rf"{_EACH} (?P<part>{_PART})", _of_part),
        (rf"(?:on )?{_EACH} (?P<days>{_LISTED}){_ON_PART}", _on_days),
        (rf"(?:on )?(?P<days>(?:(?:{WEEKDAY})s(?:,? and |, | & |/))*(?:{WEEKDAY})s){_ON_PART}", _on_days),
        (rf"(?:on )?(?P<unit>weekday|workday|working day)s{_ON_PART}", _of_unit),
        (rf"(?:on |at )?(?:the )?(?P<unit>weekend)s{_ON_PART}", _of_unit),
        (r"(?:on an? )?(?P<word>daily|nightly|hourly|weekly)(?: basis)?", _adverb),
        (r"in the (?P<part>morning|evening|afternoon)s", _of_part),
    )
)  # fmt: skip
_OFTEN = re.compile(
    rf"(?<![\w'])(?P<times>once|twice|thrice|(?:{NUMBER}) times|(?:{NUMBER})x) (?:(?:a|an|per|each|every) )?"
    r"(?P<unit>day|week|hour|daily|weekly|hourly)(?![\w'])"
)


def find_repeat(text: str) -> tuple[Repeat, tuple[int, int]] | None:
    """How often something is to be done and where in a text that is said; None where it is not."""
    for pattern, reader in ((_OFTEN, _often), *_SHAPES):
        found = pattern.search(text)
        read = reader(found) if found else None
        if found and read is not None:
            return read, found.span()
    return None
