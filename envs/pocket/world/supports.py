"""Where the surfaces of furniture are, read off what rests on them.

A box says how far a piece of furniture reaches, arm rests and decoration included, not how high its top is. What rests
on it does: the surface is right below. In the initial states of 1,032 recorded games the undersides of what lies on one
piece of furniture agree within 2 cm, while the share of the box's height at which they lie differs from piece to
piece: 0.73 to 0.95 for dining tables, 0.41 to 0.85 for beds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from envs.pocket.things.records import Record
from envs.pocket.things.traits import DEFAULT_SUPPORT, MORE_SUPPORT
from envs.vocabulary.object_types import object_types
from envs.vocabulary.uses import basins, handiest

FITTED = frozenset(handiest("putting down")) - {"Floor"} | {"Toilet", "Drawer", "Sink", "Bathtub"}
"""Receptacles with one surface, whose height is worth knowing better than their type tells it."""
SEATS = frozenset({"Sofa", "ArmChair", "Chair"})
"""Things may lie on arm rests and backs of these, higher than on the seat."""
_RIMMED = frozenset(basins().values())
"""Into these a basin is sunk; at the height of the rim the basin's box ends."""
_SAME = 0.04  # metres between undersides on one level
_OUT = 0.05  # metres beyond the box's bottom or top: what is there fell down or stands on something else
_SHARE = 0.15  # of a seat's height: what begins higher above the usual seat lies on the back or an arm
_ENOUGH = 0.004  # metres: a difference that nobody sees
_LIP = 0.004  # how far a rim stands over its basin, metres
_RIM = 0.3  # a worktop's box is 0.1 m high; a much higher one reaches down to the floor, metres
_ABOVE = 0.17  # how far the box of such a worktop reaches above it, metres


def planes_of(record: Record) -> tuple[float, ...]:
    """Heights of the planes on which contents of an object rest, as fractions of its box's height."""
    return record.get("supports") or usual_planes(record["objectType"])


def planes_at(record: Record, low: float, high: float) -> tuple[float, ...]:
    """The same planes as heights in the room (m), for a box from ``low`` to ``high``."""
    return tuple(low + f * (high - low) for f in planes_of(record))


def usual_planes(kind: str) -> tuple[float, ...]:
    """The same for a type, where nothing tells it better."""
    known = object_types().get(kind)
    return (known.support if known else ()) or MORE_SUPPORT.get(kind, DEFAULT_SUPPORT)


def fitted_planes(
    records: Sequence[Record], low: np.ndarray, high: np.ndarray, rests_on: Sequence[int | None]
) -> dict[int, tuple[float, ...]]:
    """Planes of the furniture whose surface is not where its type has it.

    Args:
        records: All objects of a room in which everything is at rest.
        low: (n, 3) lower corners of their boxes, metres.
        high: (n, 3) upper corners.
        rests_on: For each object the index of what it lies on, or None.

    Returns:
        By index of the receptacle, fractions of its box's height.
    """
    undersides: dict[int, list[float]] = {}
    for i, k in enumerate(rests_on):
        if k is not None and records[k]["objectType"] in FITTED and not _stacked(i, k, low, high, rests_on):
            undersides.setdefault(k, []).append(float(low[i, 1] - low[k, 1]))
    out = {}
    for k, record in enumerate(records):
        kind, tall = record["objectType"], float(high[k, 1] - low[k, 1])
        if kind not in FITTED or tall <= 0.0:
            continue
        usual = usual_planes(kind)[0] * tall
        level = _level(undersides.get(k, []), kind, tall, usual)
        if level is None:
            level = _unused(records, k, kind, tall, low, high)
        elif kind in _RIMMED:
            level = min(level, _rim(records, k, low, high) or level)
        if level is not None and abs(level - usual) > _ENOUGH:
            out[k] = (level / tall,)
    return out


def _stacked(i: int, k: int, low: np.ndarray, high: np.ndarray, rests_on: Sequence[int | None]) -> bool:
    """Whether object i stands on another thing on receptacle k rather than on its surface."""
    sides = [0, 2]
    for j, other in enumerate(rests_on):
        if other != k or j == i or low[j, 1] > low[i, 1] - 0.01 or high[j, 1] > low[i, 1] + 0.03:
            continue
        if (low[j, sides] < high[i, sides]).all() and (high[j, sides] > low[i, sides]).all():
            return True
    return False


def _level(undersides: Sequence[float], kind: str, tall: float, usual: float) -> float | None:
    """Height of the surface over the box's bottom: where most things begin; None when none of them tells."""
    heights = sorted(h for h in undersides if -_OUT <= h <= tall + _OUT)
    groups: list[list[float]] = []
    for h in heights:
        if groups and h - groups[-1][-1] <= _SAME:
            groups[-1].append(h)
        else:
            groups.append([h])
    if kind in SEATS:
        groups = [g for g in groups if g[0] <= usual + _SHARE * tall]
    if not groups:
        return None
    return max(groups, key=lambda g: (len(g), -abs(g[0] - usual)))[0]


def _unused(
    records: Sequence[Record], k: int, kind: str, tall: float, low: np.ndarray, high: np.ndarray
) -> float | None:
    """The surface of furniture on which nothing lies, where its box or its basin tells it."""
    if kind in _RIMMED:
        return _rim(records, k, low, high)
    return tall - _ABOVE if kind == "CounterTop" and tall > _RIM else None


def _rim(records: Sequence[Record], k: int, low: np.ndarray, high: np.ndarray) -> float | None:
    """Height over the box's bottom just above the basin in a sink or tub."""
    middle = (low + high) / 2
    for i, record in enumerate(records):
        if basins().get(record["objectType"]) == records[k]["objectType"]:
            inside = all(low[k, a] < middle[i, a] < high[k, a] for a in (0, 2))
            if inside and low[k, 1] < high[i, 1] and low[i, 1] < high[k, 1]:
                return float(min(high[i, 1] + _LIP, high[k, 1] + _OUT) - low[k, 1])
    return None
