"""Ordinary ways of asking: what lies where, in what order, on what, which ones not, and what is said meanwhile."""

from __future__ import annotations

import pytest
from at_work import HOME, said

from agent.requests.instructions import Amend, Begin, Cancel, Clarification, Instruction, Revise, Suspend
from agent.requests.reading import read_at_work


def words(text: str) -> list[str]:
    """What an utterance asks for, in order; "?" where it is asked back."""
    found = read_at_work(text, HOME).instructions
    return [one.errand.words if isinstance(one, Begin) else "?" for one in found if _is_work(one)]


def _is_work(one: Instruction) -> bool:
    return isinstance(one, Begin | Clarification)


def meanwhile(at_hand: str, then: str) -> list[str]:
    """What words come to that are said into running work."""
    told: list[str] = []
    for one in said(at_hand, then):
        if isinstance(one, Revise):
            told.append(one.new.words if one.new else "dropped")
        elif isinstance(one, Begin):
            told.append(f"{one.when}: {one.errand.words}")
        elif isinstance(one, Amend):
            told.append(f"{one.new.count or ''} {one.new.word}".strip())
        else:
            told.append(type(one).__name__)
    return told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wash the cup and then you put it on the shelf", ["clean a cup", "put a cup on the shelf"]),
        ("first you wash the pan, then you put it in the sink", ["clean a pan", "put a pan in the sink"]),
        ("bring me the pen, I left it on the bed", ["bring you the pen from the bed"]),
        ("I'd like the vase that's on the desk", ["bring you the vase from the desk"]),
        ("I'd like the vase on the desk", ["put a vase on the desk"]),
        ("bring me the cup, it must be in the sink", ["bring you a cup (one in the sink if there is one)"]),
        ("my pen is on the floor, it goes in the drawer", ["put the pen from the floor in the drawer"]),
        ("if there is a pan on the stove, put the egg in it",
         ["put an egg in the pan if there is a pan on the stove"]),
        ("put everything on it in the sink", ["?"]),
        ("the desk is a mess. everything on it goes in the box", ["put everything from the desk in the box"]),
    ],
)  # fmt: skip
def test_where_things_are_and_where_they_go(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bring me a tomato on a plate", ["put a tomato on the plate", "bring you the plate with the tomato"]),
        ("bring me the tomato on the plate", ["bring you the tomato from the plate"]),
        ("cut the bread and bring it to me on a plate",
         ["serve 1 slice of bread on one clean plate", "bring you the plate with the bread slice"]),
        ("bring me some water", ["fill a cup with water", "bring you a cup"]),
        ("make toast with three slices of bread", ["serve 3 slices of toast on a clean plate"]),
        ("microwave the potato",
         ["cook a potato without the pan, the stove burner, the stove knob, and the toaster"]),
    ],
)  # fmt: skip
def test_food_and_drink_are_served(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bring me a fork, but don't take the one in the sink", ["bring you a fork except the ones in the sink"]),
        ("wash the mugs, only the one on the desk you must not touch", ["clean every mug except the ones on the desk"]),
        ("put all the pens in the box except the red one, that stays on the desk",
         ["put every pen in some box except the red ones"]),
        ("wash three of the cups. just three, the fourth one can wait", ["clean 3 cups"]),
        ("there are two vases, put all two of them on the shelf", ["put every vase on some shelf"]),
    ],
)  # fmt: skip
def test_which_ones_are_not_meant(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fill the cup if there is a clean cup, if not wash one first",
         ["clean a cup unless there is a clean cup", "fill the clean cup with water"]),
        ("wash the mug, close the fridge, in that order", ["clean a mug", "close a fridge"]),
        ("start by opening the drawer, then wash the mug", ["open a drawer", "clean a mug"]),
        ("wash the pan if it's dirty, please", ["clean the dirty pan if the pan is dirty"]),
        ("is the pan dirty? if it's dirty wash it", ["clean the dirty pan if the pan is dirty"]),
        ("turn off the ceiling light but keep the floor lamp on",
         ["switch a light switch off without switching off the floor lamp", "switch a floor lamp on"]),
    ],
)  # fmt: skip
def test_order_and_conditions(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("at_hand", "then", "expected"),
    [
        ("wash the mug", "stop, that's enough", ["Cancel"]),
        ("wash the mug", "it's already clean", ["dropped"]),
        ("put the pen in the drawer", "it's in there already", ["dropped"]),
        ("close the fridge", "it is already open", ["Chat"]),
        ("wash the mug", "you can do that later", ["Suspend"]),
        ("wash the mug", "leave that for now and bring me a pen", ["now: bring you a pen"]),
        ("bring me the pen", "i don't need it any more", ["Cancel"]),
        ("close the box", "don't worry about the box", ["Cancel"]),
        ("cut up the apple", "don't cut it, leave it whole", ["Cancel"]),
        ("bring me the pen", "no not the pen, the pencil", ["Pencil"]),
        ("bring me two pens", "put them in a box", ["put 2 pens in the box"]),
        ("boil the potato", "two potatoes", ["boil 2 potatoes"]),
        ("make coffee", "i'd rather have water", ["Cancel", "now: fill a cup with water", "now: bring you a cup"]),
        ("put the egg in the pan", "the bowl is better", ["put an egg in the bowl"]),
        ("clear the table", "only the dirty things", ["put dirty everything from the tables away"]),
        ("clear the table", "just the mugs", ["put all the mugs from the tables away"]),
        ("wash all the cups on the desk", "only the blue ones", ["clean every blue cup from the desk"]),
    ],
)  # fmt: skip
def test_what_is_said_meanwhile(at_hand: str, then: str, expected: list[str]) -> None:
    found = meanwhile(at_hand, then)
    assert [one.replace("next: ", "now: ") for one in found] == expected


