"""What is said while something is being done reaches all of the matter that it is about, and nothing else."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.planning.terms import AsMany, Trait, WhichThings
from agent.requests.amending import amended
from agent.requests.errands import PUT, STATE, Errand, made_of
from agent.requests.instructions import (
    Amend,
    Begin,
    Cancel,
    Chat,
    Clarification,
    DoLater,
    Instruction,
    Remark,
    Resume,
    Revise,
)
from agent.requests.reading import RequestContext, read_at_work

NOW = datetime(2026, 1, 5, 8)


def said(at_hand: str, then: str) -> list[Instruction]:
    """What is wanted by words while something is being done."""
    tasks = tuple(one.errand for one in read_at_work(at_hand, RequestContext()).begun)
    things = made_of(tasks[-1])
    return list(read_at_work(then, RequestContext(tasks, things, now=NOW)).instructions)


def words(at_hand: str, then: str) -> list[str]:
    """What is begun, or what tasks are changed to; "not …" for what is called off."""
    task = read_at_work(at_hand, RequestContext()).begun[0].errand
    found: list[str] = []
    for one in said(at_hand, then):
        new = amended(task, one) if isinstance(one, Amend) else one.new if isinstance(one, Revise) else None
        if isinstance(new, Errand):
            found.append(new.words)
        elif isinstance(one, Begin):
            found.append(one.errand.words)
        elif isinstance(one, Revise):
            found.append(f"not {one.old.words}")
    return found


WASHED = "wash the plate and put it on the table"
STORED = "put the cup and the bowl in the cabinet"


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        (WASHED, "put it in the cabinet instead", ["put a plate in the cabinet"]),
        (WASHED, "on the shelf instead", ["put a plate on the shelf"]),
        (WASHED, "actually the bowl", ["clean a bowl", "put a bowl on the table"]),
        (WASHED, "wash the pan instead", ["clean a pan", "put a pan on the table"]),
        (WASHED, "just wash it, don't put it anywhere", ["not put a plate on the table"]),
        (STORED, "not in the cabinet, on the shelf", ["put a cup on the shelf", "put a bowl on the shelf"]),
        (STORED, "the counter would be better", ["put a cup on the counter top", "put a bowl on the counter top"]),
        (STORED, "put the cup on the shelf instead", ["put a cup on the shelf"]),
        (
            STORED,
            "put the cup in the sink and the bowl on the shelf instead",
            ["put a cup in the sink", "put a bowl on the shelf"],
        ),
        (STORED, "bring them to me instead", ["bring you a cup", "bring you a bowl"]),
        (STORED, "wash them first", ["clean a cup", "clean a bowl"]),
        (
            "slice the tomato and put it on a plate",
            "no, the potato",
            ["cut up a potato", "put all the potato slices on the plate"],
        ),
        ("turn off the tv and close the blinds", "open them instead", ["open all the sets of blinds"]),
        (
            "wash the plates and put them on the shelf",
            "the cups too",
            ["clean all the cups", "put all the cups on the shelf"],
        ),
    ],
)
def test_a_change_reaches_the_whole_matter(at_hand: str, then: str, wanted: list[str]) -> None:
    assert sorted(words(at_hand, then)) == sorted(wanted)


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("put the mug in the sink", "never mind the mug, do the plate", ["put a plate in the sink"]),
        ("put the mug in the sink", "leave the mug, take the plate", ["put a plate in the sink"]),
        ("put the mug in the sink", "a cup then", ["put a cup in the sink"]),
        ("wash the pot", "I'll do the pot. You do the pan.", ["clean a pan"]),
        ("bring me the remote", "no, the phone", ["bring you a cell phone"]),
        ("turn on the desk lamp", "off again, please", ["switch a desk lamp off"]),
        ("clear the table", "put everything on the shelf", ["put everything from the tables on the shelf"]),
        ("wash the pan", "the pan on the stove, not the one in the sink", ["clean the pan from the stove burner"]),
    ],
)
def test_what_is_wanted_instead_is_done_instead(at_hand: str, then: str, wanted: list[str]) -> None:
    found = said(at_hand, then)
    assert words(at_hand, then) == wanted
    assert not [one for one in found if isinstance(one, Cancel | Begin)]


@pytest.mark.parametrize("then", ["no, the other mug", "not that mug, the other one"])
def test_which_other_is_asked(then: str) -> None:
    (asked,) = said("put the mug in the sink", then)
    assert isinstance(asked, Clarification)


@pytest.mark.parametrize(
    ("at_hand", "then"),
    [("wash the mug", "the other one as well"), ("wash the mug", "wash the other one too"),
     ("wash the mug", "do the other mugs too"), ("turn on the floor lamp", "switch on the other one as well")],
)  # fmt: skip
def test_the_others_are_none_of_those_at_hand(at_hand: str, then: str) -> None:
    (begun,) = said(at_hand, then)
    assert isinstance(begun, Begin) and begun.when == "after" and begun.beside is not None
    assert any(isinstance(one, WhichThings) and one.others for one in begun.errand.terms)


@pytest.mark.parametrize(
    ("at_hand", "then", "when"),
    [
        ("make coffee", "wash the mug first", "now"),
        ("wash the pan", "turn the tap off after", "after"),
        ("wash the pan", "put it on the stove once it's clean", "after"),
        ("wash the plate", "put it on the shelf", "after"),
        ("slice the bread", "and put the slices on a plate", "after"),
        ("make toast", "turn off the toaster when you finish", "after"),
        ("turn off all the lights", "start with the desk lamp", "now"),
    ],
)
def test_when_it_is_done(at_hand: str, then: str, when: str) -> None:
    (begun,) = said(at_hand, then)
    assert isinstance(begun, Begin) and begun.when == when


def test_a_thing_with_a_short_name_is_known_by_it() -> None:
    assert said("put the pillow on the bed and the CD in a drawer", "CD first") == [Resume("CD")]


def test_the_work_at_hand_is_put_down_for_another_time() -> None:
    for then in ("in ten minutes, not now", "not now, in ten minutes"):
        dropped, later = said("turn off the tv", then)
        assert isinstance(dropped, Revise) and dropped.new is None
        assert isinstance(later, DoLater) and later.due.first == NOW.replace(minute=10)


def test_how_the_work_may_not_be_done_is_not_waved_through() -> None:
    assert isinstance(said("cook the potato", "don't put it on the stove")[0], Clarification)
    assert [Chat("no", "put it in the cabinet")] == said("put the mug in the sink", "don't put it in the cabinet")


# -- said while nothing is done


def begun(text: str) -> list[str]:
    return [one.errand.words for one in read_at_work(text, RequestContext()).begun]


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("Put the bowl in the sink if it is dirty, otherwise on the table.", "in the sink if", "on the table unless"),
        ("If the cup is clean put it on the shelf, else in the sink.", "on the shelf if", "in the sink unless"),
        ("Take the plate on the desk. If it is dirty put it in the sink, if not in the cabinet.",
         "plate from the desk in the sink if", "plate from the desk in the cabinet unless"),
    ],
)  # fmt: skip
def test_in_the_other_case_it_goes_elsewhere(text: str, first: str, second: str) -> None:
    one, other = begun(text)
    assert first in one and second in other


def test_a_condition_on_what_is_taken_up_is_kept() -> None:
    (only,) = begun("Take the cup from the desk. If it is dirty, put it in the sink.")
    assert only == "put the dirty cup from the desk in the sink if the cup from the desk is dirty"


def test_the_other_one_is_not_the_one_that_was_told_of() -> None:
    assert begun("One floor lamp is already on. Switch on the other one.") == [
        "switch a floor lamp on (but not a running floor lamp)"
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Make toast and coffee, coffee first.",
            ["make coffee in a clean mug", "serve a slice of toast on a clean plate"],
        ),
        ("Wash the plate and the cup, the cup first.", ["clean a cup", "clean a plate"]),
        ("Throw away the eggs but keep one.", ["put every egg in some garbage can except one"]),
        ("Put both the mug and the cup in the sink.", ["put a mug in the sink", "put a cup in the sink"]),
    ],
)  # fmt: skip
def test_nothing_is_lost_or_doubled(text: str, wanted: list[str]) -> None:
    assert begun(text) == wanted


def test_what_narrows_everything_is_asked_about() -> None:
    (asked,) = read_at_work("Put everything wobbly in the fridge.").instructions
    assert isinstance(asked, Clarification)


def test_a_presumed_number_is_kept() -> None:
    for text, many in (("put both watches in the box", 2), ("put all three eggs in the bowl", 3)):
        (one,) = read_at_work(text).begun
        assert [term.times for term in one.errand.terms if isinstance(term, AsMany)] == [many]


def test_the_light_switch_comes_before_the_lamps_that_it_works() -> None:
    told, *rest = read_at_work("Turn on the desk lamp, then turn off the ceiling light.").instructions
    assert isinstance(told, Remark)
    assert [one.errand.params[1:] for one in rest if isinstance(one, Begin)] == [
        ("LightSwitch", "off"),
        ("DeskLamp", "on"),
    ]
    (lights, lamp) = read_at_work("Turn on the desk lamp and turn off the light.").begun
    assert WhichThings("Lights", but=Trait("DeskLamp")) in lights.errand.terms and lamp.errand.params[1] == "DeskLamp"


def test_coffee_in_a_cup_is_told_of() -> None:
    told, coffee = read_at_work("Make coffee in a cup.").instructions
    assert isinstance(told, Remark) and isinstance(coffee, Begin)
    assert len(read_at_work("Make a cup of coffee.").instructions) == 1


def test_a_place_of_several_is_told_apart() -> None:
    (change,) = said("put the mug in the box", "the box on the bed")
    assert isinstance(change, Revise) and change.new == Errand(
        PUT, ("1", "Mug", "in", "Box"), (WhichThings("Box", Trait("", (), "Bed")),)
    )


def test_a_state_is_changed_only_where_it_is_brought_about() -> None:
    (change,) = said("open the blinds", "close them again")
    assert isinstance(change, Revise) and change.new == Errand(STATE, ("all", "Blinds", "closed"))


@pytest.mark.parametrize(
    ("task", "then", "new"),
    [
        ("put the book on the bed", "I meant the one on the desk", "put the book from the desk on the bed"),
        (
            "put the pen from the sofa on the desk",
            "oh, I am sorry, I meant the one on the shelf",
            "put the pen from the shelf on the desk",
        ),
        ("wash the plate", "not that plate, I meant the one in the sink", "clean the plate from the sink"),
        ("put the book on the bed", "I meant on the desk", "put a book on the desk"),
    ],
)
def test_the_one_somewhere_is_which_thing_and_no_place_for_it(task: str, then: str, new: str) -> None:
    assert words(task, then) == [new]
