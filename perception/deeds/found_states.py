"""States that histories of deeds may have led to by a look: numbered while they are found, made when they are kept.

Most of those found at a look are given up at once, so they are told apart by what they would be made of.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from perception.deeds.habits import HandledThing
from perception.deeds.hand_states import TURNS, HandState, StateRest, UsualDeeds, rest_after
from perception.deeds.places import TouchedBefore

_BEGINNING = HandState()


@dataclass(eq=False, slots=True)
class LatticeNode:
    """One state after one look.

    Attributes:
        state: It.
        usual: What usually follows.
        best: Log-weight of the likeliest history that leads here.
        whole: Of all of them together.
        arcs: Where from, by what, with which log-weight.
        handled: Types that were picked up in the likeliest one.
        sliced: Types that were sliced in it.
        touched: What was done in it, in order.
    """

    state: HandState = _BEGINNING
    usual: UsualDeeds | None = None
    best: float = -math.inf
    whole: float = -math.inf
    arcs: list[tuple[LatticeNode, HandledThing | None, float]] = field(default_factory=list)
    back: tuple[LatticeNode | None, HandledThing | None] = (None, None)
    handled: frozenset[str] = frozenset()
    sliced: frozenset[str] = frozenset()
    touched: TouchedBefore = ()

    def add(self, node: LatticeNode, deed: HandledThing | None, weight: float) -> None:
        """Take in that one more history leads here.

        Args:
            node: Where from.
            deed: By what.
            weight: With which log-weight.
        """
        self.arcs.append((node, deed, weight))
        if node.best + weight > self.best:
            self.best, self.back = node.best + weight, (node, deed)

    def alone(self) -> LatticeNode:
        """The same without what led there."""
        return LatticeNode(self.state, self.usual, self.best, self.whole)


class FoundStates:
    """Numbers of the states of one look while they are found, told apart without being made.

    Args:
        apart: How many things that were put down are told apart.

    Attributes:
        best: Log-weight of the likeliest history that leads to each, by number.
    """

    def __init__(self, apart: int) -> None:
        self.best: list[float] = []
        self._apart = apart
        self._by_rest: dict[StateRest, dict[HandledThing, int]] = {}

    def reach(self, node: LatticeNode, deeds: Sequence[HandledThing | None], weights: Sequence[float]) -> list[int]:
        """Numbers of where histories lead that go on from a state.

        Args:
            node: The state.
            deeds: How they go on: by deeds of one action, or by None alone, without one.
            weights: With which log-weights.
        """
        state, numbers, known = node.state, [], None
        for deed, weight in zip(deeds, weights, strict=True):
            if deed is None:
                known, deed = self._by_rest.setdefault(state.rest, {}), state.before
            elif known is None or deed.action in TURNS:
                known = self._by_rest.setdefault(rest_after(state, deed, self._apart), {})
            numbers.append(self._number(known, deed, node.best + weight))
        return numbers

    def _number(self, known: dict[HandledThing, int], deed: HandledThing, weight: float) -> int:
        number = known.get(deed)
        if number is None:
            known[deed] = number = len(self.best)
            self.best.append(weight)
        elif weight > self.best[number]:
            self.best[number] = weight
        return number
