"""How long a life waits for its memory: written at every step, or by a thread beside life.

The same days are lived in both ways, without trying out and without forgetting in between; for each way the steps per
second, how long the steps took, and how long they waited for the memory. With ``--thinking`` what groups the memory
takes a while, as a language model does. Prints JSON lines; both ways leave the same memory (``same``).

``python -m benchmarks.memory_modes [--days 2] [--seed 0] [--scene kitchen] [--thinking MS]``
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

from agent.body.acting import StepReport
from agent.runs.days import LifeObserver, live_days
from agent.runs.setup import LifeSetup
from benchmarks.lines import keeper, print_lines, result_option
from benchmarks.resuming import contents
from memory.building.grouping import IntentGrouper
from memory.live.writer import InlineWriter, LiveWriter, WritingMode
from memory.roles import Group, Item, Rule


class Thinking(IntentGrouper):
    """The built-in grouper after a while.

    Args:
        seconds: How long it thinks about each call.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    def group(self, parents: Sequence[Group], new: Sequence[Item], level: int, rules: Sequence[Rule]) -> list[Group]:
        """As the built-in one."""
        time.sleep(self._seconds)
        return super().group(parents, new, level, rules)


@contextmanager
def waits(thinking: float) -> Iterator[list[float]]:
    """Collects the seconds that a life waits for its memory, at every experience."""
    found: list[float] = []
    before: dict[Any, Any] = {one: one.observe for one in (InlineWriter, LiveWriter)}

    def watched(one: type[InlineWriter | LiveWriter]) -> Any:
        def observe(self: Any, experience: Any) -> None:
            if thinking and not found:
                self.group_with(Thinking(thinking))
            begun = time.perf_counter()
            before[one](self, experience)
            found.append(time.perf_counter() - begun)

        return observe

    for one in before:
        one.observe = watched(one)
    try:
        yield found
    finally:
        for one, observe in before.items():
            one.observe = observe


def lived(
    mode: WritingMode, days: int, seed: int, scene: str, thinking: float
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Figures of some days, and the tables of their memory."""
    times: list[float] = []

    def step(report: StepReport) -> None:
        if report.action != "Text":
            times.append(time.perf_counter())

    with tempfile.TemporaryDirectory() as folder, waits(thinking) as waited:
        memory = Path(folder) / "m.sqlite"
        setup = LifeSetup(memory=memory, days=days, seed=seed, scene=scene, forget=False, memory_mode=mode)
        begun = time.perf_counter()
        live_days(setup, LifeObserver(on_step=step))
        seconds = time.perf_counter() - begun
        tables = contents(memory)
    steps = [after - before for before, after in pairwise(times)]
    figures = {"steps": len(times), "seconds": round(seconds, 2), "steps_per_s": round(len(times) / seconds, 1)}
    for name, values in (("step", steps), ("wait", waited)):
        figures |= {f"{name}_ms_{at}": value for at, value in _spread(values).items()}
    return {"bench": "memory_modes", "mode": mode, "thinking_ms": round(1000 * thinking), **figures}, tables


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(1000 * one for one in seconds)
    at = {"p50": 0.5, "p99": 0.99, "max": 1.0}
    return {name: round(ordered[int(share * (len(ordered) - 1))], 2) for name, share in at.items()}


def run(days: int, seed: int, scene: str, thinking: float) -> Iterator[dict[str, Any]]:
    """One line for each way, then whether the memories are the same."""
    tables = []
    lived("inline", 1, seed, scene, 0)  # what is compiled or read once is not measured
    for mode in get_args(WritingMode):
        figures, left = lived(mode, days, seed, scene, thinking)
        tables.append(left)
        yield figures
    yield {"bench": "memory_modes", "same": tables[0] == tables[1]}


def main(arguments: list[str]) -> int:
    """Run it; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory_modes", description="Wait for the memory.")
    parser.add_argument("--days", type=int, default=2, help="days to live")
    parser.add_argument("--seed", type=int, default=0, help="chooses the home and the chores")
    parser.add_argument("--scene", default="kitchen", help="the room")
    parser.add_argument("--thinking", type=float, default=0, metavar="MS", help="milliseconds for each grouping")
    result_option(parser)
    given = parser.parse_args(arguments)
    keep = keeper("benchmarks.memory_modes", given.result, arguments)
    tried = run(given.days, given.seed, given.scene, given.thinking / 1000)
    lines = print_lines(tried, keep, ["benchmarks.memory_modes"], seed=given.seed)
    return 0 if lines[-1]["same"] else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
