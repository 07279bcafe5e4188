"""One of a kind or all of it: "the cup" is the one that needs it, "the cups" are all of them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from agent.household.provisions import EpisodeHome, Speech
from agent.household.session import LivedEpisode, live
from agent.requests.errands import Errand
from agent.requests.instructions import Begin
from agent.requests.reading import RequestContext, read_at_work
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.simulator import ObjectDict
from envs.teach.games.session import TeachSession


def errands(said: str) -> list[Errand]:
    read = read_at_work(said, RequestContext()).instructions
    return [one.errand for one in read if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ("wash the cup", ["1"]),
        ("wash the cups", ["Cup"]),
        ("rinse that bowl, please", ["1"]),
        ("empty the mug", ["1"]),
        ("empty the mugs", ["all"]),
        ("close the drawer", ["1"]),
        ("shut all the drawers", ["all"]),
        ("turn the floor lamp off", ["1"]),
        ("turn the light off", ["all"]),  # the light of the room is all of its lights
        ("switch the stove off", ["all"]),
        ("close the blinds", ["all"]),
    ],
)
def test_the_cup_is_one_and_the_cups_are_all(said: str, counts: list[str]) -> None:
    assert [one.params[0] for one in errands(said)] == counts


def test_the_one_that_needs_it_is_meant() -> None:
    (want,), _ = errands("wash the cup")[0].wants()
    (more,), _ = errands("wash the cups")[0].wants()
    assert want.needy
    assert not want.everything
    assert more.everything


def lived(scene: str, said: str) -> tuple[LivedEpisode, Mapping[str, ObjectDict], Mapping[str, ObjectDict]]:
    controller = PocketController(scene, seed=7, renderImage=False)
    session = TeachSession(controller)
    before = {one["objectId"]: one for one in session.objects()}
    told = live(EpisodeHome(session, SimulatedClock(), "trial", controller.scene), Speech(said))
    return told, before, {one["objectId"]: one for one in session.objects()}


def test_what_hangs_high_is_looked_for_before_it_is_said_to_be_closed() -> None:
    _, before, after = lived("bedroom_22", "close the blinds")
    blinds = [key for key in before if before[key]["objectType"] == "Blinds"]
    assert any(before[key]["isOpen"] for key in blinds)
    assert not any(after[key]["isOpen"] for key in blinds)


def test_what_is_as_wanted_already_is_left_as_it_is() -> None:
    told, before, after = lived("bedroom_22", "switch the desk lamp on")
    lamp = next(key for key in before if before[key]["objectType"] == "DeskLamp")
    assert before[lamp]["isToggled"] and after[lamp]["isToggled"]
    assert [one.item.status for one in told.ended] == ["done"]


def test_of_several_things_that_are_brought_the_last_is_held_out_where_nothing_stands_near() -> None:
    _, _, after = lived("living_room_41", "bring me all the keys")
    (keys,) = [one for one in after.values() if one["objectType"] == "KeyChain"]
    assert keys["isPickedUp"]
