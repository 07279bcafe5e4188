"""Pushing, pulling, touching, and moving what is held."""

from __future__ import annotations

import pytest
from scenes import (  # fmt: skip
    at,
    check_free_cells,
    clear_of,
    counter,
    fails,
    floor,
    middle,
    ok,
    play,
    room,
    size,
    state,
    thing,
)

from envs.pocket.controller import PocketController
from envs.pocket.scene import AgentPose, Scene

COUNTER = counter()
MUG = thing("Mug", 0.0, 0.8, on=COUNTER)
CHAIR = thing("Chair", 0.0, -0.75, on=floor(), y=0.0, size=(0.4, 0.9, 0.4))


# -- pushing and moving the hand ---------------------------------------------------------------------------------


def test_a_push_goes_as_far_as_friction_lets_it() -> None:
    """v = F·Δt/m, then v²/(2μg): twice the force goes four times as far."""
    far = []
    for force in (20.0, 40.0):
        box = thing("Ottoman", 0.0, -0.75, size=(0.4, 0.4, 0.4), mass=1.0)
        controller = play(floor(), box, agent=AgentPose(0.0, 0.9, 0.25, 180.0, 30.0))
        ok(controller, "PushObject", **at(box), moveMagnitude=force)
        far.append(-0.75 - state(controller, box)["position"]["z"])
    assert far[0] == pytest.approx((20 * 0.02) ** 2 / (2 * 0.5 * 9.81))
    assert far[1] == pytest.approx(4 * far[0])


def test_a_push_ends_at_walls_things_and_edges() -> None:
    stool = thing("Stool", 0.0, -0.75, size=(0.4, 0.5, 0.4))
    blocker = thing("GarbageCan", 0.0, -1.4, size=(0.3, 0.5, 0.3))
    behind = AgentPose(0.0, 0.9, 0.25, 180.0, 30.0)
    controller = play(floor(), stool, agent=behind)
    ok(controller, "PushObject", **at(stool), moveMagnitude=9000.0)
    assert state(controller, stool)["position"]["z"] == pytest.approx(-1.8, abs=0.01)  # the wall
    fails(controller, "PushObject", "structure is in the way", **at(stool), forceAction=True)
    check_free_cells(controller)
    controller = play(floor(), stool, blocker, agent=behind)
    ok(controller, "PushObject", **at(stool), moveMagnitude=9000.0)
    assert state(controller, stool)["position"]["z"] == pytest.approx(-1.25 + 0.2, abs=0.01)
    fails(controller, "PushObject", blocker["objectId"], "in the way", **at(stool), moveMagnitude=9000.0)
    controller = play(floor(), COUNTER, MUG)
    ok(controller, "PushObject", **at(MUG), moveMagnitude=9000.0)
    assert state(controller, MUG)["position"]["z"] == pytest.approx(1.2, abs=0.01)  # the far edge of the counter
    assert state(controller, MUG)["parentReceptacles"] == [COUNTER["objectId"]]


def test_pull_stops_at_the_agent_and_takes_the_contents_along() -> None:
    table = thing("SideTable", 0.0, -1.2, size=(0.4, 0.6, 0.4), moveable=True, mass=1.0)
    cup = thing("Cup", 0.0, -1.2, on=table)
    controller = play(floor(), table, cup, agent=AgentPose(0.0, 0.9, 0.0, 180.0, 30.0))
    ok(controller, "PullObject", **at(table), moveMagnitude=9000.0)
    assert state(controller, table)["position"]["z"] == pytest.approx(-0.4, abs=0.01)
    assert state(controller, cup)["position"]["z"] == pytest.approx(state(controller, table)["position"]["z"])
    fails(controller, "PullObject", "Agent 0 is in the way", **at(table), moveMagnitude=9000.0)
    ok(controller, "DirectionalPush", **at(table), pushAngle=90.0, moveMagnitude=20.0)
    assert state(controller, table)["position"]["x"] < -0.01  # to the right of an agent that faces -z


