"""Whose surface a detection shows, and how far large things reach."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.losses import Loss, RefusedDeed, cause_of
from perception.scene_graph.box_view import CameraPose
from perception.scene_graph.handling import Handling
from perception.scene_graph.hulls import CarvedHull
from perception.scene_graph.lens import Lens
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


def look(hull: CarvedHull, x: float, yaw: float) -> None:
    """Look at a cupboard before a wall from a place: every fifth pixel of the box around it, wall and all."""
    lens = Lens(CameraPose(x, 0.9, 0.0, yaw, 0.0), SIDE, SIDE)
    columns, rows = np.meshgrid(np.arange(SIDE) + 0.5, np.arange(SIDE) + 0.5)
    ways = lens.points(columns, rows, np.ones_like(columns)) - lens.origin
    with np.errstate(divide="ignore", invalid="ignore"):
        a, b = (LOW - lens.origin) / ways, (HIGH - lens.origin) / ways
        depth = np.where(ways[..., 2] > 1e-6, (WALL - lens.origin[2]) / ways[..., 2], 19.0)
        depth = np.minimum(depth, np.where(ways[..., 1] < -1e-6, -lens.origin[1] / ways[..., 1], 19.0))  # the floor
    near, far = np.minimum(a, b).max(axis=-1), np.maximum(a, b).min(axis=-1)
    mine = (near <= far) & (near > 0.0)
    depth = np.where(mine, near, depth)
    y, x_ = np.nonzero(mine)
    box = (float(x_.min()), float(y.min()), float(x_.max() + 1), float(y.max() + 1))
    inside = (columns > box[0]) & (columns < box[2]) & (rows > box[1]) & (rows < box[3])
    points = lens.points(columns[inside], rows[inside], depth[inside])[::5]
    hull.look(lens, depth, box, points)


def test_from_several_places_the_wall_beside_a_cupboard_is_told_from_it() -> None:
    hull = CarvedHull()
    look(hull, -1.2, 30.0)
    assert hull.ends() is None  # from one place nobody can tell
    for x, yaw in ((-0.6, 15.0), (0.0, 0.0), (0.6, -15.0), (1.2, -30.0)):
        look(hull, x, yaw)
    ends = hull.ends()
    assert ends is not None
    low, high = ends
    assert np.abs(low[:2] - LOW[:2]).max() < 0.1 and np.abs(high[:2] - HIGH[:2]).max() < 0.1
    assert high[2] < WALL - 0.1


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
