"""Remarks said in several sentences that say one thing, and those that would be read as something else."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin, Cancel, Chat, Clarification, RecallQuestion, Revise, Suspend
from tests.at_work import comes_to, said

PLATES = "put the plates in the cupboard"
BREAD = "put the bread in the fridge"
CUP = "bring me the cup"
FORKS = "put two forks in the drawer"
KETTLE = "put the kettle on the dining table"


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        (PLATES, "Do the egg first, it goes in the fridge.", "now: put an egg in the fridge"),
        (PLATES, "The bottle first. It belongs on the shelf.", "now: put a bottle on the shelf"),
        (PLATES, "And the fork. That goes in the drawer.", "after: put a fork in the drawer"),
        (PLATES, "Also the ladle, it should be in a drawer.", "after: put a ladle in the drawer"),
        (PLATES, "There's also a knife. Put it in the drawer.", "after: put a knife in the drawer"),
        (PLATES, "The pot first, it needs a scrub.", "now: clean a pot"),
        (BREAD, "The stove first, it's still on.", "now: switch all the stove knobs off"),
        (BREAD, "And a fork. Bring it to me.", "after: bring you a fork"),
        (BREAD, "Before the bread, do the lettuce.", "now: put a lettuce in the fridge"),
        (BREAD, "Before you do the bread, turn the stove off.", "now: switch all the stove knobs off"),
        (BREAD, "Forget the bread for a moment. Bring me a fork.", "now: bring you a fork"),
        (BREAD, "Hold the bread, I need the mug first.", "now: bring you a mug"),
        ("wash the mug", "The egg has to go in the fridge first.", "now: put an egg in the fridge"),
        ("wash the mug", "The knife is supposed to go in the drawer.", "now: put a knife in the drawer"),
        (BREAD, "Mind the stove first, it's on.", "now: switch all the stove knobs off"),
    ],
)  # fmt: skip
def test_a_thing_named_and_what_is_wanted_of_it_are_one_errand(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


def test_of_one_thing_first_all_of_it_comes_first() -> None:
    first, then = said(BREAD, "First the pot. Wash it and put it on the stove.")
    assert isinstance(first, Begin) and isinstance(then, Begin)
    assert (first.when, first.errand.words) == ("now", "clean a pot")
    assert (then.when, then.same) == ("next", True)


@pytest.mark.parametrize("then", ["Wait with the bread. Wash the plate first.", "The bread can wait. Wash the plate."])
def test_what_can_wait_goes_on_behind_what_is_begun(then: str) -> None:
    begun, *rest = said(BREAD, then)
    assert isinstance(begun, Begin) and begun.when == "now"
    assert all(isinstance(one, Suspend) for one in rest)


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        (CUP, "Could I have a knife with that?", ["after: bring you a knife"]),
        ("make me a coffee", "May I have an apple with it?", ["after: bring you an apple"]),
        (CUP, "A fork to go with it, please.", ["after: bring you a fork"]),
        (CUP, "I could use a spoon as well.", ["after: bring you a spoon"]),
        (CUP, "I want a clean one.", ["bring you the clean cup"]),
        (CUP, "This one's dirty. Another one, please.", ["bring you the clean cup"]),
        (CUP, "Leave it on the table for me.", ["put a cup on the table"]),
        (CUP, "Not to me, to the table.", ["put a cup on the table"]),
        (FORKS, "One more, so three.", ["put 3 forks in the drawer"]),
        (FORKS, "Add another one.", ["put 3 forks in the drawer"]),
        (FORKS, "Let's say three.", ["put 3 forks in the drawer"]),
        (FORKS, "I need only one.", ["put a fork in the drawer"]),
        ("make me a coffee", "And one for Tom.", ["make 2 coffees in clean mugs"]),
        ("make me a coffee", "Just water, please.", ["not", "now: fill a cup with water", "next: bring you a cup"]),
        ("put the mug in the sink", "Take the one on the table.", ["put the mug from the tables in the sink"]),
        ("put the mug in the sink", "I was talking about the dirty mug.", ["put the dirty mug in the sink"]),
        ("put the mug in the sink", "The one that's full of water.", ["put the full mug in the sink"]),
        (f"{BREAD} and then wash the plate", "No bread, only the plate.", ["not put a loaf of bread in the fridge"]),
        (f"{BREAD} and then wash the plate", "Wash the pan, not the plate.", ["clean a pan"]),
        ("put the bread and the lettuce in the fridge", "The lettuce goes on the counter, not in the fridge.",
         ["put a lettuce on the counter top"]),
        ("put the pencil in a drawer", "hm nah not a drawer, put it on a shelf instead", ["put a pencil on the shelf"]),
        ("turn off the light", "On second thought leave it on.", ["not switch all the lights off"]),
        (PLATES, "You missed one, it's in the sink.", ["after: put the plate from the sink in the cabinet"]),
        (PLATES, "Not so fast, the table first.", []),
    ],
)  # fmt: skip
def test_what_would_be_read_as_something_else_is_read_as_it_is_meant(
    at_hand: str, then: str, wanted: list[str]
) -> None:
    assert comes_to(at_hand, then) == wanted


@pytest.mark.parametrize("then", ["Anywhere but the table.", "Not the table. Anywhere else is fine."])
def test_anywhere_but_a_place_is_away_from_there(then: str) -> None:
    (changed,) = said(KETTLE, then)
    assert isinstance(changed, Revise) and changed.new is not None
    assert changed.new.words == "put a kettle away without putting anything on the tables"


@pytest.mark.parametrize(
    "then", ["I changed my mind.", "You don't have to.", "That won't be necessary.", "Forget I said anything."]
)
def test_what_is_not_needed_is_called_off(then: str) -> None:
    (off,) = said("bring me the tomato", then)
    assert isinstance(off, Cancel)


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("put the mug in the sink", "I changed my mind. Put it in the microwave.", ["put a mug in the microwave"]),
        ("put the mug in the sink", "The one next to the stove would be better.",
         ["put the mug next to the stove burner in the sink"]),
        ("put the mug in the sink", "Wash the pan, not the mug.", ["now: clean a pan"]),
        (BREAD, "The lettuce first, it's on the counter.", ["now: put the lettuce from the counter top in the fridge"]),
        (PLATES, "The counter is full. Put them in the drawer.", ["put every plate in some drawer"]),
        ("make me a coffee", "And water the plant.", ["after: water the plant"]),
        ("put the vase in the cabinet", "And the other vase too.",
         ["after: put a vase in the cabinet except the ones in the cabinet"]),
        (BREAD, "Forget the bread.", ["not"]),
    ],
)  # fmt: skip
def test_what_stands_near_such_remarks_stays_as_it_was(at_hand: str, then: str, wanted: list[str]) -> None:
    assert comes_to(at_hand, then) == wanted


def test_what_is_asked_stays_a_question() -> None:
    (asked,) = said(BREAD, "What about the lettuce? Is it in the fridge?")
    assert isinstance(asked, RecallQuestion)
    (talk,) = said(CUP, "I'm talking about the weather.")
    assert isinstance(talk, Chat)


@pytest.mark.parametrize("then", ["No, the other vase.", "Wrong vase! The other one.", "I meant the other one."])
def test_of_the_other_one_it_is_asked_which_with_what_it_comes_to_of_two(then: str) -> None:
    (asked,) = said("put the vase in the cabinet", then)
    assert isinstance(asked, Clarification)
    dropped, begun = asked.then
    assert isinstance(dropped, Revise) and dropped.new is None
    assert isinstance(begun, Begin) and begun.beside == dropped.old


def test_the_other_one_of_what_was_told_is_any_that_is_not_as_told() -> None:
    wanted = ["put a vase in the cabinet except the ones on the counter top"]
    assert comes_to("put the vase from the counter in the cabinet", "The other vase, please.") == wanted
    wanted = ["put the salt shaker from the fridge in the drawer"]
    at_hand = "put the salt from the counter in a drawer"
    assert comes_to(at_hand, "No, not this one, the other, the salt in the fridge.") == wanted


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("put the spoon in the drawer", "The top drawer, please.", "put a spoon in the highest drawer"),
        ("put the spoon in the drawer", "Drawer 2, please.", "put a spoon in drawer 2"),
        ("put the spoon in the drawer", "The drawer next to the sink.", "put a spoon in the drawer next to the sink"),
        ("put the bowl on the counter", "Put the pot there as well.", "after: put a pot on the counter top"),
        ("put all the tomatoes on the dining table", "Put the potatoes there too.",
         "after: put every potato on some dining table"),
        ("put all the ladles in the drawer", "not all of them, two", "put 2 ladles in the drawer"),
        ("put two apples in the fridge", "All three would be even better.", "put all the apples in the fridge"),
        ("put the bowl from the counter in the sink",
         "I was wrong, it's the bowl with the water that has to go in the sink.", "put the full bowl in the sink"),
        ("put the bowl in the sink", "It's the bowl on the table.", "put the bowl from the tables in the sink"),
        ("put the egg in the fridge", "Oh! The water is running. See to it first.", "now: switch a faucet off"),
        ("put the bowl in the drawer", "The top shelf.", "put a bowl on the shelf"),
    ],
)  # fmt: skip
def test_places_and_numbers_named_alone_change_those_of_the_work(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    ("then", "asked"),
    [
        ("Hang on, is the stove still on? I can never remember.", "is the stove still on?"),
        ("Where's the knife? I need it later.", "where's the knife?"),
        ("How many eggs are left?", "How many eggs are left?"),
        ("I wonder where the salt is.", "where is the salt"),
    ],
)
def test_a_question_is_asked_without_what_is_told_of_oneself(then: str, asked: str) -> None:
    (question,) = said("wash the mug", then)
    assert isinstance(question, RecallQuestion) and question.text == asked
