"""Whose surface a detection shows, and how far large things reach."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.losses import Loss, RefusedDeed, cause_of
from perception.scene_graph.handling import Handling
from perception.scene_graph.surfaces import claim, owned, patches_of
from perception.scene_graph.track import Track
from perception.scene_graph.tracking import Tracker

SIDE = 120
LOW, HIGH = np.array([-0.4, 0.0, 2.0]), np.array([0.4, 1.8, 2.7])
WALL = 3.0


def drawer(number: int) -> Track:
    return Track("Drawer", np.zeros(3), np.ones(3), np.full(3, 0.5), number)


def front(bottom: float) -> np.ndarray:
    """Points of a drawer's front, so high above the floor, metres."""
    return np.array([(x, bottom + y, 1.0) for x in np.linspace(0, 0.5, 12) for y in np.linspace(0.03, 0.17, 8)])


def test_what_shows_the_surface_of_a_thing_is_that_thing_and_not_its_neighbour() -> None:
    upper, lower = drawer(1), drawer(2)
    both = [upper, lower]
    claim(upper, patches_of(front(0.6)), both)
    claim(lower, patches_of(front(0.4)), both)
    shares, known = owned(patches_of(front(0.6)[:40]), both)  # a part of it is enough
    assert shares[0] > 0.9 and shares[1] < 0.1 and known == pytest.approx(1.0)
    assert owned(patches_of(front(1.2)), both) == ([0.0, 0.0], 0.0)
    assert patches_of(np.zeros((0, 3))) == {}


def test_a_surface_that_was_given_to_the_wrong_thing_comes_back_to_the_right_one() -> None:
    right, wrong = drawer(1), drawer(2)
    seen = patches_of(front(0.6))
    claim(wrong, seen, [right, wrong])
    for _ in range(4):
        claim(right, seen, [right, wrong])
    shares, _ = owned(seen, [right, wrong])
    assert shares[0] > 0.8


def test_an_open_drawer_has_another_front_and_gets_its_own_back_when_it_is_closed() -> None:
    tracker = Tracker()
    track = drawer(1)
    tracker.tracks.append(track)
    claim(track, patches_of(front(0.6)), [track])
    shut = dict(track.surface)
    handling = Handling(tracker)
    handling.opened("Drawer|1")
    assert track.swung and not track.surface
    claim(track, patches_of(front(0.6) - (0, 0, 0.3)), [track])
    handling.opened("Drawer|1")  # told twice, nothing is lost
    handling.opened("Drawer|1", False)
    assert track.surface == shut and not track.swung


def loss(**changes: object) -> Loss:
    lists = {name: [] for name in ("wrong", "refused", "unseen", "doubles", "misread", "astray")}
    given = {"task": "Coffee", "where": "kitchen_0", "cause": "", "reason": "done", "steps": 9, "goal": "", **lists}
    return Loss(**{**given, "switches": {}, **changes})  # type: ignore[arg-type]


def test_the_cause_of_a_loss_says_what_ended_it_and_what_was_wrong() -> None:
    assert cause_of(loss(misread=["Mug|1 (Mug|a): dirty"]), []) == "judged done: state"
    assert cause_of(loss(reason="the limit of 1000 steps is reached", unseen=["Mug|a"]), []) == "steps: never seen"
    deed = RefusedDeed("Open", "Drawer|1", "Drawer|a", "Cabinet|b", "", "find a mug")
    limit = loss(reason="the limit of 30 failed actions is reached")
    assert cause_of(limit, [deed]) == "failed actions: another thing was hit"
    assert cause_of(loss(reason="I lost the mug", doubles=["Mug|a: Mug|1, Mug|2"]), []) == "gave up: doubles"
