"""Manners of speech around a request, and words that mean what was just spoken of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import pytest

from agent.requests.instructions import Begin, Chat, Clarification, DangerRefusal, Instruction, RecallQuestion
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext
from envs.vocabulary.object_types import object_types

HOME = RequestContext(present=frozenset(object_types()), now=datetime(2026, 1, 5, 8))


def read(said: str) -> Sequence[Instruction]:
    """What an utterance comes to."""
    return read_at_work(said, HOME).instructions


def words(said: str) -> list[str]:
    """What is begun, in words, when nothing is asked back."""
    return [one.errand.words for one in read(said) if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I should be most grateful if you would bring me the fork.", ["bring you a fork"]),
        ("I would be so very obliged if you could wash the pan", ["clean a pan"]),
        ("I'd be ever so thankful if you'd put the egg in the fridge", ["put an egg in the fridge"]),
        ("Might I trouble you for the fork?", ["bring you a fork"]),
        ("We shall be glad if you would kindly close the fridge", ["close a fridge"]),
        ("Wash the mug, my dear", ["clean a mug"]),
        ("Could I please have a slice of toast on the plate?", ["serve a slice of toast on a clean plate"]),
        ("May we have some toast, please?", ["serve a slice of toast on a clean plate"]),
    ],
)
def test_a_courtesy_is_no_part_of_the_request(said: str, expected: list[str]) -> None:
    assert words(said) == expected


def test_who_would_be_glad_of_what_is_not_done_forbids_it() -> None:
    assert not words("I should be grateful if you washed the pan that is on the stove.")
    assert not words("I would be grateful if you would not touch the vase")
    assert isinstance(read("Could I have had some toast?")[0], RecallQuestion)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Can you give the cup in the fridge a wash, love", ["clean the cup from the fridge"]),
        ("give the mug on the desk a quick rinse, dear", ["clean the mug from the desk"]),
        ("could you give every mug on the shelf a rinse, darling", ["clean every mug from the shelf"]),
        ("the pan on the stove needs a wash, love", ["clean the pan from the stove burner"]),
        ("give the plant on the shelf a drink", ["water the house plant from the shelf"]),
        ("give me the cup in the fridge", ["bring you the cup from the fridge"]),
    ],
)
def test_a_wash_is_given_to_things_told_by_where_they_are(said: str, expected: list[str]) -> None:
    assert words(said) == expected


def test_what_cannot_be_washed_is_not_put_anywhere_instead() -> None:
    (ask,) = read("give the apple on the table a wash")
    assert isinstance(ask, Clarification)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "pick up the potato that's on the floor before anyone steps on it, and put it in the sink",
            ["put the potato from the floor in the sink"],
        ),
        (
            "take the knife off the floor before the baby finds it and put it in the drawer",
            ["put the knife from the floor in the drawer"],
        ),
        ("pick up the potato that's on the floor before anyone steps on it", ["put the potato from the floor away"]),
    ],
)
def test_what_is_to_be_prevented_ends_before_the_next_request(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "If the microwave is on, switch it off and move the tomato inside it to the fridge",
            "put the tomato from the microwave in the fridge if the microwave is on",
        ),
        ("open the fridge and take the egg inside it to the table", "put the egg from the fridge on the table"),
        ("there is a pot on the stove. put the potato in it in the sink", "put the potato from the pot in the sink"),
        ("wash the pot and boil the potato in it", "boil a potato"),
        ("if there is a bowl on the table, put the apple in it", "put an apple in the bowl if there is a bowl"),
    ],
)
def test_what_is_in_it_is_in_what_was_just_spoken_of(said: str, expected: str) -> None:
    assert words(said)[-1].startswith(expected)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("If the mug in the fridge is dirty, wash it; otherwise put it on the table.", "put the mug from the fridge"),
        ("If the plate on the shelf is clean, put it in the cabinet, otherwise wash it", "clean the plate from the"),
        ("If the mug is in the fridge, wash it; otherwise put it in the fridge", "put a mug in the fridge unless"),
        ("If there is an apple on the table, slice it, otherwise bring me an egg", "bring you an egg unless"),
    ],
)
def test_the_other_case_is_about_the_very_thing_of_the_condition(said: str, expected: str) -> None:
    assert words(said)[1].startswith(expected)


@pytest.mark.parametrize(
    "said",
    [
        "If the lamp is off, would you put it on, and if it's on already then just leave it.",
        "if the fridge is open, close it, and if it's closed already, leave it",
    ],
)
def test_leaving_it_in_the_opposite_case_asks_for_nothing(said: str) -> None:
    assert len(words(said)) == 1
    (ask,) = read("if the fridge is open, close it, and if it's empty, leave it")
    assert isinstance(ask, Clarification)


def test_a_place_that_is_looked_into_first_is_that_of_the_condition() -> None:
    put, other = words("Look in the fridge. If there is an apple, put it on the plate, otherwise wash a cup")
    assert put == "put the apple from the fridge on the plate if there is an apple in the fridge"
    assert other == "clean a cup unless there is an apple in the fridge"
    assert isinstance(read("Look in the fridge")[0], RecallQuestion)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "I want every mug on the dining table, apart from the one in the drawer, leave me that one where it is",
            "put every mug on some dining table except the ones in the drawer",
        ),
        (
            "move the books to the shelf, apart from the one on the bed, leave that one be",
            "put every book on some shelf except the ones on the bed",
        ),
    ],
)
def test_what_is_excepted_may_be_said_to_stay(said: str, expected: str) -> None:
    assert words(said) == [expected]


def test_one_switching_after_another_leaves_out_the_verb() -> None:
    assert words("Switch the toaster off first, then every burner of the stove, and only then the light.") == [
        "switch a toaster off",
        "switch all the stove knobs off",
        "switch all the lights off",
    ]
    assert words("turn on the tv, then every lamp") == ["switch a television on", "switch all the lamps on"]


def test_a_thing_told_by_its_filling_is_asked_about_where_only_that_it_is_full_can_be_seen() -> None:
    (ask,) = read("The mug that's got coffee in it, could you set that on the table?")
    assert isinstance(ask, Clarification) and "coffee" in ask.question
    assert words("put the mug that's got water in it in the sink") == ["put the full mug in the sink"]
    assert words("the dirty mug, could you set that on the desk?") == ["put the dirty mug on the desk"]


def test_an_unknown_place_is_asked_about() -> None:
    (ask,) = read("the spatula that's on the stool, put it in a draw")
    assert isinstance(ask, Clarification)


def test_the_thing_is_what_somebody_tells_of_first() -> None:
    assert words("That statue gives me the creeps. Get the tomato into the fridge, then bin the thing.") == [
        "put a tomato in the fridge",
        "put a statue in the garbage can",
    ]
    (ask,) = read("get the tomato into the fridge, then bin the thing")
    assert isinstance(ask, Clarification)


def test_what_somebody_is_likened_to_is_no_part_of_the_work() -> None:
    found = read("My tummy is growling like a bear, it wants some toast!")
    assert not any(isinstance(one, DangerRefusal | Chat) for one in found)
    assert isinstance(read("put the cat in the oven")[0], DangerRefusal)


def test_where_a_thing_lies_is_not_where_it_goes() -> None:
    assert words("put the apple that is lying on the microwave into the fridge") == [
        "put the apple from the microwave in the fridge"
    ]
    (ask,) = read("put the apple on the microwave")
    assert isinstance(ask, Clarification)
