"""Remarks on running work: what leads up to them, which operation they stand for, and what leaves the work alone."""

from __future__ import annotations

import pytest

from agent.requests.instructions import (
    Answered,
    Begin,
    Chat,
    DoLater,
    RecallQuestion,
    Resume,
)
from agent.requests.reading import read_at_work
from tests.at_work import HOME, comes_to, said

VASE = "put the vase in a cabinet"
CUP = "put the cup on the table"
TWO = "turn off the desk lamp and then put the pillow on the armchair"


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        (CUP, "Oh sorry, my head today! I meant the counter, not the table.", "put a cup on the counter top"),
        (CUP, "silly me. the shelf I mean", "put a cup on the shelf"),
        (CUP, "Change of destination: the counter instead of the table.", "put a cup on the counter top"),
        (CUP, "small correction: the shelf", "put a cup on the shelf"),
        (CUP, "Actually hang on, put it on the desk, I need the table.", "put a cup on the desk"),
        (VASE, "on reflection the statue would look better in there", "put a statue in the cabinet"),
        (VASE, "change of plan: the statue, please", "put a statue in the cabinet"),
        ("put both potatoes in the sink", "On second thoughts, just the one from the fridge.",
         "put the potato from the fridge in the sink"),
        (TWO, "On second thoughts, you needn't move the pillow.", "not put a pillow on the arm chair"),
        ("put the statue on the desk", "one more thing: turn off the tv", "now: switch a television off"),
        ("wash the pan", "stop for a sec and close the blinds", "now: close all the sets of blinds"),
        ("wash the pan", "and when finish, put it in a cupboard please", "after: put a pan in the cabinet"),
    ],
)  # fmt: skip
def test_what_only_leads_up_to_a_remark_is_put_aside(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    "then", ["Oh, and tell me, is the coffee machine on?", "Quick question: where is the wine bottle?",
             "just out of curiosity, how many apples are there?"],
)  # fmt: skip
def test_a_question_behind_its_announcement_changes_nothing(then: str) -> None:
    (asked,) = said("put the apples in the fridge", then)
    assert isinstance(asked, RecallQuestion)


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        (VASE, "sorry, the bowl", "put a bowl in the cabinet"),
        (VASE, "I meant the bowl, not the vase", "put a bowl in the cabinet"),
        (VASE, "the pan instead", "put a pan in the cabinet"),
        (VASE, "sorry, the fridge", "put a vase in the fridge"),
        ("put the fork in a drawer", "no, the box", "put a fork in the box"),
        ("put the pen in a box", "sorry, the bowl", "put a pen in the bowl"),
        ("put the egg in the pan", "in the pot I mean", "put an egg in the pot"),
        ("put the egg in the fridge", "sorry, the bowl", "?"),
    ],
)
def test_a_vessel_named_alone_is_the_thing_and_no_place_of_it(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("bring me the mug", "it's the one on the shelf", "bring you the mug from the shelf"),
        ("bring me the mug", "the one I mean is on the shelf", "bring you the mug from the shelf"),
        ("bring me the mug", "you'll find it in the fridge", "bring you the mug from the fridge"),
        ("bring me the mug", "it's in the fridge, believe it or not", "bring you the mug from the fridge"),
        ("bring me the mug", "I think it's on the shelf", "bring you a mug (one on the shelf if there is one)"),
        ("bring me the mug", "I left it on the shelf", "bring you a mug (one on the shelf if there is one)"),
        ("bring me the mug", "try the cabinet first", "bring you a mug (one in the cabinet if there is one)"),
        ("put the mugs on the shelf", "they are in the sink", "put every mug from the sink on some shelf"),
        ("bring me the mug", "the one on the shelf is fine", "bring you the mug from the shelf"),
        ("wash the mugs", "the one on the shelf is fine", "clean every mug except the ones on the shelf"),
        ("put the tomato from the shelf in the fridge", "I meant the tomato in the drawer",
         "put the tomato from the drawer in the fridge"),
        ("put the fork from the cupboard in the sink", "I said the cupboard, I meant the fridge",
         "put the fork from the fridge in the sink"),
        ("put the fork from the cupboard in the sink", "not the sink, the drawer",
         "put the fork from the cabinet in the drawer"),
        ("put the kettle from the table on the stove", "No, take the other kettle. Leave this one on the table.",
         "put a kettle on the stove burner except the ones on the tables"),
        ("put both kettles on the counter", "Only the one that has water inside.",
         "put the full kettle on the counter top"),
        ("put the bread from the drawer on the counter", "Actually the one in the fridge, leave the one in the drawer",
         "put a loaf of bread from the fridge on the counter top except the ones in the drawer"),
        ("bring me a mug", "the one in the sink is dirty, take another",
         "bring you a mug except the ones in the sink"),
        ("bring me a fork", "bring me both of them", "bring you all the forks"),
        ("put the eggs in the pan", "one less, please", "put every egg in some pan except one"),
    ],
)  # fmt: skip
def test_which_one_is_meant_is_told_by_where_it_is(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("wash the bowl on the counter", "And the one in the drawer.", "after: clean the bowl from the drawer"),
        ("wash the bowl on the counter", "also the one in the sink please", "after: clean the bowl from the sink"),
        ("put the book from the drawer on the bed", "and the phone as well, same drawer",
         "after: put the cell phone from the drawer on the bed"),
        ("put the mug in the sink", "and a spoon, but not the one in the bin",
         "after: put a spoon in the sink except the ones in the garbage can"),
        ("put the lettuce from the counter in the fridge", "please take the other two lettuces as well",
         "after: put all the lettuces in the fridge except the ones in the fridge"),
        ("cut up the tomato", "and do a lettuce while you've got the knife out", "after: cut up a lettuce"),
        ("put the cups in a cabinet", "empty the full one first", "now: empty the full cup"),
    ],
)  # fmt: skip
def test_what_is_beside_the_work_is_begun_beside_it(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    "then", ["the other way round please", "swap them",
             "it's the other way round: the bread in the fridge and the potato in the cabinet"],
)  # fmt: skip
def test_two_things_change_places(then: str) -> None:
    at_hand = "put the bread in the cabinet and the potato in the fridge"
    assert comes_to(at_hand, then) == ["put a loaf of bread in the fridge", "put a potato in the cabinet"]


