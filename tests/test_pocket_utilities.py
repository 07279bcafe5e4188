"""Scene utilities: spawning, poses, setters, cameras, filters, the clock, pushing and moving the hand."""

from __future__ import annotations

import json
import zipfile
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import Thing, counter, fails, floor, ok, play, plane_of, room, state, thing

from envs.object_types import object_types
from envs.pocket.arrange import spawn_id
from envs.pocket.controller import PocketController
from envs.pocket.rebuild import scene_from_game
from envs.pocket.scene import AgentPose, Scene
from envs.pocket.traits import ENCLOSED
from envs.pocket.turning import euler_angles, rotation_matrix
from envs.teach.game import read_game

DATA = Path(__file__).parents[1] / "../shared/data/teach"
COUNTER = counter()
MUG = thing("Mug", 0.0, 0.8, on=COUNTER)
PLATE = thing("Plate", -0.5, 0.8, on=COUNTER)
EGG = thing("Egg", -0.5, 0.8, on=PLATE)
CHAIR = thing("Chair", 0.0, -0.75, on=floor(), y=0.0, size=(0.4, 0.9, 0.4))


def at(item: Thing) -> dict[str, str]:
    return {"objectId": item["objectId"]}


def objects(controller: PocketController) -> list[Thing]:
    return controller.last_event.metadata["objects"]


def middle(item: Thing) -> np.ndarray:
    return np.array([item["axisAlignedBoundingBox"]["center"][k] for k in "xyz"])


def size(item: Thing) -> np.ndarray:
    return np.array([item["axisAlignedBoundingBox"]["size"][k] for k in "xyz"])


# -- random spawn ------------------------------------------------------------------------------------------------


def kitchen() -> Scene:
    fridge = thing("Fridge", -1.7, -1.0)
    cabinet = thing("Cabinet", 1.2, 0.9, y=0.1, size=(0.6, 0.6, 0.5))
    return room(floor(), COUNTER, fridge, cabinet, MUG, PLATE, EGG, thing("Tomato", 0.5, 0.8, on=COUNTER), CHAIR)


def test_spawning_is_decided_by_its_seed() -> None:
    arrangements = []
    for seed in (1, 1, 2):
        controller = PocketController(kitchen())
        ok(controller, "InitialRandomSpawn", randomSeed=seed)
        arrangements.append(json.dumps(objects(controller)))
    assert arrangements[0] == arrangements[1] != arrangements[2]


@settings(max_examples=25)
@given(seed=st.integers(0, 10_000))
def test_spawned_things_lie_where_such_things_are_found(seed: int) -> None:
    controller = PocketController(kitchen())
    fixed = [o for o in objects(controller) if not o["pickupable"]]
    ok(controller, "InitialRandomSpawn", randomSeed=seed, numDuplicatesOfType=[{"objectType": "Mug", "count": 4}])
    assert len(controller.last_event.objects_by_type("Mug")) == 4
    for item in objects(controller):
        if item["pickupable"]:
            where = {state(controller, p)["objectType"] for p in item["parentReceptacles"]}
            assert where & set(object_types()[item["objectType"]].parents)
            assert _named_by_position(item)
    kept = ("position", "isOpen", "objectId", "rotation")
    now = [o for o in objects(controller) if not o["pickupable"]]
    assert [[o[k] for k in kept] for o in now] == [[o[k] for k in kept] for o in fixed]


def _named_by_position(item: Thing) -> bool:
    kind, *place = item["objectId"].split("|")
    here = [item["position"][k] for k in "xyz"]
    return kind == item["objectType"] and [float(p) for p in place] == pytest.approx(here, abs=0.0051)


def test_copies_are_named_as_in_recordings() -> None:
    controller = PocketController(kitchen())
    ok(controller, "InitialRandomSpawn", numDuplicatesOfType=[{"objectType": "Mug", "count": 3}])
    names = [o["name"] for o in controller.last_event.objects_by_type("Mug")]
    assert names[0] == MUG["name"]
    assert all(name.startswith(f"{MUG['name']}(Clone)_copy_") for name in names[1:])
    assert len(set(names)) == 3


