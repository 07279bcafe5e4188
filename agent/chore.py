"""One run from the command line: which room, which task, which memory and record, and then doing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from agent.body import StepReport
from agent.episode import EpisodeResult, run_episode
from envs.clock import SimulatedClock
from envs.engines import Home, Launcher
from envs.errors import AlreadyExists, UnknownTask
from envs.household_tasks import choose_task, obstacle
from envs.pocket.rebuild import Layouts
from envs.teach.definitions import definitions, load_task
from envs.teach.game import Game
from envs.teach.game_writer import write_game
from envs.teach.session import TeachSession
from envs.teach.task import Task
from memory.store import Store

DEMO_TASK = "Coffee"
PAUSE = timedelta(minutes=20)
"""Time between two runs with the same memory."""
FIRST_DAY = datetime(2026, 1, 5, 8, 0)


@dataclass(frozen=True)
class Chore:
    """A task in a room, ready to be done.

    Attributes:
        task: What to do.
        scene: Where, and the simulator.
        session: The engine under TEACh's rules, freshly begun.
        memory: The memory file.
        record: Folder for the game file.
        game_id: Name of the episode.
        seed: Chooses the wording of the request.
    """

    task: Task
    scene: Home
    session: TeachSession
    memory: Path
    record: Path
    game_id: str
    seed: int


@dataclass(frozen=True)
class Done:
    """How a chore ended, and where to find what it left.

    Attributes:
        result: The episode's outcome.
        started: When it began, on the home's clock.
        ended: When it ended.
        memory: The memory file.
        game_file: The record.
    """

    result: EpisodeResult
    started: datetime
    ended: datetime
    memory: Path
    game_file: Path

    @property
    def success(self) -> bool:
        """Whether the task is done."""
        return self.result.success

    def as_dict(self) -> dict[str, Any]:
        """The figures for reports."""
        result = self.result
        return {
            "task": result.game.task.name,
            "params": list(result.game.task.params),
            "world": result.game.world,
            "success": result.success,
            "reason": result.reason,
            "steps": result.steps,
            "failures": result.failures,
            "goal_conditions": {"satisfied": result.progress.satisfied, "total": result.progress.total},
            "started": self.started.isoformat(),
            "ended": self.ended.isoformat(),
            "memory": str(self.memory),
            "game": str(self.game_file),
        }


def prepare(
    *,
    task: str | None = None,
    params: Sequence[str] = (),
    game: Game | None = None,
    scene: str | None = None,
    layouts: Layouts | None = None,
    seed: int = 0,
    memory: Path,
    record: Path | None = None,
    engine: str = "pocket",
    view: Mapping[str, Any] | None = None,
) -> Chore:
    """Settle everything that can go wrong before the robot moves.

    Args:
        task: Task name; None means the game's own task, else the demo's.
        params: Its parameters; empty lets a task with parameters choose ones that fit the room.
        game: A recorded game to begin in.
        scene: Scene name when there is no game.
        layouts: Free floor of the real plans, for the game's scene.
        seed: Seeds the room and the choice of parameters.
        memory: The memory file, new or old.
        record: New folder for the game file; None takes the next free ``runs/episode-<n>``.
        engine: ``pocket`` or ``unity``; its simulator is stopped when the chore is done.
        view: Parameters of the engine that decide what its frames look like (``width``, ``renderMode``, …).

    Raises:
        AlreadyExists: The record folder exists.
        BadInput: No such engine, or it cannot be used here.
        GaveUp: The simulator does not run.
        TryAgain: It did not start in time.
        UnknownScene: No such scene.
        UnknownTask: No such task, or the room has not what it needs.
    """
    if record is not None and record.exists():
        raise AlreadyExists(f"the record folder {record} exists; choose another name or remove it first")
    if task is not None:
        _check_name(task, params)
    with ExitStack() as undo:
        launcher = undo.enter_context(Launcher(engine, layouts, **(view or {})))
        room = launcher.home(scene if game is None else game, seed)
        session = TeachSession(room.simulator, None if game is None else list(game.initial.objects))
        chosen = _choose(task, params, game, room, session, seed)
        undo.pop_all()  # from here on the simulator is the chore's
    folder = record or _next_folder(memory.parent)
    return Chore(chosen, room, session, memory, folder, folder.name, seed)


def _check_name(task: str, params: Sequence[str]) -> None:
    """Refuse a misspelt task before any room is built."""
    if params:
        load_task(task, params)
        return
    template = next((d for d in definitions() if _same(d.name, task)), None)
    load_task(task, template.example if template else ())


def _same(a: str, b: str) -> bool:
    return a.lower().replace("-", " ").replace("_", " ") == b.lower().replace("-", " ").replace("_", " ")


def _choose(
    name: str | None, params: Sequence[str], game: Game | None, room: Home, session: TeachSession, seed: int
) -> Task:
    if name is None and game is not None:
        return game.task
    objects = session.objects()
    template = next((d for d in definitions() if _same(d.name, name or DEMO_TASK)), None)
    if params or template is None or not template.parameters:
        task = load_task(name or DEMO_TASK, params)
    else:
        found = choose_task(room.room, objects, np.random.default_rng(seed), template.name)
        task = found or load_task(template.name, template.example)
    if name is None and obstacle(task, objects):
        task = choose_task(room.room, objects, np.random.default_rng(seed)) or task
    reason = obstacle(task, objects)
    if reason:
        raise UnknownTask(
            f"{task.name} makes no sense in {room.name}: {reason}; try another --seed, --scene or --param"
        )
    return task


def _next_folder(parent: Path) -> Path:
    number = 1
    while (folder := parent / f"episode-{number:03d}").exists():
        number += 1
    return folder


def do_chore(chore: Chore, on_step: Callable[[StepReport], None] | None = None) -> Done:
    """Do the task, remember every step, write the record.

    Raises:
        BadInput: The memory or the record cannot be written.
        TryAgain: The memory is in use, the disk is full, or the simulator was lost.
    """
    with ExitStack() as stack:
        stack.callback(chore.scene.simulator.stop)
        chore.memory.parent.mkdir(parents=True, exist_ok=True)
        store = stack.enter_context(Store.open(chore.memory))
        newest = store.newest
        clock = SimulatedClock(FIRST_DAY if newest is None else newest[1].time + PAUSE)
        started = clock.now()
        result = run_episode(
            chore.session,
            chore.task,
            store=store,
            clock=clock,
            game_id=chore.game_id,
            world=chore.scene.name,
            seed=chore.seed,
            on_step=on_step,
        )
    game_file = chore.record / f"{chore.game_id}.game.json"
    write_game(result.game, game_file)
    return Done(result, started, clock.now(), chore.memory, game_file)
