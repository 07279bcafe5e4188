"""The embedded engine speaks AI2-THOR: call forms, error codes, metadata, snapshots, determinism, invariants."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import START, Thing, counter, fails, floor, ok, play, room, state, thing

from envs.pocket import motion
from envs.pocket.controller import PocketController
from envs.pocket.registry import ACTIONS
from envs.pocket.traits import ENCLOSED
from envs.simulator import Simulator

ROOT = Path(__file__).parents[1]
DATA = ROOT / "../shared/data/teach"

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


def test_every_action_explains_itself() -> None:
    assert [name for name, entry in ACTIONS.items() if not entry.name] == []
    assert set(ACTIONS) == {*NAVIGATION, *OBJECTS, *UTILITIES}


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
        ({"action": "PickupObject", "objectId": ["Mug"]}, "InvalidArgument", "objectId.*a text"),
        ({"action": "PickupObject", "objectId": "Mug", "forceAction": "yes"}, "InvalidArgument", "True or False"),
        ({"action": "PickupObject"}, "MissingArguments", "PickupObject.*objectId, or x and y"),
        ({"action": "PickupObject", "x": 0.5}, "MissingArguments", "objectId, or x and y"),
        ({"action": "TeleportFull", "horizon": 0}, "MissingArguments", "'rotation'"),
        ({"action": "TeleportFull", "rotation": 0, "horizon": 0, "standing": True}, "MissingArguments", "'position'"),
        ({"action": "Teleport", "position": [1, 2, 3]}, "InvalidArgument", "position.*{x, y, z}"),
        ({"action": "Teleport", "rotation": "north"}, "InvalidArgument", "rotation"),
        ({"action": "GetInteractablePoses"}, "MissingArguments", "'objectId'"),
        ({"action": "GetShortestPath"}, "MissingArguments", "'objectId' or 'objectType'"),
        ({"action": "GetShortestPathToPoint", "target": {"y": 1}}, "InvalidArgument", "no position"),
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


def test_an_action_must_have_a_name() -> None:
    controller = play(floor())
    nameless: list[Any] = [None, 3, {"moveMagnitude": 1}]
    for nothing in nameless:
        with pytest.raises(ValueError, match="MoveAhead"):
            controller.step(nothing)


# -- named failures ----------------------------------------------------------------------------------------------

COUNTER = counter()
MUG = thing("Mug", 0.0, 0.8, on=COUNTER)
CUP = thing("Cup", 0.3, 0.8, on=COUNTER, isFilledWithLiquid=True)
PLATE = thing("Plate", -0.4, 0.8, on=COUNTER)
KNIFE = thing("Knife", 0.6, 0.8, on=COUNTER)
FAR = thing("Apple", 0.0, -1.9)
MICROWAVE = thing("Microwave", -0.9, 0.9, on=COUNTER)
SHUT_IN = thing("Potato", -0.9, 0.9, on=MICROWAVE)
EGG = thing("Egg", 0.9, 0.8, on=COUNTER)
BREAD = thing("Bread", 1.2, 0.8, on=COUNTER)
TOASTER = thing("Toaster", 0.45, 1.05, on=COUNTER)
PAPER = thing("ToiletPaper", -0.15, 1.1, on=COUNTER, canBeUsedUp=True)
SCREEN = thing("Laptop", 0.15, 1.1, on=COUNTER, isOpen=True, isBroken=True, isToggled=False)
SHELF = thing("Shelf", 0.0, -1.9, y=1.0)
TINY = thing("SoapBar", -0.6, 0.7, on=COUNTER)
BOWL = thing("Bowl", -0.65, 1.05, on=COUNTER)


def kitchen() -> PocketController:
    """Everything of the failure table in one place; only part of it is in view."""
    return play(
        floor(), COUNTER, MUG, CUP, PLATE, KNIFE, FAR, MICROWAVE, SHUT_IN, EGG, BREAD, TOASTER, PAPER, SCREEN, SHELF,
        TINY, BOWL, visibilityDistance=1.5,
    )  # fmt: skip


def _id(item: Thing) -> dict[str, str]:
    return {"objectId": item["objectId"]}


Call = tuple[str, dict[str, Any]]
FORCED = {"forceAction": True}

#: What is done first, what must fail, what the message must mention, and the error code ("" for none).
FAILURES: dict[str, tuple[list[Call], Call, list[str], str]] = {
    "blocked": ([("MoveAhead", {})], ("MoveAhead", {}), [COUNTER["objectId"], "is blocking Agent 0 from moving"], ""),
    "blocked by a wall": ([], ("MoveLeft", {"moveMagnitude": 2.0}), ["structure", "is blocking Agent 0"], ""),
    "too high": ([("LookUp", {})] * 2, ("LookUp", {}), ["can't look up beyond"], "LookUpCantExceedMax"),
    "too low": ([("LookDown", {})], ("LookDown", {}), ["can't look down beyond"], "LookDownCantExceedMin"),
    "teleport into things": ([], ("Teleport", {"position": {"z": 1.0}}), ["collided with", "CounterTop"], ""),
    "teleport away": ([], ("Teleport", {"position": {"x": 30.0}}), ["out of the bounds"], ""),
    "teleport off the grid": ([], ("Teleport", {"position": {"x": 0.1}}), ["grid", "0.1"], ""),
    "teleport with a stiff neck": ([], ("Teleport", {"horizon": 75.0}), ["75", "[-30, 60]"], ""),
    "stands": ([], ("Stand", {}), ["already standing"], ""),
    "crouches": ([("Crouch", {})], ("Crouch", {}), ["already crouching"], ""),
    "nowhere to go": (
        [("Teleport", {"position": {"x": 0.0, "y": 0.9, "z": 1.0}} | FORCED)],
        ("GetReachablePositions", {}),
        ["no reachable positions", "CounterTop"],
        "",
    ),
    "poses for nothing": ([], ("GetInteractablePoses", {"objectId": "Moon|1|2|3"}), ["Moon|1|2|3"], ""),
    "path to nothing": ([], ("GetShortestPath", {"objectType": "Safe"}), ["Safe"], ""),
    "path into a wall": ([], ("GetShortestPathToPoint", {"target": {"x": 9, "y": 0, "z": 9}}), ["no path"], ""),
    "full hand": ([("PickupObject", _id(MUG))], ("PickupObject", _id(CUP)), [MUG["objectId"]], "InventoryFull"),
    "not pickupable": ([], ("PickupObject", _id(COUNTER)), [COUNTER["objectId"]], "ObjectNotPickupable"),
    "out of sight": ([], ("PickupObject", _id(FAR)), [FAR["objectId"], "visibility"], "ObjectNotVisible"),
    "behind a door": ([], ("PickupObject", _id(SHUT_IN)), ["Potato", "closed", "Microwave"], "ObjectNotVisible"),
    "unknown id": ([], ("PickupObject", {"objectId": "Mug|9|9|9"}), ["Mug|9|9|9"], ""),
    "nothing there": ([("LookUp", {})] * 2, ("PickupObject", {"x": 0.5, "y": 0.01}), ["(0.500, 0.010)"], ""),
    "nothing to put": ([], ("PutObject", _id(PLATE)), ["isn't holding anything"], "ObjectNotInInventory"),
    "not a receptacle": (
        [("PickupObject", _id(MUG))],
        ("PutObject", _id(KNIFE)),
        ["NOT a receptacle", KNIFE["objectId"]],
        "ObjectNotAllowedInReceptacle",
    ),
    "closed receptacle": (
        [("PickupObject", _id(MUG))],
        ("PutObject", _id(MICROWAVE)),
        ["CLOSED", MICROWAVE["objectId"]],
        "ReceptacleNotOpen",
    ),
    "wrong type": (
        [("PickupObject", _id(MUG))],
        ("PutObject", _id(TOASTER)),
        ["Mug", TOASTER["objectId"]],
        "ObjectNotAllowedInReceptacle",
    ),
    "wrong type, even forced": (
        [("PickupObject", _id(MUG))],
        ("PutObject", _id(TOASTER) | FORCED),
        ["Mug", TOASTER["objectId"]],
        "ObjectNotAllowedInReceptacle",
    ),
    "no room": (
        [("PickupObject", _id(PLATE))],
        ("PutObject", _id(MUG) | FORCED),
        ["No valid positions", PLATE["objectId"], MUG["objectId"]],
        "ReceptacleFull",
    ),
    "into itself": ([("PickupObject", _id(PLATE))], ("PutObject", _id(PLATE)), ["into itself", "Plate"], ""),
    "nothing to drop": ([], ("DropHandObject", {}), ["isn't holding anything"], "ObjectNotInInventory"),
    "nothing to throw": ([], ("ThrowObject", {}), ["isn't holding anything"], "ObjectNotInInventory"),
    "opens nothing": ([], ("OpenObject", _id(MUG)), [MUG["objectId"], "openable"], ""),
    "already open": ([("OpenObject", _id(MICROWAVE))], ("OpenObject", _id(MICROWAVE)), ["already open"], ""),
    "open how far": ([], ("OpenObject", _id(MICROWAVE) | {"openness": 1.5}), ["openness", "1.5"], ""),
    "running microwave": (
        [("ToggleObjectOn", _id(MICROWAVE))],
        ("OpenObject", _id(MICROWAVE)),
        [MICROWAVE["objectId"], "must be OFF to open"],
        "",
    ),
    "already closed": ([], ("CloseObject", _id(MICROWAVE)), [MICROWAVE["objectId"], "already closed"], ""),
    "no switch": ([], ("ToggleObjectOn", _id(MUG)), [MUG["objectId"], "toggleable"], ""),
    "already on": ([("ToggleObjectOn", _id(MICROWAVE))], ("ToggleObjectOn", _id(MICROWAVE)), ["already on"], ""),
    "already off": ([], ("ToggleObjectOff", _id(MICROWAVE)), [MICROWAVE["objectId"], "already off"], ""),
    "broken": ([], ("ToggleObjectOn", _id(SCREEN)), [SCREEN["objectId"], "broken"], ""),
    "must be closed": (
        [("OpenObject", _id(MICROWAVE))],
        ("ToggleObjectOn", _id(MICROWAVE)),
        [MICROWAVE["objectId"], "must be closed"],
        "",
    ),
    "cannot be sliced": ([], ("SliceObject", _id(MUG)), [MUG["objectId"], "sliceable"], ""),
    "already sliced": (
        [("SliceObject", _id(BREAD) | FORCED)],
        ("SliceObject", _id(BREAD) | FORCED),
        [BREAD["objectId"], "already sliced"],
        "",
    ),
    "picks up a memory": (
        [("SliceObject", _id(BREAD) | FORCED)],
        ("PickupObject", _id(BREAD) | FORCED),
        [BREAD["objectId"], "has been sliced"],
        "",
    ),
    "cannot break": ([], ("BreakObject", _id(KNIFE)), [KNIFE["objectId"], "breakable"], ""),
    "sliced and broken": (
        [("SliceObject", _id(EGG) | FORCED)],
        ("BreakObject", _id(EGG) | FORCED),
        [EGG["objectId"], "sliced"],
        "",
    ),
    "already broken": ([("BreakObject", _id(MUG))], ("BreakObject", _id(MUG)), ["Mug", "already broken"], ""),
    "unbreakable": (
        [("MakeObjectsOfTypeUnbreakable", {"objectType": "Mug"})],
        ("BreakObject", _id(MUG)),
        ["Mug", "unbreakable"],
        "",
    ),
    "cannot be cooked": ([], ("CookObject", _id(MUG)), [MUG["objectId"], "cookable"], ""),
    "already cooked": (
        [("CookObject", _id(SHUT_IN) | FORCED)],
        ("CookObject", _id(SHUT_IN) | FORCED),
        ["Potato", "already cooked"],
        "",
    ),
    "cannot get dirty": ([], ("DirtyObject", _id(KNIFE)), [KNIFE["objectId"], "dirtyable"], ""),
    "already dirty": ([("DirtyObject", _id(MUG))], ("DirtyObject", _id(MUG)), ["Mug", "already dirty"], ""),
    "already clean": ([], ("CleanObject", _id(MUG)), [MUG["objectId"], "already clean"], ""),
    "cannot be filled": ([], ("FillObjectWithLiquid", _id(KNIFE)), [KNIFE["objectId"], "canFillWithLiquid"], ""),
    "already filled": ([], ("FillObjectWithLiquid", _id(CUP)), [CUP["objectId"], "already filled", "water"], ""),
    "no such liquid": ([], ("FillObjectWithLiquid", _id(MUG) | {"fillLiquid": "lava"}), ["lava", "coffee"], ""),
    "already empty": ([], ("EmptyLiquidFromObject", _id(MUG)), [MUG["objectId"], "already empty"], ""),
    "cannot be emptied": ([], ("EmptyLiquidFromObject", _id(KNIFE)), [KNIFE["objectId"], "canFillWithLiquid"], ""),
    "cannot be used up": ([], ("UseUpObject", _id(MUG)), [MUG["objectId"], "canBeUsedUp"], ""),
    "already used up": ([("UseUpObject", _id(PAPER))], ("UseUpObject", _id(PAPER)), ["ToiletPaper", "already"], ""),
    "cannot be pushed": ([], ("PushObject", _id(COUNTER)), [COUNTER["objectId"], "pickupable"], ""),
    "pushes the hand": ([("PickupObject", _id(MUG))], ("PullObject", _id(MUG)), ["Mug", "in the agent's hand"], ""),
    "pushes with nothing": ([], ("PushObject", _id(MUG) | {"moveMagnitude": 0.0}), ["moveMagnitude", "0.0"], ""),
    "moves an empty hand": ([], ("MoveHeldObjectAhead", {"moveMagnitude": 0.1}), ["hand"], "ObjectNotInInventory"),
    "turns an empty hand": ([], ("RotateHeldObject", {"yaw": 90.0}), ["hand"], "ObjectNotInInventory"),
    "reaches too far": (
        [("PickupObject", _id(MUG))],
        ("MoveHeldObject", {"ahead": 3.0}),
        [MUG["objectId"], "reaches 1.5 m"],
        "",
    ),
}


@pytest.mark.parametrize("case", FAILURES)
def test_named_failures(case: str) -> None:
    before, (action, parameters), mentions, code = FAILURES[case]
    controller = kitchen()
    for name, arguments in before:
        ok(controller, name, **arguments)
    untouched = _without_outcome(controller)
    fails(controller, action, *mentions, code=code, **parameters)
    assert _without_outcome(controller) == untouched, "a failed action changed something"


def _without_outcome(controller: PocketController) -> dict[str, Any]:
    outcome = {"lastAction", "lastActionSuccess", "errorMessage", "errorCode", "actionReturn", "currentTime"}
    gone = {*outcome, "reachablePositions"}
    return {k: v for k, v in controller.last_event.metadata.items() if k not in gone}


# -- metadata ----------------------------------------------------------------------------------------------------

TOP_LEVEL = {
    "objects", "agent", "heldObjectPose", "arm", "inventoryObjects", "lastAction", "lastActionSuccess",
    "errorMessage", "errorCode", "actionReturn", "sceneName", "sceneBounds", "isSceneAtRest", "cameraPosition",
    "cameraOrthSize", "fov", "screenWidth", "screenHeight", "agentId", "colors", "thirdPartyCameras", "collided",
    "collidedObjects", "currentTime", "colorBounds", "flatSurfacesOnGrid", "distances", "normals", "isOpenableGrid",
    "segmentedObjectIds", "objectIdsInBox", "actionIntReturn", "actionFloatReturn", "actionStringsReturn",
    "actionFloatsReturn", "actionVector3sReturn", "visibleRange", "hand", "reachablePositions",
}  # fmt: skip
AGENT = {"name", "position", "rotation", "cameraHorizon", "isStanding", "inHighFrictionArea"}
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
        assert set(item) == OBJECT_3X | OBJECT_5X
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
    ok(controller, "ToggleObjectOn", **_id(MICROWAVE))
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
    ok(controller, "PickupObject", **_id(MUG))
    event = controller.last_event
    meta = event.metadata
    assert meta["lastAction"] == "PickupObject"
    assert (meta["errorMessage"], meta["errorCode"]) == ("", "")
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
    ok(controller, "PickupObject", **_id(MUG))
    ok(controller, "AddThirdPartyCamera", position={"x": 0, "y": 2, "z": 0}, rotation={"x": 90, "y": 0, "z": 0})
    ok(controller, "RemoveFromScene", **_id(COUNTER))
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
        assert controller.ithor_scenes(include_kitchens=False)[0] == "FloorPlan201"
        assert set(controller.ithor_scenes()) <= set(controller.scenes_in_build)
    controller.stop()


# -- snapshots and determinism -----------------------------------------------------------------------------------

LIFE: list[Call] = [
    ("PickupObject", _id(MUG)),
    ("MoveRight", {}),
    ("PutObject", _id(COUNTER)),
    ("OpenObject", _id(MICROWAVE)),
    ("SliceObject", _id(BREAD) | FORCED),
    ("PushObject", _id(CUP)),
    ("BreakObject", _id(EGG) | FORCED),
    ("AddThirdPartyCamera", {"position": {"x": 0, "y": 2, "z": 0}, "rotation": 90}),
    ("UpdateThirdPartyCamera", {"thirdPartyCameraId": 0, "fieldOfView": 20.0}),
    ("ChangeResolution", {"x": 640, "y": 480}),
    ("RemoveFromScene", _id(PLATE)),
    ("InitialRandomSpawn", {"randomSeed": 5, "numDuplicatesOfType": [{"objectType": "Mug", "count": 3}]}),
    ("SetObjectFilter", {"objectIds": []}),
]


@pytest.mark.parametrize("read_at_once", [True, False])
def test_old_events_never_change(read_at_once: bool) -> None:
    """Whether the metadata was read when it was new, or only after everything else had happened."""
    controller, witness = kitchen(), kitchen()
    events, copies = [controller.last_event], [copy.deepcopy(witness.last_event.metadata)]
    for action, parameters in LIFE:
        events.append(controller.step(action, **parameters))
        copies.append(copy.deepcopy(witness.step(action, **parameters).metadata))
        if read_at_once:
            assert events[-1].metadata == copies[-1]
    for event, expected in zip(events, copies, strict=True):
        assert event.metadata == expected


PROGRAM = """
import hashlib, json
from envs.pocket import motion
from envs.pocket.controller import PocketController
controller = PocketController("kitchen_4", seed=1)
total = hashlib.sha256()
def step(*call, **parameters):
    total.update(json.dumps(controller.step(*call, **parameters).metadata).encode())