def test_spawning_leaves_out_what_it_is_told_to() -> None:
    for seed in range(12):
        controller = PocketController(kitchen())
        ok(
            controller,
            "InitialRandomSpawn",
            randomSeed=seed,
            excludedReceptacles=["CounterTop"],
            excludedObjectIds=[MUG["objectId"]],
        )
        assert state(controller, MUG)["position"] == MUG["position"]
        moved = [o for o in objects(controller) if o["objectType"] in ("Plate", "Tomato")]
        assert all(
            COUNTER["objectId"] not in (o["parentReceptacles"] or ()) for o in moved if o["position"]["z"] != 0.8
        )
        controller.reset()
        ok(controller, "InitialRandomSpawn", randomSeed=seed, forceVisible=True)
        for item in objects(controller):
            assert not {state(controller, p)["objectType"] for p in item["parentReceptacles"] or ()} & ENCLOSED


def test_spawning_empties_the_hand_and_moves_chairs_only_when_asked() -> None:
    controller = PocketController(kitchen())
    ok(controller, "PickupObject", **at(MUG))
    ok(controller, "InitialRandomSpawn", randomSeed=4)
    assert controller.last_event.metadata["inventoryObjects"] == []
    assert state(controller, CHAIR)["position"] == CHAIR["position"]
    assert not any(o["isPickedUp"] for o in objects(controller))
    ok(controller, "InitialRandomSpawn", randomSeed=4, allowMoveable=True, allowFloor=True)
    chair = controller.last_event.objects_by_type("Chair")[0]
    assert chair["position"] != CHAIR["position"]
    _check_free_cells(controller)


def test_too_many_copies_are_left_out() -> None:
    shelf = thing("CounterTop", 0.0, 0.9, y=0.9, size=(0.4, 0.3, 0.3))
    mug = thing("Mug", 0.0, 0.9, on=shelf)
    controller = play(floor(), shelf, mug)
    ok(controller, "InitialRandomSpawn", numDuplicatesOfType=[{"objectType": "Mug", "count": 30}])
    mugs = controller.last_event.objects_by_type("Mug")
    assert 1 <= len(mugs) < 30
    assert all(o["position"]["y"] > 0.5 for o in mugs)


def test_spawn_refusals() -> None:
    controller = PocketController(kitchen())
    before = objects(controller)
    fails(controller, "InitialRandomSpawn", "numPlacementAttempts", "0", numPlacementAttempts=0)
    fails(controller, "InitialRandomSpawn", "excludedReceptacles", "Frige", "Fridge", excludedReceptacles=["Frige"])
    fails(controller, "InitialRandomSpawn", "Mgu", numDuplicatesOfType=[{"objectType": "Mgu", "count": 2}])
    fails(controller, "InitialRandomSpawn", "count of Mug", numDuplicatesOfType=[{"objectType": "Mug", "count": 0}])
    fails(controller, "InitialRandomSpawn", "Mug|9|9|9", excludedObjectIds=["Mug|9|9|9"])
    assert objects(controller) == before


# -- poses -------------------------------------------------------------------------------------------------------


def poses_of(controller: PocketController) -> list[dict[str, Any]]:
    movable = [o for o in objects(controller) if o["pickupable"] or o["moveable"]]
    return [{"objectName": o["name"], "position": o["position"], "rotation": o["rotation"]} for o in movable]


def test_giving_everything_its_own_pose_changes_nothing() -> None:
    controller = PocketController(kitchen())
    before = {o["objectId"]: o for o in objects(controller)}
    ok(controller, "SetObjectPoses", objectPoses=poses_of(controller), placeStationary=True)
    after = {o["objectId"]: o for o in objects(controller)}
    assert set(after) == set(before)
    for name, item in after.items():
        assert item["axisAlignedBoundingBox"] == before[name]["axisAlignedBoundingBox"]
        assert set(item["parentReceptacles"] or ()) == set(before[name]["parentReceptacles"] or ())


