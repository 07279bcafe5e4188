"""Clock times that are said in words, in figures: "six thirty", "seven oh five", "half eight", "at ten past"."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from envs.vocabulary.numbers import CARDINALS, MINUTES, alternatives, up_to

_HOURS = alternatives({word: number for word, number in up_to(24).items() if number})
_TWELVE = alternatives({word: number for word, number in up_to(12).items() if number})
_TWO_FIGURES = alternatives({word: number for word, number in up_to(59).items() if number >= 10}).replace(r"\-", "[- ]")
_SINGLE = alternatives({word: number for word, number in up_to(9).items() if number})
_LED = r"(?<![\w:.-])(?P<lead>(?:at|by|till|until) (?:about |around )?)"
_NO_COUNT = (
    r"(?![\w%-]|:\d)(?! (?:minute|second|hour|day|week|cent|pence|inch|gram|pound|percent|degree|euro|dollar|kilo|piece"
    r"|slice|of (?:the|my|our|those|these|them)\b))"
)
"""What is counted is no time: "two fifteen minutes later"."""
_NO_THINGS = r"(?! (?!this\b|is\b|was\b|it's\b)[a-z]+s\b)"
_SAID = re.compile(
    rf"(?<![\w:.-])(?:(?P<early>oh|o|zero) )?(?P<h>{_HOURS}|noon|midnight)(?: |-)"
    rf"(?:(?:oh|o|zero)[ -](?P<one>{_SINGLE})|(?P<two>{_TWO_FIGURES})){_NO_COUNT}{_NO_THINGS}"
)
_HUNDRED = re.compile(rf"(?<![\w:.-])(?:(?P<early>oh|o|zero) )?(?P<h>{_HOURS}) hundred(?: hours?\b|(?=$|[,.;!?]))")
_IN_FIGURES = re.compile(rf"{_LED}(?!\d[05]0\b)(?P<h>[01]?\d|2[0-4])[ -]?(?P<m>[0-5]\d){_NO_COUNT}{_NO_THINGS}")
"""As it is typed in a hurry, "at 630"; what ends so round ("at 200") may be degrees."""
_MIXED = re.compile(
    rf"{_LED}(?:(?P<h>[01]?\d|2[0-4]) (?P<two>{_TWO_FIGURES})|(?P<word>{_HOURS}) (?P<m>[0-5]\d)){_NO_COUNT}{_NO_THINGS}"
)
_H_BETWEEN = re.compile(r"(?<![\w:.-])(?P<h>[01]?\d|2[0-3])h(?P<m>[0-5]\d)\b")
_ISH = re.compile(rf"(?P<told>\b(?:{_TWELVE}|{_TWO_FIGURES})|\d(?: ?[ap]m)?)[- ]?ish\b")
_HALF = re.compile(
    rf"(?<![\w-])half (?=(?:(?:{_TWELVE})(?<!one)|\d{{1,2}})(?=$|[,.;:!?]| ?[ap]m\b| (?:today|tomorrow|tonight|please"
    r"|instead|rather|then|sharp|every|each|on|in the|this|for|and|make|wash|clean|put|turn|switch|open|close)\b))"
    r"|(?P<lead>\b(?:at|around|about|by|till|until|before|after|from|for|it's) )half"
    rf" (?=(?:{_TWELVE}|\d{{1,2}}){_NO_THINGS}\b)"
)
"""As in "at half six", which is half past six."""


def clocks_in_figures(text: str) -> str:
    """A text with the clock times that are said in words written in figures: "at six thirty" as "at 6:30".

    Args:
        text: What was said, in lower case.
    """
    text = _H_BETWEEN.sub(r"\g<h>:\g<m>", text)
    text = _HUNDRED.sub(lambda found: f"{_number(found['h']):02d}:00", text)
    text = _SAID.sub(_figures, _ISH.sub(r"\g<told>", text))
    text = _MIXED.sub(_mixed, text)
    text = _IN_FIGURES.sub(r"\g<lead>\g<h>:\g<m>", text)
    return _HALF.sub(lambda found: f"{found['lead'] or ''}half past ", text)


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else CARDINALS[word.replace(" ", "-")]


def _figures(found: re.Match[str]) -> str:
    """An hour and its minutes; what is said with an "oh" before is of the morning."""
    minutes = _number(found["one"] or found["two"])
    if found["h"] in ("noon", "midnight"):
        return f"{12 if found['h'] == 'noon' else 0:02d}:{minutes:02d}"
    hour = _number(found["h"])
    return f"{hour:02d}:{minutes:02d}" if found["early"] else f"{hour}:{minutes:02d}"


def _mixed(found: re.Match[str]) -> str:
    return f"{found['lead']}{_number(found['h'] or found['word'])}:{_number(found['two'] or found['m']):02d}"


_NEXT = re.compile(
    rf"\b(?P<lead>(?:at|by|around|about) )(?:a )?(?P<minutes>half|quarter|{alternatives(up_to(30))}|[1-3]?\d)"
    r"(?: minutes)? (?:(?P<way>past|to)(?: the hour)?(?=$|[,.;!?]| (?:please|then|sharp|exactly|and|today)\b)"
    rf"|past(?! (?:{_HOURS}|\d|noon|midnight|the)))"
)
_OTHER_HOUR = re.compile(
    r"\b(?:every|each|hourly|daily|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
)


def with_the_hour(text: str, now: datetime) -> str:
    """A text in which a time without its hour has the next one that comes: "at ten past" as "at 08:10".

    Args:
        text: What was said, in lower case.
        now: When it is said.
    """
    return text if _OTHER_HOUR.search(text) else _NEXT.sub(lambda found: f"{found['lead']}{_coming(found, now)}", text)


def _coming(found: re.Match[str], now: datetime) -> str:
    minutes = MINUTES.get(found["minutes"]) or _number(found["minutes"])
    past = 60 - minutes if found["way"] == "to" else minutes
    at = now.replace(minute=0, second=0, microsecond=0) + timedelta(minutes=past)
    at += timedelta(hours=int(at <= now))
    return f"{at.hour:02d}:{at.minute:02d}"
