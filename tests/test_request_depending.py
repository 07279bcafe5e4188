"""Changes that hang on a condition, said while something is being done: both ways stay open until it can be told."""

from __future__ import annotations

import pytest

from agent.household.listening_body import Saying
from agent.household.provisions import EpisodeHome, Speech
from agent.household.session import LivedEpisode, live
from agent.requests.instructions import Begin, Clarification, Instruction, Revise
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.teach.games.session import TeachSession
from memory.task_status import CANCELLED, DONE
from tests.at_work import said


def told(found: tuple[Instruction, ...]) -> list[str]:
    """What the work comes to, in words."""
    told: list[str] = []
    for one in found:
        assert isinstance(one, Revise | Begin), one
        new = one.new if isinstance(one, Revise) else one.errand
        told.append("" if new is None else new.words)
    return told


@pytest.mark.parametrize(
    ("at_hand", "then", "ways"),
    [
        ("put an egg in the pan", "if there's no pan, use the pot",
         ["put an egg in the pan unless there's no pan", "put an egg in the pot if there's no pan"]),
        ("bring me a mug", "a cup if you can't find one",
         ["bring you a mug unless there is no mug", "bring you a cup if there is no mug"]),
        ("bring me a book", "if you can't find any, bring me the newspaper",
         ["bring you a book unless there is no book", "bring you a newspaper if there is no book"]),
        ("put the lettuce on the table", "if there's a tomato in the fridge, take that instead",
         ["put a lettuce on the table unless there's a tomato in the fridge",
          "put the tomato from the fridge on the table if there's a tomato in the fridge"]),
        ("put the plate in the cabinet", "if it's dirty put it in the sink, otherwise leave it there",
         ["put a plate in the cabinet unless the plate is dirty",
          "put the dirty plate in the sink if the plate is dirty"]),
        ("make a salad", "if there's no tomato, use a potato",
         ["make a salad with 1 slice of lettuce and 1 slice of tomato on a clean plate unless there's no tomato",
          "make a salad with 1 slice of lettuce and 1 slice of cooked potato on a clean plate if there's no tomato"]),
    ],
)  # fmt: skip
def test_the_work_is_done_one_way_or_the_other(at_hand: str, then: str, ways: list[str]) -> None:
    found = said(at_hand, then)
    assert told(found) == ways
    assert isinstance(found[0], Revise) and isinstance(found[1], Begin)
    assert found[1].beside == found[0].new


@pytest.mark.parametrize(
    ("at_hand", "then", "way"),
    [
        ("wash all the plates", "if one of them is already clean, don't bother with it",
         "clean every plate except the clean ones"),
        ("wash the cups", "only if they're dirty", "clean every dirty cup"),
        ("wash the cups", "unless they are clean", "clean every cup except the clean ones"),
        ("throw the newspapers away", "if any is on the sofa, leave it there",
         "put every newspaper in some garbage can except the ones on the sofa"),
        ("water the plant", "only if the plant is dry", "water the plant if the plant is dry"),
        ("turn on the lamp", "unless the light is on already", "switch one of the lamps on unless the light is on"),
        ("make a salad", "if there is no lettuce, forget it",
         "make a salad with 1 slice of lettuce and 1 slice of tomato on a clean plate unless there is no lettuce"),
        ("slice the tomato", "if there's only one tomato, don't", "cut up a tomato unless there's only one tomato"),
    ],
)  # fmt: skip
def test_a_condition_limits_the_work(at_hand: str, then: str, way: str) -> None:
    assert told(said(at_hand, then)) == [way]


def test_some_of_a_group_go_elsewhere() -> None:
    assert told(said("put the mugs in the cabinet", "if they're dirty, put them in the sink")) == [
        "put every mug in some cabinet except the dirty ones",
        "put every dirty mug in some sink",
    ]


@pytest.mark.parametrize(
    ("at_hand", "then"),
    [
        ("bring me a mug", "a cup will do"),
        ("bring me a mug", "a cup is fine too"),
        ("bring me a mug", "or a cup"),
    ],
)
def test_another_kind_serves_as_well(at_hand: str, then: str) -> None:
    assert told(said(at_hand, then)) == ["bring you a mug or a cup"]


@pytest.mark.parametrize(
    ("at_hand", "then"),
    [
        ("make coffee", "if there's no clean mug, use a cup"),  # no machine fills it
        ("put the apple in the fridge", "if it's dirty, put it in the sink instead"),  # nobody can tell
        ("boil the potato", "if the stove is taken, use the microwave"),
    ],
)
def test_what_cannot_hang_on_a_condition_is_asked_about(at_hand: str, then: str) -> None:
    (ask,) = said(at_hand, then)
    assert isinstance(ask, Clarification)


# -- done ------------------------------------------------------------------------------------------------------------


def lived(text: str, then: str) -> LivedEpisode:
    """A kitchen in which the only mug is dirty, there is no book, and the lettuce lies in the sink."""
    controller = PocketController("kitchen", seed=1, renderImage=False)
    place = EpisodeHome(TeachSession(controller), SimulatedClock(), "day", controller.scene)
    return live(place, Speech(text, None, (Saying(then, 4),)))


def where(run: LivedEpisode, kind: str) -> str:
    """The type of what a thing is in or on at the end."""
    (thing,) = [one for one in run.result.game.final.objects if one["objectType"] == kind]
    return str((thing["parentReceptacles"] or [""])[-1]).split("|")[0]


def test_the_other_way_is_gone_where_the_condition_says_so() -> None:
    run = lived("put the mugs in the sink", "if there's no clean mug, take the cup instead")
    assert [one.item.status for one in run.ended] == [CANCELLED, DONE]
    assert where(run, "Cup") == "Sink" and where(run, "Mug") != "Sink"


def test_the_work_goes_on_where_it_does_not() -> None:
    run = lived("put the pan in the sink", "if there's a book here, put it on the counter instead")
    assert [one.item.status for one in run.ended] == [DONE, CANCELLED]
    assert where(run, "Pan") == "Sink"
