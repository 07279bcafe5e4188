"""Names of types in English sentences: as nouns, with articles, counted, in lists; and sentences themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from envs.vocabulary.inflection import article, counter, is_plural, plural_form, singular
from envs.vocabulary.uses import put_in


@lru_cache(maxsize=4096)
def noun(object_type: str) -> str:
    """A class name as people say it: ``SinkBasin`` → "sink basin", ``TomatoSliced`` → "tomato slice"."""
    for ending, pattern in (("Sliced", "{} slice"), ("Cracked", "cracked {}")):
        if object_type.endswith(ending) and object_type != ending:
            return pattern.format(noun(object_type.removesuffix(ending)))
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[^\WA-Z_]+", object_type)
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words) or object_type


def plural(object_type: str) -> str:
    """The noun in the plural: "knives", "cell phones", "loaves of bread"; classes ("Tables") are in it already."""
    word = noun(object_type)
    one = counter(word)
    return f"{plural_form(one)} of {word}" if one else plural_form(word)


def one(object_type: str) -> str:
    """The noun for one of a kind: "mug", "loaf of bread", "pair of boots", and "table" for the class ``Tables``."""
    word = noun(object_type)
    by = counter(word)
    before, blank, last = word.rpartition(" ")
    return f"{by} of {word}" if by else before + blank + singular(last)


def a(object_type: str) -> str:
    """One of a kind with its indefinite article, by the sound: "an apple", "a utensil", "a loaf of bread"."""
    word = one(object_type)
    return f"{article(word)} {word}"


def quantity(count: int, object_type: str, state: str = "") -> str:
    """So many of a kind, in some state: "1 mug", "2 dirty knives", "3 loaves of bread", "no plates"."""
    named = one(object_type) if count == 1 else plural(object_type)
    return " ".join(filter(None, (str(count or "no"), state, named)))


def how_many(count: int, word: str) -> str:
    """So many of what an English word names: "1 day", "2 days", "0 entries"."""
    return f"{count} {word if count == 1 else plural_form(word)}"


def be(object_type: str, past: bool = False) -> str:
    """What the noun takes of "is" and "are", or "was" and "were": "the blinds are"."""
    many = is_plural(noun(object_type))
    return ("were" if many else "was") if past else "are" if many else "is"


def the(object_type: str | None) -> str:
    """The noun with its definite article, "something" when unknown."""
    return f"the {noun(object_type)}" if object_type else "something"


def located(receptacle: str) -> str:
    """Where something is: "in the fridge", "on the counter top"."""
    return f"{'in' if put_in(receptacle) else 'on'} {the(receptacle)}"


def joined(parts: Sequence[str]) -> str:
    """Parts as one enumeration: "a", "a and b", "a, b, and c"."""
    if len(parts) < 3:
        return " and ".join(parts)
    return ", ".join(parts[:-1]) + f", and {parts[-1]}"


def sentence(text: str) -> str:
    """The text with a capital first letter and a full stop."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
