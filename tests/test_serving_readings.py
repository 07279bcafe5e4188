"""What is done where words leave open what is meant: the task that serves most of the readings."""

from __future__ import annotations

import pytest

from agent.recognition.lines import moves_in, read_line
from agent.recognition.recognizer import Alternative, Readings, readings
from agent.recognition.serving import covers, load, serving_most
from envs.teach.tasks.definitions import load_task
from memory.experience import Utterance

BREAKFAST = ("1", "1", "0", "Plate", "0", "Plate", "0", "0", "0", "1", "1", "2", "2", "CounterTop")


def may_mean(named: str, *options: tuple[float, str, str]) -> Readings:
    """Readings with their chances."""
    made = (Alternative(name, tuple(params.split()), "", chance) for chance, name, params in options)
    return Readings(tuple(made), frozenset(named.split()))


def asked(*lines: str) -> Readings:
    """What somebody may mean who says these lines."""
    return readings([Utterance("user", line) for line in lines])


@pytest.mark.parametrize(
    ("done", "wanted"),
    [
        (("Salad", "2 2 2"), ("Salad", "1 1 2")),
        (("Put All X In One Y", "Watch on ArmChair"), ("Put All X On Y", "Watch on Chairs")),
        (("Clean All X", "Drinkware"), ("Clean All X", "Mug")),
        (("Sandwich", "1 1"), ("Plate Of Toast", "")),
        (("N Cooked Slices Of X In Y", "3 Potato on Plate"), ("N Slices Of X In Y", "2 Potato on Plate")),
        (("Salad", "0 2 1"), ("N Slices Of X In Y", "2 Tomato on Plate")),
        (("Breakfast", " ".join(BREAKFAST)), ("Coffee", "")),
        (("Breakfast", " ".join(BREAKFAST)), ("Salad", "1 1 2")),
    ],
)
def test_more_does_for_less_and_never_the_other_way_round(done: tuple[str, str], wanted: tuple[str, str]) -> None:
    left, right = ((name, tuple(params.split())) for name, params in (done, wanted))
    assert covers(left, right)
    assert not covers(right, left)
    assert load_task(*left).components


def test_places_are_joined_on_the_narrower_and_numbers_on_the_greater() -> None:
    readings_of = may_mean(
        "Watch", (0.6, "Put All X On Y", "Watch on Chairs"), (0.4, "Put All X In One Y", "Watch on ArmChair")
    )
    assert serving_most(readings_of) == ("Put All X In One Y", ("Watch", "on", "ArmChair"))
    salads = may_mean("Lettuce Tomato", (0.6, "Salad", "1 2 0"), (0.4, "Salad", "2 1 0"))
    assert serving_most(salads) == ("Salad", ("2", "2", "0"))


def test_what_nobody_named_has_to_be_likelier_to_be_added() -> None:
    options = (0.92, "N Slices Of X In Y", "2 Tomato on Plate"), (0.08, "Salad", "1 2 0")
    assert serving_most(may_mean("Tomato Lettuce", *options))[0] == "Salad"
    assert serving_most(may_mean("Tomato", (0.96, *options[0][1:]), (0.04, *options[1][1:])))[0] == "N Slices Of X In Y"


def test_nothing_is_added_to_what_was_said_clearly() -> None:
    said = asked("please serve 4 slices of tomato on a plate")
    assert serving_most(said) == ("N Slices Of X In Y", ("4", "Tomato", "on", "Plate"))
    assert load(serving_most(said)) == {"Tomato": 4}
    numbers = asked("make a salad with 1 slice of lettuce, 1 slice of tomato and 1 slice of cooked potato")
    assert serving_most(numbers) == ("Salad", ("1", "1", "1"))


def test_nothing_is_cooked_that_cannot_be_or_that_nobody_spoke_of_cooking() -> None:
    plain, cooked = "N Slices Of X In Y", "N Cooked Slices Of X In Y"
    lettuce = may_mean("Lettuce", (0.5, cooked, "1 Lettuce on Plate"), (0.5, plain, "1 Lettuce on Plate"))
    assert serving_most(lettuce)[0] == plain
    options = (0.97, plain, "1 Potato on Plate"), (0.03, cooked, "1 Potato on Plate")
    assert serving_most(may_mean("Potato", *options))[0] == plain
    assert serving_most(may_mean("Potato Cooking", *options))[0] == cooked


def test_nothing_is_read_from_nothing() -> None:
    assert asked("hello").options == ()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("the potato is on the counter behind the lettuce and the bread", {"Potato", "CounterTop"}),
        ("slice the tomato to the left of the sink", {"Tomato"}),
        ("you won't need the lettuce, only the tomato", {"Tomato"}),
        ("serve 2 tomato slices on a plate", {"Tomato", "Plate"}),
    ],
)
def test_landmarks_and_what_is_denied_are_not_what_is_spoken_of(text: str, meant: set[str]) -> None:
    assert read_line(text).meant == meant


def test_a_landmark_is_no_aim() -> None:
    moved = moves_in(read_line("put the plates on the counter instead of the table"))
    assert moved is not None
    assert moved.places == ("CounterTop",)


def test_what_is_in_a_cup_is_spoken_of_and_a_dish_that_is_refused_is_not() -> None:
    assert read_line("a cup of coffee please").has("coffee")
    assert not read_line("the coffee table").has("coffee")
    assert not read_line("don't make a toast").has("toast")
