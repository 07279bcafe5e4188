"""A kind told by what it is for, and all of a kind in place of the one that was told apart."""

from __future__ import annotations

import pytest

from agent.requests.errands import Errand
from agent.requests.instructions import Answered
from agent.requests.reading import read_at_work
from agent.requests.uttered.halting import halted
from tests.at_work import HOME, comes_to, said

LAID = "put a plate, a fork and a knife on the table"
BUTTER = ["put a butter knife on the table"]


@pytest.mark.parametrize(
    ("asked", "remark", "wanted"),
    [
        (LAID, "Not the pointy kind, please. One for the jam.", BUTTER),
        (LAID, "not the sharp kind", BUTTER),
        (LAID, "I meant one you spread butter with", BUTTER),
        (LAID, "a knife for marmalade", BUTTER),
        (LAID, "one for the soup", []),
        (LAID, "one for my brother", []),
        ("bring me a spoon", "something to serve with", ["bring you a ladle"]),
        ("bring me a spoon", "the kind for flipping pancakes", ["bring you a spatula"]),
        ("put a pan on the stove", "something I can boil an egg in", ["put a pot on the stove burner"]),
        ("put a pan on the stove", "one for each burner", []),
        ("bring me a towel", "not the big one, one for hands", ["bring you a hand towel"]),
    ],
)
def test_a_kind_is_told_by_what_it_is_for(asked: str, remark: str, wanted: list[str]) -> None:
    assert [one for one in comes_to(asked, remark) if one != "?"] == wanted


def test_what_it_is_for_may_be_what_is_being_done() -> None:
    (answer,) = said("put a knife on the table", "one for bread, I mean")
    assert isinstance(answer, Answered)


def test_a_kind_that_nobody_knows_holds_all_that_it_may_be() -> None:
    tasks = tuple(one.errand for one in read_at_work(LAID, HOME).begun)
    assert halted("not the posh sort", tasks) == tasks


@pytest.mark.parametrize(
    ("asked", "remark"),
    [
        ("put the apple that is next to the egg in the fridge", "correction: both apples, same place"),
        ("put the red apple in the fridge", "no, all the apples"),
        ("put the apple from the counter in the fridge", "make that all of them"),
        ("put the red apple in the fridge", "the same for the others"),
    ],
)
def test_all_of_a_kind_are_not_told_apart_as_the_one_was(asked: str, remark: str) -> None:
    (change,) = said(asked, remark)
    assert getattr(change, "new", None) in (
        Errand("Put N X On Y", ("all", "Apple", "in", "Fridge")),
        Errand("Put All X On Y", ("Apple", "in", "Fridge")),
    )


def test_what_is_said_again_stays() -> None:
    assert comes_to("put the red apple in the fridge", "all the red apples") == ["put all the red apples in the fridge"]
