"""From a box in a frame to a place in the room: detections, lifted through depth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from envs.errors import BadInput
from envs.vocabulary.object_types import object_types
from envs.vocabulary.uses import being
from perception.detector.detection import Detection
from perception.quantiles import median, quantiles
from perception.scene_graph.boards import faces_of, on_plane, plane_of, upright
from perception.scene_graph.lens import Lens, RgbdView

SAMPLES = 24
"""Depth is read on a grid of at most so many points along each side of a box."""
INNER = 0.5
"""Share of a box's width and height, around its middle, in which the thing itself is looked for."""
NEAR_SHARE = 0.25
"""The nearest cluster of depths with at least this share of the inner part is the thing."""
BEGINS = 0.05
"""A thing begins where this share of what is seen of it is nearer."""
_DEFAULT_SIZE = (0.3, 0.3, 0.3)  # metres; of a class without a measured size
_SMALL = 0.6  # metres of diagonal up to which a thing is seen whole from any side
_COMPACT = 1.2  # metres of diagonal up to which no part of a thing is far from its middle
_SPREAD = (
    0.75  # of the diagonal of its usual outline: what is farther from what is seen in the middle is something else
)
_BEHIND = 0.3  # of its diagonal that a thing may go on behind what is seen in the middle
_UNEXPLAINED = 0.15  # share of the inner part that must belong to no nearer thing to be looked at alone
BOARDS = being("board")
"""Things that are one board, as far as one sees them; their middle is that of the board."""
#: Closed all round by flat upright sides, of which one or two are seen.
_CASES = being("case")
_ALONE = 0.1  # share of the inner part that must lie in no other box of its class to be looked at alone
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
    samples = [_Samples(lens, view.depth, detection, detections) for detection in detections]
    ends = [sample.cluster() for sample in samples]
    order = sorted(range(len(samples)), key=lambda k: ends[k][0])
    for place, index in enumerate(order):
        # What stands before a thing, and is known to be something else, is not the thing.
        before = [(detections[k], ends[k]) for k in order[:place] if _apart(detections[k], detections[index])]
        ends[index] = samples[index].cluster_behind(before) or ends[index]
    return [sample.lifted(near, far) for sample, (near, far) in zip(samples, ends, strict=True)]


def _check_inside(detection: Detection, lens: Lens) -> None:
    x0, y0, x1, y1 = detection.box
    if not (x0 < lens.width and y0 < lens.height and x1 > 0 and y1 > 0):
        raise BadInput(
            f"box {detection.box} of {detection.label!r} lies outside the frame of {lens.width}x{lens.height} pixels"
        )


def _inside(detection: Detection, detections: Sequence[Detection]) -> list[Detection]:
    """Smaller things whose middle lies in the box: they stand before it or on it."""
    x0, y0, x1, y1 = detection.box
    out = []
    for other in detections:
        x, y = other.center
        if other is not detection and other.area < 0.5 * detection.area and x0 < x < x1 and y0 < y < y1:
            out.append(other)
    return out


def _apart(one: Detection, other: Detection) -> bool:
    """Whether two detections are two things: of different classes, or in boxes of which less than half is common."""
    if one.label != other.label:
        return True
    wide = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
    high = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    return min(wide, high) <= 0 or wide * high < 0.5 * min(one.area, other.area)


def _touches(box: tuple[float, float, float, float], lens: Lens) -> bool:
    x0, y0, x1, y1 = box
    return x0 <= 1 or y0 <= 1 or x1 >= lens.width - 1 or y1 >= lens.height - 1


