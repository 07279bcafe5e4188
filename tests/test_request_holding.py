"""What is in or on a thing tells which one is meant: "the plate with the egg on it"."""

from __future__ import annotations

import pytest

from agent.household.provisions import Speech
from agent.household.session import live
from agent.planning.terms import Trait, WhichThings, terms_from, written
from agent.requests.instructions import Begin, Clarification, Revise
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext
from eval.commands.homes import CommandHome, things_in


@pytest.mark.parametrize(
    ("said", "kind", "holds"),
    [
        ("put the bowl with the apple in the fridge", "Bowl", "Apple"),
        ("open the drawer with the forks in it", "Drawer", "Fork"),
        ("bring me the plate that has an egg on it", "Plate", "Egg"),
    ],
)
def test_what_it_holds_is_read(said, kind, holds):
    (one,) = read_at_work(said).begun
    assert WhichThings(kind, Trait(holds=holds)) in one.errand.terms


def test_of_all_the_one_with_something_on_it_is_left_out():
    (one,) = read_at_work("wash all the plates except the one with the tomato on it").begun
    assert WhichThings("Plate", but=Trait(holds="Tomato")) in one.errand.terms


def test_so_it_is_in_a_change():
    tasks = tuple(one.errand for one in read_at_work("put the bowls in the sink").begun)
    (one,) = read_at_work("leave the bowl with the lettuce alone", RequestContext(tasks=tasks)).instructions
    assert isinstance(one, Revise) and one.new is not None
    assert [term.but.holds for term in one.new.terms if isinstance(term, WhichThings) and term.but] == ["Lettuce"]


@pytest.mark.parametrize("said", ["fill the pot with water", "slice the bread with the knife"])
def test_with_what_it_is_done_is_not_what_it_holds(said):
    (one,) = read_at_work(said).begun
    assert not any(isinstance(term, WhichThings) and term.trait.holds for term in one.errand.terms)


def test_a_tool_is_asked_about():
    (one,) = read_at_work("wash the pan with the sponge").instructions
    assert isinstance(one, Clarification) and not isinstance(one, Begin)


def test_it_is_kept_in_the_log():
    told = (WhichThings("Plate", Trait(holds="Egg"), Trait(near="Mug", holds="Fork")),)
    assert terms_from(written(told)) == told


def test_the_drawer_that_holds_it_is_meant():
    home = CommandHome("kitchen", 84).place()
    live(home, Speech("put a spoon in a drawer. then put a fork in the drawer with the spoon"))
    around = [one["parentReceptacles"] for one in things_in(home).values() if one["objectType"] in ("Spoon", "Fork")]
    drawers = [str(place[0]) for place in around if place and "Drawer" in str(place[0])]
    assert len(drawers) > len(set(drawers))
