"""What the hand holds, for a robot that feels it: what was taken, or what was taken in its stead.

A pixel is pointed at, and what lies there is taken: of a slice in a pot it may be the pot. The next picture tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from perception.scene_graph.lens import Lens, length
from perception.scene_graph.occlusion import GONE, HAND_AHEAD, HAND_DOWN, look_at
from perception.scene_graph.relations import box_gap, holds
from perception.scene_graph.track import IN_REACH, LiftedSighting, Track

_STILL = 0.1  # metres from where it was in which a thing is still there
_TOUCHING = 0.08  # metres from where a carried thing must be in which it is seen
_NEAR = 0.5  # metres from what was meant in which something else may have been taken
_SLACK = 0.02  # metres around a vessel's box in which things lie in it


@dataclass
class Place:
    """Where a thing is.

    Attributes:
        low: Lower corner, metres.
        high: Upper corner.
        center: Middle.
    """

    low: np.ndarray
    high: np.ndarray
    center: np.ndarray


@dataclass
class Hand:
    """What a robot feels of its own hand.

    Attributes:
        felt: Whether anything is known of it but what pictures show.
        holds: What it holds, None for nothing.
        taken: What was just taken, and where that was, until a picture confirms it.
    """

    felt: bool = False
    holds: Track | None = None
    taken: dict[Track, Place] = field(default_factory=dict)

    @property
    def full(self) -> bool:
        """Whether it holds something."""
        return self.holds is not None


def take(hand: Hand, track: Track, tracks: Sequence[Track]) -> None:
    """Take in that a thing was picked up, with all that is in it."""
    aim = np.array([0.0, -HAND_DOWN, HAND_AHEAD])
    inside = _inside(track, tracks)
    hand.taken = {one: Place(one.low, one.high, one.center) for one in (track, *inside)}
    for one in inside:
        one.carried, one.offset = True, aim + (one.center - track.center)
    track.carried, track.offset, track.gone = True, aim, False
    hand.holds = track


def still_held(sightings: Sequence[LiftedSighting], tracks: Sequence[Track]) -> None:
    """Take what is seen right where a carried thing is now to be in the hand, however little of it shows."""
    carried = [t for t in tracks if t.carried]
    for sighting in sightings:
        near = sighting.thing.measured and sighting.thing.depth < IN_REACH
        mine = (t for t in carried if near and t.label == sighting.label)
        sighting.in_hand |= any(box_gap(sighting.low, sighting.high, t.low, t.high) <= _TOUCHING for t in mine)


def correct(
    hand: Hand, sightings: Sequence[LiftedSighting], tracks: Sequence[Track], lens: Lens, depth: np.ndarray | None
) -> None:
    """Compare what was just taken with the first picture of it; what was not taken is where it was.

    Args:
        hand: The hand.
        sightings: What that picture shows.
        tracks: Everything that is followed.
        lens: Of the picture.
        depth: Its depth, if known.
    """
    instead = _taken_instead(hand, sightings, tracks, lens, depth) if hand.taken else None
    taken, hand.taken = hand.taken, {}
    if instead is None:
        return
    for track, was in taken.items():
        track.low, track.high, track.center, track.carried = was.low, was.high, was.center, False
    take(hand, instead, tracks)
    hand.taken = {}


def _taken_instead(
    hand: Hand, sightings: Sequence[LiftedSighting], tracks: Sequence[Track], lens: Lens, depth: np.ndarray | None
) -> Track | None:
    """What is in the hand in place of what was meant, None when nothing speaks for that.

    Either the hand shows something else, and what was meant is seen about where it was, or where that other thing was
    is seen to be empty; or it shows the vessel that was around what was meant. What is shown is no longer where it was.
    """
    meant = hand.holds
    if meant is None:
        return None
    place = hand.taken[meant].center
    shown = {s.label for s in sightings if s.in_hand}
    others = [t for t in tracks if t is not meant and t.label == meant.label and not t.gone]
    alone = [s for s in sightings if not any(length(s.center - t.center) <= _STILL for t in others)]
    left = _seen_at(meant.label, place, alone, _NEAR)
    best, found = _NEAR, None
    for track in tracks:
        if track is meant or track.label not in shown or not track.number or track.gone:
            continue
        was = hand.taken.get(track, Place(track.low, track.high, track.center))
        away = length(was.center - place)
        if away >= best or _seen_at(track.label, was.center, sightings):
            continue
        around = holds(track.label) and bool(((place >= was.low - _SLACK) & (place <= was.high + _SLACK)).all())
        if around or (meant.label not in shown and (left or look_at(was, lens, depth) == GONE)):
            best, found = away, track
    return found


def _seen_at(label: str, place: np.ndarray, sightings: Sequence[LiftedSighting], within: float = _STILL) -> bool:
    """Whether a thing of a class is seen in a place, or so many metres from it."""
    near = (length(s.center - place) for s in sightings if s.label == label and not s.in_hand)
    return min(near, default=np.inf) <= within


def _inside(vessel: Track, tracks: Sequence[Track]) -> list[Track]:
    """What lies within the box of a thing."""
    low, high = vessel.low - _SLACK, vessel.high + _SLACK
    small = [t for t in tracks if t is not vessel and t.number and not t.gone]
    return [t for t in small if bool(((t.center >= low) & (t.center <= high)).all()) and _smaller(t, vessel)]


def _smaller(one: Track, other: Track) -> bool:
    return length(one.high - one.low) < length(other.high - other.low)
