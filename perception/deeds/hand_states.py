"""Where a history of deeds has led to, and what usually follows from there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from perception.deeds.habits import NO_DEED, DeedHabits, HandledThing, hand_after
from perception.recognizer.action import INTERACTIONS

TURNS = {"Open": ("open", True), "Close": ("open", False), "ToggleOn": ("on", True), "ToggleOff": ("on", False)}
"""What is so after an action, and whether it is."""
_SELDOM = 1e-5
"""So likely is at least whatever can be done."""

Active = frozenset[tuple[str, str]]
"""What is known to be open or on, ("open", "Fridge")."""


class HandState(NamedTuple):
    """Where a history has led to.

    Attributes:
        before: The latest deed.
        hand: Type of what is held, "" for nothing.
        active: What is known to be open or on.
        put: Types of what was put down last, the latest first: what they are shows when they are touched again.
    """

    before: HandledThing = NO_DEED
    hand: str = ""
    active: Active = frozenset()
    put: tuple[str, ...] = ()

    def after(self, deed: HandledThing, apart: int = 0) -> HandState:
        """Where a deed leads to.

        Args:
            deed: What is done.
            apart: How many things that were put down are told apart.
        """
        put = put_after(self, apart) if deed.action == "Place" else self.put
        return HandState(deed, hand_after(deed, self.hand), active_after(self.active, deed), put)

    @property
    def rest(self) -> StateRest:
        """All but the latest deed, and what that tells: the same however often one of two deeds is looked up."""
        return None if self.before.action == "Pickup" else self.hand, self.active, self.put


StateRest = tuple[str | None, Active, tuple[str, ...]]
"""What is held, unless it was picked up by the latest deed; what is open or on; what was put down last."""


def rest_after(state: HandState, deed: HandledThing, apart: int) -> StateRest:
    """``rest`` of where a deed leads to; the same for all deeds of an action that turns nothing on or off."""
    if deed.action == "Pickup":
        return None, state.active, state.put
    if deed.action == "Place":
        return "", state.active, put_after(state, apart)
    return state.hand, active_after(state.active, deed), state.put


def put_after(state: HandState, apart: int) -> tuple[str, ...]:
    """What was put down last, after what is held was put down as well."""
    return (state.hand, *state.put)[:apart]


def active_after(active: Active, deed: HandledThing) -> Active:
    """What is open or on after a deed."""
    turn = TURNS.get(deed.action)
    if turn is None:
        return active
    thing = (turn[0], deed.object_type)
    return active | {thing} if turn[1] else active - {thing}


class UsualDeeds:
    """Log-chances of what may come next, by habit, after a deed and with something in the hand.

    Args:
        habits: How deeds follow each other.
        before: The deed before.
        hand: Type of what is held, "" for nothing.
    """

    def __init__(self, habits: DeedHabits, before: HandledThing, hand: str) -> None:
        self._habits, self._before, self._hand = habits, before, hand
        self._turns: dict[str, float] = {}
        self._objects: dict[HandledThing, float] = {}

    def turn(self, action: str) -> float:
        """How much likelier an action is than any."""
        if action not in self._turns:
            share = self._habits.action(action, self._before.action, self._hand)
            self._turns[action] = math.log(share * len(INTERACTIONS))
        return self._turns[action]

    def objects(self, deeds: Sequence[HandledThing]) -> list[float]:
        """How likely each of some deeds is to be what its action is done with."""
        for deed in deeds:
            if deed not in self._objects:
                share = self._habits.object(deed, self._before, self._hand)
                self._objects[deed] = math.log(share + _SELDOM)
        return [self._objects[deed] for deed in deeds]
