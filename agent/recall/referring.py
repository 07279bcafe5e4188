"""Which of what was told a turn is about: "the second one", "the latter", "the other one", "both of them"."""

from __future__ import annotations

import re

from agent.recall.algebra.findings import FoundItem
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import alone, key, members, told_several
from agent.recall.understanding.plain_words import plain
from envs.vocabulary.english import noun
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.numbers import ORDINALS
from envs.vocabulary.object_types import object_types

_OTHER = re.compile(
    r"\b(?:the|that) other(?: (?:one|thing|task|job|chore|item))?"
    r"(?= (?:is|was|did|from|what|where|when|why|how|then|now|though|today|yesterday)\b|$)"
)
_ONE_OF = re.compile(
    r"\b(?:the|that) (?:very )?(?P<which>first|second|third|fourth|fifth|last|middle|former|latter)(?:"
    r"(?: (?P<noun>one|thing|task|job|chore))(?: (?:out )?of (?:them|those|these|the (?:two|three|four)|all))?\b"
    r"|(?: (?:out )?of (?:them|those|these|the (?:two|three|four)|all))\b|(?<=former)\b|(?<=latter)\b"
    r"|(?= (?:is|was|did|from|what|where|when|why|how|who|then|now|though|take|fail|go)\b|$))"
)
"""One of several by its number."""
_OF_ALL = re.compile(
    r"^ (?:thing|task|job|chore)?(?: (?:that|which))? ?(?:i|you|we) "
    r"(?!(?:just )?(?:mentioned|listed|named|said|told)\b)\w+"
)
"""What makes a number one of all that there is: of "the last thing I asked you to do"."""


def about_the_other(sentence: str, before: EarlierExchange | None) -> tuple[str, EarlierExchange | None, bool]:
    """A sentence about "the other one" as one about "it", with the exchange before as if that had been told of.

    Args:
        sentence: The sentence.
        before: What it leans on.

    Returns:
        The sentence, what it leans on now, and whether it asks nothing but the same about the other; with no exchange
        before it where that is asked and nobody knows of which.
    """
    said = plain(sentence)
    if before is not None and (one := _one_of(said, before)) is not None:
        return one
    found = _OTHER.search(said)
    other = _other(before) if found and before else None
    if found is None or before is None:
        return sentence, before, False
    rest = {*f"{said[: found.start()]} {said[found.end() :]}".split()} - words("leaning") - words("adverbs")
    if other is None:
        return sentence, before if rest else None, not rest
    return _OTHER.sub("it", said, count=1), alone(other, before.query, before), not rest


def _one_of(said: str, before: EarlierExchange) -> tuple[str, EarlierExchange | None, bool] | None:
    """A sentence about the one of several that it names by its number, as one about "it"; None for any other."""
    found = _ONE_OF.search(said)
    if found is None or {*said.split()} & {"today", "yesterday"} or _counts_all(said, found):
        return None
    rest = {*f"{said[: found.start()]} {said[found.end() :]}".split()} - words("leaning") - words("adverbs")
    which, noun = found["which"], found["noun"] or ""
    told = told_several(before, noun)
    items = told.members if told is not None else ()
    at = _index(which, len(items))
    valid = at is not None and -len(items) <= at < len(items)
    sure = which in ("middle", "former", "latter")
    if told is not None and at is not None and valid and not rest and _asked_of_one(before, told.exchange):
        return said, alone(items[at], before.query, before), True  # what was asked of one is asked of another
    if not rest and told is not None and at is not None and valid and _is_task(noun):
        return said, alone(items[at], told.exchange.query, before), True
    if not rest and not sure:
        return None  # "and the second one?" asks the same of another
    if told is None or at is None or not valid:
        return (said, None, True) if sure else None
    one = _ONE_OF.sub("it", said, count=1)
    return one, alone(items[at], told.exchange.query, before), not rest


def _counts_all(said: str, found: re.Match[str]) -> bool:
    """Whether a number counts what the sentence says, rather than what was told."""
    return found["noun"] not in (None, "one") and _OF_ALL.match(said[found.end("which") :]) is not None


def which_one(sentence: str, before: EarlierExchange | None) -> str:
    """The class of which it is asked which one it was, "which drawer?", after one was told of; empty for others."""
    found = _WHICH_ONE.match(plain(sentence))
    if found is None or before is None or before.findings is None:
        return ""
    items = before.findings.items
    if found["what"] == "one":
        placed = [item.place for item in items if before.query.ask in _PLACED]
        return placed[0] if len(placed) == 1 and placed[0] in object_types() else ""
    named = full_lexicon().find(found["what"].split())
    if named is None or named.first or len(named.types) != 1:
        return ""
    kind = named.types[0]
    return kind if any(kind in (item.kind, item.place) or noun(kind) in item.name for item in items) else ""


_PLACED = frozenset({"where", "put", "taken"})
_WHICH_ONE = re.compile(
    r"^(?:(?:and|but|so|ok|well) )*(?:(?:in|into|on|from|out of|at|to) )?(?:which|what) (?P<what>\w+(?: \w+)?)"
    r"(?: (?:is|was) (?:it|that|this)(?: in| on)?)?(?: exactly| precisely)?$"
)
"""Asks for one of several of a kind, and nothing else."""


def _is_task(noun: str) -> bool:
    return noun in words("task_words")


def _asked_of_one(before: EarlierExchange, told: EarlierExchange) -> bool:
    """Whether something was asked of one of those that were told of, last."""
    found = members(before)
    return before is not told and len(found) == 1 and key(found[0]) in {key(item) for item in members(told)}


def _index(which: str, several: int) -> int | None:
    """Which of so many "the second", "the last", "the latter" is, counted from 0; None where that makes no sense."""
    if which in ("former", "latter"):  # "the latter" of more than two is the last of them
        return None if several < 2 else -1 if which == "latter" else 0 if several == 2 else None
    if which == "middle":
        return 1 if several == 3 else None
    return -1 if which == "last" else ORDINALS[which] - 1


def _other(before: EarlierExchange) -> FoundItem | None:
    """The one item that was told of with the one that was told last, and not picked out since."""
    told = told_several(before)
    left = told.left if told is not None and told.picked else ()
    return left[0] if len(left) == 1 else None
