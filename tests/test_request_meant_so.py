"""What is said into the work and changes it without saying so: its thing, place, number or deed, or what it is for."""

from __future__ import annotations

import pytest

from agent.requests.errands import Errand
from agent.requests.instructions import Begin, Cancel, Chat, Clarification, Revise
from agent.requests.reading import read_at_work
from agent.requests.uttered.halting import halted
from tests.at_work import HOME, comes_to, said


def begun(work: str) -> tuple[Errand, ...]:
    return tuple(one.errand for one in read_at_work(work, HOME).begun)


@pytest.mark.parametrize(
    ("work", "remark"),
    [
        ("make a salad", "We're going out for dinner, so don't trouble."),
        ("make toast", "They've had a sandwich on the way and won't be eating here."),
        ("toast some bread", "I've lost my appetite."),
        ("cook the potato", "leave it, I'm not hungry any more"),
        ("make me a coffee", "What am I saying, I'd be up all night if I drank that now."),
        ("make me a coffee", "What am I saying, I'd be lying awake till three if I drank that now."),
        ("make me a coffee", "The doctor says I mustn't."),
        ("water the plant", "There's no point, it's plastic."),
        ("make a sandwich", "we've already eaten"),
    ],
)
def test_the_work_is_off_when_what_it_is_for_is_gone(work: str, remark: str) -> None:
    assert said(work, remark) == (Cancel(),)


@pytest.mark.parametrize(
    ("work", "remark"),
    [
        ("cook two eggs", "she's not hungry, just the one"),
        ("make a salad", "no need to hurry"),
        ("make a salad", "we're having dinner at eight"),
        ("make a salad", "it's not necessary to rush"),
        ("make a salad", "I'm going out into the garden"),
        ("make a salad", "we're going out once you've made it"),
        ("put the plate on the table", "I'll eat something before that"),
        ("make a salad", "I'm not in the mood for tomato"),
    ],
)
def test_what_only_limits_the_work_does_not_call_it_off(work: str, remark: str) -> None:
    assert not any(isinstance(one, Cancel) for one in said(work, remark))


@pytest.mark.parametrize(
    ("work", "remark"),
    [
        ("bring me the box", "Turns out my brother's already carrying it up himself."),
        ("bring me the box", "my sister is fetching it"),
        ("bring me the box", "my wife has already brought it over"),
        ("wash the pan", "My wife has seen to that in the meantime."),
        ("wash the pan", "my son's washing it right now"),
        ("wash the pan", "Mum will be doing that later."),
    ],
)
def test_what_somebody_else_does_is_not_done(work: str, remark: str) -> None:
    assert [one.partition(" ")[0] for one in comes_to(work, remark)] == ["not"]


def test_what_somebody_else_does_otherwise_is_another_matter() -> None:
    assert all(isinstance(one, Chat) for one in said("wash the pan", "I'm washing my hands"))
    assert all(isinstance(one, Chat) for one in said("wash the pan", "my wife is cooking the egg"))


@pytest.mark.parametrize(
    "remark",
    [
        "Oh, I've got the bowl here in front of me, silly me.",
        "I see the bowl's right here.",
        "Found the bowl.",
        "the bowl is next to me already",
    ],
)
def test_what_somebody_has_is_not_brought(remark: str) -> None:
    assert said("bring the cup and the bowl over", remark) == (Cancel("Bowl"),)


def test_what_has_to_be_here_first_is_no_reason_to_stop() -> None:
    found = said("bring me the box", "put the pens in it as soon as it's here")
    assert not any(isinstance(one, Cancel) for one in found)
    assert comes_to("bring me the box", "put the pens in it as soon as it's here") == [
        "after: put every pen in some box"
    ]
    assert comes_to("bring me the box", "put the pens in it once you have it here") == [
        "after: put every pen in some box"
    ]


@pytest.mark.parametrize("remark", ["Toast it, it's still fine.", "Toast it, what a waste that would be."])
def test_what_is_wanted_of_waste_is_wanted_in_its_stead(remark: str) -> None:
    assert comes_to("throw the bread away", remark) == ["not", "now: cook a bread slice"]


