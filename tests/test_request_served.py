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


@pytest.mark.parametrize(
    ("said", "last"),
    [
        ("Fry me the egg, dear, and wash one of the plates so that I can have it on that.", "an egg on the plate"),
        ("Boil a potato, please, and clean a bowl so that I can eat it from that.", "a potato in the bowl"),
        ("Fry an egg. I want to eat it off the plate in the cabinet.", "an egg on the plate from the cabinet"),
        ("I want one potato, cooked, on the plate. But the plate you must wash before.", "a potato on the plate"),
        ("Make a coffee. The mug in the drawer wants a wash first, mind, and then just leave the coffee on the table.",
         "a mug on the table"),
    ],
)  # fmt: skip
def test_what_is_made_goes_where_it_is_to_be_eaten(said: str, last: str) -> None:
    assert [one.errand.words for one in read_at_work(said, None).begun][-1] == f"put {last}"


@pytest.mark.parametrize(
    "said", ["Cook the egg and wash the pan so that I can use it.", "Fry the egg. I want to eat it at the table."]
)
def test_what_is_only_told_of_eating_puts_nothing_on_a_dish(said: str) -> None:
    assert not any("put" in one.errand.words for one in read_at_work(said, None).begun)
