"""What a robot that knows its own deeds tells the tracker: what it holds, where it put that, what it cut."""

from __future__ import annotations

import numpy as np

from perception.scene_graph.grasp import take
from perception.scene_graph.track import move
from perception.scene_graph.tracking import Tracker


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

    def cut(self, object_id: str) -> None:
        """A thing is no more: there are pieces of it."""
        self._tracker.tracks = [t for t in self._tracker.tracks if not (t.number and t.object_id == object_id)]
