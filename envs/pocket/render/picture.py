"""``Renderer``: frames of a room, as the agent's camera sees it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.pocket.render.raster import draw, draw_heights
from envs.pocket.render.shade import SUN, measure, paint_plain, paint_textured, soften
from envs.pocket.render.stage import Stage
from envs.pocket.scene import Box
from envs.pocket.visibility import Camera

MODES = ("plain", "textured")
WANTS = frozenset({"rgb", "depth", "ids"})
MAX_SIDE = 4096
SHADOW_SIZE = 768
BACKGROUND = np.array([0.55, 0.60, 0.66])


@dataclass(frozen=True)
class Frames:
    """What one camera sees. Frames that were not wanted are empty arrays.

    Attributes:
        rgb: (H, W, 3) uint8, row 0 at the top.
        depth: (H, W) float32 metres along the camera axis, clipped at 20 m.
        ids: (H, W) int32 index into the records; -1 is wall, ceiling, stove body or nothing.
    """

    rgb: np.ndarray
    depth: np.ndarray
    ids: np.ndarray

    def counts(self, objects: int) -> np.ndarray:
        """(objects,) How many pixels each record owns."""
        return np.bincount(self.ids[self.ids >= 0], minlength=objects)


class Renderer:
    """Draws rooms. Keeps what it drew last, so that a frame costs only what changed; one per thread.

    Args:
        mode: ``plain`` (fast, the same bits on every run) or ``textured`` (materials, soft shadow, smooth outlines).
        seed: Chooses wall, floor and cabinet colours together with the room's name.

    Raises:
        BadInput: No such mode.
    """

    def __init__(self, mode: str = "plain", seed: int = 0) -> None:
        if mode not in MODES:
            raise BadInput(f"there is no render mode {mode!r}; use 'plain' or 'textured'")
        self.mode = mode
        self._stage = Stage(seed)
        self._shadow: tuple[np.ndarray, np.ndarray, float, np.ndarray] | None = None
        self._buffers: dict[tuple[int, int], tuple[np.ndarray, np.ndarray, np.ndarray]] = {}

    @property
    def style(self) -> int:
        """The number that ``variant_of`` needs for the built-in furniture of the room drawn last."""
        return self._stage.style

    def render(
        self,
        records: Sequence[dict[str, Any]],
        camera: Camera,
        width: int,
        height: int,
        *,
        held: int | None = None,
        walls: Sequence[Box] = (),
        bounds: Box,
        want: frozenset[str] = WANTS,
    ) -> Frames:
        """Draw one view of a room.

        Args:
            records: Object records as ``World.records`` has them. They are compared by identity with those of the last
                call, so they must be replaced, not changed in place.
            camera: The eye; its aspect should be that of the frame.
            width: Pixels, 1 to 4096.
            height: Pixels, 1 to 4096.
            held: Index of the object in the hand; it is drawn in front of everything.
            walls: The room's walls; without any, walls are drawn along the bounds.
            bounds: The room's box.
            want: Which frames to make.

        Raises:
            BadInput: A size or field of view out of range, an unknown frame, or a held index that does not exist.
        """
        _check(camera, width, height, want, held, len(records))
        stage = self._stage
        stage.update(records, held, walls, bounds)
        axes = camera_axes(camera)
        depth, owner, light = self._clear(width, height)
        draw(
            camera.eye,
            axes,
            camera.tan_x,
            camera.tan_y,
            stage.points,
            stage.glow,
            stage.triangles,
            stage.spans,
            stage.spheres,
            stage.flags,
            stage.scratch,
            depth,
            owner,
            light,
        )
        metres = np.empty((height, width), dtype=np.float32)
        ids = np.empty((height, width), dtype=np.int32)
        measure(depth, owner, stage.labels, metres, ids)
        rgb = np.empty((0, 0, 3), dtype=np.uint8)
        if "rgb" in want:
            rgb = self._colours(camera, axes, (depth, owner, light), ids, bounds)
        none = np.empty((0, 0))
        return Frames(
            rgb,
            metres if "depth" in want else none.astype(np.float32),
            ids if "ids" in want else none.astype(np.int32),
        )

    def _clear(self, width: int, height: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The visibility buffer of a size, emptied; the last few sizes are kept."""
        key = (height, width)
        if key not in self._buffers:
            if len(self._buffers) >= 3:
                self._buffers.clear()
            self._buffers[key] = (np.empty(key, np.float32), np.empty(key, np.int32), np.empty(key, np.float32))
        depth, owner, light = self._buffers[key]
        depth.fill(0.0)
        owner.fill(-1)
        return depth, owner, light

    def _colours(
        self, camera: Camera, axes: np.ndarray, buffers: tuple[np.ndarray, ...], ids: np.ndarray, bounds: Box
    ) -> np.ndarray:
        stage, (depth, owner, light) = self._stage, buffers
        rgb = np.empty((*owner.shape, 3), dtype=np.uint8)
        if self.mode == "plain":
            paint_plain(owner, light, stage.rgb, stage.material, stage.room_light, BACKGROUND, rgb)
            return rgb
        sun_axes, low, step, heights = self._shadows(bounds)
        paint_textured(
            camera.eye,
            axes,
            camera.tan_x,
            camera.tan_y,
            depth,
            owner,
            stage.points,
            stage.normals,
            stage.triangles,
            stage.rgb,
            stage.material,
            stage.node_of,
            stage.frames,
            stage.origins,
            sun_axes,
            low,
            step,
            heights,
            stage.room_light,
            BACKGROUND,
            rgb,
        )
        smooth = np.empty_like(rgb)
        soften(rgb, ids, smooth)
        return smooth

    def _shadows(self, bounds: Box) -> tuple[np.ndarray, np.ndarray, float, np.ndarray]:
        """The shadow map, drawn anew when something other than the held object moved."""
        stage = self._stage
        if self._shadow is None or stage.moved:
            across = np.cross(SUN, [0.0, 0.0, 1.0])
            across /= np.linalg.norm(across)
            axes = np.stack([across, np.cross(SUN, across), SUN])
            x, y, z = (np.array([bounds.low[k], bounds.high[k]]) for k in range(3))
            corners = np.array([(a, b, c) for a in x for b in y for c in z]) @ axes.T
            low = corners.min(axis=0)[:2] - 0.05
            step = float((corners.max(axis=0)[:2] - low).max() + 0.05) / SHADOW_SIZE
            heights = np.full((SHADOW_SIZE, SHADOW_SIZE), -1e9, dtype=np.float32)
            casts = stage.flags == 1
            casts[-1] = False
            owner, light = np.empty(heights.shape, np.int32), np.empty(heights.shape, np.float32)
            # Screen rows grow downwards: with the map's y axis turned round, triangles that face the lamp stay.
            draw_heights(axes, low, step, stage.points, stage.triangles, stage.spans, casts, heights, owner, light)
            self._shadow = (axes, low, step, heights)
            stage.moved = False
        return self._shadow


