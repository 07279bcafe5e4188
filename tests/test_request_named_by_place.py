"""A thing that is told of by its place in one word is the one that is there."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin
from agent.requests.reading import read_at_work
from tests.at_work import HOME


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("sink potato looks sus, bin it", "put the potato from the sink in the garbage can"),
        ("the counter apple is rotten, throw it away", "put the apple from the counter top in the garbage can"),
        ("table mug is dirty, wash it", "clean the dirty mug from the tables"),
        ("the stove pot needs a wash", "clean the pot from the stove burner"),
        ("the desk lamp is on, switch it off", "switch the running desk lamp off"),
    ],
)
def test_the_one_that_is_there_is_meant(said: str, wanted: str) -> None:
    (one,) = read_at_work(said, HOME).instructions
    assert isinstance(one, Begin)
    assert one.errand.words == wanted
