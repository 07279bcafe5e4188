"""A condition said behind the work, in other words than usual."""

from __future__ import annotations

import pytest

from tests.at_work import comes_to


@pytest.mark.parametrize(
    ("remark", "usual"),
    [
        ("but not if it's clean", "unless it's clean"),
        ("supposing it's dirty", "if it's dirty"),
        ("Only when it's dirty, mind.", "only if it's dirty"),
        ("if it needs it, that is", "if it's dirty"),
        ("in the event that it's on the table", "if it's on the table"),
    ],
)
def test_a_condition_is_taken_in_whatever_words(remark: str, usual: str) -> None:
    assert comes_to("wash the mug", remark) == comes_to("wash the mug", usual) != ["?"]


@pytest.mark.parametrize(
    "remark", ["no forks? then a spoon", "if no forks, a spoon", "if there's no fork left, a spoon"]
)
def test_what_takes_its_place_where_there_is_none(remark: str) -> None:
    found = comes_to("bring me a fork", remark)
    assert len(found) == 2
    assert "spoon" in found[1]
    assert "if there" in found[1]


@pytest.mark.parametrize("remark", ["not if Grandma's still watching", "assuming nobody is watching it"])
def test_what_cannot_be_seen_is_asked_about(remark: str) -> None:
    assert comes_to("turn off the television", remark) == ["?"]
