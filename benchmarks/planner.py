"""How quickly the agent decides, and how long whole episodes take without rendering.

Run it with ``python -m benchmarks.planner [FOLDER_OR_ZIP [LIMIT]]``; without a path only generated kitchens are lived
in. Decisions are single calls of ``Planner.next``; a coffee episode counts the engine's reset, acting, and remembering
every step in a new memory file; an episode in a real game counts building its scene from the record as well. Processor
seconds stand beside the wall clock because shared machines are busy.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from agent.body.acting import Body, RunRecording
from agent.body.skills import Skills
from agent.planning.episode import run_episode
from agent.planning.planner import Planner
from agent.planning.wants import wants_of
from benchmarks.lines import main
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.pocket.scenes import load_scene
from envs.teach.games.rebuild import scene_from_game
from envs.teach.games.recorded import Game, iter_games
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import TeachSession
from envs.teach.tasks.definition import Task
from envs.teach.tasks.definitions import load_task
from memory.building.history import HistoryBuilder
from memory.store.database import Store

SEEDS = range(20)
CHORES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Coffee", ()),
    ("Breakfast", ("1", "1", "1", "Bowl", "1", "Plate", "1", "1", "1", "1", "1", "1", "1", "CounterTop")),
    ("Salad", ("1", "2", "1")),
    ("Clean All X", ("Mug",)),
    ("Put All X On Y", ("Silverware", "on", "CounterTop")),
)
_LIMIT = 600
"""Decisions after which an attempt is cut short."""


def run(games: Path | None = None, limit: int | None = None) -> Iterator[dict[str, Any]]:
    """One line for decisions, one for coffee episodes, and one for real games if some are given."""
    _coffee(0)  # the first use compiles, or loads what was compiled before
    yield _decisions()
    yield _spent("coffee episode", [_coffee(seed) for seed in SEEDS])
    if games is not None:
        yield _spent("real game", [_real(game) for game in iter_games([games], limit)])


def _decisions() -> dict[str, Any]:
    """Milliseconds per decision, over several chores in the first kitchens."""
    taken = [pair for name, params in CHORES for seed in SEEDS[:4] for pair in _attempt(load_task(name, params), seed)]
    wall, cpu = (np.percentile(column, (50, 95, 100)).round(2).tolist() for column in np.array(taken).T)
    line = {"bench": "planner", "what": "decision", "n": len(taken)}
    line |= dict(zip(("p50_ms", "p95_ms", "max_ms"), wall, strict=True))
    return line | dict(zip(("p50_cpu_ms", "p95_cpu_ms", "max_cpu_ms"), cpu, strict=True))


def _attempt(task: Task, seed: int) -> list[tuple[float, float]]:
    """Milliseconds of every decision of one attempt at a task, by the clock and of the processor."""
    simulator, clock = PocketController("kitchen", seed=seed), SimulatedClock()
    session = TeachSession(simulator)
    recorder = GameRecorder(session, task, "bench", simulator.scene, clock.now())
    skills = Skills(Body(session, RunRecording(clock, recorder, "bench", task.name)))
    planner = Planner(wants_of(task), skills.belief, skills.navigator, skills.survey, skills.containers)
    taken: list[tuple[float, float]] = []
    while len(taken) < _LIMIT and skills.body.steps < _LIMIT:
        wall, cpu = time.perf_counter(), time.process_time()
        step = planner.next()
        taken.append((1000.0 * (time.perf_counter() - wall), 1000.0 * (time.process_time() - cpu)))
        if step is None:
            break
        planner.learn(step, getattr(skills, step.skill)(step.target))
    return taken


def _coffee(seed: int) -> tuple[bool, int, float, float]:
    """(success, steps, seconds, processor seconds) of making coffee in one kitchen, with a memory."""
    scene = load_scene("kitchen", seed)
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "memory.db") as store:
        wall, cpu = time.perf_counter(), time.process_time()
        session = TeachSession(PocketController(scene, seed=seed))
        clock = SimulatedClock()
        result = run_episode(
            session,
            load_task("Coffee"),
            history=HistoryBuilder(store),
            clock=clock,
            game_id=f"bench-{seed}",
            world=scene.name,
        )
        return result.success, result.steps, time.perf_counter() - wall, time.process_time() - cpu


def _real(game: Game) -> tuple[bool, int, float, float]:
    """The same for a game's task in its initial state, without a memory."""
    wall, cpu = time.perf_counter(), time.process_time()
    session = TeachSession(PocketController(scene_from_game(game)), list(game.initial.objects))
    clock = SimulatedClock()
    result = run_episode(session, game.task, history=None, clock=clock, game_id=game.game_id, world=game.world)
    return result.success, result.steps, time.perf_counter() - wall, time.process_time() - cpu


def _spent(what: str, tries: list[tuple[bool, int, float, float]]) -> dict[str, Any]:
    wall, cpu = [t[2] for t in tries], [t[3] for t in tries]
    return {
        "bench": "planner",
        "what": what,
        "n": len(tries),
        "success": sum(t[0] for t in tries),
        "mean_steps": round(sum(t[1] for t in tries) / max(1, len(tries)), 1),
        "mean_s": round(float(np.mean(wall)), 3),
        "p95_s": round(float(np.percentile(wall, 95)), 3),
        "mean_cpu_s": round(float(np.mean(cpu)), 3),
        "max_cpu_s": round(max(cpu), 3),
    }


if __name__ == "__main__":
    main("benchmarks.planner", run, games=True)
