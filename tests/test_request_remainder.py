"""What was said and nothing that was understood accounts for: it is asked about, and not lost in silence."""

from __future__ import annotations

import pytest

from agent.household.provisions import Speech
from agent.household.session import live
from agent.requests.instructions import Begin, Clarification
from agent.requests.reading import read_at_work
from agent.requests.terms.remainder import remainder
from agent.sentences.keeping import keeps
from eval.commands.homes import CommandHome, things_in


def read(said: str) -> list[str]:
    return [one.errand.words if isinstance(one, Begin) else "?" for one in read_at_work(said).instructions]


@pytest.mark.parametrize(
    ("said", "other", "lost"),
    [
        ("put the tomato in the sink into the fridge", "put a tomato in the fridge", "the sink"),
        ("All the spoons belong in the drawer.", "put a spoon in the drawer", "all the spoons"),
        ("Take three forks to the table.", "put a fork on the table", "three forks"),
        ("Give the mug a wash and put it in the cabinet.", "put a mug in the cabinet", "wash"),
        ("Cook a potato. In a bowl, please.", "cook a potato", "a bowl"),
        ("Put the cups in the cabinet, but not the dirty cup.", "put the cups in the cabinet", "not the dirty cup"),
        ("Might we have a salad?", "put a lettuce on the plate", "salad"),
        ("Wash the pan, then slice the bread.", "wash the pan", "slice"),
        ("Put one of the soap bars in a drawer.", "put 2 soap bars in the drawer", "one of the soap bars"),
        ("Fish the cup out of the trash and put it in the sink.", "put a cup in the sink", "of the trash"),
        ("I want one tomato cut in slices, on a plate.", "put a tomato on the plate", "cut in slices"),
    ],
)
def test_what_is_lost_is_found(said: str, other: str, lost: str) -> None:
    assert lost in remainder(said, read_at_work(other).instructions)
    assert not remainder(other, read_at_work(other).instructions)


@pytest.mark.parametrize(
    "said",
    [
        "I was up all night. Make me a coffee, please.",
        "The kids should be in bed by now, so switch the television off.",
        "I want to sit on the sofa later. Put the newspaper on the coffee table.",
        "Put the knife in the drawer and leave the other one on the counter.",
        "If it isn't too much trouble, three forks on the dining table.",
        "Fry an egg in the pan.",
        "Put the scissors away, I don't want anybody cutting himself. Wash the mug.",
        "There are three mugs here. Put all the mugs in the cabinet.",
        "Put the plate on the table, not on the sofa.",
        "wash the bowl, I mean the plate",
        "Put the pot on the stove, to be on the safe side.",
        "Put two apples on the table, not more.",
        "Last of all put the mug in the sink.",
        "Put both the mug and the cup in the sink.",
    ],
)
def test_what_is_only_told_or_spared_is_not_asked_about(said: str) -> None:
    found = read_at_work(said).instructions
    assert not remainder(said, found)


