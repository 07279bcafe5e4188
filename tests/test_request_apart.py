"""Some of the things at hand are dealt with otherwise: they go elsewhere, or only some of them are meant."""

from __future__ import annotations

import pytest

from agent.household.listening_body import Saying
from agent.household.provisions import EpisodeHome, Speech
from agent.household.session import live
from agent.requests.instructions import Begin, Cancel, Clarification, Instruction, Remark, Revise, Suspend
from agent.requests.reading import read_at_work
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.teach.games.session import TeachSession
from tests.at_work import HOME, said


def told(found: tuple[Instruction, ...]) -> list[str]:
    """What the work comes to, in words; a task that is called off is "not"."""
    told: list[str] = []
    for one in found:
        if isinstance(one, Cancel):
            told.append("not")
            continue
        assert isinstance(one, Revise | Begin), one
        new = one.new if isinstance(one, Revise) else one.errand
        told.append("not" if new is None else new.words)
    return told


@pytest.mark.parametrize(
    ("at_hand", "then", "comes_to"),
    [
        ("put the remotes on the coffee table", "one of them goes in the drawer",
         ["put a remote control in the drawer", "put every other remote control on some coffee table"]),
        ("put the remotes on the coffee table", "put one of them on the sofa",
         ["put a remote control on the sofa", "put every other remote control on some coffee table"]),
        ("put the newspapers in the box", "the one on the sofa goes in the drawer",
         ["put the newspaper from the sofa in the drawer", "put every other newspaper in some box"]),
        ("put all the mugs on the shelf", "the dirty ones go in the sink",
         ["put every dirty mug in some sink", "put every mug on some shelf except the dirty ones"]),
        ("put the dirty cups in the sink", "and the clean ones in the cabinet",
         ["put every clean cup in some cabinet"]),
        ("put three mugs on the table", "two of them go in the sink",
         ["put 2 mugs in the sink", "put a mug on the table"]),
        ("put the newspapers in the box", "two on the sofa",
         ["put 2 newspapers on the sofa", "put every other newspaper in some box"]),
        ("wash the cups", "the clean ones go in the cabinet", ["put every clean cup in some cabinet"]),
    ],
)  # fmt: skip
def test_some_of_them_go_elsewhere(at_hand: str, then: str, comes_to: list[str]) -> None:
    assert told(said(at_hand, then)) == comes_to


@pytest.mark.parametrize(
    ("at_hand", "then", "comes_to"),
    [
        ("bring me a mug", "it has to be a clean one", "bring you the clean mug"),
        ("bring me a mug", "a red one please", "bring you the red mug"),
        ("throw the newspaper away", "careful, only the one on the floor",
         "put the newspaper from the floor in the garbage can"),
        ("throw the newspaper away", "the one on the floor, not the one on the sofa",
         "put the newspaper from the floor in the garbage can"),
        ("put the knives in the drawer", "except the butter knife, that one's fine",
         "put every knife in some drawer without picking up the butter knife"),
    ],
)  # fmt: skip
def test_which_of_them_is_meant(at_hand: str, then: str, comes_to: str) -> None:
    assert told(said(at_hand, then)) == [comes_to]


@pytest.mark.parametrize(
    ("at_hand", "then", "comes_to"),
    [
        ("put the cup in the cabinet", "on second thoughts, wash it", ["not", "clean a cup"]),
        ("put the cup in the cabinet", "rather wash it", ["not", "clean a cup"]),
        ("put the potato in the microwave", "changed my mind, boil it", ["not", "boil a potato"]),
        ("put the cup in the cabinet", "wash it before you do", ["clean a cup"]),
        ("put the cups in the cabinet", "before you put them in, wash them", ["clean every cup"]),
    ],
)
def test_another_deed_comes_in_its_place_or_before_it(at_hand: str, then: str, comes_to: list[str]) -> None:
    assert told(said(at_hand, then)) == comes_to


@pytest.mark.parametrize(
    ("at_hand", "then", "comes_to"),
    [
        ("put the knives in the drawer", "and close it afterwards", ["close a drawer"]),
        ("put the apple in the microwave", "and turn it on", ["switch a microwave on"]),
        ("put the mug on the desk", "the shelf is empty, put it there", ["put a mug on the shelf"]),
        ("put the mug on the desk", "no, the drawer's open, put it in there", ["put a mug in the drawer"]),
        ("put all the pens in the box", "put every one of them in there", ["put every pen in some box"]),
        ("put the tomato in the bowl", "cut it before you do",
         ["cut up a tomato", "put all the tomato slices in the bowl"]),
    ],
)  # fmt: skip
def test_places_and_pieces_of_the_work_are_meant(at_hand: str, then: str, comes_to: list[str]) -> None:
    found = said(at_hand, then)
    assert told(found) == comes_to
    if comes_to[0].startswith(("close", "switch")):  # when the things are there
        assert isinstance(found[0], Begin) and found[0].when == "after"


