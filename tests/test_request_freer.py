"""Requests of people who speak freely: claims, what stays, changes by what they name, bare words, measures."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.household.provisions import Speech
from agent.household.session import live
from agent.planning.terms import AsMany, Foremost, OnlyIf, Trait, Without, terms_from, written
from agent.requests.errands import PUT, STATE, Errand, made_of
from agent.requests.instructions import Begin, Cancel, Clarification, DangerRefusal, Instruction, Remark, Revise
from agent.requests.reading import RequestContext, read_at_work
from envs.errors import BadInput
from eval.commands.homes import CommandHome, things_in


def read(text: str, *tasks: Errand) -> tuple[Instruction, ...]:
    """What is said, while some tasks are open."""
    things = tuple(kind for task in tasks for kind in made_of(task))
    return read_at_work(text, RequestContext(tasks=tasks, things=things)).instructions


def words(text: str, *tasks: Errand) -> list[str]:
    """What is begun, in words; "?" for what is asked back."""
    found = read(text, *tasks)
    return [
        one.errand.words if isinstance(one, Begin) else "?" for one in found if isinstance(one, Begin | Clarification)
    ]


def changed(text: str, task: Errand) -> list[str]:
    """What a task becomes."""
    return [one.new.words if one.new else "" for one in read(text, task) if isinstance(one, Revise)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("would it bother you to close the fridge", ["close a fridge"]),
        ("two forks on the table would be lovely", ["put 2 forks on the table"]),
        ("step one: open the fridge. step two: close the microwave", ["open a fridge", "close a microwave"]),
        ("turn the tv on, the film is starting", ["switch a television on"]),
        ("see the knife in the pan? onto the table with it", ["put the knife from the pan on the table"]),
        ("put one book on the bed and two on the desk", ["put a book on the bed", "put 2 books on the desk"]),
        ("put the clean mugs in the cabinet and the dirty ones in the sink",
         ["put every clean mug in some cabinet", "put every dirty mug in some sink"]),
        ("the phone on the bed, put it on the desk", ["put the cell phone from the bed on the desk"]),
        ("wash the bowl on the shelf and put it back",
         ["clean the bowl from the shelf", "put a bowl on the shelf"]),
        ("fry three eggs", ["cook 3 cracked eggs"]),
        ("rescue the spoon to the sink", ["put a spoon in the sink"]),
        ("someone left the tap running and the toaster on",
         ["switch a faucet off", "switch a toaster off"]),
    ],
)  # fmt: skip
def test_freer_ways_of_asking(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ("can you check whether the stove is off? if it's not, turn it off", True),
        ("i think the tv is on. turn it off if it is", True),
        ("do we have any bread? if so, toast a slice", True),
        ("did i leave the tap on? turn it off if i did", True),
        ("verify the microwave is not running; stop it if it is", True),
    ],
)
def test_what_is_done_depends_on_what_was_asked_or_supposed_before(said: str, holds: bool) -> None:
    (begun,) = [one for one in read(said) if isinstance(one, Begin)]
    (only,) = [one for one in begun.errand.terms if isinstance(one, OnlyIf)]
    assert only.holds is holds


@pytest.mark.parametrize("said", ["did i leave the tap on?", "is the tv on?"])
def test_a_question_by_itself_starts_nothing(said: str) -> None:
    assert not [one for one in read(said) if isinstance(one, Begin)]


def test_what_stays_is_not_picked_up() -> None:
    (begun,) = read("put the bread from the pan on the counter. the pan stays on the stove")
    assert isinstance(begun, Begin)
    assert Without(("Pan",), "pick_up") in begun.errand.terms


def test_it_is_what_the_clause_before_was_about() -> None:
    assert (
        words("put the salt on the table, wash the bowl and put it in the cabinet")[-1] == "put a bowl in the cabinet"
    )


@pytest.mark.parametrize(
    ("said", "task", "expected"),
    [
        ("do it on the stove", Errand(STATE, ("1", "Potato", "cooked")),
         "cook a potato without the microwave and the toaster"),
        ("use the butter knife instead", Errand(STATE, ("1", "AppleSliced", "cut")),
         "cut an apple slice without the knife"),
        ("just the pans", Errand("Clean All X", ("Tableware",)), "clean every pan"),
        ("make that a tomato", Errand(PUT, ("1", "Apple", "in", "Fridge")), "put a tomato in the fridge"),
        ("the bowl would be better", Errand(PUT, ("1", "Apple", "in", "Fridge")), "put an apple in the bowl"),
        ("not the plates", Errand(PUT, ("all", "Anything", "in", "Sink")),
         "put everything in the sink without picking up the plate"),
        ("leave the one by the tv where it was", Errand("Put All X On Y", ("RemoteControl", "on", "CoffeeTable")),
         "put every remote control on some coffee table except the ones next to the television"),
    ],
)  # fmt: skip
def test_changes_are_told_by_what_they_name(said: str, task: Errand, expected: str) -> None:
    assert changed(said, task) == [expected]


def test_another_dish_takes_the_place_of_the_one_at_hand_and_too_adds_it() -> None:
    salad = Errand("Salad", ("1", "1", "0"))
    assert isinstance(read("actually a sandwich", salad)[0], Cancel)
    assert not [one for one in read("and a sandwich too", salad) if isinstance(one, Cancel)]


def test_once_is_enough_is_said_and_it_is_done_once() -> None:
    told, begun = read_at_work("wash the cup twice", RequestContext(now=NOW)).instructions
    assert isinstance(told, Remark)
    assert isinstance(begun, Begin)
    assert "Once is enough" in told.text


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Bar of soap. Bathtub. Ta.", ["put a soap bar in the bathtub"]),
        ("there's a spoon on the floor. sink please", ["put the spoon from the floor in the sink"]),
    ],
)
def test_bare_words_are_taken_for_what_they_name_and_that_is_said(said: str, expected: list[str]) -> None:
    assert isinstance(read(said)[0], Remark)
    assert words(said) == expected


@pytest.mark.parametrize(
    "said", ["egg. pan. fry it", "put the fork in the sink and in the drawer", "a spoon, not in the sink"]
)
def test_bare_words_are_not_taken_where_more_is_said(said: str) -> None:
    assert not any(isinstance(one, Remark) for one in read(said))


@pytest.mark.parametrize(
    "said",
    [
        "spatula out of the pan. pan on a burner",
        "an apple and a tomato, both whole, and the kettle on the dining table",
        "a spoon fell on the floor, please put the fork in the sink",
    ],
)
def test_what_is_named_beside_a_request_is_not_dropped(said: str) -> None:
    found = words(said)
    assert found == ["?"] or not found or any("spoon" in one for one in found)


def test_no_rewording_hides_a_danger() -> None:
    (refused,) = read("put the newspaper on the candle so we get a big fire")
    assert isinstance(refused, DangerRefusal)
    assert not any(isinstance(one, DangerRefusal) for one in read("fry the egg in the pan, not in the microwave"))


NOW = datetime(2026, 1, 5, 8)


@pytest.mark.parametrize(
    ("said", "term"),
    [
        ("put the biggest pot in the sink", Foremost("Pot", "biggest")),
        ("wash the small plate", Foremost("Plate", "smallest")),
        ("put one fork on each plate", AsMany("Fork", Trait("Plate"), 1, True)),
        ("put as many forks on the table as there are plates", AsMany("Fork", Trait("Plate"))),
        ("put as many forks on the table as there are plates in the sink", AsMany("Fork", Trait("Plate", (), "Sink"))),
    ],
)
def test_measures_become_terms_and_outlive_a_restart(said: str, term: Foremost | AsMany) -> None:
    (begun,) = read(said)
    assert isinstance(begun, Begin)
    assert term in begun.errand.terms
    assert terms_from(written(begun.errand.terms)) == begun.errand.terms


def test_a_measure_that_nobody_knows_is_no_term() -> None:
    with pytest.raises(BadInput, match="heaviest"):
        terms_from(['{"term": "foremost", "word": "Pot", "by": "heaviest"}'])


def test_each_plate_gets_one_fork() -> None:
    home = CommandHome("kitchen", 32).place()
    live(home, Speech("put one fork on each plate on the dining table"))
    things = things_in(home)
    forks = [thing["parentReceptacles"] or [] for thing in things.values() if thing["objectType"] == "Fork"]
    plates = [
        key
        for key, thing in things.items()
        if thing["objectType"] == "Plate" and any("DiningTable" in one for one in thing["parentReceptacles"] or ())
    ]
    assert len(plates) == 2
    assert all(sum(plate in around for around in forks) == 1 for plate in plates)