def test_what_is_asked_for_the_other_way_round_is_in_place_of_the_work() -> None:
    then = "The other way round. The fork from the drawer goes on the counter."
    assert comes_to("put the fork from the counter in a drawer", then) == [
        "put the fork from the drawer on the counter top"
    ]


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        (CUP, "hmm the shelf might be safer", "put a cup on the shelf"),
        (CUP, "the kids are doing homework at the table so maybe the counter", "put a cup on the counter top"),
        (VASE, "I was thinking of the statue", "put a statue in the cabinet"),
        (VASE, "it's the statue that needs to go", "put a statue in the cabinet"),
        (TWO, "the pillow is fine where it is", "not"),
        (TWO, "skip the second part", "not put a pillow on the arm chair"),
        (TWO, "I've done the lamp", "not"),
        ("put the fork and the knife in a drawer", "Without the knife. It can stay in the sink.",
         "not put a knife in the drawer"),
        ("close the blinds and then switch off the light", "Stop, leave the light on please. Only the blinds.",
         "not switch all the lights off"),
        ("put the vase on the desk, then the statue on the desk",
         "don't move the statue, it was my mother's and I'd cry if it broke", "not put a statue on the desk"),
    ],
)  # fmt: skip
def test_a_word_tells_the_operation_and_what_is_named_on_what(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    ("at_hand", "then"),
    [
        (CUP, "my wife painted the shelf, it looks better now"), (CUP, "the shelf is dirty"),
        (CUP, "the mug is fine where it is"), (VASE, "of course the fridge is empty again"),
        (VASE, "the statue is from my mother"), ("wash the pan", "I've done the laundry"),
        ("wash the pan", "hurry up"), ("wash the pan", "my sister called, she's coming at six"),
        ("wash the pan", "the fridge makes a funny noise"), ("wash the pan", "you're doing great"),
        ("wash the pan and put the plate on the table", "the lamp is more urgent"),
    ],
)  # fmt: skip
def test_facts_and_small_talk_leave_the_work_alone(at_hand: str, then: str) -> None:
    assert all(isinstance(one, Chat) for one in said(at_hand, then))


def test_what_is_more_urgent_comes_first() -> None:
    found = said("wash the pan and put the plate on the table", "the plate is more urgent")
    assert found == (Resume("Plate"),)


@pytest.mark.parametrize(
    ("then", "hour"),
    [("wait with that until nine, I still need some", 9), ("ah, wait with that until half past eleven", 11),
     ("do it at noon, not now", 12), ("don't start until ten, otherwise it goes limp", 10)],
)  # fmt: skip
def test_the_work_waits_for_its_time(then: str, hour: int) -> None:
    later = [one for one in said("cut up the lettuce", then) if isinstance(one, DoLater)]
    assert [one.due.first.hour for one in later] == [hour]


def test_what_is_not_to_be_cut_stays_whole() -> None:
    found = said("cut up the lettuce", "hang on, don't cut it after all. Just put it in the fridge.")
    assert [one.errand.words for one in found if isinstance(one, Begin)] == ["put a lettuce in the fridge"]


def test_what_is_brought_is_filled_first() -> None:
    assert comes_to("bring me a cup", "With water in it!") == ["now: fill a cup with water", "bring you the full cup"]


@pytest.mark.parametrize(("then", "told"), [("what time is it?", "08:00"), ("what day is it today?", "Monday")])
def test_the_time_and_the_day_are_told(then: str, told: str) -> None:
    (answer,) = said("wash the pan", then)
    assert isinstance(answer, Answered) and told in answer.text


def test_what_was_called_off_is_wanted_again() -> None:
    last = tuple(one.errand for one in read_at_work("put the mug in the sink", HOME).begun)
    context = type(HOME)(present=HOME.present, now=HOME.now, last=last)
    assert [one.errand for one in read_at_work("No, do it after all.", context).begun] == list(last)
    assert not read_at_work("No, do it after all.", HOME).begun


@pytest.mark.parametrize(
    ("utterance", "wanted"),
    [
        ("need the book, its in a drawer somewhere, chuck it on the bed", ["put the book from the drawer on the bed"]),
        ("get the pen, it's on the desk, put it in the box", ["put the pen from the desk in the box"]),
        ("i need the vase, it's on the shelf, please bring it to me", ["bring you the vase from the shelf"]),
        ("get the pen and put it in the box", ["put a pen in the box"]),
    ],
)
def test_where_a_needed_thing_is_is_no_place_for_it(utterance: str, wanted: list[str]) -> None:
    assert [one.errand.words for one in read_at_work(utterance, HOME).begun] == wanted
