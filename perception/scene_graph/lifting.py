"""From a box in a frame to a place in the room: detections, lifted through depth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from envs.errors import BadInput
from envs.vocabulary.object_types import object_types
from envs.vocabulary.uses import being
from perception.depth_samples import DepthSamples, depth_samples
from perception.detector.detection import Detection
from perception.quantiles import median, quantiles
from perception.scene_graph.boards import Plane, faces_of, on_plane, plane_of, upright
from perception.scene_graph.lens import Lens, RgbdView

BEGINS = 0.05
"""A thing begins where this share of what is seen of it is nearer."""
_DEFAULT_SIZE = (0.3, 0.3, 0.3)  # metres; of a class without a measured size
_SMALL = 0.6  # metres of diagonal up to which a thing is seen whole from any side
_COMPACT = 1.2  # metres of diagonal up to which no part of a thing is far from its middle
_SPREAD = (
    0.75  # of the diagonal of its usual outline: what is farther from what is seen in the middle is something else
)
BOARDS = being("board")
"""Things that are one board, as far as one sees them; their middle is that of the board."""
#: Closed all round by flat upright sides, of which one or two are seen.
_CASES = being("case")
#: Slabs, whose boxes show what is under them and on them as well.
_SLABS = frozenset({"CounterTop"})
_TELLING = 40  # so many points of a board would show its plane
_FLAT = 0.02  # metres a point may be off a plane to lie on it
_FAR = 19.9  # metres; the depth frame ends at 20


RoomPoint = tuple[float, float, float]


@dataclass(frozen=True)
class LiftedDetection:
    """A detection with its place in the room.

    Attributes:
        detection: What was lifted.
        center: Estimated middle of the thing, (x, y, z) metres.
        low: Lower corner of the axis-aligned box around what is seen of it.
        high: Upper corner.
        depth: Along the camera axis to its visible surface, metres.
        width: Of the detection's box at that depth, metres.
        height: The same upwards.
        begins: How far from the robot's axis what is seen begins, metres along the floor.
        cut: Whether the frame's edge cuts the box, so that the thing goes on outside.
        measured: False when there was no depth frame and the place is a guess from the class's usual size.
        points: (n, 3) of what is seen in the box and seems to be the thing, metres.
        inner: (n,) bool: which of them lie in the middle of the box and in no other box of its class, so that they are
            its own surface.
        vague: Whether depth does not tell where it is: a board that shows no upright plane.
        around: (n, 3) of what is seen in the box about as far away, be it the thing's own or not, metres.
    """

    detection: Detection
    center: RoomPoint
    low: RoomPoint
    high: RoomPoint
    depth: float
    width: float
    height: float
    begins: float
    cut: bool = False
    measured: bool = True
    points: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)), repr=False, compare=False)
    inner: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=np.bool_), repr=False, compare=False)
    vague: bool = False
    around: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)), repr=False, compare=False)

    @property
    def size(self) -> RoomPoint:
        """Extent of what is seen along the world's axes, metres."""
        return tuple(b - a for a, b in zip(self.low, self.high, strict=True))  # type: ignore[return-value]


def floor_gap(low: Sequence[float], high: Sequence[float], x: float, z: float) -> float:
    """Distance along the floor from a point to an axis-aligned box; 0 inside it."""
    return math.hypot(max(low[0] - x, 0.0, x - high[0]), max(low[2] - z, 0.0, z - high[2]))


@lru_cache(maxsize=1024)
def usual_size(label: str) -> RoomPoint:
    """(long, height, short) sides of a class, metres: medians of recorded games, 0.3 m for an unknown class."""
    kind = object_types().get(label)
    if kind is None:
        return _DEFAULT_SIZE
    return max(kind.footprint[0], 0.01), max(kind.size[1], 0.01), max(kind.footprint[1], 0.01)


@lru_cache(maxsize=1024)
def diagonal(label: str) -> float:
    """Diagonal of a class's usual box, metres."""
    return math.hypot(*usual_size(label))


def lift(view: RgbdView, detections: Sequence[Detection]) -> list[LiftedDetection]:
    """Where the detections are, in their order.

    With depth: the surface of the thing is the nearest sizeable cluster of depths in the inner part of its box, other
    detections' smaller boxes left out; the points of the box that belong to that cluster give its extent, and the
    middle of a small thing lies half its usual thickness behind what is seen. Without depth: as far away as a thing of
    that class's usual size would have to be to fill the box, which is off by a quarter or more and worse where the
    frame cuts the box.

    Raises:
        BadInput: A box lies outside the frame.
    """
    lens = Lens.of(view)
    for detection in detections:
        _check_inside(detection, lens)
    if view.depth is None:
        return [_guessed(lens, detection) for detection in detections]
    if not detections:
        return []
    kinds = {label: number for number, label in enumerate(dict.fromkeys(d.label for d in detections))}
    samples = depth_samples(
        view.depth,
        np.array([detection.box for detection in detections], float),
        np.array([kinds[detection.label] for detection in detections]),
        np.array([diagonal(detection.label) for detection in detections]),
    )
    points = lens.points(samples.x, samples.y, samples.depth)
    return [_Surface(lens, one, points, samples, k).lifted() for k, one in enumerate(detections)]


def _check_inside(detection: Detection, lens: Lens) -> None:
    x0, y0, x1, y1 = detection.box
    if not (x0 < lens.width and y0 < lens.height and x1 > 0 and y1 > 0):
        raise BadInput(
            f"box {detection.box} of {detection.label!r} lies outside the frame of {lens.width}x{lens.height} pixels"
        )


def _touches(box: tuple[float, float, float, float], lens: Lens) -> bool:
    x0, y0, x1, y1 = box
    return x0 <= 1 or y0 <= 1 or x1 >= lens.width - 1 or y1 >= lens.height - 1


