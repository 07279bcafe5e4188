"""What the Unity build answers, in the form of the contract."""

from __future__ import annotations

from typing import Any

import numpy as np

from envs.segmentation import Segmentation
from envs.simulator import Event, Metadata, Views
from envs.thor.metadata import complete_metadata


class ThorEvent(Event):
    """What the client answered, in the form of the contract; frames and metadata are made when they are first read.

    Attributes:
        raw: The client's own event, with what the contract does not name (normals, flow, …).
    """

    def __init__(self, raw: Any) -> None:
        self.raw = raw
        self._metadata: Metadata | None = None
        self._views: Views | None = None

    def __bool__(self) -> bool:
        return bool(self.raw.metadata["lastActionSuccess"])

    @property
    def metadata(self) -> Metadata:
        """AI2-THOR's metadata, both 3.x and 5.x key spellings."""
        if self._metadata is None:
            self._metadata = complete_metadata(self.raw.metadata)
        return self._metadata

    @property
    def views(self) -> Views:
        """Every frame of this event."""
        if self._views is None:
            self._views = self._look()
        return self._views

    def _look(self) -> Views:
        raw = self.raw
        rows = zip(
            *_filled(
                raw.third_party_camera_frames,
                raw.third_party_depth_frames,
                raw.third_party_instance_segmentation_frames,
                raw.third_party_semantic_segmentation_frames,
            ),
            strict=True,
        )
        mine = (raw.frame, raw.depth_frame, raw.instance_segmentation_frame, raw.semantic_segmentation_frame)
        return self._view(*mine, others=tuple(self._view(*row) for row in rows))

    def _view(self, rgb: Any, depth: Any, instances: Any, classes: Any, others: tuple[Views, ...] = ()) -> Views:
        painted = _pixels(instances)
        return Views(
            rgb=_pixels(rgb),
            depth=None if depth is None else np.ascontiguousarray(depth, dtype=np.float32),
            instances=painted,
            classes=_pixels(classes),
            segmentation=None if painted is None else Segmentation.from_frame(painted, self.metadata["colors"] or ()),
            others=others,
        )


def _filled(*columns: list[Any]) -> list[list[Any]]:
    """Lists of equal length; the frames that were not rendered are None."""
    length = max(map(len, columns))
    return [column or [None] * length for column in columns]


def _pixels(frame: Any) -> np.ndarray | None:
    """(H, W, 3), row 0 first in memory; the client's frames are flipped views, some with an alpha channel."""
    return None if frame is None else np.ascontiguousarray(frame[..., :3])
