"""A second case in which nothing is to be done, and what is looked at before something is done."""

from __future__ import annotations

import pytest

from agent.requests.circumstances.confirming import acting_cases
from agent.requests.instructions import Begin
from agent.requests.reading import read_at_work


def deeds(text: str) -> list[tuple[str, tuple[str, ...], int]]:
    """What is begun, with the number of its terms."""
    begun = [one.errand for one in read_at_work(text).instructions if isinstance(one, Begin)]
    return [(one.name, one.params, len(one.terms)) for one in begun]


@pytest.mark.parametrize(
    ("said", "plainly"),
    [
        ("check the plate, if it's gross wash it, if it's ok just leave it", "if the plate is dirty, wash it"),
        ("If the pan is filthy, clean it; if it's fine, don't bother.", "if the pan is dirty, clean it"),
        ("check the stove, if it's on kill it, if it's off no worries", "if the stove is on, switch it off"),
        (
            "If the cup is empty fill it with water. If it's full leave it be.",
            "if the cup is empty, fill it with water",
        ),
        (
            "if the apple is in the fridge put it on the table, if it's on the table already, leave it there",
            "if the apple is in the fridge, put it on the table",
        ),
        (
            "Have a look at the wine bottle for me, and if there is nothing left in it, throw it in the bin.",
            "if the wine bottle is empty, throw it in the bin",
        ),
        (
            "Have a look at the kettle, would you? If there's nothing in it, fill it.",
            "if there is no water in the kettle, fill it",
        ),
    ],
)
def test_only_the_case_in_which_something_is_done(said: str, plainly: str) -> None:
    assert deeds(said) == deeds(plainly) != []


@pytest.mark.parametrize(
    "text",
    [
        "if the mug is dirty, put it in the sink, if it's empty leave it there",
        "is the mug dirty? put it in the sink. if not, fine.",
        "check if the bowl is dirty. wash it, if not leave it",
        "put the mug in the sink. leave it there",
        "if the mug is dirty, wash it, if it's clean put it in the cabinet",
    ],
)
def test_what_is_no_opposite_case_is_kept(text: str) -> None:
    assert acting_cases(text) == text
