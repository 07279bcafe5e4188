"""Singular and plural of English words, by the rules of the language and a list of exceptions.

The exceptions are data, ``assets/english/plurals.yaml``. The package ``inflect`` knows more of them and takes seconds
to import; docs/dependencies.md has the comparison.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from envs.vocabulary.data import english

_HEAD = re.compile(r"^(.+?)( (?:of|with|for|on|in) .+)$")


@cache
def _known(section: str) -> frozenset[str]:
    return frozenset(english("plurals.yaml")[section])


@cache
def _plurals() -> Mapping[str, str]:
    """Singulars that stand in the list with their plurals, first those that also end longer words."""
    data: Mapping[str, Any] = english("plurals.yaml")
    return MappingProxyType(data["irregular"] | data["whole"])


@cache
def _singulars() -> Mapping[str, str]:
    data: Mapping[str, Any] = english("plurals.yaml")
    own = {plural: one for one, plural in _plurals().items()}
    regular = {one + "es": one for section in ("us_es", "other_es") for one in data[section]}
    regular |= {one + "s": one for section in ("ie", "oe", "che", "u_s") for one in data[section]}
    # Nobody writes "knive" in earnest, but many do when they take the s off "knives".
    slips = {one[:-2] + "ve" if one.endswith("fe") else one[:-1] + "ve": one for one in ("knife", "loaf", "shelf")}
    return MappingProxyType(regular | own | slips | data["shared"])


@lru_cache(maxsize=20_000)
def plural_form(word: str) -> str:
    """The plural of a noun, or of a phrase with a noun as its head: "knife" → "knives", "slice of bread" → "slices …".

    A word that is a plural already stays as it is.
    """
    if match := _HEAD.match(word):
        return plural_form(match[1]) + match[2]
    before, last = _last(word)
    if last in _known("unchanging") or last.endswith("fish") or last in _known("always_plural"):
        return word
    if last in _plurals():
        return before + _plurals()[last]
    if singular(last) != last:
        return word
    if end := _ending(last):
        return before + last.removesuffix(end) + _plurals()[end]
    return before + _regular_plural(last)


def _last(phrase: str) -> tuple[str, str]:
    before, blank, last = phrase.rpartition(" ")
    return before + blank, last


def _ending(word: str) -> str:
    """The irregular noun that ends a longer word: "knife" of "penknife", but not "man" of "human"."""
    if word in _known("not_men"):
        return ""
    return max((end for end in english("plurals.yaml")["irregular"] if _ends(word, end)), key=len, default="")


def _ends(word: str, end: str) -> bool:
    return word.endswith(end) and len(word) >= len(end) + 2


def _regular_plural(word: str) -> str:
    if re.search(r"([^aeiou]|qu)y$", word):
        return word[:-1] + "ies"
    if word in _known("o_es") or (word.endswith(("s", "x", "z", "ch", "sh")) and word not in _known("ch_s")):
        return word + "es"
    return word + "s"


@lru_cache(maxsize=20_000)
def singular(word: str) -> str:
    """The singular of a noun; other words, and singulars, stay as they are: "knives" → "knife", "glass", "this".

    Third persons of verbs lose their ending as well ("washes" → "wash"): they look like plurals.
    """
    if word in _singulars():
        return _singulars()[word]
    if not word.endswith("s"):
        return _irregular_singular(word)
    if word in _plurals() or any(word in _known(name) for name in _STAYING) or not _is_plural(word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("ves"):
        return _irregular_singular(word)
    return word[:-2] if word.endswith(("oes", "xes", "ches", "shes", "sses", "zzes", "tzes")) else word[:-1]


_STAYING = ("unchanging", "always_plural", "ending_in_s", "us_es", "other_es")


def _is_plural(word: str) -> bool:
    """Whether the s at the end can be that of a plural."""
    if word.endswith(("ss", "us", "sis", "'s", "itis")):
        return False
    return len(word) > 3 or not re.search("[aeiouy]", word)


def _irregular_singular(word: str) -> str:
    """The singular of a word that ends in an irregular plural: "bookshelves", "postmen"; others lose their s."""
    for one, plural in english("plurals.yaml")["irregular"].items():
        whole = word.removesuffix(plural) + one
        if word.endswith(plural) and len(word) > len(plural) and _ending(whole) == one:
            return whole
    return word.removesuffix("s")


def is_plural(word: str) -> bool:
    """Whether a noun, or the head of a phrase, stands in the plural: "tables", "boots", "slices of bread"."""
    head = _last(_HEAD.sub(r"\1", word))[1]
    return head in _known("always_plural") or singular(head) != head


def counter(word: str) -> str:
    """What a noun is counted by: "loaf" for "bread", "pair" for "boots"; "" for what is counted by itself."""
    by: Mapping[str, str] = english("plurals.yaml")["counted_by"]
    return by.get(word) or by.get(_last(word)[1], "")


def article(word: str) -> str:
    """The indefinite article before a word, by its sound: "an hour", "a uniform", "an LED", "an 8"."""
    first = re.split(r"[ \-]", word, maxsplit=1)[0]
    return "an" if _begins_with_vowel(first) else "a"


def _begins_with_vowel(word: str) -> bool:
    if number := re.match(r"\d+", word):
        return word[0] == "8" or number[0] in ("11", "18")
    if word.isupper() or len(word) == 1:  # spoken letter by letter
        return word[0].lower() in "aefhilmnorsx"
    lower = word.lower()
    if lower in _known("spoken_with_vowel"):
        return True
    you = lower.startswith("eu") or _YOU.match(lower) or lower in _known("spoken_with_consonant")
    return not you and lower.startswith(tuple("aeiou"))


_YOU = re.compile(r"u(?:[bcfhjkqrst][aeiou]|ni(?:t|f|q|v|s|c|on|lat)|ra[ln]|ti)")
"""A u that is spoken "you": use, utensil, unit, uniform; not under, unusual, unidentified."""