@pytest.mark.parametrize(
    ("at_hand", "then", "comes_to"),
    [
        ("put the plates and the forks on the table", "no forks please", ["not"]),
        ("put a bowl and a spoon on the table", "we won't need the spoon", ["not"]),
        ("bring me the keys", "got them, thanks", ["not"]),
        ("bring me a book", "I've found one", ["not"]),
        ("put the plates on the table", "stop after two", ["put 2 plates on the table"]),
        ("put the plates on the table", "take clean ones only", ["put every clean plate on some tables"]),
        ("put the plates on the table", "start with the blue one", ["put the blue plate on the table"]),
    ],
)
def test_what_is_not_wanted_any_more_and_what_comes_first(at_hand: str, then: str, comes_to: list[str]) -> None:
    assert told(said(at_hand, then)) == comes_to


def test_what_is_not_being_done_can_wait_and_a_place_is_no_task() -> None:
    for at_hand, then in (("wash the pan", "the pot can wait"), ("put the plates on the table", "forget the table")):
        assert not any(isinstance(one, (Cancel, Revise, Begin, Suspend)) for one in said(at_hand, then))


def test_others_are_taken_than_those_that_are_so() -> None:
    then = "if the plate's dirty use another one"
    assert told(said("put the tomato on the plate", then)) == ["put a tomato on the plate (but not a dirty plate)"]


@pytest.mark.parametrize("then", ["take everything out first", "take out everything that's in it first"])
def test_what_is_taken_out_is_what_is_in_the_thing_at_hand(then: str) -> None:
    assert told(said("put the box on the table", then)) == ["put everything from the box away"]


def test_one_that_is_pointed_at_is_no_number() -> None:
    found = said("put the eggs in the bowl", "there's a bigger bowl in the cabinet, use that one")
    assert told(found) == ["put every egg in the biggest bowl from the cabinet"]


def test_a_side_is_said_not_to_be_told() -> None:
    remark, change = said("put the mug on the table", "to the left of the plate")
    assert isinstance(remark, Remark) and "left from right" in remark.text
    assert told((change,)) == ["put a mug next to the plate"]


def test_who_only_names_a_thing_politely_wants_it() -> None:
    for words in ("Fork, please.", "a fork, please", "please, a fork"):
        remark, begun = read_at_work(words, HOME).instructions
        assert isinstance(remark, Remark) and told((begun,)) == ["bring you a fork"]
    (ask,) = said("wash the pan", "a fork, please")
    assert isinstance(ask, Clarification) and told(ask.then) == ["bring you a fork"]


def test_one_of_them_is_put_elsewhere_and_the_others_where_they_were_to_go() -> None:
    controller = PocketController("bedroom", seed=2, renderImage=False)
    place = EpisodeHome(TeachSession(controller), SimulatedClock(), "day", controller.scene)
    run = live(place, Speech("put the pencils on the bed", None, (Saying("put one of them in the drawer", 40),)))
    pencils = [one for one in run.result.game.final.objects if one["objectType"] == "Pencil"]
    places = sorted(str(one["parentReceptacles"][-1]).split("|")[0] for one in pencils)
    assert places == ["Bed"] * (len(pencils) - 1) + ["Drawer"] and len(pencils) > 1


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("the candle on the toilet is dangerous. put it on the counter with the other one",
         "put the candle from the toilet on the counter top with the candle"),
        ("the pen on the bed is mine. put it in the drawer with the others",
         "put the pen from the bed in the drawer with the pen"),
        ("take the paper towels out of the fridge and put them on the counter with the other ones",
         "put every paper towel roll from the fridge on some counter top with the paper towel roll"),
        ("Take the fork off the chair and put it in the drawer with the others.",
         "put the fork from the chairs in the drawer with the fork"),
        ("the mug on the desk is dirty. put the other one on the shelf",
         "put a mug on the shelf (but not a dirty mug on the desk)"),
    ],
)  # fmt: skip
def test_with_the_other_one_is_where_that_stands(said: str, wanted: str) -> None:
    assert [one.errand.words for one in read_at_work(said).begun] == [wanted]
