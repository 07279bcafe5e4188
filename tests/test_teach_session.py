"""TEACh's rules over the pocket engine: admission, custom properties and their order of evaluation."""

from __future__ import annotations

from typing import Any

import pytest

from envs.teach.games.session import OBJECT_ACTIONS, TeachSession
from tests.scenes import Thing, counter, floor, play, thing


def session(*things: Thing) -> TeachSession:
    return TeachSession(play(floor(), *things))


def custom(live: TeachSession, item: Thing | str) -> dict[str, Any]:
    object_id = item if isinstance(item, str) else item["objectId"]
    return live.custom.records.get(object_id, {})


def done(live: TeachSession, action: str, target: Thing | str) -> None:
    outcome = live.interact(action, target if isinstance(target, str) else target["objectId"])
    assert outcome.success, outcome.error


def refused(live: TeachSession, action: str, target: Thing | None, *words: str) -> None:
    outcome = live.interact(action, None if target is None else target["objectId"])
    assert not outcome.success
    for word in words:
        assert word in outcome.error


def sink(top: Thing, x: float = 0.0, on: bool = False) -> tuple[Thing, Thing]:
    basin = thing("SinkBasin", x, 0.85, y=0.80, size=(0.4, 0.15, 0.4))
    basin["objectId"] = f"Sink|{basin['objectId'].split('|', 1)[1]}|SinkBasin"
    return basin, thing("Faucet", x, 1.1, on=top, size=(0.1, 0.3, 0.1), isToggled=on)


def test_every_object_starts_with_its_classes() -> None:
    top = counter()
    mug = thing("Mug", 0.0, 0.8, on=top)
    live = session(top, mug)
    assert custom(live, mug)["simbotObjectClass"] == ["Mug", "Tableware", "Drinkware"]


def test_pickup_and_place_keep_books() -> None:
    top = counter()
    mug, plate = thing("Mug", -0.3, 0.8, on=top), thing("Plate", 0.2, 0.8, on=top)
    live = session(top, mug, plate)
    done(live, "Pickup", mug)
    assert live.held == mug["objectId"]
    assert custom(live, mug)["simbotPickedUp"] == 1
    done(live, "Place", top)
    assert custom(live, mug)["simbotLastParentReceptacle"] == top["objectId"]
    assert custom(live, top)["simbotIsReceptacleOf"] == [mug["objectId"]]
    done(live, "Pickup", mug)
    assert custom(live, mug)["simbotLastParentReceptacle"] is None
    assert custom(live, top)["simbotIsReceptacleOf"] == []


def test_refusals_before_the_engine_is_asked() -> None:
    top = counter()
    mug, bread = thing("Mug", -0.3, 0.8, on=top), thing("Bread", 0.3, 0.8, on=top)
    live = session(top, mug, bread)
    refused(live, "Place", top, "only supported when holding")
    refused(live, "Slice", bread, "knife")
    refused(live, "Pour", mug, "filled")
    refused(live, "Pickup", None, "could not find a target")
    done(live, "Pickup", mug)
    refused(live, "Pickup", bread, "hand is full", mug["objectId"])
    refused(live, "Slice", bread, "knife")


def test_too_far_is_too_far() -> None:
    far = thing("Mug", 0.0, -1.9, y=0.02)
    live = session(far)
    refused(live, "Pickup", far, "too far away")


def test_running_water_cleans_and_fills_whichever_comes_first() -> None:
    top = counter()
    for tap_first in (True, False):
        basin, tap = sink(top)
        mug = thing("Mug", -0.7, 0.8, on=top, isDirty=True)
        live = session(top, basin, tap, mug)
        if tap_first:
            done(live, "ToggleOn", tap)
        done(live, "Pickup", mug)
        done(live, "Place", basin)
        if not tap_first:
            assert live.event.get_object(mug["objectId"])["isDirty"]  # pyright: ignore[reportOptionalSubscript]
            done(live, "ToggleOn", tap)
        state = next(o for o in live.objects() if o["objectId"] == mug["objectId"])
        assert not state["isDirty"]
        assert state["isFilledWithLiquid"]
        assert state["simbotIsFilledWithWater"] == 1


