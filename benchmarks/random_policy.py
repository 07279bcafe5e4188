"""A random policy in every kind of room: it must never meet an exception, and this is how fast it goes.

Run it with ``python -m benchmarks.random_policy``; it prints one JSON line per room, first with the map that needs no
frames, then pointing at what plain frames show.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import gymnasium

import envs  # noqa: F401 - registers the environments
from benchmarks.lines import main
from envs.pocket.scenes import ROOMS

STEPS = 10_000
PLANS = (("homebody/Household-v0", "map", STEPS), ("homebody/Pointing-v0", "plain", STEPS // len(ROOMS)))
"""Environment, view, and steps in each room."""


def run() -> Iterator[dict[str, Any]]:
    """One line per plan and room: random steps, in a new room after each episode, and steps per second with resets."""
    for environment, view, steps in PLANS:
        for number, room in enumerate(ROOMS):
            yield measure(environment, view, room, steps, number)


def measure(environment: str, view: str, room: str, steps: int, seed: int) -> dict[str, Any]:
    """That many random steps in rooms of one kind."""
    env = gymnasium.make(environment, scene=room, view=view)
    env.action_space.seed(seed)
    env.reset(seed=seed)
    episodes, start = 1, time.perf_counter()
    for _ in range(steps):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()
            episodes += 1
    seconds = time.perf_counter() - start
    env.close()
    return {
        "bench": "random_policy",
        "environment": environment,
        "view": view,
        "room": room,
        "steps": steps,
        "episodes": episodes,
        "steps_per_s": round(steps / seconds, 1),
    }


if __name__ == "__main__":
    main("benchmarks.random_policy", run, also=["envs.gym.env"])