def camera_axes(camera: Camera) -> np.ndarray:
    """(3, 3) rows: right, up and forward in the room."""
    cy, sy, ch, sh = camera.cos_yaw, camera.sin_yaw, camera.cos_pitch, camera.sin_pitch
    return np.array([[cy, 0.0, -sy], [sy * sh, ch, cy * sh], [sy * ch, -sh, cy * ch]])


def _check(camera: Camera, width: int, height: int, want: frozenset[str], held: int | None, count: int) -> None:
    for name, value in (("width", width), ("height", height)):
        if not isinstance(value, int | np.integer) or not 1 <= value <= MAX_SIDE:
            raise BadInput(f"frame {name} is {value!r}; allowed are whole numbers from 1 to {MAX_SIDE} pixels")
    for name, value in (("horizontal", camera.tan_x), ("vertical", camera.tan_y)):
        if not (math.isfinite(value) and 0.008 < value < 115):
            degrees = math.degrees(2 * math.atan(value)) if math.isfinite(value) else value
            raise BadInput(f"the {name} field of view is {degrees:.1f} degrees; allowed is 1 to 179")
    if not np.isfinite(camera.eye).all():
        raise BadInput(f"the camera is at {camera.eye}, which is no place")
    if not want <= WANTS:
        raise BadInput(f"unknown frames {sorted(want - WANTS)}; there are {sorted(WANTS)}")
    if held is not None and not 0 <= held < count:
        raise BadInput(f"held is {held}, but there are {count} records")
