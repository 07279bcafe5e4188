"""What a task's name says is to be done to which things, and to how many: "a salad with 2 slices of tomato"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.lookup.task_matching import content
from envs.effects import whole
from envs.teach.tasks.classes import class_members
from envs.vocabulary.english import noun, plural
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.numbers import CARDINALS
from envs.vocabulary.verbs import changes, deeds

_NUMBERS = {"a": 1, "an": 1, "no": 0, **CARDINALS}
_PLACED = re.compile(r"\b(?:in|into|on|onto|from)\b")
_WITH = re.compile(r"\b(?:with|without|using)\b")
_SMALL = frozenset({"the", "a", "an", "all", "any", "every", "some", "my", "your", "of"})


def named_deed(text: str) -> Selection | None:
    """The deed that a task is called by, with its things and place; None where it is called by no single deed."""
    words = text.lower().split()
    if len(words) > 2 and (words[0], words[-1]) in deeds():  # "switch the lamp off"
        words = [words[0], words[-1], *words[1:-1]]
    particle = next((tuple(words[:n]) for n in (2, 1) if tuple(words[:n]) in deeds()), ())
    action, change = deeds().get(particle, ""), changes().get(words[0], "") if words else ""
    what, where = _parted(" ".join(words[max(len(particle), 1) :]))
    things, places = types_in(what), types_in(where)
    said_with = _WITH.search(text.lower())  # more than a deed, a thing and a place
    if not things or not (action or change) or (where and not places) or said_with:
        return None
    done = () if change else (action,)
    return Selection("deeds", done, change, thing=ThingFilter(things), place=ThingFilter(places))


def _parted(words: str) -> tuple[str, str]:
    parts = _PLACED.split(words, maxsplit=1)
    return parts[0].strip(), parts[1].strip() if len(parts) > 1 else ""


@cache
def types_in(words: str) -> tuple[str, ...]:
    """The classes of the first thing that some words name; empty when they name none."""
    plain = [word for word in words.split() if word not in _SMALL]
    found = full_lexicon().find(plain) if plain else None
    if found is None:  # a class of things that has its name from the tasks: "all the dishware"
        return next((of for name, of in class_members().items() if name.lower() in plain), ())
    return found.types


def names_thing(text: str, types: Sequence[str]) -> bool:
    """Whether a task's name mentions a thing of one of some classes, or what it is a piece of."""
    words = {part for word in content(text) for part in (word, word.removesuffix("sliced"))}
    return any({kind.lower(), whole(kind).lower()} & words for kind in types)


def amount_in_words(text: str, types: Sequence[str]) -> int | None:
    """How many of a thing a task's name asks for: 2 of "2 slice(s) of tomato"; None when it does not say."""
    plain = re.sub(r"\(s\)", "s", text.lower())
    for kind in types:
        called = "|".join(map(re.escape, {noun(kind), plural(kind), noun(whole(kind)), plural(whole(kind))}))
        piece = r"(?:(?:slices?|pieces?) of )?"
        found = re.search(rf"\b(\w+) (?:(?:cooked|clean|dirty|empty|full|raw) )?{piece}(?:{called})\b", plain)
        if found and (number := _number(found[1])) is not None:
            return number
    return None


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() else _NUMBERS.get(word)
