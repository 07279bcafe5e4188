"""Remarks that have other things treated as those at hand, or some of those at hand otherwise."""

from __future__ import annotations

import pytest

from agent.requests.reading import read_at_work
from tests.at_work import comes_to


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("wash both pans", "The cup in the sink needs it as well.", "after: clean the cup from the sink"),
        ("wash both pans", "The bowl on the counter is filthy. Same again.",
         "after: clean the bowl from the counter top"),
        ("wash the plate", "The one in the sink is no better.", "after: clean the plate from the sink"),
        ("wash both pans", "So is the bowl.", "after: clean a bowl"),
        ("put the book on the shelf", "That goes for the newspaper too.", "after: put a newspaper on the shelf"),
        ("switch off the faucet", "The light as well.", "after: switch all the lights off"),
    ],
)  # fmt: skip
def test_what_is_no_better_is_treated_alike(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("put three plates on the table", "The dirty one has to be washed as well.", "now: clean a plate"),
        ("put the bowl in the cabinet", "It'll want a rinse before it goes in there.", "now: clean a bowl"),
        ("put the cups in the sink", "They need a proper wash, though.", "now: clean every cup"),
    ],
)
def test_what_needs_it_is_made_so_first(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    "then",
    [
        "Amendment: only one goes in the cabinet, the other one goes on the counter.",
        "only one in a cabinet, the other on the counter",
        "one goes on the counter, the other one in the cabinet",
    ],
)
def test_some_go_where_all_were_to_go_and_the_others_elsewhere(then: str) -> None:
    assert comes_to("put two soap bottles in the cabinet", then) == [
        "now: put a soap bottle on the counter top",
        "put a soap bottle in the cabinet",
    ]


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("put the spoon in a drawer and put the wine bottle in a cabinet", "Actually, the bottle stays on the table.",
         ["not put a wine bottle in the cabinet"]),
        ("put the spoon on the table and the lettuce on the table", "The spoon. No lettuce on the table.", ["not"]),
        ("put the lettuce on the counter and the spoon on the counter", "wait no the spoon goes in a drawer",
         ["put a spoon in the drawer"]),
    ],
)  # fmt: skip
def test_one_of_several_stays_out_or_goes_elsewhere(at_hand: str, then: str, wanted: list[str]) -> None:
    assert comes_to(at_hand, then) == wanted


@pytest.mark.parametrize(
    "then",
    [
        "there's a spoon in there too, same thing with that",
        "there is a spoon in there as well, do the same with it",
        "oh, there's also a spoon in there, same treatment please",
    ],
)
def test_what_lies_there_as_well_is_taken_from_there(then: str) -> None:
    at_hand = "take the fork out of the garbage can and put it in the sink"
    assert comes_to(at_hand, then) == ["after: put the spoon from the garbage can in the sink"]


@pytest.mark.parametrize(
    "said",
    [
        "there's a vase hiding in some cupboard, can you stick that one on the side table",
        "there is a vase somewhere in one of the cabinets, could you put that one on the side table?",
        "I saw a vase in some cabinet. Put that one on the side table.",
    ],
)
def test_what_is_told_to_be_somewhere_is_taken_from_there(said: str) -> None:
    assert [one.errand.words for one in read_at_work(said).begun] == ["put the vase from the cabinet on the side table"]


@pytest.mark.parametrize("then", ["actually no bring it to me", "no bring it to me", "wait no, bring it to me"])
def test_a_correction_needs_no_comma(then: str) -> None:
    assert comes_to("put the apple in the fridge", then) == ["bring you an apple"]


@pytest.mark.parametrize(
    "then",
    [
        "when they're clean they can all go in a cabinet, would you?",
        "once they're clean they can both go in a cabinet",
        "and they should go in a cabinet afterwards, could you?",
    ],
)
def test_where_all_of_them_can_go_then_is_said_behind(then: str) -> None:
    assert comes_to("wash both pans", then) == ["after: put every pan in some cabinet"]
