"""Every way in which an action can fail names what stands in the way, and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from kitchen import (
    BREAD,
    COUNTER,
    CUP,
    EGG,
    FAR,
    FORCED,
    KNIFE,
    MICROWAVE,
    MUG,
    PAPER,
    PLATE,
    SCREEN,
    SHUT_IN,
    TOASTER,
    Call,
    kitchen,
)  # fmt: skip
from scenes import at, fails, ok

from envs.pocket.controller import PocketController

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
    "full hand": ([("PickupObject", at(MUG))], ("PickupObject", at(CUP)), [MUG["objectId"]], "InventoryFull"),
    "not pickupable": ([], ("PickupObject", at(COUNTER)), [COUNTER["objectId"]], "ObjectNotPickupable"),
    "out of sight": ([], ("PickupObject", at(FAR)), [FAR["objectId"], "visibility"], "ObjectNotVisible"),
    "behind a door": ([], ("PickupObject", at(SHUT_IN)), ["Potato", "closed", "Microwave"], "ObjectNotVisible"),
    "unknown id": ([], ("PickupObject", {"objectId": "Mug|9|9|9"}), ["Mug|9|9|9"], ""),
    "nothing there": ([("LookUp", {})] * 2, ("PickupObject", {"x": 0.5, "y": 0.01}), ["(0.500, 0.010)"], ""),
    "nothing to put": ([], ("PutObject", at(PLATE)), ["isn't holding anything"], "ObjectNotInInventory"),
    "not a receptacle": (
        [("PickupObject", at(MUG))],
        ("PutObject", at(KNIFE)),
        ["NOT a receptacle", KNIFE["objectId"]],
        "ObjectNotAllowedInReceptacle",
    ),
    "closed receptacle": (
        [("PickupObject", at(MUG))],
        ("PutObject", at(MICROWAVE)),
        ["CLOSED", MICROWAVE["objectId"]],
        "ReceptacleNotOpen",
    ),
    "wrong type": (
        [("PickupObject", at(MUG))],
        ("PutObject", at(TOASTER)),
        ["Mug", TOASTER["objectId"]],
        "ObjectNotAllowedInReceptacle",
    ),
    "wrong type, even forced": (
        [("PickupObject", at(MUG))],
        ("PutObject", at(TOASTER) | FORCED),
        ["Mug", TOASTER["objectId"]],
        "ObjectNotAllowedInReceptacle",
    ),
    "no room": (
        [("PickupObject", at(PLATE))],
        ("PutObject", at(MUG) | FORCED),
        ["No valid positions", PLATE["objectId"], MUG["objectId"]],
        "ReceptacleFull",
    ),
    "into itself": ([("PickupObject", at(PLATE))], ("PutObject", at(PLATE)), ["into itself", "Plate"], ""),
    "nothing to drop": ([], ("DropHandObject", {}), ["isn't holding anything"], "ObjectNotInInventory"),
    "nothing to throw": ([], ("ThrowObject", {}), ["isn't holding anything"], "ObjectNotInInventory"),
    "opens nothing": ([], ("OpenObject", at(MUG)), [MUG["objectId"], "openable"], ""),
    "already open": ([("OpenObject", at(MICROWAVE))], ("OpenObject", at(MICROWAVE)), ["already open"], ""),
    "open how far": ([], ("OpenObject", at(MICROWAVE) | {"openness": 1.5}), ["openness", "1.5"], ""),
    "running microwave": (
        [("ToggleObjectOn", at(MICROWAVE))],
        ("OpenObject", at(MICROWAVE)),
        [MICROWAVE["objectId"], "must be OFF to open"],
        "",
    ),
    "already closed": ([], ("CloseObject", at(MICROWAVE)), [MICROWAVE["objectId"], "already closed"], ""),
    "no switch": ([], ("ToggleObjectOn", at(MUG)), [MUG["objectId"], "toggleable"], ""),
    "already on": ([("ToggleObjectOn", at(MICROWAVE))], ("ToggleObjectOn", at(MICROWAVE)), ["already on"], ""),
    "already off": ([], ("ToggleObjectOff", at(MICROWAVE)), [MICROWAVE["objectId"], "already off"], ""),
    "broken": ([], ("ToggleObjectOn", at(SCREEN)), [SCREEN["objectId"], "broken"], ""),
    "must be closed": (
        [("OpenObject", at(MICROWAVE))],
        ("ToggleObjectOn", at(MICROWAVE)),
        [MICROWAVE["objectId"], "must be closed"],
        "",
    ),
    "cannot be sliced": ([], ("SliceObject", at(MUG)), [MUG["objectId"], "sliceable"], ""),
    "already sliced": (
        [("SliceObject", at(BREAD) | FORCED)],
        ("SliceObject", at(BREAD) | FORCED),
        [BREAD["objectId"], "already sliced"],
        "",
    ),
    "picks up a memory": (
        [("SliceObject", at(BREAD) | FORCED)],
        ("PickupObject", at(BREAD) | FORCED),
        [BREAD["objectId"], "has been sliced"],
        "",
    ),
    "cannot break": ([], ("BreakObject", at(KNIFE)), [KNIFE["objectId"], "breakable"], ""),
    "sliced and broken": (
        [("SliceObject", at(EGG) | FORCED)],
        ("BreakObject", at(EGG) | FORCED),
        [EGG["objectId"], "sliced"],
        "",
    ),
    "already broken": ([("BreakObject", at(MUG))], ("BreakObject", at(MUG)), ["Mug", "already broken"], ""),
    "unbreakable": (
        [("MakeObjectsOfTypeUnbreakable", {"objectType": "Mug"})],
        ("BreakObject", at(MUG)),
        ["Mug", "unbreakable"],
        "",
    ),
    "cannot be cooked": ([], ("CookObject", at(MUG)), [MUG["objectId"], "cookable"], ""),
    "already cooked": (
        [("CookObject", at(SHUT_IN) | FORCED)],
        ("CookObject", at(SHUT_IN) | FORCED),
        ["Potato", "already cooked"],
        "",
    ),
    "cannot get dirty": ([], ("DirtyObject", at(KNIFE)), [KNIFE["objectId"], "dirtyable"], ""),
    "already dirty": ([("DirtyObject", at(MUG))], ("DirtyObject", at(MUG)), ["Mug", "already dirty"], ""),
    "already clean": ([], ("CleanObject", at(MUG)), [MUG["objectId"], "already clean"], ""),
    "cannot be filled": ([], ("FillObjectWithLiquid", at(KNIFE)), [KNIFE["objectId"], "canFillWithLiquid"], ""),
    "already filled": ([], ("FillObjectWithLiquid", at(CUP)), [CUP["objectId"], "already filled", "water"], ""),
    "no such liquid": ([], ("FillObjectWithLiquid", at(MUG) | {"fillLiquid": "lava"}), ["lava", "coffee"], ""),
    "already empty": ([], ("EmptyLiquidFromObject", at(MUG)), [MUG["objectId"], "already empty"], ""),
    "cannot be emptied": ([], ("EmptyLiquidFromObject", at(KNIFE)), [KNIFE["objectId"], "canFillWithLiquid"], ""),
    "cannot be used up": ([], ("UseUpObject", at(MUG)), [MUG["objectId"], "canBeUsedUp"], ""),
    "already used up": ([("UseUpObject", at(PAPER))], ("UseUpObject", at(PAPER)), ["ToiletPaper", "already"], ""),
    "cannot be pushed": ([], ("PushObject", at(COUNTER)), [COUNTER["objectId"], "pickupable"], ""),
    "pushes the hand": ([("PickupObject", at(MUG))], ("PullObject", at(MUG)), ["Mug", "in the agent's hand"], ""),
    "pushes with nothing": ([], ("PushObject", at(MUG) | {"moveMagnitude": 0.0}), ["moveMagnitude", "0.0"], ""),
    "moves an empty hand": ([], ("MoveHeldObjectAhead", {"moveMagnitude": 0.1}), ["hand"], "ObjectNotInInventory"),
    "turns an empty hand": ([], ("RotateHeldObject", {"yaw": 90.0}), ["hand"], "ObjectNotInInventory"),
    "reaches too far": (
        [("PickupObject", at(MUG))],
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
