"""Which things a task's name is about, and how many: "a salad with 2 slices of tomato"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.recall.lookup.task_matching import content
from envs.effects import whole
from envs.vocabulary.english import noun, plural
from envs.vocabulary.numbers import CARDINALS

_NUMBERS = {"a": 1, "an": 1, "no": 0, **CARDINALS}


def names_thing(text: str, types: Sequence[str]) -> bool:
    """Whether a task's name mentions a thing of one of some classes, or what it is a piece of."""
    words = {part for word in content(text) for part in (word, word.removesuffix("sliced"))}
    return any({kind.lower(), whole(kind).lower()} & words for kind in types)


def amount_in_words(text: str, types: Sequence[str]) -> int | None:
    """How many of a thing a task's name asks for: 2 of "2 slice(s) of tomato"; None when it does not say."""
    plain = re.sub(r"\(s\)", "s", text.lower())
    for kind in types:
        called = "|".join(map(re.escape, {noun(kind), plural(kind), noun(whole(kind)), plural(whole(kind))}))
        found = re.search(rf"\b(\w+) (?:cooked )?(?:(?:slices?|pieces?) of )?(?:{called})\b", plain)
        if found and (number := _number(found[1])) is not None:
            return number
    return None


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() else _NUMBERS.get(word)
