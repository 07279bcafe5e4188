"""One way to open a simulator: names, games and the engine, and the same life in either."""

from __future__ import annotations

import json
import shlex
import sys
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from scenes import counter, floor, room, thing
from typer.testing import CliRunner

import homebody.cli as homebody
from envs.engines import Home, Launcher, open_simulator, unity_scene
from envs.errors import BadInput, GaveUp, StandInWarning
from envs.gym.env import HouseholdEnv
from envs.pocket.controller import PocketController
from envs.replay.player import replay
from envs.simulator import Simulator
from envs.teach.games.recorded import Game, read_game
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import TeachSession
from envs.teach.games.writer import write_game
from envs.teach.tasks.definitions import load_task
from envs.thor.build import EXECUTABLE
from envs.thor.restore import STATES, compare, match, restore_game

STANDIN = Path(__file__).parent / "standin" / "unity.py"
GAMES = Path(__file__).parents[1] / "../shared/data/teach/valid_unseen.zip"

needs_client = pytest.mark.skipif(
    "ai2thor" not in sys.modules and not __import__("importlib.util").util.find_spec("ai2thor"),
    reason="the ai2thor client is not installed: pip install 'homebody[thor]'",
)
needs_data = pytest.mark.skipif(not GAMES.exists(), reason="the TEACh games are not at ../shared/data/teach")


