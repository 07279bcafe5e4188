"""What a remark forbids that is not read for sure is not gone on with; another one is told in several steps."""

from __future__ import annotations

import pytest

from agent.household.listening_body import Saying
from agent.household.provisions import Capabilities, EpisodeHome, Speech
from agent.household.robot import Household
from agent.household.session import live
from agent.requests.instructions import Begin, Cancel, RecallQuestion, Revise
from agent.requests.reading import read_at_work
from agent.requests.uttered.halting import halted
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.teach.games.session import TeachSession
from memory.task_status import CANCELLED, DONE, SUSPENDED
from tests.at_work import HOME, said

UNCLEAR = "don't slice it unless the moon is odd"
FORK = "put the fork from the counter in the box"
BREAD = "put the bread on the dining table and slice it"
TWO = "put the cup in the sink and the vase on the desk"


def left(asked: str, *later: Saying) -> list[tuple[str, str]]:
    """How the tasks stand at the end."""
    controller = PocketController("kitchen", seed=1, renderImage=False)
    home = EpisodeHome(TeachSession(controller), SimulatedClock(), "day", controller.scene)
    robots: list[Household] = []
    live(home, Speech(asked, None, later), None, Capabilities(), on_ready=robots.append)
    return [(item.errand.params[1], item.status) for item in robots[0].agenda.all]


@pytest.mark.parametrize(
    ("later", "wanted"),
    [
        ((), SUSPENDED),
        ((Saying("where is the mug?", 12),), SUSPENDED),
        ((Saying("yes", 12),), CANCELLED),
        ((Saying("no", 12),), DONE),
        ((Saying("go on", 12),), DONE),
    ],
)
def test_what_may_be_forbidden_waits_for_an_answer(later: tuple[Saying, ...], wanted: str) -> None:
    assert left("slice the apple", Saying(UNCLEAR, 2), *later) == [("Apple", wanted)]


def test_another_request_does_not_take_up_what_waits() -> None:
    told = left("slice the apple", Saying(UNCLEAR, 2), Saying("open the fridge", 12))
    assert told == [("Apple", SUSPENDED), ("Fridge", DONE)]


def test_other_work_goes_on_meanwhile() -> None:
    assert left("open the fridge and slice the apple", Saying(UNCLEAR, 1)) == [("Fridge", DONE), ("Apple", SUSPENDED)]


@pytest.mark.parametrize(
    ("remark", "wanted"),
    [
        ("Don't slice it that way!", ["BreadSliced"]),
        ("stop, no slicing like last time", ["BreadSliced"]),
        ("wait, the dining table wobbles", ["Bread"]),
        ("please don't do it so", ["Bread"]),
        ("wait, my sister called", []),
        ("I do not know why it rains", []),
        ("thanks, that's lovely", []),
    ],
)
def test_what_a_remark_may_forbid(remark: str, wanted: list[str]) -> None:
    tasks = tuple(one.errand for one in read_at_work(BREAD, HOME).begun)
    assert [task.params[1] for task in halted(remark, tasks)] == wanted


def comes_to(at_hand: str, then: str) -> list[str]:
    """What the work comes to by a remark."""
    told: list[str] = []
    for one in said(at_hand, then):
        if isinstance(one, Revise):
            told.append(one.new.words if one.new is not None else f"not {one.old.words}")
        elif isinstance(one, Begin):
            told.append(one.errand.words)
        elif isinstance(one, Cancel):
            told.append(f"not {one.about}")
        else:
            told.append("?")
    return told


@pytest.mark.parametrize(
    ("then", "where"),
    [
        ("Not that one, the other one, the one in the sink. The first one stays on the counter.", "sink"),
        ("no no, not that one, the other one, the one on the plate! The first one can stay where it is", "plate"),
        ("Oh, not that one, my dear, the one in the drawer.", "drawer"),
        ("sorry, not this one, sweetheart, the one on the sofa please", "sofa"),
        ("Not that one! The other one, the one on the bed. Leave the first one on the counter.", "bed"),
        ("i meant the other fork, the one in the sink", "sink"),
        ("not that fork, the other one, the one in the mug", "mug"),
    ],
)
def test_another_one_is_told_in_several_steps(then: str, where: str) -> None:
    assert comes_to(FORK, then) == [f"put the fork from the {where} in the box"]


@pytest.mark.parametrize(
    ("then", "wanted"),
    [
        ("not that one, the other one, the one on the plate. The first one stays in the fridge", ["?"]),
        ("not that box, the other one, the one on the bed", ["?"]),
        ("not that one, I need it", ["not put the fork from the counter top in the box"]),
        ("not that one, put it in the cabinet", ["put the fork from the counter top in the cabinet"]),
    ],
)
def test_what_says_more_is_not_taken_for_another_one(then: str, wanted: list[str]) -> None:
    assert comes_to(FORK, then) == wanted


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        (BREAD, "Don't slice it. Leave the bread whole, just put it there.", ["not slicing"]),
        (BREAD, "Don't slice it. Leave the bread whole, just put it on the dining table.", ["not slicing"]),
        (BREAD, "Don't slice it. Leave the bread whole.", ["not slicing"]),
        ("put the potato on the plate and cut it", "wait don't cut it, just put it there", ["not slicing"]),
        ("chop up the tomato", "no no stop, don't cut it! I want it whole, just put it on the dining table",
         ["not ", "put a tomato on the dining table"]),
        ("put the knife in the sink, then throw away the egg", "Don't throw away the egg. Leave it where it is.",
         ["not Egg"]),
        ("put the knife in the sink, then throw away the egg", "no, don't throw the egg away! keep it.", ["not Egg"]),
        (TWO, "leave the vase alone. just the cup, then.", ["not put a vase on the desk"]),
        (TWO, "only the vase, then", ["not put a cup in the sink"]),
        (TWO, "don't put the vase on the desk. just the cup now, please.", ["not Desk"]),
        ("put the cup on the desk and the vase on the desk", "don't put the vase on the desk", ["not Vase"]),
        ("slice the bread", "leave the bread whole", ["not cut a bread slice"]),
    ],
)  # fmt: skip
def test_only_what_is_forbidden_is_dropped(at_hand: str, then: str, wanted: list[str]) -> None:
    assert comes_to(at_hand, then) == wanted


@pytest.mark.parametrize(
    ("at_hand", "then", "wanted"),
    [
        ("put the spoon in a cabinet", "No, I'm being silly, a drawer I mean, not a cabinet.",
         "put a spoon in the drawer"),
        ("put the mug on the table", "how silly of me, i meant a shelf", "put a mug on the shelf"),
        ("put the fork on the counter", "wait b4 that turn the stove off, all of it", "switch all the stove knobs off"),
        ("put the soap bottle from the cabinet on the table", "n the one by the coffee machine aswell",
         "put the soap bottle next to the coffee machine on the table"),
        ("put the cup from the cabinet on the table", "and the one by the microwave",
         "put the cup next to the microwave on the table"),
        ("put the cup from the cabinet on the table", "and the cup near the coffee machine too",
         "put the cup next to the coffee machine on the table"),
    ],
)  # fmt: skip
def test_remarks_in_a_hurry(at_hand: str, then: str, wanted: str) -> None:
    assert comes_to(at_hand, then) == [wanted]


@pytest.mark.parametrize(
    "then", ["btw do we still hav bread", "by the way, is the stove on", "oh btw where is the mug"]
)
def test_what_is_asked_by_the_way_is_a_question(then: str) -> None:
    assert [type(one) for one in said("wash all the mugs", then)] == [RecallQuestion]
