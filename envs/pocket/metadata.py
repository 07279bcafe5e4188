"""Publishing: from the state of a room to AI2-THOR metadata, both key spellings, as a snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.pocket.engine import Engine, Settings
from envs.pocket.motion import hand_position
from envs.pocket.records import Record, box_dict, vector
from envs.pocket.scene import AgentPose
from envs.pocket.visibility import Camera, View

_LEGACY: dict[str, Any] = {
    "colorBounds": None, "flatSurfacesOnGrid": None, "distances": None, "normals": None, "isOpenableGrid": None,
    "segmentedObjectIds": None, "objectIdsInBox": None, "actionIntReturn": 0, "actionFloatReturn": 0.0,
    "actionStringsReturn": None, "actionFloatsReturn": None, "actionVector3sReturn": None, "visibleRange": None,
}  # fmt: skip


@dataclass(frozen=True)
class Snapshot:
    """What metadata is built from, later if at all: references and copies that no action will change."""

    records: list[Record]
    pivot: np.ndarray
    hidden: np.ndarray
    view: View
    agent: AgentPose
    standing: bool
    held: int | None
    settings: Settings
    hand: np.ndarray
    cameras: tuple[dict[str, Any], ...]
    scene: str
    bounds: tuple[np.ndarray, np.ndarray]
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
        records=world.records.copy(),
        pivot=world.pivot.copy(),
        hidden=world.hidden.copy(),
        view=engine.view(),
        agent=world.agent,
        standing=world.standing,
        held=world.held,
        settings=engine.settings,
        hand=hand_position(engine),
        cameras=tuple(engine.cameras),
        scene=world.scene.name,
        bounds=(np.array(bounds.low), np.array(bounds.high)),
        time=world.time,
    )


class Publisher:
    """Builds metadata; reuses the dict of every object that looks the same as last time."""

    def __init__(self) -> None:
        self._source: list[Record] = []
        self._shown: list[Record] = []

    def objects(self, snap: Snapshot) -> list[Record]:
        """The object dicts as seen from the agent's pose."""
        agent = snap.agent
        offset = snap.pivot - np.array([agent.x, agent.y, agent.z])
        distances = np.sqrt(np.einsum("ij,ij->i", offset, offset)).tolist()
        visible = _visible(snap).tolist()
        source, shown, out = self._source, self._shown, []
        known = len(source)
        for i, record in enumerate(snap.records):
            if i < known and source[i] is record:
                last = shown[i]
                if last["distance"] == distances[i] and last["visible"] == visible[i]:
                    out.append(last)
                    continue
            seen = visible[i]
            item = record.copy()
            item["visible"] = item["isInteractable"] = seen
            item["obstructed"] = not seen
            item["distance"] = distances[i]
            out.append(item)
        self._source, self._shown = snap.records, out
        return list(out)

    def metadata(self, snap: Snapshot, result: Result) -> dict[str, Any]:
        """The complete metadata of one event."""
        agent, settings = snap.agent, snap.settings
        held = [] if snap.held is None else [snap.records[snap.held]]
        low, high = snap.bounds
        camera = Camera(agent, snap.standing)
        hand = {"position": vector(snap.hand), "rotation": vector((agent.horizon, agent.yaw, 0.0))}
        return {
            "objects": self.objects(snap),
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
            "sceneBounds": box_dict(low, high),
            "isSceneAtRest": True,
            "cameraPosition": vector(camera.eye),
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


def _visible(snap: Snapshot) -> np.ndarray:
    """(n,) True where the object is visible from the snapshot's pose."""
    seen = np.zeros(len(snap.records), dtype=np.bool_)
    which = np.flatnonzero(~snap.hidden)
    camera = Camera(snap.agent, snap.standing, snap.settings.fov, snap.settings.width / snap.settings.height)
    seen[which] = snap.view.visible(which, snap.agent, camera, snap.settings.reach)
    if snap.held is not None:
        held = snap.records[snap.held]
        inside = set(held["receptacleObjectIds"] or ())
        seen[snap.held] = True
        for i, record in enumerate(snap.records):
            if inside and record["objectId"] in inside:
                seen[i] = True
    return seen
