"""What changed between two states of a scene, and how well one set of changes reproduces another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from envs.simulator import ObjectDict

#: Properties of an object that actions change; the first nine are AI2-THOR's, the others TEACh's effects.
STATE_PROPERTIES = (
    "isToggled",
    "isOpen",
    "isFilledWithLiquid",
    "isDirty",
    "isCooked",
    "isSliced",
    "isBroken",
    "isUsedUp",
    "isPickedUp",
    "simbotIsCooked",
    "simbotIsBoiled",
    "simbotIsFilledWithWater",
    "simbotIsFilledWithCoffee",
)
#: Lists of ids; every id that joined or left is a change of its own.
CONTAINMENT_PROPERTIES = ("parentReceptacles", "receptacleObjectIds")
#: Counted in rows of their own: TEACh's bookkeeping, and what depends on time, view or exact geometry.
APART = ("created", "simbotPickedUp", "simbotLastParentReceptacle", "ObjectTemperature", "visible")
MOVED_M = 0.02
"""An object has moved when its pivot has, by more than this (metres)."""
SAME_PLACE_M = 0.25
"""Two moved objects ended in the same place when they lie within one cell of each other (metres)."""

Element = tuple[Any, ...]
ChangedElements = dict[str, set[Element]]


@dataclass
class Score:
    """Counts of changes found, invented and missed."""

    true_positive: int = 0
    false_positive: int = 0
    false_negative: int = 0

    def add(self, predicted: set[Element], recorded: set[Element]) -> None:
        """Count one game's changes of one property."""
        self.true_positive += len(predicted & recorded)
        self.false_positive += len(predicted - recorded)
        self.false_negative += len(recorded - predicted)

    def merge(self, other: Score) -> None:
        """Add another score's counts."""
        self.true_positive += other.true_positive
        self.false_positive += other.false_positive
        self.false_negative += other.false_negative

    @property
    def precision(self) -> float:
        """Share of predicted changes that were recorded; 1 when none was predicted."""
        total = self.true_positive + self.false_positive
        return self.true_positive / total if total else 1.0

    @property
    def recall(self) -> float:
        """Share of recorded changes that were predicted; 1 when none was recorded."""
        total = self.true_positive + self.false_negative
        return self.true_positive / total if total else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; 1 when there was nothing to find and nothing was."""
        total = 2 * self.true_positive + self.false_positive + self.false_negative
        return 2 * self.true_positive / total if total else 1.0

    def as_dict(self) -> dict[str, float]:
        """The figures for reports, with the number of recorded changes as ``n``."""
        return {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "n": self.true_positive + self.false_negative,
        }


def changed_properties(initial: Iterable[ObjectDict], final: Sequence[ObjectDict]) -> ChangedElements:
    """Every change from one state to the other, by property.

    An object that only the final state has is compared with one whose states are all false and that is nowhere.
    """
    before = {o["objectId"]: o for o in initial}
    changes: ChangedElements = {p: set() for p in (*STATE_PROPERTIES, *CONTAINMENT_PROPERTIES, *APART)}
    for item in final:
        object_id = item["objectId"]
        old = before.get(object_id, {})
        if not old:
            changes["created"].add((object_id,))
        for prop in (*STATE_PROPERTIES, "simbotPickedUp"):
            value = bool(item.get(prop))
            if value != bool(old.get(prop)):
                changes[prop].add((object_id, value))
        for prop in ("ObjectTemperature", "simbotLastParentReceptacle", "visible"):
            value = item.get(prop)
            if old and value != old.get(prop):
                changes[prop].add((object_id, value))
        for prop in CONTAINMENT_PROPERTIES:
            here, there = set(item.get(prop) or ()), set(old.get(prop) or ())
            changes[prop].update((object_id, "+", k) for k in here - there)
            changes[prop].update((object_id, "-", k) for k in there - here)
    return changes


def moved_objects(initial: Iterable[ObjectDict], final: Sequence[ObjectDict]) -> dict[str, tuple[float, ...]]:
    """Final positions of the objects that were somewhere else at first."""
    before = {o["objectId"]: _at(o) for o in initial}
    return {
        o["objectId"]: _at(o)
        for o in final
        if o["objectId"] in before and _distance(before[o["objectId"]], _at(o)) > MOVED_M
    }


def same_place(ours: Mapping[str, tuple[float, ...]], recorded: Mapping[str, tuple[float, ...]]) -> Score:
    """Score of moved objects: right when both moved and ended within ``SAME_PLACE_M`` of each other."""
    hits = sum(_distance(p, recorded[k]) <= SAME_PLACE_M for k, p in ours.items() if k in recorded)
    return Score(hits, len(ours) - hits, len(recorded) - hits)


def _at(item: ObjectDict) -> tuple[float, ...]:
    return tuple(item["position"][k] for k in "xyz")


def _distance(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
