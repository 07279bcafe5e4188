"""``Renderer``: frames of a room, as the agent's camera sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.pocket.render.eye import FreeCamera, KernelCamera, lens_of
from envs.pocket.render.raster import Buffers, draw
from envs.pocket.render.shade import Lamp, measure, paint_plain, paint_textured, soften, sun_lens
from envs.pocket.render.stage import Stage
from envs.pocket.scene import Box
from envs.pocket.world.visibility import Camera

MODES = ("plain", "textured")
WANTS = frozenset({"rgb", "depth", "ids"})
MAX_SIDE = 4096
SHADOW_SIZE = 768


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
        self._lamp: Lamp | None = None
        self._shadow = _new_buffers((SHADOW_SIZE, SHADOW_SIZE))
        self._buffers: dict[tuple[int, int], Buffers] = {}

    @property
    def style(self) -> int:
        """The number that ``variant_of`` needs for the built-in furniture of the room drawn last."""
        return self._stage.style

    def render(
        self,
        records: Sequence[dict[str, Any]],
        camera: Camera | FreeCamera,
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
            camera: The agent's camera, or a ``FreeCamera`` anywhere in the room; its aspect should be the frame's.
            width: Pixels, 1 to 4096.
            height: Pixels, 1 to 4096.
            held: Index of the object in the hand; the agent's camera sees it in front of everything, a ``FreeCamera``
                in its place.
            walls: The room's walls; without any, walls are drawn along the bounds.
            bounds: The room's box.
            want: Which frames to make.

        Raises:
            BadInput: A size or field of view out of range, an unknown frame, or a held index that does not exist.
        """
        _check(width, height, want, held, len(records))
        lens, stage = lens_of(camera), self._stage
        stage.update(records, held, walls, bounds)
        # Only the agent's own hand is in front of its eye; other cameras see what it holds where it is.
        flags = np.minimum(stage.flags, 1) if isinstance(camera, FreeCamera) else stage.flags
        buffers = self._clear(width, height)
        draw(lens, stage.shapes, flags, stage.corners, buffers)
        depth = np.empty((height, width), dtype=np.float32)
        ids = np.empty((height, width), dtype=np.int32)
        measure(lens.parallel, buffers, stage.shapes.labels, depth, ids)
        rgb = self._colours(lens, buffers, ids, bounds) if "rgb" in want else np.empty((0, 0, 3), dtype=np.uint8)
        return Frames(rgb, depth if "depth" in want else depth[:0, :0], ids if "ids" in want else ids[:0, :0])

    def _clear(self, width: int, height: int) -> Buffers:
        """The visibility buffer of a size, emptied; the last few sizes are kept."""
        size = (height, width)
        if size not in self._buffers:
            if len(self._buffers) >= 3:
                self._buffers.clear()
            self._buffers[size] = _new_buffers(size)
        return _emptied(self._buffers[size])

    def _colours(self, lens: KernelCamera, buffers: Buffers, ids: np.ndarray, bounds: Box) -> np.ndarray:
        stage = self._stage
        rgb = np.empty((*ids.shape, 3), dtype=np.uint8)
        if self.mode == "plain":
            paint_plain(stage.shapes, buffers, stage.room_light, rgb)
            return rgb
        paint_textured(lens, self._shadows(bounds), stage.shapes, buffers, stage.room_light, rgb)
        smooth = np.empty_like(rgb)
        soften(rgb, ids, smooth)
        return smooth

    def _shadows(self, bounds: Box) -> Lamp:
        """The lamp with its shadow map, drawn anew when something other than the held object moved."""
        stage = self._stage
        if self._lamp is None or stage.moved:
            lens = sun_lens(np.array(bounds.low), np.array(bounds.high))
            buffers = _emptied(self._shadow)
            casts = (stage.flags == 1).astype(np.int64)
            casts[-1] = 0  # walls and ceiling let the light in
            draw(lens, stage.shapes, casts, stage.corners, buffers)
            self._lamp = Lamp(lens, buffers.near)
            stage.moved = False
        return self._lamp


def _new_buffers(size: tuple[int, int]) -> Buffers:
    return Buffers(np.empty(size, np.float32), np.empty(size, np.int32), np.empty(size, np.float32))


def _emptied(buffers: Buffers) -> Buffers:
    buffers.near.fill(0.0)
    buffers.owner.fill(-1)
    return buffers


def _check(width: int, height: int, want: frozenset[str], held: int | None, count: int) -> None:
    for name, value in (("width", width), ("height", height)):
        if not isinstance(value, int | np.integer) or not 1 <= value <= MAX_SIDE:
            raise BadInput(f"frame {name} is {value!r}; allowed are whole numbers from 1 to {MAX_SIDE} pixels")
    if not want <= WANTS:
        raise BadInput(f"unknown frames {sorted(want - WANTS)}; there are {sorted(WANTS)}")
    if held is not None and not 0 <= held < count:
        raise BadInput(f"held is {held}, but there are {count} records")
