"""What a few words tell, as values that can be compared: times, days, durations, numbers, things, deeds, yes or no.

The same reading is used for the facts that a right answer must contain and for the answers, so that no exact sentence
is ever asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from envs.vocabulary.nouns import APPEARANCE, full_lexicon
from envs.vocabulary.numbers import CARDINALS, FREQUENCIES, alternatives
from envs.vocabulary.stems import stem
from envs.vocabulary.verbs import changes, deed_forms, deeds

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"({'|'.join(_MONTHS)})[a-z]*\.?"
_DATE = re.compile(
    rf"\b(?:(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?)\b,?(?: (\d{{4}}))?|"
    r"\b(\d{4})-(\d{2})-(\d{2})\b"
)
_SPAN = re.compile(
    rf"\b(\d+(?:\.\d+)?|{alternatives(CARDINALS)}|an?|half an?)(?: and a half)?[ -]"
    r"(second|sec|minute|min|hour|hr|day|week)s?\b(?! ago)"
)
_AGO = re.compile(rf"\b(\d+|{alternatives(CARDINALS)}|a|an) (day|week)s? ago\b")
_CLOCK = re.compile(r"\b(\d{1,2})[:.](\d{2})(?::\d{2})?(?: ?([ap])\.?m\b\.?)?|\b(\d{1,2}) ?([ap])\.?m\b")
_OCLOCK = re.compile(rf"\b({alternatives(CARDINALS)}|\d{{1,2}}) o'?clock\b")
_SECONDS = {"second": 1, "sec": 1, "minute": 60, "min": 60, "hour": 3600, "hr": 3600, "day": 86400, "week": 604800}
_NEGATED = re.compile(
    r"\b(?:no|not|never|none|nothing|nobody|without|cannot|neither|nor|unable|failed|fail|gave up|give up|stopped|"
    r"called off)\b|n't\b|\b(?:did|could|was|is|do|does|had|have|can|would)nt\b"
)
_PLAIN_YES, _PLAIN_NO = re.compile(r"^(?:yes|yeah|yep|right|correct)\b"), re.compile(r"^(?:no|nope|not? yet|never)\b")


@dataclass(frozen=True)
class FactReading:
    """What some words tell.

    Attributes:
        clocks: Times of day, minutes since midnight.
        dates: Days.
        spans: Durations in seconds.
        numbers: Other numbers, each once.
        types: Classes of things; of a word that may mean several all of them, one set for each word.
        words: What is left of the words, each as the set of what it may be taken for.
        negated: Whether it says that something is not so.
        polarity: Yes or no where it begins with that, else None.
        either_half: Times of day of which nobody said whether they are before noon, minutes since midnight or noon.
    """

    clocks: frozenset[int] = frozenset()
    dates: frozenset[date] = frozenset()
    spans: tuple[float, ...] = ()
    numbers: frozenset[int] = frozenset()
    types: tuple[frozenset[str], ...] = ()
    words: tuple[frozenset[str], ...] = ()
    negated: bool = False
    polarity: bool | None = None
    either_half: frozenset[int] = field(default=frozenset())


def read(text: str, asked_at: datetime) -> FactReading:
    """What some words tell, days counted from when it is asked."""
    low = " ".join(text.lower().replace("’", "'").split())
    polarity = True if _PLAIN_YES.match(low) else False if _PLAIN_NO.match(low) else None
    negated = bool(_NEGATED.search(low))
    dates, low = _dates(low, asked_at.date())
    clocks, either, low = _clocks(low)
    spans, low = _spans(low)
    numbers, types, words = _rest(low)
    return FactReading(clocks, dates, spans, numbers, types, words, negated, polarity, either)


def _dates(low: str, today: date) -> tuple[frozenset[date], str]:
    found: set[date] = set()

    def calendar(match: re.Match[str]) -> str:
        if match[6]:
            year, month, day = int(match[6]), int(match[7]), int(match[8])
        else:
            name = match[2] or match[3]
            month, day = _MONTHS.index(name) + 1, int(match[1] or match[4])
            year = int(match[5]) if match[5] else today.year - ((month, day) > (today.month, today.day) and month > 6)
        try:
            found.add(date(year, month, day))
        except ValueError:
            return match[0]
        return " "

    def ago(match: re.Match[str]) -> str:
        count = 1 if match[1] in ("a", "an") else CARDINALS.get(match[1]) or int(match[1])
        found.add(today - timedelta(days=count * (7 if match[2] == "week" else 1)))
        return " "

    low = _AGO.sub(ago, _DATE.sub(calendar, low))
    for words, back in (("the day before yesterday", 2), ("yesterday", 1), ("today", 0), ("last night", 1)):
        if re.search(rf"\b{words}\b", low):
            found.add(today - timedelta(days=back))
            low = re.sub(rf"\b{words}\b", " ", low)
    explicit = bool(found)
    for number, name in enumerate(_DAYS):
        if re.search(rf"\b{name}s?\b", low):
            if not explicit:  # "Saturday 1 March": the date says more
                found.add(today - timedelta(days=(today.weekday() - number) % 7))
            low = re.sub(rf"\b{name}s?\b", " ", low)
    return frozenset(found), low


def _clocks(low: str) -> tuple[frozenset[int], frozenset[int], str]:
    found: set[int] = set()
    either: set[int] = set()

    def clock(match: re.Match[str]) -> str:
        hour, minute = int(match[1] or match[4]), int(match[2] or 0)
        half = match[3] or match[5]
        if hour > 24 or minute > 59:
            return match[0]
        found.add((hour % 12 + (12 if half == "p" else 0) if half else hour % 24) * 60 + minute)
        return " "

    def oclock(match: re.Match[str]) -> str:
        hour = CARDINALS.get(match[1]) or int(match[1])
        either.add(hour % 12 * 60)
        return " "

    low = _OCLOCK.sub(oclock, _CLOCK.sub(clock, low))
    return frozenset(found), frozenset(either), low


def _spans(low: str) -> tuple[tuple[float, ...], str]:
    """Durations; those that follow each other, "1 hour and 5 minutes", are added."""
    found: list[float] = []
    end, last = -10, 0
    for match in _SPAN.finditer(low):
        unit = _SECONDS[match[2]]
        seconds = (_amount(match[1]) + 0.5 * ("and a half" in match[0])) * unit
        if found and unit < last and low[end : match.start()].strip() in ("", "and", ","):
            found[-1] += seconds
        else:
            found.append(seconds)
        end, last = match.end(), unit
    return tuple(found), _SPAN.sub(" ", low)


def _amount(word: str) -> float:
    if word.startswith("half"):
        return 0.5
    return float(1 if word in ("a", "an") else CARDINALS.get(word, word))


def _rest(low: str) -> tuple[frozenset[int], tuple[frozenset[str], ...], tuple[frozenset[str], ...]]:
    numbers: set[int] = set()
    types: list[frozenset[str]] = []
    words: list[frozenset[str]] = []
    tokens = re.findall(r"[^\W_]+(?:'[a-z]+)?", low)
    while tokens:
        found = full_lexicon().find(tokens)
        if found is not None and found.first == 0 and tokens[0] not in _stop():
            types.append(frozenset(found.types))
            del tokens[: found.last]
            continue
        word = tokens.pop(0).removesuffix("'s")
        figure = int(word) if word.isdigit() else CARDINALS.get(word, FREQUENCIES.get(word))
        if figure is not None and not (word == "one" and numbers):
            numbers.add(figure)
        elif word not in _stop() and not _NEGATED.fullmatch(word) and word not in ("yes", "no"):
            words.append(_meanings(word))
    return frozenset(numbers), tuple(types), tuple(words)


@cache
def scoring() -> Mapping[str, Any]:
    """The word lists that verdicts go by: ``assets/questions/scoring.yaml``."""
    return yaml.safe_load((files("assets") / "questions" / "scoring.yaml").read_text(encoding="utf-8"))


@cache
def _stop() -> frozenset[str]:
    return frozenset(scoring()["stop"].split())


@cache
def _same() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for group in scoring()["same"]:
        for word in group:
            found[stem(word)] = found.get(stem(word), frozenset()) | {f"={group[0]}"}
    return found


@cache
def _meanings(word: str) -> frozenset[str]:
    """What a word may be taken for: its stem, the action or change that its verb means, words that say the same."""
    root = stem(word)
    base = deed_forms().get(word, word)
    action, change = deeds().get((base,)), changes().get(base)
    found = {root} | ({f"!{action}"} if action else set()) | ({f"!{change}"} if change else set())
    return frozenset(found | _same().get(root, frozenset()) | ({"~look"} if word in APPEARANCE else set()))
