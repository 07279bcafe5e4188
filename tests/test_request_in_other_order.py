"""Requests whose parts stand in another order than usual: the exception first, the state alone, "this one" in front."""

from __future__ import annotations

import pytest

from agent.hearing.told_there import puts_where_they_are
from agent.planning.terms import OnlyIf, WhichThings
from agent.requests.instructions import DangerRefusal, DoLater
from agent.requests.reading import read_at_work
from tests.at_work import HOME, comes_to


def begun(said: str) -> list[str]:
    found = read_at_work(said, HOME)
    assert not found.at_a_loss
    return [one.errand.words for one in found.begun]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "In the cupboard is one plate that is not so clean. This one you wash, please.",
            "clean the plate from the cabinet",
        ),
        (
            "In the pot is lying one knife. This knife must be in a drawer, not in the pot.",
            "put the knife from the pot in the drawer",
        ),
        ("On the table is standing a bowl. This you put in the sink.", "put the bowl from the tables in the sink"),
        ("In the fridge there is one potato. This one you bring to me.", "bring you the potato from the fridge"),
        (
            "There is one egg on the counter. That one you put in the fridge please.",
            "put the egg from the counter top in the fridge",
        ),
        ("On the counter is a mug. That one goes in a cabinet.", "put the mug from the counter top in the cabinet"),
    ],
)
def test_this_one_is_the_one_just_told_of(said: str, wanted: str) -> None:
    (words,) = begun(said)
    assert words == wanted


@pytest.mark.parametrize(
    "said",
    [
        "The tomato, please make it in slices and give it on a plate.",
        "I want the tomato in slices. They go on the plate.",
        "make the tomato in slices and put them on a plate",
    ],
)
def test_what_is_wanted_in_slices_is_sliced(said: str) -> None:
    assert begun(said) == ["cut up a tomato", "put all the tomato slices on the plate"]


@pytest.mark.parametrize(
    ("said", "place", "near"),
    [
        ("With the exception of the one in the cabinet, all tomatoes go in the fridge.", "Cabinet", ""),
        ("Apart from the one in the pot, all the tomatoes go in the fridge.", "Pot", ""),
        ("All tomatoes go in fridge please, only the one beside toaster you leave where it is.", "", "Toaster"),
        ("All tomatoes in the fridge please, only that on the table you leave", "Tables", ""),
    ],
)
def test_what_is_left_out_may_stand_anywhere(said: str, place: str, near: str) -> None:
    (one,) = read_at_work(said, HOME).begun
    (which,) = (term for term in one.errand.terms if isinstance(term, WhichThings))
    assert one.errand.params == ("Tomato", "in", "Fridge")
    assert which.but is not None
    assert (which.but.place, which.but.near) == (place, near)


@pytest.mark.parametrize(
    "said",
    [
        "The mugs can go in a drawer, all but one, because I always like to keep one handy on the counter.",
        "All the mugs go in a drawer, except one, which I always keep on the counter",
    ],
)
def test_the_one_that_is_left_out_is_where_it_is_kept(said: str) -> None:
    assert begun(said) == ["put a mug on the counter top", "put every other mug in some drawer"]


@pytest.mark.parametrize(
    "said",
    ["Old coffee still in the mug? Then out with it.", "Any water left in the mug? Then out with it."],
)
def test_what_is_old_is_poured_away_if_there_is_any(said: str) -> None:
    assert begun(said) == ["empty the full mug if there is water in the mug"]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("the coffee in the mug is cold, away with it", "empty a mug"),
        ("The old water in the mug on the table, away with it.", "empty the mug from the tables"),
        (
            "if there is still water in the mug tip it out, if it's empty just leave it",
            "empty the full mug if there is water in the mug",
        ),
    ],
)
def test_away_with_what_is_in_it_empties_it(said: str, wanted: str) -> None:
    assert begun(said) == [wanted]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Potato. Boiled. Thanks.", ["boil a potato"]),
        ("Bread. Toasted. Please.", ["cook a bread slice"]),
        ("Tap. Off. Then the egg into the fridge.", ["switch a faucet off", "put an egg in the fridge"]),
        ("Stove. Off.", ["switch all the stove knobs off"]),
    ],
)
def test_a_state_in_a_sentence_of_its_own_is_that_of_the_thing_before_it(said: str, wanted: list[str]) -> None:
    assert begun(said) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "Table: spoon, fork, mug. We're late.",
            ["put a spoon on the table", "put a fork on the table", "put a mug on the table"],
        ),
        ("Counter: plate, bowl.", ["put a plate on the counter top", "put a bowl on the counter top"]),
        ("kettle, the one w water in it, onto the stove. tea oclock", ["put the full kettle on the stove burner"]),
        ("my book, the one on the bed, onto the shelf", ["put the book from the bed on the shelf"]),
        ("plate, the dirty one, in the sink", ["put the dirty plate in the sink"]),
    ],
)
def test_where_and_which_may_stand_apart(said: str, wanted: list[str]) -> None:
    assert begun(said) == wanted


