"""Deeds that were only seen: what may have been done where somebody's eyes are to be doubted.

Of every deed the eyes tell an action, the class of a thing and how sure they are. What was done then is a matter of
probability: how often things of a class are handled so at all, which classes are taken for which, and how sure the eyes
were. What is counted are expectations, so that one wrong deed among many weighs little, and a thing that is handled
again and again shows even where it is called by other names.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from agent.recognition.trace import Act
from envs.vocabulary.uses import basins
from memory.experience import type_of

CERTAIN = 0.995
"""Confidence from which a deed is taken to be as it was seen."""
_LEAST = 0.02
_KINDS = 100
"""Classes that a thing may be taken for by chance."""
_RARE, _BY_CHANCE = 0.0005, 5.0
"""Share of deeds with a class that was never handled so, and how many mistakes by chance count beside those counted."""
PIECES = ("Sliced", "Cracked")
"""Ends of the classes of food that was prepared."""
_SHOWN = 0.02
"""Probability below which what a thing may have been is not looked at."""
CLEAR, FAIR = 0.97, 0.6
"""Mean confidence from which deeds are seen clearly, or fairly."""

Shares = Mapping[str, float]
"""Class → probability."""


@dataclass(frozen=True)
class DoubtfulDeed:
    """One deed as far as it was seen.

    Attributes:
        action: What was done.
        targets: What it may have been done to; of ``Place`` and ``Pour`` the receptacle.
        things: What the hand may have held before; empty when nothing is known of that.
    """

    action: str
    targets: Shares
    things: Shares


@lru_cache(maxsize=1)
def seen_table() -> Mapping[str, Any]:
    """What was learnt of deeds as they are seen: ``assets/recognition_seen.json``."""
    text = (resources.files("assets") / "recognition_seen.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text))


@lru_cache(maxsize=20_000)
def meant(action: str, kind: str, confidence: float) -> Shares:
    """What may have been handled where a thing of a class was seen to be.

    Args:
        action: What was done.
        kind: The class that was seen.
        confidence: How sure the eyes were, 0 to 1.
    """
    if confidence >= CERTAIN:
        return {place(kind): 1.0}
    sure = max(_LEAST, confidence)
    usual, mistaken = seen_table()["handled"].get(action, {}), seen_table()["mistaken"]
    total = max(1, sum(usual.values()))
    weights: dict[str, float] = defaultdict(float)
    for name in {kind, *usual}:
        taken = mistaken.get(name, {})
        wrongly = (taken.get(kind, 0) + _BY_CHANCE / _KINDS) / (sum(taken.values()) + _BY_CHANCE)
        fits = sure if name == kind else (1 - sure) * wrongly
        weights[place(name)] += (usual.get(name, 0) / total + _RARE) * fits
    whole = sum(weights.values())
    return {name: share / whole for name, share in weights.items() if share >= _SHOWN * whole}


def place(kind: str) -> str:
    """A class, of a basin that of what it is part of."""
    return basins().get(kind, kind)


class SeenDeeds:
    """A run of deeds as they were seen.

    Attributes:
        deeds: One for each act, in order.
        clarity: ``clear``, ``fair`` or ``poor``, by how sure the eyes were on the whole.
    """

    def __init__(self, acts: Sequence[Act]) -> None:
        self.deeds: list[DoubtfulDeed] = []
        self.clarity = _clarity([1.0 if act.confidence is None else act.confidence for act in acts])
        held: tuple[str, Shares] | None = None
        for act in acts:
            sure = 1.0 if act.confidence is None else act.confidence
            targets = meant(act.action, act.target_type, sure)
            known = held[1] if held is not None and act.held == held[0] else None
            things = known or (meant("Pickup", type_of(act.held), sure) if act.held else {})
            self.deeds.append(DoubtfulDeed(act.action, targets, things))
            if act.action in ("Pickup", "Place"):
                held = (act.target, targets) if act.action == "Pickup" else None

    @cached_property
    def handled(self) -> Mapping[str, Counter[str]]:
        """By action, how often things of each class are to be expected to have been handled so."""
        found: dict[str, Counter[str]] = defaultdict(Counter)
        for deed in self.deeds:
            found[deed.action].update(deed.targets)
        return found

    @cached_property
    def put(self) -> Counter[tuple[str, str]]:
        """How often things of a class are to be expected to have been put to a place of a class."""
        found: Counter[tuple[str, str]] = Counter()
        for deed in self.deeds:
            if deed.action == "Place":
                for thing, share in deed.things.items():
                    for spot, part in deed.targets.items():
                        found.update({(thing, spot): share * part})
        return found

    @cached_property
    def moved(self) -> Counter[str]:
        """How often things of each class were put somewhere."""
        found: Counter[str] = Counter()
        for (thing, _), count in self.put.items():
            found[thing] += count
        return found

    @cached_property
    def reached(self) -> Counter[str]:
        """How often something was put to a place of each class."""
        found: Counter[str] = Counter()
        for (_, spot), count in self.put.items():
            found[spot] += count
        return found

    @cached_property
    def tidied(self) -> Mapping[tuple[str, str], float]:
        """``put``, of whole things alone: food that is prepared is left out."""
        return {pair: n for pair, n in self.put.items() if not pair[0].endswith(PIECES)}


def _clarity(confidences: Sequence[float]) -> str:
    mean = sum(confidences) / len(confidences) if confidences else 1.0
    return "clear" if mean >= CLEAR else "fair" if mean >= FAIR else "poor"
