"""Where things at hand are to be instead, and why; and further things that are where those at hand are."""

from __future__ import annotations

import pytest

from agent.planning.terms import WhichThings
from agent.requests.amending import amended
from agent.requests.instructions import Amend, Begin, Instruction, Revise
from agent.requests.reading import RequestContext, read_at_work


def later(first: str, said: str) -> list[Instruction]:
    tasks = tuple(one.errand for one in read_at_work(first).instructions if isinstance(one, Begin))
    return [*read_at_work(said, RequestContext(tasks=tasks)).instructions]


def changed(first: str, said: str) -> list[str]:
    return [one.new.words if one.new else "" for one in later(first, said) if isinstance(one, Revise)]


@pytest.mark.parametrize(
    ("first", "said", "expected"),
    [
        ("Can the pens and pencils all go in a drawer, please.",
         "No, don't put the pens away, leave those on the counter.", "put every pen on some counter top"),
        ("Put the forks and the spoons in the drawer.", "Wait, not the forks, leave those on the table.",
         "put every fork on some tables"),
        ("Put the books and the pens in the box.", "No no, don't pack the books, leave those on the shelf!",
         "put every book on some shelf"),
        ("Put the apples and the tomatoes in the fridge.", "Hmm, don't put the tomatoes in, leave them on the counter",
         "put every tomato on some counter top"),
    ],
)  # fmt: skip
def test_what_is_not_put_away_but_left_somewhere_is_all_of_it(first: str, said: str, expected: str) -> None:
    assert changed(first, said) == [expected]


def test_other_things_left_somewhere_change_nothing() -> None:
    assert changed("Put the forks in the drawer", "don't put the knives away, leave those on the counter") == []


@pytest.mark.parametrize(
    "said",
    [
        "Revise destination: the sink. It has been on the floor, after all.",
        "Change of destination: the sink. It was on the floor, you see.",
        "no, the sink. it's been on the floor",
        "Sink, please. It's been lying on the floor after all.",
    ],
)
def test_where_a_thing_has_been_is_why_and_no_place_to_go(said: str) -> None:
    assert changed("Put the spoon in the drawer.", said) == ["put a spoon in the sink"]


def test_a_place_in_short_with_where_it_has_been() -> None:
    found = later("Put the spoon in the drawer.", "Make it the sink, it has been on the floor")
    assert [one.new.word for one in found if isinstance(one, Amend)] == ["Sink"] and len(found) == 1


def test_where_it_was_alone_tells_where_to_look_first() -> None:
    (change,) = later("Put the spoon in the drawer.", "It was on the floor.")
    assert isinstance(change, Revise) and change.new is not None
    (which,) = (one for one in change.new.terms if isinstance(one, WhichThings))
    assert (which.trait.place, which.rather, change.new.params[-1]) == ("Floor", True, "Drawer")


@pytest.mark.parametrize(
    ("first", "said", "expected"),
    [
        ("put the pepper shaker from the fridge in a cabinet",
         "Oh, and the salt too while you're at it, it's just as silly in there.",
         "put the salt shaker from the fridge in the cabinet"),
        ("put the pepper shaker from the fridge in a cabinet", "and the ladle as well, it's equally daft in there",
         "put the ladle from the fridge in the cabinet"),
        ("put the pepper shaker in a cabinet", "And the salt as well, it looks silly there",
         "put a salt shaker in the cabinet"),
    ],
)  # fmt: skip
def test_further_things_are_where_those_at_hand_are(first: str, said: str, expected: str) -> None:
    assert [one.errand.words for one in later(first, said) if isinstance(one, Begin)] == [expected]


def test_what_was_to_go_back_is_no_longer_told_by_where_it_is_not() -> None:
    found = changed(
        "Wash the dirty bowl and put it back in the cabinet.", "No, not in the cabinet. On the counter, please."
    )
    assert "put a bowl on the counter top" in found
    assert changed("Put the cup back on the shelf", "no, in the drawer") == ["put a cup in the drawer"]
    (task,) = (
        one.errand for one in read_at_work("Put the cup back on the shelf").instructions if isinstance(one, Begin)
    )
    (change,) = later("Put the cup back on the shelf", "on the table instead")
    assert isinstance(change, Amend) and "except" not in getattr(amended(task, change), "words", "except")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("turn the water off", "switch all the faucets off"),
        ("Please, turn off the water in the sink.", "switch all the faucets off"),
        ("could you turn the water back on", "switch a faucet on"),
    ],
)
def test_water_is_switched_off_and_on_where_it_runs(said: str, expected: str) -> None:
    assert [one.errand.words for one in read_at_work(said).instructions if isinstance(one, Begin)] == [expected]
