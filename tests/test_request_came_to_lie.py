"""Where a thing was left, was put or fell tells which one is meant; what is not understood of it is asked about."""

from __future__ import annotations

import pytest

from agent.planning.terms import WhichThings
from agent.requests.instructions import Clarification
from agent.requests.reading import read_at_work


def place_told(said: str) -> str:
    """Where the thing is that is told apart in what was said."""
    (begun,) = read_at_work(said).begun
    (which,) = (term for term in begun.errand.terms if isinstance(term, WhichThings))
    return which.trait.place


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("wash the mug that was left in the coffee machine", "CoffeeMachine"),
        (
            "the mug that was left in the coffee machine is quite filthy, would you be so kind and wash it?",
            "CoffeeMachine",
        ),
        ("there's a mug that had been forgotten in the microwave, wash it", "Microwave"),
        ("the mug left in the sink needs washing", "Sink"),
        ("bring me the plate I left on the sofa", "Sofa"),
        ("bring me the phone I left on the bed last night", "Bed"),
        ("wash the plate you put in the cabinet yesterday", "Cabinet"),
        ("put the cup that had been put on the table in the sink", "Tables"),
        ("put the plates my kids left on the sofa in the sink", "Sofa"),
        ("bring me the cup that Tom left in the sink", "Sink"),
        ("wash the mug that's been sitting in the coffee machine since yesterday", "CoffeeMachine"),
        ("take the apple that rolled off the counter onto the floor and throw it away", "Floor"),
        ("wash all the plates left on the table", "Tables"),
        ("put the tomato chilling on the counter in the sink", "CounterTop"),
        ("wash all the plates rotting on the floor", "Floor"),
        ("wash the cup plonked in the box", "Box"),
        ("wash the bowl that lurks in the drawer", "Drawer"),
        ("put the sponge that has strayed into the fridge in the sink", "Fridge"),
        ("a butter knife just chilling on the floor, dump it in the sink", "Floor"),
    ],
)
def test_where_it_came_to_lie_tells_it_apart(said: str, place: str) -> None:
    assert place_told(said) == place


@pytest.mark.parametrize(
    "said",
    [
        "there's a mug that Bob wedged in the coffee machine, wash it",
        "the mug which somebody jammed in the coffee machine is dirty, please wash it",
        "the plate that I balanced on the toaster looks filthy. Could you clean it?",
        "the book my brother was reading on the bed is mine, put it on the shelf",
        "the mug that stood in the coffee machine this morning is filthy, wash it",
    ],
)
def test_what_is_not_understood_of_where_it_is_is_asked_about(said: str) -> None:
    (asked,) = read_at_work(said).instructions
    assert isinstance(asked, Clarification)


@pytest.mark.parametrize("said", ["I want the plate left on the table", "I want the mugs left in the sink"])
def test_what_is_to_be_left_somewhere_is_not_fetched_from_there(said: str) -> None:
    heard = read_at_work(said)
    assert not heard.begun
    assert heard.at_a_loss


@pytest.mark.parametrize(
    ("said", "errand"),
    [
        ("the mug on the table is dirty and I am on the sofa, wash it", "clean the dirty mug from the tables"),
        ("my brother is asleep on the sofa. wash the mug", "clean a mug"),
    ],
)
def test_where_people_are_tells_no_thing_apart(said: str, errand: str) -> None:
    assert [one.errand.words for one in read_at_work(said).begun] == [errand]


def test_what_it_is_next_to_tells_it_apart() -> None:
    (begun,) = read_at_work("put two cups plonked next to the fridge on the dining table").begun
    (which,) = (term for term in begun.errand.terms if isinstance(term, WhichThings))
    assert begun.errand.params == ("2", "Cup", "on", "DiningTable")
    assert which.trait.near == "Fridge"


@pytest.mark.parametrize("said", ["put the towel folded on the shelf", "put the mug that squeaks in the sink"])
def test_where_it_shall_go_is_not_where_it_is(said: str) -> None:
    (asked,) = read_at_work(said).instructions
    assert isinstance(asked, Clarification)
    assert not any(term for one in asked.then for term in one.errand.terms)  # type: ignore[union-attr]


@pytest.mark.parametrize("first", ["that is on the floor", "rotting on the floor", "which lies on the floor"])
def test_where_the_first_of_two_is_does_not_say_where_it_goes(first: str) -> None:
    begun = read_at_work(f"put the tomato {first} and the potato in the fridge").begun
    assert [one.errand.params[-1] for one in begun] == ["Fridge", "Fridge"]


@pytest.mark.parametrize(
    ("told", "state"), [("that contains water", ("filled", True)), ("that has dirt on it", ("dirty", True))]
)
def test_what_is_in_or_on_it_tells_it_apart(told: str, state: tuple[str, bool]) -> None:
    (begun,) = read_at_work(f"put the cup {told} on the desk").begun
    (which,) = (term for term in begun.errand.terms if isinstance(term, WhichThings))
    assert which.trait.states == (state,)
