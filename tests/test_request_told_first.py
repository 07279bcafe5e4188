"""What is told of things before they are asked for, and what lies in or on what was named just before."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin, DangerRefusal, Instruction, RecallQuestion
from agent.requests.reading import read_at_work


def read(text: str) -> tuple[Instruction, ...]:
    return read_at_work(text).instructions


def words(text: str) -> list[str]:
    return [one.errand.words for one in read(text) if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("There are two salt shakers. The one in the cabinet should go on the dining table, the other one stays where "
         "it is.", ["put the salt shaker from the cabinet on the dining table"]),
        ("We have three apples. The one in the fridge belongs on the counter.",
         ["put the apple from the fridge on the counter top"]),
        ("There are two forks on the table. Both should go in the drawer.",
         ["put 2 forks from the tables in the drawer"]),
        ("One of the apples is lying in the sink. That one should go in the fridge.",
         ["put the apple from the sink in the fridge"]),
        ("One egg is on the chair. That one must go into the fridge.", ["put the egg from the chairs in the fridge"]),
        ("There are two mugs. The dirty one has to be washed.", ["clean a mug"]),
    ],
)  # fmt: skip
def test_what_was_told_names_what_is_asked_for(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize("said", ["There are two forks on the table.", "One of the mugs is in the fridge."])
def test_what_is_only_told_asks_for_nothing(said: str) -> None:
    assert words(said) == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("The spoon lying on the counter, can you put it in the drawer?",
         ["put the spoon from the counter top in the drawer"]),
        ("There's a fork on the floor, would you put it in the sink?", ["put the fork from the floor in the sink"]),
        ("If the tv is on can you turn it off?", ["switch the running television off if the tv is on"]),
        ("My mug is in the sink; could you clean it?", ["clean the mug from the sink"]),
        ("the apple by the toaster, can you put that one in the sink?",
         ["put the apple next to the toaster in the sink"]),
    ],
)  # fmt: skip
def test_courtesy_behind_what_it_is_about_is_an_order(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    "said", ["the mug is in the sink, did you put it there?", "where is the mug, can you tell me?"]
)
def test_other_questions_behind_stay_questions(said: str) -> None:
    (one,) = read(said)
    assert isinstance(one, RecallQuestion)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("The mugs all need a wash, apart from the one in the coffee machine, that one I'm still using.",
         ["clean every mug except the ones in the coffee machine"]),
        ("The plates could all do with a wash, bar the one on the shelf, which is quite clean already.",
         ["clean every plate except the ones on the shelf"]),
        ("All eggs must go in the fridge, only the egg on the dining table not.",
         ["put every egg in some fridge except the eggs on the dining table"]),
    ],
)  # fmt: skip
def test_exceptions_at_the_end_with_their_reason(said: str, expected: list[str]) -> None:
    assert words(said) == expected


def test_what_is_to_be_done_with_the_excepted_one_is_not_dropped() -> None:
    assert words("put the bar of soap in the sink") == ["put a soap bar in the sink"]
    done = words("wash all the mugs except the one in the sink, that one should go on the shelf")
    assert done != ["clean every mug except the ones in the sink"]


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("First turn off the coffee machine, then put the mug that is in it on the dining table.",
         "put the mug from the coffee machine on the dining table"),
        ("Turn off the microwave, then put the plate that's in there on the counter",
         "put the plate from the microwave on the counter top"),
        ("open drawer 3 and put the fork in it on the table", "put the fork from drawer 3 on the table"),
        ("turn off the stove and put the pan that is on it in the sink",
         "put the pan from the stove burner in the sink"),
    ],
)  # fmt: skip
def test_what_lies_in_what_was_named_is_the_very_thing(said: str, then: str) -> None:
    assert words(said)[-1] == then


def test_it_may_also_be_where_things_go() -> None:
    assert words("open the fridge and put the apple in it")[-1] == "put an apple in the fridge"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Make a coffee with the mug that is in the coffee machine.",
         ["make coffee in the clean mug from the coffee machine"]),
        ("Brew a coffee using the blue mug from the shelf", ["make coffee in the clean blue mug from the shelf"]),
        ("make coffee in the mug that's in the coffee machine",
         ["make coffee in the clean mug from the coffee machine"]),
        ("make a sandwich with the plate from the cabinet",
         ["make a sandwich with 1 slice of lettuce and 1 slice of tomato on the clean plate from the cabinet"]),
    ],
)  # fmt: skip
def test_the_vessel_of_a_dish_is_told_by_where_it_is(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    "said",
    [
        "Can you put the soap away in a cabinet before the little one drinks it?",
        "Put the spray bottle in the cabinet so that nobody drinks it",
        "Put the soap in the cabinet, otherwise the baby will drink it",
        "Put the soap in the cabinet before someone eats it",
    ],
)
def test_what_is_to_be_prevented_is_no_danger(said: str) -> None:
    found = read(said)
    assert not any(isinstance(one, DangerRefusal) for one in found) and words(said)


@pytest.mark.parametrize(
    "said",
    ["put the soap in the coffee before he drinks it", "put the fork in the microwave before you turn it on",
     "put the soap in the soup or the baby will eat it"],
)  # fmt: skip
def test_what_is_asked_for_stays_a_danger(said: str) -> None:
    assert any(isinstance(one, DangerRefusal) for one in read(said))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("the pan on the counter needs a wash, can you do that", ["clean the pan from the counter top"]),
        ("I could do with a cup of coffee, would you make me one, please?", ["make coffee in a clean mug"]),
        ("The remote what is in the box, can you put it on the coffee table?",
         ["put the remote control from the box on the coffee table"]),
        ("I only need two potatoes, so put two of them in the sink", ["put 2 potatoes in the sink"]),
        ("We need three forks for dinner. Put them on the table", ["put 3 forks on the table"]),
        ("I need two potatoes", ["bring you 2 potatoes"]),
        ("look at the toaster, and if that's on, off with it, and if it isn't, switch off the coffee machine instead",
         ["switch the running toaster off if the toaster is on",
          "switch a coffee machine off unless the toaster is on"]),
        ("if one of the mugs has water in it, empty it, and if none has, put the plate in the sink",
         ["empty the full mug if one of the mugs has water in it",
          "put a plate in the sink unless one of the mugs has water in it"]),
        ("can we have two spatulas on the counter? one for me and one for mum", ["put 2 spatulas on the counter top"]),
        ("can I have the mug on the counter?", ["bring you the mug from the counter top"]),
        ("put a slice of apple on a plate and then put the plate on the table",
         ["serve 1 slice of apple on one clean plate", "put the plate with the apple slice on the table"]),
        ("put a plate on the table and put the mug on the plate", ["put a plate on the table",
         "put a mug on the plate"]),
        ("give the dirty mug from the dining table a wash", ["clean the mug from the dining table"]),
        ("put the apple that is next to the toaster on the table", ["put the apple next to the toaster on the table"]),
        ("put the plate next to the toaster on the counter", ["put a plate next to the toaster from the counter top"]),
    ],
)  # fmt: skip
def test_usual_ways_of_asking(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize("said", ["switch the toaster on and pour water into it", "turn the tv on, and pour tea on it"])
def test_what_is_switched_on_for_something_dangerous_stays_off(said: str) -> None:
    (one,) = read(said)
    assert isinstance(one, DangerRefusal)


def test_what_is_left_alone_otherwise_is_no_place_for_metal() -> None:
    said = "If there is a fork in the microwave, put the fork in the sink, otherwise leave the microwave alone."
    assert words(said) == ["put the fork from the microwave in the sink if there is a fork in the microwave"]


def test_what_cannot_be_so_in_both_cases_is_asked_about() -> None:
    said = "If there's an apple in the fridge, put that one on the table, and if not, take the one from the counter."
    assert words(said) == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "On the chair there is one bread. Please bring this bread to the table.",
            ["put a loaf of bread from the chairs on the table"],
        ),
        ("There is a cup on the chair. Put that cup in the sink.", ["put the cup from the chairs in the sink"]),
        ("There is a dirty mug on the desk. Wash the mug, please.", ["clean the mug from the desk"]),
        (
            "There's a spoon in the microwave. Put the spoon in the sink.",
            ["put the spoon from the microwave in the sink"],
        ),
        (
            "I see a plate next to the sink. Put the plate in the cabinet.",
            ["put the plate next to the sink in the cabinet"],
        ),
        ("There is an apple on the table. Slice it.", ["cut up the apple from the tables"]),
    ],
)
def test_where_a_thing_was_said_to_be_is_where_it_is_taken(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("There is a cup on the chair. Put the bowls in the sink.", ["put every bowl in some sink"]),
        (
            "There is a cup on the chair. Put the cup from the desk in the sink.",
            ["put the cup from the desk in the sink"],
        ),
    ],
)
def test_what_is_told_of_one_thing_says_nothing_of_another(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("put the mugs on the counter that aren't dirty", "put every clean mug on some counter top"),
        ("put every cup in the sink that is dirty", "put every dirty cup in some sink"),
        ("could you put the plates in the cabinet that are clean, please?", "put every clean plate in some cabinet"),
        ("put the spoons in the drawer which are on the sofa", "put every spoon from the sofa in some drawer"),
        ("place the apples in the bowl that are on the table", "put every apple from the tables in some bowl"),
        ("move the potatoes to the fridge that are on the bed", "put every potato from the bed in some fridge"),
        ("put the mug on the table that is in the sink", "put the mug from the sink on the table"),
        ("put all cups in the safe that are not in the sink", "put every cup in some safe except the ones in the sink"),
        ("put all pens on the desk that are not in the box", "put every pen on some desk except the ones in the box"),
    ],
)
def test_what_is_told_behind_a_place_is_of_the_things_where_it_can_be_of_nothing_else(said: str, expected: str) -> None:
    assert words(said) == [expected]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("put the fork in the drawer that is open", "put a fork in the open drawer"),
        ("put the egg in the bowl that is on the table", "put an egg in the bowl from the tables"),
        ("put the tomato on the plate that is clean", "put a tomato on the clean plate"),
        ("put the bread in the box that's on the chair", "put a loaf of bread in the box from the chairs"),
        ("put the vase on the shelf, which is next to the window", "put a vase on the shelf next to the window"),
        ("put the plate in the toaster that is on the table", "put a plate in the toaster from the tables"),
        ("put the mug in the cabinet that is in the kitchen", "put a mug in the cabinet"),
    ],
)
def test_what_a_place_may_be_is_told_of_the_place(said: str, expected: str) -> None:
    assert words(said) == [expected]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("From the two eggs on the table, one goes in the fridge and one stays.",
         ["put the egg from the tables in the fridge"]),
        ("Of the three apples on the table, two go in the fridge and one stays.",
         ["put 2 apples from the tables in the fridge"]),
        ("Of the two mugs in the sink, one should be put on the shelf, the other stays.",
         ["put the mug from the sink on the shelf"]),
        ("Out of the four potatoes on the counter, three belong in the fridge, the last one stays there.",
         ["put 3 potatoes from the counter top in the fridge"]),
        ("Of the eggs in the fridge, one can go in the pan and the others stay where they are.",
         ["put the egg from the fridge in the pan"]),
        ("Of the two cups, the dirty one goes in the sink.", ["put the dirty cup in the sink"]),
        ("Of my two pans, only the clean one should go on the stove.", ["put the clean pan on the stove burner"]),
        ("Out of the four plates, put two in the cabinet.", ["put 2 plates in the cabinet"]),
        ("From the fridge, one egg goes in the pan.", []),
    ],
)  # fmt: skip
def test_so_many_of_those_named_first_are_meant(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("There's a pencil on the counter, I'd much rather see it in a drawer.",
         ["put the pencil from the counter top in the drawer"]),
        ("The kids have left a book lying on the bed again, and I'd rather see it on the shelf.",
         ["put the book from the bed on the shelf"]),
        ("I need that two tomatoes are in the sink, please.", ["put 2 tomatoes in the sink"]),
        ("I need that all the mugs are in the cabinet.", ["put every mug in some cabinet"]),
        ("I need that mug in the cabinet.", ["put a mug in the cabinet"]),
        ("I need two spoons on the dining table, not more than two.", ["put 2 spoons on the dining table"]),
        ("There should be two forks on the dining table, not more and not fewer.", ["put 2 forks on the dining table"]),
        ("A slice of toast would make me very happy.", ["serve a slice of toast on a clean plate"]),
        ("Start by taking the spoon out of the pot and putting it in a drawer, then put the pot in the sink.",
         ["put the spoon from the pot in the drawer", "put a pot in the sink"]),
        ("Begin by rinsing the mug and placing it on the shelf.", ["clean a mug", "put a mug on the shelf"]),
        ("Should there be any eggs outside the fridge, put them in the fridge.", ["put every egg in some fridge"]),
        ("If any of the cups are not in the cabinet, put them in it.", ["put every cup in some cabinet"]),
        ("If there are any plates outside the cabinet, wash them.", []),
        ("If the milk is out of the fridge, put it in the fridge.", []),
    ],
)  # fmt: skip
def test_wishes_in_other_words(said: str, expected: list[str]) -> None:
    assert words(said) == expected
