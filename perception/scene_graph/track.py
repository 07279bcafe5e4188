"""One thing that is followed, how, and one detection as it is compared with it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from envs.vocabulary.object_types import object_types
from perception.scene_graph.lens import Lens, length
from perception.scene_graph.lifting import LiftedDetection, floor_gap
from perception.scene_graph.occlusion import HAND_AHEAD, HAND_DOWN, SpotHull, hand_level

IN_REACH = 0.6
"""What is in the hand is nearer to the camera, metres."""


@dataclass(frozen=True)
class TrackerSettings:
    """How things are followed.

    When a thing is believed (``sure``, ``hits``) was chosen on eight walks with what the shipped detector finds from
    confidence 0.45 on: at 0.6 and 2 nodes' precision and recall were .75 and .71, with 43 identity switches per 100
    frames; so .84, .67 and 25.

    Attributes:
        sure: A detection with this confidence makes a thing real at once.
        hits: So many detections make it real otherwise.
        still: How far a thing that was not touched may seem to move, metres.
        shift: The same where nothing nearer explains the detection, metres.
        moved: How far from where it was a thing that is seen to be gone may turn up, metres.
        shows: How well where a thing is seen must at least go with where it must show (DIoU) to be taken for it.
        likely: What that, its surface and its place may lack together to be taken for it before all others.
        likeliest: The same in the first round, so that neighbours do not swap.
        askew: What it costs, metres, when a thing is seen all beside where it must show in the frame.
        looks: Where a thing must show and where one is seen have at least so much in common (IoU) to be taken for one
            when nothing else goes with either.
        own: What shows so much of a thing's surface, as a share, is that thing.
        foreign: What shows no more of it, and so much of another's, is not.
        reach: From how far away a thing may have been picked up, or put down, metres.
        patience: So often in a row must its place be seen empty before a thing counts as gone.
        faith: So often may a thing go undetected though its place looks occupied, before it counts as gone.
        coast: So often does it stay in the graph meanwhile.
        tentative: An unconfirmed thing is forgotten after so many frames without a detection.
    """

    sure: float = 0.8
    hits: int = 3
    still: float = 0.08
    shift: float = 0.3
    moved: float = 1.2
    shows: float = 0.2
    likely: float = 1.5
    likeliest: float = 0.5
    askew: float = 0.5
    looks: float = 0.3
    own: float = 0.5
    foreign: float = 0.2
    reach: float = 2.2
    patience: int = 2
    faith: int = 8
    coast: int = 2
    tentative: int = 6


@dataclass(eq=False)
class Track:
    """One thing that is followed.

    Attributes:
        label: Its class; an id never changes its class.
        low: Lower corner of the box around what was seen of it, metres.
        high: Upper corner.
        center: Estimated middle, metres.
        number: From 1, per class, in order of confirmation; 0 before.
        confidence: Mean over its detections, 0 to 1.
        hits: Detections so far.
        carried: Whether it moves with the hand.
        offset: (right, up, forward) from the camera while it is carried, metres.
        whole: Whether it was ever seen without being cut by the frame's edge.
        gone: Its place was seen without it; where it is now is not known.
        swung: Whether its door is known to be open: what is seen of it is not where it is.
        put_down: Whether it was put down by the robot itself and has not been seen since.
        seen: Number of the frame in which it was last detected.
        missed: Frames in a row in which its place was seen empty.
        doubted: Frames in a row in which it was not detected though its place looks occupied.
        overlooked: Frames, of all, in which it would have shown where it was, and was not detected.
        handled: Log-odds for its being there that the robot's own deeds tell.
        believed: Whether it is taken to be there, and to be what it is taken for; see ``perception.existence``.
        odds: Log-odds of that, as last weighed; None before.
        sighting: Its detection in the present frame.
        coasting: Taken to be there in the present frame without a detection.
        votes: Confidence gathered by each class for this thing.
        beliefs: Log-odds of its states, kept by whoever reads them.
        read: What was read of its states in the present frame.
        surface: In which patches of the room it was seen, and how often; see ``perception.scene_graph.surfaces``.
        shut_surface: The same while its door is not open, kept for when it is closed again.
        hull: What may belong to it, while it lies where it is.
        company: Other things of its class that were seen in the same frames, so that they are not it, and how often.
    """

    label: str
    low: np.ndarray
    high: np.ndarray
    center: np.ndarray
    number: int = 0
    confidence: float = 0.0
    hits: int = 0
    carried: bool = False
    offset: np.ndarray = field(default_factory=lambda: np.zeros(3))
    whole: bool = False
    gone: bool = False
    swung: bool = False
    put_down: bool = False
    seen: int = 0
    missed: int = 0
    doubted: int = 0
    overlooked: int = 0
    handled: float = 0.0
    believed: bool = True
    odds: float | None = None
    sighting: LiftedDetection | None = None
    coasting: bool = False
    votes: dict[str, float] = field(default_factory=dict)
    beliefs: dict[str, float] = field(default_factory=dict)
    read: dict[str, float] = field(default_factory=dict)
    surface: dict[int, float] = field(default_factory=dict, repr=False)
    shut_surface: dict[int, float] = field(default_factory=dict, repr=False)
    hull: SpotHull = field(default_factory=SpotHull, repr=False)
    company: dict[Track, int] = field(default_factory=dict, repr=False)

    @property
    def object_id(self) -> str:
        """``Mug|1``."""
        return f"{self.label}|{self.number}"

    @property
    def name(self) -> str:
        """``Mug_0``."""
        return f"{self.label}_{self.number - 1}"

    @property
    def present(self) -> bool:
        """Whether it is taken to be in the present frame."""
        return self.sighting is not None or self.coasting

    def swing(self, open_now: bool) -> None:
        """Its door was opened or closed: what it shows, and where, changes with that."""
        if open_now and not self.swung:
            self.shut_surface, self.surface = self.surface, {}
        elif self.swung and not open_now:
            self.surface, self.shut_surface = self.shut_surface, {}
        self.swung = open_now

    def drift(self, thing: LiftedDetection, center: np.ndarray) -> None:
        """Take in where a small thing is seen now, near where it was.

        Args:
            thing: Its detection.
            center: Of that, metres.
        """
        share = 0.1 if thing.cut else max(0.3, 1.0 / self.hits)
        self.low = self.low + share * (np.array(thing.low) - self.low)
        self.high = self.high + share * (np.array(thing.high) - self.high)
        self.center = self.center + share * (center - self.center)

    def grow(self, thing: LiftedDetection, center: np.ndarray, board: bool) -> None:
        """Take in what is seen now of a large thing: until it is seen whole, it grows and does not shrink.

        Args:
            thing: Its detection.
            center: Of that, metres.
            board: Whether it is one board, which aslant may seem higher than it is.
        """
        low, high = np.array(thing.low), np.array(thing.high)
        grow, shrink = (0.3, 0.1) if not thing.cut else (0.05, 0.0) if self.whole else (0.3, 0.0)
        if board and self.whole | (not thing.cut):
            grow = shrink = 0.0 if thing.cut else 0.2
        self.whole |= not thing.cut
        self.low = self.low + np.where(low < self.low, grow, shrink) * (low - self.low)
        self.high = self.high + np.where(high > self.high, grow, shrink) * (high - self.high)
        if not board:
            self.center = (self.low + self.high) / 2
        elif not thing.cut:
            self.center = self.center + max(0.2, 1.0 / self.hits) * (center - self.center)

    def gap(self, x: float, z: float) -> float:
        """How far from a point on the floor it begins, metres along the floor."""
        return floor_gap(self.low.tolist(), self.high.tolist(), x, z)


class LiftedSighting:
    """A lifted detection as the tracker compares it.

    Args:
        thing: The detection.
        lens: Of its frame.
    """

    def __init__(self, thing: LiftedDetection, lens: Lens) -> None:
        self.thing, self.label = thing, thing.detection.label
        self.center, self.low, self.high = np.array(thing.center), np.array(thing.low), np.array(thing.high)
        self.extent = length(self.high - self.low)
        self.offset = lens.to_camera(self.center)
        self.in_hand = portable(self.label) and in_hand(thing, self.offset, lens)


def in_hand(thing: LiftedDetection, offset: np.ndarray, lens: Lens) -> bool:
    """Whether a detection is where the engine draws what is held.

    Measured on pocket: its middle lies 0.38 m ahead of the camera and 0.155 m below it, whatever the horizon; it is
    drawn in front of everything. Without depth the middle of its box must lie within 6 % of the frame of that point.
    """
    aim = np.array([0.0, -HAND_DOWN, HAND_AHEAD])
    if thing.measured:
        low, high = lens.to_camera(np.array(thing.low)), lens.to_camera(np.array(thing.high))
        half = float(np.abs(high - low).max()) / 2
        return thing.depth < IN_REACH and length(offset - aim) <= 0.1 + min(0.15, 0.5 * half)
    x, y = thing.detection.center
    return abs(x / lens.width - 0.5) < 0.06 and abs(y / lens.height - hand_level(lens)) < 0.06


def portable(label: str) -> bool:
    """Whether things of a class can be carried or pushed; unknown classes can."""
    kind = object_types().get(label)
    return kind is None or bool(kind.can & {"pickupable", "moveable"})


def absorb(track: Track, other: Track) -> None:
    """Make one of two: the older one, if it has a number, stays."""
    keep, drop = (other, track) if other.number > 0 and not 0 < track.number < other.number else (track, other)
    keep.low, keep.high = np.minimum(keep.low, drop.low), np.maximum(keep.high, drop.high)
    keep.center = (keep.low + keep.high) / 2
    if keep is other:
        keep.sighting, keep.seen, keep.missed, keep.doubted = drop.sighting, drop.seen, 0, 0
    keep.hits, keep.overlooked = keep.hits + drop.hits, min(keep.overlooked, drop.overlooked)
    keep.handled += drop.handled
    for patch, weight in drop.surface.items():
        keep.surface[patch] = keep.surface.get(patch, 0.0) + weight
    keep.hull.join(drop.hull)
    keep.company.pop(drop, None)
    for third, often in drop.company.items():
        if third is not keep:  # nothing is in its own company
            keep.company[third] = third.company[keep] = keep.company.get(third, 0) + often
            third.company.pop(drop, None)
    drop.hits, drop.sighting, drop.company = 0, None, {}


def move(track: Track, center: np.ndarray) -> None:
    """Take a thing to be elsewhere."""
    shift = center - track.center
    track.low, track.high, track.center = track.low + shift, track.high + shift, center