def test_waste_of_which_something_is_wanted_that_nobody_can_do_is_not_thrown_away_meanwhile() -> None:
    work = begun("throw the lettuce away")
    assert halted("Rinse it, it's still perfectly good", work) == work
    assert halted("Rinse it, it's still perfectly good", begun("put the lettuce in the fridge")) == ()


@pytest.mark.parametrize("remark", ["Just put it in the sink, I'll do it.", "put it in the sink, I'll wash it myself"])
def test_who_does_the_work_himself_wants_the_other_deed_in_its_stead(remark: str) -> None:
    assert comes_to("wash the pan", remark)[-1].endswith("put a pan in the sink")
    assert any(isinstance(one, Cancel) for one in said("wash the pan", remark))


def test_what_is_asked_of_oneself_turns_the_thing_down() -> None:
    assert comes_to("bring me a fork", "What would I do with a fork, it's soup. Get me a spoon.") == [
        "bring you a spoon"
    ]
    found = said("bring the newspaper to the sofa", "Who reads the news these days anyway, get me a book.")
    assert isinstance(found[0], Cancel)


def test_a_deed_beside_the_work_is_no_deed_in_its_stead() -> None:
    assert not any(isinstance(one, Cancel) for one in said("wash the mug", "fill it with water, please"))
    assert not any(isinstance(one, Cancel) for one in said("throw the bread away", "wash the plate, it's dirty"))


@pytest.mark.parametrize(
    ("work", "remark", "many"),
    [
        ("put four forks on the table", "I said four but we are five.", 5),
        ("put three plates on the table", "Did I forget my mother-in-law again? Then it's four.", 4),
        ("put two plates on the table", "With my parents that makes four.", 4),
        ("put five forks on the table", "Make that one less.", 4),
        ("slice two potatoes", "twice that, please", 4),
        ("bring me two pencils", "One more won't hurt.", 3),
        ("bring me two pencils", "and a third, in case", 3),
        ("bring me a pencil", "a second one for my brother, please", 2),
        ("slice an apple", "Ooh, my sister's coming down, she'll be wanting one as well.", 2),
        ("toast a slice of bread", "My brother's just come in, he'd like a slice too.", 2),
        ("slice five potatoes", "half of that would do... no, three.", 3),
    ],
)
def test_another_number_is_told_by_who_or_what_is_counted(work: str, remark: str, many: int) -> None:
    assert str(many) in comes_to(work, remark)[-1].split()


def test_another_number_of_other_things_changes_nothing() -> None:
    assert comes_to("put four forks on the table", "there are five chairs") != ["put 5 forks on some tables"]


@pytest.mark.parametrize(
    "remark",
    [
        "by the toaster, rather",
        "by the toaster instead",
        "rather by the toaster",
    ],
)
def test_by_something_is_next_to_it(remark: str) -> None:
    assert comes_to("put the bowl in the sink", remark) == ["put a bowl next to the toaster"]


@pytest.mark.parametrize(
    "remark",
    [
        "The cat jumps up there all the time, so the shelf would be safer.",
        "The cat jumps up there, so the shelf would be safer.",
        "I always knock it over there, the shelf's where it wants to be.",
        "It's too near the edge, so the shelf is a wiser choice.",
    ],
)
def test_a_better_place_is_where_it_goes(remark: str) -> None:
    assert comes_to("put the vase on the dresser", remark) == ["put a vase on the shelf"]


def test_a_place_that_is_only_spoken_of_is_none_to_go_to() -> None:
    for remark in ("The shelf is full of dust.", "My mother gave me the shelf.", "I dusted the shelf yesterday."):
        assert all(isinstance(one, Chat) for one in said("put the plate on the table", remark)), remark


@pytest.mark.parametrize("remark", ["onto a plate then", "on a plate afterwards", "then on a plate"])
def test_where_food_goes_when_it_is_done(remark: str) -> None:
    for work in ("put the potato in the microwave and heat it", "cook the potato"):
        assert comes_to(work, remark) == ["after: put a potato on the plate"]


