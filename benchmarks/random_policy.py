"""A random policy in every kind of room: it must never meet an exception, and this is how fast it goes.

Run it with ``python -m benchmarks.random_policy``; it prints one JSON line per room.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import gymnasium

import envs  # noqa: F401 - registers the environment
from envs.pocket.scenes import ROOMS

STEPS = 10_000
ENVIRONMENT = "homebody/Household-v0"


def run(steps: int = STEPS) -> Iterator[dict[str, Any]]:
    """One line per room: that many random steps, in a new room after each episode, and steps per second with resets."""
    for number, room in enumerate(ROOMS):
        env = gymnasium.make(ENVIRONMENT, scene=room)
        env.action_space.seed(number)
        env.reset(seed=number)
        episodes, start = 1, time.perf_counter()
        for _ in range(steps):
            _, _, terminated, truncated, _ = env.step(env.action_space.sample())
            if terminated or truncated:
                env.reset()
                episodes += 1
        seconds = time.perf_counter() - start
        env.close()
        yield {
            "bench": "random_policy",
            "room": room,
            "steps": steps,
            "episodes": episodes,
            "steps_per_s": round(steps / seconds, 1),
        }


if __name__ == "__main__":
    for line in run():
        print(json.dumps(line), flush=True)
