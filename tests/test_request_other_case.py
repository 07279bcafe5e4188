"""The other case of a condition: nothing is asked for in it, or the same of another thing."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.requests.instructions import Begin, Clarification, DoLater
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext


def words(said: str) -> list[str]:
    """What is begun, in words, where nothing is asked back."""
    found = read_at_work(said).instructions
    assert not any(isinstance(one, Clarification) for one in found), found
    return [one.errand.words for one in found if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "If the cup is dirty, wash it. If it is clean, do leave it where it is.",
            "clean the dirty cup if the cup is dirty",
        ),
        (
            "If there is water in the bowl, pour it out. If it is empty, let it stand.",
            "empty the full bowl if there is water in the bowl",
        ),
        ("If the bowl is full, empty it. If it is empty, leave it.", "empty the full bowl if the bowl is full"),
        (
            "Only if the toaster is on, switch it off. If not, you need to do nothing.",
            "switch the running toaster off if the toaster is on",
        ),
        (
            "if the plate is dirty, wash it. if it is clean there's no need to do anything",
            "clean the dirty plate if the plate is dirty",
        ),
        (
            "if the lamp is on switch it off, if it is off it can stay like that",
            "switch all the running lamps off if the lamp is on",
        ),
        (
            "If the fridge is open, close it. If it is closed, you don't have to do anything.",
            "close the open fridge if the fridge is open",
        ),
        (
            "if the potato in the microwave is done stick it on a plate, if not let it cook on",
            "put the cooked potato from the microwave on the plate if the potato in the microwave is done",
        ),
    ],
)
def test_a_case_in_which_nothing_is_asked_for_adds_nothing(said: str, wanted: str) -> None:
    assert words(said) == [wanted]


@pytest.mark.parametrize(
    "said",
    [
        "If the mug is on the table, wash it. If it is dirty, leave it.",
        "If the mug is dirty, wash it. If it's clean, leave it and wash the pan.",
    ],
)
def test_what_is_no_counterpart_or_asks_for_more_is_asked_about(said: str) -> None:
    assert any(isinstance(one, Clarification) for one in read_at_work(said).instructions)


@pytest.mark.parametrize(
    ("said", "first", "other"),
    [
        (
            "I can't recall if I left an egg on the table, if I did then put it in the fridge, "
            "and if I didn't, do the tomato instead",
            ["put the egg from the tables in the fridge if there is an egg on the table"],
            ["put a tomato in the fridge unless there is an egg on the table"],
        ),
        (
            "if there is bread on the counter put it in the cupboard. if there isn't, do the same with the lettuce",
            ["put a loaf of bread from the counter top in the cabinet if there is bread on the counter"],
            ["put a lettuce in the cabinet unless there is bread on the counter"],
        ),
        (
            "if there is a mug on the table wash it, if not do the cup instead",
            ["clean the mug from the tables if there is a mug on the table"],
            ["clean a cup unless there is a mug on the table"],
        ),
        (
            "If there is an apple in the fridge, slice it on the table, and if not, take a potato.",
            [
                "put the apple from the fridge on the table if there is an apple in the fridge",
                "cut up the apple from the fridge if there is an apple in the fridge",
            ],
            [
                "put a potato on the table unless there is an apple in the fridge",
                "cut up a potato unless there is an apple in the fridge",
            ],
        ),
        (
            "if there is an apple in the bowl bring it to me; if not, take a tomato",
            ["bring you the apple from the bowl if there is an apple in the bowl"],
            ["bring you a tomato unless there is an apple in the bowl"],
        ),
    ],
)
def test_another_thing_alone_is_handled_as_the_first_one(said: str, first: list[str], other: list[str]) -> None:
    assert words(said) == [*first, *other]


def test_a_tool_of_the_other_case_is_no_other_thing() -> None:
    said = "if there is an apple in the fridge slice it. if there isn't, use the knife"
    assert not any(isinstance(one, Begin) for one in read_at_work(said).instructions)


@pytest.mark.parametrize(
    "said",
    [
        "in 2 hours coffee machine on please, not before",
        "switch on the coffee machine at 10, but not earlier",
        "switch on the coffee machine at 10:00. Not before then please.",
    ],
)
def test_what_is_for_a_time_and_not_before_is_planned_for_that_time(said: str) -> None:
    (later,) = read_at_work(said, RequestContext(now=datetime(2026, 1, 5, 8))).instructions
    assert isinstance(later, DoLater) and later.due.first == datetime(2026, 1, 5, 10)


def test_another_time_before_which_nothing_is_done_is_not_dropped() -> None:
    found = read_at_work("wash the mug tomorrow, but not before 9", RequestContext(now=datetime(2026, 1, 5, 8)))
    assert isinstance(found.instructions[0], Clarification)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "If the plate in the fridge is clean, put it in a cupboard. If it's dirty, put it in the sink.",
            [
                "put the clean plate from the fridge in the cabinet if the plate in the fridge is clean",
                "put the plate from the fridge in the sink unless the plate in the fridge is clean",
            ],
        ),
        (
            "If the tv is on, turn it off. If it's off already, switch on the toaster.",
            ["switch the running television off if the tv is on", "switch a toaster on unless the tv is on"],
        ),
        (
            "If the bowl on the desk has something in it, tip it out, and if it's empty just let it be.",
            ["empty the not empty bowl from the desk if the bowl on the desk has something in it"],
        ),
        (
            "Look in the fridge. If there is a tomato, slice it. If there is no tomato, slice the apple.",
            [
                "cut up the tomato from the fridge if there is a tomato in the fridge",
                "cut up an apple unless there is a tomato in the fridge",
            ],
        ),
        (
            "If there's a mug in the cabinet, put it on the desk; if not, a cup will do.",
            [
                "put the mug from the cabinet on the desk if there's a mug in the cabinet",
                "put a cup on the desk unless there's a mug in the cabinet",
            ],
        ),
    ],
)
def test_the_other_case_is_about_the_very_thing_as_it_was(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


def test_what_is_told_by_its_place_alone_is_asked_about_where_it_is_only_done_first() -> None:
    said = "If the plate on the dining table is clean, put the bread on it. If it is dirty, wash it first."
    assert any(isinstance(one, Clarification) for one in read_at_work(said).instructions)
