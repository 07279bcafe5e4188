"""How a thing shall be that is put or brought, said beside it, is brought about before."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin, Clarification, Instruction
from agent.requests.reading import read_at_work


def read(said: str) -> tuple[Instruction, ...]:
    return read_at_work(said).instructions


def words(said: str) -> list[str]:
    """What is begun, in words, where nothing is asked back."""
    found = read(said)
    assert not any(isinstance(one, Clarification) for one in found), found
    return [one.errand.words for one in found if isinstance(one, Begin)]


TOMATO = ["cut up a tomato", "put all the tomato slices on the plate"]
APPLE = ["cut up an apple", "put all the apple slices in the bowl"]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("I would like one tomato in slices, on the plate please.", TOMATO),
        ("one tomato in slices, on the plate", TOMATO),
        ("put the tomato cut up on the plate", TOMATO),
        ("put a tomato on a plate, in slices please", TOMATO),
        ("the apple, sliced, in the bowl", APPLE),
        ("put the apple in thin slices in the bowl", APPLE),
        ("bring me an apple in slices", ["cut up an apple", "bring you all the apple slices"]),
        ("put two tomatoes in pieces on the plate", ["cut up 2 tomatoes", TOMATO[1]]),
    ],
)
def test_food_is_cut_before_all_its_slices_are_put(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("put the potato, cooked, on the plate", ["cook a potato", "put a potato on the plate"]),
        ("the mug, clean, on the table please", ["clean a mug", "put a mug on the table"]),
        ("put the mugs, washed, in the cabinet", ["clean every mug", "put every mug in some cabinet"]),
        ("bring me a mug, filled with water", ["fill a mug with water", "bring you a mug"]),
    ],
)
def test_what_shall_be_so_is_made_so_before(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("put the tomato slices on the plate", ["put all the tomato slices on the plate"]),
        ("put the clean mug on the table", ["put the clean mug on the table"]),
        ("put a sliced tomato on the plate", ["serve 1 slice of tomato on one clean plate"]),
    ],
)
def test_what_is_so_already_is_not_made_so(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


def test_a_shape_that_was_not_understood_is_asked_about() -> None:
    (asked,) = read("put the lettuce and the tomato on the plate in wedges")
    assert isinstance(asked, Clarification)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Fried egg for me, on a plate. Thanks.", ["fry a cracked egg", "put an egg on the plate"]),
        ("Boiled potato for us, in a bowl, please", ["boil a potato", "put a potato in the bowl"]),
        (
            "make two fried eggs for us, on a plate",
            ["cook 2 cracked eggs", "put every cracked egg on some plate"],
        ),
        ("I would like to eat toast. Two slices, on a plate, please.", ["serve 2 slices of toast on a clean plate"]),
        (
            "Could you make me toast? Three slices will do. On a plate.",
            ["serve 3 slices of toast on a clean plate"],
        ),
        ("I want sliced tomato. Four slices, on a plate.", ["serve 4 slices of tomato on one clean plate"]),
    ],
)
def test_what_is_made_and_how_much_of_it_goes_on_the_dish_told_behind(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


def test_what_is_fried_in_a_pan_is_not_put_into_it_afterwards() -> None:
    assert any(isinstance(one, Clarification) for one in read("Fried egg, in the pan."))
