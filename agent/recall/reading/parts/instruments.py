"""Questions for the thing of a kind with which something was done: "which appliance did you use to heat the egg"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.recall.reading.parts.wordlists import words
from envs.vocabulary.nouns import full_lexicon, is_category
from envs.vocabulary.object_types import is_taken
from envs.vocabulary.verbs import changes, deeds

_ASKED = re.compile(
    r"^(?P<lead>(?:(?:and|so|but|then) )*)(?:(?:with|in|using|on|by) )?(?:which|what)"
    r"(?: (?:kind|sort|type) of)?(?: an?)? "
    r"(?P<noun>\w+(?: (?!did|do|have|had|was|were)\w+)?) (?:(?:did|have|had) (?P<who>you|we|i)) (?P<rest>.+)$"
)
_ALONE = re.compile(r"^(?:(?:and|so|but) )*(?:with|in|using) which (?P<noun>\w+(?: \w+)?)$")
"""Asks it of what was spoken of: "did you make coffee", "in which mug"."""
_USED = re.compile(r"^use[d]? (?P<what>to|for) (?P<rest>.+)$")
_BEHIND = re.compile(r" (?:in|with|on|using|by)(?= (?:today|yesterday|this \w+|last \w+)$|$)")
_NAMED = re.compile(r" (?:with|using) \w")
_PUTTING = frozenset({"Place", "Pickup", "Open", "Close", "ToggleOn", "ToggleOff"})
"""Deeds that are done with nothing but the hand: what they are asked for is a place, or what they are done to."""


@dataclass(frozen=True)
class InstrumentQuestion:
    """A question for a thing of some kinds with which something was done.

    Attributes:
        words: The same asked with "what".
        types: The classes of that kind; empty for any.
    """

    words: tuple[str, ...]
    types: tuple[str, ...]


def by_instrument(said: Sequence[str]) -> InstrumentQuestion | None:
    """A sentence that asks for a thing of a kind with which something was done; None for any other.

    Args:
        said: The words of the sentence.
    """
    if (alone := _ALONE.match(" ".join(said))) is not None:
        thing = full_lexicon().find(alone["noun"].split())
        handled = thing is not None and is_taken(thing.types)
        return InstrumentQuestion(("with", "what"), thing.types) if thing and handled else None
    found = _ASKED.match(" ".join(said))
    types = kinds_named(found["noun"]) if found is not None else None
    if found is None or types is None:
        return None
    lead, rest = found["lead"], found["rest"]
    if (used := _USED.match(rest)) is not None:
        return InstrumentQuestion(tuple(f"{lead}what did you use {used['what']} {used['rest']}".split()), types)
    if not is_done_with(rest):
        return None
    plain = _BEHIND.sub("", rest)
    if _NAMED.search(plain):
        return None  # "what did you cut with a spatula" names what it was done with
    return InstrumentQuestion(tuple(f"{lead}with what did you {plain}".split()), types)


def kinds_named(noun: str) -> tuple[str, ...] | None:
    """The classes of a kind of things with which something may be done; empty for any, None for another noun."""
    if noun in words("tools"):
        return ()
    called = "appliance" if noun in words("machines") else "dish" if noun in words("vessels") else noun
    found = full_lexicon().find(called.split())
    whole = found is not None and found.last - found.first == len(called.split())
    return found.types if found is not None and whole and is_category(found.types) else None


def is_done_with(rest: str) -> bool:
    """Whether what stands behind "did you" is a deed to something for which a thing is used: "cut the leek"."""
    said = rest.split()
    if full_lexicon().find(said, 1) is None:
        return False  # "which vegetables have you cut" asks for those
    act = next((deeds()[tuple(said[:n])] for n in (2, 1) if tuple(said[:n]) in deeds()), "")
    return (
        said[0] in changes() or bool(act and act not in _PUTTING and _BEHIND.search(rest)) or act in ("Slice", "Pour")
    )