def test_touch() -> None:
    controller = play(floor(), COUNTER, MUG)
    x, y, _ = controller.engine.camera().project(middle(MUG))
    felt = ok(controller, "TouchThenApplyForce", x=x, y=y, direction={"x": 1.0, "y": 0.0, "z": 0.0}, moveMagnitude=50.0)
    assert felt["didHandTouchSomething"] is True
    assert felt["objectId"] == MUG["objectId"]
    assert 0.5 < felt["armsLength"] < 1.5
    assert state(controller, MUG)["position"]["x"] > 0.05
    felt = ok(controller, "TouchThenApplyForce", x=0.5, y=0.5, direction={"z": 1.0}, handDistance=0.1)
    assert felt == {"didHandTouchSomething": False, "objectId": "", "armsLength": 0.1}
    fails(controller, "TouchThenApplyForce", "handDistance", x=0.5, y=0.5, direction={"z": 1.0}, handDistance=0.0)
    fails(controller, "TouchThenApplyForce", "[0, 1]", x=5.0, y=0.5, direction={"z": 1.0})


def test_furniture_that_was_pushed_frees_its_place_and_blocks_another() -> None:
    scene = room(floor(), CHAIR, agent=AgentPose(0.0, 0.9, 0.25, 180.0, 30.0))
    free = frozenset(c for c in scene.free if clear_of(CHAIR, c))
    controller = PocketController(Scene(**{**vars(scene), "free": free}))
    assert (0, -3) not in controller.engine.world.free
    ok(controller, "PushObject", **at(CHAIR), moveMagnitude=9000.0)
    assert (0, -2) in controller.engine.world.free
    assert (0, -6) not in controller.engine.world.free
    check_free_cells(controller)


def test_moving_and_turning_what_is_held() -> None:
    knife = thing("Knife", 0.3, 0.8, on=COUNTER, size=(0.04, 0.02, 0.3))
    controller = play(floor(), COUNTER, knife, agent=AgentPose(0.0, 0.9, -0.5, 0.0, 0.0))
    ok(controller, "PickupObject", **at(knife))
    rest = middle(state(controller, knife))
    for action, shift in (("Ahead", (0, 0, 0.1)), ("Right", (0.1, 0, 0)), ("Up", (0, 0.1, 0)), ("Back", (0, 0, -0.1))):
        ok(controller, f"MoveHeldObject{action}", moveMagnitude=0.1)
        rest = rest + shift
        assert middle(state(controller, knife)) == pytest.approx(rest)
    ok(controller, "MoveHeldObject", right=-0.1, up=-0.1)
    ok(controller, "RotateHeldObject", yaw=90.0)
    turned = state(controller, knife)
    assert size(turned) == pytest.approx([0.3, 0.02, 0.04])
    assert turned["rotation"]["y"] == pytest.approx(90.0)
    ok(controller, "RotateHeldObject", rotation={"x": 90, "y": 0, "z": 0})
    assert size(state(controller, knife)) == pytest.approx([0.04, 0.3, 0.02])
    fails(controller, "MoveHeldObject", knife["objectId"], "reaches", ahead=2.0)
    ok(controller, "MoveHeldObjectDown", moveMagnitude=0.45)
    fails(
        controller, "MoveHeldObjectAhead", COUNTER["objectId"], "is in the way", knife["objectId"], moveMagnitude=0.75
    )
    fails(controller, "MoveHeldObject", knife["objectId"], "out of view", right=-0.9, forceVisible=True)


def test_what_is_held_turns_as_the_agent_sees_it() -> None:
    """For an agent that faces +x a nod is a turn about the z axis, along which this knife lies."""
    knife = thing("Knife", 0.3, 0.8, on=COUNTER, size=(0.04, 0.02, 0.3))
    controller = play(floor(), COUNTER, knife, agent=AgentPose(0.0, 0.9, -0.5, 90.0, 0.0))
    ok(controller, "PickupObject", **at(knife), forceAction=True)
    ok(controller, "RotateHeldObject", pitch=90.0)
    assert size(state(controller, knife)) == pytest.approx([0.02, 0.04, 0.3])


def test_the_hand_goes_back_when_the_agent_moves() -> None:
    controller = play(floor(), COUNTER, MUG, agent=AgentPose(0.0, 0.9, -0.25, 0.0, 0.0))
    ok(controller, "PickupObject", **at(MUG), forceAction=True)
    usual = middle(state(controller, MUG))
    ok(controller, "MoveHeldObject", up=0.1)
    ok(controller, "RotateRight")
    ok(controller, "RotateLeft")
    assert middle(state(controller, MUG)) == pytest.approx(usual)
