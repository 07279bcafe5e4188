"""``Initialize`` parameters: which there are, which of them mean something here, and which are refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from envs.call_parameters import INITIALIZE, STARTING
from envs.errors import BadInput
from envs.pocket.calls import CallError, is_number
from envs.pocket.engine import EngineSettings
from envs.pocket.layers import MAX_SIDE, MODES, SWITCHES, Layers, is_side, view_error


@dataclass(frozen=True)
class EngineParameter:
    """A parameter that changes what the engine does.

    Attributes:
        field: The field of ``EngineSettings``.
        fits: Whether a value can be used.
        allowed: What can be, in words.
    """

    field: str
    fits: Callable[[Any], bool]
    allowed: str


def _within(low: float, high: float, *, above: bool = False) -> Callable[[Any], bool]:
    return lambda v: is_number(v) and (low < v if above else low <= v) and v <= high


def _flag(value: Any) -> bool:
    return isinstance(value, bool | np.bool_)


SETTINGS = {
    "gridSize": EngineParameter("grid", _within(0.01, 1.0), "0.01 to 1 m"),
    "snapToGrid": EngineParameter("snap", _flag, "True or False"),
    "rotateStepDegrees": EngineParameter(
        "rotate_step", _within(0.0, 360.0, above=True), "above 0, at most 360 degrees"
    ),
    "visibilityDistance": EngineParameter("reach", _within(0.0, 50.0, above=True), "above 0, at most 50 m"),
    "fieldOfView": EngineParameter("fov", _within(1.0, 179.0), "1 to 179 degrees"),
    "width": EngineParameter("width", is_side, f"1 to {MAX_SIDE} pixels"),
    "height": EngineParameter("height", is_side, f"1 to {MAX_SIDE} pixels"),
    "renderMode": EngineParameter("look", lambda v: v in MODES, " or ".join(MODES)),
    "placementTolerance": EngineParameter("tolerance", _within(0.0, 1.0), "0 to 1 m"),
}

WITHOUT_EFFECT = (STARTING - {"width", "height", "headless", "depth_format", "add_depth_noise"}) | {
    "makeAgentsVisible", "massThreshold", "fastActionEmit", "timeScale", "targetFrameRate", "antiAliasing",
    "continuous", "continuousMode", "TimeToWaitForObjectsToComeToRest",
}  # fmt: skip
"""Accepted and without effect: how Unity is started and paced, and what AI2-THOR ignores for its default agent."""

_AGENT = (
    "the pocket engine has AI2-THOR's default agent only; arms, drones, LoCoBots and Stretch need the Unity build "
    "(envs.thor.controller.ThorController)"
)
_EQUAL = Callable[[Any], bool]


def _one_of(*values: Any) -> _EQUAL:
    return lambda given: any(type(given) is type(v) and given == v for v in values)


def _near(value: float) -> _EQUAL:
    return lambda given: is_number(given) and abs(given - value) < 1e-6


#: Parameters of which only the usual value is supported: the check, and why no other.
FIXED: dict[str, tuple[_EQUAL, str]] = {
    "agentMode": (lambda v: isinstance(v, str) and v.lower() == "default", _AGENT),
    "agentCount": (_near(1), "there is one agent"),
    "visibilityScheme": (
        lambda v: isinstance(v, str) and v.lower() == "collider",
        "visibility follows AI2-THOR's default scheme, 'Collider'",
    ),
    "cameraY": (_near(0.675), "the eye is 0.675 m above the agent's origin"),
    "cameraNearPlane": (_near(0.1), "pictures begin 0.1 m before the camera"),
    "cameraFarPlane": (_near(20.0), "depth ends at 20 m"),
    "depth_format": (lambda v: "Meters" in (v, getattr(v, "name", None)), "depth is in metres (DepthFormat.Meters)"),
    "add_depth_noise": (_one_of(False), "depth is exact"),
    "applyActionNoise": (_one_of(False), "actions are exact"),
    "alwaysReturnVisibleRange": (_one_of(False), "visible ranges are not computed"),
}

KNOWN = frozenset({*SETTINGS, *SWITCHES, *WITHOUT_EFFECT, *FIXED, "headless"})
OWN = KNOWN - STARTING - INITIALIZE
"""Parameters that AI2-THOR does not have."""


def settings_from(parameters: Mapping[str, Any]) -> EngineSettings:
    """Engine settings from ``Initialize`` parameters as ``given_parameters`` returns them.

    Raises:
        BadInput: A value cannot be used; names it and what is allowed.
    """
    beyond = next((name for name in parameters if name not in KNOWN), None)
    if beyond:
        raise BadInput(f"{beyond} is a parameter of AI2-THOR that the pocket engine does not support; leave it out")
    for name, setting in SETTINGS.items():
        if name in parameters and not setting.fits(parameters[name]):
            raise BadInput(f"{name} is {parameters[name]!r:.80}; allowed is {setting.allowed}")
    for name, (fits, why) in FIXED.items():
        if name in parameters and not fits(parameters[name]):
            raise BadInput(f"{name} is {parameters[name]!r:.80}, which is not supported: {why}")
    if not _flag(parameters.get("headless", False)):
        raise BadInput(f"headless is {parameters['headless']!r:.80}; it is True or False")
    try:
        layers = Layers(image=not parameters.get("headless")).changed(parameters)
    except CallError as wrong:
        raise BadInput(str(wrong)) from wrong
    given = {setting.field: parameters[name] for name, setting in SETTINGS.items() if name in parameters}
    settings = replace(EngineSettings(), layers=layers, **given)
    wrong_view = view_error(settings.fov, settings.width, settings.height)
    if wrong_view:
        raise BadInput(wrong_view)
    return settings