step("InitialRandomSpawn", randomSeed=3, numDuplicatesOfType=[{"objectType": "Mug", "count": 3}])
for thing in controller.last_event.metadata["objects"][::3]:
    for action in ("OpenObject", "PickupObject", "ToggleObjectOn", "SliceObject", "PushObject"):
        step(action, objectId=thing["objectId"], forceAction=True)
    step("DropHandObject")
    step("RotateRight")
    step("MoveAhead")
step("GetReachablePositions")
poses = controller.last_event.metadata["objects"]
keys = ("position", "rotation")
step("SetObjectPoses", objectPoses=[
    {"objectName": o["name"], **{k: o[k] for k in keys}} for o in poses if o["moveable"]])
print(total.hexdigest())
"""


def test_the_same_in_every_process() -> None:
    prints = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "4242")
    ]
    assert prints[0] == prints[1] != b""


# -- any sequence of actions -------------------------------------------------------------------------------------

SCENE = room(
    floor(), COUNTER, MUG, CUP, PLATE, KNIFE, FAR, MICROWAVE, SHUT_IN, EGG, BREAD, TOASTER, PAPER, SCREEN,
    thing("StoveBurner", 0.75, 1.1, on=COUNTER), thing("StoveKnob", 0.75, 0.65, y=0.85),
    thing("Pan", 0.75, 1.1, y=0.95), thing("Chair", 0.75, -0.75), thing("Fridge", -1.75, -0.25),
    thing("GarbageCan", 1.5, -1.5), thing("SinkBasin", 1.2, 1.0, y=0.8), thing("Faucet", 1.2, 1.15, y=0.95),
    agent=START,
)  # fmt: skip
#: What an object must be able to do for an action to make sense; the empty text is anything.
NEEDS = {
    "PickupObject": "pickupable", "PutObject": "receptacle", "OpenObject": "openable", "CloseObject": "openable",
    "ToggleObjectOn": "toggleable", "ToggleObjectOff": "toggleable", "SliceObject": "sliceable",
    "BreakObject": "breakable", "CookObject": "cookable", "DirtyObject": "dirtyable", "CleanObject": "dirtyable",
    "FillObjectWithLiquid": "canFillWithLiquid", "EmptyLiquidFromObject": "canFillWithLiquid",
    "UseUpObject": "canBeUsedUp", "PushObject": "pickupable", "PullObject": "", "DirectionalPush": "moveable",
}  # fmt: skip
PLAIN = (
    "MoveAhead", "MoveBack", "MoveLeft", "MoveRight", "RotateLeft", "RotateRight", "LookUp", "LookDown", "Crouch",
    "Stand", "DropHandObject", "ThrowObject", "ToggleMapView", "GetVisibleObjects", "GetReachablePositions",
)  # fmt: skip


def random_call(dice: random.Random, controller: PocketController) -> Call:
    """An action that has a fair chance to succeed now."""
    kind = dice.choices(("plain", "handle", "put", "point", "hand", "scenery"), (6, 10, 4, 2, 2, 1))[0]
    if kind == "plain":
        return dice.choice(PLAIN), {}
    if kind == "handle":
        action = dice.choice(sorted(NEEDS))
        able = [o for o in controller.last_event.metadata["objects"] if not NEEDS[action] or o[NEEDS[action]]]
        able = [o for o in able if o["visible"]] or able
        name = dice.choice(able)["objectId"] if able else "Ghost|+00.00|+00.00|+00.00"
        return action, {"objectId": name, "forceAction": dice.random() < 0.7}
    if kind == "put":
        held = controller.engine.world.held
        wanted = "pickupable" if held is None else "receptacle"
        able = [r["objectId"] for r in controller.engine.world.records if r[wanted]] or ["Ghost|0|0|0"]
        return "PickupObject" if held is None else "PutObject", {"objectId": dice.choice(able), "forceAction": True}
    point = {"x": dice.uniform(-0.1, 1.1), "y": dice.uniform(-0.1, 1.1)}
    if kind == "point":
        action = dice.choice(["GetCoordinateFromRaycast", "GetObjectInFrame", "TouchThenApplyForce", *NEEDS])
        return action, point | ({"direction": {"z": 1.0}} if action == "TouchThenApplyForce" else {})
    ids = [r["objectId"] for r in controller.engine.world.records]
    calls = {
        "hand": [
            ("MoveHeldObject", {axis: dice.uniform(-0.3, 0.3) for axis in ("ahead", "right", "up")}),
            ("RotateHeldObject", {axis: dice.uniform(-180, 180) for axis in ("yaw", "pitch", "roll")}),
            ("Teleport", {"position": {"x": dice.randint(-8, 8) / 4, "z": dice.randint(-80, 80) / 40 + 0.001}}),
        ],
        "scenery": [
            ("InitialRandomSpawn", {"randomSeed": dice.randint(0, 9), "allowMoveable": True, "allowFloor": True}),
            ("RemoveFromScene", {"objectId": dice.choice(ids)}),
            ("SetStateOfAllObjects", {"StateChange": "CanOpen", "forceAction": dice.random() < 0.5}),
        ],
    }  # fmt: skip
    return dice.choice(calls[kind])


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4), st.lists(st.integers(), max_size=2),
    st.dictionaries(st.sampled_from(["x", "y", "z", "objectType", "count"]), st.floats(), max_size=3),
)  # fmt: skip


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), length=st.integers(1, 60))
def test_any_sequence_keeps_the_room_consistent(seed: int, length: int) -> None:
    controller, dice = PocketController(SCENE), random.Random(seed)
    for _ in range(length):
        before = controller.last_event
        action, parameters = random_call(dice, controller)
        event = controller.step(action, **parameters)
        check_invariants(controller)
        if action in motion.HEADINGS:
            assert _displacement(before.metadata, event.metadata) == (0.25 if event else 0.0)


@settings(max_examples=60)
@given(st.data())
def test_malformed_values_raise_nothing_but_value_errors(data: st.DataObject) -> None:
    controller = PocketController(SCENE)
    for _ in range(4):
        name = data.draw(st.sampled_from(sorted(set(ACTIONS) - {"Initialize", "Reset"})))
        keys = st.sampled_from(sorted(ACTIONS[name].parameters) or ["nothing"])
        parameters = data.draw(st.dictionaries(keys, JUNK, max_size=3))
        try:
            controller.step(name, **parameters)
        except ValueError:
            assert not controller.last_event
        check_invariants(controller, forced=True)


def _displacement(before: dict[str, Any], after: dict[str, Any]) -> float:
    old, new = before["agent"]["position"], after["agent"]["position"]
    return sum(abs(new[k] - old[k]) for k in "xyz")


def check_invariants(controller: PocketController, forced: bool = False) -> None:
    """What must hold after every action."""
    meta = controller.last_event.metadata
    objects = controller.engine.world.records
    by_id = {o["objectId"]: o for o in meta["objects"]}
    listed = meta["objects"]
    assert len({o["objectId"] for o in objects}) == len(objects), "two objects share an id"
    if controller.engine.shown is None:
        assert [o["objectId"] for o in listed] == [o["objectId"] for o in objects]
        _check_containment(by_id)
    _check_hand(meta, by_id)
    if not forced:
        agent = meta["agent"]["position"]
        assert (agent["x"] / 0.25, agent["z"] / 0.25) in controller.engine.world.free
    for item in listed:
        shut = [p for p in item["parentReceptacles"] or () if _is_shut(by_id[p])] if len(by_id) == len(objects) else []
        assert not (shut and item["visible"]), f"{item['objectId']} is seen inside {shut}"
        assert item["isOpen"] == (item["openness"] > 0)
        assert item["isFilledWithLiquid"] == (item["fillLiquid"] is not None)


def _is_shut(item: Thing) -> bool:
    return item["objectType"] in ENCLOSED and item["openable"] and not item["isOpen"]


def _check_containment(by_id: dict[str, Thing]) -> None:
    for name, item in by_id.items():
        assert item["parentReceptacles"] != []
        assert not set(item["parentReceptacles"] or ()) & set(item["receptacleObjectIds"] or ())
        for parent in item["parentReceptacles"] or ():
            assert parent != name
            assert name in by_id[parent]["receptacleObjectIds"]
        for child in item["receptacleObjectIds"] or ():
            assert name in by_id[child]["parentReceptacles"]


def _check_hand(meta: dict[str, Any], by_id: dict[str, Thing]) -> None:
    held = [o["objectId"] for o in by_id.values() if o["isPickedUp"]]
    inventory = [o["objectId"] for o in meta["inventoryObjects"]]
    assert len(inventory) <= 1
    assert set(held) <= set(inventory)
    for name in held:
        assert by_id[name]["parentReceptacles"] is None
        assert by_id[name]["visible"]