def test_what_is_not_listed_goes_and_what_is_listed_twice_is_copied() -> None:
    controller = PocketController(kitchen())
    where = [{"x": 0.3, "y": plane_of(COUNTER), "z": 0.8}, {"x": -0.3, "y": plane_of(COUNTER), "z": 0.8}]
    turned = {"x": 0.0, "y": 90.0, "z": 0.0}
    ok(
        controller,
        "SetObjectPoses",
        objectPoses=[{"objectName": MUG["name"], "position": p, "rotation": turned} for p in where],
    )
    kinds = [o["objectType"] for o in objects(controller)]
    assert kinds == ["Floor", "CounterTop", "Fridge", "Cabinet", "Mug", "Mug"]
    mugs = controller.last_event.objects_by_type("Mug")
    assert [m["position"] for m in mugs] == where
    assert [m["parentReceptacles"] for m in mugs] == [[COUNTER["objectId"]]] * 2
    assert all(_named_by_position(m) for m in mugs)
    assert mugs[0]["name"] == MUG["name"] != mugs[1]["name"]
    was = size(MUG)
    assert size(mugs[0]) == pytest.approx(was[[2, 1, 0]])
    _check_free_cells(controller)


def test_names_of_copies_stand_for_the_original() -> None:
    """Recordings call copies "Mug_1a2b3c4d(Clone)_copy_3"; the scene they are restored into has only the original."""
    controller = PocketController(kitchen())
    where = {"x": 0.3, "y": plane_of(COUNTER), "z": 0.8}
    pose = {"objectName": f"{MUG['name']}(Clone)_copy_3", "position": where, "rotation": {"x": 0, "y": 0, "z": 0}}
    ok(controller, "SetObjectPoses", objectPoses=[pose])
    assert controller.last_event.objects_by_type("Mug")[0]["position"] == where


def test_containment_follows_the_poses() -> None:
    controller = PocketController(kitchen())
    fridge = controller.last_event.objects_by_type("Fridge")[0]
    poses = poses_of(controller)
    for pose in poses:
        if pose["objectName"] in (PLATE["name"], EGG["name"]):
            low = 0.02 if pose["objectName"] == EGG["name"] else 0.0
            pose["position"] = {"x": -1.7, "y": plane_of(fridge) + low, "z": -1.0}
    ok(controller, "SetObjectPoses", objectPoses=poses)
    plate, egg = (controller.last_event.objects_by_type(kind)[0] for kind in ("Plate", "Egg"))
    assert plate["parentReceptacles"] == [fridge["objectId"]]
    assert set(egg["parentReceptacles"]) == {plate["objectId"], fridge["objectId"]}
    assert egg["temperature"] == "Cold"
    assert not egg["visible"]


def test_pose_refusals_change_nothing() -> None:
    controller = PocketController(kitchen())
    before = objects(controller)
    zero = {"x": 0.0, "y": 0.0, "z": 0.0}
    wrong = [{"objectName": MUG["name"], "position": zero, "rotation": zero}]
    fails(
        controller, "SetObjectPoses", "Mug_00000bad", objectPoses=[*wrong, {**wrong[0], "objectName": "Mug_00000bad"}]
    )
    fails(controller, "SetObjectPoses", COUNTER["name"], objectPoses=[{**wrong[0], "objectName": COUNTER["name"]}])
    with pytest.raises(ValueError, match="position of"):
        controller.step("SetObjectPoses", objectPoses=[{**wrong[0], "position": {"x": 1.0}}])
    ok(controller, "SetObjectPoses", objectPoses=[])
    assert objects(controller) == before


