"""Where what is cooked is to be served is not lost."""

from __future__ import annotations

import pytest

from agent.requests.reading import RequestContext, read_at_work


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("fried egg, on a plate, thats all", ["fry a cracked egg", "put an egg on the plate"]),
        (
            "fry an egg on a plate and open the fridge",
            ["fry a cracked egg", "put an egg on the plate", "open a fridge"],
        ),
        ("a boiled potato in a bowl please", ["boil a potato", "put a potato in the bowl"]),
        ("cook a potato on a clean plate", ["cook a potato", "put a potato on a clean plate"]),
        ("fry two eggs, on a plate", ["cook 2 cracked eggs", "put every cracked egg on some plate"]),
        ("cook a slice of potato on a plate", ["serve 1 cooked slice of potato on one clean plate"]),
    ],
)
def test_what_is_cooked_is_put_where_it_is_served(said: str, wanted: list[str]) -> None:
    assert [one.errand.words for one in read_at_work(said, RequestContext()).begun] == wanted