def test_what_is_lost_is_asked_about_with_what_was_understood() -> None:
    (asked,) = read_at_work("Might I have a salad of lettuce and tomato on a plate, dear?").instructions
    assert isinstance(asked, Clarification)
    assert "salad" in asked.question
    assert asked.then


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Bring me my phone. It's in the fridge.", ["bring you the cell phone from the fridge"]),
        ("Fetch me the newspaper. It is on the bed.", ["bring you the newspaper from the bed"]),
        ("Bring me the mug, it's in the sink.", ["bring you the mug from the sink"]),
        ("Could you fetch my keys? They are in the drawer.", ["bring you all the key chains from the drawer"]),
        ("Put the mug in the sink. It's on the desk.", ["put the mug from the desk in the sink"]),
        ("Put the pen in the drawer. It should be on the desk.", ["put a pen in the drawer", "put a pen on the desk"]),
        ("Can you slice the tomato? It's in the fridge.", ["cut up the tomato from the fridge"]),
        (
            "Please bring me the remote. I think it's on the shelf.",
            ["bring you a remote control (one on the shelf if there is one)"],
        ),
        ("Cook a potato. It should be in a bowl.", ["cook a potato", "put a potato in the bowl"]),
        ("Bring me a fork. It goes in the drawer afterwards.", ["bring you a fork", "put a fork in the drawer"]),
    ],
)
def test_where_a_thing_is_behind_a_request_tells_where_to_look(said: str, expected: list[str]) -> None:
    assert read(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "Please, the tomato what lies in the sink, you put it into the fridge.",
            ["put the tomato from the sink in the fridge"],
        ),
        ("Take the cup what stands on the desk and wash it.", ["clean the cup from the desk"]),
        (
            "The tomato's been sitting out on the counter, could you pop it in the fridge?",
            ["put the tomato from the counter top in the fridge"],
        ),
        ("In the fridge is one dirty bowl, please can you wash it?", ["clean the dirty bowl from the fridge"]),
        ("giv the mug a wash n then stick it in a cabinet", ["clean a mug", "put a mug in the cabinet"]),
        ("tak the mug to the sink", ["put a mug in the sink"]),
        ("Cook a potato. In a bowl it should be.", ["cook a potato", "put a potato in the bowl"]),
        ("Wash a mug. In the cabinet it should go then.", ["clean a mug", "put a mug in the cabinet"]),
        ("The dirty cup must be clean, and after she goes on the shelf.", ["clean a cup", "put a cup on the shelf"]),
        (
            "Put all the mugs in the cabinet except the one on the desk, I only washed that one.",
            ["put every mug in some cabinet except the ones on the desk"],
        ),
        ("fancy some tomato, the 1 in the fridge, get it sliced up for me", ["cut up the tomato from the fridge"]),
    ],
)
def test_what_other_wordings_took_away_is_done(said: str, expected: list[str]) -> None:
    assert read(said) == expected


@pytest.mark.parametrize(
    ("said", "very"),
    [
        ("wash the bowl on the table, then put an apple in it", True),
        ("rinse the green plate and then put a fork on it", True),
        ("empty the pot on the stove and put an egg in it, please", True),
        ("wash the bowl, then put an apple in the fridge", False),
        ("wash the bowl, then put an apple in a bowl", False),
    ],
)
def test_what_is_put_into_it_goes_into_the_very_thing(said: str, very: bool) -> None:
    assert read_at_work(said).begun[-1].same == very


def test_an_apple_is_put_into_the_bowl_that_was_washed() -> None:
    home = CommandHome("kitchen", 2059).place()
    live(home, Speech("First wash the bowl on the dining table, then put an apple in it."))
    things = things_in(home)
    bowls = [key for key, one in things.items() if one["objectType"] == "Bowl"]
    holding = {key for key in bowls for one in things.values() if key in (one["parentReceptacles"] or ())}
    outside = {key for key in holding if not any("Fridge" in place for place in things[key]["parentReceptacles"] or ())}
    assert outside


def test_a_clean_plate_may_be_washed() -> None:
    home = CommandHome("kitchen", 2298).place()
    live(home, Speech("Cook the potato and serve it on a clean plate."))
    things = things_in(home)
    around = next(one["parentReceptacles"] or () for one in things.values() if one["objectType"] == "Potato")
    assert any(things[key]["objectType"] == "Plate" and not things[key]["isDirty"] for key in around)


def test_the_clean_plate_is_told_of_what_is_served_on_it() -> None:
    (toast,) = read_at_work("Make a slice of toast and put it on the clean plate.").begun
    assert toast.errand.terms
    (plain,) = read_at_work("Make a slice of toast and put it on a plate.").begun
    assert not plain.errand.terms


def test_half_past_six_is_not_six() -> None:
    said = "a coffee at half past six every weekday"
    assert not keeps(said, "every weekday at 6, make coffee")
    assert keeps(said, "every weekday at half past six, make coffee")
    assert keeps("toast half the bread at six", "at 6, toast half the bread")


def test_a_stretch_of_days_is_not_its_first_day() -> None:
    assert not keeps("from monday to friday make coffee", "on monday make coffee", surely=True)
    assert keeps("from monday to friday make coffee", "make coffee from monday to friday", surely=True)
