"""Whole episodes: the task is done, remembered and recorded, from what was seen alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.body.acting import StepReport
from agent.planning.episode import EpisodeResult, run_episode
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.pocket.scenes import load_scene
from envs.replay.player import replay
from envs.simulator import ObjectDict
from envs.teach.games.rebuild import read_layouts, scene_from_game
from envs.teach.games.recorded import iter_games, read_game
from envs.teach.games.session import Outcome, TeachSession
from envs.teach.games.writer import write_game
from envs.teach.tasks.definitions import load_task
from envs.teach.tasks.offers import obstacle
from memory.building.history import HistoryBuilder
from memory.levels import GOAL
from memory.store.database import Store

DATA = Path(__file__).parents[1] / "../shared/data"

CHORES = [
    ("kitchen", "Coffee", ()),
    ("kitchen", "Water Plant", ()),
    ("kitchen", "Clean All X", ("Plate",)),
    ("kitchen", "Put All X On Y", ("Silverware", "on", "CounterTop")),
    ("kitchen", "Put All X In One Y", ("Condiments", "in", "Cabinet")),
    ("kitchen", "Boil X", ("Potato",)),
    ("kitchen", "N Cooked Slices Of X In Y", ("2", "Potato", "in", "Bowl")),
    ("kitchen", "Sandwich", ("1", "1")),
    ("living_room", "Put All X In One Y", ("RemoteControl", "on", "Sofa")),
    ("bedroom", "Put All X On Y", ("Book", "on", "Bed")),
    ("bathroom", "Put All X On Y", ("SoapBar", "on", "CounterTop")),
]


def do(
    room: str,
    name: str,
    params: tuple[str, ...] = (),
    seed: int = 0,
    session: type[TeachSession] = TeachSession,
    **more,
) -> EpisodeResult:
    controller = PocketController(room, seed=seed)
    more = {"history": None, "clock": SimulatedClock(), "game_id": "g1", "world": controller.scene} | more
    return run_episode(session(controller), load_task(name, params), **more)


def seed_for(room: str, name: str, params: tuple[str, ...] = ()) -> int:
    """The first room in which the task is open and everything it takes is there."""
    task = load_task(name, params)
    return next(
        k for k in range(100) if not obstacle(task, list(TeachSession(PocketController(room, seed=k)).objects()))
    )


@pytest.mark.parametrize(("room", "name", "params"), CHORES, ids=lambda v: " ".join(v) if isinstance(v, tuple) else v)
def test_the_task_is_done_and_replays(room, name, params):
    result = do(room, name, params, seed=seed_for(room, name, params))
    assert result.success and result.progress.success and result.reason == "done"
    for mode in ("free", "guided"):
        report = replay(result.game, mode)
        agreed = sum(s.ours is None or s.ours == s.recorded for s in report.steps)
        assert len(report.steps) == result.steps
        assert agreed >= 0.98 * result.steps
        assert report.success and report.recorded_success and not report.initial_success


class Blindfolded(TeachSession):
    """Everything that is not in view is reported wrongly: whoever looks at it is led astray."""

    def objects(self) -> list[ObjectDict]:
        return [item if item["visible"] else self._wrong(item) for item in super().objects()]

    def _wrong(self, item: ObjectDict) -> ObjectDict:
        flags = ("isDirty", "isFilledWithLiquid", "isOpen", "isToggled", "isCooked")
        nowhere = {"center": dict.fromkeys("xyz", 9.0), "size": dict.fromkeys("xyz", 1.0), "cornerPoints": []}
        wrong: dict[str, Any] = {flag: not item[flag] for flag in flags}
        return item | wrong | {"axisAlignedBoundingBox": nowhere, "position": dict.fromkeys("xyz", 99.0)}


@pytest.mark.parametrize(
    ("room", "name", "params"), [("kitchen", "Coffee", ()), ("bedroom", "Put All X On Y", ("Book", "on", "Bed"))]
)
def test_nothing_is_read_of_what_is_out_of_sight(room, name, params):
    logs: list[list[tuple]] = []
    for session in (TeachSession, Blindfolded):
        log: list[tuple] = []
        do(room, name, params, seed=1, session=session, on_step=lambda r, log=log: log.append((r.action, r.target)))
        logs.append(log)
    assert logs[0] == logs[1]


class Clumsy(TeachSession):
    """Every fourth object action slips."""

    tries = 0

    def interact(
        self,
        name: str,
        target: str | None,
        x: float | None = None,
        y: float | None = None,
        distance: float | None = None,
    ) -> Outcome:
        self.tries += 1
        if self.tries % 4 == 0:
            return Outcome(False, "it slipped", target)
        return super().interact(name, target, x, y, distance)


def test_mishaps_are_recovered_from():
    result = do("bathroom", "Clean All X", ("Cloth",), seed_for("bathroom", "Clean All X", ("Cloth",)), Clumsy)
    assert result.success and result.reason == "done"
    assert result.failures > 0


def test_the_same_seed_gives_the_same_episode():
    games = [do("bathroom", "Put All X On Y", ("SoapBar", "on", "CounterTop"), seed=1).game for _ in range(2)]
    assert games[0].interactions == games[1].interactions


def without(room: str, kind: str) -> PocketController:
    scene = load_scene(room, 0)
    return PocketController(replace(scene, objects=tuple(o for o in scene.objects if o["objectType"] != kind)))


@pytest.mark.parametrize(
    ("room", "kind", "reason"),
    [("bathroom", "Mug", "find a mug"), ("kitchen", "CoffeeMachine", "find a coffee machine")],
)
def test_it_gives_up_with_a_reason(room, kind, reason):
    controller, said = without(room, kind), list[str]()
    result = run_episode(
        TeachSession(controller),
        load_task("Coffee"),
        history=None,
        clock=SimulatedClock(),
        game_id="g1",
        world=controller.scene,
        on_step=lambda r: said.append(r.target or "") if r.action == "Text" else None,
    )
    assert not result.success
    assert reason in result.reason
    assert said[-1].startswith("Sorry") and result.reason in said[-1]


@pytest.mark.parametrize(("limit", "steps"), [({"max_steps": 15}, 15), ({"max_failures": 0}, 0)])
def test_limits_end_the_episode(limit, steps):
    result = do("kitchen", "Clean All X", ("Plate",), **limit)
    assert result.steps == steps and "limit" in result.reason and not result.success


def test_every_step_is_reported_and_takes_its_time():
    clock, reports = SimulatedClock(), list[StepReport]()
    start = clock.now()
    result = do("kitchen", "Coffee", seed=2, clock=clock, on_step=reports.append)
    assert [r.number for r in reports if r.action != "Text"] == list(range(1, result.steps + 1))
    assert all(r.goal for r in reports if r.action not in ("Text",))
    seconds = {"Text": 7.0, "Turn Left": 1.5, "Turn Right": 1.5, "Look Up": 2.0, "Look Down": 2.0}
    walks = {"Forward": 0.5, "Backward": 0.5, "Pan Left": 0.6, "Pan Right": 0.6}
    expected = sum((seconds | walks).get(r.action, 4.0) for r in reports)
    assert (clock.now() - start).total_seconds() == pytest.approx(expected)
    assert result.game.final.time == pytest.approx(expected)


def test_what_was_asked_said_and_done_is_remembered(tmp_path):
    with Store.open(tmp_path / "memory.db") as store:
        result = do("kitchen", "Coffee", seed=3, history=HistoryBuilder(store), utterance="I need a coffee!")
        kept = [store.experience(n) for n in store.numbers(1, 10_000)]
        goals = store.row("SELECT count(*) FROM nodes WHERE level = ?", GOAL)
    assert len([e for e in kept if e.action]) == result.steps
    assert kept[0].speech[0].text == "I need a coffee!" and not kept[0].speech[0].own
    assert kept[-1].speech[0].own and kept[-1].speech[0].text == "Done."
    assert {e.episode for e in kept} == {"g1"}
    placed = next(e for e in kept if e.action == "Place")
    assert placed.arguments[0].startswith("Mug|") and placed.scene.objects
    assert goals is not None and goals[0] >= 5


def test_from_the_initial_state_of_a_real_game(tmp_path):
    archive, layouts = DATA / "teach/valid_unseen.zip", DATA / "layouts/reachable_positions.json"
    if not (archive.exists() and layouts.exists()):
        pytest.skip("the recorded games (../shared/data/teach) are not here")
    game = next(g for g in iter_games([archive]) if g.task.name == "Coffee")
    session = TeachSession(PocketController(scene_from_game(game, read_layouts(layouts))), list(game.initial.objects))
    result = run_episode(
        session, game.task, history=None, clock=SimulatedClock(), game_id=game.game_id, world=game.world
    )
    assert result.success
    write_game(result.game, tmp_path / "own.game.json")
    assert replay(read_game(tmp_path / "own.game.json"), "free").success
