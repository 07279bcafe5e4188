"""Object records: the AI2-THOR object dict as the engine stores it, with both key spellings.

Derived keys (``visible``, ``obstructed``, ``isInteractable``, ``distance``) are filled in when metadata is published.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Record = dict[str, Any]

CAPABILITIES = (
    "receptacle",
    "toggleable",
    "breakable",
    "canFillWithLiquid",
    "dirtyable",
    "canBeUsedUp",
    "cookable",
    "sliceable",
    "openable",
    "pickupable",
    "moveable",
)
STATES = (
    "isToggled",
    "isBroken",
    "isFilledWithLiquid",
    "isDirty",
    "isUsedUp",
    "isCooked",
    "isSliced",
    "isOpen",
    "isPickedUp",
    "isMoving",
)
PRIVATE = ("supports", "spaces", "front", "depth", "hull", "glass", "openings")
"""What the engine notes in a record for itself; ``envs.pocket.world`` says what each means."""


def xyz(x: float, y: float, z: float) -> dict[str, float]:
    """An {x, y, z} dict of numbers that are plain floats already."""
    return {"x": x, "y": y, "z": z}


def vector(values: Any) -> dict[str, float]:
    """An {x, y, z} dict of plain floats."""
    x, y, z = values
    return {"x": float(x), "y": float(y), "z": float(z)}


def corner_points(low: np.ndarray, high: np.ndarray) -> list[list[float]]:
    """The eight corners in the engine's order: x, then y, then z, each high before low."""
    (x0, y0, z0), (x1, y1, z1) = low.tolist(), high.tolist()
    return [[x, y, z] for x in (x1, x0) for y in (y1, y0) for z in (z1, z0)]


def box_dict(low: np.ndarray, high: np.ndarray) -> dict[str, Any]:
    """An ``axisAlignedBoundingBox`` from its two extreme corners."""
    return {
        "cornerPoints": corner_points(low, high),
        "center": vector((low + high) / 2),
        "size": vector(high - low),
    }


def box_of(record: Record) -> tuple[np.ndarray, np.ndarray]:
    """Low and high corner of a record's axis-aligned box, metres."""
    box = record["axisAlignedBoundingBox"]
    at, wide = box["center"], box["size"]
    centre = np.array((at["x"], at["y"], at["z"]), dtype=np.float64)
    half = np.array((wide["x"], wide["y"], wide["z"]), dtype=np.float64) / 2
    return centre - half, centre + half


def from_thor(raw: Record) -> Record:
    """A complete record from any AI2-THOR object dict, 3.x or 5.x, custom ``simbot…`` properties left out.

    Raises:
        KeyError: A key without which the object cannot be simulated is missing (``objectId``, ``objectType``,
            ``position`` or ``axisAlignedBoundingBox``).
    """
    record: Record = {
        "name": raw.get("name", raw["objectId"]),
        "position": vector(raw["position"][k] for k in "xyz"),
        "rotation": vector(raw.get("rotation", {}).get(k, 0.0) for k in "xyz"),
        "visible": False,
        "obstructed": True,
        "isInteractable": False,
    }
    record.update({key: bool(raw.get(key, False)) for key in (*CAPABILITIES, *STATES)})
    record["openness"] = float(raw.get("openness", 1.0 if record["isOpen"] else 0.0))
    record["fillLiquid"] = raw.get("fillLiquid") or ("water" if record["isFilledWithLiquid"] else None)
    temperature = raw.get("ObjectTemperature", raw.get("temperature", "RoomTemp"))
    hot_source = bool(raw.get("canChangeTempToHot", raw.get("isHeatSource", False)))
    cold_source = bool(raw.get("canChangeTempToCold", raw.get("isColdSource", False)))
    record.update(
        ObjectTemperature=temperature,
        temperature=temperature,
        canChangeTempToHot=hot_source,
        isHeatSource=hot_source,
        canChangeTempToCold=cold_source,
        isColdSource=cold_source,
        mass=float(raw.get("mass", 0.0)),
        salientMaterials=raw.get("salientMaterials"),
        receptacleObjectIds=[] if record["receptacle"] else None,
        parentReceptacles=None,
        controlledObjects=None,
        distance=0.0,
        objectType=raw["objectType"],
        objectId=raw["objectId"],
        assetId=raw.get("assetId", ""),
        color="",
        material="",
    )
    record.update({key: int(raw[key]) for key in ("repainted", "recoloured") if key in raw})
    low, high = box_of(raw)
    record["axisAlignedBoundingBox"] = box_dict(low, high)
    oriented = record["pickupable"] or record["moveable"]
    record["objectOrientedBoundingBox"] = raw.get("objectOrientedBoundingBox") or (
        {"cornerPoints": corner_points(low, high)} if oriented else None
    )
    return record


def published(record: Record) -> Record:
    """A copy without what only the engine knows."""
    item = record.copy()
    for key in PRIVATE:
        item.pop(key, None)
    return item


def moved(record: Record, shift: np.ndarray) -> Record:
    """A copy of the record carried by ``shift`` metres, box and pivot together."""
    low, high = box_of(record)
    position = [record["position"][k] + s for k, s in zip("xyz", shift, strict=True)]
    change: Record = {"position": vector(position), "axisAlignedBoundingBox": box_dict(low + shift, high + shift)}
    oriented = record["objectOrientedBoundingBox"]
    if oriented is not None:
        points = np.asarray(oriented["cornerPoints"], dtype=np.float64) + shift
        change["objectOrientedBoundingBox"] = {"cornerPoints": points.tolist()}
    return {**record, **change}


def turned(record: Record, low: np.ndarray, high: np.ndarray, yaw: float) -> Record:
    """A copy put upright into a new box, its pivot below the box centre and its yaw set."""
    bottom = np.array([(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2])
    change: Record = {
        "position": vector(bottom),
        "rotation": vector((0.0, yaw, 0.0)),
        "axisAlignedBoundingBox": box_dict(low, high),
    }
    if record["objectOrientedBoundingBox"] is not None:
        change["objectOrientedBoundingBox"] = {"cornerPoints": corner_points(low, high)}
    return {**record, **change}
