"""The contract between everything above and a simulator: AI2-THOR's ``Controller`` and ``Event``.

Two engines speak it: ``envs.pocket.PocketController`` (embedded, the default) and the Unity build. A failed action is
not an exception: ``event.metadata["lastActionSuccess"]`` is False and ``errorMessage`` names the cause. Only malformed
calls raise ``ValueError``, exactly where the ai2thor 5.0 client does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np

Metadata = dict[str, Any]
ObjectDict = dict[str, Any]

#: Error codes on which the ai2thor client raises ``ValueError`` instead of returning a failed event.
RAISING_ERROR_CODES = frozenset({"InvalidAction", "MissingArguments", "AmbiguousAction", "InvalidArgument"})

#: Types under whose nearest running tap things are washed and filled.
WATER_BASINS = frozenset({"Sink", "SinkBasin", "Bathtub", "BathtubBasin"})

GRID = 0.25  # metres between lattice cells; every recorded TEACh pose lies on it


class Event:
    """One observation: what the engine answered to one action. Immutable by convention; a snapshot.

    Attributes:
        frame: (H, W, 3) uint8 RGB, or None when nothing was rendered.
        depth_frame: (H, W) float32 metres along the camera axis, or None.
        instance_segmentation_frame: (H, W, 3) uint8, or None.
    """

    def __init__(
        self,
        metadata: Metadata,
        frame: np.ndarray | None = None,
        depth_frame: np.ndarray | None = None,
        instance_segmentation_frame: np.ndarray | None = None,
    ) -> None:
        self._metadata: Metadata | None = metadata
        self._set_frames(frame, depth_frame, instance_segmentation_frame)

    def _set_frames(
        self, frame: np.ndarray | None, depth: np.ndarray | None = None, segmentation: np.ndarray | None = None
    ) -> None:
        self.frame = frame
        self.depth_frame = depth
        self.instance_segmentation_frame = segmentation
        self.third_party_camera_frames: list[np.ndarray] = []

    @property
    def metadata(self) -> Metadata:
        """AI2-THOR's metadata, both 3.x and 5.x key spellings."""
        if self._metadata is None:
            raise RuntimeError("this event carries no metadata")
        return self._metadata

    def __bool__(self) -> bool:
        return bool(self.metadata["lastActionSuccess"])

    def __repr__(self) -> str:
        meta = self.metadata
        outcome = "ok" if self else f"failed: {meta['errorMessage']}"
        return f"<Event {meta['lastAction']} {outcome} in {meta['sceneName']}>"

    @property
    def events(self) -> list[Event]:
        """The per-agent events; this one alone, as homebody has one embodied agent."""
        return [self]

    @property
    def cv2img(self) -> np.ndarray | None:
        """The frame in BGR order, as OpenCV wants it."""
        return None if self.frame is None else self.frame[..., ::-1]

    @property
    def pose(self) -> tuple[int, int, int, int]:
        """(x, z, yaw, horizon), each times 1000 and rounded."""
        agent = self.metadata["agent"]
        values = (
            agent["position"]["x"],
            agent["position"]["z"],
            agent["rotation"]["y"],
            agent["cameraHorizon"],
        )
        x, z, yaw, horizon = (round(1000 * v) for v in values)
        return x, z, yaw, horizon

    @property
    def pose_discrete(self) -> tuple[int, int, int, int]:
        """(x in cells, z in cells, yaw in quarter turns, horizon in degrees)."""
        agent = self.metadata["agent"]
        return (
            round(agent["position"]["x"] / GRID),
            round(agent["position"]["z"] / GRID),
            round(agent["rotation"]["y"] / 90),
            round(agent["cameraHorizon"]),
        )

    def get_object(self, object_id: str) -> ObjectDict | None:
        """The object's dict, or None when there is no such object."""
        return next((o for o in self.metadata["objects"] if o["objectId"] == object_id), None)

    def objects_by_type(self, object_type: str) -> list[ObjectDict]:
        """All objects of one type, in the engine's order."""
        return [o for o in self.metadata["objects"] if o["objectType"] == object_type]


@runtime_checkable
class Simulator(Protocol):
    """What a simulator must offer; ``ai2thor.controller.Controller`` does."""

    @property
    def last_event(self) -> Event:
        """What the last action, or the reset, answered."""
        ...

    def reset(self, scene: Any = None, **init_params: Any) -> Event:
        """Load a scene and return its first event."""
        ...

    def step(self, action: str | Mapping[str, Any] | None = None, **parameters: Any) -> Event:
        """Carry out one action and return what happened.

        Raises:
            ValueError: The call itself is malformed (unknown action, missing or unknown argument).
        """
        ...

    def stop(self) -> None:
        """Release the engine; calling it twice is harmless."""
        ...
