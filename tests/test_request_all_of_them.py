"""All of them behind one of them, steps in few words, and what is asked first."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin
from agent.requests.reading import read_at_work


def begun(text: str) -> list[Begin]:
    return [one for one in read_at_work(text).instructions if isinstance(one, Begin)]


def words(text: str) -> list[str]:
    return [one.errand.words for one in begun(text)]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Three steps: pour out the cup that still has water in it, then wash both cups, and finally store the two of "
         "them in a cabinet.", "cup"),
        ("First tip out the bowl with water in it, then rinse all the bowls, then stack them in a cabinet.", "bowl"),
        ("There are two cups. Empty the full one, wash both, and store the two of them in a cabinet.", "cup"),
    ],
)  # fmt: skip
def test_what_is_emptied_is_one_of_those_that_are_washed_then(said: str, kind: str) -> None:
    first, second, third = begun(said)
    assert first.errand.words == f"empty the full {kind}"
    assert (second.errand.name, second.same) == ("Clean All X", False)
    assert (third.errand.name, third.same) == ("Put All X On Y", True)


def test_what_is_emptied_and_washed_as_a_whole_is_emptied_last() -> None:
    assert words("Empty the mugs and wash them") == ["clean every mug", "empty all the mugs"]


def test_the_two_of_them_are_both_that_were_named() -> None:
    said = "Take the fork and the knife out of the sink and put the two of them in the drawer"
    assert words(said) == ["put the fork from the sink in the drawer", "put the knife from the sink in the drawer"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Bowls. All three. Washed. Then fridge.", ["clean every bowl", "put every bowl in some fridge"]),
        ("Mugs. Both. Washed. Cabinet.", ["clean every mug", "put every mug in some cabinet"]),
        ("Cup in the fridge. Out of there. Washed. Then counter.",
         ["clean the cup from the fridge", "put a cup on the counter top"]),
        ("Potatoes. Two. Sliced. Then on a plate.", ["cut up 2 potatoes", "put all the potato slices on the plate"]),
        ("Cups. All four. Table.", ["put every cup on some tables"]),
        ("Cups. Dirty. Sink.", []),
    ],
)  # fmt: skip
def test_steps_in_few_words(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    "said",
    [
        "The plate on the counter, is it clean? Then it goes in a cabinet. If not, in the sink.",
        "Is the plate on the counter clean? Then put it in a cabinet. If not, in the sink.",
    ],
)
def test_what_is_asked_first_is_the_condition(said: str) -> None:
    one, other = (one.errand for one in begun(said))
    assert (one.params[-1], other.params[-1]) == ("Cabinet", "Sink")
    assert "if the plate on the counter is clean" in one.words and "unless" in other.words


def test_what_a_dish_is_made_of_may_stand_behind_it() -> None:
    assert begun("Quick salad on a plate. Lettuce and tomato will do, nothing else in it.")[0].errand.params == (
        "1",
        "1",
        "0",
    )
    assert begun("Make me a salad. Lettuce and potato will do.")[0].errand.params == ("1", "0", "1")


def test_food_made_in_something_that_heats_is_cooked() -> None:
    cooked = begun("Could you do me a potato in the microwave?")[0].errand
    assert cooked.params == ("1", "Potato", "cooked")
