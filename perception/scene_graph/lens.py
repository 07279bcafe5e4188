"""The robot's camera: a view, and the lens that maps its pixels to places in the room.

The camera is that of ``envs.pocket.world.visibility``: it stands ``EYE`` above the agent's y, ``field_of_view`` is the
vertical opening angle, and depth is measured along the camera axis, not along the ray.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

import numpy as np
from numba import njit

from envs.errors import BadInput
from perception.detector.detection import checked_frame
from perception.scene_graph.box_view import EYE, CameraPose

_NEAREST = 0.05  # metres ahead of the camera; what is nearer has no place in the frame
_CORNERS = np.array(list(product((False, True), repeat=3)))  # of a box: whether x, y and z are its higher ends


@dataclass(frozen=True)
class RgbdView:
    """One look through the robot's camera.

    Attributes:
        frame: (H, W, 3) uint8 RGB.
        depth: (H, W) metres along the camera axis; None when there is no depth sensor.
        eye: Where the robot stands and looks, from its odometry.
        field_of_view: Vertical opening angle, degrees.

    Raises:
        BadInput: The frame is not an image, the depth frame has another size or holds NaN, or the angle is not
            between 1 and 179 degrees.
    """

    frame: np.ndarray
    depth: np.ndarray | None
    eye: CameraPose
    field_of_view: float = 90.0

    def __post_init__(self) -> None:
        height, width = checked_frame(self.frame).shape[:2]
        if self.depth is not None and np.shape(self.depth) != (height, width):
            raise BadInput(f"depth is {np.shape(self.depth)}, the frame {(height, width)}; give both the same size")
        if self.depth is not None and not np.isfinite(self.depth).all():
            raise BadInput("the depth frame has values that are not finite; give metres, and the far end where unknown")
        if not 1 <= self.field_of_view <= 179:
            raise BadInput(f"field of view {self.field_of_view} is not between 1 and 179 degrees")


def length(vector: np.ndarray) -> float:
    """How long a vector is: as ``np.linalg.norm``, without what that does for all the other cases."""
    return math.sqrt(vector.dot(vector))


class Lens:
    """Maps pixels to the room and back, for one pose and one size of frame.

    Args:
        eye: Where the camera is.
        width: Of the frame, pixels.
        height: Of the frame, pixels.
        field_of_view: Vertical opening angle, degrees.
    """

    def __init__(self, eye: CameraPose, width: int, height: int, field_of_view: float = 90.0) -> None:
        self.eye, self.width, self.height = eye, width, height
        self.tan_y = math.tan(math.radians(field_of_view) / 2)
        self.tan_x = self.tan_y * width / height
        self.origin = np.array([eye.x, eye.y + EYE, eye.z])
        yaw, pitch = math.radians(eye.yaw), math.radians(eye.horizon)
        sin, cos, dip, level = math.sin(yaw), math.cos(yaw), math.sin(pitch), math.cos(pitch)
        # Rows: right, up, forward in world axes.
        self.axes = np.array([[cos, 0.0, -sin], [sin * dip, level, cos * dip], [sin * level, -dip, cos * level]])

    @classmethod
    def of(cls, view: RgbdView) -> Lens:
        """The lens through which a view was taken."""
        return cls(view.eye, view.frame.shape[1], view.frame.shape[0], view.field_of_view)

    def points(self, x: np.ndarray, y: np.ndarray, depth: np.ndarray) -> np.ndarray:
        """World points, (..., 3) metres, seen at pixel positions (a pixel's middle lies at its index + 0.5)."""
        right = (2.0 * np.asarray(x) / self.width - 1.0) * self.tan_x * depth
        up = (1.0 - 2.0 * np.asarray(y) / self.height) * self.tan_y * depth
        return self.from_camera(np.stack([right, up, np.broadcast_to(depth, right.shape)], axis=-1))

    def project(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Pixel positions and depth of world points; depth is not positive behind the camera."""
        seen = self.to_camera(points)
        right, up, forward = seen[..., 0], seen[..., 1], seen[..., 2]
        scale = np.maximum(forward, 1e-6)
        x = (right / scale / self.tan_x + 1.0) / 2.0 * self.width
        y = (1.0 - up / scale / self.tan_y) / 2.0 * self.height
        return x, y, forward

    def frame_box(self, low: np.ndarray, high: np.ndarray) -> tuple[float, float, float, float] | None:
        """Where a box of the room shows in the frame, (x0, y0, x1, y1) pixels; None when it does not."""
        x, y, forward = self.project(np.where(_CORNERS, high, low))
        if forward.min() <= _NEAREST:
            return None
        x0, x1 = max(0.0, float(x.min())), min(float(self.width), float(x.max()))
        y0, y1 = max(0.0, float(y.min())), min(float(self.height), float(y.max()))
        return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None

    def to_camera(self, points: np.ndarray) -> np.ndarray:
        """World points as (right, up, forward) from the camera, metres."""
        return (np.asarray(points, float) - self.origin) @ self.axes.T

    def from_camera(self, points: np.ndarray) -> np.ndarray:
        """(right, up, forward) from the camera as world points."""
        return np.asarray(points, float) @ self.axes + self.origin


@njit(cache=True)
def placed(point, origin, axes, tan_x, tan_y, width, height):
    """Where one point shows, (x, y) pixels and metres ahead: ``Lens.project`` for compiled code."""
    x, y, z = point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]
    right = axes[0, 0] * x + axes[0, 1] * y + axes[0, 2] * z
    up = axes[1, 0] * x + axes[1, 1] * y + axes[1, 2] * z
    forward = axes[2, 0] * x + axes[2, 1] * y + axes[2, 2] * z
    scale = max(forward, 1e-6)
    return (right / scale / tan_x + 1.0) / 2.0 * width, (1.0 - up / scale / tan_y) / 2.0 * height, forward
