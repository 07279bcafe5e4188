"""Publishing: from the state of a room to AI2-THOR metadata, both key spellings, as a snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.pocket.actions.motion import HELD_OFFSET, hand_position
from envs.pocket.engine import Arrangement
from envs.pocket.publish.frames import FrameRenderer
from envs.pocket.publish.snapshot import Snapshot
from envs.pocket.scene import stood_in_for
from envs.pocket.staging.cameras import map_camera
from envs.pocket.things.records import Record, box_dict, published, vector, xyz
from envs.pocket.things.turning import euler_angles, rotation_matrix
from envs.simulator import ThorMetadata

_LEGACY: dict[str, Any] = {
    "colorBounds": None,
    "actionIntReturn": 0,
    "actionFloatReturn": 0.0,
    "visibleRange": None,
}
_EMPTY = (
    "flatSurfacesOnGrid", "distances", "normals", "isOpenableGrid", "segmentedObjectIds", "objectIdsInBox",
    "actionStringsReturn", "actionFloatsReturn", "actionVector3sReturn",
)  # fmt: skip


@dataclass(frozen=True)
class ActionResult:
    """How the last action ended."""

    action: str
    error: str = ""
    code: str = ""
    value: Any = None


class Publisher:
    """Builds metadata and frames; reuses the dict of every object that looks the same as last time.

    Args:
        look: How frames are drawn, ``plain`` or ``textured``.
    """

    def __init__(self, look: str = "plain") -> None:
        self.artist = FrameRenderer(look)
        self._things: Arrangement | None = None
        self._shown: list[Record] = []
        self._distances = np.zeros(0)
        self._visible = np.zeros(0, dtype=np.bool_)
        self._bounds: Record | None = None

    def objects(self, snap: Snapshot) -> list[Record]:
        """The object dicts as seen from the agent's pose."""
        agent = snap.agent
        things = snap.things
        offset = things.pivot - np.array([agent.x, agent.y, agent.z])
        distances, visible = np.sqrt(np.einsum("ij,ij->i", offset, offset)), _visible(snap)
        records, away, seen = things.records, distances.tolist(), visible.tolist()
        out = [*self._shown[: len(records)], *records[len(self._shown) :]]
        for i in self._changed(things, distances, visible):
            out[i] = item = published(records[i])
            item["visible"] = item["isInteractable"] = seen[i]
            item["obstructed"] = not seen[i]
            item["distance"] = away[i]
        for i, change in things.reached.items():
            out[i] = {**out[i], **change}
        self._things, self._shown = things, out
        self._distances, self._visible = distances, visible
        return out.copy()

    def _changed(self, things: Arrangement, distances: np.ndarray, visible: np.ndarray) -> list[int]:
        """Indices of objects that look different from last time, in order; new ones last."""
        source, records = self._things.records if self._things else [], things.records
        known = min(len(source), len(records))
        other = distances[:known] != self._distances[:known]
        other |= visible[:known] != self._visible[:known]
        if things is not self._things:
            pairs = zip(records[:known], source[:known], strict=True)
            other |= np.array([a is not b for a, b in pairs], dtype=np.bool_)
            before = self._things.reached if self._things else {}
            for i in {*things.reached, *before}:
                if i < known:
                    other[i] = True
        return [*np.flatnonzero(other).tolist(), *range(known, len(records))]

    def metadata(self, snap: Snapshot, result: ActionResult) -> dict[str, Any]:
        """The complete metadata of one event."""
        agent, settings = snap.agent, snap.settings
        held = [] if snap.held is None else [snap.things.records[snap.held]]
        low, high = snap.bounds.low, snap.bounds.high
        eye = xyz(*snap.camera.position) if snap.map_view is None else map_camera(snap.map_view)["position"]
        if self._bounds is None:
            self._bounds = box_dict(np.array(low), np.array(high))
        return ThorMetadata(
            {
                "objects": _filtered(self.objects(snap), snap.shown),
                "agent": {
                    "name": "agent",
                    "position": xyz(agent.x, agent.y, agent.z),
                    "rotation": xyz(0.0, agent.yaw, 0.0),
                    "cameraHorizon": float(agent.horizon),
                    "isStanding": snap.standing,
                    "inHighFrictionArea": False,
                },
                "heldObjectPose": hand_pose(snap),
                "arm": None,
                "inventoryObjects": [{"objectId": r["objectId"], "objectType": r["objectType"]} for r in held],
                "lastAction": result.action,
                "lastActionSuccess": not result.error,
                "errorMessage": result.error,
                "errorCode": result.code or None,
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
                "colors": self.artist.colors(snap) if snap.layers.instances or snap.layers.classes else None,
                "depthFormat": "Meters",
                "thirdPartyCameras": [dict(c) for c in snap.cameras],
                "collided": False,
                "collidedObjects": [],
                "currentTime": snap.time,
                **_LEGACY,
                **_stand_in(snap.scene),
                **{key: [] for key in _EMPTY},
            }
        )


def hand_pose(snap: Snapshot) -> dict[str, dict[str, float]]:
    """Where the hand is and how it is turned, in the room and as the camera sees it (x right, y up, z ahead)."""
    camera, agent = snap.camera, snap.agent
    up, ahead = HELD_OFFSET
    pose = {
        "position": xyz(*hand_position(camera)),
        "rotation": xyz(agent.horizon, agent.yaw, 0.0),
        "localPosition": xyz(0.0, up, ahead),
        "localRotation": xyz(0.0, 0.0, 0.0),
    }
    if snap.hand is None and snap.hand_turn is None:
        return pose
    frame = rotation_matrix({"x": agent.horizon, "y": agent.yaw})
    if snap.hand is not None:
        pose |= {"position": vector(snap.hand), "localPosition": vector(frame.T @ (snap.hand - camera.eye))}
    if snap.hand_turn is not None:
        pose |= {"rotation": euler_angles(frame @ snap.hand_turn), "localRotation": euler_angles(snap.hand_turn)}
    return pose


def _stand_in(scene: str) -> dict[str, str]:
    """A key of ours, there only when it has something to say."""
    plan = stood_in_for(scene)
    return {} if plan is None else {"standInFor": plan}


def _filtered(objects: list[Record], shown: frozenset[str] | None) -> list[Record]:
    return objects if shown is None else [o for o in objects if o["objectId"] in shown]


def _visible(snap: Snapshot) -> np.ndarray:
    """(n,) True where the object is visible from the snapshot's pose."""
    things = snap.things
    seen = np.zeros(len(things.records), dtype=np.bool_)
    seen[things.open] = things.view.visible(things.open, snap.agent, snap.camera, snap.settings.reach)
    if snap.held is not None:
        inside = set(things.records[snap.held]["receptacleObjectIds"] or ())
        carried = [i for i in things.open.tolist() if things.records[i]["objectId"] in inside] if inside else []
        seen[[snap.held, *carried]] = True
    return seen
