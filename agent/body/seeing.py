"""Belief from pictures: what detector, depth, odometry and the robot's own deeds tell; nothing else is read.

Things have names of the robot's own (``Mug|2``), kept while it looks away, carries them and comes back. What an action
is done to is pointed at: a pixel of the picture that shows it, near enough to be handled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from agent.belief.sight import Sight
from agent.body.perceiving import OwnDeed, pose_of
from envs.pocket.scene import Box
from envs.simulator import Event
from envs.teach.games.session import REACH
from perception.detector.detection import Detector
from perception.detector.yolo_world import YoloWorld, weights_path
from perception.evened import EvenedDetector, shipped_shifts
from perception.existence.odds import ACTED, existence_for
from perception.scene_graph.from_pixels import PixelPerceiver
from perception.scene_graph.graph import HAND, HELD, Relation, SceneGraph
from perception.scene_graph.handling import Handling
from perception.scene_graph.lens import Lens, RgbdView
from perception.scene_graph.lifting import diagonal, usual_size
from perception.scene_graph.likeness import SMALL
from perception.scene_graph.relations import holds, pickupable
from perception.scene_graph.track import Track
from perception.senses import KNOWING, ChosenSenses, Senses
from perception.tiles import TiledDetector
from perception.watching import view_of

SIDE = 600
"""Width and height of the pictures that a detector looks at while the robot acts, pixels."""
FARTHEST = 3.0
"""What begins farther away is not taken in, metres."""
SURE = 0.35
"""Detections with less confidence are not taken in; what is only so sure is believed after several looks."""
DOUBTFUL = 0.06
"""The least confidence of the shipped detector that is heard, before it is shifted by type."""
_FITTING = 15.0  # percent of the box of a tap or switch that show it; the rest is the wall behind it
_RAISED = 0.015  # metres; what is seen so much higher than a thing begins is not what it stands on
_SLACK = 0.03  # metres around what is known of a thing in which a pixel is its own


@dataclass(frozen=True)
class ChosenSight:
    """With what a robot sees that goes by pictures, by name.

    Attributes:
        chosen: The detector; a recogniser is not needed.
        depth: Whether there is a depth sensor.
    """

    chosen: ChosenSenses
    depth: bool = True

    @property
    def frames(self) -> dict[str, Any]:
        """How the engine must be opened: with large pictures for a detector that has to look."""
        sharp = {} if self.chosen.asks_engine else {"width": SIDE, "height": SIDE}
        return {**self.chosen.frames, **sharp}

    def open(self) -> SeeingPerception:
        """Load it, for one robot in one home.

        Raises:
            BadInput: See ``ChosenSenses.open``.
        """
        return SeeingPerception(replace(self.chosen, recognizer=KNOWING[0], recognizer_weights=None).open(), self.depth)


class SeeingPerception:
    """Perceives a home in pictures. Use one as long as the robot lives in it: it keeps things apart.

    Args:
        senses: A detector, what to look for, and what reads states.
        depth: Whether there is a depth sensor; without one distances are guessed from usual sizes.
    """

    def __init__(self, senses: Senses, depth: bool = True) -> None:
        self._senses, self._depth = senses, depth
        detector = _closely(senses.detector)
        sure = min(SURE, float(getattr(senses.detector, "sure", 0.0)))
        self._perceiver = PixelPerceiver(
            detector, senses.classes, senses.reader, reach=FARTHEST, near=None, sure=sure,
            existence=existence_for(senses.detector, ACTED),
        )  # fmt: skip
        self._handling = Handling(self._perceiver.tracker)
        self._known: frozenset[str] = frozenset()
        self._view: RgbdView | None = None
        self._behind: dict[str, np.ndarray] = {}

    @property
    def shown(self) -> dict[str, tuple[float, float, float, float]]:
        """Where in the latest picture each thing was found, by its name: (x0, y0, x1, y1)."""
        return dict(self._perceiver.boxes)

    @property
    def followed(self) -> list[Track]:
        """All that seems to be there, whether it is believed or not."""
        return self._perceiver.tracker.tracks

    def look(self, event: Event, done: OwnDeed | None = None) -> Sight:
        """What the picture shows, given what led to it.

        Raises:
            BadInput: The event has no frame.
        """
        if done is not None:
            self._note_handling(done)
        if done is not None and done.success:
            self._note(done)
        view = view_of(event)
        self._view = view if self._depth else replace(view, depth=None)
        self._senses.truth.look_at(lambda: event)
        graph = self._perceiver.perceive(self._view)
        tracks = {t.object_id: t for t in self._perceiver.tracker.tracks if t.number}
        seen = {key: tracks[key] for key in self._perceiver.boxes if key in tracks}
        eye = np.array([view.eye.x, view.eye.y, view.eye.z])
        for key, track in seen.items():
            if not pickupable(track.label):
                self._behind[key] = track.center - eye
        boxes = {key: self._box(track) for key, track in seen.items()}
        odds = {key: dict(track.read) for key, track in seen.items()}
        there = frozenset(key for key, t in tracks.items() if t.put_down or (t.believed and not t.gone))
        gone, self._known = self._known - there, there
        held = self._handling.held if self._handling.held in {node.object_id for node in graph.objects} else None
        pixels = self._pixels_of(self._view, Lens.of(self._view), dict(self._perceiver.boxes), seen)
        return Sight(_holding(graph, held), boxes, pose_of(event.metadata), held, {}, odds, gone, pixels)

    def _note_handling(self, done: OwnDeed) -> None:
        """What could be handled is there; what could not may not be."""
        held = self._perceiver.tracker.hand.holds
        if held is not None:  # whatever it looks like, it is something that can be held
            held.votes = {label: n for label, n in held.votes.items() if label == held.label or pickupable(label)}
        if done.target is not None:
            (self._handling.worked if done.success else self._handling.refused)(done.target, done.action)

    def _note(self, done: OwnDeed) -> None:
        """Take in an own deed that worked."""
        if done.action == "Pickup" and done.target is not None:
            self._handling.took(done.target)
        elif done.action == "Place":
            self._handling.put(self._touched(done.point))
        elif done.action in ("Open", "Close") and done.target is not None:
            self._handling.opened(done.target, done.action == "Open")
        elif done.action == "Slice" and done.target is not None:
            self._handling.cut(done.target)

    def _touched(self, point: tuple[float, float] | None) -> np.ndarray | None:
        """Where in the room that is which the latest picture shows at a point."""
        view = self._view
        if point is None or view is None or view.depth is None:
            return None
        lens = Lens.of(view)
        column, row = (min(int(p * n), n - 1) for p, n in zip(point, (lens.width, lens.height), strict=True))
        return lens.points(np.array(column + 0.5), np.array(row + 0.5), np.array(float(view.depth[row, column])))

    def _box(self, track: Track) -> Box:
        """Where a thing is; of furniture, of which one sees the front, with what must be behind that."""
        low, high = track.low.copy(), track.high.copy()
        behind = self._behind.get(track.object_id)
        if behind is not None and not track.carried:
            size, usual = high - low, usual_size(track.label)
            axis = 0 if size[0] < size[2] else 2
            missing = usual[2] - size[axis]
            if missing > 0.0 and behind[axis] > 0.0:
                high[axis] += missing
            elif missing > 0.0:
                low[axis] -= missing
        return Box(tuple(low.tolist()), tuple(high.tolist()))  # type: ignore[arg-type]

    def _pixels_of(
        self,
        view: RgbdView,
        lens: Lens,
        boxes: dict[str, tuple[float, float, float, float]],
        seen: dict[str, Track],
    ) -> Callable[[str], np.ndarray | None]:
        """What gives the pixels of this very picture that show a thing."""

        def pixels(object_id: str) -> np.ndarray | None:
            track, box = seen.get(object_id), boxes.get(object_id)
            if track is None or box is None:
                return None
            others = [(other, seen[key]) for key, other in boxes.items() if key != object_id and key in seen]
            mask = _pixels(view, lens, track, box, others)
            return mask if mask.any() else None

        return pixels


def _closely(detector: Detector) -> Detector:
    """A detector that looks at large pictures in parts; the shipped one also says what it is hardly sure of.

    Five looks at a picture are enough: their mirror images are not looked at as well.
    """
    if isinstance(detector, YoloWorld) and detector.weights == weights_path(None):
        return EvenedDetector(TiledDetector(detector.less_sure(DOUBTFUL, mirrored=False)), shipped_shifts())
    return TiledDetector(detector)


def _holding(graph: SceneGraph, held: str | None) -> SceneGraph:
    """The graph with what is felt in the hand, not what seems to be in it."""
    listed = {node.object_id for node in graph.objects}
    relations = tuple(r for r in graph.relations if r.predicate != HELD and r.head != held)
    if held is not None and held in listed:
        relations = (*relations, Relation(HAND, HELD, held))
    return SceneGraph(graph.objects, relations)


def _sticks_out(label: str) -> bool:
    """Whether it is a small fitting, such as a tap or a knob, thinner than what depth tells of its box."""
    return diagonal(label) <= SMALL and not pickupable(label) and not holds(label)


def _pixels(
    view: RgbdView,
    lens: Lens,
    track: Track,
    box: tuple[float, float, float, float],
    others: list[tuple[tuple[float, float, float, float], Track]],
) -> np.ndarray:
    """(H, W) bool: the pixels of a box that show the thing, within reach, and nothing smaller before it.

    What lies where another thing that can be taken is as well is left out if more than that is seen. Where the boxes of
    smaller things leave nothing of it, as slices do on a plate, what lies between them counts.
    """
    mask = np.zeros((lens.height, lens.width), dtype=np.bool_)
    (x0, y0), (x1, y1) = (max(0, int(v)) for v in box[:2]), (int(np.ceil(v)) for v in box[2:])
    x1, y1 = min(x1, lens.width), min(y1, lens.height)
    if x0 >= x1 or y0 >= y1:
        return mask
    inner = np.ones((y1 - y0, x1 - x0), dtype=np.bool_)
    points = None
    if view.depth is not None:
        rows, columns = np.mgrid[y0:y1, x0:x1]
        depth = view.depth[y0:y1, x0:x1].astype(float)
        points = lens.points(columns + 0.5, rows + 0.5, depth)
        if _sticks_out(track.label):
            inner &= depth <= np.percentile(depth, _FITTING) + _SLACK
        else:
            inner &= _in_box(points, track)
        body = np.array([view.eye.x, view.eye.y, view.eye.z])
        inner &= np.linalg.norm(points - body, axis=-1) <= REACH
    area = (box[2] - box[0]) * (box[3] - box[1])
    clear, free, between = inner.copy(), inner.copy(), inner.copy()
    if pickupable(track.label):
        clear &= _round(x1 - x0, y1 - y0)
    for other, thing in others:
        a, b = max(0, int(other[0]) - x0), max(0, int(other[1]) - y0)
        part = np.s_[b : max(0, int(np.ceil(other[3])) - y0), a : max(0, int(np.ceil(other[2])) - x0)]
        its = np.True_ if points is None else _in_box(points[part], thing)
        if (other[2] - other[0]) * (other[3] - other[1]) < area:
            clear[part] = free[part] = False
            between[part] &= ~its
        elif pickupable(thing.label):
            clear[part] &= ~its
    above = clear if points is None else clear & (points[..., 1] > track.low[1] + _RAISED)
    mask[y0:y1, x0:x1] = next((part for part in (above, clear, free, between) if part.any()), inner)
    return mask


def _round(width: int, height: int) -> np.ndarray:
    """Which pixels of a box lie in the ellipse that fills it: around a plate the corners show what it stands on."""
    rows, columns = np.mgrid[0:height, 0:width]
    return (2 * (columns + 0.5) / width - 1) ** 2 + (2 * (rows + 0.5) / height - 1) ** 2 <= 1.0


def _in_box(points: np.ndarray, track: Track) -> np.ndarray:
    """Which points lie in the box of a thing."""
    return ((points >= track.low - _SLACK) & (points <= track.high + _SLACK)).all(axis=-1)  # type: ignore[return-value]
