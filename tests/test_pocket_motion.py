"""Walking, turning, looking, jumping, and where one could stand."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import FREE, START, at, counter, fails, floor, ok, play, room, state, thing

from envs.pocket.controller import PocketController
from envs.pocket.engine import Engine
from envs.pocket.scene import AgentPose

COUNTER = counter()
MUG = thing("Mug", 0.0, 0.8, on=COUNTER)
PLATE = thing("Plate", -0.5, 0.8, on=COUNTER)
CRUMB = thing("Egg", -0.5, 0.8, on=PLATE)


def pose(controller: PocketController) -> tuple[float, float, float, float]:
    """(x, z, yaw, horizon) in metres and degrees."""
    agent = controller.last_event.metadata["agent"]
    return agent["position"]["x"], agent["position"]["z"], agent["rotation"]["y"], agent["cameraHorizon"]


@pytest.mark.parametrize(
    ("yaw", "action", "x", "z"),
    [
        (0, "MoveAhead", 0.0, 0.25),
        (0, "MoveBack", 0.0, -0.25),
        (0, "MoveLeft", -0.25, 0.0),
        (0, "MoveRight", 0.25, 0.0),
        (90, "MoveAhead", 0.25, 0.0),
        (180, "MoveLeft", 0.25, 0.0),
        (270, "MoveBack", 0.25, 0.0),
    ],
)
def test_moves_go_a_quarter_of_a_metre(yaw: float, action: str, x: float, z: float) -> None:
    controller = play(floor(), agent=AgentPose(0.0, 0.9, 0.0, yaw, 30.0))
    ok(controller, action)
    assert pose(controller) == (x, z, yaw, 30.0)


def test_a_failed_move_changes_nothing() -> None:
    controller = play(floor(), COUNTER)
    ok(controller, "MoveAhead")
    before = controller.last_event.metadata["agent"]
    fails(controller, "MoveAhead", COUNTER["objectId"], "is blocking Agent 0 from moving")
    assert controller.last_event.metadata["agent"] == before


def test_a_long_move_is_all_or_nothing() -> None:
    controller = play(floor(), COUNTER)
    ok(controller, "MoveBack", moveMagnitude=1.5)
    assert pose(controller)[1] == -1.5
    fails(controller, "MoveAhead", "CounterTop", moveMagnitude=2.0)  # 1.75 m would be free
    assert pose(controller)[1] == -1.5
    ok(controller, "MoveAhead", moveMagnitude=1.75)


def test_no_step_across_a_blocked_cell() -> None:
    gap = room(floor(), COUNTER)
    scene = type(gap)(**{**vars(gap), "free": FREE - {(0, -2)}})
    controller = PocketController(scene)
    fails(controller, "MoveBack", "is blocking", moveMagnitude=1.0)


def test_turns_and_looks() -> None:
    controller = play(floor())
    for yaw in (90, 180, 270, 0):
        ok(controller, "RotateRight")
        assert pose(controller)[2] == yaw
    ok(controller, "RotateLeft", degrees=45)
    assert pose(controller)[2] == 315
    for horizon in (0, -30):
        ok(controller, "LookUp")
        assert pose(controller)[3] == horizon
    fails(controller, "LookUp", "can't look up", code="LookUpCantExceedMax")
    for horizon in (0, 30, 60):
        ok(controller, "LookDown")
        assert pose(controller)[3] == horizon
    fails(controller, "LookDown", "can't look down", code="LookDownCantExceedMin")
    assert pose(controller)[3] == 60


def test_parameters_set_the_steps() -> None:
    controller = play(floor(), rotateStepDegrees=30, gridSize=0.5)
    ok(controller, "RotateRight")
    assert pose(controller)[2] == 30
    ok(controller, "LookDown", degrees=15)
    assert pose(controller)[3] == 45
    ok(controller, "Teleport", rotation=0)
    ok(controller, "MoveBack")
    assert pose(controller)[1] == -0.5


def test_crouch_and_stand() -> None:
    controller = play(floor())
    fails(controller, "Stand", "already standing")
    ok(controller, "Crouch")
    fails(controller, "Crouch", "already crouching")
    ok(controller, "Stand")
    assert controller.last_event.metadata["agent"]["isStanding"] is True


# -- teleporting -------------------------------------------------------------------------------------------------


def test_teleport_keeps_what_is_not_given() -> None:
    controller = play(floor())
    ok(controller, "Teleport", position={"x": 1.0, "y": 0.9, "z": -1.0})
    assert pose(controller) == (1.0, -1.0, 0.0, 30.0)
    ok(controller, "Teleport", horizon=-30)
    ok(controller, "Teleport", rotation={"x": 0, "y": 450, "z": 0})
    ok(controller, "Teleport", z=-0.5)  # the older call form
    assert pose(controller) == (1.0, -0.5, 90.0, -30.0)
    ok(controller, "Teleport", standing=False)
    assert controller.last_event.metadata["agent"]["isStanding"] is False


def test_teleport_full_takes_both_call_forms() -> None:
    controller = play(floor())
    ok(controller, "TeleportFull", x=0.5, y=0.9, z=0.25, rotation=180, horizon=0, standing=True)
    assert pose(controller) == (0.5, 0.25, 180.0, 0.0)
    place = {"x": 0.0, "y": 0.9, "z": 0.0}
    ok(controller, "TeleportFull", position=place, rotation={"y": 90}, horizon=60, standing=False)
    assert pose(controller) == (0.0, 0.0, 90.0, 60.0)


def test_teleport_ends_on_the_lattice() -> None:
    controller = play(floor())
    ok(controller, "Teleport", position={"x": 0.2501, "y": 0.9, "z": -0.4999})
    assert pose(controller)[:2] == (0.25, -0.5)
    fails(controller, "Teleport", "grid", position={"x": 0.1, "y": 0.9, "z": 0.0})
    loose = play(floor(), snapToGrid=False)
    ok(loose, "Teleport", position={"x": 0.1, "y": 0.9, "z": 0.0})
    assert pose(loose)[0] == pytest.approx(0.1)


def test_teleport_can_be_forced_into_things() -> None:
    controller = play(floor(), COUNTER)
    inside = {"x": 0.0, "y": 0.9, "z": 0.75}
    fails(controller, "Teleport", "Collided with", COUNTER["objectId"], position=inside)
    ok(controller, "Teleport", position=inside, forceAction=True)
    fails(controller, "GetReachablePositions", "no reachable positions")


# -- planning ----------------------------------------------------------------------------------------------------


def test_reachable_positions_are_those_one_can_walk_to() -> None:
    controller = play(floor(), COUNTER)
    found = {(round(p["x"] / 0.25), round(p["z"] / 0.25)) for p in ok(controller, "GetReachablePositions")}
    assert found == FREE
    assert {p["y"] for p in ok(controller, "GetReachablePositions")} == {0.9}
    near = ok(controller, "GetReachablePositions", maxStepCount=1)
    assert len(near) == 5
    assert controller.last_event.metadata["reachablePositions"] == near


def test_reachable_positions_stop_at_walls() -> None:
    scene = room(floor())
    island = PocketController(type(scene)(**{**vars(scene), "free": {(x, z) for x, z in FREE if z != -3}}))
    assert min(p["z"] for p in ok(island, "GetReachablePositions")) == -0.5


def test_interactable_poses_work_as_they_are() -> None:
    controller = play(floor(), COUNTER, MUG)
    poses = ok(controller, "GetInteractablePoses", objectId=MUG["objectId"])
    assert len(poses) > 20
    assert len(ok(controller, "GetInteractablePoses", objectId=MUG["objectId"], maxPoses=5)) == 5
    for found in poses[:: len(poses) // 20]:
        ok(controller, "TeleportFull", **found)
        assert state(controller, MUG)["visible"]
        ok(controller, "PickupObject", objectId=MUG["objectId"])
        controller.reset()


def test_poses_that_are_not_listed_do_not_work() -> None:
    controller = play(floor(), COUNTER, MUG)
    cells = [{"x": 0.25 * x, "y": 0.9, "z": 0.25 * z} for x, z in sorted(FREE)[::9]]
    options: dict[str, Any] = {"positions": cells, "rotations": [0, 90], "horizons": [0, 30], "standings": [True]}
    listed = ok(controller, "GetInteractablePoses", objectId=MUG["objectId"], **options)
    good = {(p["x"], p["z"], p["rotation"], p["horizon"]) for p in listed}
    for cell in cells:
        for rotation in (0, 90):
            for horizon in (0, 30):
                ok(controller, "TeleportFull", position=cell, rotation=rotation, horizon=horizon, standing=True)
                assert state(controller, MUG)["visible"] == ((cell["x"], cell["z"], rotation, horizon) in good)


def test_nothing_can_be_done_with_what_is_shut_in() -> None:
    safe = thing("Microwave", 0.0, 0.9, on=COUNTER)
    controller = play(floor(), COUNTER, safe, thing("Potato", 0.0, 0.9, on=safe))
    potato = controller.last_event.objects_by_type("Potato")[0]["objectId"]
    assert ok(controller, "GetInteractablePoses", objectId=potato) == []
    ok(controller, "OpenObject", objectId=safe["objectId"])
    assert ok(controller, "GetInteractablePoses", objectId=potato, maxPoses=1)


def test_shortest_path_leads_to_where_the_object_is_visible() -> None:
    controller = play(floor(), COUNTER, MUG, agent=AgentPose(-1.5, 0.9, -1.5, 0.0, 30.0))
    corners = ok(controller, "GetShortestPath", objectType="Mug")["corners"]
    assert (corners[0]["x"], corners[0]["z"]) == (-1.5, -1.5)
    assert len(corners) <= 4  # corners, not every cell
    end = corners[-1]
    assert ok(controller, "GetInteractablePoses", objectId=MUG["objectId"], positions=[end])
    to_point = ok(controller, "GetShortestPathToPoint", target={"x": 1.5, "y": 0.9, "z": -1.5})["corners"]
    assert [(c["x"], c["z"]) for c in to_point] == [(-1.5, -1.5), (1.5, -1.5)]
    elsewhere = {"x": 0.0, "y": 0.9, "z": 0.0}
    assert ok(controller, "GetShortestPath", objectId=MUG["objectId"], position=elsewhere)["corners"][0] == elsewhere
    assert pose(controller)[:2] == (-1.5, -1.5)  # asking moves nobody
    fails(controller, "GetShortestPathToPoint", "no path", target={"x": 9.0, "y": 0.9, "z": 0.0})


# -- what is held ------------------------------------------------------------------------------------------------


@given(
    steps=st.lists(
        st.sampled_from(["MoveBack", "MoveLeft", "MoveRight", "RotateLeft", "LookUp", "LookDown", "Crouch", "Stand"]),
        max_size=12,
    )
)
def test_what_is_held_stays_before_the_eyes(steps: list[str]) -> None:
    """0.38 m ahead of and 0.155 m below the eye, in the camera's frame (234 of 237 recorded held objects)."""
    controller = play(floor(), COUNTER, PLATE, CRUMB)
    ok(controller, "PickupObject", objectId=PLATE["objectId"])
    apart = _middle(controller, CRUMB["objectId"])[1] - _middle(controller, PLATE["objectId"])[1]
    for step in steps:
        controller.step(step)
    meta = controller.last_event.metadata
    eye, (_, _, yaw, horizon) = meta["cameraPosition"], pose(controller)
    x, y, z = (m - eye[k] for m, k in zip(_middle(controller, PLATE["objectId"]), "xyz", strict=True))
    pitch, turn = math.radians(horizon), math.radians(yaw)
    level = x * math.sin(turn) + z * math.cos(turn)
    assert x * math.cos(turn) - z * math.sin(turn) == pytest.approx(0.0, abs=1e-9)
    assert level * math.cos(pitch) - y * math.sin(pitch) == pytest.approx(0.38)
    assert level * math.sin(pitch) + y * math.cos(pitch) == pytest.approx(-0.155)
    egg = _middle(controller, CRUMB["objectId"])
    assert egg[1] - _middle(controller, PLATE["objectId"])[1] == pytest.approx(apart)  # and what lies on it comes along
    assert meta["heldObjectPose"]["position"] == meta["hand"]["position"]


def _middle(controller: PocketController, name: str) -> list[float]:
    centre = state(controller, name)["axisAlignedBoundingBox"]["center"]
    return [centre[k] for k in "xyz"]


def test_the_agent_starts_where_the_scene_says() -> None:
    assert pose(play(floor())) == (START.x, START.z, START.yaw, START.horizon)


def test_what_is_carried_stays_visible_and_does_not_change_what_else_is() -> None:
    controller = play(floor(), COUNTER, MUG, PLATE, CRUMB)
    ok(controller, "PickupObject", **at(PLATE))
    world = controller.engine.world
    for action in ("MoveBack", "RotateRight", "LookUp", "RotateLeft", "LookDown", "MoveAhead"):
        objects = controller.step(action).metadata["objects"]
        fresh = Engine(world, controller.engine.settings)  # has looked at nothing before
        assert [o["visible"] for o in objects] == fresh.visible_mask().tolist()
        carried = [i for i, o in enumerate(objects) if o["objectType"] in ("Plate", "Egg")]
        assert all(objects[i]["visible"] and fresh.sees(i) and controller.engine.sees(i) for i in carried)