def test_a_recorded_game_can_be_restored_into_another() -> None:
    """As TEACh does it: the plan is loaded, then every movable thing is posed; ids must be those of the recording."""
    archive = DATA / "valid_unseen.zip"
    if not archive.exists():
        pytest.skip("needs the recorded games next to the checkout (../shared/data/teach)")
    with zipfile.ZipFile(archive) as games:
        names = sorted(n for n in games.namelist() if n.endswith(".json"))[:12]
        first, *others = (read_game(games.read(name), name) for name in names)
        other = next(game for game in others if game.world == first.world)
    controller = PocketController(scene_from_game(first))
    wanted = [o for o in other.initial.objects if o["pickupable"] or o["moveable"]]
    ok(
        controller,
        "SetObjectPoses",
        objectPoses=[
            {"objectName": o["name"].split("(")[0], "position": o["position"], "rotation": o["rotation"]}
            for o in wanted
        ],
    )
    restored = {o["objectId"]: o for o in objects(controller)}
    moved = {name for name, o in restored.items() if o["pickupable"] or o["moveable"]}
    assert moved == {o["objectId"] for o in wanted}
    contained = [o for o in wanted if o["parentReceptacles"] and o["pickupable"]]
    parents = [
        (set(restored[o["objectId"]]["parentReceptacles"] or ()), set(o["parentReceptacles"])) for o in contained
    ]
    assert len(contained) > 20
    assert sum(bool(now & then) for now, then in parents) >= 0.95 * len(contained)


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (1.3049999475, "+01.31"),
        (-0.125, "-00.13"),
        (0.0012, "+00.00"),
        (-0.0012, "00.00"),
        (0.0, "+00.00"),
        (-12.344, "-12.34"),
    ],
)
def test_ids_are_rounded_as_unity_rounds(x: float, text: str) -> None:
    """Values taken from recorded objects."""
    assert spawn_id("Mug", {"x": x, "y": 1.0, "z": 1.0}) == f"Mug|{text}|+01.00|+01.00"


@given(st.tuples(*[st.floats(-180, 180)] * 3))
def test_euler_angles_give_the_rotation_back(angles: tuple[float, float, float]) -> None:
    matrix = rotation_matrix(dict(zip("xyz", angles, strict=True)))
    assert matrix @ matrix.T == pytest.approx(np.eye(3), abs=1e-9)
    assert rotation_matrix(euler_angles(matrix)) == pytest.approx(matrix, abs=1e-6)


def test_rotations_turn_as_unity_does() -> None:
    ahead, right, up = np.array([0, 0, 1.0]), np.array([1.0, 0, 0]), np.array([0, 1.0, 0])
    assert rotation_matrix({"y": 90}) @ ahead == pytest.approx(right)
    assert rotation_matrix({"x": 90}) @ ahead == pytest.approx(-up)
    assert rotation_matrix({"z": 90}) @ right == pytest.approx(up)


# -- taking away -------------------------------------------------------------------------------------------------


def test_removing_lets_fall_what_was_on_top() -> None:
    table = thing("SideTable", 0.0, -1.0, size=(0.5, 0.7, 0.5))
    plate = thing("Plate", 0.0, -1.0, on=table)
    egg = thing("Egg", 0.0, -1.0, on=plate)
    controller = play(floor(), COUNTER, MUG, table, plate, egg)
    cells = len(ok(controller, "GetReachablePositions"))
    ok(controller, "RemoveFromScene", **at(table))
    assert controller.last_event.get_object(table["objectId"]) is None
    assert state(controller, plate)["parentReceptacles"] == [floor()["objectId"]]
    assert set(state(controller, egg)["parentReceptacles"]) >= {plate["objectId"]}
    assert state(controller, plate)["position"]["y"] == pytest.approx(0.0, abs=0.02)
    apart = state(controller, egg)["position"]["y"] - state(controller, plate)["position"]["y"]
    assert apart == pytest.approx(egg["position"]["y"] - plate["position"]["y"])
    assert len(ok(controller, "GetReachablePositions")) >= cells
    ok(controller, "PickupObject", **at(MUG))
    ok(controller, "RemoveFromScene", **at(MUG))
    assert controller.last_event.metadata["inventoryObjects"] == []
    fails(controller, "RemoveFromScene", MUG["objectId"], **at(MUG))
    fails(controller, "RemoveFromScene", "floor", **at(floor()))


