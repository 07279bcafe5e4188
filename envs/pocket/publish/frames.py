"""Frames of an event, drawn when they are first looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from envs.pocket.staging.cameras import map_camera
from envs.pocket.world.visibility import Camera
from envs.segmentation import Colours, Segmentation
from envs.simulator import Views

if TYPE_CHECKING:
    from envs.pocket.publish.snapshot import Snapshot
    from envs.pocket.render import Frames, FreeCamera, Renderer


class FrameRenderer:
    """Draws the views of snapshots; one per controller.

    Args:
        mode: ``plain`` or ``textured``, see ``Renderer``.
    """

    def __init__(self, mode: str = "plain") -> None:
        self._mode = mode
        self.colours = Colours()

    @cached_property
    def _mine(self) -> Renderer:
        """Draws what the agent sees; made late, so that who never looks never loads the renderer."""
        return _renderer(self._mode)

    @cached_property
    def _outside(self) -> Renderer:
        """Draws what other cameras see, where the held thing is at its place in the room."""
        return _renderer(self._mode)

    def colors(self, snap: Snapshot) -> list[dict[str, Any]]:
        """``metadata["colors"]``: every object, and every class when it first comes up."""
        names: dict[str, None] = {}
        for record in snap.things.records:
            names[record["objectId"]] = names[record["objectType"]] = None
        return [{"name": name, "color": list(self.colours[name])} for name in names]

    def views(self, snap: Snapshot) -> Views:
        """Everything that the event of a snapshot shows."""
        if not snap.layers:
            return Views()
        others = tuple(self._view(snap, self._watch(snap, camera)) for camera in snap.cameras)
        if snap.map_view is not None:
            frames = self._watch(snap, map_camera(snap.map_view))
        else:
            frames = _draw(self._mine, snap, snap.camera, snap.held)
        return replace(self._view(snap, frames), others=others)

    def window(self, snap: Snapshot, side: int) -> Views:
        """Whose each pixel is, and how deep, in a square view of the agent's, whatever the snapshot's event shows."""
        records = snap.things.records
        camera = Camera(snap.agent, snap.standing, snap.settings.fov)
        wanted = frozenset({"depth", "ids"})
        drawn = self._mine.render(
            records, camera, side, side, held=snap.held, walls=snap.walls, bounds=snap.bounds, want=wanted
        )
        return Views(depth=drawn.depth, segmentation=Segmentation(drawn.ids, [r["objectId"] for r in records]))

    def _watch(self, snap: Snapshot, camera: Mapping[str, Any]) -> Frames:
        return _draw(self._outside, snap, eye_of(camera, snap), None)

    def _view(self, snap: Snapshot, frames: Frames) -> Views:
        layers, records = snap.layers, snap.things.records
        ids = [r["objectId"] for r in records]
        masked = layers.instances
        return Views(
            rgb=_lit(frames.rgb, snap.light) if layers.image else None,
            depth=frames.depth if layers.depth else None,
            instances=self.colours.paint(frames.ids, ids) if masked else None,
            classes=self.colours.paint(frames.ids, [r["objectType"] for r in records]) if layers.classes else None,
            segmentation=Segmentation(frames.ids, ids) if masked else None,
        )


def _lit(rgb: np.ndarray, light: tuple[float, float, float]) -> np.ndarray:
    """A picture under lamps of another brightness and colour."""
    if light == (1.0, 1.0, 1.0):
        return rgb
    return np.clip(rgb * np.array(light), 0.0, 255.0).round().astype(np.uint8)


def _renderer(mode: str) -> Renderer:
    from envs.pocket.render import Renderer

    return Renderer(mode)


def _draw(renderer: Renderer, snap: Snapshot, camera: Camera | FreeCamera, held: int | None) -> Frames:
    settings = snap.settings
    return renderer.render(
        snap.things.records,
        camera,
        settings.width,
        settings.height,
        held=held,
        walls=snap.walls,
        bounds=snap.bounds,
        want=snap.layers.wants,
    )


def eye_of(camera: Mapping[str, Any], snap: Snapshot) -> FreeCamera:
    """The renderer's camera for a third-party camera's description."""
    from envs.pocket.render import FreeCamera

    position, rotation = camera["position"], camera["rotation"]
    return FreeCamera(
        position=(position["x"], position["y"], position["z"]),
        yaw=rotation["y"],
        pitch=rotation["x"],
        fov=camera.get("fieldOfView", 90.0),
        aspect=snap.settings.width / snap.settings.height,
        orthographic_size=camera.get("orthographicSize", 5.0) if camera.get("orthographic") else None,
    )
