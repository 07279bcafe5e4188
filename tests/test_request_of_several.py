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
