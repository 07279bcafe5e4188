"""Dates and clock times as people say them, in figures: "the fifth of March", "quarter past three", "nine thirty"."""

from __future__ import annotations

import re

from agent.recall.understanding.dates import DAYS, MONTH, PARTS, SHORT_DAYS
from envs.vocabulary.numbers import CARDINALS, MINUTES, ORDINALS, alternatives, up_to

_FIRST = up_to(31, ORDINALS)
_FIRSTS = "|".join(word.replace("-", "[ -]") for word in sorted(_FIRST, key=len, reverse=True))
_HOURS = alternatives(up_to(12))
_TWELVES = {"noon": "12:00", "midday": "12:00", "midnight": "0:00"}
_END = rf"\d{{1,2}}(?::\d{{2}})?|{_HOURS}|{'|'.join(_TWELVES)}"
_SHORT_DAY = r"\b(tues?|thurs?|thu|weds)\b|(?<=\bon )(mon|wed|fri|sat|sun)\b"
"""Days cut short; those that are words as well ("sat", "sun") only behind "on"."""
_AT = r"(?:at|around|about|by|before|after|until|till|since|from|between|and|to)"
_FIVES = r"5|10|15|20|25|\d{1,2}(?= minutes)"
_ROUND = rf"(five|ten|twenty|twenty five|quarter|half|{_FIVES})"
_DAY_FOLLOWS = r"(?= [ap]m\b|$| (?:in|on|this|yester|today|tonight|sharp))"
_TEENS = {said: number for said, number in up_to(59).items() if number >= 10}
_TWO_FIGURES = "|".join(said.replace("-", "[- ]") for said in sorted(_TEENS, key=len, reverse=True))
_MINUTE = rf"(?:(?:oh|o|zero) (?:{alternatives(up_to(9))})|{_TWO_FIGURES})"
_PART = "|".join(PARTS)
_MONTH = "(?:" + MONTH[1:]
_NTH = r"\d{1,2}(?:st|nd|rd|th)"
_DATE = rf"(?:{_MONTH} (?:the )?(?:{_NTH}|\d{{1,2}})(?![:\d])|(?:the )?(?:{_NTH}|\d{{1,2}}) (?:of )?{_MONTH})"
_TH = rf"the {_NTH}(?!\w)"
_DAY = rf"(?:yesterday|today|{'|'.join(DAYS)}|{_DATE}|{_TH})"
_NO_NOUN = r"(?=$| (?:at|in the|around|between|of this month)\b)"
_NO_NUMBER = r"(?![\w:])(?! (?!this|was|is)\w+s\b)"
_NO_COUNT = r"(?=$| (?!minutes|seconds|days|times)\w)"
_SPOKEN: tuple[tuple[str, str], ...] = (
    # Clocks.
    (r"(\d) ?([ap]) m\b", r"\1 \2m"),
    (rf"\b({_AT}) (\d{{1,2}})[.h](\d{{2}})(?![.\d])", r"\1 \2:\3"),
    (rf"\b({_AT}) (?!(?:19|20)\d\d)([01]?\d|2[0-4])([0-5]\d)(?: (?:hours|hrs))?{_NO_COUNT}", r"\1 \2:\3"),
    (rf"\bat (20)([0-5]\d)(?: (?:hours|hrs))?{_NO_COUNT}", r"at \1:\2"),
    (r"(\d:\d{2}) (?:hours|hrs)\b", r"\1"),
    (rf"\b(\d{{1,2}}|{_HOURS}) ?ish\b", r"\1"),
    (rf"(\d(?: ?[ap]m)?|{_HOURS}|o ?clock) (?:sharp|on the dot|exactly|precisely)\b", r"\1"),
    (r"\b12 (noon|midday|midnight)\b", r"\1"),
    (r"\btowards? (?=noon|midday|midnight|evening|the evening|\d)", "around "),
    (rf"\b({_AT}) half ({_HOURS})(?!\w)", r"\1 half past \2"),
    (r"\bovernight\b", "last night"),
    # Lengths.
    (r"\ba (?:couple|pair) of (?=\w+ ago)|\ba few (?=days ago|hours ago|minutes ago)", "2 "),
    (r"\b(last|past) (?:couple of|few) (?=days|hours|minutes)", r"\1 2 "),
    (r"\ban hour and a half\b|\bone and a half hours\b", "90 minutes"),
    (r"\btwo and a half hours\b", "150 minutes"),
    (r"\bhalf (?:an )?hour\b", "30 minutes"),
    (r"\b(?:a )?quarter of an hour\b", "15 minutes"),
    # Days.
    (r"\b(?:the )?previous day\b", "yesterday"),
    (r"\bon (?:the )?day (?:one|1)\b", "on the first day"),
    (r"\bon (?:the )?day (?:two|2)\b", "on the second day"),
    (rf"\b(the {_NTH}) of (?:this|the) month\b", r"\1"),
    (rf"\b(?:{'|'.join(DAYS)}),? (?={_DATE}|{_TH})", ""),
    (rf"\b(?:on |in |during )?the ({_PART}) of (?:on )?({_DAY})(?!\w)", r"\2 in the \1"),
    (rf"\b(since) ({_DAY}),?(?: at)? ((?:{_END})(?: ?[ap]m)?|half past \w+)(?![\w:])", r"\1 \3 \2"),
)
"""How a time is said, and how it is said in few words."""


