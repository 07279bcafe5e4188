"""Cameras of any kind: ``FreeCamera``, which may look anywhere and in parallel, and what the kernels need of one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from envs.errors import BadInput
from envs.pocket.world.visibility import Camera

LARGEST_VIEW = 400.0
"""Half the height of an orthographic view at the most, metres."""


@dataclass(frozen=True)
class FreeCamera:
    """A camera that stands anywhere in the room, such as AI2-THOR's third-party cameras and its map view.

    Attributes:
        position: World position (x, y, z), metres.
        yaw: Degrees clockwise from +z, seen from above.
        pitch: Degrees downwards; 90 looks straight down, with the top of the picture towards the yaw.
        fov: Vertical opening angle of a perspective view, degrees.
        aspect: Width of the picture divided by its height.
        orthographic_size: Half the height of a parallel view, metres (as in Unity); None for perspective.
    """

    position: tuple[float, float, float]
    yaw: float = 0.0
    pitch: float = 0.0
    fov: float = 90.0
    aspect: float = 1.0
    orthographic_size: float | None = None


class KernelCamera(NamedTuple):
    """A camera as the drawing kernels take it.

    Attributes:
        eye: (3,) position, metres.
        axes: (3, 3) rows: right, up and forward in the room.
        half_x: Half the width of the view: metres when parallel, else the tangent of half the opening angle.
        half_y: Half its height.
        parallel: Whether the view is orthographic.
    """

    eye: np.ndarray
    axes: np.ndarray
    half_x: float
    half_y: float
    parallel: bool


def lens_of(camera: Camera | FreeCamera) -> KernelCamera:
    """The lens of a camera.

    Raises:
        BadInput: Its position or an angle is NaN, or its field of view or size is out of range.
    """
    lens = _eye_lens(camera) if isinstance(camera, FreeCamera) else _camera_lens(camera)
    if not (np.isfinite(lens.eye).all() and np.isfinite(lens.axes).all()):
        raise BadInput(f"the camera is at {lens.eye} with axes {lens.axes.tolist()}, which is no place or direction")
    for name, value in (("horizontal", lens.half_x), ("vertical", lens.half_y)):
        if lens.parallel and not 0.0 < value <= LARGEST_VIEW:
            raise BadInput(f"half the {name} size of the view is {value} m; allowed is above 0 to {LARGEST_VIEW:g}")
        if not lens.parallel and not 0.008 < value < 115:
            degrees = math.degrees(2 * math.atan(value))
            raise BadInput(f"the {name} field of view is {degrees:.1f} degrees; allowed is 1 to 179")
    return lens


def _camera_lens(camera: Camera) -> KernelCamera:
    axes = _axes(camera.cos_yaw, camera.sin_yaw, camera.cos_pitch, camera.sin_pitch)
    return KernelCamera(np.asarray(camera.eye, dtype=np.float64), axes, float(camera.tan_x), float(camera.tan_y), False)


def _eye_lens(eye: FreeCamera) -> KernelCamera:
    yaw, pitch = math.radians(eye.yaw % 360), math.radians(eye.pitch % 360)
    axes = _axes(math.cos(yaw), math.sin(yaw), math.cos(pitch), math.sin(pitch))
    parallel = eye.orthographic_size is not None
    half_y = float(eye.orthographic_size or 0.0) if parallel else math.tan(math.radians(eye.fov) / 2)
    return KernelCamera(np.array(eye.position, dtype=np.float64), axes, half_y * eye.aspect, half_y, parallel)


def _axes(cy: float, sy: float, ch: float, sh: float) -> np.ndarray:
    return np.array([[cy, 0.0, -sy], [sy * sh, ch, cy * sh], [sy * ch, -sh, cy * ch]])
