"""Snapshots that never change, the same result in every process, and what holds after any sequence of actions."""

from __future__ import annotations

import copy
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kitchen import BREAD, COUNTER, CUP, EGG, FORCED, MICROWAVE, MUG, PLATE, THINGS, Call, kitchen
from scenes import Thing, at, room, thing

from envs.pocket.actions import motion
from envs.pocket.actions.registry import ACTIONS
from envs.pocket.controller import PocketController
from envs.pocket.things.traits import ENCLOSED

ROOT = Path(__file__).parents[1]

# -- snapshots and determinism -----------------------------------------------------------------------------------

LIFE: list[Call] = [
    ("PickupObject", at(MUG)),
    ("MoveRight", {}),
    ("PutObject", at(COUNTER)),
    ("OpenObject", at(MICROWAVE)),
    ("SliceObject", at(BREAD) | FORCED),
    ("PushObject", at(CUP)),
    ("BreakObject", at(EGG) | FORCED),
    ("AddThirdPartyCamera", {"position": {"x": 0, "y": 2, "z": 0}, "rotation": 90}),
    ("UpdateThirdPartyCamera", {"thirdPartyCameraId": 0, "fieldOfView": 20.0}),
    ("ChangeResolution", {"x": 640, "y": 480}),
    ("RemoveFromScene", at(PLATE)),
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
from envs.pocket.actions.basic import motion
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
    *THINGS,
    thing("StoveBurner", 0.75, 1.1, on=COUNTER),
    thing("StoveKnob", 0.75, 0.65, y=0.85),
    thing("Pan", 0.75, 1.1, y=0.95),
    thing("Chair", 0.75, -0.75),
    thing("Fridge", -1.75, -0.25),
    thing("GarbageCan", 1.5, -1.5),
    thing("SinkBasin", 1.2, 1.0, y=0.8),
    thing("Faucet", 1.2, 1.15, y=0.95),
)

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