class _Surface:
    """What is seen in the box of one detection about as far away as the thing.

    Args:
        lens: Of the frame.
        detection: Where to look.
        points: Of all samples of the frame, metres.
        samples: Them.
        number: Of the detection.
    """

    def __init__(
        self, lens: Lens, detection: Detection, points: np.ndarray, samples: DepthSamples, number: int
    ) -> None:
        self._lens, self._detection, self._usual = lens, detection, diagonal(detection.label)
        part = slice(samples.starts[number], samples.starts[number + 1])
        self._around, own = points[part], samples.own[part]
        self._points, self._inner = self._around[own], samples.inner[part][own]
        self._cross, self._heart = samples.cross[part][own], samples.heart[part][own]
        self._seed = float(samples.seed[number])

    def lifted(self) -> LiftedDetection:
        """The detection with its place."""
        points, cross, heart, inner = self._points, self._cross, self._heart, self._inner
        stay, plane = self._staying()
        if stay is not None and stay.any():
            points, cross, heart, inner = points[stay], cross[stay], heart[stay], inner[stay]
        board = self._detection.label in BOARDS
        spread = points[cross] if board and cross.sum() >= 8 else points
        low, high = quantiles(spread, (0.02, 0.98))
        rectangle = None if plane is None else upright(self._lens, self._detection.box, plane, low, high)
        low, high = rectangle or (low, high)
        away = np.hypot(points[:, 0] - self._lens.eye.x, points[:, 2] - self._lens.eye.z)
        begins = float(quantiles(away, (BEGINS,))[0])
        center = median(points[heart]) if board and heart.any() else self._middle(low, high)
        if rectangle is not None:
            center = (low + high) / 2
        vague = board and plane is None and len(points) >= _TELLING
        seen = _Seen(points, inner, vague, self._around)
        return _lifted(self._lens, self._detection, center, low, high, self._seed, begins, seen)

    def _staying(self) -> tuple[np.ndarray | None, Plane | None]:
        """Which points go with the shape of such a thing, None for all of them; and the plane of a board."""
        points, inner, label = self._points, self._inner, self._detection.label
        if self._usual <= _SMALL:
            return np.linalg.norm(points - median(points), axis=1) <= 0.8 * self._usual + 0.05, None
        if label in BOARDS:
            plane = plane_of(points, inner)
            return None if plane is None else on_plane(points, plane), plane
        if label in _CASES:
            return faces_of(points, inner, self._lens.origin), None
        if label in _SLABS:
            return _on_level(points), None
        if self._usual <= _COMPACT:
            away = points[:, [0, 2]] - median(points[inner])[[0, 2]]
            long, _, short = usual_size(label)
            return np.hypot(*away.T) <= _SPREAD * math.hypot(long, short), None
        return None, None

    def _middle(self, low: np.ndarray, high: np.ndarray) -> np.ndarray:
        """Middle of the seen box, moved back along the floor by what is missing of a small thing's thickness."""
        middle = (low + high) / 2
        away = (middle - self._lens.origin)[[0, 2]]
        length = float(np.hypot(*away))
        if self._usual > _SMALL or length < 1e-6:
            return middle
        away /= length
        seen = float(np.abs(away) @ (high - low)[[0, 2]])
        missing = max(0.0, usual_size(self._detection.label)[2] - seen)
        return middle + np.array([away[0], 0.0, away[1]]) * missing / 2


def _on_level(points: np.ndarray) -> np.ndarray:
    """Which points are about as high as most are; all of them when no height stands out."""
    heights = np.round(points[:, 1] / _FLAT).astype(int)
    values, counts = np.unique(heights, return_counts=True)
    if counts.max() < 0.2 * len(points):
        return np.ones(len(points), bool)
    return np.abs(points[:, 1] - values[counts.argmax()] * _FLAT) <= 3 * _FLAT


def _guessed(lens: Lens, detection: Detection) -> LiftedDetection:
    """Placed by its usual size: a sphere of that size would look as large as the box."""
    x0, y0, x1, y1 = detection.box
    long, tall, short = usual_size(detection.label)
    across = math.hypot((long + short) / 2, tall)
    pixels = math.hypot(x1 - x0, y1 - y0)
    depth = min(_FAR, across * lens.height / (2 * lens.tan_y) / pixels)
    cx, cy = detection.center
    center = lens.points(np.array(cx), np.array(cy), np.array(depth))
    half = np.array([(long + short) / 4, tall / 2, (long + short) / 4])
    low, high = center - half, center + half
    begins = floor_gap(low.tolist(), high.tolist(), lens.eye.x, lens.eye.z)
    return _lifted(lens, detection, center, low, high, depth, begins)


class _Seen(NamedTuple):
    """What depth shows of a detection; see ``LiftedDetection``."""

    points: np.ndarray
    inner: np.ndarray
    vague: bool
    around: np.ndarray


def _lifted(
    lens: Lens,
    detection: Detection,
    center: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    depth: float,
    begins: float,
    seen: _Seen | None = None,
) -> LiftedDetection:
    x0, y0, x1, y1 = detection.box
    width, height = (x1 - x0) / lens.width * 2 * lens.tan_x * depth, (y1 - y0) / lens.height * 2 * lens.tan_y * depth
    place = detection, _point(center), _point(low), _point(high), depth, width, height, begins
    cut = _touches(detection.box, lens)
    return LiftedDetection(*place, cut, False) if seen is None else LiftedDetection(*place, cut, True, *seen)


def _point(values: np.ndarray) -> RoomPoint:
    x, y, z = values.tolist()
    return x, y, z
