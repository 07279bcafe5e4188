"""Numbers as people write them: "three", "twenty-five", "third", "21st", "twice", and back into words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

_SMALL = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SMALL += ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINAL_ENDS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth"}
_ORDINAL_ENDS |= {"twelve": "twelfth"}

CARDINALS: Mapping[str, int] = MappingProxyType(
    {word: number for number, word in enumerate(_SMALL)}
    | {ten: 10 * number for number, ten in enumerate(_TENS, 2)}
    | {
        f"{ten}-{word}": 10 * number + digit
        for number, ten in enumerate(_TENS, 2)
        for digit, word in enumerate(_SMALL[1:10], 1)
    }
)
"""Number words from "zero" to "ninety-nine"."""


def _ordinal_word(word: str) -> str:
    before, hyphen, last = word.rpartition("-")
    end = _ORDINAL_ENDS.get(last) or (last[:-1] + "ieth" if last.endswith("y") else f"{last}th")
    return before + hyphen + end


ORDINALS: Mapping[str, int] = MappingProxyType(
    {_ordinal_word(word): number for word, number in CARDINALS.items() if number}
)
"""Ordinal words from "first" to "ninety-ninth"."""

FREQUENCIES: Mapping[str, int] = MappingProxyType({"once": 1, "twice": 2, "thrice": 3})
"""Adverbs that say how often."""

AMOUNTS: Mapping[str, int] = MappingProxyType({"a": 1, "an": 1, "couple": 2, "pair": 2, "dozen": 12})
"""Words that say how many and are no numbers."""

MINUTES: Mapping[str, int] = MappingProxyType({"quarter": 15, "half": 30})
"""Fractions of an hour."""


def up_to(most: int, words: Mapping[str, int] = CARDINALS) -> dict[str, int]:
    """The number words up to a number, the smallest first."""
    return {word: number for word, number in words.items() if number <= most}


def alternatives(words: Mapping[str, int] = CARDINALS) -> str:
    """The words as alternatives of a regular expression, the longest first, so that none hides another."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def number(word: str) -> int | None:
    """A number written in figures or as one word: "3", "three", "third", "3rd", "twice", "a"; None for other words."""
    word = word.lower()
    if figures := re.fullmatch(r"(\d{1,6})(?:st|nd|rd|th)?", word):
        return int(figures[1])
    return next((table[word] for table in (CARDINALS, ORDINALS, FREQUENCIES, AMOUNTS) if word in table), None)


def times(count: int) -> str:
    """How often: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
