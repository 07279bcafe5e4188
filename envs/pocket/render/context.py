"""How objects affect the looks of others: shut in, carried out by a drawer, a hole in the counter for the sink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.pocket.records import box_of
from envs.pocket.render.look import Rect
from envs.pocket.render.pose import Pose, pose_of
from envs.pocket.scene import Box
from envs.pocket.traits import ENCLOSED
from envs.pocket.world import COUNTER_DEPTH

Record = dict[str, Any]
_SUNK = {"Sink": ("SinkBasin",), "CounterTop": ("SinkBasin", "Sink"), "Bathtub": ("BathtubBasin",)}
_UNDER = frozenset({"Cabinet", "Drawer", "Sink", "SinkBasin", "StoveBurner"})
_CELL = 0.1  # metres; grain at which a deep counter is cut to where it stands on something


@dataclass(frozen=True)
class Surroundings:
    """What the other records do to one object.

    Attributes:
        hidden: Cannot be seen from anywhere: cut up, or behind a closed door.
        shift: Metres by which it is drawn away from its record: it lies in a drawer that is pulled out.
        holes: Rectangles cut out of its top, in its own frame, metres.
    """

    hidden: bool = False
    shift: tuple[float, float, float] = (0.0, 0.0, 0.0)
    holes: tuple[Rect, ...] = ()


def pull(size: Sequence[float] | np.ndarray, openness: float) -> float:
    """How far a drawer of that size is drawn out, metres."""
    return min(0.35, 0.8 * float(size[2])) * openness


def surroundings_of(records: Sequence[Record], bounds: Box, recorded: bool) -> list[Surroundings]:
    """One entry per record."""
    by_id = {r["objectId"]: r for r in records}
    shifts = {
        r["objectId"]: _slide(pose_of(r, bounds, recorded), r["openness"])
        for r in records
        if r["objectType"] == "Drawer" and r["isOpen"]
    }
    out = []
    for record in records:
        parents = record["parentReceptacles"] or ()
        shift = next((shifts[p] for p in parents if p in shifts), (0.0, 0.0, 0.0))
        hidden = _gone(record) or any(_shut(by_id[p]) for p in parents if p in by_id)
        holes = _holes(record, records, bounds, recorded) if record["objectType"] in _SUNK else ()
        out.append(Surroundings(hidden, shift, holes))
    return out


def _slide(pose: Pose, openness: float) -> tuple[float, float, float]:
    x, y, z = (pose.frame[:, 2] * pull(pose.size, openness)).tolist()
    return x, y, z


def _gone(record: Record) -> bool:
    size = record["axisAlignedBoundingBox"]["size"]
    return record["isSliced"] or (record["isBroken"] and record["objectType"] == "Egg") or not any(size.values())


def _shut(record: Record) -> bool:
    return record["objectType"] in ENCLOSED and record["openable"] and not record["isOpen"]


def _holes(record: Record, records: Sequence[Record], bounds: Box, recorded: bool) -> tuple[Rect, ...]:
    pose = pose_of(record, bounds, recorded)
    low, high = box_of(record)
    kind = record["objectType"]
    holes = []
    for other in records:
        if other["objectType"] in _SUNK[kind]:
            lo, hi = box_of(other)
            if (lo[[0, 2]] < high[[0, 2]]).all() and (hi[[0, 2]] > low[[0, 2]]).all() and abs(hi[1] - low[1]) < 0.7:
                holes.append(_local(pose, lo, hi))
    if kind == "CounterTop" and min(pose.size[0], pose.size[2]) > COUNTER_DEPTH:
        holes += _empty_parts(record, records, pose)
    return tuple(holes)


def _local(pose: Pose, low: np.ndarray, high: np.ndarray) -> Rect:
    """A room rectangle in an object's own frame, cut to its box."""
    corners = np.array([(x, 0.0, z) for x in (low[0], high[0]) for z in (low[2], high[2])]) - pose.origin * (1, 0, 1)
    own = corners @ pose.frame
    half = pose.size / 2
    (x0, _, z0), (x1, _, z1) = own.min(axis=0), own.max(axis=0)
    return (
        round(float(max(x0, -half[0])), 4),
        round(float(max(z0, -half[2])), 4),
        round(float(min(x1, half[0])), 4),
        round(float(min(z1, half[2])), 4),
    )


def _empty_parts(record: Record, records: Sequence[Record], pose: Pose) -> list[Rect]:
    """The parts of a deep counter's box with nothing below or on them: it is L- or U-shaped."""
    low, high = box_of(record)
    xs = np.arange(low[0] + _CELL / 2, high[0], _CELL)
    zs = np.arange(low[2] + _CELL / 2, high[2], _CELL)
    solid = np.zeros((len(xs), len(zs)), dtype=bool)
    for other in records:
        lo, hi = box_of(other)
        mine = record["objectId"] in (other["parentReceptacles"] or ())
        below = other["objectType"] in _UNDER and lo[1] < low[1] + 0.1 and hi[1] > low[1] - 0.35
        if mine or below:
            near = 0.12 if below else 0.2
            solid |= np.outer((xs > lo[0] - near) & (xs < hi[0] + near), (zs > lo[2] - near) & (zs < hi[2] + near))
    if solid.mean() < 0.3:
        return []
    out = []
    for k, (x, column) in enumerate(zip(xs, solid, strict=True)):
        x0, x1 = x - _CELL / 2, high[0] if k == len(xs) - 1 else x + _CELL / 2
        for first, last in _runs(~column):
            z0, z1 = zs[first] - _CELL / 2, high[2] if last == len(zs) - 1 else zs[last] + _CELL / 2
            out.append(_local(pose, np.array([x0, 0, z0]), np.array([x1, 0, z1])))
    return out


def _runs(mask: np.ndarray) -> list[tuple[int, int]]:
    """First and last index of each run of True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], mask.astype(np.int8), [0]])))
    return [(int(a), int(b) - 1) for a, b in edges.reshape(-1, 2)]
