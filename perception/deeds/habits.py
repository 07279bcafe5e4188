"""How deeds follow each other: counts of recorded training games, as probabilities."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from envs.vocabulary.object_types import object_types
from perception.recognizer.action import INTERACTIONS, REQUIRED

SHIPPED = "deed_habits.json"
BEGINNING = ""
"""Stands for the deed before the first one."""

_EARLIER = 1.0  # how much a count of one step back weighs beside what is expected without it, in counts


class HandledThing(NamedTuple):
    """An interaction by what it was done with.

    Attributes:
        action: One of ``INTERACTIONS``; "" for none yet.
        object_type: What it was done with; of Place and Pour the receptacle.
    """

    action: str = BEGINNING
    object_type: str = ""


ONTO = frozenset({"Place", "Pour"})
"""Interactions whose object is what something is put or poured onto."""
_AS_WELL = frozenset({"Sink"})  # logs name it for its basin

NO_DEED = HandledThing()


@dataclass(frozen=True)
class DeedHabits:
    """How often what was done, and after what.

    Attributes:
        actions: By the action before and what is in the hand, "Open|empty" (or a knife, a vessel, another thing): how
            often each action came next.
        objects: By action: how often it was done with each type.
        held: By action and what was in the hand, "Place|Mug": likewise.
        after: By the deed before and the action, "Open|Fridge|Pickup": likewise.
    """

    actions: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    objects: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    held: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    after: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def action(self, name: str, before: str, hand: str) -> float:
        """How likely an action is to come next.

        Args:
            name: The action.
            before: The one before, ``BEGINNING`` for none.
            hand: Type of what is held, "" for nothing.
        """
        counts = self.actions.get(_next(before, hand), {})
        return (counts.get(name, 0) + _EARLIER / len(INTERACTIONS)) / (sum(counts.values()) + _EARLIER)

    def object(self, deed: HandledThing, before: HandledThing, hand: str) -> float:
        """How likely it is, of what an action can be done with, that it is done with this.

        What was seldom seen is expected as without it: of all that it can be done with, by action, by what is in the
        hand, by the deed before.
        """
        kind, action = deed.object_type, deed.action
        able = possible(action)
        share = 1.0 / len(able) if kind in able else 0.0
        levels = (
            self.objects.get(action),
            self.held.get(f"{action}|{hand}") if hand else None,
            self.after.get(f"{before.action}|{before.object_type}|{action}"),
        )
        for counts in levels:
            if counts:
                kinds = len(counts)
                share = (counts.get(kind, 0) + kinds * share) / (sum(counts.values()) + kinds)
        return share

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"actions": self.actions, "objects": self.objects, "held": self.held, "after": self.after}


@cache
def possible(action: str) -> frozenset[str]:
    """Types that an action can be done with."""
    wanted = REQUIRED[action]
    able = frozenset(name for name, kind in object_types().items() if kind.can & wanted)
    return able | _AS_WELL if action in ONTO else able


def hand_after(deed: HandledThing, hand: str) -> str:
    """Type of what is in the hand after a deed, "" for nothing.

    Args:
        deed: What was done.
        hand: Type of what was held before.
    """
    if deed.action == "Pickup":
        return deed.object_type
    return "" if deed.action == "Place" else hand


def counted(episodes: Iterable[Iterable[HandledThing]]) -> DeedHabits:
    """Counts of what was done in episodes, each begun with an empty hand."""
    tables: tuple[dict[str, dict[str, int]], ...] = ({}, {}, {}, {})

    def count(table: int, key: str, value: str) -> None:
        row = tables[table].setdefault(key, {})
        row[value] = row.get(value, 0) + 1

    for deeds in episodes:
        before, hand = NO_DEED, ""
        for deed in deeds:
            count(0, _next(before.action, hand), deed.action)
            count(1, deed.action, deed.object_type)
            if hand:
                count(2, f"{deed.action}|{hand}", deed.object_type)
            count(3, f"{before.action}|{before.object_type}|{deed.action}", deed.object_type)
            before, hand = deed, hand_after(deed, hand)
    return DeedHabits(*tables)


@cache
def shipped_habits() -> DeedHabits:
    """The counts that come with homebody; of training games alone."""
    return DeedHabits(**json.loads((files("assets") / SHIPPED).read_text(encoding="utf-8")))


def _next(before: str, hand: str) -> str:
    return f"{before}|{_sort(hand)}"


def _sort(hand: str) -> str:
    """What can be done with what is in the hand: only a knife slices, only a vessel is poured from."""
    if not hand:
        return "empty"
    if "Knife" in hand:
        return "knife"
    kind = object_types().get(hand)
    return "vessel" if kind is not None and "canFillWithLiquid" in kind.can else "thing"
