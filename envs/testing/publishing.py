"""Rules about metadata."""

from __future__ import annotations

import copy
import json

from envs.simulator import ObjectDict
from envs.testing.probe import Probe, Rules, apart, expect

RULES = Rules()

TOP_KEYS = frozenset({
    "objects", "agent", "heldObjectPose", "arm", "inventoryObjects", "lastAction", "lastActionSuccess", "errorMessage",
    "errorCode", "actionReturn", "sceneName", "sceneBounds", "isSceneAtRest", "cameraPosition", "cameraOrthSize", "fov",
    "screenWidth", "screenHeight", "agentId", "colors", "thirdPartyCameras", "collided", "collidedObjects",
    "currentTime",
})  # fmt: skip
_LISTS = (
    "flatSurfacesOnGrid", "distances", "normals", "isOpenableGrid", "segmentedObjectIds", "objectIdsInBox",
    "actionStringsReturn", "actionFloatsReturn", "actionVector3sReturn",
)  # fmt: skip
CAPABILITIES = (
    "receptacle", "toggleable", "breakable", "canFillWithLiquid", "dirtyable", "canBeUsedUp", "cookable", "sliceable",
    "openable", "pickupable", "moveable",
)  # fmt: skip
STATES = (
    "isToggled", "isBroken", "isFilledWithLiquid", "isDirty", "isUsedUp", "isCooked", "isSliced", "isOpen",
    "isPickedUp", "isMoving",
)  # fmt: skip
OBJECT_KEYS = frozenset({
    *CAPABILITIES, *STATES, "name", "position", "rotation", "visible", "obstructed", "isInteractable", "openness",
    "fillLiquid", "ObjectTemperature", "temperature", "canChangeTempToHot", "isHeatSource", "canChangeTempToCold",
    "isColdSource", "mass", "salientMaterials", "receptacleObjectIds", "parentReceptacles", "controlledObjects",
    "distance", "objectType", "objectId", "assetId", "axisAlignedBoundingBox", "objectOrientedBoundingBox",
})  # fmt: skip


def _each(probe: Probe) -> list[ObjectDict]:
    expect(probe.objects, "metadata['objects'] is empty")
    return probe.objects


@RULES.rule()
def metadata_is_complete(probe: Probe) -> None:
    """Metadata has every key of the contract and can be written as JSON."""
    missing = sorted(TOP_KEYS - probe.meta.keys())
    expect(not missing, f"no {', '.join(missing)}")
    try:
        json.dumps(probe.meta)
    except TypeError as error:
        expect(False, str(error))
    empty = [key for key in _LISTS if not isinstance(probe.meta.get(key), list)]
    expect(not empty, f"{empty[:1]} is not a list")
    for key, kind in (("errorMessage", str), ("errorCode", str | None), ("sceneName", str), ("inventoryObjects", list)):
        expect(isinstance(probe.meta[key], kind), f"{key} is {probe.meta[key]!r:.60}")


@RULES.rule()
def codes_are_null_without_a_fault(probe: Probe) -> None:
    """ErrorCode is null unless something failed with a code; reachablePositions and hand are older names, not keys."""
    found = probe.ok("GetReachablePositions")
    expect(probe.meta["errorCode"] is None, f"errorCode is {probe.meta['errorCode']!r}")
    expect(probe.meta["reachablePositions"] == found, "reachablePositions is not actionReturn")
    expect(probe.meta["hand"] == probe.meta["heldObjectPose"], "hand is not heldObjectPose")
    parts = {"position", "rotation", "localPosition", "localRotation"}
    expect(parts <= probe.meta["hand"].keys(), f"hand has {sorted(probe.meta['hand'])}")
    expect(not {"reachablePositions", "hand"} & probe.meta.keys(), "they are listed")
    probe.ok("Pass")
    try:
        probe.meta["reachablePositions"]
    except LookupError:
        return
    expect(False, "reachablePositions is there after another action")


@RULES.rule()
def agent_is_complete(probe: Probe) -> None:
    """The agent has position, rotation, cameraHorizon and isStanding."""
    agent = probe.meta["agent"]
    missing = sorted({"name", "position", "rotation", "cameraHorizon", "isStanding"} - agent.keys())
    expect(not missing, f"no {', '.join(missing)}")
    for key in ("position", "rotation"):
        expect({"x", "y", "z"} <= agent[key].keys(), f"{key} is {agent[key]!r:.60}")


@RULES.rule()
def objects_are_complete(probe: Probe) -> None:
    """Every object has every key of the contract, in the spelling of AI2-THOR 3 and of 5."""
    for item in _each(probe):
        missing = sorted(OBJECT_KEYS - item.keys())
        expect(not missing, f"{item.get('objectId')} has no {', '.join(missing)}")
        wrong = [key for key in (*CAPABILITIES, *STATES, "visible") if not isinstance(item[key], bool)]
        expect(not wrong, f"{item['objectId']}: {wrong[:1]} is not a bool")


@RULES.rule()
def spellings_agree(probe: Probe) -> None:
    """The two spellings of a key agree."""
    for item in _each(probe):
        for old, new in (
            ("ObjectTemperature", "temperature"),
            ("canChangeTempToHot", "isHeatSource"),
            ("canChangeTempToCold", "isColdSource"),
        ):
            expect(item[old] == item[new], f"{item['objectId']}: {old} is {item[old]!r}, {new} is {item[new]!r}")
        expect(
            item["obstructed"] is not item["isInteractable"], f"{item['objectId']}: obstructed equals isInteractable"
        )
        expect(item["visible"] or not item["isInteractable"], f"{item['objectId']} is interactable but not visible")


