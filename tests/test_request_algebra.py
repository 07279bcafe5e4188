"""Changes while it works as parts of a request and what becomes of them, and what leans on a request that is over."""

from __future__ import annotations

import pytest

from agent.planning.terms import Trait, WhichThings
from agent.requests.errands import BRING, PUT, Errand, made_of
from agent.requests.instructions import Amend, Begin, Cancel, Clarification, Instruction, Resume, Revise
from agent.requests.reading import RequestContext, read_at_work


def said(at_hand: str, then: str, over: bool = False) -> list[Instruction]:
    """What is wanted by words while something is being done, or after it."""
    tasks = tuple(one.errand for one in read_at_work(at_hand, RequestContext()).begun)
    things = tuple(kind for task in tasks for kind in made_of(task))
    context = RequestContext((), things, last=tasks) if over else RequestContext(tasks, things)
    return list(read_at_work(then, context).instructions)


def become(at_hand: str, then: str) -> Errand | None:
    (change,) = said(at_hand, then)
    assert isinstance(change, Revise)
    return change.new


@pytest.mark.parametrize(
    ("at_hand", "then", "params"),
    [
        ("put the cup and the pan on the table", "sorry, the pan goes on the stove", ("1", "Pan", "on", "StoveBurner")),
        ("put the book on the bed", "put the book on the desk", ("1", "Book", "on", "Desk")),
        ("bring me the mug", "put the mug on the shelf instead", ("1", "Mug", "on", "Shelf")),
        ("put the mug on the shelf", "just bring it to me", ("1", "Mug")),
        ("make a sandwich", "put it in a bowl", ("1", "1", "Bowl")),
        ("put the vase on the desk", "silly me, I meant the statue", ("1", "Statue", "on", "Desk")),
        ("put the vase on the desk", "did I say the vase? I meant the statue", ("1", "Statue", "on", "Desk")),
        ("switch the floor lamp on", "I meant the desk lamp", ("1", "DeskLamp", "on")),
        ("open the drawer", "no, closed", ("1", "Drawer", "closed")),
        ("wash the mugs", "just the one on the shelf is enough", ("1", "Mug", "clean")),
    ],
)
def test_one_part_becomes_another(at_hand: str, then: str, params: tuple[str, ...]) -> None:
    new = become(at_hand, then)
    assert new is not None
    assert new.params == params


def test_what_was_replaced_and_stays_calls_nothing_off() -> None:
    new = become(
        "put the vase on the desk", "oops, I meant the statue from the shelf. The vase should stay where it is"
    )
    assert new is not None
    assert new.params == ("1", "Statue", "on", "Desk")
    assert WhichThings("Statue", Trait("", (), "Shelf")) in new.terms


@pytest.mark.parametrize(
    ("at_hand", "then", "errand"),
    [
        ("put the fork in the drawer", "the spoon that's on the table too",
         Errand(PUT, ("1", "Spoon", "in", "Drawer"), (WhichThings("Spoon", Trait("", (), "Tables")),))),
        ("take the fork from the sink and put it in the drawer", "and the spoon that's lying there as well",
         Errand(PUT, ("1", "Spoon", "in", "Drawer"), (WhichThings("Spoon", Trait("", (), "Sink")),))),
        ("put the fork in the drawer", "the other fork too",
         Errand(PUT, ("1", "Fork", "in", "Drawer"), (WhichThings("Fork", but=Trait("", (), "Drawer")),))),
        ("bring me the fork", "and a knife", Errand(BRING, ("1", "Knife"))),
    ],
)  # fmt: skip
def test_another_thing_is_added(at_hand: str, then: str, errand: Errand) -> None:
    assert said(at_hand, then) == [Begin(errand, "after")]


@pytest.mark.parametrize(
    ("then", "dropped"),
    [
        ("never mind the bowl, just the egg will do", "Bowl"),
        ("don't bother with the bowl", "Bowl"),
        ("I've already washed the bowl", "Bowl"),
        ("I'll wash the bowl myself", "Bowl"),
        ("leave the bowl to me", "Bowl"),
        ("no need to wash the bowl any more", "Bowl"),
    ],
)
def test_what_is_not_wanted_any_more_is_told_in_many_ways(then: str, dropped: str) -> None:
    (change,) = said("put the egg in the fridge and wash the bowl", then)
    assert isinstance(change, Cancel | Revise)
    about = change.about if isinstance(change, Cancel) else made_of(change.old)[0]
    assert about == dropped
    assert isinstance(change, Cancel) or change.new is None


