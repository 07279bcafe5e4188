"""Publishing: from the state of a room to AI2-THOR metadata, both key spellings, as a snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.pocket.cameras import map_camera
from envs.pocket.engine import Engine, Settings
from envs.pocket.motion import hand_position
from envs.pocket.records import Record, box_dict, vector
from envs.pocket.scene import AgentPose, Box
from envs.pocket.visibility import Camera, View

_LEGACY: dict[str, Any] = {
    "colorBounds": None, "flatSurfacesOnGrid": None, "distances": None, "normals": None, "isOpenableGrid": None,
    "segmentedObjectIds": None, "objectIdsInBox": None, "actionIntReturn": 0, "actionFloatReturn": 0.0,
    "actionStringsReturn": None, "actionFloatsReturn": None, "actionVector3sReturn": None, "visibleRange": None,
}  # fmt: skip


@dataclass(frozen=True)
class Snapshot:
    """What metadata is built from, later if at all: references and copies that no action will change.

    Equal ``state`` means the very same records.
    """

    state: tuple[object, int]
    records: list[Record]
    pivot: np.ndarray
    hidden: np.ndarray
    view: View
    agent: AgentPose
    standing: bool
    held: int | None
    settings: Settings
    camera: Camera
    cameras: tuple[dict[str, Any], ...]
    map_view: Box | None
    shown: frozenset[str] | None
    scene: str
    bounds: Box
    time: float


@dataclass(frozen=True)
class Result:
    """How the last action ended."""

    action: str
    error: str = ""
    code: str = ""
    value: Any = None


def take_snapshot(engine: Engine) -> Snapshot:
    """Freeze the room as it is now."""
    world = engine.world
    bounds = world.bounds
    return Snapshot(
        state=(world, world.stamp),
        records=world.records.copy(),
        pivot=world.pivot.copy(),
        hidden=world.hidden.copy(),
        view=engine.view(),
        agent=world.agent,
        standing=world.standing,
        held=world.held,
        settings=engine.settings,
        camera=engine.camera(),
        cameras=tuple(engine.cameras),
        map_view=bounds if engine.map_view else None,
        shown=engine.shown,
        scene=world.scene.name,
        bounds=bounds,
        time=world.time,
    )


class Publisher:
    """Builds metadata; reuses the dict of every object that looks the same as last time."""

    def __init__(self) -> None:
        self._state: object = None
        self._source: list[Record] = []
        self._shown: list[Record] = []
        self._distances = np.zeros(0)
        self._visible = np.zeros(0, dtype=np.bool_)
        self._bounds: Record | None = None

    def objects(self, snap: Snapshot) -> list[Record]:
        """The object dicts as seen from the agent's pose."""
        agent = snap.agent
        offset = snap.pivot - np.array([agent.x, agent.y, agent.z])
        distances, visible = np.sqrt(np.einsum("ij,ij->i", offset, offset)), _visible(snap)
        out = self._shown.copy()
        for i in self._changed(snap, distances, visible):
            seen = bool(visible[i])
            item = snap.records[i].copy()
            item["visible"] = item["isInteractable"] = seen
            item["obstructed"] = not seen
            item["distance"] = float(distances[i])
            if i < len(out):
                out[i] = item
            else:
                out.append(item)
        del out[len(snap.records) :]
        self._state, self._source, self._shown = snap.state, snap.records, out
        self._distances, self._visible = distances, visible
        return out.copy()

    def _changed(self, snap: Snapshot, distances: np.ndarray, visible: np.ndarray) -> list[int]:
        """Indices of objects that look different from last time, in order; new ones last."""
        known = min(len(self._source), len(snap.records))
        other = distances[:known] != self._distances[:known]
        other |= visible[:known] != self._visible[:known]
        if snap.state != self._state:
            pairs = zip(snap.records[:known], self._source[:known], strict=True)
            other |= np.array([a is not b for a, b in pairs], dtype=np.bool_)
        return [*np.flatnonzero(other).tolist(), *range(known, len(snap.records))]

    def metadata(self, snap: Snapshot, result: Result) -> dict[str, Any]:
        """The complete metadata of one event."""
        agent, settings = snap.agent, snap.settings
        held = [] if snap.held is None else [snap.records[snap.held]]
        low, high = snap.bounds.low, snap.bounds.high
        eye = vector(snap.camera.eye) if snap.map_view is None else map_camera(snap.map_view)["position"]
        if self._bounds is None:
            self._bounds = box_dict(np.array(low), np.array(high))
        hand = {"position": vector(hand_position(snap.camera)), "rotation": vector((agent.horizon, agent.yaw, 0.0))}
        return {
            "objects": _filtered(self.objects(snap), snap.shown),
            "agent": {
                "name": "agent",
                "position": vector((agent.x, agent.y, agent.z)),
                "rotation": vector((0.0, agent.yaw, 0.0)),
                "cameraHorizon": float(agent.horizon),
                "isStanding": snap.standing,
                "inHighFrictionArea": False,
            },
            "heldObjectPose": {**hand, "localPosition": vector((0, 0, 0)), "localRotation": vector((0, 0, 0))},
            "arm": None,
            "inventoryObjects": [{"objectId": r["objectId"], "objectType": r["objectType"]} for r in held],
            "lastAction": result.action,
            "lastActionSuccess": not result.error,
            "errorMessage": result.error,
            "errorCode": result.code,
            "actionReturn": result.value,
            "sceneName": snap.scene,
            "sceneBounds": self._bounds,
            "isSceneAtRest": True,
            "cameraPosition": eye,
            "cameraOrthSize": float(max(high[0] - low[0], high[2] - low[2]) / 2),
            "fov": float(settings.fov),
            "screenWidth": settings.width,
            "screenHeight": settings.height,
            "agentId": 0,
            "colors": None,
            "thirdPartyCameras": [dict(c) for c in snap.cameras],
            "collided": False,
            "collidedObjects": [],
            "currentTime": snap.time,
            **_LEGACY,
            "hand": hand,
            "reachablePositions": result.value if result.action == "GetReachablePositions" else None,
        }


def _filtered(objects: list[Record], shown: frozenset[str] | None) -> list[Record]:
    return objects if shown is None else [o for o in objects if o["objectId"] in shown]


def _visible(snap: Snapshot) -> np.ndarray:
    """(n,) True where the object is visible from the snapshot's pose."""
    seen = np.zeros(len(snap.records), dtype=np.bool_)
    which = np.flatnonzero(~snap.hidden)
    seen[which] = snap.view.visible(which, snap.agent, snap.camera, snap.settings.reach)
    if snap.held is not None:
        held = snap.records[snap.held]
        inside = set(held["receptacleObjectIds"] or ())
        seen[snap.held] = True
        for i, record in enumerate(snap.records):
            if inside and record["objectId"] in inside and not snap.hidden[i]:
                seen[i] = True
    return seen