def plain_dates(text: str) -> str:
    """Dates and clock times in figures: "the fifth of March", "quarter past three", "half an hour ago"."""
    text = re.sub(rf"\b({_FIRSTS})(?= (?:of )?{MONTH}(?!\w))", lambda found: _nth(found[1]), text)
    text = re.sub(rf"\b{MONTH} (?:the )?({_FIRSTS})\b", lambda found: f"{found[1]} {_nth(found[2])}", text)
    text = re.sub(rf"\bon the ({_FIRSTS}){_NO_NOUN}", lambda found: f"on the {_nth(found[1])}th", text)
    text = re.sub(_SHORT_DAY, lambda found: SHORT_DAYS[(found[1] or found[2])[:3]], text)
    for said, short in _SPOKEN:
        text = re.sub(said, short, text)
    text = re.sub(r"\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b", _figures, text)
    text = re.sub(rf"\b({_AT}) ({_HOURS}) ({_MINUTE})(?!\w)(?! minutes)", _said_hour_first, text)
    text = re.sub(rf"\b({_HOURS}|\d{{1,2}})(?: o clock|oclock)\b", lambda found: f"{_hour(found[1])}", text)
    text = re.sub(
        rf"\b(?:a )?(quarter|half)(?: hour)? (past|to|after|before) ({_HOURS}|\d{{1,2}})(?![\w:])", _spoken_clock, text
    )
    text = re.sub(rf"\b(between|from) ({_END}) (and|to|until|till) ({_END}){_DAY_FOLLOWS}", _spoken_span, text)
    text = re.sub(
        rf"(?<!\bfrom )(?<!\bbetween )\b{_ROUND}(?: minutes)? (past|to|after|before) ({_HOURS}|\d{{1,2}}){_NO_NUMBER}",
        _spoken_clock,
        text,
    )
    text = re.sub(
        rf"\b(at|around|about|by|before|after|until|till|since) ({_HOURS}){_DAY_FOLLOWS}",
        lambda found: f"{found[1]} {_hour(found[2])}",
        text,
    )
    return re.sub(r"\b(before|after|until|till|since) (1?\d|2[0-4])(?=$)", r"\1 \2:00", text)


def _nth(word: str) -> str:
    """The number of an ordinal: "twenty first" is 21."""
    return str(_FIRST[word.replace(" ", "-")])


def _figures(match: re.Match[str]) -> str:
    """A date like "3/12/2024" the American way where that is a date, else the European one."""
    month, day = (int(match[1]), int(match[2])) if "/" in match[0] else (int(match[2]), int(match[1]))
    if month > 12:
        month, day = day, month
    return f"{match[3]}-{month}-{day}"


def _said_hour_first(match: re.Match[str]) -> str:
    """A clock time of an hour and minutes: "at nine thirty", "at eight oh five"."""
    minutes = match[3].split()[-1] if match[3].startswith(("oh ", "o ", "zero ")) else match[3].replace(" ", "-")
    return f"{match[1]} {_hour(match[2])}:{CARDINALS[minutes]:02d}"


def _spoken_span(match: re.Match[str]) -> str:
    """Both ends of "between eleven and noon" in figures; a count ("between 2 and 3") stays as it is."""
    first, last = (_TWELVES.get(end) or (end if end[0].isdigit() else f"{_hour(end)}") for end in (match[2], match[4]))
    return f"{match[1]} {first} {match[3]} {last}"


def _hour(word: str) -> int:
    return int(word) if word.isdigit() else CARDINALS[word]


def _spoken_clock(match: re.Match[str]) -> str:
    said = match[1].replace(" ", "-")
    minutes, hour = MINUTES.get(said) or CARDINALS.get(said) or int(said), _hour(match[3])
    if match[2] in ("to", "before"):
        minutes, hour = 60 - minutes, (hour - 1) % 24 or 12
    if not 0 <= minutes < 60 or hour > 23:
        return match[0]
    return f"{hour}:{minutes:02d}"
