"""The next step follows from what is believed: hands, doors, water and heat in the right order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from test_agent_belief import sight, thing

from agent.belief.state import Belief
from agent.body.skills import DONE, SkillResult
from agent.planning.moves import Missing, SkillCall, Stuck
from agent.planning.planner import Planner
from agent.planning.recipes import Recipes
from agent.planning.search import vessels_spared
from agent.planning.wants import wants_of
from agent.requests.reading import RequestContext, read_at_work
from agent.space.containers import Containers
from agent.space.navigation import Navigator
from agent.space.survey import Survey
from envs.pocket.scene import Box
from envs.teach.tasks.definitions import load_task

COUNTER, SINK, TAP = thing("CounterTop|1"), thing("SinkBasin|1"), thing("Faucet|1")
WORKTOP = (COUNTER, SINK, TAP)


def believed(*nodes: Any, inside: dict[str, str] | None = None, held: str | None = None) -> Belief:
    known = Belief([(0, 0)], (-0.5, -0.5, 0.5, 0.5), sight(*WORKTOP, *nodes, inside=inside, held=held))
    big = Box((0.0, 0.8, 0.3), (1.0, 1.0, 0.8))
    for node in WORKTOP:
        known.things[node.object_id] = replace(known.thing(node.object_id), box=big)
    return known


def recipes(known: Belief) -> Recipes:
    return Recipes(known, Containers(known))


def planner(known: Belief, name: str, *params: str) -> Planner:
    return Planner(wants_of(load_task(name, params)), known, Navigator(known), Survey(known), Containers(known))


def test_a_full_hand_is_emptied_first():
    known = believed(thing("Mug|1"), thing("Fork|1"), held="Fork|1")
    assert recipes(known).held("Mug|1") == SkillCall("put", "CounterTop|1")


def test_a_door_is_opened_and_a_running_microwave_switched_off_before():
    known = believed(thing("Mug|1"), thing("Microwave|1", "open"), inside={"Mug|1": "Microwave|1"})
    plan = recipes(known)
    assert plan.held("Mug|1") == SkillCall("pick_up", "Mug|1")
    known.acted("Close", "Microwave|1", None)
    assert plan.held("Mug|1") == SkillCall("open", "Microwave|1")
    known.acted("ToggleOn", "Microwave|1", None)
    assert plan.held("Mug|1") == SkillCall("switch_off", "Microwave|1")


def test_washing_is_placing_in_the_basin_and_turning_the_tap():
    known = believed(thing("Mug|1", "dirty"))
    assert recipes(known).washed("Mug|1") == SkillCall("pick_up", "Mug|1")
    known = believed(thing("Mug|1", "dirty"), held="Mug|1")
    assert recipes(known).washed("Mug|1") == SkillCall("put", "SinkBasin|1")
    known = believed(thing("Mug|1", "dirty"), inside={"Mug|1": "SinkBasin|1"})
    assert recipes(known).washed("Mug|1") == SkillCall("switch_on", "Faucet|1")
    assert recipes(believed(thing("Mug|1"))).washed("Mug|1") is None


def test_a_filled_mug_is_poured_out_before_coffee():
    machine = thing("CoffeeMachine|1")
    known = believed(thing("Mug|1", "filled"), machine, held="Mug|1")
    assert recipes(known).brewed("Mug|1") == SkillCall("pour", "SinkBasin|1")
    known = believed(thing("Mug|1"), machine, held="Mug|1")
    assert recipes(known).brewed("Mug|1") == SkillCall("put", "CoffeeMachine|1")
    known = believed(thing("Mug|1"), machine, inside={"Mug|1": "CoffeeMachine|1"})
    assert recipes(known).brewed("Mug|1") == SkillCall("switch_on", "CoffeeMachine|1")


def test_an_occupied_coffee_machine_is_cleared():
    inside = {"Mug|2": "CoffeeMachine|1"}
    known = believed(thing("Mug|1"), thing("Mug|2"), thing("CoffeeMachine|1"), inside=inside)
    assert recipes(known).brewed("Mug|1") == SkillCall("pick_up", "Mug|2")


def test_bread_is_toasted_and_potato_microwaved():
    bread, potato = thing("BreadSliced|1"), thing("Potato|1")
    known = believed(bread, potato, thing("Toaster|1"), thing("Microwave|1", "open"), held="BreadSliced|1")
    assert recipes(known).cooked("BreadSliced|1") == SkillCall("put", "Toaster|1")
    known = believed(potato, thing("Microwave|1", "open"), held="Potato|1")
    assert recipes(known).cooked("Potato|1") == SkillCall("put", "Microwave|1")
    known = believed(potato, thing("Microwave|1", "open"), inside={"Potato|1": "Microwave|1"})
    assert recipes(known).cooked("Potato|1") == SkillCall("close", "Microwave|1")


def test_without_a_microwave_there_is_still_the_stove():
    known = believed(thing("Potato|1"), thing("Pan|1"), thing("StoveBurner|1"), thing("StoveKnob|1"))
    plan = recipes(known)
    assert plan.cooked("Potato|1") == Missing(("Microwave",))
    plan.not_here.add("Microwave")
    assert plan.cooked("Potato|1") == SkillCall("switch_on", "StoveKnob|1")
    hot = believed(thing("Potato|1"), thing("Pan|1"), thing("StoveBurner|1", "hot"), held="Pan|1")
    plan = recipes(hot)
    plan.not_here.add("Microwave")
    assert plan.cooked("Potato|1") == SkillCall("put", "StoveBurner|1")


def test_cooked_food_cannot_be_boiled_any_more():
    assert isinstance(recipes(believed(thing("Potato|1", "cooked"))).boiled("Potato|1"), Stuck)


def test_boiling_begins_with_water():
    known = believed(thing("Potato|1"), thing("Bowl|1"), thing("Microwave|1"), held="Bowl|1")
    assert recipes(known).boiled("Potato|1") == SkillCall("put", "SinkBasin|1")
    known = believed(thing("Potato|1"), thing("Bowl|1", "filled"), thing("Microwave|1"), held="Potato|1")
    assert recipes(known).boiled("Potato|1") == SkillCall("put", "Bowl|1")


STOVE = (thing("StoveBurner|1", "hot"), thing("StoveKnob|1", "on"))


def test_a_pot_is_never_put_into_the_microwave():
    pot, oven = thing("Pot|1", "filled"), thing("Microwave|1", "open")
    known = believed(thing("Potato|1"), pot, oven, *STOVE, inside={"Potato|1": "Pot|1"}, held="Pot|1")
    assert recipes(known).boiled("Potato|1") == SkillCall("put", "StoveBurner|1")
    known = believed(thing("Potato|1"), pot, oven, inside={"Potato|1": "Pot|1"}, held="Pot|1")
    plan = recipes(known)
    assert plan.boiled("Potato|1") == Missing(("Bowl",))
    plan.not_here |= {"Bowl", "StoveBurner", "StoveKnob"}
    assert isinstance(plan.boiled("Potato|1"), Stuck)


def test_a_bowl_goes_into_the_microwave_where_it_is_nearer_than_a_pot():
    bowl, oven = thing("Bowl|1", "filled"), thing("Microwave|1", "open")
    known = believed(
        thing("Potato|1"), bowl, thing("Pot|1"), oven, *STOVE, inside={"Potato|1": "Bowl|1"}, held="Bowl|1"
    )
    assert recipes(known).boiled("Potato|1") == SkillCall("put", "Microwave|1")


@pytest.mark.parametrize("metal", ["Fork|1", "Spoon|1", "Watch|1", "Newspaper|1"])
def test_what_must_not_get_hot_is_taken_out_before_the_microwave_is_used(metal: str):
    known = believed(thing("Potato|1"), thing(metal), thing("Microwave|1", "open"), inside={metal: "Microwave|1"})
    assert recipes(known).cooked("Potato|1") == SkillCall("pick_up", metal)


@pytest.mark.parametrize("harmless", ["Apple|1", "Mug|1", "Plate|1", "Egg|1"])
def test_what_may_get_hot_stays_in_the_microwave(harmless: str):
    inside = {harmless: "Microwave|1"}
    known = believed(thing("Potato|1"), thing(harmless), thing("Microwave|1", "open"), inside=inside)
    assert recipes(known).cooked("Potato|1") == SkillCall("pick_up", "Potato|1")


def test_cutting_needs_a_knife():
    plan = recipes(believed(thing("Tomato|1")))
    assert plan.sliced(plan.belief.thing("Tomato|1")) == Missing(("Knife", "ButterKnife"))
    plan = recipes(believed(thing("Tomato|1"), thing("ButterKnife|1"), held="ButterKnife|1"))
    assert plan.sliced(plan.belief.thing("Tomato|1")) == SkillCall("slice", "Tomato|1")


def test_the_heel_of_a_loaf_is_not_cut_again():
    known = believed(thing("Bread|1|Bread_0"))
    assert recipes(known).sources("BreadSliced") == []


def test_a_plant_is_watered_from_a_vessel():
    known = believed(thing("HousePlant|1"), thing("Cup|1", "filled"), held="Cup|1")
    assert recipes(known).filled("HousePlant|1") == SkillCall("pour", "HousePlant|1")


def test_a_receptacle_that_turned_out_full_is_cleared_of_what_is_not_wanted_there():
    inside = {"Fork|1": "Drawer|1", "Spoon|1": "Drawer|1"}
    known = believed(thing("Mug|1"), thing("Fork|1"), thing("Spoon|1"), thing("Drawer|1", "open"), inside=inside)
    plan = recipes(known)
    plan.full.add(("Drawer|1", "Mug"))
    plan.wanted = {"Fork|1"}
    assert plan.placed("Mug|1", "Drawer|1") == SkillCall("pick_up", "Spoon|1")
    plan.made_room(["Drawer|1"])
    assert plan.placed("Mug|1", "Drawer|1") == SkillCall("pick_up", "Mug|1")
    plan.full.add(("Drawer|1", "Mug"))
    plan.wanted = {"Fork|1", "Spoon|1"}
    assert isinstance(plan.placed("Mug|1", "Drawer|1"), Stuck)


def test_what_is_unknown_is_looked_for_and_what_is_nowhere_is_given_up():
    known = believed(thing("Mug|1", "dirty"))
    plan = planner(known, "Water Plant")
    seen = []
    while (step := plan.next()) is not None:
        seen.append(step.skill)
        assert plan.goal == "find a house plant"
        assert not isinstance(step.target, str)
        plan.search._survey.skip(step.target)
        plan.learn(step, DONE)
    assert set(seen) == {"look_from"}
    assert plan.excuses() == ["I could not find a house plant"]


def test_a_thing_that_cannot_be_taken_is_replaced_by_another():
    known = believed(thing("Mug|1"), thing("Mug|2"), thing("CoffeeMachine|1"))
    plan = planner(known, "Coffee")
    first = plan.next()
    assert first is not None and first.skill == "pick_up"
    plan.learn(first, SkillResult("impossible", "it is nailed down"))
    second = plan.next()
    assert second is not None and second.skill == "pick_up" and second.target != first.target


def test_a_step_that_fails_again_and_again_is_not_tried_for_ever():
    known = believed(thing("Mug|1"), thing("CoffeeMachine|1"))
    plan = planner(known, "Coffee")
    tries = 0
    grasp = SkillCall("pick_up", "Mug|1")
    while plan.next() == grasp:
        plan.learn(grasp, SkillResult("retry", "it slipped"))
        tries += 1
    assert tries == 3


def test_what_was_switched_on_is_switched_off_at_the_end():
    known = believed(thing("Mug|1", "dirty"), inside={"Mug|1": "SinkBasin|1"})
    plan = planner(known, "Clean All X", "Mug")
    plan.search._survey._left[:] = 0
    tap = SkillCall("switch_on", "Faucet|1")
    assert plan.next() == tap
    known.acted("ToggleOn", "Faucet|1", None)
    known.change("Mug|1", add=["filled"], drop=["dirty"])
    plan.learn(tap, DONE)
    assert plan.next() == SkillCall("switch_off", "Faucet|1")
    known.acted("ToggleOff", "Faucet|1", None)
    assert plan.next() is None
    assert plan.excuses() == []


@pytest.mark.parametrize("name", ["Plate|1", "Plate|2"])
def test_the_clean_plate_is_chosen(name):
    dirty = {"Plate|1", "Plate|2"} - {name}
    plates = [thing(k, *(["dirty"] if k in dirty else [])) for k in ("Plate|1", "Plate|2")]
    plan = planner(believed(*plates, thing("TomatoSliced|1")), "N Slices Of X In Y", "1", "Tomato", "on", "Plate")
    plan.next()
    assert plan.things.bound[0] == name


def wanted_by(known: Belief, said: str) -> Planner:
    wants = read_at_work(said, RequestContext()).begun[0].errand.wants()[0]
    return Planner(wants, known, Navigator(known), Survey(known), Containers(known))


@pytest.mark.parametrize("steps", [0, 40])
def test_those_that_are_there_already_count_however_far_away_they_are(steps: int, monkeypatch):
    tomatoes = ("Tomato|1", "Tomato|2", "Tomato|3")
    known = believed(*map(thing, tomatoes), thing("Fridge|1", "open"), inside={k: "Fridge|1" for k in tomatoes[1:]})
    plan = wanted_by(known, "put all the tomatoes in the fridge except one")
    monkeypatch.setattr(plan.recipes, "steps_to", lambda one: steps)
    heads = next(i for i, want in enumerate(plan.wants) if want.word == "Tomato")
    assert set(plan.things.members(heads)) == {"Tomato|2", "Tomato|3"}


def test_a_pot_is_not_lifted_to_look_for_what_is_left_in_it_anyway():
    for said, spared in (
        ("put all the eggs in the fridge except the one in the pot", {"Pot"}),
        ("put all the eggs in the fridge except the one on the table", {"DiningTable"}),
        ("put all the eggs in the fridge except one in the pot", set()),
        ("put all the eggs in the fridge", set()),
    ):
        wants = read_at_work(said, RequestContext()).begun[0].errand.wants()[0]
        assert spared <= vessels_spared(wants) and bool(spared) is bool(vessels_spared(wants))


# -- what a class of things is commonly taken for --------------------------------------------------------------------


@pytest.mark.parametrize("table", ["DiningTable", "CoffeeTable", "SideTable", "Desk"])
def test_a_shelf_is_no_table_while_there_is_one(table: str):
    known = believed(thing("Bread|1"), thing("Shelf|1"), thing(f"{table}|1"), inside={"Bread|1": "Shelf|1"})
    plan = planner(known, "Put All X On Y", "Bread", "on", "Tables")
    plan.search._survey._left[:] = 0
    assert plan.next() == SkillCall("pick_up", "Bread|1")
    known.observe(sight(thing("Bread|1"), held="Bread|1"))
    assert plan.next() == SkillCall("put", f"{table}|1")


def test_where_there_is_no_table_at_all_a_shelf_will_do_as_it_does_in_recorded_games():
    known = believed(thing("Bread|1"), thing("Shelf|1"), inside={"Bread|1": "Shelf|1"})
    plan = planner(known, "Put All X On Y", "Bread", "on", "Tables")
    home = next(home for want in plan.wants for home in want.homes)
    assert not plan.things.in_home("Bread|1", home)
    plan.search._survey._left[:] = 0
    assert plan.things.in_home("Bread|1", home)
