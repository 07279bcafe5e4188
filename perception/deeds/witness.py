"""Looks at one picture after the other and keeps what speaks for what was done between them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perception.deeds.evidence import DeedEvidence, OwnCommand, motion_between
from perception.deeds.touch import Claim, ShareBox, claims_at, in_shares
from perception.detector.detection import Detection
from perception.recognizer.action import NO_ACTION, DeedChances
from perception.recognizer.changes import change
from perception.recognizer.put_things import RoomPlace
from perception.recognizer.sequences import SIDE, shrunk
from perception.scene_graph.lens import Lens, RgbdView
from perception.scene_graph.occlusion import hand_level
from perception.scene_graph.track import IN_REACH, Track
from perception.scene_graph.tracking import Tracker

_BESIDE = 0.08  # metres by which a point misses a thing for it to count e times less
_THIN = 0.02  # metres: no side of a thing counts as less
_FAINT = 0.005  # what is less likely there is not counted
_HAND = (0.12, 0.17)  # share of the frame, aside and up or down, within which the middle of what is held is seen
_LARGE = 0.25  # share of the frame that what is held never fills
_NEARER = 0.02  # metres by which something came or went, not grain


@dataclass(frozen=True)
class WitnessedLook:
    """What one look adds.

    Attributes:
        evidence: What speaks for what was done; the recogniser's chances are still missing.
        touched: Ids of what is followed where it was pointed, the likeliest first.
    """

    evidence: DeedEvidence
    touched: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Before:
    """The look before: view, what was found, the same picture smaller."""

    view: RgbdView
    seen: tuple[Detection, ...]
    small: np.ndarray


class DeedWitness:
    """Use one for one home, and ``begin`` every episode.

    Args:
        tracker: Follows the things in it.
    """

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker
        self._before: _Before | None = None
        self._followed: list[tuple[Claim, str]] = []
        self._pointed: np.ndarray | None = None

    def begin(self) -> None:
        """Nothing led to the next look."""
        self._before = None

    def reach(self, command: OwnCommand | None) -> None:
        """Note what is followed where it was pointed; before the tracker knows the next look."""
        self._followed, self._pointed = [], None
        if command is not None and command.point is not None and self._before is not None:
            self._pointed = _touched(self._before.view, command.point)
            if self._pointed is not None:
                self._followed = list(_claims(self._tracker.tracks, self._pointed))

    def look(self, view: RgbdView, found: Sequence[Detection], command: OwnCommand | None) -> WitnessedLook:
        """What this look tells, compared with the one before.

        Args:
            view: What is seen.
            found: What was detected in it.
            command: What led to it, if that is known.
        """
        height, width = view.frame.shape[:2]
        before, now = self._before, _Before(view, in_shares(found, width, height), shrunk(view.frame))
        self._before = now
        if before is None:
            return WitnessedLook(DeedEvidence(NO_ACTION, DeedChances({NO_ACTION: 1.0}, {}), unchanged=True))
        differs = change(before.small, now.small)
        point = None if command is None else command.point
        changed = tuple((x0 / SIDE, y0 / SIDE, x1 / SIDE, y1 / SIDE) for x0, y0, x1, y1 in differs.boxes)
        spots = (_changed_at(before.view, view, box) for box in changed)
        evidence = DeedEvidence(
            motion_between(before.view.eye, view.eye),
            DeedChances({}, {}),
            changed,
            not bool(differs.mask.any()),
            before.seen,
            now.seen,
            () if point is None else claims_at(before.seen, point),
            () if point is None else claims_at(now.seen, point),
            tuple(claim for claim, _ in self._followed),
            _in_hand(view, now.seen),
            None if self._pointed is None else _plain(self._pointed),
            tuple(spot for spot in spots if spot is not None),
            view.eye.y,
            command,
        )
        touched = sorted(self._followed, key=lambda one: (-one[0].chance, one[0].size, one[1]))
        return WitnessedLook(evidence, tuple(dict.fromkeys(key for _, key in touched if key)))


def _touched(view: RgbdView, point: tuple[float, float]) -> np.ndarray | None:
    """Where in the room that is which a picture shows at a point; None without depth."""
    if view.depth is None:
        return None
    lens = Lens.of(view)
    column, row = (min(max(int(p * n), 0), n - 1) for p, n in zip(point, (lens.width, lens.height), strict=True))
    return lens.points(np.array(column + 0.5), np.array(row + 0.5), np.array(float(view.depth[row, column])))


def _changed_at(before: RgbdView, now: RgbdView, box: ShareBox) -> RoomPlace | None:
    """Where in the room that is which came, went or changed in a part of the picture; None for what is in the hand.

    Of what came or went the nearer surface counts; where none did, what shows in the middle.
    """
    if before.depth is None or now.depth is None:
        return None
    lens = Lens.of(now)
    x0, y0, x1, y1 = box
    rows = slice(int(y0 * lens.height), max(int(y0 * lens.height) + 1, math.ceil(y1 * lens.height)))
    columns = slice(int(x0 * lens.width), max(int(x0 * lens.width) + 1, math.ceil(x1 * lens.width)))
    near = np.minimum(before.depth[rows, columns], now.depth[rows, columns])
    came = np.abs(before.depth[rows, columns] - now.depth[rows, columns]) > _NEARER
    if not came.any():
        came = np.ones_like(came)
    depth = float(np.median(near[came]))
    if depth < IN_REACH:
        return None
    y, x = (np.array(float(np.median(axis)) + 0.5) for axis in np.nonzero(came))
    return _plain(lens.points(x + columns.start, y + rows.start, np.array(depth)))


def _plain(place: np.ndarray) -> RoomPlace:
    x, y, z = (round(float(value), 3) for value in place)
    return x, y, z


def _claims(tracks: Sequence[Track], place: np.ndarray) -> list[tuple[Claim, str]]:
    """What is known to lie at a place or little beside it, as each class it was taken for, with its id."""
    claims = []
    for track in tracks:
        if not track.number or track.gone or track.carried:
            continue
        beside = float(np.linalg.norm(np.maximum(np.maximum(track.low - place, place - track.high), 0.0)))
        size = float(np.prod(np.maximum(track.high - track.low, _THIN)))
        near = track.confidence * math.exp(-beside / _BESIDE)
        votes = track.votes or {track.label: 1.0}
        whole = sum(votes.values()) or 1.0
        for label, vote in votes.items():
            if near * vote / whole >= _FAINT:
                claim = Claim(label, min(1.0, near * vote / whole), size)
                claims.append((claim, track.object_id if label == track.label else ""))
    return claims


def _in_hand(view: RgbdView, seen: Sequence[Detection]) -> dict[str, float]:
    """Chances of classes to be what is held, by what was found where that is drawn, near to the camera."""
    lens = Lens.of(view)
    level = hand_level(lens)
    held: dict[str, float] = {}
    for one in seen:
        x, y = one.center
        if abs(x - 0.5) > _HAND[0] or abs(y - level) > _HAND[1] or one.area > _LARGE:
            continue
        row, column = min(int(y * lens.height), lens.height - 1), min(int(x * lens.width), lens.width - 1)
        if view.depth is None or view.depth[row, column] < IN_REACH:
            held[one.label] = max(held.get(one.label, 0.0), one.confidence)
    return held
