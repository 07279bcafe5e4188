"""What must not be touched, told by its looks, size or place; the others of a kind; what is left out of a request."""

from __future__ import annotations

import pytest

from agent.household.provisions import Speech
from agent.household.session import live
from agent.planning.terms import ANYTHING, Term, Trait, WhichThings, Without, terms_from, written
from agent.requests.instructions import Begin, Clarification, Constrain, Instruction, Remark, Unheeded
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
        ("open the box without tape", "without tape"),
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
        ("put the mugs away without opening the fridge", "without opening the fridge"),
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
         ["cut up an apple", "put every other apple in some bowl"]),
        ("put the rest of the apples in the bowl", ["put every apple in some bowl"]),
        ("bring me two pens. leave the others where they are", ["bring you 2 pens"]),
        ("wash the mug. leave everything else alone", ["clean a mug"]),
        ("put one of the books on the shelf and the other on the bed",
         ["put a book on the shelf", "put the other book on the bed"]),
        ("put the other forks on the table", ["?"]),
        ("put the fork and the spoon in the drawer and the rest on the table", ["?"]),
        ("wash the fork's plate and put the other cup away", ["?"]),
    ],
)  # fmt: skip
def test_the_others_are_those_that_were_not_meant_before(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("wash a cup, but not the red one", ["clean a cup (but not a red cup)"]),
        ("wash the cup that is not in the sink", ["clean a cup except the ones in the sink"]),
        ("put the mug on the desk, not on the table",
         ["put a mug on the desk without putting anything on the coffee table, on the dining table, on the shelf, "
          "and on the side table"]),
        ("put the mug in the sink but not in the sink", ["?"]),
        ("put all the mugs in the sink except the two on the desk",
         ["put every mug in some sink except the ones on the desk"]),
        ("put everything on the desk except the pens in the box", ["?"]),
        ("make a salad without egg in the bowl",
         ["make a salad with 1 slice of lettuce and 1 slice of tomato in a clean bowl without the egg"]),
        ("fry an egg without the microwave and without the toaster",
         ["fry a cracked egg without the microwave without the toaster"]),
        ("slice two apples but leave one apple whole", ["?"]),
        ("open the drawer but don't touch the spoons or the whatsit", ["?"]),
    ],
)  # fmt: skip
def test_exceptions_of_single_things_and_places(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("put all the forks except three in the drawer", ["put every fork in some drawer except 3 forks"]),
        ("put all but two of the plates in the sink", ["put every plate in some sink except 2 plates"]),
        ("wash the four bowls except the green one", ["clean 3 bowls except the green ones"]),
        ("put the five spoons except two in the drawer", ["put 3 spoons in the drawer"]),
        ("put the six cups in the cabinet except the dirty ones",
         ["put every cup in some cabinet except the dirty ones"]),
        ("put all the knives in the drawer but the big one",
         ["put every knife in some drawer without picking up the biggest knife"]),
        ("put all the pots in the cabinet except the smallest pot",
         ["put every pot in some cabinet without picking up the smallest pot"]),
        ("put everything but the laptop and the watch in the box",
         ["put everything in the box without picking up the laptop and the watch"]),
        ("put everything in the box except the laptop and the thingamajig", ["?"]),
        ("wash all the plates except the plate i am holding", ["?"]),
    ],
)  # fmt: skip
def test_what_is_left_out_of_all(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("make coffee without sugar", "There is no sugar in it."),
        ("make toast without butter or jam", "There is no butter or jam in it."),
        ("boil a potato without using the oven", "I use no oven for that."),
        ("wash the pot but don't use the dishwasher", "I use no dishwasher for that."),
    ],
)
def test_what_no_home_has_is_not_used_anyway_and_that_is_said(said: str, told: str) -> None:
    remark, begun = read(said)
    assert remark == Remark(told)
    assert isinstance(begun, Begin)


@pytest.mark.parametrize(
    ("said", "unheeded"),
    [
        ("open the blinds without waking the children", "without waking the children"),
        ("put the vase on the shelf and be careful with it", "be careful with it"),
        ("wash the cups but don't wake grandpa", "don't wake grandpa"),
        ("wash the bowl and don't break it", "don't break it"),
        ("bring me a mug, quiet please", "quiet"),
    ],
)
def test_how_to_go_about_it_is_not_dropped(said: str, unheeded: str) -> None:
    told, *begun = read(said)
    assert told == Unheeded((unheeded,))
    assert all(isinstance(one, Begin) for one in begun)


@pytest.mark.parametrize("said", ["boil an egg without breaking the egg", "slice the bread without washing the knife"])
def test_a_deed_that_must_not_be_done_on_the_way_is_asked_about(said: str) -> None:
    (asked,) = read(said)
    assert isinstance(asked, Clarification)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("wash the bowls. don't wash the green bowl", ["clean every bowl without the green bowl"]),
        ("clean the dishes but don't clean the mugs", ["clean all the tableware without the mug"]),
        ("put the pens in the box, don't put the red pen in the box",
         ["put every pen in some box without picking up the red pen"]),
        ("close all the drawers. don't close the drawer next to the sink",
         ["close all the drawers without closing the drawer next to the sink"]),
        ("don't make coffee in the blue mug. make coffee", ["make coffee in a clean mug without the blue mug"]),
    ],
)  # fmt: skip
def test_a_deed_that_is_forbidden_for_some_of_them(said: str, expected: list[str]) -> None:
    assert words(said) == expected


def test_reassurance_is_talk() -> None:
    (begun,) = read("wash the cup, don't worry")
    assert isinstance(begun, Begin)


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


def test_of_several_that_are_equally_big_one_is_left_out() -> None:
    found = places("kitchen 12", "put all the plates in the sink except the biggest plate", "Plate")
    assert found.count("Sink") == len(found) - 1


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


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("The tomatoes should go in the fridge, without the one in the bowl.",
         "put every tomato in some fridge except the ones in the bowl"),
        ("Wash the plates without the one on the table.", "clean every plate except the ones on the tables"),
    ],
)  # fmt: skip
def test_without_the_one_leaves_it_out(said: str, words: str) -> None:
    assert [one.errand.words for one in read_at_work(said).begun] == [words]
