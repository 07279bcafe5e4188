"""Parameters of AI2-THOR's controller: the arguments of its constructor and what its ``Initialize`` action reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from envs.errors import BadInput
from envs.vocabulary.spelling import suggestion

#: How Unity is found, started and paced (arguments of the ai2thor 5.0 client's constructor).
STARTING = frozenset({
    "quality", "fullscreen", "headless", "port", "start_unity", "local_executable_path", "local_build", "commit_id",
    "branch", "width", "height", "x_display", "host", "image_dir", "save_image_per_frame", "depth_format",
    "add_depth_noise", "download_only", "include_private_scenes", "server_class", "gpu_device", "platform",
    "server_timeout", "server_start_timeout",
})  # fmt: skip

#: What ``Initialize`` reads.
INITIALIZE = frozenset({
    "agentMode", "agentCount", "gridSize", "snapToGrid", "rotateStepDegrees", "visibilityDistance", "visibilityScheme",
    "fieldOfView", "cameraY", "cameraNearPlane", "cameraFarPlane", "renderImage", "renderDepthImage",
    "renderInstanceSegmentation", "renderObjectImage", "renderSemanticSegmentation", "renderClassImage",
    "renderNormalsImage", "renderFlowImage", "renderDistortionImage", "makeAgentsVisible", "massThreshold",
    "fastActionEmit", "alwaysReturnVisibleRange", "timeScale", "targetFrameRate", "antiAliasing", "continuous",
    "continuousMode", "TimeToWaitForObjectsToComeToRest", "applyActionNoise", "movementGaussianMu",
    "movementGaussianSigma", "rotateGaussianMu", "rotateGaussianSigma", "allowHorizontalMovement",
    "physicsSimulationParams", "fixedDeltaTime", "useMassThreshold", "maxUpwardLookAngle", "maxDownwardLookAngle",
})  # fmt: skip

SPELLINGS = {"visibility_distance": "visibilityDistance"}
"""Spellings that well-known programs use (ALFRED's ``ThorEnv``), and what they mean."""


def given_parameters(parameters: Mapping[str, Any], own: Iterable[str] = ()) -> dict[str, Any]:
    """The parameters that were given (None counts as not given), under their usual names.

    Args:
        parameters: As the caller gave them.
        own: Names that an engine knows beside AI2-THOR's.

    Raises:
        BadInput: There is no such parameter; the message names the nearest one.
    """
    if "agentControllerType" in parameters:
        raise BadInput("agentControllerType is not supported; use agentMode='default'")
    known = {name.lower(): name for name in sorted({*STARTING, *INITIALIZE, *SPELLINGS, *own})}
    for name in parameters:
        if known.get(name.lower()) != name:
            hint = suggestion(name, known.values()) or f"; there are {', '.join(sorted(known.values()))}"
            raise BadInput(f"{name!r} is not a parameter of the controller{hint}")
    return {SPELLINGS.get(name, name): value for name, value in parameters.items() if value is not None}
