"""How objects affect the looks of others: shut in, carried out by a drawer, a hole in the counter for the sink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from envs.pocket.render.pose import ObjectFrame, pose_of
from envs.pocket.render.room import floor_height
from envs.pocket.scene import Box, Rect
from envs.pocket.things.records import Record, box_of
from envs.pocket.things.traits import ENCLOSED

_SUNK = {
    "Sink": ("SinkBasin",),
    "CounterTop": ("SinkBasin", "Sink", "BathtubBasin", "Bathtub"),
    "Bathtub": ("BathtubBasin",),
}


_FRAME = 0.03  # width of a sink's rim around its basin, at least, metres
_BELOW = 0.03  # metres by which furniture has to reach under a counter to count as carrying it


@dataclass(frozen=True)
class DrawingContext:
    """What the other records do to one object.

    Attributes:
        hidden: Cannot be seen from anywhere: cut up, or behind a closed door.
        shift: Metres by which it is drawn away from its record: it lies in a drawer that is pulled out.
        holes: Rectangles cut out of its top, in its own frame, metres.
        drop: How far down to the floor the end panels of a recorded counter reach, metres; 0 when it has none.
    """

    hidden: bool = False
    shift: tuple[float, float, float] = (0.0, 0.0, 0.0)
    holes: tuple[Rect, ...] = ()
    drop: float = 0.0


def pull(size: Sequence[float] | np.ndarray, openness: float) -> float:
    """How far a drawer of that size is drawn out, metres."""
    return min(0.35, 0.8 * float(size[2])) * openness


def surroundings_of(records: Sequence[Record], bounds: Box, recorded: bool) -> list[DrawingContext]:
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
        out.append(DrawingContext(hidden, shift, holes, _drop(record, records, bounds) if recorded else 0.0))
    return out


def _slide(pose: ObjectFrame, openness: float) -> tuple[float, float, float]:
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
            if (lo[[0, 2]] < high[[0, 2]]).all() and (hi[[0, 2]] > low[[0, 2]]).all() and abs(hi[1] - low[1]) < 1.0:
                holes.append(_local(pose, _footprint(other, bounds, recorded), _FRAME if kind == "Sink" else 0.0))
    return tuple(holes)


def _drop(record: Record, records: Sequence[Record], bounds: Box) -> float:
    """How far down a recorded counter's end panels reach: nowhere when it is L-shaped or stands on something."""
    if record["objectType"] != "CounterTop" or record.get("spaces"):
        return 0.0
    low, high = box_of(record)
    for other in records:
        lo, hi = box_of(other)
        fixed = not other["pickupable"] and not other["moveable"] and other["objectType"] != "Floor"
        if fixed and lo[1] < low[1] - 0.1 and (np.minimum(hi, high) - np.maximum(lo, low))[[0, 2]].min() > _BELOW:
            return 0.0
    return round(float(low[1]) - floor_height(records, bounds), 2)


def _footprint(record: Record, bounds: Box, recorded: bool) -> np.ndarray:
    """(4, 3) corners of an object's box on the floor."""
    pose = pose_of(record, bounds, recorded)
    x, _, z = (pose.size / 2).tolist()
    return np.array([(s * x, 0.0, t * z) for s in (-1, 1) for t in (-1, 1)]) @ pose.frame.T + pose.origin


def _local(pose: ObjectFrame, corners: np.ndarray, frame: float) -> Rect:
    """A room rectangle in an object's own frame, cut to its box less a frame of that width (m)."""
    corners = (corners - pose.origin) * (1, 0, 1)
    own = corners @ pose.frame
    half = np.maximum(pose.size / 2 - frame, 0.01)
    (x0, _, z0), (x1, _, z1) = own.min(axis=0), own.max(axis=0)
    return (
        round(float(max(x0, -half[0])), 4),
        round(float(max(z0, -half[2])), 4),
        round(float(min(x1, half[0])), 4),
        round(float(min(z1, half[2])), 4),
    )
