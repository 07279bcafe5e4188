"""How long a reset takes, in a room that was never seen before and in one of a list, and what that does to random play.

Run it with ``python -m benchmarks.resets [--view VIEW ...]``; it prints one JSON line per kind of room and view:
milliseconds by the clock and of the processor, because shared machines are busy. A reset is all of it: room, engine,
task, first observation. *Known* rooms are gone through once before the measurement, as a training run would.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import gymnasium
import numpy as np
from rich.console import Console
from rich.progress import track

import envs  # noqa: F401 - registers the environments
from benchmarks.lines import keeper, print_lines, result_option
from envs.gym.rooms import seeds_of
from envs.gym.view import LOOKS
from envs.pocket.scenes import ROOMS

ENVIRONMENT = "homebody/Household-v0"
RESETS, STEPS, LISTED = 60, 1500, 20
FIRST_NEW = 10**6  # seeds that nothing else here uses


def run(views: Sequence[str] = LOOKS) -> Iterator[dict[str, Any]]:
    """One line per view, kind of room and whether the rooms are new."""
    plans = [(view, room, new) for view in views for room in ROOMS for new in (True, False)]
    for view, room, new in track(plans, "resets", console=Console(stderr=True), transient=True):
        yield measure(view, room, new)


def measure(view: str, room: str, new: bool) -> dict[str, Any]:
    """Milliseconds per reset in rooms of one kind, and random steps per second with the resets that they need."""
    env = gymnasium.make(ENVIRONMENT, scene=room, view=view)
    env.action_space.seed(0)
    env.reset(seed=0, options={"scene_seed": FIRST_NEW - 1})
    env.step(env.action_space.sample())  # the first use compiles, or loads what was compiled before
    listed = seeds_of("train", LISTED)
    if not new:
        for seed in listed:
            env.reset(options={"scene_seed": seed})
    fresh = iter(range(FIRST_NEW, 2 * FIRST_NEW))
    known = iter(listed * STEPS)

    def begin() -> None:
        env.reset(options={"scene_seed": next(fresh if new else known)})

    wall, cpu = np.array([_timed(begin) for _ in range(RESETS)]).T
    line: dict[str, Any] = {"bench": "resets", "view": view, "room": room, "rooms": "new" if new else "known"}
    line |= {"n": RESETS, "p50_ms": _ms(wall, 50), "p95_ms": _ms(wall, 95)}
    line |= {"p50_cpu_ms": _ms(cpu, 50), "p95_cpu_ms": _ms(cpu, 95)}
    line["random_steps_per_s"] = round(STEPS / _played(env, begin), 1)
    env.close()
    return line


def _played(env: gymnasium.Env[Any, Any], begin: Callable[[], None]) -> float:
    """Seconds that random steps take, in another room after each episode."""
    begin()
    started = time.perf_counter()
    for _ in range(STEPS):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            begin()
    return time.perf_counter() - started


def _timed(call: Callable[[], None]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    return time.perf_counter() - wall, time.process_time() - cpu


def _ms(seconds: np.ndarray, percentile: int) -> float:
    return round(1000.0 * float(np.percentile(seconds, percentile)), 1)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.resets")
    parser.add_argument("--view", nargs="+", choices=LOOKS, default=LOOKS, help="what is observed (default: all)")
    result_option(parser)
    given = parser.parse_args()
    keep = keeper("benchmarks.resets", given.result)
    print_lines(run(given.view), keep, ["benchmarks.resets", "envs.gym.env"], seed=0)


if __name__ == "__main__":
    main()
