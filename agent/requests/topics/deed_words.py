"""How people speak of work by what is done: "the washing", "the slicing", "the toast"."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from agent.requests.dishes import head_of
from agent.requests.errands import AWAY, CUT, STATE, Errand, made_of
from agent.requests.words.clauses import VERBS, verb_forms, words_of

_DONE: Mapping[str, str] = MappingProxyType(
    {
        "clean": "washing", "cooked": "cooking", "boiled": "boiling", CUT: "slicing", "filled": "filling",
        "empty": "emptying", "open": "opening", "closed": "closing",
    }
)  # fmt: skip
"""State that is wanted → what one is doing for it."""
_SPOKEN: Mapping[str, str] = MappingProxyType(
    {
        "clean": "washing", "cook": "cooking", "toast": "toast", "boil": "boiling", "poach": "boiling",
        "slice": "slicing", "fill": "filling", "water": "watering", "empty": "emptying", "open": "opening",
        "close": "closing", "stow": "tidying",
    }
)  # fmt: skip
"""What a verb asks for → what one is doing then."""


def deed_words(errand: Errand) -> frozenset[str]:
    """The words for what is done by which people refer to an errand."""
    found: set[str] = set()
    if errand.name == STATE:
        found.add(_DONE.get(errand.params[2], ""))
    for name, word in (("Clean All", "washing"), ("Boil", "boiling"), ("Slices", "slicing"), ("Cooked", "cooking")):
        found |= {word} if name in errand.name else set()
    found |= {"cooking"} if "boiling" in found else set()
    found |= {"tidying"} if errand.name == AWAY else set()
    bread = any(kind.startswith("Bread") for kind in made_of(errand))
    found |= {"toast"} if bread and "cooking" in found else set()
    found |= {"filling"} if errand.name == "Water Plant" else set()
    found |= {"watering"} if "HousePlant" in made_of(errand) and "filling" in found else set()
    return frozenset(found - {""})


def deeds_named(said: str) -> frozenset[str]:
    """The words for what is done that somebody uses: "the washing up" → washing."""
    words = [word for word in words_of(said) if word.endswith("ing") and word in verb_forms()]
    found = {_SPOKEN.get(VERBS.get(verb_forms()[word], ""), "") for word in words}
    return frozenset({*found, head_of(said)} - {""})
