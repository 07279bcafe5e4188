"""Plain requests: states in a list, things that were made or cut before, tables that are set, what is only told."""

from __future__ import annotations

import pytest

from agent.household.provisions import EpisodeHome, Speech
from agent.household.session import LivedEpisode, live
from agent.requests.errands import Errand
from agent.requests.instructions import Begin, Clarification, Instruction, RecallQuestion
from agent.requests.reading import RequestContext, read_at_work
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.teach.games.session import TeachSession


def read(text: str) -> tuple[Instruction, ...]:
    return read_at_work(text, RequestContext()).instructions


def begun(text: str) -> list[Errand]:
    return [one.errand for one in read(text) if isinstance(one, Begin)]


def lived(text: str, scene: str = "kitchen") -> LivedEpisode:
    controller = PocketController(scene, seed=1, renderImage=False)
    return live(EpisodeHome(TeachSession(controller), SimulatedClock(), "plain", scene), Speech(text))


# -- states that are wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("make sure the microwave is closed and the tap is off", ["close a microwave", "switch a faucet off"]),
        ("See that the safe is shut and the television off.", ["close a safe", "switch a television off"]),
        (
            "Make sure that the stove is off, the fridge is shut and the desk lamp is on.",
            ["switch all the stove knobs off", "close a fridge", "switch a desk lamp on"],
        ),
        ("make sure the cabinets are shut and all the pans are clean", ["close all the cabinets", "clean every pan"]),
        ("I want the blinds down and the toilet lid up.", ["close all the sets of blinds", "open a toilet"]),
        ("make sure the bowl is clean and on the shelf", ["clean a bowl", "put a bowl on the shelf"]),
        (
            "make sure the bowl is on the desk and a spoon is in it",
            ["put a bowl on the desk", "put a spoon in the bowl"],
        ),
    ],
)
def test_states_that_are_wanted_may_be_listed(said: str, wanted: list[str]) -> None:
    assert [one.words for one in begun(said)] == wanted


def test_what_cannot_be_as_it_is_wanted_is_told() -> None:
    (ask,) = read("make sure the windows are shut and the lamp is off")
    assert isinstance(ask, Clarification) and "window cannot be opened or closed" in ask.question


# -- for so many people


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("lay the table for three with bowls and spoons", ["put 3 bowls on the table", "put 3 spoons on the table"]),
        (
            "Set the desk for two people: a cup and a spoon each.",
            ["put 2 cups on the desk", "put 2 spoons on the desk"],
        ),
        ("put cups and bowls on the table for the five of us", ["put 5 cups on the table", "put 5 bowls on the table"]),
        ("set the table for four with a candle and forks", ["put a candle on the table", "put 4 forks on the table"]),
    ],
)
def test_a_table_is_laid_for_so_many(said: str, wanted: list[str]) -> None:
    assert [one.words for one in begun(said)] == wanted


def test_for_how_many_is_not_lost_where_it_is_asked_what_is_put_there() -> None:
    (ask,) = read("lay the table for three")
    assert isinstance(ask, Clarification)
    assert [one.words for one in begun(f"{ask.before}bowls{ask.after}")] == ["put 3 bowls on the table"]


def test_dishes_are_made_for_so_many() -> None:
    assert next(one.words for one in begun("make a salad for three people")).startswith("make 3 salads")
    (breakfast,) = begun("make breakfast for the two of us with coffee and one sandwich")
    assert (breakfast.params[0], breakfast.params[6]) == ("2", "1")


# -- what is known of deeds and things


@pytest.mark.parametrize("said", ["Swap the pot and the pan.", "could you compare the cup and the bowl, please"])
def test_bare_words_are_no_request_behind_a_verb_that_nobody_knows(said: str) -> None:
    (ask,) = read(said)
    assert isinstance(ask, Clarification) and "I do not know what it is to" in ask.question


