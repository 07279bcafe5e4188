"""What must not be touched, told by its looks, size or place; the others of a kind; what is left out of a request."""

from __future__ import annotations

import pytest

from agent.household.provisions import Speech
from agent.household.session import live
from agent.planning.terms import ANYTHING, Term, Trait, WhichThings, Without, terms_from, written
from agent.requests.instructions import Begin, Clarification, Constrain, Instruction, Remark
from agent.requests.reading import RequestContext, read_at_work
from eval.commands.homes import CommandHome, read_home, things_in


def read(said: str) -> tuple[Instruction, ...]:
    return read_at_work(said, RequestContext()).instructions


def words(said: str) -> list[str]:
    """What is begun, in words; "?" for what is asked back."""
    return [
        one.errand.words if isinstance(one, Begin) else "?"
        for one in read(said)
        if isinstance(one, Begin | Clarification)
    ]


def terms(said: str) -> tuple[Term, ...]:
    """The terms of what is begun, or of what is to be heeded."""
    found = read(said)
    constrained = [term for one in found if isinstance(one, Constrain) for term in one.terms]
    return (*constrained, *(term for one in found if isinstance(one, Begin) for term in one.errand.terms))


@pytest.mark.parametrize(
    ("said", "without"),
    [
        ("wash the pot without touching the small pan", Without(("Pan",), by="smallest")),
        ("slice the apple without the big knife", Without(("Knife",), by="biggest")),
        ("make coffee but not in the red mug", Without(("Mug",), which=Trait("", (("red", True),)))),
        ("put the fork in the drawer. leave the cup on the table alone",
         Without(("Cup",), which=Trait("", (), "Tables"))),
        ("open the fridge. leave the things in the fridge alone", Without((ANYTHING,), which=Trait("", (), "Fridge"))),
        ("put the apple in the bowl, not in the blue one in the sink", None),
        ("put the pen on the desk but not on the book", Without(("Book",), "put")),
        ("wash the mug but not the bowl", Without(("Bowl",), "pick_up")),
        ("put the potato in the pot but not the tomato", Without(("Tomato",), "pick_up")),
    ],
)  # fmt: skip
def test_only_what_is_meant_is_barred(said: str, without: Without | None) -> None:
    barred = [term for term in terms(said) if isinstance(term, Without)]
    assert barred == ([] if without is None else [without])
    assert terms_from(written(barred)) == tuple(barred)


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("cook the potato without the rear burner", "without the rear burner"),
        ("make coffee but not in the chipped mug", "not in the chipped mug"),
        ("wash the pan without using the steel wool", "without using the steel wool"),
        ("wash all the bowls except the cracked bowl", "except the cracked bowl"),
        ("fry the egg in the large pan", "large pan"),
        ("wash the plate. leave the chipped bowl alone", "leave the chipped bowl alone"),
    ],
)
def test_what_nobody_can_tell_apart_is_asked_about_in_full(said: str, quoted: str) -> None:
    (asked,) = read(said)
    assert isinstance(asked, Clarification)
    assert f'"{quoted}"' in asked.question


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ("put the cup away but not on the floor", "but not on the floor"),
        ("put the mugs away without opening the fridge", "without opening the fridge"),
        ("put all the towels away except the blue towel", "except the blue towel"),
    ],
)
def test_what_is_left_out_outlives_a_question(said: str, after: str) -> None:
    (asked,) = read(said)
    assert isinstance(asked, Clarification)
    assert asked.after.strip() == after


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("put a fork in the drawer and the other forks on the table",
         ["put a fork in the drawer", "put every other fork on some tables"]),
        ("wash the red cup, and put the remaining cups on the shelf",
         ["clean the red cup", "put every other cup on some shelf"]),
        ("put the dirty bowls in the sink. the rest goes in the cabinet",
         ["put every dirty bowl in some sink", "put every other bowl in some cabinet"]),
        ("open one drawer and close the other ones", ["open a drawer", "close all the other drawers"]),
        ("slice one apple. put the rest of the apples in the bowl",
         ["cut an apple slice", "put every other apple in some bowl"]),
        ("put the rest of the apples in the bowl", ["put every apple in some bowl"]),
        ("bring me two pens. leave the others where they are", ["bring you 2 pens"]),
        ("wash the mug. leave everything else alone", ["clean a mug"]),
        ("put one of the books on the shelf and the other on the bed",
         ["put a book on the shelf", "put the other book on the bed"]),
        ("put the other forks on the table", ["?"]),
        ("wash the fork's plate and put the other cup away", ["?"]),
    ],
)  # fmt: skip
def test_the_others_are_those_that_were_not_meant_before(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("wash a cup, but not the red one", ["clean a cup except the red ones"]),
        ("wash the cup that is not in the sink", ["clean a cup except the ones in the sink"]),
        ("put the mug on the desk, not on the table",
         ["put a mug on the desk without putting anything on the coffee table, on the dining table, on the shelf, "
          "and on the side table"]),
        ("put the mug in the sink but not in the sink", ["?"]),
    ],
)  # fmt: skip
def test_exceptions_of_single_things_and_places(said: str, expected: list[str]) -> None:
    assert words(said) == expected


def test_a_freezer_is_none_apart_from_the_fridge() -> None:
    remark, begun = read("put the bottle of wine in the fridge but not in the freezer")
    assert isinstance(remark, Remark)
    assert isinstance(begun, Begin)
    assert "no freezer apart from the fridge" in remark.text


def places(home: str, said: str, kind: str) -> list[str]:
    """In or on what the things of a kind are after something was said in a home."""
    place = read_home(home).place()
    live(place, Speech(said))
    found = [one for one in things_in(place).values() if one["objectType"] == kind]
    return sorted(str((one["parentReceptacles"] or ["?"])[0]).partition("|")[0] for one in found)


def test_the_others_are_moved_and_the_first_ones_stay() -> None:
    said = "put one potato in the pot. put the other potatoes in the fridge"
    assert places("kitchen 16", said, "Potato") == ["Fridge", "Fridge", "Pot"]


def test_a_barred_thing_is_not_touched() -> None:
    home = CommandHome("kitchen", 16).place()
    before = {key: one["parentReceptacles"] for key, one in things_in(home).items() if one["objectType"] == "Potato"}
    live(home, Speech("put all the potatoes in the sink. leave the potato in the fridge alone"))
    moved = [key for key, one in things_in(home).items() if key in before and "Sink" in str(one["parentReceptacles"])]
    stayed = [key for key, around in before.items() if "Fridge" in str(around)]
    assert stayed
    assert set(moved) == set(before) - set(stayed)


def test_others_are_kept_in_the_log() -> None:
    told = (WhichThings("Cup", others=True), Without(("Pan",), "put", Trait("", (("blue", True),), "Shelf"), "biggest"))
    assert terms_from(written(told)) == told