def test_removed_controls_control_nothing() -> None:
    basin, tap = thing("SinkBasin", 0.0, 0.9, y=0.8), thing("Faucet", 0.0, 1.15, y=0.95, isToggled=True)
    bowl = thing("Bowl", 0.0, 0.9, on=basin)
    controller = play(floor(), COUNTER, basin, tap, bowl)
    ok(controller, "RemoveFromScene", **at(tap))
    ok(controller, "DirtyObject", **at(bowl), forceAction=True)
    assert state(controller, bowl)["isDirty"] is True


# -- setters -----------------------------------------------------------------------------------------------------


def test_states_of_a_type_of_an_object_or_of_all() -> None:
    fridge, microwave = thing("Fridge", -1.7, -1.0), thing("Microwave", 0.9, 0.9, on=COUNTER)
    other = thing("Mug", 0.3, 0.8, on=COUNTER)
    controller = play(floor(), COUNTER, fridge, microwave, MUG, other)

    def now(key: str, *items: Thing) -> list[bool]:
        return [state(controller, item)[key] for item in items]

    ok(
        controller,
        "SetObjectStates",
        SetObjectStates={"objectType": "Fridge", "stateChange": "openable", "isOpen": True},
    )
    assert now("isOpen", fridge, microwave) == [True, False]
    ok(controller, "SetObjectStates", SetObjectStates={"stateChange": "openable", "isOpen": True})
    assert now("isOpen", fridge, microwave) == [True, True]
    ok(controller, "SetObjectStates", SetObjectStates={"stateChange": "openable"})
    assert now("isOpen", fridge, microwave) == [False, False]
    ok(
        controller,
        "SetObjectStates",
        SetObjectStates={"objectId": other["objectId"], "stateChange": "dirtyable", "isDirty": True},
    )
    assert now("isDirty", MUG, other) == [False, True]
    ok(
        controller,
        "SetObjectStates",
        SetObjectStates={"objectType": "Mug", "isFilledWithLiquid": True, "isDirty": False},
    )
    assert now("isFilledWithLiquid", MUG, other) == [True, True]
    assert now("isDirty", MUG, other) == [False, False]
    ok(
        controller,
        "SetObjectStates",
        SetObjectStates={"objectType": "Mug", "stateChange": "breakable", "isBroken": True},
    )
    assert now("isBroken", MUG, other) == [True, True]


def test_state_refusals() -> None:
    broken = thing("Mug", 0.3, 0.8, on=COUNTER, isBroken=True)
    controller = play(floor(), COUNTER, MUG, broken)
    before = objects(controller)
    for states, *mentions in (
        ({"stateChange": "edible"}, "edible", "openable"),
        ({}, "stateChange"),
        ({"objectType": "Mgu", "stateChange": "dirtyable"}, "Mgu", "Mug"),
        ({"objectId": "Mug|9|9|9", "stateChange": "dirtyable"}, "Mug|9|9|9"),
        ({"objectType": "Mug", "stateChange": "openable"}, "openable", "Mug"),
        ({"objectType": "Mug", "stateChange": "breakable", "isBroken": False}, broken["objectId"], "cannot be undone"),
    ):
        fails(controller, "SetObjectStates", *mentions, SetObjectStates=states)
    assert objects(controller) == before


def test_state_of_all_objects() -> None:
    controller = play(floor(), COUNTER, MUG, PLATE, EGG)
    ok(controller, "SetStateOfAllObjects", StateChange="CanBeDirty", forceAction=True)
    assert all(o["isDirty"] == o["dirtyable"] for o in objects(controller))
    ok(controller, "SetStateOfAllObjects", StateChange="CanBeFilled", forceAction=True)
    ok(controller, "SetStateOfAllObjects", StateChange="CanBeFilled", forceAction=False)
    assert not any(o["isFilledWithLiquid"] for o in objects(controller))
    ok(controller, "SetStateOfAllObjects", StateChange="CanBeSliced", forceAction=True)
    assert state(controller, EGG)["isSliced"]
    fails(controller, "SetStateOfAllObjects", "CanFly", StateChange="CanFly")