def test_what_lies_somewhere_is_not_put_there_by_a_verb_that_nobody_knows() -> None:
    (ask,) = read("photocopy the book on the desk")
    assert isinstance(ask, Clarification) and '"photocopy"' in ask.question


def test_things_in_a_list_are_no_thing_and_its_place() -> None:
    assert not begun("the cup and the bowl") and begun("cup, bowl")


def test_a_state_in_which_things_cannot_be_is_told() -> None:
    (ask,) = read("put the dirty spoons in the sink")
    assert isinstance(ask, Clarification) and "A spoon cannot get dirty" in ask.question
    assert [one.words for one in begun("bring me a clean spoon")] == ["bring you the clean spoon"]
    assert [one.words for one in begun("put the pot on the burner that is on")]


# -- what is only looked at and told


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("If there are no potatoes left, tell me.", "are there any potatoes left?"),
        ("if the toaster is on, let me know", "is the toaster on?"),
        ("Check whether the pan is clean and tell me.", "is the pan clean?"),
        ("let me know if the stove is on", "is the stove on?"),
        ("Don't touch anything, just tell me where the ladle is.", "where is the ladle?"),
        ("Find the spatula and let me know where it is.", "where is the spatula?"),
        ("could you look in the microwave and tell me what is inside", "what is in the microwave?"),
    ],
)
def test_what_is_only_to_be_told_is_a_question(said: str, question: str) -> None:
    assert read(said) == (RecallQuestion(question),)


def test_a_check_with_a_request_is_no_mere_question() -> None:
    assert [one.words for one in begun("tell me if the fridge is open, and close it")]


def test_a_report_is_given_after_looking() -> None:
    run = lived("if there are no tomatoes left, tell me")
    assert "Yes, there" in run.said[-1][1] or "No, I found no tomato" in run.said[-1][1]
    assert run.result.steps > 0 and [one.item.errand.words for one in run.ended] == ["look for a tomato"]


def test_nobody_is_reminded_but_the_deed_is_offered() -> None:
    (ask,) = read("remind me to order stamps")
    assert isinstance(ask, Clarification) and not ask.then
    (ask,) = read("Remind me to water the plant.")
    assert isinstance(ask, Clarification) and [one.errand.words for one in ask.then if isinstance(one, Begin)]


# -- what was cut


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("boil a potato, chop it and put it in the bowl",
         ["boil a potato", "cut up a potato", "put all the potato slices in the bowl"]),
        ("dice the lettuce and put it in the fridge", ["cut up a lettuce", "put all the lettuce slices in the fridge"]),
        ("slice the potato, then fry it", ["cut up a potato", "cook all the potato slices"]),
        ("slice the tomato, put the knife in the sink and the tomato on a plate",
         ["cut up a tomato", "put a knife in the sink", "put all the tomato slices on the plate"]),
        ("slice a tomato and put one slice of it on a plate", ["serve 1 slice of tomato on one clean plate"]),
        ("cut a slice of tomato and put it on a plate", ["serve 1 slice of tomato on one clean plate"]),
    ],
)  # fmt: skip
def test_it_is_all_the_pieces_of_what_was_cut_up(said: str, wanted: list[str]) -> None:
    assert [one.words for one in begun(said)] == wanted


def test_all_pieces_are_put_away() -> None:
    run = lived("slice the tomato and put it on a plate", "kitchen_7")
    assert [one.item.status for one in run.ended] == ["done", "done"]
    slices = [one for one in run.result.game.final.objects if one["objectType"] == "TomatoSliced"]
    assert slices and all(one["parentReceptacles"][0].startswith("Plate") for one in slices)


