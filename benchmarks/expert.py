"""How often the built-in expert does the tasks of the environments, in rooms of every split.

Run it with ``python -m benchmarks.expert [--episodes N] [--environment ID ...]``: so many episodes for each
environment, kind of room and split (20 by default), one JSON line each; then one line per environment over everything,
and one per task of it. Every episode is in another room, its task is the one that the environment chooses; success is
TEACh's checker.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import gymnasium
from rich.console import Console
from rich.progress import track

from agent.expert.advice import Demonstration, Expert, demonstrate
from benchmarks.lines import keeper, print_lines, result_option
from envs import ENVIRONMENTS
from envs.gym.rooms import SPLITS, seeds_of
from envs.pocket.scenes import ROOMS

EPISODES = 20


@dataclass(frozen=True)
class _Try:
    environment: str
    room: str
    split: str
    scene: str
    task: str
    shown: Demonstration
    seconds: float


def run(episodes: int = EPISODES, environments: Collection[str] = tuple(ENVIRONMENTS)) -> Iterator[dict[str, Any]]:
    """One line per environment, kind of room and split; then totals."""
    tries: list[_Try] = []
    plans = [(name, room, split) for name in environments for room in ROOMS for split in SPLITS]
    for name, room, split in track(plans, "expert", console=Console(stderr=True), transient=True):
        made = list(_tries(name, room, split, episodes))
        tries += made
        yield _line(made, environment=name, room=room, split=split)
    for name in environments:
        own = [t for t in tries if t.environment == name]
        yield _line(own, environment=name, room="all", split="all")
        for task in sorted({t.task for t in own}):
            yield _line([t for t in own if t.task == task], environment=name, task=task)


def _tries(name: str, room: str, split: str, episodes: int) -> Iterator[_Try]:
    env = gymnasium.make(name, scene=room, view="map")
    expert = Expert(env)
    for number, seed in enumerate(seeds_of(split, episodes)):
        started = time.process_time()
        shown = demonstrate(env, expert, seed=number, options={"scene_seed": seed})
        task = env.get_wrapper_attr("episode").task.name
        yield _Try(name, room, split, f"{room}_{seed}", task, shown, time.process_time() - started)
    env.close()


def _line(tries: list[_Try], **about: str) -> dict[str, Any]:
    failed = [t for t in tries if not t.shown.success]
    why = Counter(t.shown.reason or "a limit was reached" for t in failed)
    return {
        "bench": "expert",
        **about,
        "n": len(tries),
        "success": len(tries) - len(failed),
        "mean_steps": round(sum(t.shown.steps for t in tries) / len(tries), 1),
        "mean_cpu_s": round(sum(t.seconds for t in tries) / len(tries), 3),
        "failed": {f"{t.scene} {t.task}": t.shown.reason for t in failed} if "task" not in about else dict(why),
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.expert")
    parser.add_argument("--episodes", type=int, default=EPISODES, help="in each environment, kind of room and split")
    parser.add_argument("--environment", nargs="+", choices=ENVIRONMENTS, default=tuple(ENVIRONMENTS), help="which")
    result_option(parser)
    given = parser.parse_args()
    if given.episodes < 1:
        parser.error(f"--episodes is {given.episodes}; it must be at least 1")
    keep = keeper("benchmarks.expert", given.result)
    print_lines(run(given.episodes, given.environment), keep, ["benchmarks.expert", "envs.gym.env"], seed=0)


if __name__ == "__main__":
    main()
