"""What is excepted, counted or told in a sentence of its own, and in few words."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin, DoLater
from agent.requests.reading import read_at_work
from agent.requests.terms.remainder import remainder
from agent.sentences.keeping import keeps
from tests.at_work import HOME


def begun(text: str) -> list[str]:
    found = read_at_work(text, HOME).instructions
    assert all(isinstance(one, Begin) for one in found), found
    return [one.errand.words for one in found if isinstance(one, Begin)]


@pytest.mark.parametrize(
    "text",
    [
        "All knives are to be stored in a drawer; the one lying on the counter is the exception, I need it.",
        "put all the knives in a drawer. the exception is the one on the counter",
        "put all knives in a drawer, the one on the counter being the exception",
        "I don't like sharp knives lying about. Put them all in a drawer, only leave the one on the counter.",
    ],
)
def test_an_exception_has_a_sentence_of_its_own(text: str) -> None:
    assert begun(text) == ["put every knife in some drawer except the ones on the counter top"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "There are three potatoes. Put two of them in the fridge and leave me one out.",
            ["put 2 potatoes in the fridge"],
        ),
        ("so many eggs! put two of them in the fridge and leave one out", ["put 2 eggs in the fridge"]),
        ("lettuce, all 3, to the fridge", ["put every lettuce in some fridge"]),
        ("Loaf on the table: fridge.", ["put a loaf of bread from the tables in the fridge"]),
        ("Wash the mug, it's just gone eight!", ["clean a mug"]),
        (
            "Make a salad, it's nearly noon!",
            ["make a salad with a slice of lettuce and a slice of tomato on a clean plate"],
        ),
    ],
)
def test_counts_and_places_in_few_words(text: str, wanted: list[str]) -> None:
    assert [one.replace("1 slice", "a slice") for one in begun(text)] == wanted


def test_all_machines_are_no_coffee_machines() -> None:
    assert begun("Switch off all the machines, only the coffee machine not.")[0].startswith(
        "switch all the appliances off"
    )


def test_what_can_wait_is_not_done() -> None:
    text = "Dirty plate on the counter, wash it please. Other dirty plate, in cabinet, can wait."
    assert begun(text) == ["clean the dirty plate from the counter top"] and not remainder(text, ())


def test_a_condition_without_its_there() -> None:
    assert "if there is any mug in the sink" in begun("if is a mug in the sink, wash it")[0]


def test_what_is_taken_out_makes_room_where_nothing_is_heated() -> None:
    assert len(begun("take the tomato out of the microwave and put the potato in it")) == 2
    heated = read_at_work("take the fork out of the microwave and heat the potato in it", HOME)
    assert not heated.begun  # it may not have come out


def test_every_weekday_is_not_once() -> None:
    text = "Weekdays at half past six in the morning, coffee machine on please, or we'll never get out of the house."
    found = read_at_work(text, HOME).instructions
    assert [one.due.weekdays for one in found if isinstance(one, DoLater)] == [(0, 1, 2, 3, 4)]
    assert not keeps(text, "in the morning at half past six, switch on the coffee machine")
    assert keeps("coffee on Mondays at eight", "every monday at eight, make coffee")
