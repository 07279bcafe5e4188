"""Of several things that are named first, something is done to one of them, or to so many."""

from __future__ import annotations

import pytest

from agent.planning.terms import WhichThings
from agent.requests.errands import BRING, PUT, STATE
from agent.requests.reading import read_at_work


@pytest.mark.parametrize(
    ("said", "name", "params", "states", "place"),
    [
        ("Of the two cups on the dining table, put the empty one into a cabinet.", PUT, ("1", "Cup", "in", "Cabinet"),
         (("empty", True),), "DiningTable"),
        ("From the two plates in the sink, bring me the clean one.", BRING, ("1", "Plate"), (("dirty", False),),
         "Sink"),
        ("Of the two eggs in the fridge put one on the counter.", PUT, ("1", "Egg", "on", "CounterTop"), (), "Fridge"),
        ("Out of the forks on the table, take two to the sink.", PUT, ("2", "Fork", "in", "Sink"), (), "Tables"),
        ("Of my two mugs, please fill the clean one with water.", STATE, ("1", "Mug", "filled"), (("dirty", False),),
         ""),
    ],
)  # fmt: skip
def test_which_or_how_many_of_several(
    said: str, name: str, params: tuple[str, ...], states: tuple[tuple[str, bool], ...], place: str
) -> None:
    (begun,) = read_at_work(said).begun
    assert (begun.errand.name, begun.errand.params) == (name, params)
    (which,) = begun.errand.terms
    assert isinstance(which, WhichThings) and which.trait is not None
    assert (which.trait.states, which.trait.place) == (states, place)


@pytest.mark.parametrize(
    ("said", "params", "place"),
    [
        ("You know those two bowls in the fridge? One of them can come out onto the counter, the other stays.",
         ("1", "Bowl", "on", "CounterTop"), "Fridge"),
        ("Those two mugs on the desk? One can go in the sink, the other stays.", ("1", "Mug", "in", "Sink"), "Desk"),
        ("Remember the three cups on the shelf? Two of those go in the sink, please.", ("2", "Cup", "in", "Sink"),
         "Shelf"),
        ("Potatoes, three, all lying around. Two go in the cold, one can stay.", ("2", "Potato", "in", "Fridge"), ""),
        ("Three apples lie around. Two go in the fridge, one can stay.", ("2", "Apple", "in", "Fridge"), ""),
    ],
)  # fmt: skip
def test_so_many_of_things_that_a_sentence_before_names(said: str, params: tuple[str, ...], place: str) -> None:
    (begun,) = read_at_work(said).begun
    assert begun.errand.params == params
    assert [one.trait.place for one in begun.errand.terms if isinstance(one, WhichThings)] == ([place] if place else [])


@pytest.mark.parametrize(
    ("said", "params"),
    [
        ("Put two apples in the fridge and leave one out.", ("2", "Apple", "in", "Fridge")),
        ("There's such a lot of lettuce. Put two of them in the fridge and leave me one out.",
         ("2", "Lettuce", "in", "Fridge")),
        ("There are lots of apples, four of them. Put three of them in the sink, leave one.",
         ("3", "Apple", "in", "Sink")),
    ],
)  # fmt: skip
def test_what_is_left_beside_so_many_does_not_lessen_them(said: str, params: tuple[str, ...]) -> None:
    (begun,) = read_at_work(said).begun
    assert begun.errand.params == params


@pytest.mark.parametrize(
    ("said", "params"),
    [
        ("On the desk I need two lettuces. One is already there.", ("2", "Lettuce", "on", "Desk")),
        ("I want exactly two eggs in the fridge. One of them is in there already.", ("2", "Egg", "in", "Fridge")),
        ("There should be three mugs on the desk. Two of them are there already.", ("3", "Mug", "on", "Desk")),
    ],
)
def test_so_many_as_are_wished_for_are_there_in_the_end(said: str, params: tuple[str, ...]) -> None:
    (begun,) = read_at_work(said).begun
    assert begun.errand.params == params
