"""Scene utilities: setters, cameras, filters and the clock."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import (  # fmt: skip
    Thing,
    at,
    counter,
    fails,
    floor,
    middle,
    objects,
    ok,
    plane_of,
    play,
    size,
    state,
    thing,
)

from envs.errors import StandInWarning

COUNTER = counter()
MUG = thing("Mug", 0.0, 0.8, on=COUNTER)
PLATE = thing("Plate", -0.5, 0.8, on=COUNTER)
EGG = thing("Egg", -0.5, 0.8, on=PLATE)


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
    place["x"] = turn["x"] = 99.0  # what was given is not remembered by reference
    now = controller.step("Pass").metadata["thirdPartyCameras"][0]
    assert (now["position"]["x"], now["rotation"]["x"]) == (1.0, 30.0)
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
    assert {f"FloorPlan{n}_physics" for n in (1, 30, 201, 430)} <= set(names)
    with pytest.warns(StandInWarning, match="FloorPlan430"):
        assert controller.reset(names[-1]).metadata["sceneName"] == "FloorPlan430_standin"