@pytest.fixture
def unity_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Makes the stand-in the Unity build, with options of its own."""
    (tmp_path / "pipes").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "pipes"))
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)

    def build(*options: str) -> Path:
        path = tmp_path / "thor"
        path.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, str(STANDIN), *options])} "$@"\n')
        path.chmod(0o755)
        monkeypatch.setenv(EXECUTABLE, str(path))
        return path

    return build


# -- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seed", "plan"),
    [
        (None, 0, "FloorPlan1"),
        ("kitchen", 0, "FloorPlan1"),
        ("kitchen", 31, "FloorPlan2"),
        ("kitchen_7", 0, "FloorPlan8"),
        ("Living Room", 4, "FloorPlan205"),
        ("livingroom_3", 0, "FloorPlan204"),
        ("bedroom", 29, "FloorPlan330"),
        ("bathroom", 0, "FloorPlan401"),
        ("FloorPlan10", 3, "FloorPlan10"),
        ("FloorPlan10_physics", 3, "FloorPlan10_physics"),
        ("FloorPlan_Train1_1", 0, "FloorPlan_Train1_1"),
    ],
)
def test_the_plan_that_a_name_means(name: str | None, seed: int, plan: str) -> None:
    assert unity_scene(name, seed) == plan


def test_what_unity_cannot_load() -> None:
    with pytest.raises(BadInput, match="no tabletop"):
        unity_scene("tabletop_2")
    with pytest.raises(BadInput, match="FloorPlan1_physics was generated"):
        unity_scene(room(floor()))


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(BadInput, match=r"'unreal'.*pocket, unity"):
        Launcher("unreal")


# -- the embedded engine -----------------------------------------------------------------------------------------


def test_pocket_opens_names_and_scenes() -> None:
    with Launcher(width=40, height=30) as launcher:
        home = launcher.home("bedroom", 3)
        assert (home.name, home.room) == ("bedroom_3", "bedroom")
        assert home.simulator.last_event.metadata["screenWidth"] == 40
        assert (
            home.simulator.last_event.metadata == PocketController("bedroom_3", width=40, height=30).last_event.metadata
        )
        made = room(floor(), counter())
        assert launcher(made).last_event.metadata["sceneName"] == made.name
        assert launcher(made) is not launcher(made)


def made_game() -> Game:
    """A game whose initial state is not what the plan has: things copied, moved, switched, dirty, filled, cut."""
    board = counter()
    things = (
        floor(),
        board,
        thing("Mug", 0.0, 0.8, on=board, name="Mug_1"),
        thing("Tomato", 0.4, 0.8, on=board, name="Tomato_1"),
        thing("Potato", 0.6, 0.8, on=board, name="Potato_1"),
        thing("Plate", -0.4, 0.8, on=board, name="Plate_1"),
        thing("Microwave", -0.9, 0.9, on=board, name="Microwave_1"),
        thing("Laptop", 1.1, 0.9, on=board, name="Laptop_1"),
    )
    engine = PocketController(room(*things))
    force = {"forceAction": True}
    assert engine.step("InitialRandomSpawn", randomSeed=3, numDuplicatesOfType=[{"objectType": "Mug", "count": 2}])
    named = {o["objectType"]: o["objectId"] for o in engine.last_event.metadata["objects"]}
    for action, kind in (
        ("DirtyObject", "Plate"),
        ("FillObjectWithLiquid", "Mug"),
        ("CookObject", "Potato"),
        ("ToggleObjectOn", "Microwave"),
        ("OpenObject", "Laptop"),
    ):
        liquid = {"fillLiquid": "water"} if action.startswith("Fill") else {}
        assert engine.step(action, objectId=named[kind], **force, **liquid), engine.last_event
    assert engine.step("Teleport", position={"x": 0.5, "y": 0.9, "z": -0.5}, rotation=90, horizon=0)
    recorder = GameRecorder(
        TeachSession(engine), load_task("Coffee"), "made", "FloorPlan1_physics", datetime(2026, 1, 5)
    )
    return recorder.finish(datetime(2026, 1, 5, 0, 1))


def test_pocket_rebuilds_a_game() -> None:
    game = made_game()
    home = Launcher().home(game)
    assert home.name == "FloorPlan1_physics"
    assert compare(game.initial.objects, home.simulator.last_event.metadata["objects"])
    assert replay(game).steps == []


# -- restoring ---------------------------------------------------------------------------------------------------


def test_a_game_is_restored_by_actions() -> None:
    from standin.room import plan_of

    game = made_game()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.game.json"
        write_game(game, path)
        engine = PocketController(plan_of(path))
    before = engine.last_event.metadata["objects"]
    assert len(before) < len(game.initial.objects) and not compare(game.initial.objects, before)
    assert restore_game(engine, game)
    live = {o["objectId"]: o for o in engine.last_event.metadata["objects"]}
    for item in game.initial.objects:
        found = live[item["objectId"]]  # the ids of the record, too
        assert all(found[key] == item[key] for key, _, _ in STATES)
        assert found["position"] == pytest.approx(item["position"], abs=1e-6)
        assert found["fillLiquid"] == item["fillLiquid"]
    agent, wanted = engine.last_event.metadata["agent"], game.initial.agent
    assert agent["position"] == pytest.approx(wanted["position"])
    assert (agent["rotation"]["y"], agent["cameraHorizon"]) == (90, 0)
    assert (
        not engine.step("BreakObject", objectId=next(i for i in live if i.startswith("Plate")), forceAction=True)
        or True
    )


def test_what_cannot_be_restored_is_reported() -> None:
    game = made_game()
    board = counter()
    engine = PocketController(room(floor(), board, thing("Mug", 0.0, 0.8, on=board, name="Mug_1")))
    found = restore_game(engine, game)
    assert not found
    assert {name.split("|")[0] for name in found.missing} == {"Tomato", "Potato", "Plate", "Microwave", "Laptop"}
    with pytest.raises(GaveUp, match="cannot be placed"):
        restore_game(Refusing(engine), game)


class Refusing:
    """A simulator that carries nothing out."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self.last_event = simulator.last_event

    def reset(self, scene: Any = None, **init_params: Any) -> Any:
        return self.last_event

    def step(self, action: Any = None, **parameters: Any) -> Any:
        return self._simulator.step("PickupObject", objectId="Nothing|0")

    def stop(self) -> None:
        self._simulator.stop()


