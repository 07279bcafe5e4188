"""How things shall be that are put somewhere, what is rinsed, listed and named first, and what is only asked."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Amend, Begin, Clarification, DangerRefusal, RecallQuestion, Remark, Revise
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext


def words(said: str) -> list[str]:
    """What is begun, in words, where nothing is asked back."""
    found = read_at_work(said).instructions
    assert not any(isinstance(one, Clarification) for one in found), found
    return [one.errand.words for one in found if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("wash the pot and put it on the stove empty", ["clean a pot", "empty a pot", "put a pot on the stove burner"]),
        ("put the cup in the cabinet clean", ["clean a cup", "put a cup in the cabinet"]),
        ("put the plates on the table clean please", ["clean every plate", "put every plate on some tables"]),
        ("return the kettle to the stove filled", ["fill a kettle with water", "put a kettle on the stove burner"]),
        ("put the tomato in the bowl sliced", ["cut up a tomato", "put all the tomato slices in the bowl"]),
        ("put the box on the shelf open", ["put a box on the shelf", "open a box"]),
        (
            "put the mug on the table empty and wash the plate",
            ["empty a mug", "put a mug on the table", "clean a plate"],
        ),
        ("put the mug on the empty table", ["put a mug on the table (the empty tables)"]),
        ("put the cup on the table. empty the bowl", ["put a cup on the table", "empty a bowl"]),
        ("put the clean mug on the table", ["put the clean mug on the table"]),
    ],
)
def test_how_a_thing_shall_be_is_brought_about(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


_TAP = ["switch a faucet on", "switch a faucet off"]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Wash the spoon", ["put a spoon in the sink basin", *_TAP]),
        (
            "rinse the dirty fork and put it in the drawer",
            ["put a fork in the sink basin", *_TAP, "put a fork in the drawer"],
        ),
        ("wash two forks", ["put 2 forks in the sink basin", *_TAP]),
        ("wash the plate and the ladle", ["clean a plate", "put a ladle in the sink basin", *_TAP]),
        ("clean the knife on the table", ["put the knife from the tables in the sink basin", *_TAP]),
        (
            "take the spatula out of the bin and give it a good wash",
            ["put the spatula from the garbage can in the sink basin", *_TAP],
        ),
    ],
)
def test_cutlery_is_held_under_the_tap(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted
    assert any(isinstance(one, Remark) and "under the tap" in one.text for one in read_at_work(said).instructions)


@pytest.mark.parametrize("said", ["wash the book", "clean the phone", "rinse the laptop"])
def test_what_is_not_washed_at_home_is_not_held_under_the_tap(said: str) -> None:
    assert not any(isinstance(one, Begin) for one in read_at_work(said).instructions)


def test_on_and_off_at_once_is_still_a_contradiction() -> None:
    (ask,) = read_at_work("switch the tap on and switch the tap off").instructions
    assert isinstance(ask, Clarification) and "at once" in ask.question


@pytest.mark.parametrize(
    "said",
    ["the stove is on right? put the towel on the hot burner", "the stove's on, isn't it? put the towel on the burner"],
)
def test_a_question_whether_something_is_so_is_no_order(said: str) -> None:
    found = read_at_work(said).instructions
    assert [type(one) for one in found] == [RecallQuestion, DangerRefusal]


def test_a_question_by_a_tag_alone_is_asked() -> None:
    assert read_at_work("the light's still on, right?").instructions == (RecallQuestion("is the light still on?"),)
    assert words("the stove is on, turn it off") == ["switch all the stove knobs off"]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "bring the fork and after that the knife to the table",
            ["put a fork on the table", "put a knife on the table"],
        ),
        (
            "take the mug, then the bowl, to the counter",
            ["put a mug on the counter top", "put a bowl on the counter top"],
        ),
        ("bring me the cup and then the plate", ["bring you a cup", "bring you a plate"]),
        (
            "Start with the bowl from the drawer: fill it with water and set it on the counter.",
            ["fill the bowl from the drawer with water", "put a bowl on the counter top"],
        ),
        (
            "Start with the plates on the table: wash them. After that turn off the lamp.",
            ["clean every plate from the tables", "switch all the lamps off"],
        ),
        ("give the mug a rinse before it goes in the drawer", ["clean a mug", "put a mug in the drawer"]),
    ],
)
def test_what_is_listed_in_turn_or_named_first(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


def test_another_place_and_another_thing_are_taken_in_while_it_works() -> None:
    def at_work(first: str, said: str) -> None:
        tasks = tuple(one.errand for one in read_at_work(first).begun)
        found = read_at_work(said, RequestContext(tasks=tasks, last=tasks)).instructions
        assert not any(isinstance(one, Clarification) for one in found), found
        assert isinstance(found[0], Amend | Revise)

    at_work("put the two bottles in a cabinet", "Not in a cabinet. On a shelf.")
    at_work(
        "put the potato from the fridge on the counter", "sry, the other potato i ment, this one stays in the fridge"
    )
    at_work("put the egg from the fridge on the table", "the other egg, this one can stay there")
