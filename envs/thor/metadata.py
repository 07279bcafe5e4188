"""Metadata of any AI2-THOR build brought into the form of the contract: both spellings, nothing missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from envs.simulator import Metadata, ObjectDict, ThorMetadata

#: Keys of an object dict that were renamed: the name in 3.x and the name in 5.x.
RENAMED = (
    ("ObjectTemperature", "temperature"),
    ("canChangeTempToHot", "isHeatSource"),
    ("canChangeTempToCold", "isColdSource"),
)
_OBJECT_DEFAULTS: Mapping[str, Any] = {
    "ObjectTemperature": "RoomTemp",
    "temperature": "RoomTemp",
    "canChangeTempToHot": False,
    "isHeatSource": False,
    "canChangeTempToCold": False,
    "isColdSource": False,
    "assetId": "",
    "controlledObjects": None,
    "salientMaterials": None,
    "receptacleObjectIds": None,
    "objectOrientedBoundingBox": None,
    "isMoving": False,
}
_TOP_DEFAULTS: Mapping[str, Any] = {
    "arm": None, "collided": False, "collidedObjects": (), "colors": None, "thirdPartyCameras": (),
    "actionReturn": None, "agentId": 0, "isSceneAtRest": True, "depthFormat": "Meters",
    "colorBounds": None, "flatSurfacesOnGrid": (), "distances": (), "normals": (), "isOpenableGrid": (),
    "segmentedObjectIds": (), "objectIdsInBox": (), "actionIntReturn": 0, "actionFloatReturn": 0.0,
    "actionStringsReturn": (), "actionFloatsReturn": (), "actionVector3sReturn": (), "visibleRange": None,
}  # fmt: skip
_ORIGIN = {"x": 0.0, "y": 0.0, "z": 0.0}


def complete_metadata(raw: Mapping[str, Any]) -> Metadata:
    """A copy of an event's metadata with everything that the contract promises.

    Args:
        raw: As a build of AI2-THOR 3 to 5 sends it.
    """
    given = dict(raw)  # a plain dict: the client's own one warns about the keys that are added here
    out: Metadata = ThorMetadata(_TOP_DEFAULTS)
    out.update(given)
    for key, usual in _TOP_DEFAULTS.items():
        if usual == ():
            out[key] = out[key] or []
    out["errorMessage"], out["errorCode"] = given.get("errorMessage") or "", given.get("errorCode") or None
    out["objects"] = [complete_object(item) for item in given["objects"]]
    _complete_hand(out)
    return out


def complete_object(raw: Mapping[str, Any]) -> ObjectDict:
    """A copy of an object dict with both spellings of every renamed key."""
    out: ObjectDict = {**_OBJECT_DEFAULTS, **raw}
    for old, new in RENAMED:
        out[old] = out[new] = raw.get(new, raw.get(old, _OBJECT_DEFAULTS[old]))
    seen = bool(raw["visible"])
    handy = raw.get("isInteractable", not raw["obstructed"] if "obstructed" in raw else seen)
    out["isInteractable"], out["obstructed"] = bool(handy), bool(raw.get("obstructed", not handy))
    out["openness"] = float(raw.get("openness", 1.0 if raw["isOpen"] else 0.0))
    out["fillLiquid"] = raw.get("fillLiquid") or ("water" if raw["isFilledWithLiquid"] else None)
    out["parentReceptacles"] = raw.get("parentReceptacles") or None
    if raw["receptacle"]:
        out["receptacleObjectIds"] = raw.get("receptacleObjectIds") or []
    return out


def _complete_hand(out: Metadata) -> None:
    """``hand`` was renamed to ``heldObjectPose``."""
    pose = out.get("heldObjectPose") or out.pop("hand", None) or {"position": _ORIGIN, "rotation": _ORIGIN}
    out["heldObjectPose"] = {"localPosition": dict(_ORIGIN), "localRotation": dict(_ORIGIN), **pose}
