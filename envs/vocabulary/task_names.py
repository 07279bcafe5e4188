"""Names of tasks as people say them: "put every mug in some sink" is to put all the mugs in the sink."""

from __future__ import annotations

import re
from functools import lru_cache

from envs.vocabulary.english import a, how_many, noun, plural
from envs.vocabulary.inflection import counter
from envs.vocabulary.nouns import NamedTypes, full_lexicon
from envs.vocabulary.numbers import CARDINALS

_ON_ONE = frozenset({"boil", "slice", "cut", "cook", "clean", "wash", "water", "open", "close", "fill", "empty"})
"""Verbs that stand before one thing: "boil potato" leaves out its article."""
_ONE_IN_A_HOME = frozenset(
    {"Fridge", "Sink", "SinkBasin", "CounterTop", "Microwave", "Toaster", "CoffeeMachine", "GarbageCan"}
)
"""Of these people speak as if a home had one: nobody says "in a fridge"."""
_OF_EACH = re.compile(r"(?:(?<=, )|(?<=and ))(\d+)(?= of\b)")
"""How many of another thing: of "a slice of lettuce and 1 of tomato"."""


@lru_cache(maxsize=4096)
def plainly(name: str) -> str:
    """A task's name as people say it: "put all credit card on any sidetable" → "put all the credit cards on a …"."""
    text = re.sub(
        r"\b(\d+)( cooked)? slices?(?:\(s\))? of", lambda m: _slices(int(m[1]), m[2] or ""), name.strip().rstrip(".")
    )
    words = _OF_EACH.sub(lambda m: _spelled(m[1]), text).split()
    told: list[str] = []
    index = 0
    while index < len(words):
        found = full_lexicon().find(words[index + 1 : index + 4]) if index + 1 < len(words) else None
        if found is not None and found.first == 0 and (noun_phrase := _counted(words, index, found)):
            told.append(noun_phrase)
            index += 1 + found.last
            continue
        told.append(words[index])
        index += 1
    return " ".join(told)


def _spelled(number: str) -> str:
    return next((word for word, value in CARDINALS.items() if value == int(number)), number)


def _slices(count: int, cooked: str) -> str:
    one = f"a{cooked} slice" if count == 1 else how_many(count, f"{cooked.strip()} slice".strip())
    return f"{one} of"


def _counted(words: list[str], index: int, found: NamedTypes) -> str:
    """A word that counts and the thing behind it; empty where the two may stay as they are."""
    word, kind = words[index].lower(), found.types[0]
    single = len(found.types) == 1
    named = kind if single else " ".join(words[index + 1 : index + 1 + found.last])
    if word == "every" or (word == "all" and single):
        return f"all the {plural(named)}"
    if word in ("any", "some"):
        return f"the {noun(named)}" if kind in _ONE_IN_A_HOME else a(named)
    if word == "one" and single:
        return f"one {noun(kind)}"
    bare = words[0].lower() == word and noun(kind) == " ".join(words[1 : 1 + found.last])
    if word in _ON_ONE and bare and single and not counter(noun(kind)):
        return f"{word} {a(kind)}"
    return ""
