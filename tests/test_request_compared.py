"""What is only compared tells no time; what is refused is not ended later, either."""

from __future__ import annotations

import pytest

from agent.requests.instructions import DangerRefusal, DoLater
from agent.requests.reading import read_at_work
from tests.at_work import HOME


def words(said: str) -> list[str]:
    return [one.errand.words for one in read_at_work(said, HOME).begun]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "the tomato, into the bin with it, it looks sadder than I do on a Monday!",
            ["put a tomato in the garbage can"],
        ),
        ("wash the mugs, they look like my desk on a Friday", ["clean every mug"]),
        ("put the bread away, it's as hard as a Sunday sermon", ["put a loaf of bread away"]),
        ("wash the plate, it's slower to clean than a Monday morning", ["clean a plate"]),
        ("my head is like Saturday night, make me a coffee", ["make coffee in a clean mug"]),
    ],
)
def test_a_day_that_something_is_compared_with_is_no_time(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


@pytest.mark.parametrize(
    "said", ["put the apple in the fridge on Monday", "I would like the apple in the fridge on Monday"]
)
def test_a_day_on_which_something_is_wanted_is_its_time(said: str) -> None:
    assert any(isinstance(one, DoLater) for one in read_at_work(said, HOME).instructions)


@pytest.mark.parametrize(
    "said",
    [
        "The spoon is already in the microwave, so switch the microwave on for one minute.",
        "There's a fork in the microwave. Turn the microwave on for two minutes.",
    ],
)
def test_what_is_refused_is_not_switched_off_later(said: str) -> None:
    found = read_at_work(said, HOME).instructions
    assert any(isinstance(one, DangerRefusal) for one in found)
    assert not any(isinstance(one, DoLater) for one in found)
