"""What is made, washed, cooked, cut and put away: where and how the thing is, how many, and what becomes of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from agent.household.provisions import EpisodeHome, Speech
from agent.household.session import LivedEpisode, live
from agent.planning.terms import Either, WhichThings, Without
from agent.requests.amending import amended
from agent.requests.errands import Errand
from agent.requests.instructions import Amend, Begin, Clarification, Instruction, Revise
from agent.requests.reading import RequestContext, read_at_work
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.teach.games.session import TeachSession

KITCHEN = "kitchen_7"


def read(text: str, *tasks: Errand) -> tuple[Instruction, ...]:
    return read_at_work(text, RequestContext(tasks=tasks)).instructions


def begun(text: str) -> list[Errand]:
    return [one.errand for one in read(text) if isinstance(one, Begin)]


def lived(text: str, scene: str = KITCHEN) -> tuple[LivedEpisode, dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    controller = PocketController(scene, seed=7, renderImage=False)
    home = EpisodeHome(TeachSession(controller), SimulatedClock(), "deeds", scene)
    before = {one["objectId"]: dict(one) for one in home.session.objects()}
    run = live(home, Speech(text))
    return run, before, {one["objectId"]: dict(one) for one in home.session.objects()}


# -- where and how things are ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "kind", "states", "place"),
    [
        ("rinse the plate that's lying in the bath", "Plate", (), "Bathtub"),
        ("fry the egg on the dining table", "Egg", (), "DiningTable"),
        ("poach the egg that is in the fridge", "Egg", (), "Fridge"),
        ("boil the potato from the cabinet", "Potato", (), "Cabinet"),
        ("brew coffee in the white mug", "Mug", (("white", True),), ""),
        ("coffee in the mug on the desk, please", "Mug", (), "Desk"),
        ("make a salad in the green bowl", "Bowl", (("green", True),), ""),
        ("make a sandwich with the tomato from the fridge", "Tomato", (), "Fridge"),
        ("water the plant on the shelf", "HousePlant", (), "Shelf"),
        ("toast the bread on the counter", "Bread", (), "CounterTop"),
        ("cut up the apple that is in the bowl", "Apple", (), "Bowl"),
    ],
)
def test_where_and_how_a_thing_is_is_kept_for_every_deed(said: str, kind: str, states: Any, place: str) -> None:
    (errand,) = begun(said)
    (which,) = [one for one in errand.terms if isinstance(one, WhichThings)]
    assert (which.word, which.trait.states, which.trait.place) == (kind, states, place)
    (want, *_) = [one for one in errand.wants()[0] if one.which is not None]
    assert want.which is not None and want.which.trait == which.trait


def test_in_the_sink_says_where_things_are_or_only_where_they_are_washed() -> None:
    (rather,) = [one for one in begun("wash the bowls in the sink")[0].terms if isinstance(one, WhichThings)]
    (there,) = [one for one in begun("wash the bowls that are in the sink")[0].terms if isinstance(one, WhichThings)]
    assert (rather.rather, there.rather) == (True, False)


def test_where_none_is_in_the_sink_those_elsewhere_are_washed() -> None:
    run, before, after = lived("wash the mugs in the sink")
    mugs = [key for key, one in before.items() if one["objectType"] == "Mug"]
    assert run.ended[0].item.status == "done"
    assert any(before[key]["isDirty"] for key in mugs)
    assert not any(after[key]["isDirty"] for key in mugs)


def test_what_must_be_in_the_sink_and_is_not_is_not_washed() -> None:
    run, before, after = lived("wash the mug that is in the sink")
    assert run.ended[0].item.status == "failed"
    assert [one["isDirty"] for one in before.values()] == [after[key]["isDirty"] for key in before]


@pytest.mark.parametrize(
    ("said", "word"),
    [("make coffee but not in the blue mug", "Mug"), ("make a salad, only not in the red bowl", "Bowl")],
)
def test_a_dish_that_must_not_be_used_is_left_out(said: str, word: str) -> None:
    (errand,) = begun(said)
    (barred,) = [one for one in errand.terms if isinstance(one, Without)]
    assert barred.words == (word,) and barred.which.states


@pytest.mark.parametrize("said", ["fry an egg on the table", "make a sandwich on a plate on the table"])
def test_what_may_say_where_to_is_asked_about(said: str) -> None:
    assert [type(one) for one in read(said)] == [Clarification]


# -- whole things that are cut ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("chop three apples", ["cut up 3 apples"]),
        ("cut three slices of apple", ["cut 3 apple slices"]),
        ("slice the potatoes", ["cut up all the potatoes"]),
        ("cut two apples but leave the third one whole", ["cut up 2 apples"]),
        ("chop two apples and put them in a bowl", ["cut up 2 apples", "put all the apple slices in the bowl"]),
        ("dice two potatoes into a bowl", ["cut up 2 potatoes", "put all the potato slices in the bowl"]),
        (
            "slice a potato and put it on the green plate",
            ["cut up a potato", "put all the potato slices on the green plate"],
        ),
        ("slice the bread", ["cut a bread slice"]),
    ],
)
def test_a_number_of_whole_things_is_no_number_of_slices(said: str, words: list[str]) -> None:
    assert [one.words for one in begun(said)] == words


@pytest.mark.parametrize(
    ("asked", "said", "words"),
    [
        ("slice three potatoes", "just two potatoes", "cut up 2 potatoes"),
        ("slice a potato", "one more potato", "cut up 2 potatoes"),
        ("slice a potato", "all the potatoes", "cut up all the potatoes"),
        ("slice three potatoes", "leave one whole", "cut up 2 potatoes"),
        ("slice a potato", "three slices", "cut 3 potato slices"),
        ("wash two mugs", "all of them", "clean all the mugs"),
    ],
)
def test_a_change_of_what_is_cut_is_of_whole_things(asked: str, said: str, words: str) -> None:
    (task,) = begun(asked)
    (change,) = read(said, task)
    new = amended(task, change) if isinstance(change, Amend) else change.new if isinstance(change, Revise) else None
    assert isinstance(new, Errand)
    assert new.words == words


@pytest.mark.parametrize(
    ("said", "cut"),
    [("slice two tomatoes", 2), ("slice the tomatoes that are in the fridge", 2), ("slice the tomato", 1)],
)
def test_as_many_are_cut_as_were_asked_for(said: str, cut: int) -> None:
    run, _, after = lived(said)
    ended = run.ended[0]
    assert ended.item.status == "done"
    whole = Counter(one["isSliced"] for one in after.values() if one["objectType"] == "Tomato")
    assert whole[True] == cut


# -- where things belong ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("tidy the cups away", ["put all the cups away"]),
        ("pick the pillow up from the floor", ["put the pillow from the floor away"]),
        ("pick up everything on the sofa", ["put everything from the sofa away"]),
        ("remove the pan from the stove", ["put the pan from the stove burner away"]),
        ("lift the ball out of the bath", ["put the basket ball from the bathtub away"]),
        ("take all the spoons off the desk", ["put all the spoons from the desk away"]),
        ("clear the bed and the desk", ["put everything from the bed away", "put everything from the desk away"]),
        ("clear the counter except the kettle", ["put everything from the counter top away except the kettles"]),
        ("put the watch back where it belongs", ["put a watch away"]),
        ("put the cups away and the fork in the drawer", ["put all the cups away", "put a fork in the drawer"]),
        ("pick up the pillow. put it on the bed", ["put a pillow on the bed"]),
        ("take the bowl off the shelf and rinse it", ["clean the bowl from the shelf"]),
        ("take the egg out of the fridge and bring it to me", ["bring you the egg from the fridge"]),
        ("put the cups away in the cabinet", ["put every cup in some cabinet"]),
    ],
)
def test_what_is_taken_up_or_away_goes_where_it_belongs_or_is_told_to_go(said: str, words: list[str]) -> None:
    assert [one.words for one in begun(said)] == words


def test_where_it_goes_can_be_told_afterwards() -> None:
    (task,) = begun("put the pencil away")
    (change,) = read("no, on the desk", task)
    assert isinstance(change, Revise) and change.new is not None
    assert change.new.words == "put a pencil on the desk"


def test_a_plate_is_put_away_into_a_cabinet_and_that_is_said() -> None:
    run, before, after = lived("put the plates away")
    (plate,) = [key for key, one in before.items() if one["objectType"] == "Plate"]
    assert before[plate]["parentReceptacles"][0].startswith("DiningTable")
    assert after[plate]["parentReceptacles"][0].startswith("Cabinet")
    assert "I put the plate in the cabinet." in [text for _, text in run.said]


def test_what_is_cleared_away_lies_neither_there_nor_on_the_floor() -> None:
    run, before, after = lived("clear the dining table")
    lay = [key for key, one in before.items() if one["pickupable"] and _lies_on(one, "DiningTable")]
    assert lay and run.ended[0].item.status == "done"
    assert not [key for key in lay if _lies_on(after[key], "DiningTable") or _lies_on(after[key], "Floor")]


def test_what_belongs_nowhere_is_put_on_some_furniture() -> None:
    run, before, after = lived("clear the floor", "living_room_41")
    lay = [key for key, one in before.items() if one["pickupable"] and _lies_on(one, "Floor")]
    assert lay and run.ended[0].item.status == "done"
    assert not [key for key in lay if _lies_on(after[key], "Floor")]


def _lies_on(thing: dict[str, Any], kind: str) -> bool:
    return (thing["parentReceptacles"] or ["Floor"])[0].startswith(kind)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("pick up the cups from the floor. put the cups on the shelf", ["put every cup from the floor on some shelf"]),
        ("take a potato out of the cabinet. slice the potato", ["cut up the potato from the cabinet"]),
        ("chop an apple. bring me the apple", ["cut up an apple", "bring you all the apple slices"]),
        ("take the red cup off the desk. put a clean cup on the desk",
         ["put the red cup from the desk away", "put a clean cup on the desk"]),
        ("take the book and the pen off the bed", ["put the book from the bed away", "put the pen from the bed away"]),
        ("take everything except the pen and the book off the bed",
         ["put everything from the bed away without the pen and the book"]),
        ("put the cups away but not on the desk", ["put all the cups away without putting anything on the desk"]),
    ],
)  # fmt: skip
def test_what_was_taken_up_or_cut_and_is_named_again_is_that_very_thing(said: str, words: list[str]) -> None:
    assert [one.words for one in begun(said)] == words


def test_what_is_left_out_by_a_word_that_nobody_knows_is_asked_about() -> None:
    (asked,) = read("cut all the apples except the wrinkly apple")
    assert isinstance(asked, Clarification)


def test_all_slices_are_served_and_no_more_is_cut_for_that() -> None:
    run, _, after = lived("cut the tomato and put the slices on the plate")
    assert [one.item.status for one in run.ended] == ["done", "done"]
    assert sum(one["isSliced"] for one in after.values() if one["objectType"] == "Tomato") == 1
    slices = [one for one in after.values() if one["objectType"] == "TomatoSliced"]
    assert slices and all(_lies_on(one, "Plate") for one in slices)


def test_they_are_those_that_were_handled_before() -> None:
    run, _, after = lived("put two tomatoes on the dining table and slice them")
    assert [one.item.status for one in run.ended] == ["done", "done"]
    assert sum(one["isSliced"] for one in after.values() if one["objectType"] == "Tomato") == 2


# -- everything, each and either -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("turn off everything that is still running", ["switch everything off"]),
        ("turn off the lamp that is on the desk", ["switch all the lamps from the desk off"]),
        ("switch everything off except the telly", ["switch everything off except the televisions"]),
        ("shut everything that's open", ["close everything"]),
        ("scrub everything on the stove", ["clean everything from the stove burner"]),
        ("wash everything in the bath but not the cloths", ["clean everything from the bathtub except the cloths"]),
        ("put a spoon beside each bowl",
         ["put as many spoons next to the bowl as there are bowls, one next to each"]),
        ("bring me a book or a newspaper", ["bring you a book or a newspaper"]),
        ("put the spoon or the ladle in the drawer", ["put a spoon or a ladle in the drawer"]),
    ],
)  # fmt: skip
def test_everything_each_and_either_are_taken_as_said(said: str, words: list[str]) -> None:
    assert [one.words for one in begun(said)] == words


@pytest.mark.parametrize(
    "said",
    ["switch everything on", "boil an egg or a potato", "bring me a red pen or a pencil", "make coffee or toast"],
)
def test_what_would_be_half_done_is_asked_about(said: str) -> None:
    assert [type(one) for one in read(said)] == [Clarification]


def test_everything_that_runs_is_switched_off() -> None:
    run, before, after = lived("switch off everything that is switched on")
    assert run.ended[0].item.status == "done"
    assert [key for key, one in before.items() if one["isToggled"]]
    assert not [key for key, one in after.items() if one["isToggled"]]


def test_each_gets_its_own_beside_it() -> None:
    run, _, after = lived("put a spoon next to each bowl")
    assert run.ended[0].item.status == "done"
    bowls, spoons = ([one for one in after.values() if one["objectType"] == kind] for kind in ("Bowl", "Spoon"))
    assert {one["parentReceptacles"][0] for one in bowls} == {one["parentReceptacles"][0] for one in spoons}


def test_either_is_the_one_that_is_there() -> None:
    run, before, after = lived("put a pencil or a fork on the dining table")
    assert not [one for one in before.values() if one["objectType"] == "Pencil"]
    assert run.ended[0].item.status == "done"
    assert any(_lies_on(one, "DiningTable") for one in after.values() if one["objectType"] == "Fork")


# -- numbers of dishes -----------------------------------------------------------------------------------------------

FILLED = "with 1 slice of lettuce and 1 slice of tomato"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("make four sandwiches", [f"make 4 sandwiches, each {FILLED} on a clean plate"]),
        ("prepare two salads in bowls", [f"make 2 salads, each {FILLED} in a clean bowl"]),
        ("make three omelettes", ["cook 3 cracked eggs"]),
        ("an omelette with three eggs please", ["cook 3 cracked eggs"]),
        ("make another coffee", ["make coffee in a clean mug"]),
        ("make a sandwich with two slices of bread", [f"make a sandwich {FILLED} on a clean plate"]),
        ("I'd like two salads and a coffee", [f"make 2 salads, each {FILLED} on a clean plate",
                                              "make coffee in a clean mug"]),
    ],
)  # fmt: skip
def test_so_many_dishes_are_made(said: str, words: list[str]) -> None:
    assert [one.words for one in begun(said)] == words


@pytest.mark.parametrize(
    ("asked", "said", "words"),
    [
        ("make coffee", "make two more coffees", "make 3 coffees in clean mugs"),
        ("make a salad", "one more salad", f"make 2 salads, each {FILLED} on a clean plate"),
        ("make two sandwiches", "make it three", f"make 3 sandwiches, each {FILLED} on a clean plate"),
        ("make two sandwiches", "just one", f"make a sandwich {FILLED} on a clean plate"),
        ("make two salads", "without tomato", "make 2 salads, each with 1 slice of lettuce on a clean plate"),
    ],
)
def test_the_number_of_dishes_can_be_changed(asked: str, said: str, words: str) -> None:
    (task,) = begun(asked)
    (change,) = read(said, task)
    new = amended(task, change) if isinstance(change, Amend) else change.new if isinstance(change, Revise) else None
    assert isinstance(new, Errand)
    assert new.words == words


def test_two_salads_are_in_two_bowls() -> None:
    run, _, after = lived("make two salads in bowls")
    assert run.ended[0].item.status == "done" and run.ended[0].progress.success
    slices = [one for one in after.values() if one["objectType"] == "LettuceSliced" and _lies_on(one, "Bowl")]
    assert len({one["parentReceptacles"][0] for one in slices}) == 2


def test_without_a_second_plate_no_second_dish_is_claimed() -> None:
    run, _, _ = lived("make two salads")
    assert run.ended[0].item.status == "failed"


# -- what is not done as it was said ---------------------------------------------------------------------------------


def test_for_somebody_else_it_is_asked_where_they_are() -> None:
    (asked,) = read("bring my sister the blue cup")
    assert isinstance(asked, Clarification)
    assert asked.question == "Where is your sister? I can bring it to you instead: shall I?"
    answers = {"she's on the sofa": "put the blue cup on the sofa", "yes": "bring you the blue cup"}
    for said, words in answers.items():
        (one,) = read_at_work(said, RequestContext(asked=asked)).instructions
        assert isinstance(one, Begin) and one.errand.words == words


def test_from_one_vessel_into_another_nothing_is_poured_unasked() -> None:
    (asked,) = read("pour the water from the kettle into the pot")
    assert isinstance(asked, Clarification)
    assert [one.errand.words for one in asked.then if isinstance(one, Begin)] == ["fill a pot with water"]
    (wine,) = read("pour the wine from the bottle into the cup")
    assert isinstance(wine, Clarification) and not wine.then
    assert [one.words for one in begun("pour the water from the cup into the sink")] == ["empty a cup"]


# -- what things have to be like where they are put -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "first", "then"),
    [
        ("put the plate in the cabinet, it has to be clean", "clean a plate", "put a plate in the cabinet"),
        ("bring me the mug, it must be empty", "empty a mug", "bring you a mug"),
        ("put the mug away, but it must be clean", "clean a mug", "put a mug away"),
        ("put the mug away and wash it", "clean a mug", "put a mug away"),
        ("put the plates away and wash them", "clean every plate", "put all the plates away"),
        ("put the bowl on the table and fill it with water", "fill a bowl with water", "put a bowl on the table"),
        ("put the cups on the table and wash them", "clean every cup", "put every cup on some tables"),
        ("put the cup on the shelf but it must be washed first", "clean a cup", "put a cup on the shelf"),
        ("put the potato on the plate, it should be cooked", "cook a potato", "put a potato on the plate"),
    ],
)
def test_things_are_made_ready_before_they_are_put_where_they_stay(said: str, first: str, then: str) -> None:
    found = [one for one in read(said) if isinstance(one, Begin)]
    assert [one.errand.words for one in found] == [first, then]
    assert [one.same for one in found] == [False, True]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("put the mug in the sink and wash it", ["put a mug in the sink", "clean a mug"]),
        ("put the bowl on the bed and then fill it with water", ["put a bowl on the bed", "fill a bowl with water"]),
        ("pick up the mug and wash it", ["clean a mug"]),
        ("pick up the pen. put it in the drawer", ["put a pen in the drawer"]),
        ("put the tomato on the plate and slice it", ["put a tomato on the plate", "cut up a tomato"]),
    ],
)
def test_who_says_an_order_means_it(said: str, expected: list[str]) -> None:
    assert [one.words for one in begun(said)] == expected


# -- words that mean more than their class ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "kind", "more"),
    [
        ("put all the vegetables in the fridge except the lettuce", "Vegetables", ("Tomato",)),
        ("bring me the vegetables", "Vegetables", ("Tomato",)),
        ("put the cutlery in the drawer", "Silverware", ("Knife",)),
        ("wash all the dishes except the pot", "Tableware", ("Pan", "Pot")),
        ("put all the dishes in the cabinet apart from the pan", "Tableware", ("Pan", "Pot")),
    ],
)
def test_what_everybody_calls_so_is_meant_and_what_is_excepted_shows_what_else(
    said: str, kind: str, more: tuple[str, ...]
) -> None:
    (errand,) = begun(said)
    assert Either(kind, more) in errand.terms


@pytest.mark.parametrize("said", ["wash the dishes", "put a vegetable in a bowl", "wash the dishes but the plates"])
def test_without_that_a_word_means_its_class(said: str) -> None:
    assert not any(isinstance(term, Either) for one in begun(said) for term in one.terms)


def test_a_state_that_is_demanded_and_not_begun_is_asked_about() -> None:
    (asked,) = read("Stove must be off first, all knobs, and then please put the pot from it on the counter.")
    assert isinstance(asked, Clarification)


# -- vessels with what is in them -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("put a glass of water on the table", ["fill a cup with water", "put a cup on the table"]),
        ("place two glasses of water on the desk", ["fill 2 cups with water", "put 2 cups on the desk"]),
        ("bring a mug of water to the desk", ["fill a mug with water", "put a mug on the desk"]),
        ("put a glass of water next to the bed", ["fill a cup with water", "put a cup next to the bed"]),
        ("A glass of water on the side table would be nice", ["fill a cup with water", "put a cup on the side table"]),
        ("put the glass of water in the sink", ["put the full cup in the sink"]),
        ("pour me a glass of water", ["fill a cup with water", "bring you a cup"]),
        ("could you pour us some water", ["fill a cup with water", "bring you a cup"]),
        ("a glass of water, please", ["fill a cup with water", "bring you a cup"]),
        ("pour two glasses of water", ["fill 2 cups with water"]),
        ("a coffee on the table would be nice", ["make coffee in a clean mug", "put a mug on the table"]),
        ("A coffee would be lovely on the desk", ["make coffee in a clean mug", "put a mug on the desk"]),
        ("Two forks on the counter would be welcome", ["put 2 forks on the counter top"]),
        ("I'd like a boiled potato", ["boil a potato", "bring you a potato"]),
        ("could I have two boiled eggs", ["boil 2 cracked eggs", "bring you 2 cracked eggs"]),
    ],
)
def test_what_is_in_a_vessel_is_not_lost(said: str, expected: list[str]) -> None:
    assert [one.words for one in begun(said)] == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("pour the water out of the mug", ["empty a mug"]),
        ("put the glass bowl on the table", ["put the glass bowl on the table"]),
        ("wash the glass", ["clean a cup"]),
        ("An apple on a plate would be lovely", ["put an apple on the plate"]),
        ("bring me an egg", ["bring you an egg"]),
    ],
)
def test_an_empty_vessel_is_only_a_vessel(said: str, expected: list[str]) -> None:
    assert [one.words for one in begun(said)] == expected


@pytest.mark.parametrize("said", ["put a glass of wine on the table", "put two cups of tea on the desk"])
def test_with_what_nothing_can_be_filled_is_said(said: str) -> None:
    (asked,) = read(said)
    assert isinstance(asked, Clarification) and "not with" in asked.question


# -- the very thing that was named before -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        "wash the pot and then put the pot on the counter",
        "fill the cup with water and put the cup on the table",
        "take the lettuce out of the pot and put it in the fridge, then put that pot on a stove burner",
        "wash the mug, then put the plate in the sink, then bring me the mug",
        "take the egg out of the bowl and put it in the fridge, then wash the bowl",
    ],
)
def test_what_is_named_again_is_the_very_thing(said: str) -> None:
    assert [one for one in read(said) if isinstance(one, Begin)][-1].same


@pytest.mark.parametrize(
    "said",
    [
        "make coffee, then wash the mug",
        "put the mug in the sink and wash a mug",
        "wash the blue mug and put the red mug in the cabinet",
        "wash the mugs and put the mug in the cabinet",
        "wash the mug and put the other mug in the cabinet",
    ],
)
def test_another_one_is_not_the_very_thing(said: str) -> None:
    assert not [one for one in read(said) if isinstance(one, Begin)][-1].same
