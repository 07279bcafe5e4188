"""What is left where it is, what coffee goes into, what comes out of what was switched off, and what adds nothing."""

from datetime import datetime

import pytest

from agent.requests.instructions import Begin, Clarification, DoLater
from agent.requests.reading import RequestContext, read_at_work


def words(text: str) -> list[str]:
    found = read_at_work(text, None).instructions
    return [one.errand.words for one in found if isinstance(one, Begin)]


def asked(text: str) -> str:
    found = read_at_work(text, None).instructions
    return next((one.question for one in found if isinstance(one, Clarification)), "")


@pytest.mark.parametrize(
    ("text", "spared"),
    [
        (
            "Put everything from the desk on the shelf, leave the soap and the salt there.",
            "the soap and the salt shaker",
        ),
        (
            "Put everything from the desk on the shelf, just leave the salt and the soap there.",
            "the salt shaker and the soap",
        ),
        (
            "Get everything off the shelf and onto the desk, leave the vase and the candle there.",
            "the vase and the candle",
        ),
        ("Put everything from the desk on the shelf. The soap and the mug stay there.", "the soap and the mug"),
        ("Put everything from the desk on the shelf, leave the soap there.", "the soap"),
    ],
)
def test_everything_that_is_to_stay_there_stays(text: str, spared: str) -> None:
    assert [one.partition(" without picking up ")[2] for one in words(text)] == [spared]


@pytest.mark.parametrize("thing", ["bowl", "cup", "pot"])
def test_coffee_goes_into_no_other_thing_in_silence(thing: str) -> None:
    assert asked(f"Wash the {thing} and make coffee in it.").startswith(f"A coffee machine takes mugs, no {thing}s.")
    assert asked(f"First wash the {thing}, then fill it with coffee.")
    assert words("Wash the mug and make coffee in it.")[1].startswith("make coffee")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "Turn off the microwave, then take out the vase and put it on the shelf.",
            "put the vase from the microwave on the shelf",
        ),
        (
            "Switch the microwave off and take the potato out and put it on a shelf.",
            "put the potato from the microwave on the shelf",
        ),
        (
            "Stop the toaster, take out the bread and put it on the shelf.",
            "put a loaf of bread from the toaster on the shelf",
        ),
        ("Turn off the lamp, then take the vase and put it on the shelf.", "put a vase on the shelf"),
    ],
)
def test_what_is_taken_out_comes_from_what_was_switched_off(text: str, meant: str) -> None:
    assert words(text)[-1] == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Turn off the tap, would you? It has been running all morning.", "switch a faucet off"),
        ("Close the fridge. It's been wide open for ages.", "close a fridge"),
        ("Put two spoons in the sink, doesn't matter which.", "put 2 spoons in the sink"),
        ("Put two forks on the shelf, I don't mind which ones.", "put 2 forks on the shelf"),
        (
            "Put all the cups in the sink except the one in the garbage can.",
            "put every cup in some sink except the ones in the garbage can",
        ),
        (
            "Put the bottle in the fridge only if there is water in it.",
            "put the full bottle in the fridge if there is water in the bottle",
        ),
        ("Only wash the pot if there's something in it.", "clean the not empty pot if there is something in the pot"),
        ("Put the apple in the garbage can.", "put an apple in the garbage can"),
    ],
)
def test_what_limits_is_kept_and_what_adds_nothing_is_not_asked_about(text: str, meant: str) -> None:
    assert asked(text) == "" and words(text) == [meant]


@pytest.mark.parametrize("text", ["cook both eggs", "Fry all the eggs.", "Crack all the eggs and cook them."])
def test_of_all_eggs_every_whole_one_is_cracked_first(text: str) -> None:
    assert words(text) == ["crack all the eggs", "cook all the cracked eggs"]


def test_of_so_many_eggs_so_many_are_cooked() -> None:
    assert words("cook two eggs") == ["cook 2 cracked eggs"] and words("crack two eggs") == ["crack 2 eggs"]


@pytest.mark.parametrize(
    "text",
    [
        "Put the potatoes in the fridge except the one on the table. I need that one in a minute.",
        "Put the mugs in the sink, all but the one on the desk. I'll need that one at nine.",
        "Wash the plates except the one in the sink. I'm using it tonight.",
    ],
)
def test_when_what_stays_is_needed_is_no_time_of_the_request(text: str) -> None:
    context = RequestContext(now=datetime(2026, 1, 5, 8))
    assert not any(isinstance(one, DoLater) for one in read_at_work(text, context).instructions)


def test_when_what_is_asked_for_is_needed_is_its_time() -> None:
    context = RequestContext(now=datetime(2026, 1, 5, 8))
    found = read_at_work("Make coffee. I want it at nine.", context).instructions
    assert [type(one) for one in found] == [DoLater]
