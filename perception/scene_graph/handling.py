"""What a robot that knows its own deeds tells the tracker: what it holds, where it put that, what it cut."""

from __future__ import annotations

import numpy as np

from perception.scene_graph.grasp import take
from perception.scene_graph.track import Track, move
from perception.scene_graph.tracking import Tracker

HANDLED, TAKEN, REFUSED = 4.0, 1.0, 0.7
"""Log-odds for a thing's being there when something was done to it, when it was taken, and against that when it
could not be handled."""
PICKY = frozenset({"CoffeeMachine", "Toaster"})
"""Takes things of one type only, as only knives cut."""


class Handling:
    """Follows the robot's own deeds, so that a thing keeps its name through the hand.

    Args:
        tracker: Follows things in pictures. From now on the hand is felt, and not looked for.
    """

    def __init__(self, tracker: Tracker) -> None:
        self._tracker = tracker
        tracker.hand.felt = True

    @property
    def held(self) -> str | None:
        """What is in the hand."""
        held = self._tracker.hand.holds
        return None if held is None else held.object_id

    def took(self, object_id: str) -> None:
        """A thing was picked up, with all that is in it."""
        track = self._tracker.track(object_id)
        if track is None:
            return
        take(self._tracker.hand, track, self._tracker.tracks)

    def put(self, place: np.ndarray | None) -> None:
        """What was held was put down, with all that is in it.

        Args:
            place: Where its bottom is, about; None where nobody knows.
        """
        held, self._tracker.hand.holds = self._tracker.hand.holds, None
        if held is None:
            return
        away = np.zeros(3)
        if place is not None:
            away = place + np.array([0.0, (held.high[1] - held.low[1]) / 2, 0.0]) - held.center
        for track in self._tracker.tracks:
            if track is held or track.carried:
                move(track, track.center + away)
                track.carried, track.gone, track.put_down = False, True, True

    def opened(self, object_id: str, open_now: bool = True) -> None:
        """A door or drawer was opened or closed: until it is closed, what it belongs to stays where it was."""
        track = self._tracker.track(object_id)
        if track is not None:
            track.swing(open_now)

    def worked(self, object_id: str, action: str) -> None:
        """Something was done to a thing: it is there; that it can be taken does not tell much of what it is."""
        track = self._tracker.track(object_id)
        if track is not None:
            track.handled += TAKEN if action == "Pickup" else HANDLED

    def refused(self, object_id: str, action: str) -> None:
        """Something could not be done: the thing may not be there, or what is held may be something else."""
        track, held = self._tracker.track(object_id), self._tracker.hand.holds
        if track is None:
            return
        choosy = action == "Slice" or (action == "Place" and track.label in PICKY)
        if choosy and held is not None and _odds(held) < _odds(track):
            _doubt(held)
            if _odds(held) < 0.0:
                self._tracker.rename(held)
        else:
            _doubt(track)

    def cut(self, object_id: str) -> None:
        """A thing is no more: there are pieces of it."""
        self._tracker.tracks = [t for t in self._tracker.tracks if not (t.number and t.object_id == object_id)]


def _odds(track: Track) -> float:
    """Log-odds of what a thing is taken for; what was never doubted is that, and what looks more like others is not."""
    own = track.votes.get(track.label, 0.0)
    if any(votes > own for votes in track.votes.values()):
        return -HANDLED
    return HANDLED if track.odds is None else track.odds


def _doubt(track: Track) -> None:
    track.handled -= REFUSED
    if track.odds is not None:
        track.odds -= REFUSED
