"""Rules about what is done to objects."""

from __future__ import annotations

from collections.abc import Callable

from envs.simulator import ObjectDict
from envs.testing.probe import NotApplicable, Probe, RuleBroken, Rules, expect

RULES = Rules()

SURFACES = frozenset({"CounterTop", "DiningTable", "SideTable", "CoffeeTable", "Desk", "Bed", "Sofa", "Dresser"})


@RULES.rule()
def unknown_ids_fail(probe: Probe) -> None:
    """An action on an object that does not exist fails."""
    for action in ("PickupObject", "OpenObject", "ToggleObjectOn", "SliceObject"):
        probe.fails(action, objectId="Nothing|+00.00|+00.00|+00.00")


@RULES.rule()
def unseen_things_are_out_of_reach(probe: Probe) -> None:
    """What is not visible cannot be acted on without forceAction."""
    unseen = [o for o in probe.objects if o["pickupable"] and not o["visible"]]
    if not unseen:
        raise NotApplicable("everything is visible")
    target = unseen[0]["objectId"]
    probe.fails("PickupObject", objectId=target)
    expect(not probe.thing(target)["isPickedUp"], f"{target} was picked up all the same")


@RULES.rule()
def capabilities_are_needed(probe: Probe) -> None:
    """An object lacking the capability is refused: what cannot be picked up, opened, switched or sliced."""
    for action, capability in (
        ("PickupObject", "pickupable"),
        ("OpenObject", "openable"),
        ("ToggleObjectOn", "toggleable"),
        ("SliceObject", "sliceable"),
        ("DirtyObject", "dirtyable"),
    ):
        target = next((o for o in probe.objects if not o[capability]), None)
        if target is not None:
            probe.fails(action, objectId=target["objectId"], forceAction=True)


@RULES.rule()
def pickup_fills_the_hand(probe: Probe) -> None:
    """PickupObject puts the thing into the hand: isPickedUp, in inventoryObjects, in no receptacle, visible."""
    held = probe.hold()
    item = probe.thing(held)
    expect(item["isPickedUp"], "isPickedUp is False")
    expect(item["parentReceptacles"] is None, f"parentReceptacles is {item['parentReceptacles']}")
    expect(item["visible"], "what is held is not visible")
    inventory = probe.meta["inventoryObjects"]
    expect(inventory == [{"objectId": held, "objectType": item["objectType"]}], f"inventoryObjects is {inventory}")
    around = [o["objectId"] for o in probe.objects if held in (o["receptacleObjectIds"] or ())]
    expect(not around, f"{around} still list it")


@RULES.rule()
def hands_hold_one_thing(probe: Probe) -> None:
    """A full hand cannot pick up anything else."""
    held = probe.hold()
    other = next((o["objectId"] for o in probe.objects if o["pickupable"] and o["objectId"] != held), None)
    if other is None:
        raise NotApplicable("there is only one thing to pick up")
    probe.fails("PickupObject", objectId=other, forceAction=True)
    expect(probe.meta["inventoryObjects"][0]["objectId"] == held, "the hand holds something else now")


@RULES.rule()
def held_things_come_along(probe: Probe) -> None:
    """What is held moves with the agent."""
    held = probe.hold()
    for _ in range(4):
        before = probe.thing(held)["axisAlignedBoundingBox"]["center"]
        if probe.try_("RotateRight"):
            expect(probe.thing(held)["axisAlignedBoundingBox"]["center"] != before, "turning left it where it was")
            expect(probe.thing(held)["visible"], "it is no longer visible")
            return
    raise NotApplicable("the agent cannot turn with it")


@RULES.rule()
def put_empties_the_hand(probe: Probe) -> None:
    """PutObject puts what is held on the receptacle of that id, which lists it; the hand is empty."""
    held = probe.hold()
    last = ""
    for target in probe.facing(lambda o: o["receptacle"] and o["objectType"] in SURFACES, "surface"):
        event = probe.try_("PutObject", objectId=target, forceAction=True, placeStationary=True)
        if not event:
            last = event.metadata["errorMessage"]
            continue
        item = probe.thing(held)
        expect(not item["isPickedUp"] and not probe.meta["inventoryObjects"], "it is still in the hand")
        expect(target in (item["parentReceptacles"] or ()), f"parentReceptacles is {item['parentReceptacles']}")
        expect(held in probe.thing(target)["receptacleObjectIds"], f"{target} does not list it")
        return
    raise RuleBroken(f"{held} can be put nowhere; the last message was {last!r}")


@RULES.rule()
def empty_hands_give_nothing(probe: Probe) -> None:
    """PutObject and DropHandObject fail with an empty hand."""
    target = next((o["objectId"] for o in probe.objects if o["receptacle"]), None)
    if target is None:
        raise NotApplicable("there is no receptacle")
    probe.fails("PutObject", objectId=target, forceAction=True)
    probe.fails("DropHandObject", forceAction=True)


@RULES.rule()
def dropping_empties_the_hand(probe: Probe) -> None:
    """DropHandObject empties the hand."""
    held = probe.hold()
    probe.ok("DropHandObject", forceAction=True)
    expect(not probe.meta["inventoryObjects"], "inventoryObjects is not empty")
    expect(not probe.thing(held)["isPickedUp"], "isPickedUp is True")


