"""States that histories of deeds may have led to by a look: put together while they are found, made when they are kept.

Most of those found at a look are given up at once, so they are told apart by what they would be made of.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from perception.deeds.habits import HandledThing
from perception.deeds.hand_states import TURNS, HandState, StateRest, UsualDeeds, active_after, rest_after
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
    """The states of one look while they are found, told apart without being made.

    Args:
        apart: How many things that were put down are told apart.

    Attributes:
        nodes: Them, as they were found.
    """

    def __init__(self, apart: int) -> None:
        self.nodes: list[LatticeNode] = []
        self._apart = apart
        self._by_rest: dict[StateRest, dict[HandledThing, LatticeNode]] = {}

    def same(self, state: HandState) -> LatticeNode:
        """A state itself."""
        return self._one(state.rest, state.before)

    def after(self, state: HandState, action: str) -> Callable[[HandledThing], LatticeNode]:
        """Where deeds of an action lead to from a state."""
        if action in TURNS:
            return lambda deed: self._one((state.hand, active_after(state.active, deed), state.put), deed)
        known = self._by_rest.setdefault(rest_after(state, action, self._apart), {})
        return lambda deed: known.get(deed) or self._new(known, deed)

    def _one(self, rest: StateRest, deed: HandledThing) -> LatticeNode:
        known = self._by_rest.setdefault(rest, {})
        return known.get(deed) or self._new(known, deed)

    def _new(self, known: dict[HandledThing, LatticeNode], deed: HandledThing) -> LatticeNode:
        known[deed] = one = LatticeNode()
        self.nodes.append(one)
        return one