@pytest.mark.parametrize(
    ("work", "remark"),
    [
        ("put the plate in the cabinet", "It's filthy! Wash it before it goes in there."),
        ("put the plate in the cabinet", "it'll want washing before that"),
    ],
)
def test_what_comes_before_the_work_is_done_first(work: str, remark: str) -> None:
    assert comes_to(work, remark) == ["now: clean a plate"]


def test_the_same_for_one_more() -> None:
    assert comes_to("wash the mug", "The plate could do with the same treatment.") == ["after: clean a plate"]
    assert comes_to("wash the cup", "And what about the bowl over there, same thing with that.") == [
        "after: clean a bowl"
    ]


def test_only_some_of_it() -> None:
    work = "put the pens and the pencils in the drawer"
    assert [one.startswith("not put every pen in") for one in comes_to(work, "pencils only")] == [True]
    assert said(work, "Pens I'd rather you didn't.") == (Cancel("Pen"),)


@pytest.mark.parametrize(
    ("work", "remark", "without"),
    [
        ("make toast", "Don't slice the bread with a butter knife, it just gets torn to bits.", "butter knife"),
        ("cook the egg", "Use the small pan for it, not the big one.", "pan"),
        ("bring me some water", "anything but a mug", "mug"),
    ],
)
def test_with_what_it_is_not_done(work: str, remark: str, without: str) -> None:
    assert without in " ".join(comes_to(work, remark))


def test_one_at_a_time_is_how_it_is_done_anyway() -> None:
    assert all(isinstance(one, Chat) for one in said("put the plates in the cabinet", "one at a time, please"))


def test_what_may_be_meant_is_asked() -> None:
    (ask,) = said("put the plate on the table", "Soup wants a bowl, doesn't it?")
    assert isinstance(ask, Clarification)
    assert ask.then
    (ask,) = said("put the plates and the cups in the cabinet", "The cups we'll still be needing.")
    assert isinstance(ask, Clarification)
    assert ask.then == (Cancel("Cup"),)


def test_what_else_is_asked_for_beside_it_is_not_lost() -> None:
    found = comes_to("slice an apple", "my sister wants one as well, and put the pen in the drawer")
    assert any("pen" in one or one == "?" for one in found), found
    found = comes_to("wash the mug", "wash it before it goes in there. put the pen in the drawer")
    assert any("pen" in one or one == "?" for one in found), found


def test_a_thing_that_is_only_named_puts_right_what_was_said() -> None:
    assert comes_to("bring me a cup", "mug, I mean") == ["bring you a mug"]
    assert comes_to("bring me an apple", "scratch that, bread") == ["bring you a loaf of bread"]
    assert all(isinstance(one, Chat) for one in said("bring me an apple", "sorry, I'm late"))


def test_what_is_just_to_be_done_is_all() -> None:
    assert comes_to("cook the potato", "Raw is fine, just slice it.") == ["not", "now: cut up a potato"]
    assert not any(isinstance(one, Cancel) for one in said("cook the potato", "just slice it afterwards"))


@pytest.mark.parametrize(
    ("work", "remark", "left"),
    [
        ("light off, stove off", "Correction, the light is to be on.", "light"),
        ("open the blinds and wash the mug", "no, the blinds are to be closed", "blinds"),
        ("put the dirty mug in the sink", "wait no, wash it and then put it in a cabinet", "sink"),
    ],
)
def test_what_is_to_be_the_opposite_is_not_done_first(work: str, remark: str, left: str) -> None:
    found = comes_to(work, remark)
    assert any(one.startswith("not ") and left in one for one in found)


def test_where_what_is_washed_goes_is_not_where_it_is_taken_from() -> None:
    work = "wash the plate that is on the dining table"
    assert not any(isinstance(one, Revise) for one in said(work, "in the cabinet instead"))
    for remark in (
        "don't put it back on the table after, put it in a cupboard",
        "in a cupboard with it once it's clean",
    ):
        (found,) = (one for one in said(work, remark) if isinstance(one, Begin))
        assert found.errand.params == ("1", "Plate", "in", "Cabinet")
