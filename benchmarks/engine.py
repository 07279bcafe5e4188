"""Speed of the pocket engine with metadata read at every step, and what it costs as rooms fill up.

Targets: 5,000 steps/s on a 90-object kitchen, reset in 50 ms, 200 MB of memory, on one core. Run it with
``python -m benchmarks.engine``; it prints one JSON line per room size, each measured in a process of its own.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.lines import main
from envs.pocket.controller import PocketController
from envs.pocket.generate import generate_room

SIZES = (20, 50, 90, 150, 200, 300, 400)
ROUNDS, STEPS = 10, 600
WALK = tuple("MoveAhead MoveAhead MoveBack MoveLeft MoveRight RotateLeft RotateRight LookUp LookDown Pass".split())  # noqa: SIM905


def measure(objects: int, seed: int = 1) -> dict[str, Any]:
    """Walk about in a kitchen of that many objects; every event's metadata is read.

    Speed is the best of ten rounds: the machine's other work only ever makes a round slower.
    """
    controller = PocketController(generate_room("kitchen", seed, objects=objects))
    rng = random.Random(seed)
    best = max(_round(controller, rng) for _ in range(ROUNDS))
    started = time.perf_counter()
    for _ in range(10):
        controller.reset()
    reset_ms = (time.perf_counter() - started) * 100
    return {
        "bench": "engine",
        "objects": len(controller.last_event.metadata["objects"]),
        "steps_per_s": round(best),
        "reset_ms": round(reset_ms, 2),
        "memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


def _round(controller: PocketController, rng: random.Random) -> float:
    actions = rng.choices(WALK, k=STEPS)
    started = time.perf_counter()
    for action in actions:
        event = controller.step(action)
        sum(item["visible"] for item in event.metadata["objects"])
    return STEPS / (time.perf_counter() - started)


def run() -> Iterator[dict[str, Any]]:
    """One line per room size."""
    for objects in SIZES:
        command = [sys.executable, "-m", "benchmarks.engine", str(objects)]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        yield json.loads(output)


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1].isdecimal():
        print(json.dumps(measure(int(sys.argv[1]))))
    else:
        main("benchmarks.engine", run)
