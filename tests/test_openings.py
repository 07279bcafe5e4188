"""What guessed shapes would hide from everywhere is seen through an opening, and nothing else is cut open."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from scenes import FREE, Thing, counter, floor, room, thing

from benchmarks.plain_sight import PlainSight, things_in
from envs.pocket.bodies.block import brick
from envs.pocket.bodies.carve import carved
from envs.pocket.engine import Engine
from envs.pocket.generate.looking import YAWS, cells_near, seen_from_somewhere
from envs.pocket.generate.openings import MOST, with_openings
from envs.pocket.render import Renderer
from envs.pocket.render.mesh import rotation
from envs.pocket.scene import AgentPose, Scene
from envs.pocket.world.state import World
from envs.pocket.world.visibility import Camera
from envs.simulator import GRID
from envs.teach.games.rebuild import scene_from_game
from envs.teach.games.recorded import iter_games

GAMES = Path(__file__).parents[2] / "shared" / "data" / "teach" / "train.zip"
WORKTOP = counter()
MUG = thing("Mug", 0.1, 0.75, on=WORKTOP)
BEFORE = thing("Painting", 0.0, 0.5, y=0.5, size=(3.4, 1.6, 0.1))
"""Hangs across the counter, so that nobody sees what is on it."""
CUPBOARD = thing("Cabinet", 0.0, 0.5, y=0.5, size=(3.4, 1.6, 0.1), rotation={"x": 0.0, "y": 180.0, "z": 0.0})
ASLANT = thing("Book", 0.0, 0.5, y=0.5, size=(3.4, 1.6, 0.1), rotation={"x": 0.0, "y": 20.0, "z": 0.0})


def _seen(scene: Scene, item: Thing) -> bool:
    engine = Engine.open(scene)
    return bool(seen_from_somewhere(engine, [engine.world.index[item["objectId"]]]))


def _poses(engine: Engine, i: int) -> list[Camera]:
    """Cameras that look down by 30 degrees and from which an object is visible."""
    out = []
    for x, z in cells_near(engine, i):
        for yaw in YAWS:
            pose = AgentPose(x * GRID, engine.agent.y, z * GRID, yaw, 30.0)
            if engine.view().visible(np.array([i]), pose, Camera(pose), 1.5)[0]:
                out.append(Camera(pose))
    return out


@pytest.mark.parametrize("before", [BEFORE, CUPBOARD, ASLANT], ids=lambda item: item["objectType"])
def test_what_is_hidden_from_everywhere_is_seen_through_a_narrow_opening(before: Thing):
    scene = room(floor(), WORKTOP, MUG, before)
    assert not _seen(scene, MUG)
    opened = with_openings(scene, scene.free)
    assert {(o.shows, o.through) for o in opened.openings} == {(MUG["objectId"], before["objectId"])}
    assert _seen(opened, MUG)
    engine = Engine.open(opened)
    i = engine.world.index[MUG["objectId"]]
    cameras = _poses(engine, i)
    assert 0 < len(cameras) < len(cells_near(engine, i)) / 2  # the opening is narrow
    for camera in cameras:  # and the picture shows it as well
        frames = Renderer().render(
            engine.world.records, camera, 300, 300, walls=(), bounds=opened.bounds, want=frozenset({"ids"})
        )
        assert frames.counts(len(engine.world))[i] > 0


def test_what_is_seen_anyway_needs_no_opening():
    scene = room(floor(), WORKTOP, MUG)
    assert with_openings(scene, scene.free) is scene


def test_what_is_seen_from_floor_that_may_be_free_needs_none():
    scene = replace(
        room(floor(), WORKTOP, MUG, thing("Painting", 0.0, 0.5, y=0.5, size=(1.0, 1.6, 0.1))), free=frozenset({(0, 0)})
    )
    assert with_openings(scene, scene.free).openings
    assert not with_openings(scene, scene.free | FREE).openings


def test_shapes_that_are_wrong_as_a_whole_are_not_covered_up():
    pens = [thing("Pen", 0.2 * k - 0.6, 0.75, on=WORKTOP) for k in range(MOST + 1)]
    some, all_of_them = room(floor(), WORKTOP, BEFORE, *pens[1:]), room(floor(), WORKTOP, BEFORE, *pens)
    assert {o.shows for o in with_openings(some, FREE).openings} == {pen["objectId"] for pen in pens[1:]}
    assert with_openings(all_of_them, FREE) is all_of_them


@pytest.mark.parametrize("ahead", [0.03, 0.3])
def test_what_stands_before_an_opening_is_still_seen_itself(ahead: float):
    (opening,) = with_openings(room(floor(), WORKTOP, MUG, BEFORE), FREE).openings
    x0, y0, z0, x1, y1, z1 = opening.spaces[0]  # the end towards the eye
    at = [(x0 + x1) / 2 + BEFORE["position"]["x"], (z0 + z1) / 2 + BEFORE["position"]["z"] - ahead]
    chip = thing("CD", at[0], at[1], y=(y0 + y1) / 2 + BEFORE["position"]["y"], size=(0.02, 0.02, 0.02))
    scene = room(floor(), WORKTOP, MUG, BEFORE, chip)
    assert _seen(scene, chip)
    opened = with_openings(scene, scene.free)
    assert _seen(opened, MUG) and _seen(opened, chip)


def test_the_room_that_was_looked_at_is_the_room_that_is_opened():
    scene = with_openings(room(floor(), WORKTOP, MUG, BEFORE), FREE)
    kept = Engine.open(scene).world
    assert kept.scene is scene
    assert kept.records == World(scene).records


def test_nothing_is_cut_open_for_what_fell_through_the_floor_or_is_out_of_reach():
    fallen, far = thing("SprayBottle", 0.0, 0.0, y=-0.9), thing("Mug", 9.0, 9.0)
    scene = room(floor(), WORKTOP, MUG, fallen, far)
    assert with_openings(scene, scene.free) is scene
    judged = PlainSight(floor_known=False)
    judged.add(things_in(scene))
    assert (judged.out_of_reach, judged.things.total(), judged.never.total()) == (2, 1, 0)


def test_things_seen_through_openings_are_counted():
    scene = room(floor(), WORKTOP, MUG, BEFORE)
    counts = []
    for one in (scene, with_openings(scene, scene.free)):
        sight = PlainSight()
        sight.add(things_in(one))
        counts.append((sight.never.total(), sight.opened, sight.opened_share))
    assert counts == [(1, 0, 0.0), (0, 1, 1.0)]


def test_a_lid_is_cut_where_it_stands_open():
    hinge = ("x", -60.0, (0.0, 0.0, 0.0))
    lid = brick((-0.2, 0.0, -0.01), (0.2, 0.3, 0.01), turn=hinge)
    middle = rotation("x", -60.0) @ np.array([0.0, 0.15, 0.0])
    low, high = (middle - 0.02).tolist(), (middle + 0.02).tolist()
    parts = carved([lid], [(low[0], low[1], low[2], high[0], high[1], high[2])])
    assert len(parts) > 1 and all(part.turn == hinge for part in parts)
    assert not any(part.low[0] < 0 < part.high[0] and part.low[1] < 0.15 < part.high[1] for part in parts)
    assert carved([lid], [(-0.02, 0.13, -0.02, 0.02, 0.17, 0.02)]) == [lid]  # where it would be if it were shut


@pytest.mark.skipif(not GAMES.exists(), reason="the TEACh games are not at ../shared/data/teach")
def test_openings_do_not_depend_on_what_happens_later():
    for game in islice(iter_games([GAMES]), 60):
        whole = scene_from_game(game, known=0)
        if whole.openings:
            assert whole == scene_from_game(replace(game, interactions=()), known=0)
            return
    raise AssertionError("nothing is hidden in any of these rooms, so nothing was checked")
