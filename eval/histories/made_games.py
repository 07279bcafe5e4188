"""Games of our own: chores that the agent does in generated rooms, recorded as TEACh records them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import numpy as np

from agent.planning.episode import run_episode
from envs.clock import SimulatedClock
from envs.engines import Launcher
from envs.teach.games.session import TeachSession
from envs.teach.games.writer import write_game
from envs.teach.tasks.offers import choose_task

ROOMS = ("kitchen", "kitchen", "living_room", "bedroom", "bathroom")
"""In turn; most of TEACh's games are played in kitchens."""
FIRST_ROOM = 2_000_000
"""Seed of the first room: nothing is collected from here on (``eval.collect.plan.HELD_OUT``)."""
MOST_STEPS = 300

_BEGIN = datetime(2026, 1, 5, 8, 0)


def make_games(folder: Path, count: int, seed: int = 0) -> Iterator[Path]:
    """Do chores and record them, one after the other; a game that is there already is kept.

    Args:
        folder: Where the game files go.
        count: How many.
        seed: Decides rooms and chores.

    Yields:
        The file of each game, once it is written.

    Raises:
        BadInput: The folder cannot be written to.
        TryAgain: The disk is full.
    """
    made = number = 0
    while made < count:
        path = folder / f"made_{seed}_{number:03d}.game.json"
        if path.exists() or _make(path, number, seed):
            made += 1
            yield path
        number += 1


def _make(path: Path, number: int, seed: int) -> bool:
    """Record one chore; false when there is nothing to do in the room."""
    random = np.random.default_rng([seed, number])
    with Launcher("pocket", renderImage=False) as launcher:
        home = launcher.home(ROOMS[number % len(ROOMS)], FIRST_ROOM + 1000 * seed + number)
        session = TeachSession(home.simulator)
        task = choose_task(home.room, session.objects(), random)
        if task is None:
            return False
        name = path.name.removesuffix(".game.json")
        clock = SimulatedClock(_BEGIN)
        done = run_episode(
            session,
            task,
            history=None,
            clock=clock,
            game_id=name,
            world=home.name,
            seed=number,
            max_steps=MOST_STEPS,
        )
    write_game(done.game, path)
    return True
