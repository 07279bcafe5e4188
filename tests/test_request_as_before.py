"""What is to be as it was before the work, in whatever words."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Undo
from tests.at_work import said


@pytest.mark.parametrize(
    "remark",
    [
        "No no, I'd sooner have it where it was.",
        "I'd like that vase back in the place it came from",
        "I want it out of there again.",
        "back where you got it",
        "Hideous. As it was, please.",
        "It looked better before, return it to its old place.",
        "I need it after all, get it back out.",
        "Undo that, please, I want it where I'd left it.",
    ],
)
def test_what_is_to_be_as_it_was_goes_back(remark: str) -> None:
    assert said("put the vase in the box", remark) == (Undo(),)


def test_what_was_switched_goes_back_as_well() -> None:
    assert said("turn off the lamp", "I was still reading! Back on with it.") == (Undo(whole=True),)
    assert said("put the spoons in the drawer", "I was just using those! Out with them again.") == (Undo(whole=True),)


@pytest.mark.parametrize(
    "remark",
    [
        "put it back on the table",
        "the one in the back",
        "come back when you have done it",
        "I'll be back in a minute",
        "it was on the table before",
        "put it down",
        "then back to the vase",
    ],
)
def test_another_place_and_who_comes_back_undo_nothing(remark: str) -> None:
    assert not any(isinstance(one, Undo) for one in said("put the vase in the box", remark))