def test_work_is_called_off_once() -> None:
    found = said("wash the mug. put the pen in the drawer", "stop. leave it")
    assert found == (Cancel(),)
    assert said("wash the mug", "do it later") == (Suspend(),)


def test_what_can_go_there_too_goes_where_the_work_puts_things() -> None:
    (one,) = said("put the lettuce in the fridge", "if the bread is on the table, that can go in there too")
    assert isinstance(one, Begin) and one.errand.params[-1] == "Fridge"
    assert any(getattr(term, "what", None) is not None for term in one.errand.terms)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Check the microwave: if there is something in it, move it to the fridge, and if it is empty, do nothing.",
         ["put everything from the microwave in the fridge"]),
        ("If there is an apple on the table, wash the mug, otherwise do nothing",
         ["clean a mug if there is an apple on the table"]),
        ("if the mug is dirty wash it, if not, leave it", ["clean the dirty mug if the mug is dirty"]),
        ("if on the table is a mug, bring it to me",
         ["bring you the mug from the tables if there is a mug on the table"]),
        ("put the plate away, and should the lamp be on, switch it off",
         ["put a plate away", "switch all the running lamps off if the lamp is on"]),
    ],
)  # fmt: skip
def test_other_ways_of_saying_a_condition_and_that_nothing_is_done_else(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My tummy is rumbling soooo much, I think it wants a hot potato!", ["cook a potato", "bring you a potato"]),
        ("I would like one tomato cut in slices, on a plate, please.", ["serve 1 slice of tomato on one clean plate"]),
        ("I have a nasty feeling that I left the stove on. Would you see to that?", ["switch all the stove knobs off"]),
        ("bring me the pen, I want to do a drawing", ["bring you a pen"]),
        ("I'd love a coffee, all right?", ["make coffee in a clean mug"]),
        ("I could really do with a clean mug", ["bring you the clean mug"]),
        ("Might there be a cup of water for me?", ["fill a cup with water", "bring you a cup"]),
        ("could you make the light go off", ["switch all the lights off"]),
        ("the water's running and running, can you make it stop", ["switch the running faucet off"]),
        ("of the two mugs, wash both but not the blue one", ["clean every mug except the blue ones"]),
        ("the mug could do with a wash", ["clean a mug"]),
        ("the mug on the table can be cleaned", ["clean the mug from the tables"]),
        ("the apple in the fridge can be cut up", ["cut up the apple from the fridge"]),
        ("put the book on the same shelf as the vase", ["put a book on the shelf with the vase"]),
        ("put away what isn't food", ["put everything away except the food"]),
    ],
)
def test_wishes_in_passing(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "the mug belongs in the cabinet after you have washed it",
        "put the mug in the cabinet when you've washed it",
        "The mug goes in the cabinet once it has been washed",
    ],
)
def test_what_goes_somewhere_once_it_is_washed_is_washed(text: str) -> None:
    assert words(text) == ["clean a mug", "put a mug in the cabinet"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("From the two eggs on the table, one goes in the fridge and one stays.",
         ["put the egg from the tables in the fridge"]),
        ("One of the two eggs on the table goes in the fridge and the other stays.",
         ["put the egg from the tables in the fridge"]),
        ("Of the three mugs on the counter, two go in the sink and one stays there.",
         ["put 2 mugs from the counter top in the sink"]),
        ("Of the four plates, two should go in the cabinet and the rest stay out.", ["put 2 plates in the cabinet"]),
        ("The tomatoes should go in the fridge, without the one that is in the bowl.",
         ["put every tomato in some fridge except the ones in the bowl"]),
        ("Wash the mugs without the ones in the cabinet.", ["clean every mug except the ones in the cabinet"]),
        ("Cut the apple without the knife on the table.", ["cut up an apple without the knife on the tables"]),
        ("That apple in the microwave will be mush in a minute, take it out and put it on the table.",
         ["put the apple from the microwave on the table"]),
        ("The lettuce on the counter is going to be limp any minute now, so put it in the fridge.",
         ["put the lettuce from the counter top in the fridge"]),
        ("The bread in the toaster will be ready in a minute, put it on the plate then.", ["?"]),
        ("make the tv stop blaring", ["switch a television off"]),
        ("The microwave is on, make it stop.", ["switch the running microwave off"]),
        ("It's so gloomy in here, and just listen to that tap gushing away!",
         ["switch a faucet off", "switch one of the lights on"]),
        ("It's dark and the fridge is open.", ["close a fridge", "switch one of the lights on"]),
        ("The neighbours are coming tonight and the wine should be in the fridge.",
         ["put a wine bottle in the fridge"]),
    ],
)  # fmt: skip
def test_what_is_told_beside_a_request_takes_nothing_from_it(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_when_something_is_to_be_done_is_no_reason() -> None:
    assert words("Tonight the wine should go in the fridge.") == []
