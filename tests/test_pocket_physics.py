"""What happens by itself: heat, cold, cooling down, water, coffee; and what slicing and breaking leave behind."""

from __future__ import annotations

import pytest
from scenes import Thing, at, counter, fails, floor, ok, play, state, thing

from envs.pocket.controller import PocketController

COUNTER = counter()


def put(controller: PocketController, item: Thing, receptacle: Thing) -> None:
    ok(controller, "PickupObject", **at(item), forceAction=True)
    ok(controller, "PutObject", **at(receptacle), forceAction=True)


def stove() -> tuple[Thing, Thing]:
    return thing("StoveBurner", 0.3, 0.9, on=COUNTER), thing("StoveKnob", 0.3, 0.65, y=0.95)


# -- heat --------------------------------------------------------------------------------------------------------


def test_a_microwave_heats_and_cooks_at_once() -> None:
    microwave = thing("Microwave", 0.0, 0.9, on=COUNTER)
    potato = thing("PotatoSliced", 0.0, 0.9, on=microwave)
    mug = thing("Mug", 0.1, 0.9, on=microwave)
    controller = play(floor(), COUNTER, microwave, potato, mug)
    assert state(controller, potato)["temperature"] == "RoomTemp"
    ok(controller, "ToggleObjectOn", **at(microwave))
    assert (state(controller, potato)["temperature"], state(controller, potato)["isCooked"]) == ("Hot", True)
    assert (state(controller, mug)["temperature"], state(controller, mug)["isCooked"]) == ("Hot", False)


def test_a_microwave_does_not_toast() -> None:
    microwave = thing("Microwave", 0.0, 0.9, on=COUNTER)
    bread = thing("BreadSliced", 0.0, 0.9, on=microwave)
    controller = play(floor(), COUNTER, microwave, bread)
    ok(controller, "ToggleObjectOn", **at(microwave))
    assert (state(controller, bread)["temperature"], state(controller, bread)["isCooked"]) == ("Hot", False)


def test_a_toaster_does() -> None:
    toaster = thing("Toaster", 0.0, 0.9, on=COUNTER)
    bread = thing("BreadSliced", 0.0, 0.9, on=toaster)
    controller = play(floor(), COUNTER, toaster, bread)
    assert state(controller, bread)["isCooked"] is False
    ok(controller, "ToggleObjectOn", **at(toaster))
    assert state(controller, bread)["isCooked"] is True


def test_a_burner_heats_the_pan_and_what_is_in_it() -> None:
    burner, knob = stove()
    pan = thing("Pan", -0.3, 0.8, on=COUNTER)
    egg = thing("EggCracked", -0.3, 0.8, on=pan)
    controller = play(floor(), COUNTER, burner, knob, pan, egg)
    put(controller, pan, burner)
    assert state(controller, egg)["isCooked"] is False
    ok(controller, "ToggleObjectOn", **at(knob))
    for item in (pan, egg):
        assert state(controller, item)["temperature"] == "Hot"
    assert state(controller, egg)["isCooked"] is True
    ok(controller, "ToggleObjectOff", **at(knob))
    assert state(controller, egg)["isCooked"] is True  # nothing undoes it


def test_what_is_put_into_heat_later_gets_hot_too() -> None:
    burner, knob = stove()
    pan = thing("Pan", 0.3, 0.9, on=burner)
    potato = thing("Potato", -0.3, 0.8, on=COUNTER)
    controller = play(floor(), COUNTER, burner, knob, pan, potato)
    ok(controller, "ToggleObjectOn", **at(knob))
    assert state(controller, potato)["temperature"] == "RoomTemp"
    put(controller, potato, pan)
    assert (state(controller, potato)["temperature"], state(controller, potato)["isCooked"]) == ("Hot", True)