@pytest.mark.parametrize(
    "said",
    [
        "Wash the pan first, I hate it dirty, and then put it on the shelf",
        "Wash the pan first, I don't like it lying about, then put it on the shelf",
    ],
)
def test_what_somebody_dislikes_asks_for_nothing(said: str) -> None:
    assert begun(said) == ["clean a pan", "put a pan on the shelf"]


@pytest.mark.parametrize(
    "said",
    [
        "A fork has got into the pot. Turn off the stove first, and then fish it out and lay it in the sink.",
        "There's a fork in the pot. Switch the stove off and then get it out and put it in the sink.",
    ],
)
def test_what_is_fished_out_is_what_was_in_it(said: str) -> None:
    assert begun(said) == ["switch all the stove knobs off", "put the fork from the pot in the sink"]


@pytest.mark.parametrize(
    "said",
    ["half six tonight. light off. no forgetting.", "6 pm. Light off.", "Tomorrow at eight. Light off."],
)
def test_a_time_in_a_sentence_of_its_own_is_that_of_the_next(said: str) -> None:
    assert any(isinstance(one, DoLater) for one in read_at_work(said, HOME).instructions)


@pytest.mark.parametrize(
    "said",
    [
        "the microwave is running with a fork in it, switch it off",
        "the microwave, it works with the spoon inside, not good. please make it off",
    ],
)
def test_what_is_dangerous_is_switched_off(said: str) -> None:
    found = read_at_work(said, HOME).instructions
    assert not any(isinstance(one, DangerRefusal) for one in found)
    assert begun(said)[0].endswith("off")


@pytest.mark.parametrize("said", ["I can hardly see my own hand in this gloom.", "it is like a cave in here"])
def test_where_it_is_dark_a_light_is_wanted(said: str) -> None:
    assert begun(said) == ["switch one of the lights on"]


@pytest.mark.parametrize(
    ("said", "first", "other"),
    [
        ("If the bread's in the fridge get it out onto the counter, and if somebody's eaten it, the lettuce instead.",
         "Bread", "Lettuce"),
        ("if the apple is on the table bring it to me, and if someone's eaten it, a tomato instead", "Apple", "Tomato"),
        ("if there's an egg in the fridge put it in the pot, and if they're gone, the potato instead", "Egg", "Potato"),
    ],
)  # fmt: skip
def test_what_is_wanted_in_the_other_case_is_done_likewise(said: str, first: str, other: str) -> None:
    one, two = read_at_work(said, HOME).begun
    assert (one.errand.params[1], two.errand.params[1]) == (first, other)
    assert one.errand.params[2:] == two.errand.params[2:]
    conditions = [term.holds for each in (one, two) for term in each.errand.terms if isinstance(term, OnlyIf)]
    assert conditions == [True, False]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Put the egg in the bowl, which needs to be washed first.", ["clean a bowl", "put an egg in the bowl"]),
        ("put the egg on a plate, which you have to wash first", ["clean a plate", "put an egg on the plate"]),
    ],
)
def test_a_dish_is_washed_before_it_is_used(said: str, wanted: list[str]) -> None:
    assert begun(said) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("a fork over here would be a godsend", ["bring you a fork"]),
        ("a coffee would be heaven", ["make coffee in a clean mug"]),
        ("I'd murder a slice of tomato right now", ["cut a tomato slice"]),
        ("my throat's like the Sahara today... a cup of water over here would work wonders",
         ["fill a cup with water", "bring you a cup"]),
    ],
)  # fmt: skip
def test_what_is_longed_for_is_wished_for(said: str, wanted: list[str]) -> None:
    assert begun(said) == wanted


@pytest.mark.parametrize(
    "remark",
    [
        "Ah, doctor said no coffee for me. Water please, same mug.",
        "no coffee, doctor says. Just water in the mug please",
        "make it water instead, in the same mug",
    ],
)
def test_another_drink_goes_in_the_same_mug(remark: str) -> None:
    assert comes_to("make me a coffee", remark) == ["not", "now: fill a mug with water"]


@pytest.mark.parametrize(
    ("said", "plain", "there"),
    [
        ("Three spatulas, and two of them in the fridge, honestly! Drawer!", "put two spatulas in the fridge", True),
        ("So many forks, one of them even on the sofa! Sink.", "put a fork on the sofa", True),
        ("Three spatulas, and two of them in the fridge, honestly! Drawer!", "put three spatulas in a drawer", False),
        ("two of them go in the fridge, the spatulas", "put two spatulas in the fridge", False),
    ],
)
def test_nothing_is_put_where_it_is_only_told_to_be(said: str, plain: str, there: bool) -> None:
    assert puts_where_they_are(said, read_at_work(plain, HOME).begun) is there
