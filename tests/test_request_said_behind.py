"""What is said behind a request and belongs to it: where its things are, which one stays, and in what case."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin, DangerRefusal
from agent.requests.reading import RequestContext, read_at_work


def wanted(said: str) -> list[str]:
    """What is begun."""
    return [one.errand.words for one in read_at_work(said, RequestContext()).instructions if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "deeds"),
    [
        ("put the mug in the sink. it's on the desk.", ["put the mug from the desk in the sink"]),
        ("bring me my phone. It's in the fridge.", ["bring you the cell phone from the fridge"]),
        ("bring me the pens. they're on the desk", ["bring you all the pens from the desk"]),
        ("wash the plate. it is in the sink", ["clean the plate from the sink"]),
        ("fetch the pen. it is dirty", ["bring you a pen"]),
    ],
)
def test_where_things_are_said_behind_is_not_where_they_go(said: str, deeds: list[str]) -> None:
    assert wanted(said) == deeds


@pytest.mark.parametrize(
    ("said", "deeds"),
    [
        ("All bread belongs in the fridge, with the exception of the loaf in the cabinet.",
         ["put every bread in some fridge except the loaves of bread in the cabinet"]),
        ("put the lettuces in the fridge, only the one in the pot should stay where it is",
         ["put every lettuce in some fridge except the ones in the pot"]),
        ("put the mugs in the sink, just the red one stays", ["put every mug in some sink except the red ones"]),
        ("Empty the cup that is on the counter, and only that one.", ["empty the cup from the counter top"]),
        ("2 of the eggs shld go in the fridge, leave the 3rd", ["put 2 eggs in the fridge"]),
        ("put two of the apples in the fridge and leave the last one", ["put 2 apples in the fridge"]),
    ],
)  # fmt: skip
def test_what_stays_is_left_out(said: str, deeds: list[str]) -> None:
    assert wanted(said) == deeds


def test_the_last_of_all_is_asked_about() -> None:
    assert wanted("put all the mugs in the sink and leave the last one") == []


@pytest.mark.parametrize(
    ("said", "deeds"),
    [
        ("wash the plate unless it's clean already, then put it on the counter",
         ["clean a plate unless the plate is clean", "put a plate on the counter top"]),
        ("give the mug a wash unless its clean alredy, then stick it on the table",
         ["clean a mug unless the mug is clean", "put a mug on the table"]),
        ("if there is nothing in the sink, put the bowl from the fridge in it; otherwise the bowl goes on the counter",
         ["put the bowl from the fridge in the sink if there is nothing in the sink",
          "put the bowl from the fridge on the counter top unless there is nothing in the sink"]),
        ("if there is an egg in the pot, put the egg in the fridge. otherwise put the egg in the pot",
         ["put the egg from the pot in the fridge if there is an egg in the pot",
          "put an egg in the pot unless there is an egg in the pot"]),
        ("please look, is something in the sink? If yes, put this thing out on the counter.",
         ["put everything from the sink on the counter top if there is something in the sink"]),
    ],
)  # fmt: skip
def test_each_case_is_about_the_same_things(said: str, deeds: list[str]) -> None:
    assert wanted(said) == deeds


def test_what_lies_on_the_floor_is_not_thrown_at_it() -> None:
    assert wanted("throw the egg from the floor in the bin") == ["put the egg from the floor in the garbage can"]
    for said in ("throw the plate to the floor", "throw the plate from the floor at the wall"):
        assert isinstance(read_at_work(said, RequestContext()).instructions[0], DangerRefusal)