def test_a_burner_that_is_on_in_the_record_has_its_knob() -> None:
    """Burners show being on only by their temperature; which knob is theirs is inferred from that, then by distance."""
    hot = thing("StoveBurner", 0.6, 0.9, on=COUNTER, ObjectTemperature="Hot")
    cold = thing("StoveBurner", 0.2, 0.9, on=COUNTER)
    near_cold = thing("StoveKnob", 0.2, 0.65, y=0.95, isToggled=True)
    near_hot = thing("StoveKnob", 0.6, 0.65, y=0.95)
    controller = play(floor(), COUNTER, hot, cold, near_cold, near_hot)
    ok(controller, "ToggleObjectOff", **at(near_cold))
    assert state(controller, hot)["temperature"] == "RoomTemp"


# -- cold and cooling down ---------------------------------------------------------------------------------------


def test_a_fridge_chills() -> None:
    fridge = thing("Fridge", 0.0, 1.0, isOpen=True)
    apple = thing("Apple", -0.9, 0.3, y=0.9)
    controller = play(floor(), fridge, apple)
    put(controller, apple, fridge)
    assert state(controller, apple)["temperature"] == "Cold"


def test_warmth_lasts_ten_seconds() -> None:
    """One action is one second; what left the zone at second t is at room temperature from t + 10 on."""
    microwave = thing("Microwave", 0.0, 0.9, on=COUNTER)
    mug = thing("Mug", 0.0, 0.9, on=microwave)
    controller = play(floor(), COUNTER, microwave, mug)
    ok(controller, "ToggleObjectOn", **at(microwave))
    for _ in range(15):
        ok(controller, "Pass")
    assert state(controller, mug)["temperature"] == "Hot"  # as long as it runs
    ok(controller, "ToggleObjectOff", **at(microwave))
    warm = 0
    while state(controller, mug)["temperature"] == "Hot":
        ok(controller, "Pass")
        warm += 1
    assert warm == 10


def test_things_go_on_cooling_when_others_are_removed() -> None:
    mug, plate = thing("Mug", 0.0, 0.8, on=COUNTER, ObjectTemperature="Hot"), thing("Plate", 0.4, 0.8, on=COUNTER)
    controller = play(floor(), COUNTER, plate, mug)
    for _ in range(6):
        ok(controller, "Pass")
    ok(controller, "RemoveFromScene", **at(plate))
    for _ in range(3):
        assert state(controller, mug)["temperature"] == "Hot"
        ok(controller, "Pass")
    ok(controller, "Pass")
    assert state(controller, mug)["temperature"] == "RoomTemp"


def test_simulated_time_can_stand_still() -> None:
    mug = thing("Mug", 0.0, 0.8, on=COUNTER, ObjectTemperature="Hot")
    controller = play(floor(), COUNTER, mug)
    ok(controller, "PausePhysicsAutoSim")
    ok(controller, "Pass")  # it begins to cool
    began = controller.last_event.metadata["currentTime"]
    for _ in range(20):
        ok(controller, "Pass")
    assert controller.last_event.metadata["currentTime"] == began
    assert state(controller, mug)["temperature"] == "Hot"
    for _ in range(4):
        assert state(controller, mug)["temperature"] == "Hot"
        ok(controller, "AdvancePhysicsStep", timeStep=2.5)
    assert controller.last_event.metadata["currentTime"] == began + 10
    assert state(controller, mug)["temperature"] == "RoomTemp"


def test_heat_comes_back_before_it_is_gone() -> None:
    fridge = thing("Fridge", 0.0, 1.0, isOpen=True)
    apple = thing("Apple", 0.0, 1.0, on=fridge, ObjectTemperature="Cold")
    controller = play(floor(), fridge, apple)
    for _ in range(3):
        ok(controller, "PickupObject", **at(apple), forceAction=True)
        for _ in range(6):
            ok(controller, "Pass")
        assert state(controller, apple)["temperature"] == "Cold"
        ok(controller, "PutObject", **at(fridge), forceAction=True)
    assert state(controller, apple)["temperature"] == "Cold"


# -- water and coffee --------------------------------------------------------------------------------------------


def sink() -> tuple[Thing, Thing]:
    return thing("SinkBasin", 0.0, 0.9, y=0.8, size=(0.5, 0.15, 0.4)), thing("Faucet", 0.0, 1.15, y=0.95)


