"""The likeliest possible sequence of deeds: a beam over what may have been done, with what was in the hand."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from perception.deeds.evidence import DeedEvidence, EvidenceWeights, actions_of, object_scores, places_of
from perception.deeds.habits import NO_DEED, DeedHabits, HandledThing, hand_after, shipped_habits
from perception.deeds.places import (
    TouchedBefore,
    TouchedOnce,
    TouchedPlaces,
    lying_there,
    touched_after,
    touched_again,
)
from perception.recognizer.action import INTERACTIONS, NO_ACTION, RecognizedAction

OWN = EvidenceWeights(
    recognised=0.9,
    pointed=0.5,
    pointed_after=0.1,
    followed=0.3,
    changed=0.1,
    held=0.4,
    habit=0.3,
    again=1.2,
    height=0.5,
    heard=1.5,
)
WATCHED = EvidenceWeights(
    recognised=0.95,
    pointed=0.0,
    pointed_after=0.0,
    followed=0.0,
    changed=0.5,
    held=0.3,
    habit=0.2,
    again=0.8,
    height=0.4,
    heard=1.5,
)
"""Fitted to the deeds of 36 training games (conditional logit, what came before as it was), then set so that errands in
12 generated rooms gain as well: where habit counts for more, what is handled for no purpose is told as what people
handle. What is spoken of is handled e^2.3 times as often as habit expects (384 training games); it counts for less,
since what is seen tells a part of that."""

_WIDTH = 48
"""So many histories are followed at a time."""
_APART = 3
"""So many things that were put down are told apart before histories are one."""
_OBJECTS = 10
"""So many types are considered for an action at a look."""
_UNLIKELY = 0.01
"""Actions with less of a chance are not considered."""
_UNSEEN = math.log(0.05)
"""Log-weight of an interaction that changes no pixel."""
_OUT_OF_TURN = -1.0
"""Log-weight of opening what is open, or switching off what is not on: there may be several of a type."""
_AGAIN = 0.7
"""Log-weight of picking up what was handled before."""
_GONE = -2.0
"""Log-weight of picking up whole what was sliced."""
_TURNS = {"Open": ("open", True), "Close": ("open", False), "ToggleOn": ("on", True), "ToggleOff": ("on", False)}
_HAND_SEEN = 0.1
"""Exponent of what is seen in the hand in one look: looks at one thing are much alike."""
_HAND_FLOOR = 0.05
_TOUCHED = 20.0
"""How much likelier a thing is to be touched where it surely lies than where it may not."""


@dataclass(frozen=True)
class HandState:
    """Where a history has led to.

    Attributes:
        before: The latest deed.
        hand: Type of what is held, "" for nothing.
        active: What is known to be open or on, ("open", "Fridge").
        put: Types of what was put down last, the latest first: what they are shows when they are touched again.
    """

    before: HandledThing = NO_DEED
    hand: str = ""
    active: frozenset[tuple[str, str]] = frozenset()
    put: tuple[str, ...] = ()

    def after(self, deed: HandledThing, apart: int = 0) -> HandState:
        """Where a deed leads to.

        Args:
            deed: What is done.
            apart: How many things that were put down are told apart.
        """
        turn = _TURNS.get(deed.action)
        active = self.active
        if turn is not None:
            thing = (turn[0], deed.object_type)
            active = active | {thing} if turn[1] else active - {thing}
        put = (self.hand, *self.put)[:apart] if deed.action == "Place" else self.put
        return HandState(deed, hand_after(deed, self.hand), active, put)


@dataclass
class LatticeNode:
    """One state after one look.

    Attributes:
        state: It.
        best: Log-weight of the likeliest history that leads here.
        whole: Of all of them together.
        arcs: Where from, by what, with which log-weight.
        handled: Types that were picked up in the likeliest one.
        sliced: Types that were sliced in it.
        touched: What was done in it, in order.
    """

    state: HandState
    best: float = -math.inf
    whole: float = -math.inf
    arcs: list[tuple[LatticeNode, HandledThing | None, float]] = field(default_factory=list)
    back: tuple[LatticeNode | None, HandledThing | None] = (None, None)
    handled: frozenset[str] = frozenset()
    sliced: frozenset[str] = frozenset()
    touched: TouchedBefore = ()


class DeedLattice:
    """Follows what may have been done, look by look.

    Args:
        weights: How much each kind of evidence counts.
        habits: How deeds follow each other; None takes those of training games.
    """

    def __init__(self, weights: EvidenceWeights, habits: DeedHabits | None = None) -> None:
        self._weights, self._habits = weights, habits or shipped_habits()
        self._apart = _APART if weights.again else 0
        self._habit = lru_cache(maxsize=1 << 16)(self._habits.object)
        self._nodes = [LatticeNode(HandState(), 0.0, 0.0)]
        self._looks: list[tuple[DeedEvidence, list[LatticeNode]]] = []
        self._places, self._number = TouchedPlaces(), 0
        self._heard: frozenset[str] = frozenset()

    def hear(self, kinds: Collection[str]) -> None:
        """Know of which types people speak; what they spoke of before is forgotten."""
        self._heard = frozenset(kinds)

    def look(self, seen: DeedEvidence) -> None:
        """Take in the next look."""
        actions = actions_of(seen)
        deeds = {name: self._candidates(seen, name) for name in actions if name in INTERACTIONS}
        places = places_of(seen)
        near = self._places.near(next(iter(places), None)) if deeds and self._weights.again else {}
        self._number += 1
        found: dict[HandState, LatticeNode] = {}
        for node in self._nodes:
            there = lying_there(node.touched, near) if near else ({}, {})
            for deed, weight in self._steps(node, seen, actions, deeds, there):
                after = node.state if deed is None else node.state.after(deed, self._apart)
                _add(found, node, deed, weight + self._felt(after, seen), after, self._number)
        if deeds:
            self._places.note(self._number, places)
        ranked = sorted(found.values(), key=lambda one: -one.best)[:_WIDTH]
        top = ranked[0].best
        self._nodes = [one for one in ranked if one.best > top - 12.0]
        for one in self._nodes:
            one.best -= top
            one.whole = _together([source.whole + weight for source, _, weight in one.arcs]) - top
        self._looks.append((seen, self._nodes))

    def latest(self) -> RecognizedAction:
        """What led to the latest look, as far as is known by now."""
        seen, nodes = self._looks[-1]
        shares = _shares(nodes, {id(node): 0.0 for node in nodes})
        return _told(seen, _best(nodes).back[1], shares)

    def forget_looks(self) -> None:
        """Keep what is in the hand, not how it got there."""
        self._looks = self._looks[-1:]
        for node in self._nodes:
            node.arcs = [
                (LatticeNode(source.state, source.best, source.whole), deed, w) for source, deed, w in node.arcs
            ]
            node.back = (None, node.back[1])

    def sequence(self) -> list[RecognizedAction]:
        """The likeliest sequence, one for each look, with how likely each deed of it is."""
        told: list[RecognizedAction] = []
        if not self._looks:
            return told
        ahead = {id(node): 0.0 for node in self._nodes}
        node = _best(self._nodes)
        for seen, nodes in reversed(self._looks):
            told.append(_told(seen, node.back[1], _shares(nodes, ahead)))
            ahead = _behind(nodes, ahead)
            node = node.back[0] or node
        return told[::-1]

    def _candidates(self, seen: DeedEvidence, action: str) -> dict[HandledThing, float]:
        """The types that what is seen and habit speak for most, with the log-weight of what is seen."""
        scores = object_scores(seen, action, self._weights, self._heard)
        habit = {kind: self._habit(HandledThing(action, kind), NO_DEED, "") for kind in scores}
        ranked = sorted(
            scores, key=lambda kind: (-scores[kind] - self._weights.habit * math.log(habit[kind] + 1e-6), kind)
        )
        return {HandledThing(action, kind): scores[kind] for kind in ranked[:_OBJECTS]}

    def _steps(
        self,
        node: LatticeNode,
        seen: DeedEvidence,
        actions: dict[str, float],
        deeds: dict[str, dict[HandledThing, float]],
        there: tuple[dict[str, float], dict[str, float]],
    ) -> Iterator[tuple[HandledThing | None, float]]:
        """What may have been done, with its log-weight."""
        for name, chance in actions.items():
            if name not in INTERACTIONS:
                yield None, self._weights.action * math.log(chance + 1e-6)
            elif chance >= _UNLIKELY:
                again = touched_again(name, *there)
                yield from self._done(node, seen, math.log(chance), deeds[name], again)

    def _done(
        self,
        node: LatticeNode,
        seen: DeedEvidence,
        chance: float,
        deeds: dict[HandledThing, float],
        again: dict[str, float],
    ) -> Iterator[tuple[HandledThing, float]]:
        state, weights = node.state, self._weights
        action = next(iter(deeds)).action
        scores = {
            deed: score
            + weights.habit * math.log(self._habit(deed, state.before, state.hand) + 1e-5)
            + weights.again * math.log1p(_TOUCHED * again.get(deed.object_type, 0.0))
            + _sense(node, deed)
            for deed, score in deeds.items()
        }
        whole = _together(list(deeds.values()))  # not of ``scores``: what fits no history so far speaks against it
        following = self._habits.action(action, state.before.action, state.hand) * len(INTERACTIONS)
        common = weights.action * chance + weights.turn * math.log(following)
        common += _UNSEEN if seen.unchanged and seen.command is None else 0.0
        for deed, score in scores.items():
            yield deed, common + score - whole

    def _felt(self, state: HandState, seen: DeedEvidence) -> float:
        """How well what is seen in the hand goes with what is held."""
        if not state.hand or not seen.held:
            return 0.0
        return _HAND_SEEN * math.log(seen.held.get(state.hand, 0.0) + _HAND_FLOOR)


def _sense(node: LatticeNode, deed: HandledThing) -> float:
    """Log-weight of doing something in turn, or again."""
    turn = _TURNS.get(deed.action)
    if turn is not None:
        active = (turn[0], deed.object_type) in node.state.active
        return _OUT_OF_TURN if active is turn[1] else 0.0
    if deed.action == "Pickup":
        whole = deed.object_type.removesuffix("Sliced")
        if whole != deed.object_type:
            return _AGAIN if whole in node.sliced or deed.object_type in node.handled else 0.0
        return (_AGAIN if whole in node.handled else 0.0) + (_GONE if whole in node.sliced else 0.0)
    return 0.0


def _add(
    found: dict[HandState, LatticeNode],
    node: LatticeNode,
    deed: HandledThing | None,
    weight: float,
    state: HandState,
    look: int,
) -> None:
    one = found.get(state)
    if one is None:
        one = found[state] = LatticeNode(state)
    one.arcs.append((node, deed, weight))
    if node.best + weight > one.best:
        one.best, one.back = node.best + weight, (node, deed)
        picked = deed is not None and deed.action == "Pickup"
        cut = deed is not None and deed.action == "Slice"
        one.handled = node.handled | {deed.object_type} if deed is not None and picked else node.handled
        one.sliced = node.sliced | {deed.object_type} if deed is not None and cut else node.sliced
        once = None if deed is None else TouchedOnce(look, deed, node.state.hand)
        one.touched = node.touched if once is None else touched_after(node.touched, once)


def _best(nodes: Sequence[LatticeNode]) -> LatticeNode:
    return max(nodes, key=lambda node: node.best)


def _shares(nodes: Sequence[LatticeNode], ahead: dict[int, float]) -> dict[HandledThing | None, float]:
    """How likely each deed is to have led to a look, given all before it and, in ``ahead``, after it."""
    weights: dict[HandledThing | None, list[float]] = {}
    for node in nodes:
        for source, deed, weight in node.arcs:
            weights.setdefault(deed, []).append(source.whole + weight + ahead.get(id(node), -math.inf))
    each = {deed: _together(some) for deed, some in weights.items()}
    whole = _together(list(each.values()))
    return {deed: math.exp(weight - whole) for deed, weight in each.items()}


def _behind(nodes: Sequence[LatticeNode], ahead: dict[int, float]) -> dict[int, float]:
    """Log-weights of all that may follow the look before."""
    weights: dict[int, list[float]] = {}
    for node in nodes:
        for source, _, weight in node.arcs:
            weights.setdefault(id(source), []).append(weight + ahead.get(id(node), -math.inf))
    return {key: _together(some) for key, some in weights.items()}


def _told(seen: DeedEvidence, deed: HandledThing | None, shares: dict[HandledThing | None, float]) -> RecognizedAction:
    """A deed with how likely its action and, if so, its object are."""
    if deed is None:
        name = next((one for one in actions_of(seen) if one not in INTERACTIONS), NO_ACTION)
        return RecognizedAction(name, confidence=_rounded(shares.get(None, 1.0)))
    same = sum(share for one, share in shares.items() if one is not None and one.action == deed.action)
    share = shares.get(deed, 0.0)
    return RecognizedAction(deed.action, deed.object_type, _rounded(same), _rounded(share / same if same > 0 else 0.0))


def _rounded(share: float) -> float:
    return min(1.0, max(0.0, round(share, 6)))


def _together(weights: Sequence[float]) -> float:
    """Logarithm of the sum of weights given by their logarithms."""
    top = max(weights, default=-math.inf)
    if top == -math.inf:
        return top
    return top + math.log(sum(math.exp(one - top) for one in weights))
