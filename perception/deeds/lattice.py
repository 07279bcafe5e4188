"""The likeliest possible sequence of deeds: a beam over what may have been done, with what was in the hand."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

from perception.deeds.evidence import DeedEvidence, EvidenceWeights, actions_of, object_scores, places_of
from perception.deeds.found_states import FoundStates, LatticeNode
from perception.deeds.habits import NO_DEED, DeedHabits, HandledThing, hand_after, shipped_habits
from perception.deeds.hand_states import TURNS, UsualDeeds
from perception.deeds.places import (
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
_HAND_SEEN = 0.1
"""Exponent of what is seen in the hand in one look: looks at one thing are much alike."""
_HAND_FLOOR = 0.05
_LEAST = 12.0
"""Histories that are less likely than the likeliest by so much, as log-weight, are given up."""
_TOUCHED = 20.0
"""How much likelier a thing is to be touched where it surely lies than where it may not."""


@dataclass(eq=False)
class _Offer:
    """What may have been done at one look, by one action.

    Attributes:
        action: The action.
        deeds: It with each type that comes into question; none for what is no interaction.
        weights: Log-weight of each by what is seen.
        common: Log-weight of the action by what is seen.
        unseen: Log-weight of its changing no pixel, if it does not.
        whole: Of all its deeds together.
        usual: Log-weights by what is seen and what is usual, by that.
        likeliest: Log-weight of the likeliest history that goes on by each of the deeds.
    """

    action: str
    deeds: list[HandledThing]
    weights: list[float]
    common: float
    unseen: float = 0.0
    whole: float = 0.0
    usual: dict[int, _Usual] = field(default_factory=dict)
    likeliest: list[float] = field(default_factory=list)
    _likely: list[int] | None = None

    def likely(
        self, weights: list[float], least: float, latest: Collection[HandledThing]
    ) -> tuple[list[HandledThing | None], list[float]]:
        """What may be likely enough, with its log-weights; see ``DeedLattice``.

        Args:
            weights: Of all.
            least: Log-weight that the likeliest history must surpass.
            latest: Deeds of histories that may go on without another.
        """
        if self.action not in INTERACTIONS:
            return [None], weights
        if self._likely is None:
            each = zip(self.deeds, self.likeliest, strict=True)
            self._likely = [k for k, (deed, best) in enumerate(each) if best > least or deed in latest]
        return [self.deeds[k] for k in self._likely], [weights[k] for k in self._likely]


@dataclass(frozen=True)
class _Usual:
    """Log-weights of an offer after one deed with one thing in the hand.

    Attributes:
        common: Of its action.
        each: Of its deeds among themselves, by what is seen and by habit.
        felt: Of what is seen in the hand, after each.
        weights: Of each, all together, by what tells of doing it in turn or again; () where nothing does.
    """

    common: float
    each: list[float]
    felt: list[float]
    weights: dict[tuple[float, ...], list[float]]


_Step = tuple[LatticeNode, _Offer, list[float]]
"""From where, by which of what may have been done, with which log-weights."""


class DeedLattice:
    """Follows what may have been done, look by look.

    Args:
        weights: How much each kind of evidence counts.
        habits: How deeds follow each other; None takes those of training games.
    """

    def __init__(self, weights: EvidenceWeights, habits: DeedHabits | None = None) -> None:
        self._weights, self._habits = weights, habits or shipped_habits()
        self._apart = _APART if weights.again else 0
        self._habit = lru_cache(maxsize=1 << 12)(self._habits.object)
        self._usual = lru_cache(maxsize=1 << 12)(partial(UsualDeeds, self._habits))
        self._nodes = [LatticeNode(best=0.0, whole=0.0, usual=self._usual(NO_DEED, ""))]
        self._looks: list[tuple[DeedEvidence, list[LatticeNode]]] = []
        self._places, self._number = TouchedPlaces(), 0
        self._heard: frozenset[str] = frozenset()

    def hear(self, kinds: Collection[str]) -> None:
        """Know of which types people speak; what they spoke of before is forgotten."""
        self._heard = frozenset(kinds)

    def look(self, seen: DeedEvidence) -> None:
        """Take in the next look."""
        offers = [self._offer(seen, name, chance) for name, chance in actions_of(seen).items()]
        handles = any(offer.action in INTERACTIONS for offer in offers)
        places = places_of(seen)
        near = self._places.near(next(iter(places), None)) if handles and self._weights.again else {}
        self._number += 1
        steps: list[_Step] = []
        for node in self._nodes:
            there = lying_there(node.touched, near) if near else ({}, {})
            steps += [(node, offer, self._weigh(node, offer, seen, there)) for offer in offers]
        if handles:
            self._places.note(self._number, places)
        self._nodes = self._reached(steps)
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
                (LatticeNode(source.state, source.usual, source.best, source.whole), deed, w)
                for source, deed, w in node.arcs
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

    def _offer(self, seen: DeedEvidence, action: str, chance: float) -> _Offer:
        """What may have been done by an action, by what is seen alone; nothing by an interaction that hardly was."""
        weights = self._weights
        if action not in INTERACTIONS:
            return _Offer(action, [], [], weights.action * math.log(chance + 1e-6))
        if chance < _UNLIKELY:
            return _Offer(action, [], [], -math.inf)
        scores = self._candidates(seen, action)
        each = list(scores.values())
        unseen = _UNSEEN if seen.unchanged and seen.command is None else 0.0
        # Of what is seen, not of what fits a history: what fits none so far speaks against the action.
        return _Offer(action, list(scores), each, weights.action * math.log(chance), unseen, _together(each))

    def _candidates(self, seen: DeedEvidence, action: str) -> dict[HandledThing, float]:
        """The types that what is seen and habit speak for most, with the log-weight of what is seen."""
        scores = object_scores(seen, action, self._weights, self._heard)
        habit = {kind: self._habit(HandledThing(action, kind), NO_DEED, "") for kind in scores}
        ranked = sorted(
            scores, key=lambda kind: (-scores[kind] - self._weights.habit * math.log(habit[kind] + 1e-6), kind)
        )
        return {HandledThing(action, kind): scores[kind] for kind in ranked[:_OBJECTS]}

    def _weigh(
        self, node: LatticeNode, offer: _Offer, seen: DeedEvidence, there: tuple[dict[str, float], dict[str, float]]
    ) -> list[float]:
        """Log-weights of what may have been done after a history; of what is no interaction, of that alone."""
        if offer.action not in INTERACTIONS:
            return [offer.common + _felt(node.state.hand, seen)]
        usual = offer.usual.get(id(node.usual))
        if usual is None:
            usual = offer.usual[id(node.usual)] = self._usually(node, offer, seen)
        again, sense = touched_again(offer.action, *there), _sense(node, offer)
        if not again and sense in usual.weights:
            return usual.weights[sense]
        each = usual.each
        if again:
            weight = self._weights.again
            lies = [weight * math.log1p(_TOUCHED * again.get(deed.object_type, 0.0)) for deed in offer.deeds]
            each = [one + more for one, more in zip(each, lies, strict=True)]
        if sense:
            each = [one + more for one, more in zip(each, sense, strict=True)]
        found = _altogether(usual.common, each, offer.whole, usual.felt)
        if not again:
            usual.weights[sense] = found
        return found

    def _usually(self, node: LatticeNode, offer: _Offer, seen: DeedEvidence) -> _Usual:
        weights, hand, usual = self._weights, node.state.hand, node.usual
        if not offer.deeds or usual is None:
            return _Usual(0.0, [], [], {(): []})
        habit = usual.objects(offer.deeds)
        each = [score + weights.habit * one for score, one in zip(offer.weights, habit, strict=True)]
        common = offer.common + weights.turn * usual.turn(offer.action) + offer.unseen
        felt = [_felt(hand_after(deed, hand), seen) for deed in offer.deeds]
        return _Usual(common, each, felt, {})

    def _reached(self, steps: Sequence[_Step]) -> list[LatticeNode]:
        """The likeliest states that steps lead to, the likeliest first.

        Deeds that no history goes on by that is likely enough are left out, unless one may go on without another.
        """
        top = _note_likeliest(steps)
        latest = {node.state.before for node, _, _ in steps}
        ways = [(node, *offer.likely(weights, top - _LEAST, latest)) for node, offer, weights in steps]
        found = FoundStates(self._apart)
        reached = [found.reach(*way) for way in ways]
        ranked = sorted(range(len(found.best)), key=lambda number: -found.best[number])[:_WIDTH]
        kept = {number: LatticeNode() for number in ranked if found.best[number] > top - _LEAST}
        for (node, deeds, weights), numbers in zip(ways, reached, strict=True):
            for deed, weight, number in zip(deeds, weights, numbers, strict=True):
                if number in kept:
                    kept[number].add(node, deed, weight)
        for one in kept.values():
            self._settle(one, top)
        return list(kept.values())

    def _settle(self, one: LatticeNode, top: float) -> None:
        """Note which state it is, what was done in the likeliest history that leads there, and how likely it is."""
        one.best -= top
        one.whole = _together([source.whole + weight for source, _, weight in one.arcs]) - top
        source, deed = one.back
        if source is None:
            return
        one.state, one.usual = source.state, source.usual
        one.handled, one.sliced, one.touched = source.handled, source.sliced, source.touched
        if deed is None:
            return
        one.state = source.state.after(deed, self._apart)
        one.usual = self._usual(deed, one.state.hand)
        if deed.action == "Pickup":
            one.handled |= {deed.object_type}
        if deed.action == "Slice":
            one.sliced |= {deed.object_type}
        one.touched = touched_after(source.touched, TouchedOnce(self._number, deed, source.state.hand))


def _felt(hand: str, seen: DeedEvidence) -> float:
    """How well what is seen in the hand goes with what is held."""
    return _HAND_SEEN * math.log(seen.held.get(hand, 0.0) + _HAND_FLOOR) if hand and seen.held else 0.0


def _altogether(common: float, each: Sequence[float], whole: float, felt: Sequence[float]) -> list[float]:
    return [common + one - whole + held for one, held in zip(each, felt, strict=True)]


def _sense(node: LatticeNode, offer: _Offer) -> tuple[float, ...]:
    """Log-weights of doing something in turn, or again; none where nothing tells."""
    turn = TURNS.get(offer.action)
    if turn is not None:
        active = node.state.active
        return tuple(
            [_OUT_OF_TURN if ((turn[0], deed.object_type) in active) is turn[1] else 0.0 for deed in offer.deeds]
        )
    if offer.action == "Pickup" and (node.handled or node.sliced):
        return tuple([_taken_again(node, deed.object_type) for deed in offer.deeds])
    return ()


def _taken_again(node: LatticeNode, kind: str) -> float:
    whole = kind.removesuffix("Sliced")
    if whole != kind:
        return _AGAIN if whole in node.sliced or kind in node.handled else 0.0
    return (_AGAIN if whole in node.handled else 0.0) + (_GONE if whole in node.sliced else 0.0)


def _note_likeliest(steps: Sequence[_Step]) -> float:
    """Note for every deed how likely a history by it is at most; returns the log-weight of the likeliest of all."""
    top, noted = -math.inf, set[int]()
    for node, offer, weights in steps:
        if id(weights) in noted:  # of a history before, which is likelier
            continue
        noted.add(id(weights))
        sums = [node.best + weight for weight in weights]
        offer.likeliest = list(map(max, offer.likeliest, sums)) if offer.likeliest else sums
        top = max(top, *sums) if sums else top
    return top


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
