"""Remarks with exclamations, names and reasons around them, and the same changes in quite other words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.requests.instructions import Begin, Chat, Clarification, RecallQuestion, Undo
from agent.requests.reading import read_at_work
from tests.at_work import HOME, comes_to, said

CUP, APPLES = "put the cup on the table", "put all the apples in the bin"
BOTH = "put the book on the shelf and the pen in the drawer"


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("put the towel in the bathtub", "oh for heaven's sake, not in there, it'll get soaked! the counter will do",
         "put a towel on the counter top"),
        ("put the bread in the cabinet", "wait, fridge. it goes mouldy otherwise", "put a loaf of bread in the fridge"),
        ("put the laptop on the bed", "no!! not the bed, i just made it. desk.", "put a laptop on the desk"),
        ("put the remote on the sofa", "sofa is taken by the cat, tv stand", "put a remote control on the TV stand"),
        ("bring me the fork", "ah no, spoon! it's soup today", "bring you a spoon"),
        ("wash the plate", "goodness me, did I say plate? The bowl, dear, the bowl", "clean a bowl"),
        ("wash the pot", "leave the pot, do the pan for me, I need that one now", "clean a pan"),
        ("throw the newspaper in the bin", "whoa, nope, I haven't read it yet", "not"),
        ("put the potato in the fridge", "aaah stop stop, hands off, that's my art project!!", "not"),
        ("put all the potatoes in the fridge", "oh wait, I need one for the soup. Leave one on the counter",
         "put every potato in some fridge except one on the counter top"),
        ("put the keys in the box", "are you deaf? I said the drawer", "put every key chain in some drawer"),
        ("make a salad", "real quick, close the fridge, somebody left it open", "now: close a fridge"),
    ],
)  # fmt: skip
def test_exclamations_and_reasons_are_no_part_of_a_remark(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    ("at_hand", "then"),
    [
        ("put the mug in the sink", "oh no, my tea is getting cold"),
        ("put the mug in the sink", "mum says thank you"),
        ("put the apple in the fridge", "I'm so hungry, hurry up"),
        ("put the pot on the stove", "i hope it's clean"),
        ("put the book on the shelf", "my brother is bringing the pen"),
    ],
)
def test_what_says_nothing_of_the_work_changes_nothing(at_hand: str, then: str) -> None:
    assert comes_to(at_hand, then) == []


def test_a_limit_is_not_left_out_with_its_reason() -> None:
    assert "?" in comes_to("put the cups in the sink", "without the blue one, that's dad's")
    three = "put the egg, the tomato and the apple in the fridge"
    assert not {"not", "not put an egg in the fridge"} & {
        *comes_to(three, "I have changed my mind about the apple. It stays in its cabinet.")
    }
    assert comes_to("put the cups in the sink", "only if they are clean, I think") == [
        "put every clean cup in some sink"
    ]


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("put the vase on the shelf", "I said vase but it's the statue I was thinking of", "put a statue on the shelf"),
        ("put the egg in the bowl", "it's the potato I want in it, silly me", "put a potato in the bowl"),
        ("bring me the towel", "hand towel, i should have said", "bring you a hand towel"),
        ("put the fork in the drawer", "Actually it is dirty, so into the sink with it", "put a fork in the sink"),
        ("put the cup on the shelf", "nah, off to the sink with that", "put a cup in the sink"),
        ("put the wine bottle in the fridge", "put them both on the table instead",
         "put all the wine bottles on the table"),
        ("put the lettuce in the fridge", "no, tomato! the tomato goes in the fridge", "put a tomato in the fridge"),
        ("bring me a fork", "better bring two, tom is eating with us", "bring you 2 forks"),
        ("put all the mugs in the sink", "my one is on the desk and i'm still drinking from it, so skip that",
         "put every mug in some sink except the ones on the desk"),
        ("wash all the plates", "the one on the table is clean already, don't bother with it",
         "clean every plate except the ones on the tables"),
        ("put all the pillows on the bed", "you may leave the one from the armchair where it lies",
         "put every pillow on some bed except the ones on the arm chair"),
        ("put all the remotes on the sofa", "oh, leave the one by the TV where it was though, we need that one there",
         "put every remote control on some sofa except the ones next to the television"),
        ("put the plates in the sink", "the ones on the sofa too, yuck",
         "after: put all the plates from the sofa in the sink"),
        ("put the watch in the drawer", "in the box. put it there", "put a watch in the box"),
        ("wash the mug", "the tv is blaring, switch it off before you go on", "now: switch a television off"),
    ],
)  # fmt: skip
def test_the_same_change_in_other_words(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        (BOTH, "I'll see to the pen myself, just do the book", ["not put a pen in the drawer"]),
        (BOTH, "forget the pen, just do the book", ["not"]),
        ("put the fork and the spoon on the table", "the spoon isn't needed, there's no soup", ["not"]),
        ("put the fork and the spoon on the table", "ah, without the spoon please, we eat pizza",
         ["not put a spoon on the table"]),
        ("slice the lettuce and the tomato", "please without the tomato, my stomach does not like it", ["not"]),
        ("wash the bowl and the cup", "let's do without the cup, it's only got a bit of water in it", ["not"]),
        ("wash the plate, then water the plant", "my son just watered it", ["not water the plant"]),
    ],
)  # fmt: skip
def test_one_of_several_things_is_left_out(at_hand: str, then: str, wanted: list[str]) -> None:
    assert comes_to(at_hand, then) == wanted


def test_without_an_ingredient_a_dish_is_made_without_it() -> None:
    assert "tomato" not in comes_to("make a salad", "please without the tomato, my stomach does not like it")[0]


@pytest.mark.parametrize(
    "then",
    [
        "omg stop, theyre fine, dont throw any away!! put back whatever u took",
        "stop!! they're not rotten. take them all out again",
        "hey what are you doing, i need those, put everything back how it was",
        "wait, return them to wherever they were, I'm about to leave",
    ],
)
def test_what_is_done_is_undone(then: str) -> None:
    found = said(APPLES, then)
    assert any(isinstance(one, Undo) for one in found)
    assert not any(isinstance(one, Clarification | Begin) for one in found)


@pytest.mark.parametrize(
    ("at_hand", "deeds"),
    [
        ("slice it and put it on the dining table instead", ["cut up a tomato", "on the dining table"]),
        (
            "I'm going to have it right now, so slice it and put it on a plate instead",
            ["cut up a tomato", "on the plate"],
        ),
    ],
)
def test_two_deeds_take_the_place_of_one(at_hand: str, deeds: list[str]) -> None:
    dropped, *begun = comes_to("put the tomato in the fridge", at_hand)
    assert dropped == "not put a tomato in the fridge"
    assert all(want in got for want, got in zip(deeds, begun, strict=True))


@pytest.mark.parametrize(
    ("then", "asked"),
    [
        ("hey robo, have you seen my phone anywhere?", "have you seen my phone anywhere?"),
        ("um where's the remote gone, do you know?", "where's the remote gone?"),
        ("sorry for the interruption, but is the tv on?", "is the tv on?"),
        ("Forgive me for interrupting, but where did I leave the vase?", "where did i leave the vase?"),
    ],
)
def test_a_question_stands_alone(then: str, asked: str) -> None:
    assert said(CUP, then) == (RecallQuestion(asked),)


def test_a_question_and_what_is_said_behind_it() -> None:
    question, *_ = said("clean the pan", "which pan are you doing? the one on the stove please")
    assert question == RecallQuestion("which pan are you doing?")
    assert comes_to("clean the pan", "which pan are you doing? the one on the stove please") == [
        "clean the pan from the stove burner"
    ]


@pytest.mark.parametrize(
    ("offered", "then", "wanted"),
    [
        ("put all the mugs in the sink", "oh and the plate can go in the sink as well while you're at it",
         ["put every mug in some sink", "put a plate in the sink"]),
        ("put the wine bottle in the fridge", "actually nah put them both on the table instead",
         ["put all the wine bottles on the table"]),
    ],
)  # fmt: skip
def test_what_goes_on_from_an_offer_accepts_it(offered: str, then: str, wanted: list[str]) -> None:
    asked = Clarification("Do you mean?", then=read_at_work(offered, HOME).instructions)
    found = read_at_work(then, replace(HOME, asked=asked)).instructions
    assert [one.errand.words for one in found if isinstance(one, Begin)] == wanted
    assert not any(isinstance(one, Clarification | Chat) for one in found)


def test_what_has_nothing_to_do_with_an_offer_leaves_it_open() -> None:
    asked = Clarification("Do you mean?", then=read_at_work("put the knife in the drawer", HOME).instructions)
    assert asked in read_at_work("and turn off the light", replace(HOME, asked=asked)).instructions