def test_toggles() -> None:
    lamps = [thing("DeskLamp", x, 0.8, on=COUNTER) for x in (0.2, 0.6)]
    burner, knob = thing("StoveBurner", -0.3, 0.9, on=COUNTER), thing("StoveKnob", -0.3, 0.65, y=0.95)
    controller = play(floor(), COUNTER, MUG, *lamps, burner, knob)
    toggles = [{"objectType": "DeskLamp", "isOn": True}, {"objectType": "StoveKnob", "isOn": True}]
    ok(controller, "SetObjectToggles", objectToggles=[*toggles, {"objectType": "Television", "isOn": True}])
    assert [state(controller, lamp)["isToggled"] for lamp in lamps] == [True, True]
    assert state(controller, burner)["temperature"] == "Hot"
    off = [{"objectType": "DeskLamp", "isOn": False}, {"objectType": "Mug", "isOn": True}]
    fails(controller, "SetObjectToggles", "Mug", objectToggles=off)
    assert state(controller, lamps[0])["isToggled"]


def test_unbreakable() -> None:
    controller = play(floor(), COUNTER, MUG, PLATE)
    fails(controller, "MakeObjectsOfTypeUnbreakable", "Mgu", "Mug", objectType="Mgu")
    ok(controller, "MakeObjectsOfTypeUnbreakable", objectType="Mug")
    fails(controller, "BreakObject", "Mug", "unbreakable", **at(MUG))
    ok(controller, "BreakObject", **at(PLATE))
    controller.reset()
    ok(controller, "BreakObject", **at(MUG))
    controller.reset()
    ok(controller, "MakeAllObjectsUnbreakable")
    fails(controller, "BreakObject", "Plate", **at(PLATE))
    ok(controller, "SetStateOfAllObjects", StateChange="CanBreak", forceAction=True)
    assert not any(o["isBroken"] for o in objects(controller))


# -- cameras -----------------------------------------------------------------------------------------------------


def test_map_view() -> None:
    controller = play(floor(), COUNTER)
    eye = controller.last_event.metadata["cameraPosition"]
    ok(controller, "ToggleMapView")
    above = controller.last_event.metadata
    assert above["cameraPosition"] == {"x": 0.0, "y": 7.5, "z": 0.0}
    assert above["cameraOrthSize"] == 2.0
    ok(controller, "ToggleMapView")
    assert controller.last_event.metadata["cameraPosition"] == eye


def test_map_properties_are_arguments_of_a_camera() -> None:
    controller = play(floor(), COUNTER)
    properties = ok(controller, "GetMapViewCameraProperties")
    assert properties["orthographic"] is True and properties["orthographicSize"] == 2.0
    ok(controller, "AddThirdPartyCamera", **properties, skyboxColor="white")
    camera = controller.last_event.metadata["thirdPartyCameras"][0]
    assert {k: camera[k] for k in properties} == properties


def test_third_party_cameras() -> None:
    controller = play(floor(), COUNTER)
    place, turn = {"x": 1.0, "y": 2.0, "z": -1.0}, {"x": 30.0, "y": 45.0, "z": 0.0}
    fails(controller, "UpdateThirdPartyCamera", "none was added", thirdPartyCameraId=0)
    ok(controller, "AddThirdPartyCamera", position=place, rotation=turn)
    first = controller.last_event
    ok(controller, "AddThirdPartyCamera", position=place, rotation=turn, fieldOfView=60)
    ok(controller, "UpdateThirdPartyCamera", thirdPartyCameraId=1, position={"y": 2.4}, rotation=180)
    cameras = controller.last_event.metadata["thirdPartyCameras"]
    assert [c["thirdPartyCameraId"] for c in cameras] == [0, 1]
    assert (cameras[0]["position"], cameras[0]["rotation"], cameras[0]["fieldOfView"]) == (place, turn, 90.0)
    assert cameras[1]["position"] == {"x": 1.0, "y": 2.4, "z": -1.0}
    assert cameras[1]["rotation"] == {"x": 30.0, "y": 180.0, "z": 0.0}
    assert cameras[1]["fieldOfView"] == 60.0
    assert len(first.metadata["thirdPartyCameras"]) == 1
    fails(controller, "UpdateThirdPartyCamera", "5", "there are 2", thirdPartyCameraId=5)
    fails(controller, "UpdateThirdPartyCamera", "fieldOfView", thirdPartyCameraId=0, fieldOfView=0)
    fails(controller, "AddThirdPartyCamera", "fieldOfView", "200", position=place, rotation=turn, fieldOfView=200)


