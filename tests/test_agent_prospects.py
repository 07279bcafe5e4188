"""A search for all of a kind ends when little is left to find, and goes by what was said of where things are."""

from __future__ import annotations

import pytest
from test_agent_search import skills_in

from agent.body.skills import Skills
from agent.planning.episode import planner_of, pursue
from agent.recognition.told import told_by
from agent.space.prospects import Prospects, Sought, Told
from envs.teach.tasks.definitions import load_task


def looked_around(skills: Skills) -> Skills:
    while (stand := skills.survey.next(skills.navigator.routes)) is not None:
        skills.look_from(stand)
    return skills


def prospects(skills: Skills, told: Told | None = None) -> Prospects:
    return Prospects(skills.belief, skills.survey, skills.containers, told)


def inside(skills: Skills, kind: str, told: Told | None = None, found: int = 1) -> float:
    view = prospects(skills, told)
    return sum(view.inside(t, Sought(("Mug",), found)) for t in skills.belief.known(kind))


def test_the_more_has_been_looked_at_the_less_is_left():
    _, skills = skills_in("kitchen", 0)
    sought = Sought(("Mug",), 1)
    before = prospects(skills).left(sought)
    looked_around(skills)
    assert 0.0 < prospects(skills).left(sought) < before
    assert prospects(skills).outside(sought) == pytest.approx(0.0)


def test_one_at_least_is_left_until_one_is_found():
    _, skills = skills_in("kitchen", 0)
    looked_around(skills)
    assert prospects(skills).left(Sought(("Mug",), 0)) >= 1.0
    assert prospects(skills).left(Sought(("Mug",), 1)) < 1.0


def test_what_is_in_a_place_that_was_named_is_likelier_there_and_less_likely_elsewhere():
    _, skills = skills_in("kitchen", 0)
    looked_around(skills)
    told = Told(frozenset({"Fridge"}))
    assert inside(skills, "Fridge", told) > inside(skills, "Fridge") > inside(skills, "Fridge", Told(frozenset()))
    assert inside(skills, "Cabinet", told) < inside(skills, "Cabinet")


def test_a_number_that_was_said_is_a_lower_bound():
    _, skills = skills_in("kitchen", 0)
    view = prospects(looked_around(skills), Told(frozenset(), (("Drinkware", 3),)))
    assert view.said(("Mug",)) == 3
    assert view.said(("Fork",)) == 0
    assert view.left(Sought(("Mug",), 1)) >= 2.0


def test_what_may_stay_is_not_looked_into():
    _, skills = skills_in("kitchen", 0)
    looked_around(skills)
    fridge = skills.belief.known("Fridge")[0]
    view = prospects(skills, Told(frozenset({"Fridge"})))
    assert view.inside(fridge, Sought(("Mug",), 1, kept=frozenset({fridge.object_id}))) == 0.0


@pytest.mark.parametrize(
    ("said", "place"),
    [
        (["Put all the mugs on the table.", "One is in the fridge."], "Fridge"),
        (["there is another in the cabinet above the stove"], "Cabinet"),
        (["please take the bowl out of the microwave"], "Microwave"),
        (["The last one is in the bin"], "GarbageCan"),
        (["where is it?", "look in the drawer"], "Drawer"),
    ],
)
def test_places_are_told_of(said, place):
    assert place in told_by(said).places


@pytest.mark.parametrize(
    "said",
    ["Put all the mugs in a cabinet.", "please place every mug in the cabinet", "I have put it into the cabinet"],
)
def test_where_things_go_does_not_tell_where_they_are(said):
    assert "Cabinet" not in told_by([said]).places


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("put my three bars of soap on the counter", ("SoapBar", 3)),
        ("put 2 watches onto a single sofa", ("Watch", 2)),
        ("wash the four dirty mugs", ("Mug", 4)),
    ],
)
def test_numbers_are_told_of(said, number):
    assert number in told_by([said]).numbers


@pytest.mark.parametrize("said", ["put the mug on one table", "put one mug there", "is it 2 o'clock? wash a mug"])
def test_other_numbers_are_not(said):
    assert all(name not in ("Mug", "Tables") for name, _ in told_by([said]).numbers)


def steps_of(told: Told | None) -> int:
    controller, skills = skills_in("kitchen", 0)
    assert pursue(skills, planner_of(skills, load_task("Clean All X", ("Mug",)), told)) == "done"
    known = {k for k, one in skills.belief.things.items() if one.object_type == "Mug"}
    assert known and not any(r["isDirty"] for r in controller.engine.world.records if r["objectId"] in known)
    return skills.body.steps


def test_who_was_told_where_things_are_does_not_open_everything():
    assert steps_of(Told(frozenset({"CounterTop"}))) < steps_of(None)
