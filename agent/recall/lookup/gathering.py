"""Tasks to bring all of something to a place, and which of them may be one that is named otherwise.

"Put all forks on any table" and "put all forks on one side table" may be the same task: whether one place was meant or
any, and how wide the word for the place was, is seldom said in so many words when it is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.recall.lookup.keys import key
from envs.teach.tasks.classes import class_members
from envs.vocabulary.nouns import full_lexicon

_WORDING = re.compile(r"^put (?:all|every|both) (?:of )?(?:the )?(.+?) (?:in|into|on|onto) (any|one) (?:of the )?(.+)$")


@dataclass(frozen=True)
class Gathering:
    """What such a task says.

    Attributes:
        things: What is brought, as a key.
        one: Whether all of it is brought to one and the same place.
        place: The word for the place, as a key.
        kinds: The classes of things that the word stands for; empty when nobody knows it.
    """

    things: str
    one: bool
    place: str
    kinds: frozenset[str]

    def covers(self, other: Gathering) -> bool:
        """Whether the other task, done as it says, is this one, too: "any table" covers "one desk"."""
        return self.about(other) and (other.one or not self.one) and other.kinds <= self.kinds

    def about(self, other: Gathering) -> bool:
        """Whether it is about the same things, and about a place of which one is a kind of the other."""
        if self.things != other.things:
            return False
        if not self.kinds or not other.kinds:
            return self.place == other.place
        return self.kinds <= other.kinds or other.kinds <= self.kinds


@lru_cache(maxsize=4096)
def gathering(text: str) -> Gathering | None:
    """The task that some words name if it is such a one; else None."""
    found = _WORDING.match(text.lower().strip())
    if found is None:
        return None
    things, amount, place = found.groups()
    return Gathering(_plain(things), amount == "one", key(place), _kinds(place))


def _plain(things: str) -> str:
    """A key for the things; "remote controls" are "remote control"."""
    named = full_lexicon().find(things.split())
    return key(named.types[0]) if named is not None and len(named.types) == 1 else key(things)


def _kinds(place: str) -> frozenset[str]:
    classes = {key(name): types for name, types in class_members().items()}
    words = place.split()
    named = full_lexicon().find(words)
    return frozenset(classes.get(key(place)) or (named.types if named and named.last == len(words) else ()))


def covered(names: Sequence[str], text: str) -> list[int]:
    """Indices of the names that are the task that some words name, done as the names say; the nearest in place.

    A task on one of two places is nearer than one on a place that the word for it only includes.
    """
    wanted = gathering(text)
    if wanted is None:
        return []
    known = [(index, other) for index, name in enumerate(names) if (other := gathering(name)) is not None]
    fit = [(index, other) for index, other in known if wanted.covers(other)]
    alike = [index for index, other in fit if other.kinds == wanted.kinds]
    return alike or [index for index, _ in fit]


def alike(names: Sequence[str], text: str) -> list[int]:
    """Indices of the names that may be the task that some words name: about the same, on places of like kinds."""
    wanted = gathering(text)
    if wanted is None:
        return []
    return [i for i, name in enumerate(names) if (other := gathering(name)) is not None and wanted.about(other)]
