"""English forms: names of types as nouns, articles, plurals, enumerations, how often, sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

INSIDES = frozenset(
    {"Bathtub", "BathtubBasin", "Bottle", "Bowl", "Box", "Cabinet", "CoffeeMachine", "Cup", "Drawer", "Fridge"}
    | {"GarbageBag", "GarbageCan", "Kettle", "LaundryHamper", "Microwave", "Mug", "Pan", "Pot", "Safe", "Sink"}
    | {"SinkBasin", "Toaster", "Vase", "WateringCan", "WineBottle"}
)
"""Receptacles that one puts things *in*; all others have things put *on* them."""


def noun(object_type: str) -> str:
    """A class name as people say it: ``SinkBasin`` → "sink basin", ``TomatoSliced`` → "tomato slice"."""
    for ending, pattern in (("Sliced", "{} slice"), ("Cracked", "cracked {}")):
        if object_type.endswith(ending) and object_type != ending:
            return pattern.format(noun(object_type.removesuffix(ending)))
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[^\WA-Z_]+", object_type)
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words) or object_type


def plural(object_type: str) -> str:
    """The noun in the plural: "knives", "cell phones", "dishes"."""
    word = noun(object_type)
    if word.endswith("knife"):
        return word.removesuffix("fe") + "ves"
    if word.endswith(("shelf", "loaf")):
        return word.removesuffix("f") + "ves"
    if word.endswith(("potato", "tomato", "s", "x", "ch", "sh")):
        return word + "es"
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    return word + "s"


def a(object_type: str) -> str:
    """The noun with its indefinite article."""
    word = noun(object_type)
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def the(object_type: str | None) -> str:
    """The noun with its definite article, "something" when unknown."""
    return f"the {noun(object_type)}" if object_type else "something"


def located(receptacle: str) -> str:
    """Where something is: "in the fridge", "on the counter top"."""
    return f"{'in' if receptacle in INSIDES else 'on'} {the(receptacle)}"


def joined(parts: Sequence[str]) -> str:
    """Parts as one enumeration: "a", "a and b", "a, b, and c"."""
    if len(parts) < 3:
        return " and ".join(parts)
    return ", ".join(parts[:-1]) + f", and {parts[-1]}"


def times(count: int) -> str:
    """How often: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def sentence(text: str) -> str:
    """The text with a capital first letter and a full stop."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