def test_running_water_cleans_and_fills_and_puts_out() -> None:
    basin, tap = sink()
    bowl = thing("Bowl", 0.0, 0.9, on=basin, isDirty=True)
    candle = thing("Candle", 0.15, 0.9, on=basin, isToggled=True)
    outside = thing("Mug", 0.6, 0.8, on=COUNTER, isDirty=True)
    controller = play(floor(), COUNTER, basin, tap, bowl, candle, outside)
    assert state(controller, bowl)["isDirty"]
    ok(controller, "ToggleObjectOn", **at(tap))
    washed = state(controller, bowl)
    assert (washed["isDirty"], washed["isFilledWithLiquid"], washed["fillLiquid"]) == (False, True, "water")
    assert state(controller, candle)["isToggled"] is False
    assert state(controller, outside)["isDirty"] is True
    put(controller, outside, basin)
    assert state(controller, outside)["isDirty"] is False
    ok(controller, "ToggleObjectOff", **at(tap))
    ok(controller, "EmptyLiquidFromObject", **at(bowl))
    ok(controller, "Pass")
    assert state(controller, bowl)["isFilledWithLiquid"] is False


def test_the_nearest_tap_counts() -> None:
    basin, tap = sink()
    far = thing("Faucet", 1.2, 1.15, y=0.95)
    bowl = thing("Bowl", 0.0, 0.9, on=basin, isDirty=True)
    controller = play(floor(), COUNTER, basin, tap, far, bowl)
    ok(controller, "ToggleObjectOn", **at(far), forceAction=True)
    assert state(controller, bowl)["isDirty"] is True


def test_water_does_not_replace_coffee() -> None:
    basin, tap = sink()
    mug = thing("Mug", 0.0, 0.9, on=basin, isFilledWithLiquid=True, fillLiquid="coffee")
    controller = play(floor(), COUNTER, basin, tap, mug)
    ok(controller, "ToggleObjectOn", **at(tap))
    assert state(controller, mug)["fillLiquid"] == "coffee"


def test_coffee_needs_a_running_machine_and_an_empty_mug() -> None:
    machine = thing("CoffeeMachine", 0.0, 0.9, on=COUNTER)
    empty = thing("Mug", 0.5, 0.8, on=COUNTER)
    full = thing("Mug", 0.8, 0.8, on=COUNTER, isFilledWithLiquid=True)
    controller = play(floor(), COUNTER, machine, empty, full)
    put(controller, empty, machine)
    assert state(controller, empty)["isFilledWithLiquid"] is False
    ok(controller, "ToggleObjectOn", **at(machine))
    brewed = state(controller, empty)
    assert (brewed["isFilledWithLiquid"], brewed["fillLiquid"], brewed["temperature"]) == (True, "coffee", "Hot")
    put(controller, empty, COUNTER)
    put(controller, full, machine)
    assert state(controller, full)["fillLiquid"] == "water"


def test_filling_by_hand() -> None:
    mug = thing("Mug", 0.0, 0.8, on=COUNTER)
    controller = play(floor(), COUNTER, mug)
    ok(controller, "FillObjectWithLiquid", **at(mug), fillLiquid="coffee")
    assert (state(controller, mug)["fillLiquid"], state(controller, mug)["temperature"]) == ("coffee", "Hot")
    ok(controller, "EmptyLiquidFromObject", **at(mug))
    ok(controller, "FillObjectWithLiquid", **at(mug), fillLiquid="wine")
    assert state(controller, mug)["fillLiquid"] == "wine"


