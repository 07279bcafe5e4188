"""Which task is meant by a name, or by none, in the room there is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from envs.engines import Home
from envs.errors import UnknownTask
from envs.teach.games.recorded import Game
from envs.teach.games.session import TeachSession
from envs.teach.tasks.definition import Task
from envs.teach.tasks.definitions import definitions, load_task
from envs.teach.tasks.offers import choose_task, obstacle

DEMO_TASK = "Coffee"


def check_name(task: str, params: Sequence[str]) -> None:
    """Refuse a misspelt task before any room is built.

    Raises:
        UnknownTask: No such task, or it takes other parameters.
    """
    if params:
        load_task(task, params)
        return
    template = next((d for d in definitions() if _same(d.name, task)), None)
    load_task(task, template.example if template else ())


def _same(a: str, b: str) -> bool:
    return a.lower().replace("-", " ").replace("_", " ") == b.lower().replace("-", " ").replace("_", " ")


def choose(
    name: str | None, params: Sequence[str], game: Game | None, room: Home, session: TeachSession, seed: int
) -> Task:
    """The task that is asked for by name, with parameters that fit the room.

    Args:
        name: Its name; None means the game's own task, else ``DEMO_TASK``.
        params: Its parameters; empty chooses them.
        game: The game that is begun in.
        room: The room that is begun in.
        session: The same under TEACh's rules.
        seed: Decides what is drawn.

    Raises:
        UnknownTask: No such task, or the room has not what it needs.
    """
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
