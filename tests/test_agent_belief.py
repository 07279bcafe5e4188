"""The belief knows what was seen and what follows from own actions, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.belief import effects
from agent.belief.state import BOILED, COFFEE, Belief, Sight
from agent.planning.terms import Trait
from envs.pocket.scene import AgentPose, Box
from perception.scene_graph.graph import HAND, HELD, IN_ON, ObjectNode, Relation, SceneGraph

POSE = AgentPose(0.0, 0.9, 0.0)
BOX = Box((0.0, 0.8, 0.5), (0.2, 1.0, 0.7))


def thing(object_id: str, *states: str) -> ObjectNode:
    return ObjectNode(object_id, object_id.split("|")[0], f"{object_id.split('|')[0]}_0", tuple(sorted(states)))


def sight(
    *nodes: ObjectNode, inside: dict[str, str] | None = None, held: str | None = None, unseen: tuple[str, ...] = ()
):
    relations = [Relation(k, IN_ON, v) for k, v in (inside or {}).items()]
    relations += [Relation(HAND, HELD, held)] if held else []
    boxes = {n.object_id: BOX for n in nodes if n.object_id not in unseen}
    return Sight(SceneGraph(nodes, tuple(relations)), boxes, POSE, held)


def belief(*args, **kwargs) -> Belief:
    return Belief([(0, 0)], (-1.0, -1.0, 1.0, 1.0), sight(*args, **kwargs))


def test_a_thing_out_of_sight_stays_as_it_was_last_seen():
    known = belief(thing("Mug|1", "dirty"), thing("CounterTop|1"), inside={"Mug|1": "CounterTop|1"})
    known.observe(sight(thing("CounterTop|1")))
    assert known.thing("Mug|1").states == {"dirty"}
    assert known.chain("Mug|1") == ["CounterTop|1"]
    assert known.in_view == {"CounterTop|1"}


def test_of_a_receptacle_that_is_only_inferred_nothing_is_believed_but_that_it_is_open():
    known = belief(thing("Mug|1"), thing("Cabinet|1", "dirty"), inside={"Mug|1": "Cabinet|1"}, unseen=("Cabinet|1",))
    assert known.thing("Cabinet|1").box is None
    assert known.thing("Cabinet|1").states == {"open"}


def test_furniture_does_not_pass_on_what_it_stands_on_but_carried_things_do():
    known = belief(
        thing("Fork|1"),
        thing("Plate|1"),
        thing("SinkBasin|1"),
        thing("CounterTop|1"),
        inside={"Fork|1": "Plate|1", "Plate|1": "SinkBasin|1", "SinkBasin|1": "CounterTop|1"},
    )
    assert known.chain("Fork|1") == ["Plate|1", "SinkBasin|1"]
    assert {t.object_id for t in known.within("SinkBasin|1")} == {"Fork|1", "Plate|1"}


def test_an_open_door_does_not_make_a_cupboard_larger():
    wide = Box((0.0, 0.8, 0.1), (0.2, 1.0, 0.7))
    known = belief(thing("Cabinet|1"), thing("Mug|1"))
    opened = sight(thing("Cabinet|1", "open"), thing("Mug|1"))
    known.observe(replace(opened, boxes={"Cabinet|1": wide, "Mug|1": wide}))
    assert known.thing("Cabinet|1").box == BOX
    assert known.thing("Mug|1").box == wide  # it was moved
    first_seen_open = belief(thing("Cabinet|1", "open"))
    narrow = Box((0.0, 0.8, 0.5), (0.2, 1.0, 0.6))
    first_seen_open.observe(replace(sight(thing("Cabinet|1")), boxes={"Cabinet|1": narrow}))
    assert first_seen_open.thing("Cabinet|1").box == narrow


def test_what_is_behind_a_closed_door_is_known_to_be():
    known = belief(thing("Mug|1"), thing("Cabinet|1", "open"), inside={"Mug|1": "Cabinet|1"})
    assert known.shut_in("Mug|1") is None
    known.acted("Close", "Cabinet|1", None)
    shut = known.shut_in("Mug|1")
    assert shut is not None and shut.object_id == "Cabinet|1"


def test_a_mug_that_fills_in_a_running_machine_holds_coffee_until_it_is_empty():
    machine, inside = thing("CoffeeMachine|1", "on"), {"Mug|1": "CoffeeMachine|1"}
    known = belief(thing("Mug|1"), machine, inside=inside)
    known.observe(sight(thing("Mug|1", "filled"), machine, inside=inside))
    assert known.as_dict(known.thing("Mug|1"))["simbotIsFilledWithCoffee"]
    known.observe(sight(thing("Mug|1"), machine, inside=inside))
    assert COFFEE not in known.thing("Mug|1").notes


def test_a_mug_that_was_filled_before_does_not_hold_coffee():
    known = belief(thing("Mug|1", "filled"), thing("CoffeeMachine|1", "on"), inside={"Mug|1": "CoffeeMachine|1"})
    assert not known.as_dict(known.thing("Mug|1"))["simbotIsFilledWithCoffee"]


@pytest.mark.parametrize(("states", "boiled"), [(("filled",), True), ((), False)])
def test_food_cooked_out_of_sight_in_a_vessel_is_boiled_only_with_water(states, boiled):
    inside = {"Potato|1": "Bowl|1", "Bowl|1": "Microwave|1"}
    known = belief(thing("Potato|1"), thing("Bowl|1", *states), thing("Microwave|1"), inside=inside)
    known.observe(sight(thing("Microwave|1")))
    known.acted("ToggleOn", "Microwave|1", None)
    effects.conclude(known)
    assert "cooked" in known.thing("Potato|1").states
    assert (BOILED in known.thing("Potato|1").notes) is boiled


def test_running_water_washes_and_fills_what_is_out_of_view():
    inside = {"Mug|1": "SinkBasin|1", "Fork|1": "SinkBasin|1"}
    known = belief(thing("Mug|1", "dirty"), thing("Fork|1"), thing("SinkBasin|1"), thing("Faucet|1"), inside=inside)
    known.observe(sight(thing("Faucet|1", "on")))
    effects.conclude(known)
    assert known.thing("Mug|1").states == {"filled"}
    assert known.thing("Fork|1").states == frozenset()


def test_a_microwave_does_not_toast():
    inside = {"Bread|1|BreadSliced_1": "Microwave|1"}
    bread = ObjectNode("Bread|1|BreadSliced_1", "BreadSliced", "BreadSliced_0")
    known = belief(bread, thing("Microwave|1"), inside=inside)
    known.observe(sight(thing("Microwave|1", "on")))
    effects.conclude(known)
    assert "cooked" not in known.thing(bread.object_id).states


def test_where_the_agent_put_a_thing_counts_more_than_the_nearest_thing_around_it():
    known = belief(thing("Pan|1"), thing("StoveBurner|1"), thing("CounterTop|1"), held="Pan|1")
    known.observe(sight(thing("Pan|1"), thing("CounterTop|1"), inside={"Pan|1": "CounterTop|1"}))
    known.acted("Place", "StoveBurner|1", "Pan|1")
    assert known.chain("Pan|1") == ["StoveBurner|1"]
    known.acted("Pickup", "Pan|1", None)
    known.observe(sight(thing("Pan|1"), thing("CounterTop|1"), inside={"Pan|1": "CounterTop|1"}))
    assert known.chain("Pan|1") == ["CounterTop|1"]


def test_a_thing_put_down_out_of_sight_has_to_be_found_again():
    known = belief(thing("Mug|1"), thing("Drawer|1"), held="Mug|1")
    known.observe(sight(thing("Drawer|1")))
    known.acted("Place", "Drawer|1", "Mug|1")
    assert known.thing("Mug|1").box is None
    assert known.chain("Mug|1") == ["Drawer|1"]


def test_slices_are_boiled_if_the_whole_was_and_the_whole_is_gone():
    known = belief(thing("Potato|1", "cooked"))
    known.note("Potato|1", BOILED)
    piece = ObjectNode("Potato|1|PotatoSliced_0", "PotatoSliced", "PotatoSliced_0", ("cooked",))
    known.observe(sight(piece))
    known.acted("Slice", "Potato|1", "Knife|1")
    assert BOILED in known.thing(piece.object_id).notes
    assert "Potato|1" not in known.things
    assert "Potato" in known.as_dict(known.thing(piece.object_id))["simbotObjectClass"]


NAMES = st.lists(st.sampled_from(["Mug|1", "Plate|1", "Fridge|1", "Apple|1", "Sofa|1"]), unique=True)


@given(st.lists(NAMES, max_size=5))
def test_only_what_was_perceived_is_known(looks):
    known = belief()
    for names in looks:
        known.observe(sight(*(thing(name) for name in names)))
    assert {d["objectId"] for d in known.objects()} == {name for names in looks for name in names}


# -- where pictures have to tell ---------------------------------------------------------------------------------------


def doubtful(*nodes: ObjectNode, inside: dict[str, str] | None = None, **odds: dict[str, float]) -> Sight:
    """What is seen by somebody who only reads states; ``odds`` by type."""
    read = {n.object_id: odds.get(n.object_type, {}) for n in nodes}
    return replace(sight(*nodes, inside=inside), odds=read)


def seeing(*args, **kwargs) -> Belief:
    return Belief([(0, 0)], (-1.0, -1.0, 1.0, 1.0), doubtful(*args, **kwargs))


def test_what_seemed_to_be_so_is_known_once_it_was_brought_about():
    inside = {"BreadSliced|1": "Toaster|1", "Plate|1": "SinkBasin|1"}
    nodes = [thing(k) for k in ("BreadSliced|1", "Toaster|1", "Plate|1", "SinkBasin|1", "Faucet|1")]
    known = seeing(*nodes, inside=inside, BreadSliced={"cooked": 9.0}, Plate={"dirty": -9.0})
    known.change("BreadSliced|1", ["cooked"], certainty=1.0)  # it looks toasted, and the plate clean
    known.change("Plate|1", drop=["dirty"], certainty=1.0)
    assert not known.sure("BreadSliced|1", "cooked", True) and not known.sure("Plate|1", "dirty", False)
    for machine in ("Toaster|1", "Faucet|1"):
        known.acted("ToggleOn", machine, None)
    effects.conclude(known)
    assert known.sure("BreadSliced|1", "cooked", True) and known.sure("Plate|1", "dirty", False)


def test_a_tap_that_only_seems_to_run_washes_nothing():
    nodes = [thing(k) for k in ("Plate|1", "SinkBasin|1", "Faucet|1")]
    known = seeing(*nodes, inside={"Plate|1": "SinkBasin|1"}, Faucet={"on": 9.0}, Plate={"dirty": 9.0})
    known.things["Faucet|1"] = replace(known.things["Faucet|1"], states=frozenset({"on"}))
    effects.conclude(known)
    assert "dirty" in known.thing("Plate|1").states


def test_food_that_only_looked_cooked_is_boiled_all_the_same():
    nodes = [thing(k) for k in ("Potato|1", "Pot|1", "StoveBurner|1")]
    known = seeing(*nodes, inside={"Potato|1": "Pot|1", "Pot|1": "StoveBurner|1"}, Potato={"cooked": 9.0})
    known.change("Potato|1", ["cooked"], certainty=1.0)
    known.change("Pot|1", ["filled"])
    known.change("StoveBurner|1", ["hot"])
    effects.conclude(known)
    assert BOILED in known.thing("Potato|1").notes


def test_coffee_that_is_not_seen_for_certain_to_be_gone_is_still_coffee():
    known = seeing(thing("Mug|1"), Mug={"filled": -1.0})
    known.change("Mug|1", ["filled"])
    known.note("Mug|1", COFFEE)
    known.observe(doubtful(thing("Mug|1"), Mug={"filled": -9.0}))
    assert COFFEE in known.thing("Mug|1").notes
    known.change("Mug|1", drop=["filled"])
    assert COFFEE not in known.thing("Mug|1").notes


def test_pieces_are_as_the_whole_was_that_was_cut_near_them():
    known = seeing(thing("Potato|1"), thing("Knife|1"))
    known.change("Potato|1", ["cooked"])
    known.note("Potato|1", BOILED)
    known.observe(doubtful(thing("PotatoSliced|1"), thing("Knife|1"), PotatoSliced={"cooked": -9.0}))
    known.acted("Slice", "Potato|1", "Knife|1")
    known.observe(doubtful(thing("PotatoSliced|2"), PotatoSliced={"cooked": -9.0}))  # seen later than the others
    for piece in ("PotatoSliced|1", "PotatoSliced|2"):
        assert known.sure(piece, "cooked", True) and BOILED in known.thing(piece).notes
    far = replace(doubtful(thing("PotatoSliced|3")), boxes={"PotatoSliced|3": Box((3.0, 0.8, 0.5), (3.1, 0.9, 0.6))})
    known.observe(far)
    assert not known.sure("PotatoSliced|3", "cooked", True), "somebody else cut that one"


def test_what_is_in_a_pot_that_is_lifted_is_where_the_pot_was_taken_from():
    inside = {"Pot|1": "Fridge|1"}
    known = belief(thing("Pot|1"), thing("Fridge|1", "open"), inside=inside)
    known.observe(sight(thing("Pot|1"), thing("Egg|1"), inside={"Egg|1": "Pot|1"}, held="Pot|1"))
    assert known.chain("Egg|1") == ["Pot|1"]
    assert known.whereabouts("Egg|1") == ["Pot|1", "Fridge|1"]
    assert Trait("Egg", (), "Fridge").fits(known.thing("Egg|1"), known)
    assert not Trait("Pot", (), "Fridge").fits(known.thing("Pot|1"), known)
    known.observe(sight(thing("Pot|1"), thing("CounterTop|1"), inside={"Pot|1": "CounterTop|1"}))
    assert not Trait("Egg", (), "Fridge").fits(known.thing("Egg|1"), known)
