"""Cameras and looking: map view, third-party cameras, what a ray meets, which objects are in sight."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from envs.pocket.actions.registry import action
from envs.pocket.calls import Vector
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.layers import MAX_SIDE, is_side, view_error
from envs.pocket.scene import Box
from envs.pocket.things.records import vector
from envs.pocket.things.traits import ENCLOSED, VESSELS
from envs.pocket.world.supports import planes_at
from envs.pocket.world.visibility import Camera

MAP_HEIGHT = 5.0
"""How far above the room the map camera hangs, metres (AI2-THOR's ``ToggleMapView``)."""


# -- the map -----------------------------------------------------------------------------------------------------


def map_camera(bounds: Box) -> dict[str, Any]:
    """The orthographic camera that looks straight down on the whole room, as arguments of ``AddThirdPartyCamera``."""
    low, high = bounds.low, bounds.high
    return {
        "position": vector(((low[0] + high[0]) / 2, high[1] + MAP_HEIGHT, (low[2] + high[2]) / 2)),
        "rotation": vector((90.0, 0.0, 0.0)),
        "orthographic": True,
        "orthographicSize": float(max(high[0] - low[0], high[2] - low[2]) / 2),
    }


@action("ToggleMapView")
def toggle_map_view(engine: Engine) -> None:
    """Look from above, or through the agent's eyes again."""
    engine.map_view = not engine.map_view


@action("GetMapViewCameraProperties")
def map_view_camera_properties(engine: Engine) -> dict[str, Any]:
    """Arguments with which ``AddThirdPartyCamera`` looks down on the whole room."""
    return map_camera(engine.world.bounds)


# -- third-party cameras -----------------------------------------------------------------------------------------


@action("AddThirdPartyCamera")
def add_camera(
    engine: Engine,
    position: Vector,
    rotation: Vector | float,
    fieldOfView: float = 90.0,
    skyboxColor: str | None = None,
    orthographic: bool = False,
    orthographicSize: float | None = None,
    nearClippingPlane: float | None = None,
    farClippingPlane: float | None = None,
    antiAliasing: str | None = None,
) -> None:
    """Add a camera that stays where it is; it is listed in ``metadata["thirdPartyCameras"]``.

    Clipping planes, sky and anti-aliasing are accepted as Unity takes them.

    Raises:
        ActionRefused: ``fieldOfView`` is not between 1 and 179 degrees.
    """
    camera = {
        "thirdPartyCameraId": len(engine.cameras),
        "position": _xyz(position, vector((0, 0, 0))),
        "rotation": _xyz(_angles(rotation), vector((0, 0, 0))),
        "fieldOfView": _field_of_view(engine, fieldOfView),
        "orthographic": bool(orthographic),
    }
    if orthographicSize is not None:
        camera["orthographicSize"] = float(orthographicSize)
    engine.cameras = [*engine.cameras, camera]


@action("UpdateThirdPartyCamera")
def update_camera(
    engine: Engine,
    thirdPartyCameraId: int = 0,
    position: Vector | None = None,
    rotation: Vector | float | None = None,
    fieldOfView: float | None = None,
    skyboxColor: str | None = None,
    orthographic: bool | None = None,
    orthographicSize: float | None = None,
    nearClippingPlane: float | None = None,
    farClippingPlane: float | None = None,
    antiAliasing: str | None = None,
) -> None:
    """Move or change a third-party camera; what is not given, single coordinates included, stays.

    Raises:
        ActionRefused: No camera has that number, or ``fieldOfView`` is out of range.
    """
    known = len(engine.cameras)
    if not 0 <= thirdPartyCameraId < known:
        there_are = f"there are {known}, numbered from 0" if known else "none was added yet"
        raise ActionRefused(f"no third-party camera has thirdPartyCameraId {thirdPartyCameraId}; {there_are}")
    camera = dict(engine.cameras[thirdPartyCameraId])
    camera["position"] = _xyz(position or {}, camera["position"])
    camera["rotation"] = _xyz(_angles(rotation), camera["rotation"])
    if fieldOfView is not None:
        camera["fieldOfView"] = _field_of_view(engine, fieldOfView)
    if orthographic is not None:
        camera["orthographic"] = bool(orthographic)
    if orthographicSize is not None:
        camera["orthographicSize"] = float(orthographicSize)
    # A new list and a new dict: events that were already handed out keep the old ones.
    engine.cameras = [camera if k == thirdPartyCameraId else c for k, c in enumerate(engine.cameras)]


def _xyz(given: Vector, default: Vector) -> dict[str, float]:
    return vector(given.get(axis, default[axis]) for axis in "xyz")


def _angles(rotation: Vector | float | None) -> Vector:
    """A rotation as {x, y, z}; a number is a yaw, as in the client."""
    if rotation is None:
        return {}
    return rotation if isinstance(rotation, Mapping) else {"y": float(rotation)}


def _field_of_view(engine: Engine, degrees: float) -> float:
    wrong = view_error(degrees, engine.settings.width, engine.settings.height)
    if wrong:
        raise ActionRefused(wrong)
    return float(degrees)


@action("ChangeResolution")
def change_resolution(engine: Engine, x: int, y: int) -> None:
    """Set the size of the frames, pixels, from this event on.

    Raises:
        ActionRefused: A side is not between 1 and 4096 pixels, or the view would be too wide or too narrow.
    """
    for name, side in (("x", x), ("y", y)):
        if not is_side(side):
            raise ActionRefused(f"{name} is {side!r}; a frame has 1 to {MAX_SIDE} pixels along each side")
    wrong = [view_error(fov, x, y) for fov in (engine.settings.fov, *(c["fieldOfView"] for c in engine.cameras))]
    if any(wrong):
        raise ActionRefused(next(filter(None, wrong)))
    engine.settings = replace(engine.settings, width=int(x), height=int(y))


@action("ChangeFOV")
def change_field_of_view(engine: Engine, fieldOfView: float) -> None:
    """Set the agent's vertical field of view, degrees, from this event on.

    Raises:
        ActionRefused: Not between 1 and 179 degrees, or the view would be too wide or too narrow.
    """
    engine.settings = replace(engine.settings, fov=_field_of_view(engine, fieldOfView))


@action("ChangeQuality")
def change_quality(engine: Engine, quality: str) -> None:
    """Accepted as the client sends it; pictures are drawn the same (``renderMode`` chooses how)."""


# -- what is seen ------------------------------------------------------------------------------------------------


@action("GetObjectInFrame")
def object_in_frame(engine: Engine, x: float, y: float, checkVisible: bool = False) -> str:
    """Id of the object at an image point (fractions from the top left corner).

    Raises:
        ActionRefused: The point is outside the image, nothing is there, or (if asked) it is not visible.
    """
    _check_point(x, y)
    i = engine.object_at(x, y)
    if checkVisible and not engine.sees(i):
        raise ActionRefused(f"{engine.record(i)['objectId']} is at ({x:g}, {y:g}) but not visible", "ObjectNotVisible")
    return engine.record(i)["objectId"]


@action("GetVisibleObjects")
def visible_objects(engine: Engine, maxDistance: float | None = None) -> list[str]:
    """Ids of everything the agent sees, up to ``maxDistance`` metres away (default: ``visibilityDistance``).

    Raises:
        ActionRefused: ``maxDistance`` is not positive.
    """
    reach = engine.settings.reach if maxDistance is None else float(maxDistance)
    if reach <= 0:
        raise ActionRefused(f"maxDistance is {maxDistance!r}; it must be above 0 m")
    usual = engine.settings
    engine.settings = replace(usual, reach=reach)
    seen = engine.visible_mask()
    engine.settings = usual
    return [engine.record(i)["objectId"] for i in np.flatnonzero(seen).tolist()]


@action("GetCoordinateFromRaycast")
def coordinate_from_raycast(engine: Engine, x: float, y: float) -> dict[str, float]:
    """The world point seen at an image point (fractions from the top left corner).

    Surfaces are those of the boxes: furniture is solid up to its support plane, everything else to the top.

    Raises:
        ActionRefused: The point is outside the image, or the ray leaves the room without meeting anything.
    """
    _check_point(x, y)
    camera = engine.camera()
    direction = camera.ray(x, y)
    low, high = _surfaces(engine)
    distance = min(
        float(_entry(camera.eye, direction, low, high).min(initial=np.inf)), _wall(engine, camera, direction)
    )
    if not np.isfinite(distance):
        raise ActionRefused(f"the ray through ({x:g}, {y:g}) meets nothing")
    return vector(camera.eye + distance * direction)


def _check_point(x: float, y: float) -> None:
    if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise ActionRefused(f"x and y must be in [0, 1], not ({x:g}, {y:g})")


def _surfaces(engine: Engine) -> tuple[np.ndarray, np.ndarray]:
    """Boxes of what a ray can meet: (n, 3) low and high corners."""
    world = engine.world
    low, high = world.low.copy(), world.high.copy()
    for i, record in enumerate(world.records):
        shut = record["objectType"] in ENCLOSED and not record["isOpen"]
        if record["receptacle"] and not shut and record["objectType"] not in VESSELS:
            high[i, 1] = planes_at(record, low[i, 1], high[i, 1])[0]
    there = ~world.hidden
    if world.held is not None:
        there[[world.held, *world.carried(world.held)]] = False
    walls = engine.world.scene.walls
    wall_low = np.array([w.low for w in walls], dtype=np.float64).reshape(-1, 3)
    wall_high = np.array([w.high for w in walls], dtype=np.float64).reshape(-1, 3)
    return np.concatenate([low[there], wall_low]), np.concatenate([high[there], wall_high])


def _entry(origin: np.ndarray, direction: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Distance at which a ray enters each box; inf where it misses or starts inside."""
    near, far = _crossings(origin, direction, low, high)
    return np.where((near <= far) & (near > 0), near, np.inf)


def _wall(engine: Engine, camera: Camera, direction: np.ndarray) -> float:
    """Distance at which a ray leaves the room; inf when it does not start inside."""
    bounds = engine.world.bounds
    near, far = _crossings(camera.eye, direction, np.array([bounds.low]), np.array([bounds.high]))
    return float(far[0]) if near[0] <= 0 < far[0] else float("inf")


def _crossings(
    origin: np.ndarray, direction: np.ndarray, low: np.ndarray, high: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Distances at which a ray enters and leaves each box, whichever way the ray points along each axis."""
    steep = np.where(np.abs(direction) < 1e-12, 1e-12, direction)
    a, b = (low - origin) / steep, (high - origin) / steep
    return np.minimum(a, b).max(axis=1), np.maximum(a, b).min(axis=1)


# -- what is published -------------------------------------------------------------------------------------------


@action("SetObjectFilter")
def set_object_filter(engine: Engine, objectIds: list[str]) -> None:
    """List only these objects in the metadata from now on; actions still reach all of them."""
    engine.shown = frozenset(objectIds)


@action("SetObjectFilterForType")
def set_object_filter_for_type(engine: Engine, objectTypes: list[str]) -> None:
    """List only objects of these types in the metadata from now on."""
    engine.shown = frozenset(r["objectId"] for r in engine.world.records if r["objectType"] in set(objectTypes))


@action("ResetObjectFilter")
def reset_object_filter(engine: Engine) -> None:
    """List all objects in the metadata again."""
    engine.shown = None