def test_a_washed_mug_must_be_emptied_before_coffee() -> None:
    top = counter()
    machine = thing("CoffeeMachine", 0.9, 0.85, on=top, size=(0.3, 0.4, 0.3))
    basin, _ = sink(top)
    mug = thing("Mug", 0.3, 0.8, on=top, isFilledWithLiquid=True)
    live = session(top, machine, basin, mug)
    done(live, "Pickup", mug)
    done(live, "Place", machine)
    done(live, "ToggleOn", machine)
    assert not custom(live, mug).get("simbotIsFilledWithCoffee")
    done(live, "ToggleOff", machine)
    done(live, "Pickup", mug)
    done(live, "Pour", basin)
    assert custom(live, mug)["simbotIsFilledWithCoffee"] is False
    done(live, "Place", machine)
    done(live, "ToggleOn", machine)
    assert custom(live, mug)["simbotIsFilledWithCoffee"] is True


def test_pouring_moves_the_liquid() -> None:
    top = counter()
    cup, plant = thing("Cup", -0.3, 0.8, on=top, isFilledWithLiquid=True), thing("HousePlant", 0.4, 0.9, on=top)
    live = session(top, cup, plant)
    done(live, "Pickup", cup)
    done(live, "Pour", plant)
    states = {o["objectId"]: o for o in live.objects()}
    assert states[plant["objectId"]]["isFilledWithLiquid"]
    assert not states[cup["objectId"]]["isFilledWithLiquid"]
    assert "simbotIsFilledWithWater" not in states[plant["objectId"]]
    refused(live, "Pour", plant, "filled")


@pytest.mark.parametrize("water", [True, False])
def test_a_potato_boils_only_in_water(water: bool) -> None:
    top = counter()
    burner = thing("StoveBurner", 0.3, 0.85, on=top, size=(0.3, 0.05, 0.3))
    knob = thing("StoveKnob", 0.3, 0.62, y=0.8, size=(0.05, 0.05, 0.05))
    pot = thing("Pot", 0.3, 0.85, on=burner, isFilledWithLiquid=water)
    potato = thing("Potato", -0.3, 0.8, on=top)
    live = session(top, burner, knob, pot, potato)
    done(live, "Pickup", potato)
    done(live, "Place", pot)
    assert not custom(live, potato).get("simbotIsCooked")
    done(live, "ToggleOn", knob)
    assert custom(live, potato)["simbotIsCooked"] is True
    assert bool(custom(live, potato).get("simbotIsBoiled")) is water


def test_slices_inherit_and_the_original_is_forgotten() -> None:
    top = counter()
    knife, tomato = thing("Knife", -0.4, 0.8, on=top), thing("Tomato", 0.3, 0.8, on=top)
    live = session(top, knife, tomato)
    done(live, "Pickup", tomato)
    done(live, "Place", top)
    done(live, "Pickup", knife)
    done(live, "Slice", tomato)
    pieces = [o for o in live.objects() if o["objectType"] == "TomatoSliced"]
    assert len(pieces) == 7
    assert all(p["simbotObjectClass"] == ["Tomato", "Food", "Fruit"] for p in pieces)
    assert custom(live, tomato) == {}
    children = custom(live, top)["simbotIsReceptacleOf"]
    assert tomato["objectId"] not in children
    assert {p["objectId"] for p in pieces} <= set(children)


def test_microwaved_bread_is_cooked_for_teach_only() -> None:
    top = counter()
    oven = thing("Microwave", 0.5, 0.85, on=top, size=(0.4, 0.35, 0.4), isOpen=True)
    slice_ = thing("BreadSliced", -0.3, 0.8, on=top, size=(0.1, 0.1, 0.03), pickupable=True, cookable=True)
    live = session(top, oven, slice_)
    done(live, "Pickup", slice_)
    done(live, "Place", oven)
    done(live, "Close", oven)
    done(live, "ToggleOn", oven)
    state = next(o for o in live.objects() if o["objectId"] == slice_["objectId"])
    assert not state["isCooked"]
    assert state["simbotIsCooked"] is True


def test_unknown_names_are_refused_with_what_exists() -> None:
    live = session(counter())
    with pytest.raises(ValueError, match="Forward"):
        live.motion("Jump")
    with pytest.raises(ValueError, match="ToggleOn"):
        live.interact("Lick", None)
    assert "Place" in OBJECT_ACTIONS
