"""Remarks that no other reader understands: when something is to be done, and its content in other words."""

from __future__ import annotations

import pytest

from agent.planning.terms import Trait, Without
from agent.requests.instructions import (
    Begin,
    Cancel,
    Chat,
    Constrain,
    PersonAt,
    RecallQuestion,
    Resume,
    Revise,
    Suspend,
    Undo,
)
from agent.requests.reading import read_at_work
from tests.at_work import comes_to, said

APPLES = "put the apples in the fridge"
MUG = "wash the mug"
MUGS = "put all the mugs in the sink"
EGG = "put the egg in the fridge"
SPATULA = "put the spatula from the counter in the sink"


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        (MUG, "Before anything else, the microwave has to go off. Then back to the mug.",
         "now: switch a microwave off"),
        (MUG, "One thing quickly in between: get me the spoon. After that you can finish.",
         "now: bring you a spoon"),
        (APPLES, "Hang on, before you carry on: switch the coffee machine on.", "now: switch a coffee machine on"),
        (APPLES, "The tap is running! See to that first and carry on afterwards.", "now: switch a faucet off"),
        (APPLES, "wait, somebody left the microwave running", "now: switch a microwave off"),
        ("put the wine bottle in the fridge", "Once the bottle is in, I'd be glad of a spoon.",
         "after: bring you a spoon"),
        ("bring me a fork", "A knife wouldn't hurt either.", "now: bring you a knife"),
        (MUG, "Your next job will be the dirty bowl: wash it.", "after: clean a bowl"),
        (APPLES, "Once you've put those away, wash the pot.", "after: clean a pot"),
        (APPLES, "As soon as your hands are free I could use the fork.", "after: bring you a fork"),
        (APPLES, "No hurry, but the stove is on, turn it off when you've finished there.",
         "after: switch all the stove knobs off"),
        (MUG, "and afterwards straight into the cabinet", "after: put a mug in the cabinet"),
        (MUG, "could you do the bowl while you've got the tap running", "after: clean a bowl"),
        (APPLES, "if it's not too late, put them in the cabinet instead", "put every apple in some cabinet"),
    ],
)  # fmt: skip
def test_when_something_is_to_be_done_is_told_in_many_ways(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        (APPLES, "the tomato can join them", "after: put a tomato in the fridge"),
        (APPLES, "Just one apple, I want to eat the other.", "put an apple in the fridge"),
        (APPLES, "never mind the last one", "put every apple in some fridge except one"),
        (MUG, "the plate looks worse, do that one", "clean a plate"),
        (MUG, "it's the cup that needs washing, not the mug", "clean a cup"),
        (MUG, "every mug you can find", "clean every mug"),
        (SPATULA, "The other spatula too!", "after: put a spatula in the sink except the ones in the sink"),
        (SPATULA, "Not the one from the counter, dear, the one in the drawer.",
         "put the spatula from the drawer in the sink"),
        (MUGS, "not all, just the dirty ones", "put every dirty mug in some sink"),
        (MUGS, "Not all of them, just those on the table.", "put every mug from the tables in some sink"),
        (MUGS, "those on the table too", "after: put all the mugs from the tables in the sink"),
        (EGG, "how about the bowl?", "put an egg in the bowl"),
        (EGG, "why not in the bowl?", "put an egg in the bowl"),
        (MUGS, "three, tops", "put 3 mugs in the sink"),
        (MUGS, "the clean ones don't need to go", "put every mug in some sink except the clean ones"),
        (MUGS, "mine stays, it's the blue one", "put every mug in some sink except the blue ones"),
        (EGG, "Egg stays, tomato goes.", "put a tomato in the fridge"),
        (EGG, "That should live on the counter, not in there.", "put an egg on the counter top"),
        (EGG, "I'd feel better if it went in the bowl.", "put an egg in the bowl"),
        ("bring me the red mug", "just leave it on the counter", "put the red mug on the counter top"),
        ("put the lettuce in the fridge", "Oh and there are two apples next to it, same thing with those.",
         "after: put all the apples in the fridge"),
        ("bring me the mug and the plate", "make it two plates", "bring you 2 plates"),
        ("put the book in the drawer", "take the newspaper as well", "after: put a newspaper in the drawer"),
        ("put all the tomatoes in the fridge", "Leave them in the sink instead.", "put every tomato in some sink"),
    ],
)  # fmt: skip
def test_a_change_in_other_words_is_made(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    "then",
    [
        "Careful, I don't want you using the knife in the sink, it's dirty.",
        "whatever you do, don't use that knife in the sink",
        "no using the knife in the sink",
        "under no circumstances should you use the knife in the sink",
    ],
)
def test_what_is_forbidden_in_other_words_is_not_done(then: str) -> None:
    (kept,) = said("cut the tomato on the counter", then)
    assert isinstance(kept, Constrain)
    assert kept.terms == (Without(("Knife",), which=Trait(place="Sink")),)


@pytest.mark.parametrize(
    "then", ["Freeze a second.", "Can you hold still, I need to mop here.", "hold off for a minute"]
)
def test_to_stand_still_is_to_wait(then: str) -> None:
    assert said(APPLES, then) == (Suspend(wait=True),)


