"""What was said is put right, spared or called off; what is only told beside a request is no request."""

from __future__ import annotations

import pytest

from agent.requests.amending import amended
from agent.requests.instructions import Amend, Begin, Cancel, Revise
from agent.requests.reading import read_at_work
from tests.at_work import HOME, said


def comes_to(at_hand: str, then: str) -> list[str]:
    """What the work comes to by words that are said meanwhile; a task that is called off is "not"."""
    tasks = tuple(one.errand for one in read_at_work(at_hand, HOME).begun)
    told: list[str] = []
    for one in said(at_hand, then):
        if isinstance(one, Amend):
            new = amended(tasks[0], one)
            assert not isinstance(new, str), new
            told.append(new.words)
            continue
        assert isinstance(one, Revise | Begin | Cancel), one
        errand = one.new if isinstance(one, Revise) else one.errand if isinstance(one, Begin) else None
        told.append("not" if errand is None else errand.words)
    return told


def begun(utterance: str) -> list[str]:
    """What an utterance asks to be begun."""
    return [one.errand.words for one in read_at_work(utterance, HOME).begun]


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("put the ladle in the sink", "I beg your pardon, I meant a drawer, not the sink", "put a ladle in the drawer"),
        ("put the vase on the desk", "I said on the desk but I meant on a shelf", "put a vase on the shelf"),
        ("put the pen in a box", "not a box, the dog chews those! hide it in a drawer", "put a pen in the drawer"),
        ("put the pen in a box", "scrap the box, make it a drawer", "put a pen in the drawer"),
        ("put the pen in a box", "hang on, the box is broken, put it on the bed instead", "put a pen on the bed"),
        ("put the pen in a box", "not that, the pencil", "put a pencil in the box"),
        ("put the egg in the sink", "sorry, the apple! the one in the bowl", "put the apple from the bowl in the sink"),
        ("put the egg on the desk in the sink", "hm no, silly me, the one in the bowl, that's the egg I meant",
         "put the egg from the bowl in the sink"),
        ("put the pen on the bed", "no, in a box. the one on the desk", "put a pen in the box from the desk"),
    ],
)  # fmt: skip
def test_what_was_said_is_put_right(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("wash the plate and the bowl", "scrap that, just the bowl", ["not"]),
        ("put the egg and the potato in the sink", "actually I'll eat the egg", ["not"]),
        ("put the keys in the box", "no wait, I need them", ["not"]),
        ("wash the plates", "the ones on the desk are fine already", ["clean every plate except the ones on the desk"]),
        ("put two cups in the sink", "make it all of them", ["put all the cups in the sink"]),
        ("put the cups in the sink", "I need one here", ["put every cup in some sink except one"]),
    ],
)  # fmt: skip
def test_some_of_it_is_not_wanted_after_all(at_hand: str, then: str, wanted: list[str]) -> None:
    assert comes_to(at_hand, then) == wanted


@pytest.mark.parametrize("then", ["I don't want tomato in it", "my husband hates tomato", "forget the tomato"])
def test_what_nobody_eats_is_left_out_of_a_dish_and_elsewhere_called_off(then: str) -> None:
    assert comes_to("make a salad with lettuce and tomato", then) == [
        "make a salad with 1 slice of lettuce on a clean plate"
    ]
    assert comes_to("put the tomato in the fridge", "I don't want the tomato") == ["not"]


@pytest.mark.parametrize(
    ("then", "whole"), [("scrap that", True), ("I'll do it myself", True), ("stop", True), ("skip it", False)]
)
def test_calling_it_off_means_all_that_was_asked_for_together(then: str, whole: bool) -> None:
    (found,) = said("wash the plate and the bowl", then)
    assert isinstance(found, Cancel)
    assert found.request is whole


def test_further_things_come_from_where_the_first_are() -> None:
    first = "put the pen from the box on the desk"
    assert comes_to(first, "and the pencil from there too") == ["put the pencil from the box on the desk"]
    assert comes_to(first, "put the pencil from there on the bed") == ["put the pencil from the box on the bed"]


@pytest.mark.parametrize(
    ("utterance", "wanted"),
    [
        ("Put the forks and the spoons in the sink. Just not those in the fridge.",
         ["put every fork in some sink except the ones in the fridge",
          "put every spoon in some sink except the ones in the fridge"]),
        ("Wash the cups. All of them but the one on the desk.", ["clean every cup except the ones on the desk"]),
        ("Plates go in the sink. All except the one on the bed",
         ["put every plate in some sink except the ones on the bed"]),
        ("Put out the candle on the desk, not the one by the tv",
         ["switch the candle from the desk off except the ones next to the television"]),
        ("Wash the pan on the stove. Don't touch the other pan", ["clean the pan from the stove burner"]),
        ("could you take everything off the bed for me apart from the book",
         ["put everything from the bed away except the books"]),
    ],
)  # fmt: skip
def test_what_is_spared_is_spared_of_all_that_is_listed(utterance: str, wanted: list[str]) -> None:
    assert begun(utterance) == wanted


@pytest.mark.parametrize(
    ("utterance", "wanted"),
    [
        ("In the pot there is a ladle. Put it in a drawer.", "put the ladle from the pot in the drawer"),
        ("On the bed are lying my pens. Please put them in a box.", "put every pen from the bed in some box"),
        ("If there is something on the bed, put it on the desk.", "put everything from the bed on the desk"),
        ("If any lamp is still on, turn it off", "switch all the lamps off"),
        ("Open the fridge, take the egg out of it and put it in the bowl", "put the egg from the fridge in the bowl"),
        ("every dirty pot is to be washed", "clean every pot"),
        ("the desk is a mess, clear it", "put everything from the desk away"),
        ("put the plate in the cabinet with the other plates", "put a plate in the cabinet with the plate"),
        ("put the cup in the sink, the one on the desk", "put the cup from the desk in the sink"),
        ("the cup next to the sink, wash it", "clean the cup next to the sink"),
        ("wash all the cups except the small one", "clean every cup without the smallest cup"),
        ("I want the potato cooked in the microwave",
         "cook a potato without the pan, the stove burner, the stove knob, and the toaster"),
        ("two fried eggs on a plate, please", "put every cracked egg on some plate"),
        ("turn on the light", "switch all the lights on"),
        ("turn on a light", "switch one of the lights on"),
    ],
)  # fmt: skip
def test_where_things_are_and_which_are_meant(utterance: str, wanted: str) -> None:
    assert begun(utterance)[-1:] == [wanted]


@pytest.mark.parametrize(
    "utterance",
    [
        "Wash the pot, if you'd be so kind.",
        "My back hurts, so if you could wash the pot I'd be most grateful.",
        "Wash the pot before one of the kids trips over it",
        "Before somebody burns himself: wash the pot",
        "I don't want Mia hurting herself, so wash the pot",
        "The baby was awake at three again. Wash the pot",
        "wash the pot, would you, I've been on my feet since five",
        "It's wash day, hooray, so wash the pot",
        "would you mind washing the pot so that I can use it",
    ],
)
def test_what_is_told_beside_a_request_is_no_request(utterance: str) -> None:
    assert begun(utterance) == ["clean a pot"]


def test_what_is_listed_behind_a_deed_gets_the_same_deed() -> None:
    assert comes_to("wash the cups", "and the plate in the sink") == ["clean the plate from the sink"]
