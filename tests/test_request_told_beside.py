"""What is told beside a request, looked at, supposed or counted, and what comes before it: read as it was meant."""

from __future__ import annotations

import pytest

from agent.requests.instructions import Begin, DangerRefusal
from agent.requests.reading import read_at_work


def words(said: str) -> list[str]:
    return [one.errand.words for one in read_at_work(said).instructions if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("There is a tomato lying in the sink. Tomato into the fridge, please.",
         ["put the tomato from the sink in the fridge"]),
        ("There's an egg sitting in the pot, which is no place for it. Egg in the fridge first, and once it's "
         "out of the way the pot can go in the sink.",
         ["put the egg from the pot in the fridge",
          "put a pot in the sink"]),
        ("A mug is standing in the fridge. The mug belongs in a cabinet.",
         ["put the mug from the fridge in the cabinet"]),
        ("Somebody left a knife on the table. Knife in the drawer, please.",
         ["put the knife from the tables in the drawer"]),
        ("The kids have left a pencil on the counter again. Pencil in the drawer please.",
         ["put the pencil from the counter top in the drawer"]),
        ("There are two apples in the sink. Apples in the fridge please.",
         ["put 2 apples from the sink in the fridge"]),
        ("There is a plate on the table, which is still dirty. Plate in the sink please.",
         ["put the dirty plate from the tables in the sink"]),
        ("My mug is on the table. Fill the mug with water.",
         ["fill the mug from the tables with water"]),
        ("There's a phone freezing away in the fridge, so fish it out and lay it on the table.",
         ["put the cell phone from the fridge on the table"]),
        ("One of the cups has ended up in a drawer. Put that one on the counter.",
         ["put the cup from the drawer on the counter top"]),
        ("One of the cups is in the sink, and I'd rather have that one on the counter.",
         ["put the cup from the sink on the counter top"]),
        ("The soap went into the bin by mistake, so rescue it, would you, and set it on the counter.",
         ["put one of the soap from the garbage can on the counter top"]),
    ],
)  # fmt: skip
def test_what_is_told_to_be_somewhere_is_told_apart_by_that(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("There's a cup on the shelf. Bring me a mug.",
         ["bring you a mug"]),
        ("There is an egg in the pot. Put an egg in the fridge.",
         ["put an egg in the fridge"]),
        ("There's a tomato on the table. Cut a tomato.",
         ["cut up a tomato"]),
        ("There is a candle burning on the table. Put the candle out.",
         ["switch a candle off"]),
    ],
)  # fmt: skip
def test_any_of_a_kind_and_other_things_are_not_meant_by_what_was_told(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Do look at the kettle, dear. If it is empty, put it in the sink, otherwise put it on a stove burner.",
         ["put the empty kettle in the sink if the kettle is empty",
          "put a kettle on the stove burner unless the kettle is empty"]),
        ("Have a quick look in the microwave, and if there is a fork in it, switch the microwave off, otherwise "
         "let it run.",
         ["switch a microwave off if there is a fork in the microwave"]),
        ("Take a peek into the drawer; if there is a knife in it, put it on the counter.",
         ["put the knife from the drawer on the counter top if there is a knife in the drawer"]),
        ("Check the table, and if there's a fork on it, put it in a drawer.",
         ["put the fork from the tables in the drawer if there is a fork on the table"]),
        ("Look at the lamp and if it is on, switch it off.",
         ["switch all the running lamps off if the lamp is on"]),
    ],
)  # fmt: skip
def test_what_is_looked_at_stands_in_the_condition(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("The plate from the fridge goes in a cabinet, unless it is dirty; in that case it goes in the sink.",
         ["put the plate from the fridge in the cabinet unless the plate is dirty",
          "put the dirty plate from the fridge in the sink if the plate is dirty"]),
        ("Put the cup in the cabinet unless it is dirty. In that case put it in the sink.",
         ["put a cup in the cabinet unless the cup is dirty",
          "put the dirty cup in the sink if the cup is dirty"]),
        ("Put the pan on the stove unless it's dirty. If it is, wash it.",
         ["put a pan on the stove burner unless the pan is dirty",
          "clean the dirty pan if the pan is dirty"]),
        ("If the mug is clean, put it in the cabinet. If it isn't, put it in the sink.",
         ["put the clean mug in the cabinet if the mug is clean",
          "put a mug in the sink unless the mug is clean"]),
        ("If there is an egg in the fridge, put it in the pan. If there isn't, put a potato in the pan.",
         ["put the egg from the fridge in the pan if there is an egg in the fridge",
          "put a potato in the pan unless there is an egg in the fridge"]),
        ("If there's any bread on the table, slice it; if there is none, do nothing.",
         ["cut the bread slice from the tables if there's any bread on the table"]),
    ],
)  # fmt: skip
def test_the_other_case_is_said_in_full(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I have a feeling that somebody left an egg in a drawer. If so, put it in the fridge.",
         ["put the egg from the drawer in the fridge if there is an egg in a drawer"]),
        ("I think I left the stove on. If so, turn it off.",
         ["switch all the running stove knobs off if the stove is on"]),
        ("Perhaps somebody has left a fork in the microwave; if so, put it in the sink.",
         ["put the fork from the microwave in the sink if there is a fork in the microwave"]),
        ("I might have left the lamp on. If so, switch it off, please.",
         ["switch all the running lamps off if the lamp is on"]),
        ("Maybe the fridge is not shut. If so, close it.",
         ["close the open fridge if the fridge is not shut"]),
        ("I think somebody left an egg in a drawer. Put it in the fridge.",
         ["put the egg from the drawer in the fridge"]),
    ],
)  # fmt: skip
def test_what_is_only_supposed_is_a_condition(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Open cabinet number 4.",
         ["open cabinet 4"]),
        ("Close drawer no. 2.",
         ["close drawer 2"]),
        ("Turn off stove knob number 3.",
         ["switch stove knob 3 off"]),
        ("Turn off all the stove knobs except number 3.",
         ["switch all the stove knobs off without stove knob 3"]),
        ("Switch off every burner but number two.",
         ["switch all the stove knobs off without stove knob 2"]),
    ],
)  # fmt: skip
def test_a_number_tells_which_one_is_meant(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Put what is in the pot on the counter.",
         ["put everything from the pot on the counter top"]),
        ("Put anything that is in the bowl in the sink.",
         ["put everything from the bowl in the sink"]),
        ("If the microwave is empty, turn it on; otherwise take out what is in it and put it on the dining table.",
         ["switch the empty microwave on if the microwave is empty",
          "put everything from the microwave on the dining table unless the microwave is empty"]),
        ("Open the fridge and put what is in there on the table.",
         ["open a fridge",
          "put everything from the fridge on the table"]),
        ("Put the bowl on the table in the fridge.",
         ["put the bowl from the tables in the fridge"]),
        ("Put all the eggs in the bowl and the bowl in the fridge.",
         ["put every egg in some bowl",
          "put the bowl with the egg in the fridge"]),
    ],
)  # fmt: skip
def test_what_is_in_a_vessel_is_not_the_vessel(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("From the soap bottles I need only two on the dining table, please.",
         ["put 2 soap bottles on the dining table"]),
        ("Of the mugs I need just one on the table.",
         ["put a mug on the table"]),
        ("One mug is enough, the others go in the sink.",
         ["put every mug in some sink except one"]),
        ("One bottle of soap standing about is quite enough. The others may go in a cupboard.",
         ["put every soap bottle in some cabinet except one"]),
        ("Three plates are enough, so put the rest in the cabinet.",
         ["put every plate in some cabinet except 3 plates"]),
        ("There are three mugs. Put two in the cabinet and leave one.",
         ["put 2 mugs in the cabinet"]),
        ("There are two cups in the sink. Wash one and leave one.",
         ["clean the cup from the sink"]),
        ("We have two eggs. Put one in the pan and the other in the fridge.",
         ["put an egg in the pan",
          "put the other egg in the fridge"]),
    ],
)  # fmt: skip
def test_so_many_as_are_asked_for_of_several(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Put the dirty mug in the cabinet, but wash it first.",
         ["clean the dirty mug",
          "put a mug in the cabinet"]),
        ("Bring me the cup from the shelf, but rinse it first.",
         ["clean the cup from the shelf",
          "bring you a cup"]),
        ("Clean the mug before you put it in the cabinet.",
         ["clean a mug",
          "put a mug in the cabinet"]),
        ("Before you put the pan in the cabinet, wash it.",
         ["clean a pan",
          "put a pan in the cabinet"]),
        ("Bring me the book you put on the shelf.",
         ["bring you the book from the shelf"]),
        ("Open the microwave, take the plate out and close it again.",
         ["open a microwave",
          "put the plate from the microwave away",
          "close a microwave"]),
    ],
)  # fmt: skip
def test_what_comes_first_is_done_to_the_very_thing(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("The soap and the spatulas have no business in the fridge, so take them out, but leave the mugs in "
         "there.",
         ["put one of the soap from the fridge away without the mug",
          "put all the spatulas from the fridge away without the mug"]),
        ("Take the plates out of the fridge, but leave the mugs in there.",
         ["put all the plates from the fridge away without the mug"]),
        ("All the dirty dishes in the fridge should go in the sink, only leave the bowl where it is.",
         ["put all the dirty tableware from the fridge in some sink without the bowl"]),
        ("Wash all the pans, only leave the one on the stove.",
         ["clean every pan except the ones on the stove burner"]),
        ("Everything has to come off the dining table, only the bread may stay there.",
         ["put everything from the dining table away without picking up the bread"]),
        ("Every cup has its home in a cabinet, just not the dirty one, don't you touch that until I have had a "
         "look at it.",
         ["put every cup in some cabinet except the dirty ones"]),
        ("Put the lettuce and the tomato in the fridge, but leave the apple out.",
         ["put a lettuce in the fridge without the apple",
          "put a tomato in the fridge without the apple"]),
        ("Put the fork in the mug and leave it there.",
         ["put a fork in the mug"]),
    ],
)  # fmt: skip
def test_what_stays_is_left_out(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Microwave off first. Then take the tomato out of it and put it in the bowl.",
         ["switch a microwave off",
          "put the tomato from the microwave in the bowl"]),
        ("Microwave the potato.",
         ["cook a potato without the pan, the stove burner, the stove knob, and the toaster"]),
        ("I'd so much rather see the pencil in a drawer.",
         ["put a pencil in the drawer"]),
        ("Make sure the fridge is shut and the stove is off.",
         ["close a fridge",
          "switch all the stove knobs off"]),
        ("Put the book on the table or on the shelf, either is fine.",
         ["put a book on the table"]),
    ],
)  # fmt: skip
def test_how_things_shall_be(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("No mug should be in the sink.",
         ["put all the mugs from the sink away"]),
        ("Nothing but the bread should be on the table.",
         ["put everything from the tables away except the loaves of bread"]),
        ("There should be nothing on the counter except the toaster.",
         ["put everything from the counter top away except the toasters"]),
        ("Leave only one mug on the table.",
         ["put all the mugs from the tables away except one"]),
        ("Not more than two forks in the sink, please.",
         ["put all the forks from the sink away except 2 forks"]),
        ("Put away all but one of the mugs.",
         ["put all the mugs away except one"]),
        ("The cup on the shelf goes in the sink, the one on the table stays.",
         ["put the cup from the shelf in the sink"]),
        ("Put the mug in the sink, the one on the desk.",
         ["put the mug from the desk in the sink"]),
        ("Everything except the toaster goes from the counter to the table.",
         ["put everything from the counter top on the table except the toasters"]),
        ("Neither the fork nor the knife belongs in the fridge; put them in the drawer.",
         ["put the fork from the fridge in the drawer",
          "put the knife from the fridge in the drawer"]),
        ("Keep one egg in the fridge and put the others in the pot.",
         ["put an egg in the fridge",
          "put every other egg in some pot"]),
        ("There is no mug in the sink.",
         []),
        ("Nothing is on the table.",
         []),
    ],
)  # fmt: skip
def test_what_shall_not_be_somewhere_is_taken_away(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("If drawer 2 is open, close it.",
         ["close drawer 2"]),
        ("If burner 2 is on, turn it off.",
         ["switch stove knob 2 off"]),
        ("Could you fry us an egg?",
         ["fry a cracked egg"]),
        ("An egg would be great, fried or boiled, I don't care.",
         ["fry a cracked egg"]),
        ("A mug is freezing in the fridge, poor thing, it belongs on the shelf.",
         ["put the mug from the fridge on the shelf"]),
        ("Butter knives! I want them all in the sink.",
         ["put every butter knife in some sink"]),
        ("Apples. I like them.",
         []),
        ("The mug really ought to be in the sink.",
         ["put a mug in the sink"]),
    ],
)  # fmt: skip
def test_what_has_to_be_otherwise_and_whichever_way(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    "said",
    [
        "Microwave on. Spoon stays in it.",
        "Switch the microwave on. The spoon can stay in it.",
        "Toaster on. The fork stays in there.",
        "If there is a fork in the microwave, switch the microwave on.",
    ],
)
def test_metal_that_stays_in_what_is_switched_on_is_refused(said: str) -> None:
    assert any(isinstance(one, DangerRefusal) for one in read_at_work(said).instructions) and not words(said)


@pytest.mark.parametrize(
    "said",
    ["If there is a fork in the microwave, switch the microwave off.", "Switch the microwave on. The mug stays in it."],
)
def test_what_is_no_danger_is_done(said: str) -> None:
    assert len(words(said)) == 1
