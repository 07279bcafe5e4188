"""Which one is meant, however it is put, and whatever stands around it."""

from __future__ import annotations

import pytest

from tests.at_work import comes_to


@pytest.mark.parametrize(
    "remark",
    [
        "What would I want with that? The blue one.",
        "Are you blind? The blue one, please!",
        "Not this! I need the blue one.",
        "It has to be the blue one.",
        "but not that nice red one, I'd been saving it. The blue one was what I had in mind.",
        "that's the wrong mug, the blue one",
    ],
)
def test_the_one_described_is_the_one_meant(remark: str) -> None:
    assert comes_to("bring me the mug", remark) == ["bring you the blue mug"]


def test_where_it_is_or_what_is_in_it_tells_which_one() -> None:
    assert comes_to("bring me the box", "that's the wrong box, I need the one on the shelf") == [
        "bring you the box from the shelf"
    ]
    assert comes_to("open the drawer", "Not that drawer! The one with the spoons in it.") == [
        "open the drawer with the spoon"
    ]
    assert comes_to("throw the box away", "The small box, not the large one.") == [
        "put the smallest box in the garbage can"
    ]


@pytest.mark.parametrize("remark", ["Where is the blue one?", "Who left that there? The other one too."])
def test_what_is_asked_and_what_is_wanted_as_well_tell_of_no_other_one(remark: str) -> None:
    assert not any(one.startswith("put the blue mug") for one in comes_to("put the mug in the sink", remark))