def test_resolution() -> None:
    controller = play(floor(), COUNTER)
    ok(controller, "ChangeResolution", x=640, y=480)
    meta = controller.last_event.metadata
    assert (meta["screenWidth"], meta["screenHeight"]) == (640, 480)
    fails(controller, "ChangeResolution", "y is 0", x=640, y=0)
    assert controller.last_event.metadata["screenHeight"] == 480


@given(x=st.floats(0, 1), y=st.floats(0, 1))
def test_a_raycast_ends_on_the_ray(x: float, y: float) -> None:
    controller = play(floor(), COUNTER, MUG)
    hit = ok(controller, "GetCoordinateFromRaycast", x=x, y=y)
    point = np.array([hit[k] for k in "xyz"])
    px, py, depth = controller.engine.camera().project(point)
    assert (px, py) == (pytest.approx(x, abs=1e-6), pytest.approx(y, abs=1e-6))
    assert depth > 0
    assert (point >= np.array([-2.0, -0.02, -2.0]) - 1e-6).all() and (point <= np.array([2.0, 2.5, 2.0]) + 1e-6).all()


def test_raycast_meets_the_nearest_thing() -> None:
    controller = play(floor(), COUNTER, MUG)
    x, y, _ = controller.engine.camera().project(middle(MUG))
    hit = ok(controller, "GetCoordinateFromRaycast", x=x, y=y)
    assert abs(hit["z"] - 0.8) <= size(MUG)[2] / 2 + 1e-6
    assert ok(controller, "GetObjectInFrame", x=x, y=y, checkVisible=True) == MUG["objectId"]
    x, y, _ = controller.engine.camera().project(np.array([0.5, plane_of(COUNTER), 0.75]))
    assert ok(controller, "GetCoordinateFromRaycast", x=x, y=y)["y"] == pytest.approx(plane_of(COUNTER), abs=0.01)
    fails(controller, "GetCoordinateFromRaycast", "[0, 1]", "1.5", x=1.5, y=0.5)
    fails(controller, "GetObjectInFrame", "[0, 1]", x=0.5, y=-0.5)
    ok(controller, "LookUp")
    ok(controller, "LookUp")
    fails(controller, "GetObjectInFrame", "no object", x=0.5, y=0.0)


def test_visible_objects() -> None:
    far = thing("Apple", 0.0, 1.9, y=1.2)
    controller = play(floor(), COUNTER, MUG, far)
    listed = set(ok(controller, "GetVisibleObjects"))
    assert listed == {o["objectId"] for o in objects(controller) if o["visible"]}
    assert far["objectId"] not in listed
    assert far["objectId"] in ok(controller, "GetVisibleObjects", maxDistance=3.0)
    assert not state(controller, far)["visible"]  # asking changes nothing
    fails(controller, "GetVisibleObjects", "maxDistance", maxDistance=0.0)


def test_object_filter() -> None:
    controller = play(floor(), COUNTER, MUG, PLATE)
    everything = controller.last_event
    ok(controller, "SetObjectFilter", objectIds=[MUG["objectId"], "Ghost|0|0|0"])
    assert [o["objectId"] for o in objects(controller)] == [MUG["objectId"]]
    ok(controller, "PickupObject", **at(PLATE))  # filtered, not gone
    assert [o["objectId"] for o in controller.last_event.metadata["inventoryObjects"]] == [PLATE["objectId"]]
    ok(controller, "SetObjectFilter", objectIds=[])
    assert objects(controller) == []
    ok(controller, "ResetObjectFilter")
    assert len(objects(controller)) == len(everything.metadata["objects"]) == 4
    ok(controller, "SetObjectFilter", objectIds=[])
    assert len(controller.reset().metadata["objects"]) == 4


# -- the clock and the build -------------------------------------------------------------------------------------