# -- dishes that are there already


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("put the toast in the fridge", ["put all the cooked bread slices in the fridge"]),
        ("take the coffee to the desk", ["put the full mug on the desk"]),
        ("put the salad on the shelf", ["put the plate with the lettuce slice on the shelf"]),
        ("put the fried egg in a bowl", ["put the cooked cracked egg in the bowl"]),
        ("put the boiled potato on the plate", ["put the boiled potato on the plate"]),
        ("put the coffee mug on the shelf", ["put a mug on the shelf"]),
        ("put two slices of toast on a plate", ["serve 2 slices of toast on a clean plate"]),
        ("put some coffee on the desk", ["make coffee in a clean mug", "put a mug on the desk"]),
        ("toast two slices of bread and put the toast on the desk",
         ["cook 2 bread slices", "put all the bread slices on the desk"]),
        ("make coffee, cook an egg and put the coffee on the desk",
         ["make coffee in a clean mug", "fry a cracked egg", "put the full mug on the desk"]),
    ],
)  # fmt: skip
def test_a_dish_is_told_by_what_it_is(said: str, wanted: list[str]) -> None:
    assert [one.words for one in begun(said)] == wanted


@pytest.mark.parametrize(
    "said", ["make a sandwich and bring me the sandwich", "make a salad, then put the salad on the desk"]
)
def test_a_dish_that_is_named_again_is_made_once(said: str) -> None:
    first, then = (one for one in read(said) if isinstance(one, Begin))
    assert first.errand.words.startswith("make a ") and then.same and "Plate" in then.errand.params


def test_only_what_is_toasted_is_put_there() -> None:
    run = lived("toast a slice of bread, open the fridge and put the toast in the microwave", "kitchen_7")
    assert [one.item.status for one in run.ended] == ["done"] * 3
    slices = [one for one in run.result.game.final.objects if one["objectType"] == "BreadSliced"]
    inside = [one for one in slices if one["parentReceptacles"] and one["parentReceptacles"][0].startswith("Microwave")]
    assert inside and all(one["isCooked"] for one in inside)


def test_a_mere_condition_is_asked_on() -> None:
    (ask,) = read("if the mug is ugly")
    assert isinstance(ask, Clarification) and ask.before == "if the mug is ugly, "


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("wash the cup, fill a mug, and last close the safe", "wash the cup, fill a mug, then close the safe"),
        ("open the fridge, and last, close the drawer", "open the fridge, then close the drawer"),
        ("first you wash the mug, at the end you turn off the tap", "first wash the mug, then turn off the tap"),
        ("put also the fork in the sink", "also put the fork in the sink"),
        ("close the fridge unless there is an apple in it", "close the fridge unless there is an apple in the fridge"),
        ("if there's bread in it, turn off the toaster", "if there's bread in the toaster, turn off the toaster"),
        ("turn the sink off only if there is a cup in it", "turn the sink off only if there is a cup in the sink"),
    ],
)  # fmt: skip
def test_the_last_of_several_and_what_a_condition_says_of_the_same_thing(said: str, plain: str) -> None:
    assert begun(said) and [one.name for one in begun(said)] == [one.name for one in begun(plain)]
    assert [one.params for one in begun(said)] == [one.params for one in begun(plain)]
    assert [bool(one.terms) for one in begun(said)] == [bool(one.terms) for one in begun(plain)]


@pytest.mark.parametrize(
    "said", ["put the mug at the end of the counter in the sink", "put the fork that i used last away"]
)
def test_last_and_end_of_a_thing_are_no_order(said: str) -> None:
    assert not begun(said)


@pytest.mark.parametrize(
    "said",
    ["wash the cup and do the laundry", "water the plant. do the origami", "open the fridge and then do my ironing"],
)
def test_a_job_that_nobody_knows_is_named_and_not_dropped_beside_another(said: str) -> None:
    found = read(said)
    assert not begun(said) and any(isinstance(one, Clarification) and '"' in one.question for one in found)


@pytest.mark.parametrize("said", ["wash the cup and do the same with the mug", "do the dishes", "do a salad"])
def test_what_do_stands_for_is_still_done(said: str) -> None:
    assert begun(said)
