"""The embedded engine speaks AI2-THOR: its actions, call forms, error codes, metadata and controller."""

from __future__ import annotations

import copy
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from kitchen import COUNTER, FAR, KNIFE, MICROWAVE, MUG, SHUT_IN, kitchen
from scenes import at, floor, ok, play, state

from envs.pocket.actions.registry import ACTIONS
from envs.simulator import Simulator

DATA = Path(__file__).parents[1] / "../shared/data/teach"

NAVIGATION = (
    "MoveAhead", "MoveBack", "MoveLeft", "MoveRight", "RotateLeft", "RotateRight", "LookUp", "LookDown", "Teleport",
    "TeleportFull", "Crouch", "Stand", "GetReachablePositions", "GetInteractablePoses", "GetShortestPath",
    "GetShortestPathToPoint", "Pass", "Done", "Noop",
)  # fmt: skip
OBJECTS = (
    "PickupObject", "PutObject", "DropHandObject", "OpenObject", "CloseObject", "ToggleObjectOn", "ToggleObjectOff",
    "SliceObject", "BreakObject", "CookObject", "DirtyObject", "CleanObject", "FillObjectWithLiquid",
    "EmptyLiquidFromObject", "UseUpObject", "PushObject", "PullObject", "DirectionalPush", "ThrowObject",
    "MoveHeldObject", "RotateHeldObject",
)  # fmt: skip
UTILITIES = (
    "Initialize", "Reset", "InitialRandomSpawn", "SetObjectPoses", "SetObjectStates", "SetStateOfAllObjects",
    "SetObjectToggles", "MakeObjectsOfTypeUnbreakable", "MakeAllObjectsUnbreakable", "ToggleMapView",
    "GetMapViewCameraProperties", "AddThirdPartyCamera", "UpdateThirdPartyCamera", "GetCoordinateFromRaycast",
    "GetObjectInFrame", "PausePhysicsAutoSim", "AdvancePhysicsStep", "UnpausePhysicsAutoSim", "GetScenesInBuild",
    "ChangeResolution", "RemoveFromScene", "SetObjectFilter", "ResetObjectFilter", "GetVisibleObjects",
    "TouchThenApplyForce", "MoveHeldObjectAhead", "MoveHeldObjectBack", "MoveHeldObjectLeft", "MoveHeldObjectRight",
    "MoveHeldObjectUp", "MoveHeldObjectDown",
)  # fmt: skip


@pytest.mark.parametrize("name", [*NAVIGATION, *OBJECTS, *UTILITIES])
def test_every_action_of_the_reference_exists(name: str) -> None:
    assert name in ACTIONS


def test_it_is_a_simulator() -> None:
    assert isinstance(play(floor()), Simulator)


# -- how a call may be written -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        lambda c: c.step("MoveAhead", moveMagnitude=0.25),
        lambda c: c.step(action="MoveAhead", moveMagnitude=0.25),
        lambda c: c.step({"action": "MoveAhead", "moveMagnitude": 0.25}),
        lambda c: c.step({"action": "MoveAhead"}, moveMagnitude=0.25),
        lambda c: c.step({"action": "MoveAhead", "moveMagnitude": 99.0}, moveMagnitude=0.25),
        lambda c: c.step(dict(action="MoveAhead", moveMagnitude=0.25), agentId=0, renderImage=False, sequenceId=7),
        lambda c: c.step("MoveAhead", moveMagnitude=None),
    ],
)
def test_call_forms_are_equivalent(call: Any) -> None:
    controller = play(floor())
    event = call(controller)
    assert event
    assert event is controller.last_event
    assert event.metadata["agent"]["position"]["z"] == 0.25
    assert controller.last_action["action"] == "MoveAhead"


def test_the_given_dict_is_left_alone() -> None:
    controller = play(floor())
    given = {"action": "AddThirdPartyCamera", "position": {"x": 1, "y": 2, "z": 3}, "rotation": {"x": 90}}
    before = copy.deepcopy(given)
    controller.step(given, fieldOfView=60)
    assert given == before
    given["position"]["x"] = 99  # and what was given is not remembered by reference
    assert controller.step("Pass").metadata["thirdPartyCameras"][0]["position"]["x"] == 1


