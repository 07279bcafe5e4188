"""What is called off in other words, what is not understood of the work at hand, and orders that are not lost."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Cancel, Clarification, Instruction, Suspend
from agent.requests.reading import RequestContext, read_at_work

ASKED = "put the fork in the drawer, and then the pot on the stove burner"


def at_work(said: str) -> tuple[Instruction, ...]:
    tasks = tuple(one.errand for one in read_at_work(ASKED, RequestContext()).begun)
    return read_at_work(said, RequestContext(tasks=tasks)).instructions


def begun(said: str) -> list[str]:
    return [one.errand.words for one in read_at_work(said, RequestContext()).begun]


@pytest.mark.parametrize("word", ["disregard", "ignore", "omit", "skip", "scrap", "drop", "forget about"])
def test_a_thing_is_called_off_in_many_words(word: str) -> None:
    assert at_work(f"{word} the pot") == (Cancel("Pot"),)
    assert at_work(f"actually, {word} the pot, the fork alone will do") == (Cancel("Pot"),)


def test_what_is_not_understood_of_a_task_holds_that_task() -> None:
    held, ask = at_work("frobnicate the pot")
    assert held == Suspend("Pot", wait=True)
    assert isinstance(ask, Clarification)
    assert not any(isinstance(one, Suspend) for one in at_work("frobnicate the towel"))


def test_the_last_thing_is_the_last_in_order() -> None:
    assert begun("turn off the tv, then both floor lamps, last thing shut the laptop") == [
        "switch a television off", "switch all the floor lamps off", "close a laptop",
    ]  # fmt: skip
    assert begun("wash the mug and the very last thing close the fridge") == ["clean a mug", "close a fridge"]


@pytest.mark.parametrize(
    "said",
    [
        "turn off the tv, then the floor lamp, sunny day shut the laptop",
        "open the fridge, then blorp with the apple all the way round",
        "wash the mug. after that the pot and pan and so on and on and the like",
    ],
)
def test_what_is_said_in_order_is_not_dropped(said: str) -> None:
    found = read_at_work(said, RequestContext()).instructions
    assert any(isinstance(one, Clarification) for one in found), found


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("put the bars of soap in the cabinet", ["put every soap bar in some cabinet"]),
        ("put the rolls of toilet paper in the drawer", ["put every toilet paper in some drawer"]),
        ("put a bar of soap in the cabinet", ["put a soap bar in the cabinet"]),
        ("put the box of tissues on the desk", ["put a tissue box on the desk"]),
    ],
)
def test_the_head_of_a_name_tells_how_many(said: str, wanted: list[str]) -> None:
    assert begun(said) == wanted
