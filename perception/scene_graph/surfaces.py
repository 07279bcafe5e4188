"""Whose surface that is: the patches of the room in which each thing was seen.

Of furniture a view shows a part, and drawers above each other or chairs at a table have boxes that overlap. But what
lies in the middle of a detection is nearly always the thing's own surface, and it is seen in the same place again from
wherever it is seen, since the robot knows where it stands.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numba import njit

from perception.scene_graph.track import LiftedSighting, Track

PATCH = 0.06
"""Side of a patch, metres."""
_OFF = 0.0137  # metres by which patches are off the walls' lattice, so that few surfaces lie between two of them
_SPAN = 4096  # patches along an axis, so that one number names a patch
_KEPT = 0.7  # of what spoke for another thing when a patch is seen to belong to this one
_MOST = 8.0  # so often does it count that a patch belongs to a thing


def patches_of(points: np.ndarray) -> dict[int, float]:
    """The patches in which points lie, each with its share of the points.

    Args:
        points: (n, 3) metres.
    """
    if not len(points):
        return {}
    names, shares = _patches(points)
    return dict(zip(names.tolist(), shares.tolist(), strict=True))


@njit(cache=True)
def _patches(points):
    """The names of the patches in which points lie, in order, and their shares."""
    names = np.empty(len(points), np.int64)
    for k in range(len(points)):
        name = 0
        for axis in range(3):
            name = name * _SPAN + np.int64(math.floor((points[k, axis] + _OFF) / PATCH)) + _SPAN // 2
        names[k] = name
    names.sort()
    found, counts, n = np.empty_like(names), np.zeros(len(names)), 0
    for k in range(len(names)):
        if k == 0 or names[k] != names[k - 1]:
            found[n] = names[k]
            n += 1
        counts[n - 1] += 1.0
    return found[:n], counts[:n] / len(names)


def owned(patches: Mapping[int, float], tracks: Sequence[Track]) -> tuple[list[float], float]:
    """How much of what is seen belongs to each of some things, and how much belongs to any: 0 to 1.

    Args:
        patches: What is seen, see ``patches_of``.
        tracks: All things of its class.
    """
    shares, known, surfaces = [0.0] * len(tracks), 0.0, [track.surface for track in tracks]
    for patch, weight in patches.items() if any(surfaces) else ():
        claims = [surface.get(patch, 0.0) for surface in surfaces]
        total = sum(claims)
        if total > 0.0:
            known += weight
            for index, claim in enumerate(claims):
                shares[index] += weight * claim / total
    return shares, known


def claim(track: Track, patches: Mapping[int, float], tracks: Sequence[Track]) -> None:
    """Take in that a thing was seen in some patches.

    Args:
        track: Which thing.
        patches: Where its surface was seen.
        tracks: All things of its class; what spoke for others counts for less.
    """
    for patch, weight in patches.items():
        track.surface[patch] = min(_MOST, track.surface.get(patch, 0.0) + 10.0 * weight)
        for other in tracks:
            if other is not track and patch in other.surface:
                other.surface[patch] *= _KEPT


class Ownership:
    """Whose surface the detections of a frame show.

    Args:
        sightings: The detections.
        tracks: Everything that is followed.
    """

    def __init__(self, sightings: Sequence[LiftedSighting], tracks: Sequence[Track]) -> None:
        self._own: dict[tuple[int, int], float] = {}
        self._patches = {
            id(sighting): patches_of(sighting.thing.points[sighting.thing.inner]) for sighting in sightings
        }
        self._known: dict[int, float] = {}
        of_class: dict[str, list[Track]] = {}
        for track in tracks:
            if not track.gone and not track.carried:
                of_class.setdefault(track.label, []).append(track)
        for sighting in sightings:
            theirs = of_class.get(sighting.label, [])
            shares, self._known[id(sighting)] = owned(self._patches[id(sighting)], theirs)
            self._own.update({(id(sighting), id(t)): share for t, share in zip(theirs, shares, strict=True) if share})

    def patches(self, sighting: LiftedSighting) -> dict[int, float]:
        """The patches that a detection shows."""
        return self._patches[id(sighting)]

    def own(self, sighting: LiftedSighting, track: Track) -> float:
        """Share of what is seen that belongs to a thing."""
        return self._own.get((id(sighting), id(track)), 0.0)

    def others(self, sighting: LiftedSighting, track: Track) -> float:
        """Share of what is seen that belongs to other things of its class."""
        return self._known.get(id(sighting), 0.0) - self.own(sighting, track)