def test_another_deed_of_somebody_calls_nothing_off() -> None:
    found = said("wash the cup", "I'll put the cup in the cabinet myself")
    assert not [one for one in found if isinstance(one, Cancel | Revise)]


@pytest.mark.parametrize(
    "then", ["forget the whole thing", "drop the lot", "forget it all", "leave it all, never mind"]
)
def test_all_is_called_off(then: str) -> None:
    assert Cancel(everything=True) in said("put the egg in the fridge and wash the bowl", then)


def test_an_order_between_two_tasks() -> None:
    assert said("put the egg in the fridge and wash the bowl", "wash the bowl before the egg") == [Resume("Bowl")]


def test_a_dish_is_no_part_of_another() -> None:
    called_off, new = said("make a salad", "actually make it a tomato sandwich")
    assert isinstance(called_off, Cancel)
    assert isinstance(new, Begin) and new.errand.name == "Sandwich"


def test_it_is_what_was_just_named_of_a_dish() -> None:
    (change,) = said("make a salad", "my wife can't have tomato, leave it out")
    assert isinstance(change, Amend) and change.drop and change.new.word == "Tomato"


@pytest.mark.parametrize(
    ("at_hand", "then", "params"),
    [
        ("put the fork in the drawer", "and now the spoon", ("1", "Spoon", "in", "Drawer")),
        ("put the fork in the drawer", "same with the spoon", ("1", "Spoon", "in", "Drawer")),
        ("wash the plate", "the other one too", ("1", "Plate", "clean")),
        ("switch the floor lamp on", "the desk lamp as well", ("1", "DeskLamp", "on")),
    ],
)
def test_words_lean_on_what_is_over(at_hand: str, then: str, params: tuple[str, ...]) -> None:
    (begun,) = said(at_hand, then, over=True)
    assert isinstance(begun, Begin)
    assert begun.errand.params == params


@pytest.mark.parametrize("then", ["something else", "that one instead", "the other one"])
def test_what_only_points_is_asked_about(then: str) -> None:
    (asked,) = said("put the fork in the drawer", then)
    assert isinstance(asked, Clarification)


@pytest.mark.parametrize(
    ("utterance", "words"),
    [
        ("make a salad in the bowl without tomato", "make a salad with 1 slice of lettuce in a clean bowl"),
        ("I'd like a sandwich on a plate, but I'm allergic to tomato",
         "make a sandwich with 1 slice of lettuce on a clean plate"),
        ("get rid of the water in the cup", "empty a cup"),
        ("tip the old coffee out of the mug", "empty a mug"),
        ("make the desk lamp off", "switch a desk lamp off"),
        ("one of my pens fell in the bin, would you get it out and put it on the desk",
         "put the pen from the garbage can on the desk"),
        ("hand me a plate, a clean one", "bring you the clean plate"),
        ("the vase lying on the bed is to go on the shelf", "put the vase from the bed on the shelf"),
    ],
)  # fmt: skip
def test_the_same_at_greater_length(utterance: str, words: str) -> None:
    (begun,) = read_at_work(utterance, RequestContext()).begun
    assert begun.errand.words == words


@pytest.mark.parametrize(
    ("utterance", "words"),
    [
        ("turn off microwave, but desk lamp leave on", ["switch a microwave off", "switch a desk lamp on"]),
        ("cup on the counter put in cabinet", ["put the cup from the counter top in the cabinet"]),
        ("fork and spoon put in drawer", ["put a fork in the drawer", "put a spoon in the drawer"]),
    ],
)
def test_the_verb_may_stand_behind_its_things(utterance: str, words: list[str]) -> None:
    assert [one.errand.words for one in read_at_work(utterance, RequestContext()).begun] == words


def test_of_several_tasks_the_one_that_is_denied_is_put_right_and_else_it_asks() -> None:
    both = "put the vase and the statue on the desk"
    new = become(both, "not the statue, sorry, I meant the candle")
    assert new is not None and new.params == ("1", "Candle", "on", "Desk")
    (asked,) = said(both, "I meant the candle")
    assert isinstance(asked, Clarification)


def test_all_that_was_asked_of_one_thing_is_done_with_another() -> None:
    begun = read_at_work("wash the mug and put it on the shelf, and do the same with the cup", RequestContext()).begun
    assert [made_of(one.errand) for one in begun] == [("Mug",), ("Mug",), ("Cup",), ("Cup",)]
    assert begun[3].same
