"""Which frames an event carries, and how large a frame may be."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from envs.pocket.calls import CallError

MAX_SIDE = 4096
"""Largest width and height of a frame, pixels."""
MODES = ("plain", "textured")
_ALIASES = {
    "renderImage": "image",
    "renderDepthImage": "depth",
    "renderInstanceSegmentation": "instances",
    "renderObjectImage": "instances",
    "renderSemanticSegmentation": "classes",
    "renderClassImage": "classes",
}
_NOT_DRAWN = ("renderNormalsImage", "renderFlowImage", "renderDistortionImage")
SWITCHES = frozenset({*_ALIASES, *_NOT_DRAWN})
"""Parameters that say which frames an event carries."""


@dataclass(frozen=True)
class Layers:
    """Which frames an event carries."""

    image: bool = True
    depth: bool = False
    instances: bool = False
    classes: bool = False

    def changed(self, parameters: Mapping[str, Any]) -> Layers:
        """With the switches among ``parameters``, the client's older spellings included.

        Raises:
            CallError: A frame that this engine does not draw, or a switch that is neither true nor false.
        """
        asked = next((key for key in _NOT_DRAWN if parameters.get(key)), None)
        if asked:
            raise CallError(f"{asked} is not available: the pocket engine draws images, depth and segmentation")
        given = {key: parameters[key] for key in _ALIASES if parameters.get(key) is not None}
        wrong = next((key for key, value in given.items() if not isinstance(value, bool | np.bool_)), None)
        if wrong:
            raise CallError(f"{wrong} is {given[wrong]!r}; it is True or False")
        return replace(self, **{_ALIASES[key]: bool(value) for key, value in given.items()}) if given else self

    def __bool__(self) -> bool:
        return any(getattr(self, f.name) for f in fields(self))

    @property
    def wants(self) -> frozenset[str]:
        """The frames the renderer has to draw for this."""
        pairs = (("rgb", self.image), ("depth", self.depth), ("ids", self.instances or self.classes))
        return frozenset(name for name, wanted in pairs if wanted)


def is_side(pixels: Any) -> bool:
    """Whether a frame can be so many pixels wide or high."""
    whole = isinstance(pixels, int | np.integer) and not isinstance(pixels, bool)
    return bool(whole and 1 <= pixels <= MAX_SIDE)


def view_error(fov: float, width: int, height: int) -> str:
    """What is wrong with a view of that vertical opening angle (degrees) and size (pixels); empty when nothing is."""
    if not 1.0 <= fov <= 179.0:
        return f"fieldOfView is {fov!r}; allowed is 1 to 179 degrees"
    across = math.degrees(2 * math.atan(math.tan(math.radians(fov) / 2) * width / height))
    if not 1.0 <= across <= 179.0:
        size = f"{width} x {height} pixels with a vertical fieldOfView of {fov:g} degrees"
        return f"{size} would be {across:.2f} degrees wide; allowed is 1 to 179"
    return ""
