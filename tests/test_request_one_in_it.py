"""Where "in it" and "put it in" point, whichever one lies somewhere, and what is told without articles."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin
from agent.requests.reading import read_at_work
from agent.requests.topics.emptied_first import in_what_was_emptied
from tests.at_work import HOME, comes_to


def begun(text: str) -> list[str]:
    found = read_at_work(text, HOME).instructions
    return [one.errand.words for one in found if isinstance(one, Begin)]


def test_what_was_emptied_is_what_something_is_done_in() -> None:
    text = "take the fork out of the pot, and only then boil an egg in it"
    assert in_what_was_emptied(text).endswith("boil an egg in the pot") and len(begun(text)) == 2
    heated = "take the fork out of the microwave, and then warm a potato in it"  # it may not have come out
    assert in_what_was_emptied(heated) == heated
    left = "take the mug out of the sink, then make coffee in it"  # the mug holds something itself
    assert in_what_was_emptied(left) == left


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("if there is a tomato that isn't in the fridge yet, put it in", ["put every tomato in some fridge"]),
        ("If any mugs aren't in the sink yet, pop them in.", ["put every mug in some sink"]),
        ("Any apple that is not in the box yet, put it in there.", ["put every apple in some box"]),
        ("in sink is a mug, please wash", ["clean the mug from the sink"]),
        ("On shelf is a book, no idea why. It goes on the desk.", ["put the book from the shelf on the desk"]),
        (
            "put all the forks in the drawer, except whichever one ended up in the bin",
            ["put every fork in some drawer except the ones in the garbage can"],
        ),
    ],
)
def test_what_is_told_otherwise(text: str, wanted: list[str]) -> None:
    assert begun(text) == wanted


@pytest.mark.parametrize(
    "remark", ["one you leave out, for the soup", "one you can keep back", "one of them stays over"]
)
def test_so_many_are_left_out(remark: str) -> None:
    assert comes_to("put all the potatoes in the drawer", remark) == ["put every potato in some drawer except one"]