# -- slicing and breaking ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "pieces"), [("Tomato", 7), ("Apple", 3), ("Lettuce", 8), ("Potato", 8), ("Bread", 9)])
def test_slicing_keeps_the_original_and_adds_pieces(kind: str, pieces: int) -> None:
    """As in 1,901 recorded slicings: the original stays listed, hidden, of no size, without parents."""
    plate = thing("Plate", 0.0, 0.8, on=COUNTER, size=(0.4, 0.03, 0.4))
    whole = thing(kind, 0.0, 0.8, on=plate)
    controller = play(floor(), COUNTER, plate, whole)
    ok(controller, "SliceObject", **at(whole))
    left = state(controller, whole)
    assert (left["isSliced"], left["visible"], left["parentReceptacles"]) == (True, False, None)
    assert left["axisAlignedBoundingBox"]["size"] == {"x": 0.0, "y": 0.0, "z": 0.0}
    assert left["pickupable"] and left["sliceable"]
    added = [o for o in controller.last_event.metadata["objects"] if o["objectId"].startswith(whole["objectId"] + "|")]
    heel = "Bread" if kind == "Bread" else f"{kind}Sliced"
    assert [o["objectType"] for o in added] == [heel] + [f"{kind}Sliced"] * (pieces - 1)
    assert [o["objectId"].rsplit("|", 1)[1] for o in added] == [f"{o['objectType']}_{k}" for k, o in enumerate(added)]
    for piece in added:
        assert piece["pickupable"] and not piece["sliceable"] and not piece["isSliced"]
        assert set(piece["parentReceptacles"]) == {plate["objectId"], COUNTER["objectId"]}
        assert piece["cookable"] == (piece["objectType"] in ("PotatoSliced", "BreadSliced"))
        assert piece["visible"]
    ok(controller, "PickupObject", objectId=added[-1]["objectId"])


def test_pieces_fill_the_space_of_the_whole() -> None:
    bread = thing("Bread", 0.0, 0.8, on=COUNTER, size=(0.12, 0.13, 0.27))
    controller = play(floor(), COUNTER, bread)
    ok(controller, "SliceObject", **at(bread))
    boxes = [o["axisAlignedBoundingBox"] for o in controller.last_event.metadata["objects"][3:]]
    assert sum(b["size"]["z"] for b in boxes) == pytest.approx(0.27)
    for box in boxes:
        assert abs(box["center"]["x"]) < 0.001
        assert 0.8 - 0.135 < box["center"]["z"] < 0.8 + 0.135


def test_pieces_of_something_cooked_are_cooked_and_of_something_cold_cold() -> None:
    fridge = thing("Fridge", 0.0, 1.0, isOpen=True)
    potato = thing("Potato", 0.0, 1.0, on=fridge, isCooked=True)
    controller = play(floor(), fridge, potato)
    ok(controller, "SliceObject", **at(potato), forceAction=True)
    pieces = controller.last_event.objects_by_type("PotatoSliced")
    assert pieces and all(p["isCooked"] and p["temperature"] == "Cold" for p in pieces)


@pytest.mark.parametrize("action", ["SliceObject", "BreakObject"])
def test_an_egg_cracks_once(action: str) -> None:
    egg = thing("Egg", 0.0, 0.8, on=COUNTER)
    controller = play(floor(), COUNTER, egg)
    ok(controller, action, **at(egg))
    pieces = controller.last_event.objects_by_type("EggCracked")
    assert [o["objectId"] for o in pieces] == [f"{egg['objectId']}|EggCracked_0"]
    assert not state(controller, egg)["visible"]
    for again in ("SliceObject", "BreakObject"):
        fails(controller, again, egg["objectId"], **at(egg), forceAction=True)
    fails(controller, "PickupObject", egg["objectId"], **at(egg), forceAction=True)


def test_what_is_sliced_in_the_hand_leaves_the_hand() -> None:
    tomato = thing("Tomato", 0.0, 0.8, on=COUNTER)
    controller = play(floor(), COUNTER, tomato)
    ok(controller, "PickupObject", **at(tomato))
    ok(controller, "SliceObject", **at(tomato))
    assert controller.last_event.metadata["inventoryObjects"] == []
    assert len(controller.last_event.objects_by_type("TomatoSliced")) == 7
    ok(controller, "PickupObject", objectId=f"{tomato['objectId']}|TomatoSliced_3")
