"""A detail of the work, said without a deed: how its things shall be, from where they are, on what dish."""

from __future__ import annotations

import pytest

from tests.at_work import comes_to


@pytest.mark.parametrize(
    "remark",
    [
        "sliced, please",
        "cut up, not whole",
        "cut into slices",
        "I'd like it sliced",
        "I can't bite it, so chopped, please",
    ],
)
def test_what_shall_be_cut_is_cut_before_it_is_brought(remark: str) -> None:
    assert comes_to("bring me the tomato", remark) == ["now: cut up a tomato", "bring you all the tomato slices"]


def test_what_shall_be_washed_filled_or_cooked_is_so_before_it_is_put_somewhere() -> None:
    assert comes_to("put the mug on the table", "It should be washed first.") == ["now: clean a mug"]
    assert comes_to("put the pot on the stove", "it has to be full") == ["now: fill a pot with water"]
    why = "My teeth aren't what they were, so cooked, naturally."
    assert comes_to("put the potato on the table", why) == ["now: cook a potato"]
    assert comes_to("put the lettuce on a plate", "It should be rinsed and well drained.") == ["?"]  # no tap for food


@pytest.mark.parametrize(
    "remark", ["get it out of the drawer", "take it from the drawer", "you can use the one from the drawer"]
)
def test_where_it_is_taken_from_tells_which_one(remark: str) -> None:
    assert comes_to("put a knife on the table", remark) == ["put the knife from the drawer on the table"]


@pytest.mark.parametrize("remark", ["in a bowl, please", "in a bowl so it won't crumb", "bring it in a bowl"])
def test_what_is_brought_on_a_dish_is_brought_with_it(remark: str) -> None:
    assert comes_to("bring me the bread", remark) == [
        "put a loaf of bread in the bowl",
        "next: bring you the bowl with the bread",
    ]
