"""Furniture leaves room for what lies in and on it, in metadata and in pictures."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from scenes import START, Thing, counter, floor, room, thing

from benchmarks.plain_sight import game_scene, things_in
from envs.pocket.bodies import blocks_of
from envs.pocket.controller import PocketController
from envs.pocket.engine import Engine
from envs.pocket.render import Renderer
from envs.pocket.render.look import look_of
from envs.pocket.render.pose import pose_of
from envs.pocket.render.shapes import mesh_for
from envs.pocket.scene import Scene
from envs.pocket.scenes import load_scene
from envs.pocket.things.records import PRIVATE
from envs.pocket.world.supports import planes_of
from envs.teach.games.rebuild import read_layouts
from envs.teach.games.recorded import iter_games

DATA = Path(__file__).parents[1] / "../shared/data"
GAMES = [DATA / "teach" / name for name in ("valid_unseen.zip", "train.zip")]


def _on(*furniture: Thing) -> Thing:
    """What an object dict says of where it lies."""
    return {"parentReceptacles": [one["objectId"] for one in furniture] or None}


def _visible(scene: Scene, object_id: str) -> bool:
    event = PocketController(scene).last_event
    item = event.get_object(object_id)
    assert item is not None
    return item["visible"]


def _pixels(scene: Scene, object_id: str) -> int:
    engine = Engine.open(scene)
    world = engine.world
    frames = Renderer().render(
        world.records, engine.camera(), 200, 200, walls=world.scene.walls, bounds=world.bounds, want=frozenset({"ids"})
    )
    return int(frames.counts(len(world))[world.index[object_id]])


@pytest.mark.parametrize("low", [0.45, 0.6, 0.7])
@pytest.mark.parametrize("kind", ["DiningTable", "SideTable", "Desk", "CoffeeTable"])
def test_a_surface_is_where_things_lie_however_high_the_box(kind, low):
    table = thing(kind, 0.0, 1.0, size=(1.2, 1.1, 0.7))
    knife = thing("Knife", 0.1, 0.85, y=low) | _on(table)
    scene = room(floor(), table, knife)
    world = Engine.open(scene).world
    assert world.planes(world.index[table["objectId"]]) == pytest.approx((low,), abs=0.005)
    assert _visible(scene, knife["objectId"])
    assert _pixels(scene, knife["objectId"]) > 0


def test_one_thing_that_stands_on_another_does_not_raise_the_table():
    table = thing("DiningTable", 0.0, 1.0, size=(1.2, 1.1, 0.7))
    on = _on(table)
    book = thing("Book", 0.0, 0.9, y=0.7) | on
    mug = thing("Mug", 0.0, 0.9, y=0.7 + book["axisAlignedBoundingBox"]["size"]["y"]) | on
    world = Engine.open(room(floor(), table, book, mug)).world
    assert world.planes(1) == pytest.approx((0.7,), abs=0.005)


def test_what_lies_between_arms_and_back_is_not_inside_them():
    chair = thing("ArmChair", 0.0, 0.9, size=(0.9, 0.9, 0.8), rotation={"x": 0.0, "y": 180.0, "z": 0.0})
    remote = thing("RemoteControl", 0.4, 0.9, y=0.42) | _on(chair)
    scene = room(floor(), chair, remote)
    assert _visible(scene, remote["objectId"])
    assert _pixels(scene, remote["objectId"]) > 0


def test_a_cupboard_whose_box_reaches_through_a_basin_ends_there():
    top = counter()
    sink = thing("Sink", 0.0, 0.9, y=0.7, size=(0.7, 0.21, 0.5)) | _on()
    basin = thing("SinkBasin", 0.0, 0.9, y=0.72, size=(0.6, 0.19, 0.4))
    cupboard = thing("Cabinet", 0.0, 0.9, y=0.1, size=(0.7, 0.75, 0.6))
    cup = thing("Cup", 0.05, 0.9, y=0.73) | _on(basin)
    scene = room(floor(), top, sink, basin, cupboard, cup)
    assert _visible(scene, cup["objectId"])
    assert _pixels(scene, cup["objectId"]) > 0


def test_spaces_are_cut_out_of_blocks_and_pictures_alike():
    chair = Engine.open(room(floor(), thing("Dresser", 0.0, 1.0, size=(1.0, 0.9, 0.5)))).world.records[1]
    pose = pose_of(chair, room().bounds)
    hole = (-0.1, 0.3, -0.1, 0.1, 1.0, 0.3)
    look = look_of(chair, tuple(pose.size.tolist()), spaces=(hole,))
    points = mesh_for(look).points[mesh_for(look).triangles].mean(axis=1)
    inside = ((points > np.array(hole[:3]) + 0.002) & (points < np.array(hole[3:]) - 0.002)).all(axis=1)
    assert not inside.any()
    assert len(mesh_for(look)) > len(mesh_for(replace(look, spaces=())))
    assert blocks_of(look) == blocks_of(replace(look, spaces=()))  # cut when they are put into the room


def test_a_thing_is_not_cut_away_where_the_box_of_another_covers_it():
    spoon, dresser = Engine.open(room(thing("Spoon", 0.0, 0.5), thing("Dresser", 0.0, 1.0))).world.records
    everything, corner = (-0.2, -0.1, -0.2, 0.2, 0.1, 0.2), (0.0, 0.0, 0.0, 0.2, 0.1, 0.2)
    look = look_of(spoon, (0.2, 0.02, 0.02), spaces=(everything, corner))
    assert look.spaces == (corner,)
    assert look_of(dresser, (0.2, 0.02, 0.02), spaces=(everything,)).spaces == (everything,)


def test_what_the_engine_notes_is_not_published():
    table = thing("DiningTable", 0.0, 1.0, size=(1.2, 1.1, 0.7))
    knife = thing("Knife", 0.1, 0.85, y=0.6) | _on(table)
    controller = PocketController(room(floor(), table, knife))
    assert "supports" in controller.engine.world.records[1]
    for event in (controller.last_event, controller.step("Pass"), controller.step("RotateLeft")):
        assert not any(key in item for item in event.metadata["objects"] for key in PRIVATE)


def test_generated_furniture_keeps_its_usual_surfaces():
    world = Engine.open(load_scene("living_room", 3)).world
    for record in world.records:
        if record["objectType"] in ("DiningTable", "CoffeeTable", "Shelf", "Sofa"):
            assert "supports" not in record, (record["objectId"], planes_of(record))


def test_a_thing_put_down_lies_on_the_surface_that_was_found():
    table = thing("DiningTable", 0.0, 1.0, size=(1.2, 1.1, 0.7))
    on = _on(table)
    controller = PocketController(
        room(floor(), table, thing("Knife", 0.1, 0.85, y=0.6) | on, thing("Mug", -0.2, 0.85, y=0.6) | on, agent=START)
    )
    mug = next(o["objectId"] for o in controller.last_event.metadata["objects"] if o["objectType"] == "Mug")
    assert controller.step("PickupObject", objectId=mug)
    assert controller.step("PutObject", objectId=table["objectId"])
    item = controller.last_event.get_object(mug)
    assert item is not None
    box = item["axisAlignedBoundingBox"]
    assert box["center"]["y"] - box["size"]["y"] / 2 == pytest.approx(0.6, abs=0.005)


@pytest.mark.parametrize("kind", ["kitchen", "living_room", "bedroom", "bathroom"])
def test_nothing_in_a_generated_room_is_buried(kind):
    assert not [t for seed in (21, 22) for t in things_in(load_scene(kind, seed)) if not t.seen]


@pytest.mark.skipif(not all(path.exists() for path in GAMES), reason="the TEACh games are not at ../shared/data/teach")
def test_hardly_anything_in_recorded_rooms_is_buried():
    layouts = read_layouts(DATA / "layouts/reachable_positions.json")
    found = [
        t
        for path in GAMES
        for game in islice(iter_games([path]), 0, 40, 8)
        for t in things_in(game_scene(game, layouts))
        if t.in_reach
    ]
    assert len(found) > 150
    buried = [t for t in found if not t.seen or t.opened]
    assert len(buried) <= 0.01 * len(found), buried