def test_a_number_as_rotation_is_a_yaw() -> None:
    controller = play(floor())
    ok(controller, "Teleport", rotation=90)
    assert controller.last_event.metadata["agent"]["rotation"]["y"] == 90
    assert controller.last_action["rotation"] == {"y": 90}
    ok(controller, "Teleport", rotation={"x": 0, "y": 180, "z": 0})
    assert controller.last_event.metadata["agent"]["rotation"]["y"] == 180


def test_raise_for_failure() -> None:
    controller = play(floor())
    assert controller.step("MoveAhead", raise_for_failure=True)
    with pytest.raises(RuntimeError, match="already standing"):
        controller.step("Stand", raise_for_failure=True)
    with pytest.raises(RuntimeError, match="already standing"):
        controller.step({"action": "Stand", "raise_for_failure": True})


@pytest.mark.parametrize(
    ("call", "code", "text"),
    [
        ({"action": "MoveAhed"}, "InvalidAction", "did you mean MoveAhead"),
        ({"action": "MoveAhead", "speed": 3}, "InvalidArgument", "'speed'.*it takes: forceAction, moveMagnitude"),
        ({"action": "MoveAhead", "moveMagnitude": "far"}, "InvalidArgument", "moveMagnitude.*'far'.*a number"),
        ({"action": "MoveAhead", "moveMagnitude": float("nan")}, "InvalidArgument", "moveMagnitude.*a number"),
        ({"action": "MoveAhead", "moveMagnitude": 1e300}, "InvalidArgument", "moveMagnitude.*a number"),
        ({"action": "MoveAhead", "moveMagnitude": True}, "InvalidArgument", "moveMagnitude.*a number"),
        ({"action": "PickupObject", "objectId": ["Mug"]}, "InvalidArgument", "objectId.*a text"),
        ({"action": "PickupObject", "objectId": "Mug", "forceAction": "yes"}, "InvalidArgument", "True or False"),
        ({"action": "PickupObject"}, "MissingArguments", "PickupObject.*objectId, or x and y"),
        ({"action": "PickupObject", "x": 0.5}, "MissingArguments", "objectId, or x and y"),
        ({"action": "TeleportFull", "horizon": 0}, "MissingArguments", "'rotation'"),
        ({"action": "TeleportFull", "rotation": 0, "horizon": 0, "standing": True}, "MissingArguments", "'position'"),
        ({"action": "GetInteractablePoses"}, "MissingArguments", "'objectId'"),
        ({"action": "GetShortestPath"}, "MissingArguments", "'objectId' or 'objectType'"),
        ({"action": "SetObjectPoses", "objectPoses": [{"objectName": "Mug"}]}, "InvalidArgument", "position, rotation"),
        ({"action": "SetObjectToggles", "objectToggles": [{"isOn": True}]}, "InvalidArgument", "objectType, isOn"),
        ({"action": "AddThirdPartyCamera", "position": {"x": 1}}, "MissingArguments", "'rotation'"),
    ],
)
def test_malformed_calls_raise(call: dict[str, Any], code: str, text: str) -> None:
    controller = play(floor())
    before = controller.last_event.metadata["agent"]
    with pytest.raises(ValueError, match=text):
        controller.step(call)
    # As with the client, the failure is also the last event.
    meta = controller.last_event.metadata
    assert (meta["lastActionSuccess"], meta["errorCode"], meta["lastAction"]) == (False, code, call["action"])
    assert meta["agent"] == before


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ({"action": "Teleport", "position": [1, 2, 3]}, "position of Teleport"),
        ({"action": "Teleport", "position": {"x": "far"}}, "position of Teleport"),
        ({"action": "Teleport", "rotation": "north"}, "rotation of Teleport"),
        ({"action": "GetShortestPathToPoint", "target": {"y": 1}}, "not a position"),
        ({"action": "GetInteractablePoses", "objectId": "x", "positions": [5]}, "positions of GetInteractablePoses"),
        ({"action": "GetInteractablePoses", "objectId": "x", "rotations": ["up"]}, "rotations of GetInteractablePoses"),
    ],
)
def test_what_is_no_place_fails(call: dict[str, Any], text: str) -> None:
    controller = play(floor())
    event = controller.step(call)
    assert not event
    assert text in event.metadata["errorMessage"]


