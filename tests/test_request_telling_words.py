"""Words that nobody knows are asked about where they tell which thing is meant, where or how; idle ones are not."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin, Clarification, DangerRefusal
from agent.requests.reading import read_at_work


def asks(said: str) -> bool:
    """Whether nothing is done before somebody has answered."""
    found = read_at_work(said).instructions
    return any(isinstance(one, Clarification | DangerRefusal) for one in found) and not begins(said)


def begins(said: str) -> bool:
    """Whether it is begun without asking."""
    found = read_at_work(said).instructions
    return any(isinstance(one, Begin) for one in found) and not any(isinstance(one, Clarification) for one in found)


BASES = (
    "Put the {} plate{} in the sink.",
    "Wash the {} mug{}.",
    "Bring me my {} book{}.",
    "Put two {} spoons{} on the desk.",
)
"""Requests with room for a word before the thing, and for more behind it."""


@pytest.mark.parametrize("base", BASES)
def test_the_bases_are_begun(base: str) -> None:
    assert begins(base.format("", "").replace("  ", " "))


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("word", ["blorpy", "serving", "camping", "guest", "wobbly", "tefal"])
def test_an_unknown_word_before_a_thing_is_asked_about(base: str, word: str) -> None:
    assert asks(base.format(word, ""))


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("word", ["lucky", "favourite", "stupid"])
def test_what_somebody_thinks_of_a_thing_is_not_asked_about(base: str, word: str) -> None:
    assert begins(base.format(word, ""))


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize(
    "told", [" that squeaks", " with the initials", " from Italy", " from the set", " that Grandma gave us"]
)
def test_what_is_told_behind_a_thing_is_asked_about(base: str, told: str) -> None:
    assert asks(base.format("", told).replace("  ", " "))


@pytest.mark.parametrize("base", ["Put the plate in the sink {}.", "Put both cups on the desk {}."])
@pytest.mark.parametrize(
    "how", ["at the far end", "using the tongs", "out of the dog's reach", "somewhere sunny", "with the lid on"]
)
def test_where_and_how_are_asked_about(base: str, how: str) -> None:
    assert asks(base.format(how))


def test_reading_glasses_are_no_glasses() -> None:
    assert asks("Would you bring me my reading glasses?")
    assert begins("Bring me two glasses.")
    assert begins("Put the wine glasses on the table.")


@pytest.mark.parametrize("said", ["wash the plate, then sand it", "put the mug in the sink, then varnish it"])
def test_a_second_deed_that_nobody_knows_is_asked_about(said: str) -> None:
    assert asks(said)


def test_an_unknown_deed_that_comes_first_is_asked_about() -> None:
    assert asks("put the lettuce on the table after you've knocked")


@pytest.mark.parametrize("place", ["garage", "workshop"])
def test_an_ordinary_word_is_no_misspelt_thing(place: str) -> None:
    assert asks(f"put the plate from the {place} in the sink")


def test_sharp_knives_are_no_hour() -> None:
    (begun,) = read_at_work("put two sharp knives on the counter").begun
    assert begun.errand.params == ("2", "Knife", "on", "CounterTop")


@pytest.mark.parametrize("word", ["so long as", "on condition that", "providing"])
def test_further_words_of_condition(word: str) -> None:
    told = read_at_work(f"put the plate in the sink {word} it is dirty").instructions
    assert told == read_at_work("put the plate in the sink provided it is dirty").instructions
    assert asks(f"put the plate in the sink {word} nobody is eating")
