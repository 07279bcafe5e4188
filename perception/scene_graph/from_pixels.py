"""Scene graphs from pixels: detections, lifted through depth, followed, read for their states and related."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from envs.errors import BadInput
from perception.detector.detection import Detection, Detector, checked_classes, overlap
from perception.existence.odds import Existence, ThingEvidence
from perception.scene_graph.box_view import EYE, RANGE
from perception.scene_graph.graph import HAND, HELD, IN_ON, NEAR, ObjectNode, Relation, SceneGraph
from perception.scene_graph.lens import Lens, RgbdView
from perception.scene_graph.lifting import lift
from perception.scene_graph.occlusion import HAND_AHEAD, HAND_DOWN
from perception.scene_graph.relations import FLOOR, NEAR_M, near_pairs, parent_of, rests, stands_on_floor
from perception.scene_graph.track import Track, TrackerSettings
from perception.scene_graph.tracking import Tracker
from perception.state_priors import prior

_STANDING = 0.9  # metres from the floor to the agent's y (``envs.pocket``)
_FLOOR_SLACK = 0.04  # metres around the floor's height that are floor
_FLOOR_PIXELS = 0.001  # share of the frame that must be floor
_SAME = 0.75  # overlap (IoU) from which on two detections are of one thing; nodes' F1 .66 -> .68, relations .44 -> .48
# The same where both are of one class, and the share of the smaller box that lies in the other: what is found twice
# makes two things of one, which take turns. On 28 walks switches 18.0 -> 6.1 per 100 frames, relations' F1 .54 -> .57.
# Who knows the answer, and does not say when it is sure, finds nothing twice: pieces that lie on each other are two.
_SAME_OF_CLASS, _WITHIN = 0.4, 0.7
_DECAY = 0.6  # of a belief about a state, from frame to frame
_CERTAIN = 6.0  # log-odds beyond which a belief does not grow


class StateReader(Protocol):
    """Reads the visible states of detections."""

    def read(self, frame: np.ndarray, detections: Sequence[Detection]) -> list[dict[str, float]]:
        """For every detection the log-odds of each state its class can be in."""
        ...


class PixelPerceiver:
    """Turns views into scene graphs. Use one for as long as the robot lives in one home: it keeps instances apart.

    A thing is in the graph when it is detected (or was a moment ago and its place still looks occupied), believed
    (``TrackerSettings``) and within reach; what a listed thing is in or on is listed too. With depth the floor is
    listed when some of it is seen: it is known by its height and needs no detection.

    Args:
        detector: Finds things in frames.
        classes: What to look for.
        state_reader: Reads states; None leaves them out.
        reach: How far one sees, metres along the floor to where a thing begins; None for as far as the frame shows.
        near: Portable things at most so far apart are near each other, metres; None leaves the relation out.
        smallest: Detections with a shorter longer side are ignored, pixels.
        sure: Detections with less confidence are ignored; None asks the detector, which may say it in an attribute
            ``sure``, and ignores none when it does not.
        settings: How things are followed.
        existence: Tells which of the things that are followed are there; None believes in all that were confirmed.

    Raises:
        BadInput: There are no classes, or a number is negative.

    Attributes:
        tracker: What is known of things in and out of view.
        boxes: Where in the last frame each listed thing was detected: (x0, y0, x1, y1) by object id.
    """

    def __init__(
        self,
        detector: Detector,
        classes: Sequence[str],
        state_reader: StateReader | None = None,
        *,
        reach: float | None = RANGE,
        near: float | None = NEAR_M,
        smallest: float = 4.0,
        sure: float | None = None,
        settings: TrackerSettings | None = None,
        existence: Existence | None = None,
    ) -> None:
        self._detector, self._classes = detector, checked_classes(classes)
        for name, value in (("reach", reach), ("near", near), ("smallest", smallest)):
            if value is not None and not value >= 0:
                raise BadInput(f"{name} is {value}; it is a length, 0 or more")
        if sure is not None and not 0 <= sure <= 1:
            raise BadInput(f"sure is {sure}; it is a confidence, from 0 to 1")
        self._reader, self._reach, self._near, self._smallest = state_reader, reach, near, smallest
        self._sure = float(getattr(detector, "sure", 0.0)) if sure is None else sure
        self._existence = existence
        self._same = _SAME_OF_CLASS if self._sure > 0 else None
        self.tracker = Tracker(settings)
        self.boxes: dict[str, tuple[float, float, float, float]] = {}

    def perceive(self, view: RgbdView) -> SceneGraph:
        """The scene graph of one view.

        Without a depth frame distances are guesses from usual sizes, nothing is ever seen to be gone, and the floor
        is not listed.

        Raises:
            BadInput: The detector refuses, or answers with a box outside the frame.
        """
        found = self._detector.detect(view.frame, self._classes)
        present = self.tracker.update(view, lift(view, self._believed(view, found)))
        self._weigh()
        self._read_states(view, present)
        return self._graph(view, present)

    def _believed(self, view: RgbdView, found: Sequence[Detection]) -> list[Detection]:
        """The detections that go into the graph."""
        found = [d for d in found if d.confidence >= self._sure]
        found = [d for d in found if max(d.box[2] - d.box[0], d.box[3] - d.box[1]) >= self._smallest]
        if view.depth is not None:
            found = [d for d in found if d.label != FLOOR]  # it is known by its height, see _ground
        return _without_doubles(found, self._same)

    def _weigh(self) -> None:
        """Decide which things are there; what lies where it was put, or in the hand, is."""
        if self._existence is None:
            return
        for track in self.tracker.tracks:
            track.believed |= track.carried or track.put_down
        known = [t for t in self.tracker.tracks if t.number and not (t.gone or t.carried or t.put_down)]
        evidence = [ThingEvidence(t.label, t.hits, t.overlooked, t.confidence, t.handled) for t in known]
        for track, odds in zip(known, self._existence.odds(evidence), strict=True):
            track.believed = self._existence.believes(odds, track.odds is not None and track.believed)
            track.odds = odds

    # -- states --------------------------------------------------------------------------------------------------

    def _read_states(self, view: RgbdView, present: Sequence[Track]) -> None:
        """Weigh what is read now against what was read before."""
        for track in present:
            track.read = {}
        seen = [t for t in present if t.sighting is not None and t.sighting.detection.label == t.label]
        if self._reader is None or not seen:
            return
        read = self._reader.read(view.frame, [t.sighting.detection for t in seen if t.sighting is not None])
        for track, odds in zip(seen, read, strict=True):
            track.read = odds
            for state, value in odds.items():
                belief = _DECAY * track.beliefs.get(state, 0.0) + value
                track.beliefs[state] = max(-_CERTAIN, min(_CERTAIN, belief))

    # -- the graph -----------------------------------------------------------------------------------------------

    def _graph(self, view: RgbdView, present: Sequence[Track]) -> SceneGraph:
        lens = Lens.of(view)
        x, z = float(lens.origin[0]), float(lens.origin[2])
        listed = [t for t in present if t.believed]
        listed = [t for t in listed if self._reach is None or t.carried or _begins(t, x, z) <= self._reach]
        ground = self._ground(view, lens)
        level = lens.origin[1] - EYE - _STANDING
        held = _held(listed, lens)
        parents = self._parents(listed, held, ground, float(level))
        listed += [p for p in dict.fromkeys(parents.values()) if p not in listed and p is not ground]
        if ground is not None:
            listed.insert(0, ground)
        self.boxes = {t.object_id: t.sighting.detection.box for t in listed if t.sighting is not None}
        relations = [Relation(child.object_id, IN_ON, parent.object_id) for child, parent in parents.items()]
        if held is not None:
            relations.append(Relation(HAND, HELD, held.object_id))
        relations += self._near_relations(listed, held, parents)
        return SceneGraph(tuple(_node(track) for track in listed), tuple(relations))

    def _parents(
        self, listed: Sequence[Track], held: Track | None, ground: Track | None, level: float
    ) -> dict[Track, Track]:
        """What each listed thing is in or on."""
        known = [t for t in self.tracker.tracks if t.number and t.believed and not t.gone]
        out: dict[Track, Track] = {}
        for thing in listed:
            if thing is held or not rests(thing.label):
                continue
            parent = parent_of(thing, known, level)
            if parent is None and not thing.carried and (stands_on_floor(thing.label) or thing.low[1] < level + 0.15):
                parent = ground
            if parent is not None and out.get(parent) is not thing:
                out[thing] = parent
        return out

    def _near_relations(
        self, listed: Sequence[Track], held: Track | None, parents: dict[Track, Track]
    ) -> list[Relation]:
        if self._near is None:
            return []
        free = [t for t in listed if t is not held]
        return [
            Relation(one.object_id, NEAR, other.object_id)
            for one, other in near_pairs(free, self._near)
            if parents.get(one) is not other and parents.get(other) is not one
        ]

    def _ground(self, view: RgbdView, lens: Lens) -> Track | None:
        """The floor, when some of it is seen within reach; by its height, from every eighth row and column."""
        if view.depth is None:
            return None
        rows, columns = np.arange(4, lens.height, 8), np.arange(4, lens.width, 8)
        y, x = (a.ravel() for a in np.meshgrid(rows, columns, indexing="ij"))
        points = lens.points(x + 0.5, y + 0.5, view.depth[y, x].astype(float))
        level = lens.origin[1] - EYE - _STANDING
        flat = np.abs(points[:, 1] - level) < _FLOOR_SLACK
        if self._reach is not None:
            flat &= np.hypot(*(points - lens.origin)[:, [0, 2]].T) <= self._reach
        if flat.sum() < max(1.0, _FLOOR_PIXELS * len(points)):
            return None
        low, high = points[flat].min(axis=0), points[flat].max(axis=0)
        return Track(FLOOR, low, high, (low + high) / 2, number=1, confidence=1.0)


def _without_doubles(found: Sequence[Detection], same: float | None) -> list[Detection]:
    """Detections, less those that are of the same thing as a more confident one; ``same`` as for ``_is_one``."""
    return [
        one
        for one in found
        if not any(other.confidence > one.confidence and _is_one(one, other, same) for other in found)
    ]


def _is_one(one: Detection, other: Detection, same: float | None) -> bool:
    """Whether two detections are of one thing: they share most of their boxes, or, of one class, much.

    Args:
        one: A detection.
        other: Another one.
        same: Overlap (IoU) from which on two of one class are one; None where the detector finds nothing twice.
    """
    common = overlap(one.box, other.box)
    if one.label != other.label or same is None or common == 0.0:
        return common > _SAME
    shared = (one.area + other.area) * common / (1.0 + common)  # pixels, out of their share of the union
    return common > same or shared > _WITHIN * min(one.area, other.area)


def _held(listed: Sequence[Track], lens: Lens) -> Track | None:
    """What the hand holds: of the things that move with it the one nearest to its place, a vessel before contents."""
    aim = lens.from_camera(np.array([0.0, -HAND_DOWN, HAND_AHEAD]))
    carried = [t for t in listed if t.carried]
    return min(carried, key=lambda t: float(np.linalg.norm(t.center - aim)), default=None)


def _begins(track: Track, x: float, z: float) -> float:
    """How far away a thing begins, metres along the floor: as seen now, else by its box."""
    return track.gap(x, z) if track.sighting is None else track.sighting.begins


def _node(track: Track) -> ObjectNode:
    states = tuple(sorted(state for state, belief in track.beliefs.items() if belief + prior(track.label, state) > 0))
    x, y, z = (round(float(v), 3) for v in track.center)
    return ObjectNode(track.object_id, track.label, track.name, states, (x, y, z), round(track.confidence, 4))
