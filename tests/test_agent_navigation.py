"""Ways over the map are shortest, and following them leads where they say."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.space.navigation import Routes, step_from

CELLS = st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=30)
TURNS = {"Turn Left": -90, "Turn Right": 90}


def follow(cell, yaw, motions):
    for motion in motions:
        if motion in TURNS:
            yaw = (yaw + TURNS[motion]) % 360
        else:
            there = step_from(cell, yaw, motion)
            assert there is not None
            cell = there
    return cell, yaw


def walking_distance(cells, start, goal):
    seen, queue = {start: 0}, deque([start])
    while queue:
        x, z = queue.popleft()
        for there in ((x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)):
            if there in cells and there not in seen:
                seen[there] = seen[(x, z)] + 1
                queue.append(there)
    return seen.get(goal)


@given(CELLS, st.data())
def test_motions_lead_to_the_pose_over_free_cells_only(cells, data):
    start, goal = (data.draw(st.sampled_from(sorted(cells))) for _ in range(2))
    yaw, end = (data.draw(st.sampled_from((0, 90, 180, 270))) for _ in range(2))
    routes = Routes(frozenset(cells), set(), start, yaw)
    far = walking_distance(cells, start, goal)
    if far is None:
        assert routes.cost(goal, end) == float("inf")
        return
    motions = routes.motions(goal, end)
    assert follow(start, yaw, motions) == (goal, end)
    for n in range(len(motions)):
        assert follow(start, yaw, motions[:n])[0] in cells
    assert routes.cost(goal, end) >= far
    assert len(motions) <= 2.5 * routes.cost(goal, end)


def test_a_straight_way_ahead_is_walked_forward():
    routes = Routes(frozenset({(0, z) for z in range(5)}), set(), (0, 0), 0)
    assert routes.motions((0, 4), 0) == ["Forward"] * 4
    assert routes.cost((0, 4), 0) == 4.0


def test_a_long_way_sideways_is_turned_into_and_a_short_one_is_not():
    routes = Routes(frozenset({(x, 0) for x in range(9)}), set(), (0, 0), 0)
    assert routes.motions((1, 0), 0) == ["Pan Right"]
    assert routes.motions((8, 0), 90) == ["Turn Right"] + ["Forward"] * 8


def test_a_blocked_step_is_walked_around():
    cells = frozenset({(x, z) for x in range(2) for z in range(3)})
    routes = Routes(cells, {((0, 0), (0, 1))}, (0, 0), 0)
    assert len([m for m in routes.motions((0, 2), 0) if not m.startswith("Turn")]) == 4


def test_no_way_is_an_error():
    routes = Routes(frozenset({(0, 0), (5, 5)}), set(), (0, 0), 0)
    with pytest.raises(KeyError, match="no way"):
        routes.motions((5, 5), 0)
