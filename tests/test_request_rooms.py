"""Rooms that a home does not have are told before anything is done; an answer keeps all that was said."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.household.provisions import EpisodeHome, Speech
from agent.household.session import live
from agent.requests.instructions import Begin, Clarification, Instruction
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.teach.games.rebuild import known_room
from envs.teach.games.session import TeachSession


def read(said: str, room: str = "kitchen") -> tuple[Instruction, ...]:
    return read_at_work(said, RequestContext(room=room, now=datetime(2026, 3, 2, 9))).instructions


@pytest.mark.parametrize(
    ("said", "room", "missing"),
    [
        ("switch on the lamp in the bedroom", "living_room", "bedroom"),
        ("switch off the bathroom light", "bedroom", "bathroom"),
        ("put the cup in the garage", "kitchen", "garage"),
        ("carry the plate from the sitting room to the sink", "kitchen", "sitting room"),
        ("at nine o'clock tomorrow water the plant in the hallway", "living_room", "hallway"),
        ("bring me an apple. I am in the garden", "kitchen", "garden"),
    ],
)
def test_a_room_that_is_not_here_is_told_first(said: str, room: str, missing: str) -> None:
    (one,) = read(said, room)
    assert isinstance(one, Clarification) and f"no {missing}" in one.question and "only know this" in one.question


@pytest.mark.parametrize(
    ("said", "room"),
    [
        ("wash the mug in the kitchen", "kitchen"),
        ("switch on the lamp in the sitting room", "living_room"),
        ("put the kitchen roll on the shelf", "bathroom"),
        ("bring me a bath towel", "bedroom"),
        ("the children are in the garden. wash the plates", "kitchen"),
        ("switch on the lamp in the bedroom", ""),
    ],
)
def test_what_is_here_or_only_a_name_is_not_asked_about(said: str, room: str) -> None:
    assert any(isinstance(one, Begin) for one in read(said, room))


def test_a_yes_does_it_where_the_robot_is() -> None:
    (one,) = read("turn off the light in the bathroom")
    assert isinstance(one, Clarification)
    done = read_at_work("yes", RequestContext(room="kitchen", asked=one)).instructions
    assert [type(each) for each in done] == [Begin]


@pytest.mark.parametrize(
    ("world", "room"),
    [("kitchen_7", "kitchen"), ("FloorPlan214_physics", "living_room"), ("FloorPlan9", "kitchen"), ("house 12", "")],
)
def test_a_scene_s_name_tells_its_room(world: str, room: str) -> None:
    assert known_room(world) == room


def test_the_robot_says_in_which_room_it_is() -> None:
    controller = PocketController("kitchen", seed=1, renderImage=False)
    place = EpisodeHome(TeachSession(controller), SimulatedClock(), "day", controller.scene)
    run = live(place, Speech("open the blinds in the bedroom"))
    assert not run.ended and any("this kitchen" in words for _, words in run.said)


@pytest.mark.parametrize(
    ("said", "answer", "wanted"),
    [
        ("wash the plate and put the snorf in the sink", "the fork", ["clean a plate", "put a fork in the sink"]),
        ("put the snorf in the fridge. then open the blinds", "the apple", ["put an apple in the fridge", "open"]),
    ],
)
def test_an_answer_keeps_what_was_asked_for_besides(said: str, answer: str, wanted: list[str]) -> None:
    (ask,) = read(said)
    assert isinstance(ask, Clarification)
    begun = read_at_work(answer, RequestContext(asked=ask)).instructions
    told = [one.errand.words for one in begun if isinstance(one, Begin)]
    assert len(told) == len(wanted) and all(words in one for one, words in zip(told, wanted, strict=True))
