"""Recorded clicks own their objects; several tasks in one run are a game that TEACh's programs accept."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scenes import counter, floor, play, thing
from teach_files import load, measured, replayed, task_for_metrics

from agent.household.listening_body import Saying
from agent.household.provisions import EpisodeHome, Speech
from agent.household.session import LivedEpisode, live
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.replay.player import replay
from envs.replay.point_report import FRAMES, PointReport
from envs.simulator import Event
from envs.teach.games.clicks import WINDOW, click_on, window_of, within
from envs.teach.games.pixels import extent, inside
from envs.teach.games.pointing import distance_at, pixel_at, target_at
from envs.teach.games.rebuild import scene_from_game
from envs.teach.games.recorded import iter_games, read_game
from envs.teach.games.session import AFFORDANCES, REACH, TeachSession
from envs.teach.games.writer import game_to_json, write_game
from envs.teach.tasks.definitions import load_task
from envs.teach.tasks.same_task import as_defined

GAMES = Path(__file__).parents[1] / "../shared/data/teach/valid_unseen.zip"


def framed(scene: Any, side: int = WINDOW) -> PocketController:
    return PocketController(scene, width=side, height=side, **FRAMES)


# ---------------------------------------------------------------------------------------------------- where to click


def test_how_far_inside_a_pixel_lies() -> None:
    mask = np.zeros((7, 9), dtype=bool)
    mask[1:6, 1:8] = True
    depth = inside(mask)
    assert depth.max() == 3 and depth[3, 4] == 3
    assert (depth[~mask] == 0).all() and (depth[1, 1:8] == 1).all()
    mask[3, 4] = False  # a hole has an edge, too
    assert inside(mask).max() == 2
    assert inside(np.ones((5, 5), dtype=bool)).max() == 3  # and so has the image


def test_the_extent_of_what_is_marked() -> None:
    mask = np.zeros((6, 9), dtype=bool)
    assert extent(mask) == (0, 0, 0, 0)
    mask[2, 7] = mask[4, 3] = True
    assert extent(mask) == (2, 3, 5, 8)


def test_pixels_are_within_reach_as_their_points_are() -> None:
    controller = framed("kitchen_3", 60)
    event = controller.step("RotateRight")
    for turns in range(4):
        event = controller.step("LookDown" if turns == 2 else "RotateRight")
        marked = np.random.default_rng(turns).random((60, 60)) < 0.5
        near = within(event, marked, REACH)
        for row, column in np.argwhere(marked):
            away = distance_at(event, column / 60, row / 60)
            assert away is not None and near[row, column] == (away <= REACH)
        assert not near[~marked].any()


@pytest.mark.parametrize("room", ["kitchen_3", "living_room_4", "bathroom_6"])
def test_a_click_finds_its_object_by_teachs_rule(room: str) -> None:
    controller = framed(room)
    cells = controller.step("GetReachablePositions").metadata["actionReturn"]
    found = 0
    for place in cells[:: len(cells) // 2]:
        for yaw in (0, 180):
            event = controller.step("Teleport", position=place, rotation=yaw, horizon=30)
            found += check_clicks(event)
    assert found > 10


def check_clicks(event: Event) -> int:
    seen = [o for o in event.metadata["objects"] if o["visible"]]
    ways = {o["objectId"]: next((a for a, affords in AFFORDANCES.items() if affords(o)), None) for o in seen}
    found = 0
    for name, action in ways.items():
        point = click_on(event, name)
        if point is None:
            assert name not in event.instance_masks
        elif action is not None:
            assert target_at(event, action, *point) == name
            found += 1
    return found


def test_a_click_is_within_reach_where_it_can_be() -> None:
    top = thing("DiningTable", 0.0, 1.9, size=(1.0, 0.7, 2.8))
    event = window_of(play(floor(), top).last_event)
    point = click_on(event, top["objectId"])
    assert point is not None
    away = distance_at(event, *point)
    assert away is not None and away <= REACH


def test_where_something_is_to_be_put_is_kept_when_it_shows_the_receptacle() -> None:
    top = counter()
    mug = thing("Mug", 0.0, 0.8, on=top)
    event = window_of(play(floor(), top, mug).last_event)
    free, taken = (0.3, 0.6), click_on(event, mug["objectId"])
    assert taken is not None
    assert click_on(event, top["objectId"], free) == free
    moved = click_on(event, top["objectId"], taken)
    assert moved is not None and moved != taken
    assert event.instance_masks[top["objectId"]][pixel_at(*moved, WINDOW, WINDOW)]
    assert abs(moved[0] - taken[0]) < 0.1 and abs(moved[1] - taken[1]) < 0.1


def test_what_owns_no_pixel_cannot_be_clicked() -> None:
    top = counter()
    controller = play(floor(), top, thing("Mug", 0.0, 0.8, on=top))
    assert click_on(window_of(controller.last_event), "Plate|+00.00|+00.00|+00.00") is None
    assert click_on(controller.last_event, top["objectId"]) is None  # its own frames tell nothing
    assert click_on(window_of(controller.step("ToggleMapView")), top["objectId"]) is not None  # the agent's eye counts


# ------------------------------------------------------------------------------------------------------ whole sessions


def lived(tmp_path: Path, scene: Any, text: str, *sayings: Saying, game: Any = None) -> tuple[LivedEpisode, Path]:
    controller = PocketController(scene, renderImage=False)
    session = TeachSession(controller, None if game is None else list(game.initial.objects))
    place = EpisodeHome(session, SimulatedClock(datetime(2026, 1, 5, 8, 0)), "e1", controller.scene)
    done = live(place, Speech(text, None, sayings))
    path = tmp_path / "e1.game.json"
    write_game(done.result.game, path)
    return done, path


def shares(path: Path) -> tuple[int, int]:
    """Recorded object actions, and those whose point finds the recorded object in our frames of TEACh's size."""
    game, report = read_game(path), PointReport()
    report.add(game, framed(scene_from_game(game)))
    row = report.row()
    return row["n"], row["same_object"]


