"""Handling things: where they are put, from where they are seen, what is lifted to look into, and what people get."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_agent_belief import sight, thing
from test_agent_planner import believed, planner, recipes
from test_agent_search import look_around, skills_in

from agent.belief.common_sense import may_conceal
from agent.belief.effects import conclude
from agent.belief.solids import Solids
from agent.belief.state import Belief, Thing
from agent.belief.things import Things
from agent.body.skills import DONE, SkillResult
from agent.planning.assignment import Assignment
from agent.planning.carrying.handing import Handing
from agent.planning.moves import SkillCall, Stuck
from agent.planning.wants import Want
from agent.space.clearance import free_point, has_room
from agent.space.navigation import Stand
from agent.space.person import Person
from agent.space.sightlines import InteractionPose, best_first
from envs.pocket.scene import AgentPose, Box

TABLE = Box((-0.6, 0.0, 0.4), (0.6, 0.8, 1.2))


def table_with(*boxes: Box) -> Belief:
    nodes = [thing("DiningTable|1"), *(thing(f"Bowl|{i}") for i in range(len(boxes))), thing("Plate|1")]
    inside = {f"Bowl|{i}": "DiningTable|1" for i in range(len(boxes))}
    known = Belief([(0, 0), (0, -1)], (-2.0, -2.0, 2.0, 2.0), sight(*nodes, inside=inside, held="Plate|1"))
    sizes = {"DiningTable|1": TABLE, "Plate|1": Box((0.0, 0.0, 0.0), (0.2, 0.05, 0.2))}
    sizes |= {f"Bowl|{i}": box for i, box in enumerate(boxes)}
    for key, box in sizes.items():
        known.things[key] = Thing(key, key.split("|")[0], key, place=inside.get(key), box=box)
    return known


# -- putting things down ---------------------------------------------------------------------------------------------


def test_a_thing_is_put_beside_what_stands_there_and_near_the_agent():
    pose = AgentPose(0.0, 0.9, 0.0, 0.0, 30.0)
    bowl = Box((-0.1, 0.8, 0.5), (0.1, 0.9, 0.7))
    known = table_with(bowl)
    found = free_point(known, known.thing("DiningTable|1"), known.thing("Plate|1"), pose)
    assert found is not None
    beside, _ = found
    assert abs(beside - 0.5) > 0.15
    known = table_with(Box((-0.6, 0.8, 0.9), (0.6, 0.9, 1.2)))
    found = free_point(known, known.thing("DiningTable|1"), known.thing("Plate|1"), pose)
    assert found is not None and found[1] > 0.5


def test_a_full_table_has_no_free_place():
    known = table_with(TABLE)
    place, item = known.thing("DiningTable|1"), known.thing("Plate|1")
    assert free_point(known, place, item, AgentPose(0.0, 0.9, 0.0)) is None
    assert not has_room(known, place, item)
    assert has_room(table_with(), place, item)


def test_soft_furniture_is_used_as_it_is():
    known = table_with()
    assert free_point(known, Thing("Sofa|1", "Sofa", "Sofa_0", box=TABLE), known.thing("Plate|1"), known.pose) is None


def test_what_is_put_on_a_worktop_can_be_taken_again():
    _, skills = skills_in("kitchen", 14)
    look_around(skills)
    items = [t for t in skills.belief.things.values() if t.object_type in ("Mug", "Apple", "Bowl", "Plate", "Cup")][:4]
    for item in items:
        if not skills.pick_up(item.object_id).done:
            continue
        counter = min(skills.belief.known("CounterTop"), key=lambda t: t.object_id)
        if skills.put(counter.object_id).done:
            assert item.object_id in skills.belief.in_view
            assert skills.pick_up(item.object_id).done
            skills.put(counter.object_id)


# -- seeing ----------------------------------------------------------------------------------------------------------


def test_after_a_failure_another_side_is_tried():
    box = Box((-0.1, 0.9, -0.1), (0.1, 1.0, 0.1))
    front, close, side = (
        InteractionPose(Stand(cell, 0, 30), 1.0, n) for n, cell in enumerate([(0, -4), (0, -3), (4, 0)])
    )
    assert next(best_first([front, close, side])) == front.stand
    assert next(best_first([front, close, side], failed=[(0, -4)], box=box)) == side.stand


def test_open_furniture_and_what_touches_it_do_not_hide():
    fridge = Thing("Fridge|1", "Fridge", "Fridge_0", box=Box((0.0, 0.0, 0.0), (1.0, 2.0, 1.0)))
    mug = Thing("Mug|1", "Mug", "Mug_0", box=Box((0.4, 1.0, 0.4), (0.5, 1.1, 0.5)))
    solids = Solids([fridge, mug])
    assert len(solids.low) == 1
    assert len(solids.without(["Fridge|1"])[0]) == 0
    assert mug.box is not None and len(solids.without([], [mug.box])[0]) == 0
    assert len(solids.without([], [Box((3.0, 1.0, 3.0), (3.1, 1.1, 3.1))])[0]) == 1


KEYS = st.sampled_from([f"{kind}|{n}" for kind in ("Mug", "Plate", "CounterTop") for n in range(3)])
CHANGES = st.lists(st.tuples(KEYS, st.none() | KEYS, st.booleans()), max_size=40)


@given(CHANGES)
@settings(max_examples=60)
def test_quick_answers_about_things_are_those_of_looking_at_each(changes):
    things, plain = Things(), {}
    for key, place, gone in changes:
        if gone:
            things.pop(key, None)
            plain.pop(key, None)
        else:
            things[key] = plain[key] = Thing(key, key.split("|")[0], key, place=place)
    assert list(things) == list(plain) and dict(things) == plain
    for types in (("Mug",), ("Plate", "Mug"), ("Fork",)):
        assert things.of_types(types) == [t for t in plain.values() if t.object_type in types]
    for place in [*plain, "nowhere"]:
        assert sorted(things.directly_on(place)) == sorted(k for k, t in plain.items() if t.place == place)


def test_a_thing_that_others_moved_is_no_longer_where_it_was_put():
    known = Belief([(0, 0)], (-1.0, -1.0, 1.0, 1.0), sight(thing("Mug|1"), thing("CounterTop|1"), held="Mug|1"))
    known.observe(sight(thing("Mug|1"), thing("CounterTop|1"), inside={"Mug|1": "CounterTop|1"}))
    known.acted("Place", "CounterTop|1", "Mug|1")
    moved = sight(thing("Mug|1"), thing("Shelf|1"), inside={"Mug|1": "Shelf|1"})
    known.observe(moved)
    assert known.chain("Mug|1") == ["CounterTop|1"]  # seen where it was: the agent knows best what it put it on
    known.observe(replace(moved, boxes={**moved.boxes, "Mug|1": Box((0.8, 0.8, 0.5), (0.9, 1.0, 0.7))}))
    assert known.chain("Mug|1") == ["Shelf|1"]


# -- looking under and into things -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cover", "hidden", "may"),
    [("Pot", "Fork", True), ("Pot", "Pan", False), ("Newspaper", "Watch", True), ("Newspaper", "Vase", False)],
)
def test_pots_conceal_small_things_and_newspapers_flat_ones(cover, hidden, may):
    assert may_conceal(cover, hidden) is may


def test_a_pot_is_lifted_before_a_fork_is_given_up_and_put_down_again():
    known = believed(thing("Pot|1"))
    plan = planner(known, "Put All X On Y", "Fork", "on", "CounterTop")
    plan.search._survey._left[:] = 0
    assert plan.search.covers_left(["Fork"]) == SkillCall("pick_up", "Pot|1")
    known.observe(sight(thing("Pot|1"), held="Pot|1"))
    plan.learn(SkillCall("pick_up", "Pot|1"), DONE)
    assert plan.search.covers_left(["Fork"]) is None
    assert plan.search.put_back(()) == SkillCall("put", "CounterTop|1")
    assert plan.search.covers_left(["Pan"]) is None


# -- what cannot be done ---------------------------------------------------------------------------------------------


def test_what_lies_in_a_container_that_cannot_be_opened_is_of_no_use():
    inside = {"Bowl|1": "Drawer|1"}
    known = believed(thing("Potato|1"), thing("Bowl|1"), thing("Drawer|1"), thing("Microwave|1"), inside=inside)
    known.acted("Close", "Drawer|1", None)
    plan = recipes(known)
    assert plan.able(known.thing("Bowl|1"), "pick_up")
    plan.banned.add(("open", "Drawer|1"))
    assert not plan.able(known.thing("Bowl|1"), "pick_up")


def test_the_hand_is_not_emptied_for_what_cannot_be_taken():
    plan = recipes(believed(thing("Mug|1"), thing("Fork|1"), held="Fork|1"))
    plan.banned.add(("pick_up", "Mug|1"))
    assert isinstance(plan.held("Mug|1"), Stuck)
    assert isinstance(plan.placed("Mug|1", "CounterTop|1"), Stuck)


def test_a_thing_that_is_not_where_it_was_is_looked_for_once():
    known = believed(thing("Mug|1"), thing("CoffeeMachine|1"))
    plan = planner(known, "Coffee")
    grasp = SkillCall("pick_up", "Mug|1")
    assert plan.next() == grasp
    known.observe(sight())
    plan.learn(grasp, SkillResult("impossible", "it cannot be seen from anywhere near", unseen=True))
    assert "Mug|1" not in known.things
    again = plan.next()
    assert again is None or again.skill in ("look_from", "open", "inspect")


# -- water -----------------------------------------------------------------------------------------------------------


def test_the_tap_is_turned_off_before_a_candle_is_put_under_it():
    known = believed(thing("Candle|1", "on"), held="Candle|1")
    assert recipes(known).placed("Candle|1", "SinkBasin|1") == SkillCall("put", "SinkBasin|1")
    known.acted("ToggleOn", "Faucet|1", None)
    assert recipes(known).placed("Candle|1", "SinkBasin|1") == SkillCall("switch_off", "Faucet|1")
    known = believed(thing("Mug|1", "dirty"), held="Mug|1")
    known.acted("ToggleOn", "Faucet|1", None)
    assert recipes(known).placed("Mug|1", "SinkBasin|1") == SkillCall("put", "SinkBasin|1")


def test_running_water_puts_a_candle_out_of_sight_out():
    known = believed(thing("Candle|1", "on"), inside={"Candle|1": "SinkBasin|1"})
    known.observe(sight(thing("Faucet|1")))
    known.acted("ToggleOn", "Faucet|1", None)
    conclude(known)
    assert known.thing("Candle|1").states == frozenset()


# -- people ----------------------------------------------------------------------------------------------------------


def test_pointing_faces_a_thing_and_names_it():
    _, skills = skills_in("kitchen", 0)
    look_around(skills)
    said: list[str] = []
    skills.body.say = lambda text, speaker="": said.append(text)
    fridge = skills.belief.known("Fridge")[0].object_id
    assert skills.point(fridge).done
    assert fridge in skills.belief.in_view and said == ["This is the fridge."]
    mug = next(t for t in skills.belief.things.values() if t.can("pickupable") and t.place is not None)
    assert skills.point(mug.object_id).done and said[-1].count(",") == 1


def test_giving_takes_the_thing_to_the_person():
    _, skills = skills_in("living_room", 0)
    look_around(skills)
    cells = skills.navigator.routes.cells()
    person = Stand(max(cells, key=lambda c: skills.navigator.routes.cost(c, 0)), 90, 30)
    assert skills.give(person).reason == "the hand is empty"
    thing_ = next(t for t in skills.belief.things.values() if skills.pick_up(t.object_id).done)
    said: list[str] = []
    skills.body.say = lambda text, speaker="": said.append(text)
    assert skills.give(person).done
    assert skills.belief.pose.cell == person.cell and skills.belief.held == thing_.object_id
    assert said and said[0].startswith("Here is the ")


def test_one_thing_is_held_out_and_several_are_put_within_the_reach_of_whoever_asked():
    near = Stand((0, 0), 0, 30)
    one = Want("objectType", "Mug", False, {}, handed=True)
    every = replace(one, everything=True)
    held = believed(thing("Mug|1"), held="Mug|1")
    assert isinstance(handing(held, None, one).brought("Mug|1"), Stuck)  # nobody is there
    assert handing(held, Person(near), one).brought("Mug|1") == SkillCall("give", near)
    assert handing(held, Person(near), every).brought("Mug|1") == SkillCall("put", "CounterTop|1")
    assert handing(held, Person(near), one, "Mug|1").brought("Mug|1") is None  # it was held out
    lying = believed(thing("Mug|1"), inside={"Mug|1": "CounterTop|1"})
    assert handing(lying, Person(near), every).brought("Mug|1") is None
    assert handing(lying, Person(near), one).brought("Mug|1") == SkillCall("pick_up", "Mug|1")


def handing(known: Belief, person: Person | None, want: Want, *handed: str) -> Handing:
    cook = recipes(known)
    cook.person = person
    cook.handed.update(handed)
    return Handing(Assignment((want,), known, cook, lambda: True), cook)


def test_every_skill_says_how_it_ended():
    _, skills = skills_in("kitchen", 0)
    look_around(skills)
    skills.belief.things["Mug|0"] = Thing("Mug|0", "Mug", "Mug_9")
    for name in ("pick_up", "open", "close", "switch_on", "switch_off", "slice", "pour", "look_at", "point"):
        result = getattr(skills, name)("Mug|0")
        assert result.status == "impossible" and result.reason, name
    assert np.isfinite(skills.belief.pose.x)
