"""Tasks come apart into one want per thing, nested tasks included."""

from __future__ import annotations

import pytest

from agent.planning.phrasing import errand, request
from agent.planning.wants import WantedPlace, wants_of
from envs.teach.tasks.definitions import definitions, load_task


def shape(name, *params):
    return [(w.word, w.everything, dict(w.conditions), w.homes, w.is_home) for w in wants_of(load_task(name, params))]


def test_coffee_wants_one_clean_mug_of_coffee():
    assert shape("Coffee") == [("Mug", False, {"isDirty": 0, "simbotIsFilledWithCoffee": 1}, (), False)]


def test_all_of_a_kind_is_one_want():
    assert shape("Clean All X", "Drinkware") == [("Drinkware", True, {"isDirty": 0}, (), False)]


def test_one_place_for_all_has_to_be_chosen_and_comes_first():
    place, things = shape("Put All X In One Y", "Watch", "in", "Box")
    assert place == ("Box", False, {}, (), True)
    assert things == ("Watch", True, {}, (WantedPlace(0, True),), False)


def test_any_place_need_not_be_chosen():
    things, place = shape("Put All X On Y", "Fork", "in", "Sink")
    assert things[3] == (WantedPlace(1, False),)
    assert not place[4]


def test_nested_tasks_are_counted_out_and_share_their_plate():
    wants = shape("Sandwich", "1", "2")
    assert [w[0] for w in wants] == ["Plate", *["BreadSliced"] * 2, "LettuceSliced", *["TomatoSliced"] * 2]
    assert all(w[3] == (WantedPlace(0, True),) for w in wants[1:])


def test_two_dishes_have_two_plates_and_what_is_off_the_menu_is_not_wanted():
    menu = ["0", "2", "0", "Bowl", "0", "Plate", "0", "0", "0", "0", "0", "0", "0", "CounterTop"]
    wants = shape("Breakfast", *menu)
    assert [w[0] for w in wants] == ["Plate", "Plate", "BreadSliced", "BreadSliced", "CounterTop"]
    assert [w[3] for w in wants[2:4]] == [(WantedPlace(0, True),), (WantedPlace(1, True),)]
    assert wants[0][3] == (WantedPlace(4, False),)


def test_a_knife_and_a_sink_are_not_wanted_for_themselves():
    assert [w[0] for w in shape("N Slices Of X In Y", "1", "Tomato", "in", "Bowl")] == ["Bowl", "TomatoSliced"]


@pytest.mark.parametrize("definition", definitions(), ids=lambda d: d.name)
def test_every_task_can_be_asked_for_in_words(definition):
    task = load_task(definition.name, definition.example)
    assert errand(task) in request(task, seed=3)
    assert "#" not in errand(task) and "{" not in errand(task)
    assert request(task, seed=3) == request(task, seed=3)


def test_class_names_become_words():
    assert errand(load_task("Put All X In One Y", ["RemoteControl", "on", "Sofa"])) == (
        "put every remote control on the same sofa"
    )
    assert errand(load_task("Clean All X", ["Drinkware"])) == "clean all the drinkware"
