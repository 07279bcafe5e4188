"""What is recorded can be written, read and replayed, and happens again."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from scenes import counter, floor, play, thing

from envs.pocket.controller import PocketController
from envs.pocket.scenes import load_scene
from envs.replay.player import replay
from envs.teach.games.actions import COMMANDER, DRIVER
from envs.teach.games.rebuild import room_of, scene_from_game
from envs.teach.games.recorded import Game, read_game
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import TeachSession
from envs.teach.games.writer import game_to_json, write_game
from envs.teach.tasks.definitions import load_task

START = datetime(2026, 1, 5, 8, 0)
COUNTER = counter()
MUG = thing("Mug", 0.0, 0.8, on=COUNTER, isDirty=True)


def recorded() -> Game:
    session = TeachSession(play(floor(), COUNTER, MUG))
    recorder = GameRecorder(session, load_task("Coffee"), "g1", "FloorPlan1_physics", START)
    now = START
    recorder.utterance("Coffee, please", now, COMMANDER)
    for name in ("Forward", "Forward", "Forward", "Turn Right", "Turn Left", "Look Up", "Look Down"):
        now += timedelta(seconds=1)
        recorder.motion(name, session.motion(name), now)
    for action, target in (("Pickup", MUG), ("Pickup", COUNTER), ("Place", COUNTER), ("Open", MUG)):
        now += timedelta(seconds=4)
        recorder.object_action(action, session.interact(action, target["objectId"], 0.5, 0.6), 0.5, 0.6, now)
    recorder.progress_check(False, now)
    assert len(recorder) == 13
    return recorder.finish(now + timedelta(seconds=2))


def test_times_count_from_the_start():
    game = recorded()
    assert [i.time for i in game.interactions[:3]] == [0.0, 1.0, 2.0]
    assert game.final.time == 7 + 16 + 2
    assert game.initial.time == pytest.approx(1_767_600_000)


def test_motions_keep_the_pose_after_them_and_failures_stay_where_they_were():
    game = recorded()
    first, second, third = game.interactions[1:4]
    assert (first.success, second.success, third.success) == (1, 0, 0)
    assert first.pose == (0.25, 0.0, 0.9, 0, 30.0, 0.0) == second.pose
    assert first.pose_delta == (0.25, 0, 0, 0, 0, 0)
    turned = game.interactions[4].thor_pose
    assert turned is not None and turned.yaw == 90.0
    assert {i.agent_id for i in game.interactions[1:12]} == {DRIVER}


def test_a_failed_object_action_names_no_object():
    picked, again, placed, opened = recorded().interactions[8:12]
    assert (picked.success, picked.oid) == (1, MUG["objectId"])
    assert (again.success, again.oid) == (0, None)
    assert placed.success and placed.oid == COUNTER["objectId"]
    assert (opened.success, opened.oid, opened.x) == (0, None, 0.5)


def test_the_initial_state_is_the_one_before_anything_happened():
    game = recorded()
    before = next(o for o in game.initial.objects if o["objectId"] == MUG["objectId"])
    after = next(o for o in game.final.objects if o["objectId"] == MUG["objectId"])
    assert "simbotPickedUp" not in before and after["simbotPickedUp"] == 1
    assert after["simbotLastParentReceptacle"] == COUNTER["objectId"]
    assert game.initial.custom[MUG["objectId"]] == {"simbotObjectClass": before["simbotObjectClass"]}


def test_written_and_read_back_it_is_the_same_game(tmp_path: Path):
    game = recorded()
    write_game(game, tmp_path / "g1.game.json")
    again = read_game(tmp_path / "g1.game.json")
    assert again.task == game.task and again.world == game.world
    assert again.interactions == game.interactions
    assert [o["objectId"] for o in again.final.objects] == [o["objectId"] for o in game.final.objects]


def test_a_game_played_in_a_stand_in_says_so(tmp_path: Path):
    scene = load_scene("FloorPlan205_standin")
    session = TeachSession(PocketController(scene, renderImage=False))
    recorder = GameRecorder(session, load_task("Water Plant"), "g2", scene.name, START)
    write_game(recorder.finish(START), tmp_path / "g2.game.json")
    written = json.loads((tmp_path / "g2.game.json").read_text())
    assert "a generated room in place of FloorPlan205" in written["comments"]
    episode = written["tasks"][0]["episodes"][0]
    assert (episode["world"], episode["stand_in_for"]) == ("FloorPlan205_standin", "FloorPlan205")
    rebuilt = scene_from_game(read_game(tmp_path / "g2.game.json"))
    assert (rebuilt.name, rebuilt.room, rebuilt.stands_in_for) == (scene.name, "living_room", "FloorPlan205")
    assert "stand_in_for" not in game_to_json(recorded())["tasks"][0]["episodes"][0]


@pytest.mark.parametrize("world", ["bedroom_3", "living_room_219", "tabletop_1"])
def test_a_generated_room_is_known_by_its_name_not_by_its_seed(world: str):
    assert world.startswith(room_of(world))


@pytest.mark.parametrize("mode", ["free", "guided", "open-loop"])
def test_a_replay_has_the_same_outcomes(mode):
    report = replay(recorded(), mode)
    assert len(report.steps) == 11
    assert not report.conflicts
    assert report.properties["isDirty"].f1 == 1.0
