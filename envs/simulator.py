"""The contract between everything above and a simulator: AI2-THOR's ``Controller`` and ``Event``.

Two engines speak it: ``envs.pocket.PocketController`` (embedded, the default) and the Unity build. A failed action is
not an exception: ``event.metadata["lastActionSuccess"]`` is False and ``errorMessage`` names the cause. Only malformed
calls raise ``ValueError``, exactly where the ai2thor 5.0 client does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np

from envs.segmentation import (
    ClassDetections,
    ClassMasks,
    Colour,
    InstanceDetections,
    InstanceMasks,
    PixelExtent,
    Segmentation,
)

_Value = TypeVar("_Value")

Metadata = dict[str, Any]


class ThorMetadata(dict[str, Any]):
    """Metadata under the keys of AI2-THOR 5; two older names can still be read, as with its client, but are not listed.

    ``hand`` is ``heldObjectPose``, and ``reachablePositions`` is ``actionReturn`` after ``GetReachablePositions``.

    Raises:
        IndexError: ``reachablePositions`` after another action.
    """

    def __missing__(self, key: str) -> Any:
        if key == "hand":
            return self["heldObjectPose"]
        if key == "reachablePositions":
            if self["lastAction"] == "GetReachablePositions":
                return self["actionReturn"]
            raise IndexError(
                "reachablePositions is there after step('GetReachablePositions'); better read actionReturn"
            )
        raise KeyError(key)


ObjectDict = dict[str, Any]

#: Error codes on which the ai2thor client raises ``ValueError`` instead of returning a failed event.
RAISING_ERROR_CODES = frozenset({"InvalidAction", "MissingArguments", "AmbiguousAction", "InvalidArgument"})

GRID = 0.25  # metres between lattice cells; every recorded TEACh pose lies on it


@dataclass(frozen=True)
class Views:
    """What one camera shows; a frame that was not rendered is None.

    Attributes:
        rgb: (H, W, 3) uint8, row 0 at the top.
        depth: (H, W) float32, metres along the camera axis.
        instances: (H, W, 3) uint8, one colour per object (``metadata["colors"]``).
        classes: (H, W, 3) uint8, one colour per object type.
        segmentation: Who owns which pixel, where ``instances`` was rendered.
        others: The views of the third-party cameras, by their number.
    """

    rgb: np.ndarray | None = None
    depth: np.ndarray | None = None
    instances: np.ndarray | None = None
    classes: np.ndarray | None = None
    segmentation: Segmentation | None = None
    others: tuple[Views, ...] = ()


class Event:
    """One observation: what the engine answered to one action. Immutable by convention; a snapshot.

    Args:
        metadata: AI2-THOR's metadata.
        views: The frames; none by default.
    """

    def __init__(self, metadata: Metadata, views: Views | None = None) -> None:
        self._metadata: Metadata | None = metadata
        self._views: Views | None = views or Views()

    @property
    def views(self) -> Views:
        """Every frame of this event."""
        return self._views or Views()

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

    # -- frames --------------------------------------------------------------------------------------------------

    @property
    def frame(self) -> np.ndarray | None:
        """(H, W, 3) uint8 RGB, or None when it was not rendered."""
        return self.views.rgb

    @property
    def depth_frame(self) -> np.ndarray | None:
        """(H, W) float32 metres along the camera axis, or None."""
        return self.views.depth

    @property
    def instance_segmentation_frame(self) -> np.ndarray | None:
        """(H, W, 3) uint8, one colour per object, or None."""
        return self.views.instances

    @property
    def semantic_segmentation_frame(self) -> np.ndarray | None:
        """(H, W, 3) uint8, one colour per object type, or None."""
        return self.views.classes

    @property
    def class_segmentation_frame(self) -> np.ndarray | None:
        """The older name of ``semantic_segmentation_frame``."""
        return self.semantic_segmentation_frame

    @property
    def normals_frame(self) -> np.ndarray | None:
        """Surface normals, where an engine draws them; None."""
        return None

    @property
    def flow_frame(self) -> np.ndarray | None:
        """Optical flow, where an engine draws it; None."""
        return None

    @property
    def cv2img(self) -> np.ndarray | None:
        """The frame in BGR order, as OpenCV wants it."""
        return None if self.frame is None else self.frame[..., ::-1]

    @property
    def screen_width(self) -> int:
        """Frame width, pixels."""
        return int(self.metadata["screenWidth"])

    @property
    def screen_height(self) -> int:
        """Frame height, pixels."""
        return int(self.metadata["screenHeight"])

    # -- segmentation --------------------------------------------------------------------------------------------

    @cached_property
    def instance_masks(self) -> Mapping[str, np.ndarray]:
        """Object id → (H, W) bool; empty when segmentation was not rendered, as in the client."""
        return _masks(InstanceMasks, self.views)

    @cached_property
    def class_masks(self) -> Mapping[str, np.ndarray]:
        """Class → (H, W) bool; empty when segmentation was not rendered."""
        return _masks(ClassMasks, self.views)

    @cached_property
    def instance_detections2D(self) -> Mapping[str, PixelExtent] | None:
        """Object id → (x_min, y_min, x_max, y_max), inclusive pixels; None when segmentation was not rendered."""
        return InstanceDetections(self.views.segmentation) if self.views.segmentation else None

    @cached_property
    def class_detections2D(self) -> Mapping[str, tuple[PixelExtent, ...]]:
        """Class → boxes of its instances; empty when segmentation was not rendered."""
        return _masks(ClassDetections, self.views)

    @cached_property
    def object_id_to_color(self) -> dict[str, Colour]:
        """Object ids and class names → the colour they have in the segmentation frames."""
        return {c["name"]: tuple(c["color"]) for c in self.metadata["colors"] or ()}

    @cached_property
    def color_to_object_id(self) -> dict[Colour, str]:
        """The same the other way round."""
        return {colour: name for name, colour in self.object_id_to_color.items()}

    # -- third-party cameras -------------------------------------------------------------------------------------

    @property
    def third_party_camera_frames(self) -> list[np.ndarray]:
        """RGB frames by ``thirdPartyCameraId``; empty when none were rendered."""
        return [v.rgb for v in self.views.others if v.rgb is not None]

    @property
    def third_party_depth_frames(self) -> list[np.ndarray]:
        """Depth frames by ``thirdPartyCameraId``."""
        return [v.depth for v in self.views.others if v.depth is not None]

    @property
    def third_party_instance_segmentation_frames(self) -> list[np.ndarray]:
        """Instance segmentation by ``thirdPartyCameraId``."""
        return [v.instances for v in self.views.others if v.instances is not None]

    @property
    def third_party_semantic_segmentation_frames(self) -> list[np.ndarray]:
        """Semantic segmentation by ``thirdPartyCameraId``."""
        return [v.classes for v in self.views.others if v.classes is not None]

    @property
    def third_party_instance_masks(self) -> list[InstanceMasks]:
        """Instance masks by ``thirdPartyCameraId``."""
        return [InstanceMasks(v.segmentation) for v in self.views.others if v.segmentation is not None]

    @property
    def third_party_class_masks(self) -> list[ClassMasks]:
        """Class masks by ``thirdPartyCameraId``."""
        return [ClassMasks(v.segmentation) for v in self.views.others if v.segmentation is not None]

    # -- metadata ------------------------------------------------------------------------------------------------

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


def _masks(kind: Callable[[Segmentation], Mapping[str, _Value]], views: Views) -> Mapping[str, _Value]:
    return kind(views.segmentation) if views.segmentation is not None else {}


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
