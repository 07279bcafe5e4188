"""``make bench``: every benchmark, one JSON line per measurement on standard output."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks import chores, engine, memory, planner, random_policy, render, resets

BENCHMARKS: dict[str, Callable[[], Iterator[dict[str, Any]]]] = {
    "engine": engine.run,
    "random_policy": random_policy.run,
    "chores": chores.run,
    "planner": planner.run,
    "render": render.run,
    "memory": memory.run,
    "resets": resets.run,
}


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all of them; returns the exit code."""
    unknown = sorted(set(names) - set(BENCHMARKS))
    if unknown:
        print(f"no benchmark is called {unknown[0]!r}; there are: {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    for name in names or BENCHMARKS:
        print(f"{name} ...", file=sys.stderr)
        for line in BENCHMARKS[name]():
            print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
