"""What is said of somebody's own deeds asks for nothing, and what must not be done is heeded or asked about."""

from __future__ import annotations

import pytest

from agent.planning.terms import Without
from agent.requests.instructions import Begin, Cancel, Clarification
from agent.requests.reading import read_at_work


@pytest.mark.parametrize(
    "told",
    ["I'm having a sandwich later", "she is having a coffee", "I'll put the cup in the cabinet myself",
     "my sister is making a salad", "the lettuce will be in the fridge", "I'm washing the cup",
     "I am going to make a salad"],
)  # fmt: skip
def test_what_somebody_does_and_where_things_are_asks_for_nothing(told: str) -> None:
    assert not [one for one in read_at_work(told).instructions if isinstance(one, Begin)]


@pytest.mark.parametrize(("asked", "dish"), [("I'll have a coffee", "Coffee"), ("I'll take a salad please", "Salad")])
def test_somebody_who_will_have_something_wants_it(asked: str, dish: str) -> None:
    (begun,) = read_at_work(asked).begun
    assert begun.errand.name == dish


@pytest.mark.parametrize(
    "asked",
    ["put the cup in the sink but don't put it next to the plate", "make a salad, don't cut the tomato too thin",
     "make a sandwich and don't toast the bread", "make coffee, don't use the chipped mug"],
)  # fmt: skip
def test_a_way_that_is_not_wanted_is_asked_about_when_it_cannot_be_heeded(asked: str) -> None:
    (ask,) = read_at_work(asked).instructions
    assert isinstance(ask, Clarification)
    assert asked[asked.index("don't") :] in ask.question


def test_what_is_not_wanted_of_other_things_calls_nothing_off() -> None:
    found = read_at_work("wash the cup and put it in the cabinet, and don't wash the plate").instructions
    assert len([one for one in found if isinstance(one, Begin)]) == 2
    assert not [one for one in found if isinstance(one, Cancel | Clarification)]


def test_a_door_left_open_behind_whoever_goes_is_left_open() -> None:
    (begun,) = read_at_work("get the lettuce out on the counter and don't shut the fridge behind you").begun
    assert Without(("Fridge",), "close") in begun.errand.terms