def test_the_clock() -> None:
    controller = play(floor())
    assert controller.last_event.metadata["currentTime"] == 0.0
    ok(controller, "Pass")
    assert controller.last_event.metadata["currentTime"] == 1.0
    fails(controller, "AdvancePhysicsStep", "PausePhysicsAutoSim", timeStep=0.02)
    ok(controller, "PausePhysicsAutoSim")
    start = controller.last_event.metadata["currentTime"]
    ok(controller, "AdvancePhysicsStep", timeStep=0.02)
    assert controller.last_event.metadata["currentTime"] == pytest.approx(start + 0.02)
    ok(controller, "AdvancePhysicsStep", timeStep=0.05, simSeconds=3.0)
    assert controller.last_event.metadata["currentTime"] == pytest.approx(start + 3.02)
    fails(controller, "AdvancePhysicsStep", "timeStep", timeStep=0.0)
    fails(controller, "AdvancePhysicsStep", "simSeconds", simSeconds=-1.0)
    ok(controller, "UnpausePhysicsAutoSim")
    before = controller.last_event.metadata["currentTime"]
    ok(controller, "AdvancePhysicsStep", allowAutoSimulation=True, timeStep=0.5)
    assert controller.last_event.metadata["currentTime"] == pytest.approx(before + 1.5)


def test_scenes_in_build_can_be_loaded() -> None:
    controller = play(floor())
    names = ok(controller, "GetScenesInBuild")
    assert {f"FloorPlan{n}" for n in (1, 30, 201, 430)} <= set(names)
    assert controller.reset(names[-1]).metadata["sceneName"].startswith(names[-1])


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
    _check_free_cells(controller)
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
    free = frozenset(c for c in scene.free if _clear_of(CHAIR, c))
    controller = PocketController(Scene(**{**vars(scene), "free": free}))
    assert (0, -3) not in controller.engine.world.free
    ok(controller, "PushObject", **at(CHAIR), moveMagnitude=9000.0)
    assert (0, -2) in controller.engine.world.free
    assert (0, -6) not in controller.engine.world.free
    _check_free_cells(controller)


def _clear_of(item: Thing, cell: tuple[int, int]) -> bool:
    gap = np.abs(np.array(cell) * 0.25 - middle(item)[[0, 2]]) - size(item)[[0, 2]] / 2
    return bool(np.hypot(*np.maximum(gap, 0.0)) >= 0.2)


def _check_free_cells(controller: PocketController) -> None:
    """The agent's body fits beside all furniture on every cell but perhaps the one it stands on."""
    here = controller.engine.agent.cell
    chairs = [o for o in objects(controller) if o["moveable"]]
    for cell in controller.engine.world.free - {here}:
        assert all(_clear_of(chair, cell) for chair in chairs), cell


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
    fails(controller, "MoveHeldObject", "out of view", up=-0.9, forceVisible=True)


def test_the_hand_goes_back_when_the_agent_moves() -> None:
    controller = play(floor(), COUNTER, MUG, agent=AgentPose(0.0, 0.9, -0.25, 0.0, 0.0))
    ok(controller, "PickupObject", **at(MUG), forceAction=True)
    usual = middle(state(controller, MUG))
    ok(controller, "MoveHeldObject", up=0.1)
    ok(controller, "RotateRight")
    ok(controller, "RotateLeft")
    assert middle(state(controller, MUG)) == pytest.approx(usual)


def test_heights_on_the_way_down() -> None:
    """What falls after its support is gone lands on the next surface, not on the floor below that."""
    shelf = thing("Shelf", 0.0, 0.9, y=1.3, size=(0.8, 0.2, 0.4))
    book = thing("Book", 0.0, 0.9, on=shelf)
    controller = play(floor(), COUNTER, shelf, book)
    ok(controller, "RemoveFromScene", **at(shelf))
    assert state(controller, book)["parentReceptacles"] == [COUNTER["objectId"]]
    lows = [o["axisAlignedBoundingBox"]["cornerPoints"][-1][1] for o in (COUNTER, state(controller, book))]
    assert all(a < b for a, b in pairwise(lows))
