"""What somebody put where it must not be is taken out, and not put there."""

from __future__ import annotations

import pytest

from agent.requests.errands import AWAY
from agent.requests.hazards.taken_out import taken_out
from agent.requests.instructions import Begin, DangerRefusal
from agent.requests.reading import read_at_work
from tests.at_work import HOME


@pytest.mark.parametrize(
    "text",
    [
        "My son put a knife in the toaster, take it out before he gets hurt",
        "Somebody stuck a spoon in the microwave! Can you get it out of there?",
        "there's a fork in the microwave, remove it please",
        "one of the boys jammed a pencil in the toaster, fish it out before somebody starts the thing!",
    ],
)
def test_what_is_told_of_is_taken_out(text: str) -> None:
    (begun,) = read_at_work(text, HOME).instructions
    assert isinstance(begun, Begin) and begun.errand.name == AWAY


@pytest.mark.parametrize(
    "text",
    [
        "somebody shoved a fork in the microwave, start it",
        "My son put a knife in the toaster, take it out and put it in the microwave and start it",
        "there is an egg in the pot, take it out and put it in the fridge",
        "put the fork in the microwave",
    ],
)
def test_what_asks_for_more_is_read_as_it_is(text: str) -> None:
    assert taken_out(text) == text


def test_what_is_dangerous_is_still_refused() -> None:
    found = read_at_work("somebody shoved a fork in the microwave, start it", HOME).instructions
    assert any(isinstance(one, DangerRefusal) for one in found)
