"""Whether plain words keep what a sentence says: its numbers, its limits, its things."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

import yaml

from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.numbers import number
from envs.vocabulary.object_types import object_types

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+")
_FILE = "limits.yaml"
_ARTICLES = frozenset({"a", "an", "one"})
_STRONG = frozenset({"not", "order"})
"""Groups of which the weak words are mere talk where most of the drafts do without them."""


def keeps(said: str, plain: str, context: str = "", *, surely: bool = False) -> bool:
    """Whether plain words may stand for a sentence without asking: nothing that limits it is lost.

    Numbers and times of day have to be the same, but for those of what it leans on; of each group of limiting words
    that is said one has to be kept (``assets/rewriting/limits.yaml``), and every thing that is named. It is a test of
    form: it does not tell whether they mean the same, and it takes a limit within mere chatter for one.

    Args:
        said: The sentence.
        plain: The plain words.
        context: What the sentence leans on.
        surely: Whether the plain words are sure enough for words to be lost that stand in mere talk as often as not.
    """
    told, kept = _words(said), _words(plain)
    if _numbers(told) - _numbers(kept) or miscounts(said, plain, context) or _other_minutes(told, kept):
        return False
    days = {*told} & _DAYS - {*kept}
    if days and ({*kept} & _DAYS or "tomorrow" in days):  # of "from Monday to Friday" Monday alone is something else
        return False
    if any(one.limits(told, surely) and not one.limits(kept, False) for one in _limits()):
        return False
    return _things(told) <= _things(kept)


def limits_lost(said: str, plain: str) -> frozenset[str]:
    """Groups of limiting words of which a sentence says one and plain words none; ``number``, ``day`` for those.

    Words that stand in mere talk as often as not count where they tell a time or how many.

    Args:
        said: The sentence.
        plain: The plain words.
    """
    told, kept = _words(said), _words(plain)
    lost = {one.name for one in _limits() if one.limits(told, one.name in _STRONG) and not one.limits(kept, False)}
    if _numbers(told) ^ _numbers(kept) or _other_minutes(told, kept):
        lost.add("number")
    if {*told} & _DAYS - {*kept}:
        lost.add("day")
    return frozenset(lost)


def things_lost(said: str, plain: str, context: str = "") -> bool:
    """Whether something that a sentence names is neither in plain words nor in what it leans on."""
    kept = _things(_words(plain)) | _things(_bare(context))
    return any(not any(one & other for other in kept) for one in _things(_bare(said)))


def invents(said: str, plain: str, context: str = "") -> bool:
    """Whether plain words name a thing or a place of which nothing was said, nor in what the sentence leans on.

    What a word that nobody knows wants of the pencils is not that they come to lie on the floor.
    """
    return not _things(_words(plain)) <= _things(_bare(said)) | _things(_bare(context))


def exchanges(said: str, plain: str) -> bool:
    """Whether plain words name a thing that a sentence does not in the place of one that it does."""
    told, kept = _things(_bare(said)), _things(_words(plain))
    lost, new = told - kept, kept - told
    return any(not any(one & other for other in kept) for one in lost) and bool(new)


def things_named(text: str) -> frozenset[frozenset[str]]:
    """What a text names of what homes have, each as the types that it may be of."""
    return _things(_bare(text))


def miscounts(said: str, plain: str, context: str = "") -> bool:
    """Whether plain words name a number that neither a sentence nor what it leans on does."""
    return bool(_numbers(_words(plain)) - _numbers(_words(said)) - _numbers(_words(context)))


def _bare(text: str) -> list[str]:
    """The words without what makes them somebody's, or shortens "is" after them."""
    return [word.removesuffix("'s") for word in _words(text)]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))


def _numbers(said: list[str]) -> frozenset[int]:
    """Numbers that count or tell the time; "one" is an article as often as not."""
    found = (number(word) for word in said if word not in _ARTICLES)
    return frozenset(one for one in found if one is not None and one != 1)


def _other_minutes(told: list[str], kept: list[str]) -> bool:
    """Whether "half past six" has become six: a time of day has to be the same time."""
    pairs = {*pairwise(told)}
    said = [word for word in _MINUTES if {(word, "past"), (word, "to")} & pairs]
    return any(word not in kept and not _MINUTES[word] & set(kept) for word in said)


_DAYS = frozenset({"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "tomorrow"})
_MINUTES = {"half": frozenset({"30", "thirty"}), "quarter": frozenset({"15", "45", "fifteen"})}


def _things(said: list[str]) -> frozenset[frozenset[str]]:
    """What is named, each as the types that it may be of; typing errors are corrected."""
    lexicon, found, at = _lexicon(), set[frozenset[str]](), 0
    said = [lexicon.spell(word) for word in said]
    while (one := lexicon.find(said, at)) is not None:
        found.add(frozenset(one.types))
        at = one.last
    return frozenset(found)


@cache
def _lexicon() -> Lexicon:
    return Lexicon(sorted(object_types()))


@dataclass(frozen=True)
class LimitingWords:
    """A group of words that limit what is asked for.

    Attributes:
        name: Of the group.
        strong: Words that do.
        weak: Words that do, or stand in mere talk.
    """

    name: str
    strong: frozenset[str]
    weak: frozenset[str]

    def limits(self, said: list[str], strongly: bool) -> bool:
        """Whether one of them is said, or a strong one."""
        return bool((self.strong if strongly else self.strong | self.weak) & {*said})


@cache
def _limits() -> tuple[LimitingWords, ...]:
    told = yaml.safe_load((files("assets") / "rewriting" / _FILE).read_text(encoding="utf-8"))
    return tuple(
        LimitingWords(one["name"], frozenset(one["words"].split()), frozenset(one["weak"].split())) for one in told
    )
