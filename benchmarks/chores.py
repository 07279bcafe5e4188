"""How often the built-in agent does its chores: generated rooms, and the initial states of real TEACh games.

The agent sees with ground-truth perception and knows only what it has seen; success is TEACh's checker on the final
scene. Seconds are processor time, because shared machines are busy. Run it with
``python -m benchmarks.chores [FOLDER_OR_ZIP [LIMIT]]``; without a path only generated rooms are lived in. With
``--detector NAME [--depth none] [--rooms N]`` it goes by pictures alone, in so many rooms of each kind, and no games
are played.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agent.body.seeing import ChosenSight
from agent.planning.episode import run_episode
from benchmarks.lines import keeper, main, print_lines, result_option
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.pocket.scene import Scene
from envs.pocket.scenes import load_scene
from envs.teach.games.rebuild import scene_from_game
from envs.teach.games.recorded import iter_games
from envs.teach.games.session import TeachSession
from envs.teach.tasks.definition import Task
from envs.teach.tasks.definitions import load_task
from envs.teach.tasks.offers import obstacle
from perception.senses import ChosenSenses

SEEDS = range(20)
CHORES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("kitchen", "Coffee", ()),
    ("kitchen", "Water Plant", ()),
    ("kitchen", "Clean All X", ("Mug",)),
    ("kitchen", "Clean All X", ("Plate",)),
    ("kitchen", "Put All X On Y", ("Silverware", "on", "CounterTop")),
    ("kitchen", "Put All X On Y", ("Mug", "in", "Cabinet")),
    ("kitchen", "Put All X In One Y", ("Condiments", "in", "Cabinet")),
    ("kitchen", "Boil X", ("Potato",)),
    ("kitchen", "Plate Of Toast", ()),
    ("kitchen", "N Slices Of X In Y", ("2", "Tomato", "on", "Plate")),
    ("kitchen", "N Cooked Slices Of X In Y", ("3", "Potato", "in", "Bowl")),
    ("kitchen", "Salad", ("1", "2", "1")),
    ("kitchen", "Sandwich", ("1", "1")),
    ("living_room", "Put All X On Y", ("Watch", "on", "Sofa")),
    ("bedroom", "Put All X On Y", ("Book", "on", "Bed")),
    ("bathroom", "Clean All X", ("Cloth",)),
)


def run(games: Path | None = None, limit: int | None = None) -> Iterator[dict[str, Any]]:
    """One line per chore over the seeds; then, if games are given, one line per task type over them."""
    every: list[tuple[bool, int, float] | None] = []
    for room, name, params in CHORES:
        task = load_task(name, params)
        tries = [_try(load_scene(room, seed), task, seed) for seed in SEEDS]
        every += tries
        yield _line(room, name, tries, params)
    yield _line("generated", "all", every)
    if games is None:
        return
    by_task: dict[str, list[tuple[bool, int, float] | None]] = {}
    for game in iter_games([games], limit):
        tried = _try(scene_from_game(game), game.task, 0, list(game.initial.objects))
        by_task.setdefault(game.task.name, []).append(tried)
    for name, tries in sorted(by_task.items()):
        yield _line("real games", name, tries)
    yield _line("real games", "all", [t for tries in by_task.values() for t in tries])


def run_by_sight(sight: ChosenSight, rooms: int) -> Iterator[dict[str, Any]]:
    """One line per chore in the first rooms of its kind, by pictures alone; then one for all."""
    every: list[tuple[bool, int, float] | None] = []
    for room, name, params in CHORES:
        task = load_task(name, params)
        tries = [_try(load_scene(room, seed), task, seed, sight=sight) for seed in SEEDS[:rooms]]
        every += tries
        yield _line(room, name, tries, params)
    yield _line("generated", "all", every)


def _try(
    scene: Scene,
    task: Task,
    seed: int,
    initial: list[dict[str, Any]] | None = None,
    sight: ChosenSight | None = None,
) -> tuple[bool, int, float] | None:
    """(success, steps, processor seconds) of one attempt, or None when the room offers no such chore."""
    frames = {} if sight is None else sight.frames
    session = TeachSession(PocketController(scene, seed=seed, **frames), initial)
    if initial is None and obstacle(task, session.objects()):
        return None
    started = time.process_time()
    result = run_episode(
        session,
        task,
        history=None,
        clock=SimulatedClock(),
        game_id=f"bench-{seed}",
        world=scene.name,
        seed=seed,
        perception=None if sight is None else sight.open(),
    )
    return result.success, result.steps, time.process_time() - started


def _line(
    where: str, name: str, tries: list[tuple[bool, int, float] | None], params: tuple[str, ...] = ()
) -> dict[str, Any]:
    done = [t for t in tries if t is not None]
    return {
        "bench": "chores",
        "where": where,
        "task": " ".join((name, *params)),
        "n": len(done),
        "not_offered": len(tries) - len(done),
        "success": sum(ok for ok, _, _ in done),
        "mean_steps": round(sum(n for _, n, _ in done) / len(done), 1) if done else None,
        "mean_seconds": round(sum(s for _, _, s in done) / len(done), 2) if done else None,
    }


def _by_sight() -> None:
    """The command line with ``--detector``."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chores")
    parser.add_argument("--detector", required=True, help="with what it sees: ground-truth (true boxes), yolo-world, …")
    parser.add_argument("--depth", choices=["given", "none"], default="given")
    parser.add_argument("--rooms", type=int, default=len(SEEDS), help="so many rooms of each kind")
    result_option(parser)
    given = parser.parse_args()
    keep = keeper("benchmarks.chores", given.result)
    sight = ChosenSight(ChosenSenses(given.detector), given.depth == "given")
    print_lines(run_by_sight(sight, given.rooms), keep, ["benchmarks.chores"])


if __name__ == "__main__":
    if any(word.startswith("--detector") for word in sys.argv):
        _by_sight()
    else:
        main("benchmarks.chores", run, games=True)
