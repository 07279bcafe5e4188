"""Handling things: taking, putting, dropping, opening, switching; what contains what; what can be seen."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import Thing, at, counter, fails, floor, ok, plane_of, play, state, thing

from envs.pocket.controller import PocketController
from envs.pocket.scene import AgentPose

COUNTER = counter()


def box(item: Thing) -> tuple[list[float], list[float]]:
    """Low and high corner, metres."""
    corners = item["axisAlignedBoundingBox"]["cornerPoints"]
    return [min(c[a] for c in corners) for a in range(3)], [max(c[a] for c in corners) for a in range(3)]


# -- taking and putting ------------------------------------------------------------------------------------------


def test_pick_up_and_put_down() -> None:
    mug = thing("Mug", 0.0, 0.8, on=COUNTER)
    controller = play(floor(), COUNTER, mug)
    assert state(controller, COUNTER)["receptacleObjectIds"] == [mug["objectId"]]
    ok(controller, "PickupObject", **at(mug))
    held = state(controller, mug)
    assert (held["isPickedUp"], held["parentReceptacles"], held["visible"]) == (True, None, True)
    assert state(controller, COUNTER)["receptacleObjectIds"] == []
    assert controller.last_event.metadata["inventoryObjects"] == [{"objectId": mug["objectId"], "objectType": "Mug"}]
    ok(controller, "PutObject", **at(COUNTER))
    down = state(controller, mug)
    assert (down["isPickedUp"], down["parentReceptacles"]) == (False, [COUNTER["objectId"]])
    assert controller.last_event.metadata["inventoryObjects"] == []
    assert box(down)[0][1] == pytest.approx(plane_of(COUNTER))


def test_an_image_point_names_the_object() -> None:
    mug = thing("Mug", 0.0, 0.8, on=COUNTER)
    controller = play(floor(), COUNTER, mug)
    camera = controller.engine.camera()
    world = controller.engine.world
    i = world.index[mug["objectId"]]
    x, y, _ = camera.project((world.low[i] + world.high[i]) / 2)
    ok(controller, "PickupObject", x=x, y=y)
    assert controller.last_event.metadata["inventoryObjects"][0]["objectId"] == mug["objectId"]


def test_put_near_an_image_point() -> None:
    mug = thing("Mug", 0.0, 0.8, on=COUNTER)
    controller = play(floor(), COUNTER, mug, agent=AgentPose(0.0, 0.9, 0.0, 0.0, 30.0))
    places = []
    for x in (0.2, 0.8):
        ok(controller, "PickupObject", **at(mug))
        ok(controller, "PutObject", **at(COUNTER), x=x, y=0.6, putNearXY=True)
        places.append(state(controller, mug)["position"]["x"])
    assert places[0] < -0.2 < 0.2 < places[1]


def test_the_older_put_names_the_receptacle_apart() -> None:
    mug = thing("Mug", 0.0, 0.8, on=COUNTER)
    controller = play(floor(), COUNTER, mug)
    ok(controller, "PickupObject", **at(mug))
    ok(controller, "PutObject", **at(mug), receptacleObjectId=COUNTER["objectId"])
    assert state(controller, mug)["parentReceptacles"] == [COUNTER["objectId"]]


def test_what_lies_on_a_plate_travels_with_it() -> None:
    plate = thing("Plate", 0.0, 0.8, on=COUNTER)
    slices = [thing("TomatoSliced", x, 0.8, on=plate) for x in (-0.05, 0.05)]
    table = thing("SideTable", 1.0, 0.0)
    controller = play(floor(), COUNTER, plate, *slices, table)
    assert set(state(controller, COUNTER)["receptacleObjectIds"]) == {o["objectId"] for o in (plate, *slices)}
    ok(controller, "PickupObject", **at(plate))
    assert state(controller, COUNTER)["receptacleObjectIds"] == []
    for piece in slices:
        assert state(controller, piece)["parentReceptacles"] == [plate["objectId"]]
        assert state(controller, piece)["visible"]
    ok(controller, "PutObject", **at(table), forceAction=True)
    for piece in slices:
        assert set(state(controller, piece)["parentReceptacles"]) == {plate["objectId"], table["objectId"]}
        low, high = box(state(controller, piece))
        on = box(state(controller, plate))
        assert on[0][0] - 0.02 <= low[0] and high[0] <= on[1][0] + 0.02


def test_things_do_not_overlap_on_a_surface() -> None:
    mugs = [thing("Mug", 0.15 * k - 0.6, 0.8, on=COUNTER) for k in range(8)]
    table = thing("SideTable", 1.0, 0.0, size=(0.35, 0.7, 0.35))
    controller = play(floor(), COUNTER, *mugs, table, agent=AgentPose(0.0, 0.9, 0.0, 90.0, 30.0))
    put = []
    for mug in mugs:
        ok(controller, "PickupObject", **at(mug), forceAction=True)
        if not controller.step("PutObject", **at(table)):
            break
        put.append(mug)
    assert 2 <= len(put) < len(mugs)
    assert controller.last_event.metadata["errorCode"] == "ReceptacleFull"
    boxes = [box(state(controller, mug)) for mug in put]
    for k, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[:k]:
            apart = [low[a] >= other_high[a] - 0.011 or high[a] <= other_low[a] + 0.011 for a in (0, 2)]
            assert any(apart)


def test_one_slice_per_toaster() -> None:
    toaster = thing("Toaster", 0.0, 0.9, on=COUNTER)
    first, second = (thing("BreadSliced", x, 0.8, on=COUNTER) for x in (0.4, 0.6))
    controller = play(floor(), COUNTER, toaster, first, second)
    ok(controller, "PickupObject", **at(first))
    ok(controller, "PutObject", **at(toaster))
    ok(controller, "PickupObject", **at(second))
    fails(controller, "PutObject", "No valid positions", toaster["objectId"], code="ReceptacleFull", **at(toaster))
    fails(controller, "PutObject", "No valid positions", **at(toaster), forceAction=True)


@pytest.mark.parametrize(
    ("item", "receptacle", "fits"),
    [
        ("Mug", "CoffeeMachine", True),
        ("Cup", "CoffeeMachine", False),
        ("Pan", "StoveBurner", True),
        ("Apple", "StoveBurner", False),
        ("Potato", "Bowl", True),
        ("CellPhone", "Bowl", False),
        ("Spoon", "Mug", True),
        ("Egg", "Fridge", True),
        ("Book", "Fridge", False),
        ("Apple", "DiningTable", True),
    ],
)
def test_what_fits_where(item: str, receptacle: str, fits: bool) -> None:
    target = thing(receptacle, 0.0, 0.9, on=None if receptacle in ("Fridge", "DiningTable") else COUNTER, isOpen=True)
    held = thing(item, -0.7, 0.2, y=0.9)
    controller = play(floor(), COUNTER, target, held)
    ok(controller, "PickupObject", **at(held), forceAction=True)
    event = controller.step("PutObject", **at(target))
    assert bool(event) == fits, event.metadata["errorMessage"]
    if not fits:
        assert event.metadata["errorCode"] == "ObjectNotAllowedInReceptacle"


def test_drop_lands_on_what_is_below() -> None:
    cloth = thing("Cloth", 0.0, 0.8, on=COUNTER)
    controller = play(floor(), COUNTER, cloth)
    ok(controller, "PickupObject", **at(cloth))
    ok(controller, "Teleport", position={"x": 0.0, "y": 0.9, "z": -1.0}, rotation=180)
    ok(controller, "DropHandObject")
    down = state(controller, cloth)
    assert down["parentReceptacles"] == [floor()["objectId"]]
    assert box(down)[0][1] == pytest.approx(0.0, abs=0.02)
    assert down["position"]["z"] < -1.0
    assert not down["isPickedUp"]


def test_a_fall_breaks_what_can_break() -> None:
    for kind, breaks in (("Plate", True), ("Cloth", False)):
        item = thing(kind, 0.0, 0.8, on=COUNTER)
        controller = play(floor(), COUNTER, item)
        ok(controller, "PickupObject", **at(item))
        ok(controller, "Teleport", position={"x": 0.0, "y": 0.9, "z": -1.0}, rotation=180)
        ok(controller, "DropHandObject")
        assert state(controller, item)["isBroken"] is breaks


@pytest.mark.parametrize(
    "before", [("MakeObjectsOfTypeUnbreakable", {"objectType": "Plate"}), ("MakeAllObjectsUnbreakable", {})]
)
def test_an_unbreakable_thing_survives_the_fall(before: tuple[str, dict[str, Any]]) -> None:
    plate = thing("Plate", 0.0, 0.8, on=COUNTER)
    controller = play(floor(), COUNTER, plate)
    ok(controller, before[0], **before[1])
    ok(controller, "PickupObject", **at(plate))
    ok(controller, "Teleport", position={"x": 0.0, "y": 0.9, "z": -1.0}, rotation=180)
    ok(controller, "DropHandObject")
    assert state(controller, plate)["isBroken"] is False


def test_a_broken_thing_can_be_dropped() -> None:
    plate = thing("Plate", 0.0, 0.8, on=COUNTER, isBroken=True)
    controller = play(floor(), COUNTER, plate)
    ok(controller, "PickupObject", **at(plate))
    ok(controller, "Teleport", rotation=180)
    ok(controller, "DropHandObject")
    assert state(controller, plate)["parentReceptacles"] == [floor()["objectId"]]


def test_a_throw_goes_farther_than_a_drop() -> None:
    apple = thing("Apple", 0.0, 0.8, on=COUNTER)
    reached = []
    for action in ("DropHandObject", "ThrowObject"):
        controller = play(floor(), COUNTER, apple)
        ok(controller, "PickupObject", **at(apple))
        ok(controller, "Teleport", rotation=180)
        ok(controller, action)
        reached.append(state(controller, apple)["position"]["z"])
    assert reached[1] < reached[0] - 0.3


# -- doors -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["Fridge", "Microwave", "Cabinet", "Drawer", "Safe", "Box"])
def test_contents_are_out_of_reach_behind_a_closed_door(kind: str) -> None:
    tall = 0.2 if kind in ("Drawer", "Box") else 0.5  # one looks into these from above, over their rim
    container = thing(kind, 0.0, 0.9, y=0.6, size=(0.6, tall, 0.5), isOpen=False)
    egg = thing("Egg", 0.0, 0.9, on=container)
    controller = play(floor(), container, egg)
    ok(controller, "LookDown")
    assert not state(controller, egg)["visible"]
    fails(controller, "PickupObject", egg["objectId"], "closed", container["objectId"], **at(egg))
    ok(controller, "OpenObject", **at(container))
    assert state(controller, container)["openness"] == 1.0
    assert state(controller, egg)["visible"]
    ok(controller, "PickupObject", **at(egg))
    ok(controller, "CloseObject", **at(container))
    assert (state(controller, container)["isOpen"], state(controller, container)["openness"]) == (False, 0.0)
    if kind != "Safe":
        fails(controller, "PutObject", "CLOSED", container["objectId"], code="ReceptacleNotOpen", **at(container))


def test_things_are_put_on_top_of_a_closed_safe_and_into_an_open_one() -> None:
    safe, box = thing("Safe", 0.0, 0.8, size=(0.5, 0.5, 0.5), isOpen=False), thing("TissueBox", 0.5, 0.5)
    controller = play(floor(), safe, box)
    ok(controller, "PickupObject", forceAction=True, **at(box))
    ok(controller, "PutObject", **at(safe))
    on_top = state(controller, box)
    assert on_top["position"]["y"] == pytest.approx(0.5, abs=0.03)
    assert on_top["visible"] and safe["objectId"] in on_top["parentReceptacles"]
    ok(controller, "PickupObject", **at(box))
    ok(controller, "OpenObject", **at(safe))
    ok(controller, "PutObject", **at(safe))
    assert state(controller, box)["position"]["y"] < 0.3
    ok(controller, "CloseObject", **at(safe))
    assert not state(controller, box)["visible"]


def test_a_toilet_lid_is_a_surface() -> None:
    toilet = thing("Toilet", 0.0, 0.9, isOpen=False)
    paper = thing("ToiletPaper", 0.0, 0.9, on=toilet)
    controller = play(floor(), toilet, paper)
    assert state(controller, paper)["visible"]
    ok(controller, "PickupObject", **at(paper))
    ok(controller, "PutObject", **at(toilet))


def test_half_open() -> None:
    drawer = thing("Drawer", 0.0, 0.9, y=0.6, size=(0.6, 0.25, 0.5))
    controller = play(floor(), drawer)
    ok(controller, "OpenObject", **at(drawer), openness=0.5)
    assert (state(controller, drawer)["isOpen"], state(controller, drawer)["openness"]) == (True, 0.5)
    ok(controller, "OpenObject", **at(drawer))
    fails(controller, "OpenObject", "already open", **at(drawer))
    for wrong in (-0.5, 1.5):
        fails(controller, "OpenObject", "openness", **at(drawer), openness=wrong)
    ok(controller, "OpenObject", **at(drawer), openness=0)
    assert (state(controller, drawer)["isOpen"], state(controller, drawer)["openness"]) == (False, 0.0)
    for older, openness in ((0.65, 0.65), (0, 1.0)):  # the older name, where 0 is fully open
        ok(controller, "OpenObject", **at(drawer), moveMagnitude=older)
        assert state(controller, drawer)["openness"] == openness


def test_a_closed_box_in_the_hand_shows_nothing() -> None:
    carton = thing("Box", 0.0, 0.8, on=COUNTER, isOpen=True, openable=True, size=(0.3, 0.2, 0.3))
    egg = thing("Egg", 0.0, 0.8, on=carton)
    controller = play(floor(), COUNTER, carton, egg)
    ok(controller, "CloseObject", **at(carton))
    ok(controller, "PickupObject", **at(carton))
    assert not state(controller, egg)["visible"]
    assert egg["objectId"] not in ok(controller, "GetVisibleObjects")


# -- seeing ------------------------------------------------------------------------------------------------------


def test_sight_ends_at_a_metre_and_a_half() -> None:
    """Horizontally, to the nearest point of the box."""
    apple = thing("Apple", 0.0, 1.4, y=0.9, size=(0.1, 0.1, 0.1))
    controller = play(floor(), apple)
    assert state(controller, apple)["visible"]  # 1.35 m
    ok(controller, "MoveBack")
    assert not state(controller, apple)["visible"]  # 1.60 m
    fails(controller, "PickupObject", "visibility", code="ObjectNotVisible", **at(apple))
    ok(controller, "PickupObject", **at(apple), forceAction=True)
    keen = play(floor(), apple, agent=AgentPose(0.0, 0.9, -1.0), visibilityDistance=3.0)
    assert state(keen, apple)["visible"]


def test_sight_needs_the_right_direction() -> None:
    apple = thing("Apple", 0.0, 0.9, y=0.9)
    controller = play(floor(), apple)
    assert state(controller, apple)["visible"]
    ok(controller, "RotateRight")
    assert not state(controller, apple)["visible"]
    ok(controller, "RotateLeft")
    ok(controller, "LookUp")
    ok(controller, "LookUp")
    assert not state(controller, apple)["visible"]


def test_a_body_hides_what_is_behind_it() -> None:
    apple = thing("Apple", 0.0, 1.3, y=0.9)
    fridge = thing("Fridge", 0.0, 0.8, size=(0.8, 1.8, 0.5))
    assert state(play(floor(), apple), apple)["visible"]
    assert not state(play(floor(), apple, fridge), apple)["visible"]


# -- containment, whatever is put where --------------------------------------------------------------------------

CARRIERS = [
    thing("Plate", -0.5, 0.8, on=COUNTER),
    thing("Bowl", -0.1, 0.8, on=COUNTER),
    thing("Pan", 0.4, 0.8, on=COUNTER),
]
SMALL = [
    thing("Egg", 0.7, 0.8, on=COUNTER),
    thing("Potato", 0.9, 0.8, on=COUNTER),
    thing("Spoon", 0.8, 1.0, on=COUNTER),
]
TABLE = thing("DiningTable", 0.0, -1.0, size=(1.0, 0.8, 0.8))


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), max_size=12))
def test_containment_is_transitive(moves: list[tuple[int, int]]) -> None:
    """What is on something that is on something is on both; moving the lower one keeps the upper one on it."""
    things, places = [*CARRIERS, *SMALL], [*CARRIERS, COUNTER, TABLE]
    controller = play(floor(), COUNTER, TABLE, *things)
    for i, k in moves:
        ok(controller, "PickupObject", **at(things[i]), forceAction=True)
        if not controller.step("PutObject", **at(places[k]), forceAction=True):
            ok(controller, "PutObject", **at(COUNTER), forceAction=True)
    for item in things:
        parents = state(controller, item)["parentReceptacles"]
        assert parents
        for parent in parents:
            above = state(controller, parent)["parentReceptacles"] or []
            if state(controller, parent)["pickupable"]:
                assert set(above) <= set(parents)
            low, high = box(state(controller, item))
            around = box(state(controller, parent))
            for a in (0, 2):
                assert around[0][a] - 0.2 <= (low[a] + high[a]) / 2 <= around[1][a] + 0.2


def test_light_switch_and_knob_control_other_things() -> None:
    burner, knob = thing("StoveBurner", 0.3, 0.9, on=COUNTER), thing("StoveKnob", 0.3, 0.65, y=0.95)
    lamp, switch = thing("FloorLamp", -1.0, 0.5), thing("LightSwitch", 0.0, 1.2, y=1.2)
    controller = play(floor(), COUNTER, burner, knob, lamp, switch)
    ok(controller, "ToggleObjectOn", **at(knob))
    assert state(controller, burner)["temperature"] == "Hot"
    assert not state(controller, burner)["isToggled"]  # shows only as heat (contract, section 5.2)
    ok(controller, "ToggleObjectOff", **at(knob))
    assert state(controller, burner)["temperature"] == "RoomTemp"
    ok(controller, "ToggleObjectOn", **at(switch), forceAction=True)
    assert state(controller, lamp)["isToggled"]


def test_simple_states() -> None:
    mug = thing("Mug", 0.0, 0.8, on=COUNTER)
    potato = thing("Potato", 0.3, 0.8, on=COUNTER)
    paper = thing("ToiletPaper", -0.3, 0.8, on=COUNTER, canBeUsedUp=True)
    controller = play(floor(), COUNTER, mug, potato, paper)
    steps = [
        ("DirtyObject", mug, "isDirty", True),
        ("CleanObject", mug, "isDirty", False),
        ("FillObjectWithLiquid", mug, "isFilledWithLiquid", True),
        ("EmptyLiquidFromObject", mug, "isFilledWithLiquid", False),
        ("CookObject", potato, "isCooked", True),
        ("UseUpObject", paper, "isUsedUp", True),
        ("BreakObject", mug, "isBroken", True),
    ]
    for action, item, key, value in steps:
        ok(controller, action, **at(item))
        assert state(controller, item)[key] is value, action


def test_a_broken_screen_goes_dark() -> None:
    laptop = thing("Laptop", 0.0, 0.8, on=COUNTER, isToggled=True, isOpen=True)
    controller: PocketController = play(floor(), COUNTER, laptop)
    ok(controller, "BreakObject", **at(laptop))
    assert state(controller, laptop)["isToggled"] is False
    fails(controller, "ToggleObjectOn", "broken", **at(laptop))