@pytest.mark.parametrize(
    ("scene", "text"),
    [
        ("kitchen_1", "make coffee and put a fork in the sink"),
        ("living_room_1", "put a pillow on the arm chair"),
        ("bedroom_1", "put a cell phone on the desk"),
        ("bathroom_1", "put the soap bar on the counter"),
    ],
)
def test_recorded_points_find_what_was_recorded(tmp_path: Path, scene: str, text: str) -> None:
    done, path = lived(tmp_path, scene, text)
    assert done.result.success
    n, same = shares(path)
    assert n >= 2 and same == n


def test_points_recorded_in_a_rebuilt_room_do_so_too(tmp_path: Path) -> None:
    if not GAMES.exists():
        pytest.skip("the TEACh games are not at ../shared/data/teach")
    game = next(iter(iter_games([GAMES], 1)))
    _, path = lived(tmp_path, scene_from_game(game), "put a mug in the sink and open the microwave", game=game)
    n, same = shares(path)
    assert n >= 3 and same == n


class Blind:
    """A simulator whose events tell nothing of whose a pixel is."""

    def __init__(self, scene: str) -> None:
        self.inner = PocketController(scene, renderImage=False)

    @property
    def last_event(self) -> Event:
        return Event(self.inner.last_event.metadata)

    def reset(self, scene: Any = None, **init_params: Any) -> Event:
        self.inner.reset(scene, **init_params)
        return self.last_event

    def step(self, action: Any = None, **parameters: Any) -> Event:
        self.inner.step(action, **parameters)
        return self.last_event

    def stop(self) -> None:
        self.inner.stop()


def test_where_nobody_knows_whose_a_pixel_is_things_are_done_all_the_same(tmp_path: Path) -> None:
    seeing, _ = lived(tmp_path, "kitchen_1", "open the microwave")
    place = EpisodeHome(TeachSession(Blind("kitchen_1")), SimulatedClock(datetime(2026, 1, 5, 8, 0)), "e2", "kitchen_1")
    blind = live(place, Speech("open the microwave"))
    assert blind.result.success and blind.result.steps == seeing.result.steps


def test_several_tasks_are_a_game_that_teach_accepts(tmp_path: Path) -> None:
    """One of them is interrupted by another; a third is one that TEACh has no definition for."""
    done, path = lived(
        tmp_path, "kitchen_1", "make coffee", Saying("open the microwave", 3), Saying("slice a tomato", 6)
    )
    assert done.result.success and len(done.ended) == 3
    entries = load(path)
    assert sorted(entry.name for entry in entries) == ["Coffee", "Sliced X"]
    for entry in entries:
        before, after = measured(entry)
        assert after.success and after.satisfied > before.satisfied
    lengths = [len(entry.episode["interactions"]) for entry in entries]
    assert lengths == sorted(lengths) and lengths[-1] == len(done.result.game.interactions)
    for number in range(len(entries)):
        n, worked, solved = replayed(path, number, framed)
        assert worked == n and solved


def test_all_that_was_asked_for_is_read_back(tmp_path: Path) -> None:
    done, path = lived(tmp_path, "kitchen_1", "open the microwave, and make coffee")
    again = read_game(path)
    asked = [one.item.errand.task for one in done.ended]
    assert [part.task for part in again.parts] == asked == [part.task for part in done.result.game.parts]
    assert again.task == done.result.game.task and again.task.name == "Household"
    assert again.interactions == done.result.game.interactions
    assert json.dumps(game_to_json(again), sort_keys=True) == json.dumps(json.loads(path.read_text()), sort_keys=True)
    assert replay(again).success


def test_what_teach_cannot_name_does_not_pass_for_one_of_its_tasks(tmp_path: Path) -> None:
    done, path = lived(tmp_path, "kitchen_1", "open the microwave")
    (entry,) = load(path)
    assert entry.task_id == 0
    with pytest.raises(KeyError):
        task_for_metrics(entry)
    assert read_game(path).task == done.result.game.task


def test_tasks_of_other_words_are_written_in_teachs(tmp_path: Path) -> None:
    done, path = lived(tmp_path, "kitchen_1", "put an apple in the fridge")
    objects = done.result.game.final.objects
    apples = sum("Apple" in o.get("simbotObjectClass", ()) for o in objects)
    (entry,) = load(path)
    assert (entry.name == "Put All X On Y") == (apples == 1)
    assert read_game(path).task == done.ended[0].item.errand.task
    assert as_defined(load_task("Coffee"), objects, objects) == load_task("Coffee")
