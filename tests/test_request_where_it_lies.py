"""Where a thing is that is asked for, told in many ways: whatever it does there, and in a place that nobody knows."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin, Clarification, Instruction
from agent.requests.reading import read_at_work
from agent.requests.telling.whiling import without_ways_of_being


def read(text: str) -> tuple[Instruction, ...]:
    return read_at_work(text).instructions


def words(text: str) -> list[str]:
    return [one.errand.words for one in read(text) if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("there's a butter knife just chilling on the floor, can you dump it in the sink",
         ["put the butter knife from the floor in the sink"]),
        ("There is an apple sunning itself on the counter, could you pop it in the fridge?",
         ["put the apple from the counter top in the fridge"]),
        ("There's a fork parked on the sofa, bring it to the table", ["put the fork from the sofa on the table"]),
        ("A spoon is lounging on the floor. Put it in the drawer.", ["put the spoon from the floor in the drawer"]),
        ("a tomato's hiding in the drawer, move it to the fridge", ["put the tomato from the drawer in the fridge"]),
        ("one of the mugs is napping on the armchair, rinse it", ["clean the mug from the arm chair"]),
        ("There's a cup growing mould in the sink, wash it and put it in a cabinet",
         ["clean the cup from the sink", "put a cup in the cabinet"]),
        ("There's a fork in the middle of the floor, put it in the sink", ["put the fork from the floor in the sink"]),
        ("The ladle is in the microwave. It has to go in a drawer",
         ["put the ladle from the microwave in the drawer"]),
        ("The salt is in the microwave. Could you get it out of there and stick it in a drawer?",
         ["put the salt shaker from the microwave in the drawer"]),
        ("stop the microwave, then take the cup out of it and wash it",
         ["switch a microwave off", "clean the cup from the microwave"]),
    ],
)  # fmt: skip
def test_whatever_it_does_there_tells_which_one(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    "said",
    [
        "There is an apple on the windowsill, could you pop it in the fridge?",
        "There's a cup been left in the... oh, in the thing that hums and warms the milk. It wants washing.",
        "The fork is in the gizmo. Put it in the sink.",
        "There's a pot on the left burner, put it in the sink",
    ],
)
def test_a_place_that_nobody_knows_is_asked_about(said: str) -> None:
    asked = read(said)
    assert isinstance(asked[0], Clarification) and "into account" in asked[0].question


@pytest.mark.parametrize(
    "said", ["There's a mug in the way, put it in the sink", "There's a mug in the wrong place, put it in the sink"]
)
def test_what_is_no_place_is_not_asked_about(said: str) -> None:
    assert words(said) == ["put a mug in the sink"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("There's a candle burning on the table, put it out", "candle"),
        ("There's a cup waiting to be washed in the sink, put it on the table", "wash"),
    ],
)
def test_states_and_needs_are_no_mere_way_of_being_there(said: str, expected: str) -> None:
    assert expected in without_ways_of_being(said)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Of the three pepper shakers, one has been stored in a drawer. Move that one to the dining table.",
         "put the pepper shaker from the drawer on the dining table"),
        ("One of the eggs is lying in a bowl, goodness knows why. That one ought to go in the fridge.",
         "put the egg from the bowl in the fridge"),
        ("Of my three plates one is standing on the sofa. Put that one in the sink.",
         "put the plate from the sofa in the sink"),
        ("There are three cups, and one of them is in the sink. Put that one in the cabinet.",
         "put the cup from the sink in the cabinet"),
    ],
)  # fmt: skip
def test_one_of_several_is_the_one_that_was_told_of(said: str, expected: str) -> None:
    assert words(said) == [expected]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("the pan that has an apple in it is gross, put the apple in the fridge and wash that pan",
         ["put the apple from the pan in the fridge", "clean a pan"]),
        ("The bowl with the egg in it is dirty. Take the egg out and put it in the fridge, then wash the bowl.",
         ["put the egg from the bowl in the fridge", "clean a bowl"]),
        ("There's a pot with a potato in it. Put the potato on the plate.",
         ["put the potato from the pot on the plate"]),
        ("There's a mug on the desk with water still standing in it. Would you tip that out for me, dear?",
         ["empty the full mug from the desk"]),
    ],
)  # fmt: skip
def test_what_is_in_something_is_told_apart_by_it(said: str, expected: list[str]) -> None:
    assert words(said) == expected
