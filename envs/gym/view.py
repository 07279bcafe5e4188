"""The pictures of an environment: what it observes, and what ``render`` shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.pocket.layers import MAX_SIDE, is_side, view_error
from envs.simulator import Event

MAP = "map"
LOOKS = ("plain", "textured", MAP)
"""How the room is seen: even colours, materials with shadows, or a drawing of the room from above."""


@dataclass(frozen=True)
class PictureSettings:
    """Which pictures there are.

    Attributes:
        look: One of ``LOOKS``.
        width: Frame width, pixels.
        height: Frame height, pixels.
        field_of_view: Vertical opening angle, degrees.
        segmentation: Whether it is observed which object owns which pixel.
        pointing: Whether objects are acted on by image points.
        shows: Whether ``render`` gives pictures.

    Raises:
        BadInput: A value is out of range; names it and what is allowed.
    """

    look: str = "plain"
    width: int = 300
    height: int = 300
    field_of_view: float = 90.0
    segmentation: bool = False
    pointing: bool = False
    shows: bool = False

    def __post_init__(self) -> None:
        if self.look not in LOOKS:
            raise BadInput(f"view is {self.look!r}; allowed are {', '.join(LOOKS)}")
        for name, side in (("height", self.height), ("width", self.width)):
            if not is_side(side):
                raise BadInput(f"{name} is {side!r}; a frame side is 1 to {MAX_SIDE} pixels")
        wrong = view_error(self.field_of_view, self.width, self.height)
        if wrong:
            raise BadInput(wrong.replace("fieldOfView", "field_of_view"))

    @property
    def framed(self) -> bool:
        """Whether the engine's frames are observed."""
        return self.look != MAP

    def parameters(self) -> dict[str, Any]:
        """What the embedded engine is opened with; it draws no frame before somebody looks at it."""
        return {
            "width": self.width,
            "height": self.height,
            "fieldOfView": self.field_of_view,
            "renderMode": "plain" if self.look == "plain" else "textured",
            "renderImage": self.framed or self.shows,
            "renderDepthImage": self.framed or self.pointing,
            "renderInstanceSegmentation": self.segmentation or self.pointing,
        }

    def rgb(self, event: Event) -> np.ndarray:
        """(H, W, 3) uint8: the engine's frame.

        Raises:
            BadInput: It renders none, or one of another size.
        """
        return self._sized(_given(event.frame, "image", "renderImage=True"))

    def depth(self, event: Event) -> np.ndarray | None:
        """(H, W) metres along the camera's axis; None when only the map is observed.

        Raises:
            BadInput: The engine renders none, or one of another size.
        """
        if not self.framed:
            return None
        return self._sized(_given(event.depth_frame, "depth", "renderDepthImage=True"))

    def owners(self, event: Event) -> np.ndarray | None:
        """(H, W, 3) uint8, one colour per object; None when it is not observed.

        Raises:
            BadInput: The engine renders none, or one of another size.
        """
        if not self.segmentation:
            return None
        frame = event.instance_segmentation_frame
        return self._sized(_given(frame, "instance segmentation", "renderInstanceSegmentation=True"))

    def _sized(self, frame: np.ndarray) -> np.ndarray:
        rows, columns = frame.shape[:2]
        if (rows, columns) != (self.height, self.width):
            raise BadInput(
                f"the engine renders {columns} x {rows} pixels, the environment was made for {self.width} x "
                f"{self.height}; give it width={columns}, height={rows}"
            )
        return frame


def _given(frame: np.ndarray | None, what: str, how: str) -> np.ndarray:
    if frame is None:
        raise BadInput(
            f"the environment observes frames, and the simulator that simulator_factory gave renders no {what}; open "
            f"it with {how}, or give the environment view='map'"
        )
    return frame
