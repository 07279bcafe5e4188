"""Which detection is which thing: instances followed over frames, out of sight and back, into the hand and out of it.

The robot knows where it stands, so what it does not touch stays where it was seen: places in the room are compared, not
boxes in the frame. What is carried is followed in the camera's own axes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from perception.detector.detection import overlap
from perception.matching.assignment import assign
from perception.scene_graph.grasp import Hand, correct, still_held
from perception.scene_graph.lens import Lens, RgbdView, length
from perception.scene_graph.lifting import BOARDS, LiftedDetection, diagonal
from perception.scene_graph.likeness import (
    SMALL,
    alike,
    apart,
    common_part,
    common_space,
    cut_from,
    is_piece,
    look_alike,
    merge,
    note_company,
)
from perception.scene_graph.occlusion import GONE, HAND_AHEAD, HAND_DOWN, HIDDEN, THERE, SpotHull, hand_is_full, look_at
from perception.scene_graph.relations import box_gap
from perception.scene_graph.surfaces import Ownership, claim
from perception.scene_graph.track import LiftedSighting, Track, TrackerSettings, move, portable

_SLIVER = 0.35  # of its usual diagonal must be seen of a large thing before it counts as one

Cost = Callable[[LiftedSighting, Track], float]


class Tracker:
    """Follows things through the frames of one robot.

    Args:
        settings: How.

    Attributes:
        tracks: Everything that is followed.
        frame: Number of the newest frame.
        hand: What is held, for a robot that feels it.
    """

    def __init__(self, settings: TrackerSettings | None = None) -> None:
        self.settings = settings or TrackerSettings()
        self.tracks: list[Track] = []
        self.frame = 0
        self.hand = Hand()
        self._counts: dict[str, int] = {}
        self._ownership = Ownership((), ())
        self._placed: list[tuple[Track, LiftedSighting]] = []
        self._pieces: list[Track] = []

    def track(self, object_id: str) -> Track | None:
        """The thing of a name; None where there is none any more."""
        return next((t for t in self.tracks if t.number and t.object_id == object_id), None)

    def update(self, view: RgbdView, things: Sequence[LiftedDetection]) -> list[Track]:
        """Take in one frame.

        Args:
            view: The frame.
            things: Its lifted detections.

        Returns:
            The confirmed things that are in this frame, in order of confirmation by class and number.
        """
        self.frame += 1
        lens = Lens.of(view)
        for track in self.tracks:
            track.sighting, track.coasting = None, False
            if track.carried:
                move(track, lens.from_camera(track.offset))
        sightings = [LiftedSighting(thing, lens) for thing in things]
        correct(self.hand, sightings, self.tracks, lens, view.depth)
        self._ownership, self._placed = Ownership(sightings, self.tracks), []
        full = self.hand.full if self.hand.felt else hand_is_full(lens, view.depth)
        if full is not False:
            still_held(sightings, self.tracks)
        left = self._grasped(sightings, lens)
        left = self._explained(left, lens, view)
        left = self._same_place(left, lens)
        left = self._moved(left, lens, view, full)
        left = self._same_look(left, lens, full)
        left = self._other_class(left)
        self.tracks = merge(self.tracks)
        self.tracks += [self._new(sighting) for sighting in left if not sighting.thing.vague]
        self._claim(lens, view)
        self._judge_unseen(lens, view, full)
        for track in self.tracks:
            self._confirm(track)
        note_company(self.tracks)
        return [track for track in self.tracks if track.number and track.present]

    # -- matching ------------------------------------------------------------------------------------------------

    def _grasped(self, sightings: list[LiftedSighting], lens: Lens) -> list[LiftedSighting]:
        """Match what is held where that is felt: what is seen in the hand is it, whatever it looks like."""
        if not self.hand.felt:
            return sightings
        held = self.hand.holds
        if held is None:
            for sighting in sightings:
                sighting.in_hand = False
            return sightings
        aim = np.array([0.0, -HAND_DOWN, HAND_AHEAD])
        there = [s for s in sightings if s.in_hand and (s.label == held.label or alike(s, held))]
        if not there:
            return sightings
        best = min(there, key=lambda s: (s.label != held.label, length(s.offset - aim)))
        self._hit(held, best)
        return [s for s in sightings if s is not best]

    def _explained(self, sightings: list[LiftedSighting], lens: Lens, view: RgbdView) -> list[LiftedSighting]:
        """Match what is seen where known things must show, all of a class at once, likeliest first.

        How well it shows where it must, whose surface it shows and where depth puts it count together: each of them
        alone is wrong at times, of slivers and of what is seen aslant or through something.
        """
        there = [t for t in self.tracks if t.sighting is None and not (t.gone or t.carried or t.swung)]
        shown = cache(lambda track: track.hull.shown(lens, view.depth))

        @cache  # what is left after the first round is compared as before
        def cost(sighting: LiftedSighting, track: Track) -> float:
            box = shown(track)
            look = 0.0 if box is None or sighting.in_hand else look_alike(box, sighting.thing.detection.box)
            if look < self.settings.shows:
                return math.inf
            own = self._ownership.own(sighting, track)
            return 1.0 - look + 0.5 * (1.0 - own) + min(0.5, apart(sighting, track))

        for limit in (self.settings.likeliest, self.settings.likely):
            sightings = self._match(sightings, there, cost, limit, self.settings.shift)
        return sightings

    def _same_place(self, sightings: list[LiftedSighting], lens: Lens) -> list[LiftedSighting]:
        """Match what is where it was; tightly first, so that neighbours do not swap.

        Of neighbours equally near, as drawers above each other seen from the side, it is the one that must show there.
        """
        askew, shown = self.settings.askew, cache(lambda track: lens.frame_box(track.low, track.high))
        apart_now = cache(self._apart)
        for limit in (self.settings.still, self.settings.shift):
            free = [t for t in self.tracks if t.sighting is None and not t.gone]

            def cost(sighting: LiftedSighting, track: Track, limit: float = limit) -> float:
                away, own = apart_now(sighting, track)
                if away > limit:
                    return math.inf
                box = shown(track)
                common = 0.0 if box is None else overlap(box, sighting.thing.detection.box)
                return away + askew * (1.0 - max(common, own))

            sightings = self._match(sightings, free, cost, limit + askew)
        return sightings

    def _apart(self, sighting: LiftedSighting, track: Track) -> tuple[float, float]:
        """How far a detection is from where a thing was, metres, and how much of what it shows was the thing's before.

        What shows a thing's own surface is it, whatever else of it is in view; what shows another's is not.
        """
        away, own = apart(sighting, track), self._ownership.own(sighting, track)
        if sighting.in_hand or track.carried:
            return away, 0.0
        if own >= self.settings.own:
            return min(away, self.settings.still * (1.0 - own)), own
        if own <= self.settings.foreign and self._ownership.others(sighting, track) >= self.settings.own:
            return math.inf, own
        return away, own

    def _same_look(self, sightings: list[LiftedSighting], lens: Lens, full: bool | None) -> list[LiftedSighting]:
        """Match what is where a thing must show in the frame, however far from it depth says it is.

        Seen edge-on, through a curtain or as a sliver at the frame's edge, a thing is lifted to another's place.
        """
        free = [t for t in self.tracks if t.sighting is None and t.number and not t.gone]
        free = [t for t in free if full is not False or not t.carried]
        shown = cache(lambda track: lens.frame_box(track.low, track.high))

        def cost(sighting: LiftedSighting, track: Track) -> float:
            box = shown(track)
            return math.inf if box is None else 1.0 - common_part(track.label, box, sighting.thing.detection.box)

        return self._match(sightings, free, cost, 1.0 - self.settings.looks, -1.0)

    def _moved(
        self, sightings: list[LiftedSighting], lens: Lens, view: RgbdView, full: bool | None
    ) -> list[LiftedSighting]:
        """Match what was picked up, put down, pushed, or turns up again."""
        free = [t for t in self.tracks if t.sighting is None and (t.number or t.hits >= self.settings.hits)]
        free = [t for t in free if portable(t.label) or not t.gone]
        look = cache(lambda track: None if track.gone else look_at(track, lens, view.depth))
        hand_taken = any(t.carried and t.sighting is not None for t in self.tracks)

        def cost(sighting: LiftedSighting, track: Track) -> float:
            if not portable(track.label):
                return math.inf
            if track.carried:
                return math.inf if sighting.in_hand or (full and not hand_taken) else 0.0
            return self._displaced(sighting, track, look(track), lens)

        return self._match(sightings, free, cost, 50.0)

    def _displaced(self, sighting: LiftedSighting, track: Track, look: str | None, lens: Lens) -> float:
        """How unlikely it is that this is that thing, no longer in its place; infinite where it cannot be."""
        settings, distance = self.settings, length(sighting.center - track.center)
        if track.gone:
            return 10.0 + distance + 0.01 * (self.frame - track.seen)
        if sighting.in_hand:
            away = track.gap(float(lens.origin[0]), float(lens.origin[2]))
            if away > settings.reach:
                return math.inf
            return away + (0.0 if look == GONE else 5.0 if look == THERE else 1.0)
        return distance if look == GONE and distance <= settings.moved else math.inf

    def _other_class(self, sightings: list[LiftedSighting]) -> list[LiftedSighting]:
        """Take a detection of another class in the very place of an undetected thing for a misclassification."""
        free = [t for t in self.tracks if t.sighting is None and not t.gone and not t.carried]

        def cost(sighting: LiftedSighting, track: Track) -> float:
            if sighting.in_hand or cut_from(sighting.label, track.label) or not alike(sighting, track):
                return math.inf
            return apart(sighting, track)

        pairs = assign(_costs(sightings, free, cost), self.settings.still)
        for row, column in pairs:
            self._hit(free[column], sightings[row])
        taken = {row for row, _ in pairs}
        return [sighting for row, sighting in enumerate(sightings) if row not in taken]

    def _match(
        self,
        sightings: list[LiftedSighting],
        tracks: list[Track],
        cost: Cost,
        limit: float,
        believed: float = math.inf,
    ) -> list[LiftedSighting]:
        """Pair things of the same class; returns the sightings that are left.

        What depth says of their places is ``believed`` where that is no farther from where they were, metres.
        """
        left = []
        for label, mine in _by_label(sightings).items():
            theirs = [t for t in tracks if t.label == label and t.sighting is None]
            pairs = dict(assign(_costs(mine, theirs, cost), limit)) if theirs else {}
            for row, sighting in enumerate(mine):
                if row in pairs:
                    track = theirs[pairs[row]]
                    self._hit(track, sighting, apart(sighting, track) <= believed)
                else:
                    left.append(sighting)
        return left

    # -- what a match does ---------------------------------------------------------------------------------------

    def _hit(self, track: Track, sighting: LiftedSighting, placed: bool = True) -> None:
        """Take a detection for a thing; unless ``placed``, what depth says of its place is not believed."""
        thing, confidence = sighting.thing, sighting.thing.detection.confidence
        placed &= not thing.vague
        fresh = track.gone or track.carried or sighting.in_hand
        track.sighting, track.seen, track.missed, track.doubted, track.gone = thing, self.frame, 0, 0, False
        track.put_down = False
        track.hits += 1
        track.votes[sighting.label] = track.votes.get(sighting.label, 0.0) + confidence
        if sighting.label != track.label:
            return
        track.confidence += (confidence - track.confidence) / min(track.hits, 10)
        near = box_gap(track.low, track.high, sighting.low, sighting.high) <= self.settings.still
        if placed or track.swung or (near and not thing.vague):
            self._placed.append((track, sighting))
        if not placed or track.swung:
            return
        track.carried = sighting.in_hand
        track.offset = sighting.offset
        far = length(sighting.center - track.center) > self.settings.shift
        small = diagonal(track.label) <= SMALL
        if fresh or (far and small):
            track.surface.clear()  # it lies elsewhere now
            track.hull = SpotHull()
            track.low, track.high, track.center = np.array(thing.low), np.array(thing.high), sighting.center
        elif small:
            track.drift(thing, sighting.center)
        else:
            track.grow(thing, sighting.center, track.label in BOARDS)

    def _claim(self, lens: Lens, view: RgbdView) -> None:
        """Note whose surface is seen where, and what may belong to whom."""
        for track, sighting in self._placed:
            if track.sighting is sighting.thing and not track.carried:
                claim(track, self._ownership.patches(sighting), [t for t in self.tracks if t.label == track.label])
        for track in self.tracks:
            seen = track.sighting
            if (
                seen is None
                or view.depth is None
                or track.carried
                or track.swung
                or seen.detection.label != track.label
            ):
                continue
            track.hull.take(seen.around, seen.detection.box, lens, view.depth)

    def _new(self, sighting: LiftedSighting) -> Track:
        track = Track(sighting.label, np.array(sighting.thing.low), np.array(sighting.thing.high), sighting.center)
        self._hit(track, sighting)
        return track

    def _confirm(self, track: Track) -> None:
        """Give a thing its number once it is believed; by then its class is the one with most votes."""
        if track.number or track.sighting is None:
            return
        if _sliver(track) or (track.hits < self.settings.hits and track.confidence < self.settings.sure):
            return
        self._number(track)

    def _number(self, track: Track) -> None:
        track.label = max(track.votes, key=lambda label: (track.votes[label], label))
        self._counts[track.label] = track.number = self._counts.get(track.label, 0) + 1

    def rename(self, track: Track) -> None:
        """Take a thing for what it looked like most often besides what it was taken for; there may be nothing."""
        others = {label: votes for label, votes in track.votes.items() if label != track.label}
        if others:
            track.votes, track.number, track.handled, track.odds = others, 0, 0.0, None
            self._number(track)

    # -- what was not detected -----------------------------------------------------------------------------------

    def _judge_unseen(self, lens: Lens, view: RgbdView, full: bool | None) -> None:
        """Decide about things without a detection: out of view, missed by the detector, or gone."""
        seen = [t for t in self.tracks if t.sighting is not None]
        self._pieces = [t for t in seen if is_piece(t.label)]
        kept: list[Track] = []
        for track in self.tracks:
            if track.sighting is None and not track.gone and not self._remains(track, lens, view, full, seen):
                continue
            if track.sighting is None and not track.number and self.frame - track.seen > self.settings.tentative:
                continue
            kept.append(track)
        self.tracks = kept

    def _remains(self, track: Track, lens: Lens, view: RgbdView, full: bool | None, seen: Sequence[Track]) -> bool:
        """Update a thing without a detection; False when it turns out to be another one, or something that was cut."""
        if any(cut_from(piece.label, track.label) and common_space(piece, track) > 0.3 for piece in self._pieces):
            return False
        if track.carried:
            self._judge_carried(track, full, seen)
            return True
        look = HIDDEN if track.swung else look_at(track, lens, view.depth)
        track.overlooked += look != HIDDEN
        if look == GONE:
            track.missed += 1
        elif look == THERE:
            track.doubted += 1
            track.coasting = track.doubted <= self.settings.coast
        track.gone = track.missed >= self.settings.patience or track.doubted >= self.settings.faith
        return bool(track.number) or not track.gone

    def _judge_carried(self, track: Track, full: bool | None, seen: Sequence[Track]) -> None:
        """What was in the hand is still there, undetected, or was put where it cannot be seen."""
        if track is self.hand.holds:
            track.coasting = True
        elif full is False or any(other.carried and other is not self.hand.holds for other in seen):
            track.carried, track.gone = False, True
        else:
            track.doubted += 1
            track.coasting = full is True or track.doubted <= self.settings.coast


def _by_label(sightings: Sequence[LiftedSighting]) -> dict[str, list[LiftedSighting]]:
    found: dict[str, list[LiftedSighting]] = {}
    for sighting in sightings:
        found.setdefault(sighting.label, []).append(sighting)
    return found


def _costs(sightings: Sequence[LiftedSighting], tracks: Sequence[Track], cost: Cost) -> np.ndarray:
    return np.array([[cost(s, t) for t in tracks] for s in sightings], float).reshape(len(sightings), len(tracks))


def _sliver(track: Track) -> bool:
    """Whether so little is seen of a large thing that it may be part of another one."""
    usual = diagonal(track.label)
    return usual > SMALL and length(track.high - track.low) < _SLIVER * usual
