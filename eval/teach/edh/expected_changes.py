"""What would be expected of an agent that goes on: the changes up to a pause, counted as EDH counts them.

The counting is ``eval.teach.instances.state_changes``'s: every moment is compared with how the episode began, as far as
that is known, and what a stretch changed is what its end differs in and its start did not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from eval.teach.edh.imagined_scene import ImaginedObject, ImaginedScene, properties
from eval.teach.instances.state_changes import Need, changes_between, difference, needs, value_asked

Facts = dict[str, Any]


class ExpectedChanges:
    """Counts what ways to go on would change.

    Args:
        start: The scene before any of them.
        beginning: How things were when the episode began, or were first seen; None takes the start.
        types: Types of things that matter; None counts all.
    """

    def __init__(self, start: ImaginedScene, beginning: ImaginedScene | None, types: frozenset[str] | None) -> None:
        self._start, self._types = start, types
        first = (beginning or start).items.values()
        self._first = {fact["objectId"]: fact for fact in (_facts(item, None, True) for item in first)}

    def changes(self, end: ImaginedScene) -> Counter[Need]:
        """Of how many things each change up to a moment would be asked for."""
        moved = {self._start.held, end.held}
        touched = [i for i in end.items.values() if i is not self._start.items.get(i.id) or i.id in moved]
        before = [self._start.items[name] for name in self._before(touched)]
        then = difference(self._first, (_facts(item, self._start.held, True) for item in before))
        now = difference(self._first, (_facts(item, end.held, True) for item in touched))
        return needs(changes_between(then, now, self._types))

    def _before(self, touched: Iterable[ImaginedObject]) -> list[str]:
        """Ids of what the things were at the start: themselves, or the wholes that they were cut from."""
        names = (name for item in touched for name in (item.id, item.id.rpartition("|")[0]))
        return [name for name in dict.fromkeys(names) if name in self._start.items]

    def counts(self, scene: ImaginedScene) -> Counter[Need]:
        """Of how many things of a type something is true."""
        return Counter(
            (item.type, prop, value_asked(prop, value))
            for item in scene.items.values()
            if self._types is None or item.type in self._types
            for prop, value in _facts(item, scene.held).items()
            if prop != "objectId"
        )


def lacking(counts: Mapping[Need, int], expected: Mapping[Need, int]) -> int:
    """How many of the things expected are not so."""
    return sum(
        max(0, number - counts.get((kind, prop, value_asked(prop, value)), 0))
        for (kind, prop, value), number in expected.items()
    )


def _facts(item: ImaginedObject, held: str | None, written: bool = False) -> Facts:
    """A thing as an object dict: under its id, and with the ids of places, as they would be seen."""
    facts = properties(item, held, written)
    place = facts.get("simbotLastParentReceptacle")
    if isinstance(place, str):
        facts["simbotLastParentReceptacle"] = _seen(place)
    return {"objectId": _seen(item.id), **facts}


def _seen(name: str) -> str:
    """An id as that of a thing that has been seen: types are read from it."""
    if not name.startswith("?"):
        return name
    whole, *piece = name[1:].split("|")
    return "|".join((whole, "?", "?", "?", *piece))