def test_counterparts_are_found_by_id_then_by_distance() -> None:
    recorded = [thing("Mug", 0.0, 0.0), thing("Mug", 1.0, 0.0), thing("Plate", 0.0, 0.0)]
    live = [thing("Mug", 0.9, 0.0), thing("Mug", 0.0, 0.0), thing("Mug", 5.0, 0.0)]
    pairs = [(a["objectId"], b and b["objectId"]) for a, b in match(recorded, live)]
    assert pairs == [
        (recorded[0]["objectId"], live[1]["objectId"]),
        (recorded[1]["objectId"], live[0]["objectId"]),
        (recorded[2]["objectId"], None),
    ]


# -- Unity -------------------------------------------------------------------------------------------------------


@needs_client
@needs_data
def test_a_recorded_game_in_unity(unity_build: Callable[..., Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(GAMES) as archive:
        name = min(
            (n for n in archive.namelist() if n.endswith(".game.json")), key=lambda n: archive.getinfo(n).file_size
        )
        path = tmp_path / "recorded.game.json"
        path.write_bytes(archive.read(name))
    game = read_game(path)
    unity_build("--game", str(path))
    with Launcher("unity", renderImage=False) as launcher:
        home = launcher.home(game)
        assert isinstance(home, Home)
        assert home.name == game.world
        assert compare(game.initial.objects, home.simulator.last_event.metadata["objects"]).missing == ()
        there = replay(game, simulator=home.simulator)
        assert launcher(game) is home.simulator  # the process is kept
    here = replay(game)
    ours, theirs = [s.ours for s in here.steps], [s.ours for s in there.steps]
    same = sum(a == b for a, b in zip(ours, theirs, strict=True))
    assert same >= 0.95 * len(ours)
    assert there.recorded_success == here.recorded_success


@needs_client
def test_the_same_chore_in_either_engine(unity_build: Callable[..., Path], tmp_path: Path) -> None:
    unity_build()
    figures = {}
    for engine in ("pocket", "unity"):
        folder = tmp_path / engine
        arguments = ["run", "--task", "Coffee", "--scene", "FloorPlan2", "--engine", engine, "--json", "-"]
        arguments += ["--memory", str(folder / "memory.sqlite"), "--record", str(folder / "episode")]
        with pytest.warns(StandInWarning) if engine == "pocket" else nullcontext():
            ended = CliRunner().invoke(homebody.app, arguments)
        assert ended.exit_code == 0, ended.output
        figures[engine] = json.loads(ended.stdout)
        figures[engine]["log"] = log_of(read_game(Path(figures[engine]["game"])))
    assert (figures["pocket"]["world"], figures["unity"]["world"]) == ("FloorPlan2_standin", "FloorPlan2_physics")
    for name in ("success", "steps", "failures", "goal_conditions", "log"):
        assert figures["pocket"][name] == figures["unity"][name], name
    assert figures["unity"]["success"]
    assert list((tmp_path / "pipes").iterdir()) == []  # the simulator has been stopped


def log_of(game: Game) -> list[tuple[Any, ...]]:
    return [(step.action_name, step.success, step.oid, step.pose) for step in game.interactions]


@needs_client
def test_an_environment_in_unity(unity_build: Callable[..., Path], tmp_path: Path) -> None:
    game = made_game()
    path = tmp_path / "made.game.json"
    write_game(game, path)
    unity_build("--game", str(path))
    with Launcher("unity", width=60, height=40, renderDepthImage=True) as launcher:
        env = HouseholdEnv(game=game, width=60, height=40, simulator_factory=launcher)
        observation, info = env.reset(seed=0)
        assert info["scene"] == "FloorPlan1_physics"
        assert observation["rgb"].shape == (40, 60, 3)
        env.step(env.action_space.sample())
        env.close()
        env.close()
    assert list((tmp_path / "pipes").iterdir()) == []


def test_a_missing_build_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(EXECUTABLE, str(tmp_path / "nowhere"))
    with pytest.raises(BadInput, match=r"no Unity build at|homebody\[thor\]"):
        open_simulator("unity", "kitchen")
    ended = CliRunner().invoke(homebody.app, ["replay", str(tmp_path), "--engine", "unity"])
    assert isinstance(ended.exception, BadInput)