@RULES.rule()
def ids_name_objects(probe: Probe) -> None:
    """Ids are unique, begin with the type and are found by get_object and objects_by_type."""
    ids = [item["objectId"] for item in _each(probe)]
    expect(len(ids) == len(set(ids)), f"{len(ids) - len(set(ids))} ids are there twice")
    for item in probe.objects:
        expect("|" in item["objectId"], f"{item['objectId']!r} is not an object id")
    last = probe.objects[-1]
    expect(probe.event.get_object(last["objectId"]) == last, "get_object finds another object")
    expect(probe.event.get_object("Nothing|+00.00|+00.00|+00.00") is None, "get_object finds what does not exist")
    same = [o["objectId"] for o in probe.event.objects_by_type(last["objectType"])]
    expect(same == [o["objectId"] for o in probe.objects if o["objectType"] == last["objectType"]], f"by type: {same}")


@RULES.rule()
def containment_is_null_or_full(probe: Probe) -> None:
    """What is no receptacle has null as receptacleObjectIds; parentReceptacles is null or not empty."""
    known = {o["objectId"] for o in _each(probe)}
    for item in probe.objects:
        inside, around = item["receptacleObjectIds"], item["parentReceptacles"]
        expect((inside is None) is not item["receptacle"], f"{item['objectId']}: receptacleObjectIds is {inside!r:.60}")
        expect(around is None or around, f"{item['objectId']}: parentReceptacles is {around!r}")
        strange = {*(inside or ()), *(around or ())} - known
        expect(not strange, f"{item['objectId']} is with {sorted(strange)[:1]}, which does not exist")


@RULES.rule()
def boxes_are_boxes(probe: Probe) -> None:
    """Boxes are given by eight corners, centre and size; oriented ones exactly for what can be moved."""
    for item in _each(probe):
        box, name = item["axisAlignedBoundingBox"], item["objectId"]
        expect(len(box["cornerPoints"]) == 8, f"{name}: {len(box['cornerPoints'])} corners")
        for axis, key in enumerate("xyz"):
            reach = [corner[axis] for corner in box["cornerPoints"]]
            middle, side = (min(reach) + max(reach)) / 2, max(reach) - min(reach)
            expect(abs(middle - box["center"][key]) < 0.01, f"{name}: centre {key} is off its corners")
            expect(abs(side - box["size"][key]) < 0.01, f"{name}: size {key} is off its corners")
        movable = item["pickupable"] or item["moveable"]
        expect(
            (item["objectOrientedBoundingBox"] is not None) == movable, f"{name}: oriented box and movability differ"
        )


@RULES.rule()
def distance_is_to_the_pivot(probe: Probe) -> None:
    """Distance is measured from the agent's origin to the object's pivot."""
    for item in _each(probe):
        if item["isSliced"]:
            continue
        pivot = (item["position"][k] for k in "xyz")
        away = apart(probe.place, pivot)
        expect(abs(item["distance"] - away) < 0.05, f"{item['objectId']}: {item['distance']:.3f} m, not {away:.3f} m")


@RULES.rule()
def visible_things_are_near(probe: Probe) -> None:
    """What is visible lies within visibilityDistance, measured horizontally to its box."""
    seen = 0
    for yaw in (0, 90, 180, 270):
        probe.ok("Teleport", rotation=yaw)
        here = probe.meta["agent"]["position"]
        for item in probe.objects:
            if not item["visible"]:
                continue
            seen += 1
            box = item["axisAlignedBoundingBox"]
            gaps = [max(0.0, abs(here[k] - box["center"][k]) - box["size"][k] / 2) for k in "xz"]
            away = apart(gaps, (0.0, 0.0))
            expect(away <= 1.5 + 0.01, f"{item['objectId']} is visible at {away:.2f} m")
    expect(seen, "nothing is visible in any direction")


@RULES.rule()
def events_are_snapshots(probe: Probe) -> None:
    """An event is a snapshot: later actions do not change it."""
    held = probe.hold()
    event = probe.event
    before = copy.deepcopy(event.metadata)
    probe.try_("RotateRight")
    probe.try_("DropHandObject", forceAction=True)
    probe.try_("MoveBack")
    probe.begin()
    expect(event.metadata == before, f"the event of picking up {held} changed")


@RULES.rule()
def reset_undoes_everything(probe: Probe) -> None:
    """Reset brings back the scene as it was loaded."""

    def scene() -> dict[str, tuple]:
        return {
            o["objectId"]: (*(o[s] for s in STATES if s != "isMoving"), *(round(o["position"][k], 2) for k in "xyz"))
            for o in probe.objects
        }

    before, pose = scene(), probe.pose()
    probe.hold()
    probe.try_("RotateRight")
    probe.begin()
    after = scene()
    changed = sorted(k for k in before.keys() | after.keys() if before.get(k) != after.get(k))
    expect(not changed, f"{changed[:3]} differ")
    expect(apart(pose, probe.pose()) < 0.01, f"the agent begins at {probe.pose()}, not {pose}")
    expect(probe.meta["inventoryObjects"] == [], "something is still held")