def test_an_action_must_have_a_name() -> None:
    controller = play(floor())
    nameless: list[Any] = [None, 3, {"moveMagnitude": 1}]
    for nothing in nameless:
        with pytest.raises(ValueError, match="MoveAhead"):
            controller.step(nothing)


# -- metadata ----------------------------------------------------------------------------------------------------

TOP_LEVEL = {
    "depthFormat",
    "objects", "agent", "heldObjectPose", "arm", "inventoryObjects", "lastAction", "lastActionSuccess",
    "errorMessage", "errorCode", "actionReturn", "sceneName", "sceneBounds", "isSceneAtRest", "cameraPosition",
    "cameraOrthSize", "fov", "screenWidth", "screenHeight", "agentId", "colors", "thirdPartyCameras", "collided",
    "collidedObjects", "currentTime", "colorBounds", "flatSurfacesOnGrid", "distances", "normals", "isOpenableGrid",
    "segmentedObjectIds", "objectIdsInBox", "actionIntReturn", "actionFloatReturn", "actionStringsReturn",
    "actionFloatsReturn", "actionVector3sReturn", "visibleRange",
}  # fmt: skip
AGENT = {"name", "position", "rotation", "cameraHorizon", "isStanding", "inHighFrictionArea"}
OURS = {"color", "material"}  # the variant, in words
OBJECT_3X = {
    "name", "position", "rotation", "visible", "obstructed", "receptacle", "toggleable", "breakable",
    "canFillWithLiquid", "dirtyable", "canBeUsedUp", "cookable", "sliceable", "openable", "pickupable", "moveable",
    "isToggled", "isBroken", "isFilledWithLiquid", "isDirty", "isUsedUp", "isCooked", "isSliced", "isOpen",
    "isPickedUp", "isMoving", "openness", "ObjectTemperature", "canChangeTempToHot", "canChangeTempToCold", "mass",
    "salientMaterials", "receptacleObjectIds", "parentReceptacles", "distance", "objectType", "objectId",
    "axisAlignedBoundingBox", "objectOrientedBoundingBox",
}  # fmt: skip
OBJECT_5X = {
    "temperature",
    "isHeatSource",
    "isColdSource",
    "isInteractable",
    "fillLiquid",
    "controlledObjects",
    "assetId",
}


def test_metadata_is_complete() -> None:
    meta = kitchen().last_event.metadata
    assert set(meta) == TOP_LEVEL
    assert set(meta["agent"]) == AGENT
    for item in meta["objects"]:
        assert set(item) == OBJECT_3X | OBJECT_5X | OURS
        assert set(item["axisAlignedBoundingBox"]) == {"cornerPoints", "center", "size"}
        assert len(item["axisAlignedBoundingBox"]["cornerPoints"]) == 8
        assert (item["objectOrientedBoundingBox"] is not None) == (item["pickupable"] or item["moveable"])
        assert (item["receptacleObjectIds"] is not None) == item["receptacle"]
    assert set(meta["sceneBounds"]) == {"cornerPoints", "center", "size"}
    assert set(meta["heldObjectPose"]) == {"position", "rotation", "localPosition", "localRotation"}
    assert "cameraHorizon" not in meta
    json.dumps(meta)  # plain values only


def test_both_spellings_agree() -> None:
    controller = kitchen()
    ok(controller, "ToggleObjectOn", **at(MICROWAVE))
    for item in controller.last_event.metadata["objects"]:
        assert item["temperature"] == item["ObjectTemperature"]
        assert item["isHeatSource"] == item["canChangeTempToHot"]
        assert item["isColdSource"] == item["canChangeTempToCold"]
        assert item["isInteractable"] == item["visible"] != item["obstructed"]
    assert state(controller, SHUT_IN)["temperature"] == "Hot"


