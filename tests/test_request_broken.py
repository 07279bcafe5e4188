"""What is said into the work in short or broken grammar changes the task that it is about."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin, Clarification, Revise
from tests.at_work import comes_to, said


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("put all the tomatoes in the fridge", "not the drawer one tho, thats mine, leave it", "drawer"),
        ("put all the mugs in the sink", "not the fridge one though", "fridge"),
        ("put the books on the shelf", "leave the desk one, I'm reading it", "desk"),
        ("put all the pens in the drawer", "the sofa one stays, its mine", "sofa"),
    ],
)
def test_the_one_named_by_its_place_is_left_out(at_hand: str, then: str, wanted: str) -> None:
    (words,) = comes_to(at_hand, then)
    assert "except" in words
    assert wanted in words.split("except")[1]


def test_the_place_where_things_go_tells_none_of_them() -> None:
    assert isinstance(said("put the pens in the drawer", "not the drawer one")[0], Clarification)


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("put all the potatoes in the sink", "No. Just the two from the fridge.", ("2", "Potato", "in", "Sink")),
        ("put all the pens in the drawer", "just two in the drawer", ("2", "Pen", "in", "Drawer")),
        ("wash all the mugs", "only the three on the desk", ("3", "Mug", "clean")),
        ("bring me the books", "No. Only the two on the bed.", ("2", "Book")),
        ("put all the apples in the fridge", "actually just the one on the desk", ("1", "Apple", "in", "Fridge")),
    ],
)
def test_so_many_of_a_place_are_of_the_kind_at_hand(at_hand: str, then: str, wanted: tuple[str, ...]) -> None:
    (one,) = said(at_hand, then)
    assert isinstance(one, Revise)
    assert one.new is not None
    assert one.new.params == wanted


@pytest.mark.parametrize(
    ("at_hand", "then"),
    [
        ("put the bottle in the cabinet. put the statue in the box", "Statue no! Statue is nice, it stays on table."),
        ("put the mug and the book on the shelf", "Book no! Book stays on bed."),
        ("put the vase in the cabinet and the candle in the drawer", "candle no, candle is pretty, leave it on table"),
    ],
)
def test_a_thing_that_is_refused_is_left(at_hand: str, then: str) -> None:
    (one,) = said(at_hand, then)
    assert isinstance(one, Revise)
    assert one.new is None
    assert one.old.params[1] in ("Statue", "Book", "Candle")


@pytest.mark.parametrize(
    ("then", "wanted"),
    [
        ("And light, you switch on also please.", "after: switch all the lights on"),
        ("television, you switch off", "now: switch a television off"),
        ("Cup, you wash also.", "after: clean a cup"),
    ],
)
def test_a_deed_may_stand_behind_its_thing(then: str, wanted: str) -> None:
    assert comes_to("water the plant", then) == [wanted]


@pytest.mark.parametrize(
    "then",
    [
        "Wait, one fork I need. One on the table, other two in drawer.",
        "hang on, I need one. One on the table, the others in the drawer.",
        "no, one on the table, the rest in the drawer",
        "put one on the table and the other two in the drawer",
    ],
)
def test_one_goes_elsewhere_and_the_others_as_they_were_told(then: str) -> None:
    begun, rest = said("put all the forks in the drawer", then)
    assert isinstance(begun, Begin)
    assert begun.errand.params == ("1", "Fork", "on", "Tables")
    assert isinstance(rest, Revise)
    assert rest.new is not None
    assert rest.new.params == ("Fork", "in", "Drawer")


@pytest.mark.parametrize(
    ("at_hand", "then"),
    [
        ("put an apple on a plate", "Oh, and not one of those mucky plates, mind! The clean one out of the cupboard."),
        ("put the tomato on a plate", "oh, not one of the dirty plates. The clean one in the cabinet"),
        ("put the bread on a plate", "but not one of the filthy plates, use the clean one from the cabinet"),
    ],
)
def test_the_dish_that_is_meant_is_told_by_those_that_are_not(at_hand: str, then: str) -> None:
    (words,) = comes_to(at_hand, then)
    assert words.endswith("on the clean plate from the cabinet")


@pytest.mark.parametrize(
    ("then", "wanted"),
    [
        ("No, wait, put it back in a cabinet instead.", "put a cup in the cabinet"),
        ("Correction. Shelf, not table.", "put a cup on the shelf"),
        ("sorry, the shelf, not the table", "put a cup on the shelf"),
    ],
)
def test_another_place_changes_the_task_that_carries(then: str, wanted: str) -> None:
    assert comes_to("wash the cup, then put it on the dining table", then) == [wanted]


@pytest.mark.parametrize(
    "then", ["Big knife stays out, need it.", "leave the big knife out", "not the sharp knife, I need it"]
)
def test_the_big_one_is_no_kind_that_is_called_like_it(then: str) -> None:
    (words,) = comes_to("put all the cutlery in a drawer", then)
    assert "except the knives" in words


def test_of_one_kind_it_is_asked_which_is_the_big_one() -> None:
    assert isinstance(said("put all the knives in a drawer", "not the big knife")[0], Clarification)


@pytest.mark.parametrize(
    "then", ["No no, not cutting! Only put on the counter.", "don't cut it, just put it on the counter"]
)
def test_what_is_done_instead_is_done_to_the_very_thing(then: str) -> None:
    *_, begun = said("slice the tomato from the fridge", then)
    assert isinstance(begun, Begin)
    assert begun.errand.words == "put the tomato from the fridge on the counter top"


@pytest.mark.parametrize("then", ["and the pepper as well, next to the salt", "put the pepper next to the salt"])
def test_what_goes_next_to_a_thing_waits_until_that_is_moved(then: str) -> None:
    (one,) = said("put the bread in the fridge, and the salt on the table", then)
    assert isinstance(one, Begin)
    assert one.when == "after"
