"""Slicing and cracking: the original record stays, hidden and of no size; pieces are appended."""

from __future__ import annotations

import math
import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np
import yaml

from envs.pocket.things import records
from envs.pocket.things.records import Record
from envs.pocket.things.traits import SLICED_TYPE

if TYPE_CHECKING:
    from envs.pocket.engine import Engine


@cache
def _table() -> dict[str, Any]:
    return yaml.safe_load(resources.files("assets").joinpath("slices.yaml").read_text("utf-8"))


def piece_count(object_type: str, scene: str) -> int:
    """How many pieces an object of this type gives in a scene; it depends on the plan's own asset."""
    row = _table()[object_type]
    plan = re.match(r"FloorPlan(\d+)", scene)
    number = int(plan.group(1)) if plan else 10_000
    return next((n for last, n in sorted(row.get("upto", {}).items()) if number <= last), row["default"])


def add_pieces(engine: Engine, i: int) -> list[int]:
    """Turn object ``i`` into its pieces where it lies; returns their indices."""
    world, original = engine.world, engine.record(i)
    kind = original["objectType"]
    count = piece_count(kind, world.scene.name)
    boxes = _cut(original, count)
    around, was_held = list(original["parentReceptacles"] or ()), world.held == i
    pieces = [world.append(_piece(original, k, count, *boxes[k])) for k in range(count)]
    for piece in pieces:
        world.set_parents(piece, around)
    world.put_down.update(dict.fromkeys(pieces))
    _hide(engine, i)
    if was_held:
        world.held = None
    world.refresh_hidden()
    return pieces


def _cut(record: Record, count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Boxes of the pieces: slabs across the object's own z axis, numbered against it (349 of 397 recorded cuts).

    The direction is the record's yaw; along it the body is as long as its oriented box.
    """
    low, high = records.box_of(record)
    centre, size = (low + high) / 2, high - low
    yaw = math.radians(record["rotation"]["y"])
    along = np.array([math.sin(yaw), 0.0, math.cos(yaw)])
    length, width = _oriented_extent(record, along, size)
    thick = length / count
    half = np.array(
        [abs(along[0]) * thick + abs(along[2]) * width, size[1], abs(along[2]) * thick + abs(along[0]) * width]
    )
    middles = [centre + along * (length / 2 - (k + 0.5) * thick) for k in range(count)]
    return [(middle - half / 2, middle + half / 2) for middle in middles]


def _oriented_extent(record: Record, along: np.ndarray, size: np.ndarray) -> tuple[float, float]:
    """Length along a horizontal direction and width across it, metres."""
    across = np.array([along[2], 0.0, -along[0]])
    oriented = record["objectOrientedBoundingBox"]
    if oriented is None:
        return float(size @ np.abs(along)), float(size @ np.abs(across))
    points = np.asarray(oriented["cornerPoints"], dtype=np.float64)
    return float(np.ptp(points @ along)), float(np.ptp(points @ across))


def _piece(original: Record, k: int, count: int, low: np.ndarray, high: np.ndarray) -> Record:
    """The record of piece ``k``; the first piece of a loaf is a heel of type Bread."""
    kind = original["objectType"]
    heel = kind == "Bread" and k == 0
    piece_type = "Bread" if heel else SLICED_TYPE[kind]
    end, middle = _table()["mass"][kind]
    cookable = piece_type in {"PotatoSliced", "BreadSliced", "EggCracked"}
    label = "cracked_egg" if kind == "Egg" else f"{kind}_Slice_{k + 1}"
    record = {
        **original,
        "name": f"{label}_{original['name'].rsplit('_', 1)[-1]}",
        "objectId": f"{original['objectId']}|{piece_type}_{k}",
        "objectType": piece_type,
        "sliceable": False,
        "isSliced": False,
        "breakable": False,
        "isBroken": False,
        "cookable": cookable,
        "isCooked": original["isCooked"] and cookable,
        "isPickedUp": False,
        "mass": end if k in (0, count - 1) else middle,
        "parentReceptacles": None,
        "receptacleObjectIds": None,
    }
    return records.turned(record, low, high, original["rotation"]["y"])


def _hide(engine: Engine, i: int) -> None:
    world, record = engine.world, engine.record(i)
    world.set_parents(i, ())
    point = world.pivot[i].copy()
    hidden = {
        **engine.record(i),
        "isSliced": record["sliceable"],
        "isPickedUp": False,
        "axisAlignedBoundingBox": records.box_dict(point, point),
        "objectOrientedBoundingBox": {"cornerPoints": records.corner_points(point, point)},
    }
    world.replace(i, hidden)