@pytest.mark.parametrize(
    "then", ["don't trouble yourself", "no more", "abort mission", "you needn't bother with the mug"]
)
def test_to_be_spared_the_trouble_is_to_stop(then: str) -> None:
    assert all(isinstance(one, Cancel) for one in said(MUG, then))


@pytest.mark.parametrize("then", ["ok on you go", "right, off you go then"])
def test_to_be_sent_on_is_to_go_on(then: str) -> None:
    assert said(APPLES, then) == (Resume(),)


@pytest.mark.parametrize(
    "then", ["good job, keep it up", "whatever you do, don't drop them", "careful with them, please"]
)
def test_praise_and_care_ask_for_nothing(then: str) -> None:
    assert all(isinstance(one, Chat) for one in said(APPLES, then))


def test_who_has_moved_is_served_there() -> None:
    assert said("bring me the red mug", "I moved to the sofa") == (PersonAt("Sofa"),)
    (where,) = said("bring me the red mug", "I moved it to the sofa")
    assert isinstance(where, Revise) and where.new is not None
    assert where.new.words == "bring you the red mug (one on the sofa if there is one)"


def test_a_change_with_an_errand_for_later_is_both() -> None:
    told = comes_to(APPLES, "put them in the cabinet, and when you're done wash the pot")
    assert told == ["put every apple in some cabinet", "after: clean a pot"]


def test_what_is_wanted_back_goes_back() -> None:
    (put,) = read_at_work("put the apple in the fridge").begun
    assert said("put the apple in the fridge", "Hm, I'd like it back where it was.") == (Undo(),)
    assert put.errand.words == "put an apple in the fridge"


@pytest.mark.parametrize(
    ("at_hand", "then"),
    [
        (APPLES, "once the guests are here, wash the pot"),
        (APPLES, "when the dishwasher is done, put the plates away"),
        (APPLES, "not the bruised one"),
        (SPATULA, "the middle one"),
        (MUG, "noooo I want an apple now, no toast"),
    ],
)
def test_what_is_not_known_is_still_asked_or_left(at_hand: str, then: str) -> None:
    assert not [one for one in said(at_hand, then) if isinstance(one, Begin) and one.when == "after"]
    assert comes_to(at_hand, then) in (["?"], [])


@pytest.mark.parametrize(
    "then",
    [
        "Hang on, is the stove still on? I can never remember.",
        "are those all of them, by the way?",
        "why not?",
        "how about that?",
    ],
)
def test_a_question_is_no_order(then: str) -> None:
    assert not any(isinstance(one, Begin | Suspend) for one in said(APPLES, then))


def test_what_is_told_in_short_is_pointed_to() -> None:
    binned = comes_to("make a sandwich", "the bread's gone off, bin it")
    assert binned == ["now: put a loaf of bread in the garbage can"]
    assert isinstance(said(MUG, "where is the dog's bowl?")[0], RecallQuestion)


CUT_TOMATO = "cut up the tomato and put it on the plate"
BREAD = "put the bread from the chair in a cabinet"


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        (CUT_TOMATO, "And some chopped lettuce with it as well, please, dear.",
         ["after: cut up a lettuce", "after: put a lettuce slice on the plate"]),
        (CUT_TOMATO, "and some lettuce with it",
         ["after: cut up a lettuce", "after: put a lettuce slice on the plate"]),
        ("put the tomato on the clean plate", "the egg as well", ["after: put an egg on the clean plate"]),
        ("put the tomato on the plate", "and an egg with it, please", ["after: put an egg on the plate"]),
        (BREAD, "hm no, the fridge is better, put it there", ["put a loaf of bread from the chairs in the fridge"]),
        (BREAD, "no, the fridge, put it there", ["put a loaf of bread from the chairs in the fridge"]),
        ("put the red mug in the sink", "the shelf is better, put it there", ["put the red mug on the shelf"]),
        (MUG, "Good gracious, the stove is on! Do that first and turn it off, then go on with the mug.",
         ["now: switch all the stove knobs off"]),
        (MUG, "the fridge is open! see to that first and close it", ["now: close a fridge"]),
        (APPLES, "Wait, first make the microwave stop, it's so loud!", ["now: switch a microwave off"]),
        (APPLES, "get the tap to stop first", ["now: switch a faucet off"]),
    ],
)  # fmt: skip
def test_what_goes_with_a_thing_or_there_is_asked_for_once(at_hand: str, then: str, wanted: list[str]) -> None:
    assert comes_to(at_hand, then) == wanted


@pytest.mark.parametrize(
    "then",
    [
        "leave one, the children will want sandwiches",
        "leave one because the guests would like toast",
        "leave one, the kids want a salad later",
        "leave one, dad wants a coffee",
    ],
)
def test_what_others_want_is_why_one_is_left(then: str) -> None:
    assert comes_to(APPLES, then) == ["put every apple in some fridge except one"]


@pytest.mark.parametrize(
    ("then", "more"),
    [
        ("leave one, and make toast for the kids", "now: serve a slice of toast on a clean plate"),
        ("leave one. I'd like a coffee too.", "after: make coffee in a clean mug"),
    ],
)
def test_what_is_asked_for_beside_is_no_reason(then: str, more: str) -> None:
    assert comes_to(APPLES, then) == ["put every apple in some fridge except one", more]