class _Samples:
    """Depth on a grid over the box of one detection, the boxes of smaller things before it left out where possible.

    Args:
        lens: Of the frame.
        frame: Depth, metres.
        detection: Where to look.
        detections: All of the frame.
    """

    def __init__(self, lens: Lens, frame: np.ndarray, detection: Detection, detections: Sequence[Detection]) -> None:
        self._lens, self._detection = lens, detection
        self._usual = diagonal(detection.label)
        x0, y0, x1, y1 = detection.box
        rows, columns = _grid(y0, y1, lens.height), _grid(x0, x1, lens.width)
        y, x = (a.ravel() for a in np.meshgrid(rows, columns, indexing="ij"))
        depth = frame[y, x].astype(float)
        x, y = x + 0.5, y + 0.5
        mine = depth < _FAR
        for other in _inside(detection, detections):
            mine &= ~_within(x, y, other.box)
        if mine.mean() < 0.15:
            mine[:] = True
        self._x, self._y, self._depth = x[mine], y[mine], depth[mine]
        cx, cy = detection.center
        wide, high = INNER / 2 * (x1 - x0) + 0.5, INNER / 2 * (y1 - y0) + 0.5
        inner = (np.abs(self._x - cx) <= wide) & (np.abs(self._y - cy) <= high)
        inner = inner if inner.any() else np.ones_like(inner)
        alone = self._alone(detections)
        most = _ALONE * inner.sum()
        self._inner = next((own for own in (inner & alone, alone) if own.sum() >= max(4.0, most)), inner)
        # Seen aslant, a board fills the middle of its box's sides but not the corners.
        across, down = np.abs(self._x - cx) / (x1 - x0), np.abs(self._y - cy) / (y1 - y0)
        self._cross, self._heart = (across <= 0.12) | (down <= 0.12), (across <= 0.12) & (down <= 0.12)

    def _alone(self, detections: Sequence[Detection]) -> np.ndarray:
        """Which samples lie in no other box of its class: of drawers seen aslant one's box shows the next one too."""
        alone = np.ones(len(self._x), dtype=np.bool_)
        for other in detections:
            if other is not self._detection and other.label == self._detection.label and self._reaches(other.box):
                alone &= ~_within(self._x, self._y, other.box)
        return alone

    def _reaches(self, box: tuple[float, float, float, float]) -> bool:
        """Whether samples may lie in a box."""
        x0, y0, x1, y1 = self._detection.box
        return box[0] <= x1 + 1 and box[2] >= x0 - 1 and box[1] <= y1 + 1 and box[3] >= y0 - 1

    def cluster(self) -> tuple[float, float]:
        """Depths between which the thing's visible surface begins and ends in the inner part."""
        return _cluster(self._depth[self._inner], self._split)

    def cluster_behind(self, before: Sequence[tuple[Detection, tuple[float, float]]]) -> tuple[float, float] | None:
        """The same without what belongs to nearer things; None when too little is left to tell."""
        free = self._inner.copy()
        for other, (near, far) in before:
            if not self._reaches(other.box):
                continue
            belongs = _within(self._x, self._y, other.box)
            pad = 0.5 * (far - near) + 0.03
            free &= ~(belongs & (self._depth >= near - pad) & (self._depth <= far + pad))
        if free.sum() < max(1.0, _UNEXPLAINED * self._inner.sum()):
            return None
        return _cluster(self._depth[free], self._split)

    @property
    def _split(self) -> float:
        """Jump in depth that parts a thing from another one, metres."""
        return max(0.12, 0.2 * self._usual)

    def lifted(self, near: float, far: float) -> LiftedDetection:
        """The detection with its place, given between which depths the inner part lies."""
        body = self._depth[self._inner & (self._depth >= near) & (self._depth <= far)]
        seed = float(median(body))
        # A slanted surface goes on beyond the inner half as far as within it; a round one by half its thickness.
        pad = 0.5 * (far - near) + min(0.05, 0.25 * self._usual)
        keep = (self._depth >= near - pad) & (self._depth <= far + pad)
        points = self._lens.points(self._x[keep], self._y[keep], self._depth[keep])
        about = (self._depth >= near - pad) & (self._depth <= far + pad + _BEHIND * self._usual)
        around = self._lens.points(self._x[about], self._y[about], self._depth[about])
        cross, heart, inner = self._cross[keep], self._heart[keep], self._inner[keep]
        stay, plane = np.ones(len(points), bool), None
        if self._usual <= _SMALL:
            stay = np.linalg.norm(points - median(points), axis=1) <= 0.8 * self._usual + 0.05
        elif self._detection.label in BOARDS:
            plane = plane_of(points, inner)
            stay = stay if plane is None else on_plane(points, plane)
        elif self._detection.label in _CASES:
            faces = faces_of(points, inner, self._lens.origin)
            stay = stay if faces is None else faces
        elif self._detection.label in _SLABS:
            stay = _on_level(points)
        elif self._usual <= _COMPACT:
            away = points[:, [0, 2]] - median(points[inner])[[0, 2]]
            long, _, short = usual_size(self._detection.label)
            stay = np.hypot(*away.T) <= _SPREAD * math.hypot(long, short)
        if stay.any():
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
        lifted = _lifted(self._lens, self._detection, center, low, high, seed, begins)
        return replace(lifted, points=points, inner=inner, vague=vague, around=around)

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


def _within(x: np.ndarray, y: np.ndarray, box: tuple[float, float, float, float]) -> np.ndarray:
    return (x >= box[0]) & (x <= box[2]) & (y >= box[1]) & (y <= box[3])


def _grid(start: float, stop: float, limit: int) -> np.ndarray:
    """Up to ``SAMPLES`` pixel indices from start to stop, at least one."""
    first = min(max(math.floor(start), 0), limit - 1)
    last = min(max(math.ceil(stop) - 1, first), limit - 1)
    count = min(SAMPLES, last - first + 1)
    return np.unique(np.linspace(first, last, count).round().astype(int))


def _cluster(depth: np.ndarray, gap: float) -> tuple[float, float]:
    """Ends of the nearest cluster of depths that holds ``NEAR_SHARE`` of them, else of the largest."""
    ordered = np.sort(depth)
    cuts = np.flatnonzero(np.diff(ordered) > gap) + 1
    parts = np.split(ordered, cuts)
    big = next((part for part in parts if len(part) >= NEAR_SHARE * len(ordered)), None)
    chosen = max(parts, key=len) if big is None else big
    return float(chosen[0]), float(chosen[-1])


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
    return _lifted(lens, detection, center, low, high, depth, begins, measured=False)


def _lifted(
    lens: Lens,
    detection: Detection,
    center: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    depth: float,
    begins: float,
    measured: bool = True,
) -> LiftedDetection:
    x0, y0, x1, y1 = detection.box
    return LiftedDetection(
        detection,
        _point(center),
        _point(low),
        _point(high),
        depth,
        (x1 - x0) / lens.width * 2 * lens.tan_x * depth,
        (y1 - y0) / lens.height * 2 * lens.tan_y * depth,
        begins,
        _touches(detection.box, lens),
        measured,
    )


def _point(values: np.ndarray) -> RoomPoint:
    x, y, z = (float(v) for v in values)
    return x, y, z