def _do(probe: Probe, wanted: Callable[[ObjectDict], bool], what: str, action: str) -> str:
    """Carry out an action on some object of a kind that is before the agent; returns its id."""
    last = ""
    for target in probe.facing(wanted, what):
        event = probe.try_(action, objectId=target)
        if event:
            return target
        last = event.metadata["errorMessage"]
    raise RuleBroken(f"{action} fails on every {what}; the last message was {last!r}")


def _there_and_back(probe: Probe, able: str, state: str, on: str, off: str) -> None:
    """A state that can be set and cleared; setting it twice fails."""
    target = _do(probe, lambda o: o[able] and not o[state] and not o["isBroken"], f"{able} thing", on)
    expect(probe.thing(target)[state], f"after {on} {state} is False")
    probe.fails(on, objectId=target)
    probe.ok(off, objectId=target)
    expect(not probe.thing(target)[state], f"after {off} {state} is True")
    probe.fails(off, objectId=target)


@RULES.rule()
def doors_open_and_close(probe: Probe) -> None:
    """OpenObject sets isOpen and openness 1, CloseObject clears them; what is open cannot be opened."""

    def shut(item: ObjectDict) -> bool:
        return item["openable"] and not item["isOpen"] and not item["isToggled"]

    target = _do(probe, shut, "closed thing", "OpenObject")
    expect(probe.thing(target)["openness"] == 1, f"openness is {probe.thing(target)['openness']}")
    expect(probe.thing(target)["isOpen"], "isOpen is False")
    # Forced from here on: an open door may hide the thing that it belongs to.
    probe.fails("OpenObject", objectId=target, forceAction=True)
    probe.ok("CloseObject", objectId=target, forceAction=True)
    expect(not probe.thing(target)["isOpen"] and probe.thing(target)["openness"] == 0, "it is not closed")
    probe.fails("CloseObject", objectId=target, forceAction=True)


@RULES.rule()
def switches_switch(probe: Probe) -> None:
    """ToggleObjectOn sets isToggled, ToggleObjectOff clears it; neither works twice."""
    _there_and_back(probe, "toggleable", "isToggled", "ToggleObjectOn", "ToggleObjectOff")


@RULES.rule()
def dishes_get_dirty_and_clean(probe: Probe) -> None:
    """DirtyObject sets isDirty, CleanObject clears it; neither works twice."""
    _there_and_back(probe, "dirtyable", "isDirty", "DirtyObject", "CleanObject")


@RULES.rule()
def vessels_fill_and_empty(probe: Probe) -> None:
    """FillObjectWithLiquid sets isFilledWithLiquid, EmptyLiquidFromObject clears it."""

    def empty(item: ObjectDict) -> bool:
        return item["canFillWithLiquid"] and not item["isFilledWithLiquid"]

    for target in probe.facing(empty, "empty vessel"):
        if not probe.try_("FillObjectWithLiquid", objectId=target, fillLiquid="water"):
            continue
        expect(probe.thing(target)["isFilledWithLiquid"], "isFilledWithLiquid is False")
        expect(probe.thing(target)["fillLiquid"] == "water", f"fillLiquid is {probe.thing(target)['fillLiquid']!r}")
        probe.fails("FillObjectWithLiquid", objectId=target, fillLiquid="water")
        probe.ok("EmptyLiquidFromObject", objectId=target)
        expect(not probe.thing(target)["isFilledWithLiquid"], "isFilledWithLiquid is True")
        return
    raise RuleBroken("no vessel takes water")


@RULES.rule()
def slicing_makes_pieces(probe: Probe) -> None:
    """SliceObject keeps the whole, isSliced and no longer visible, and adds pieces named after it."""
    before = {o["objectId"] for o in probe.objects}
    target = _do(
        probe, lambda o: o["sliceable"] and not o["isSliced"] and o["objectType"] != "Egg", "whole", "SliceObject"
    )
    whole = probe.thing(target)
    expect(whole["isSliced"] and not whole["visible"], "the whole is not isSliced, or still visible")
    pieces = [o for o in probe.objects if o["objectId"] not in before]
    expect(len(pieces) >= 2, f"{len(pieces)} pieces")
    for piece in pieces:
        expect(piece["objectId"].startswith(f"{target}|"), f"a piece is called {piece['objectId']}")
        expect(piece["pickupable"], f"{piece['objectId']} cannot be picked up")
    probe.fails("SliceObject", objectId=target, forceAction=True)


@RULES.rule()
def cooking_is_final(probe: Probe) -> None:
    """CookObject sets isCooked for good."""
    target = next((o["objectId"] for o in probe.objects if o["cookable"] and not o["isCooked"]), None)
    if target is None:
        raise NotApplicable("nothing can be cooked")
    probe.ok("CookObject", objectId=target, forceAction=True)
    expect(probe.thing(target)["isCooked"], "isCooked is False")
    probe.fails("CookObject", objectId=target, forceAction=True)