def test_object_keys_are_those_of_recorded_objects() -> None:
    archive = DATA / "valid_unseen.zip"
    if not archive.exists():
        pytest.skip("needs the recorded games next to the checkout (../shared/data/teach)")
    with zipfile.ZipFile(archive) as games:
        name = min(n for n in games.namelist() if n.endswith(".json"))
        game = json.loads(games.read(name))
    recorded = game["tasks"][0]["episodes"][0]["initial_state"]["objects"]
    keys = {key for item in recorded for key in item if not key.startswith("simbot")}
    assert keys == OBJECT_3X


def test_values_of_one_event() -> None:
    controller = kitchen()
    ok(controller, "PickupObject", **at(MUG))
    event = controller.last_event
    meta = event.metadata
    assert meta["lastAction"] == "PickupObject"
    assert (meta["errorMessage"], meta["errorCode"]) == ("", None)
    assert meta["inventoryObjects"] == [{"objectId": MUG["objectId"], "objectType": "Mug"}]
    assert meta["sceneName"] == controller.scene == "FloorPlan1_physics"
    assert meta["cameraPosition"]["y"] == pytest.approx(0.9 + 0.675)
    assert (meta["screenWidth"], meta["screenHeight"], meta["fov"]) == (300, 300, 90.0)
    assert event.events == [event]
    assert event.pose == (0, 0, 0, 30_000)
    assert event.pose_discrete == (0, 0, 0, 30)
    assert [o["objectId"] for o in event.objects_by_type("Knife")] == [KNIFE["objectId"]]
    assert event.get_object("nothing") is None
    assert state(controller, FAR)["distance"] == pytest.approx((1.9**2 + 0.9**2) ** 0.5)


def test_the_crouching_camera_is_lower() -> None:
    controller = kitchen()
    high = controller.last_event.metadata["cameraPosition"]["y"]
    ok(controller, "Crouch")
    assert controller.last_event.metadata["cameraPosition"]["y"] == pytest.approx(high - 0.22)
    assert controller.last_event.metadata["agent"]["isStanding"] is False


# -- controller --------------------------------------------------------------------------------------------------


def test_initialize_returns_the_clipping_planes() -> None:
    controller = play(floor())
    assert controller.last_event.metadata["actionReturn"] == {"cameraNearPlane": 0.1, "cameraFarPlane": 20.0}
    assert ok(controller, "Initialize", gridSize=0.5) == {"cameraNearPlane": 0.1, "cameraFarPlane": 20.0}
    assert controller.initialization_parameters["gridSize"] == 0.5
    ok(controller, "MoveRight")
    assert controller.last_event.metadata["agent"]["position"]["x"] == 0.5


def test_reset_keeps_parameters_and_undoes_everything() -> None:
    controller = play(floor(), COUNTER, MUG, visibilityDistance=1.25)
    start = controller.last_event.metadata
    ok(controller, "PickupObject", **at(MUG))
    ok(controller, "AddThirdPartyCamera", position={"x": 0, "y": 2, "z": 0}, rotation={"x": 90, "y": 0, "z": 0})
    ok(controller, "RemoveFromScene", **at(COUNTER))
    assert controller.reset().metadata == start
    assert controller.initialization_parameters["visibilityDistance"] == 1.25
    assert controller.reset("bedroom_1").metadata["sceneName"] == "bedroom_1"


def test_constructor_checks() -> None:
    with pytest.raises(ValueError, match="agentMode"):
        play(floor(), agentControllerType="physics")
    settings: list[dict[str, Any]] = [{"gridSize": 0}, {"fieldOfView": 200}, {"width": 0}, {"visibilityDistance": -1}]
    for wrong in settings:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            play(floor(), **wrong)
    play(floor(), quality="Low", platform=None, renderDepthImage=True, agentCount=1)  # accepted as Unity takes them


def test_context_manager_and_scene_names() -> None:
    with play(floor()) as controller:
        assert len(controller.ithor_scenes()) == 120
        assert controller.ithor_scenes(include_kitchens=False)[0] == "FloorPlan201_physics"
        assert set(controller.ithor_scenes()) <= set(controller.scenes_in_build)
    controller.stop()
