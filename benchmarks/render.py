"""Speed of the renderer while acting: RGB, depth and segmentation at every step of a walk with things picked up.

Targets: 200 steps/s plain and 50 textured at 300×300 with 90 objects, on one core.
A line before them says how long the first frames ever take, while the kernels are compiled (target: 10 s in all).
Run it with ``python -m benchmarks.render``; it prints one JSON line per mode and size.
"""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from benchmarks.lines import main
from envs.pocket.controller import PocketController
from envs.pocket.generate import generate_room
from envs.pocket.render import Renderer

CASES = (("plain", 300, 120), ("textured", 300, 60), ("plain", 900, 30), ("textured", 900, 10))
ROUNDS = 5
WALK = ("MoveAhead", "MoveBack", "MoveLeft", "MoveRight", "RotateLeft", "RotateRight", "LookUp", "LookDown")


def _frame(renderer: Renderer, controller: PocketController, size: int) -> None:
    world = controller.engine.world
    renderer.render(
        world.records,
        controller.engine.camera(),
        size,
        size,
        held=world.held,
        walls=world.scene.walls,
        bounds=world.bounds,
    )


def _act(controller: PocketController, rng: random.Random, step: int) -> None:
    """Mostly walking; every tenth step changes something: a door, a lamp, what is held."""
    if step % 10:
        controller.step(rng.choice(WALK))
        return
    records = controller.engine.world.records
    record = rng.choice([r for r in records if r["openable"] or r["toggleable"] or r["pickupable"]])
    if record["openable"]:
        controller.step(
            "CloseObject" if record["isOpen"] else "OpenObject", objectId=record["objectId"], forceAction=True
        )
    elif record["toggleable"]:
        name = "ToggleObjectOff" if record["isToggled"] else "ToggleObjectOn"
        controller.step(name, objectId=record["objectId"], forceAction=True)
    elif controller.engine.world.held is None:
        controller.step("PickupObject", objectId=record["objectId"], forceAction=True)
    else:
        controller.step("DropHandObject", forceAction=True)


def measure(mode: str, size: int, steps: int, seed: int = 1) -> dict[str, Any]:
    """Steps per second with all three frames; the best of five rounds, as other work only makes a round slower."""
    controller = PocketController(generate_room("kitchen", seed, objects=90), width=size, height=size)
    renderer, rng = Renderer(mode), random.Random(seed)
    started = time.perf_counter()
    _frame(renderer, controller, size)
    first = time.perf_counter() - started
    best = best_cpu = 0.0
    for _ in range(ROUNDS):
        started, cpu = time.perf_counter(), time.process_time()
        for step in range(steps):
            _act(controller, rng, step)
            _frame(renderer, controller, size)
        best = max(best, steps / (time.perf_counter() - started))
        best_cpu = max(best_cpu, steps / (time.process_time() - cpu))
    return {
        "bench": "render",
        "mode": mode,
        "size": size,
        "objects": len(controller.engine.world),
        "steps_per_s": round(best, 1),
        "steps_per_cpu_s": round(best_cpu, 1),
        "first_frame_s": round(first, 2),
    }


def first_frames() -> dict[str, float]:
    """Processor seconds that the first frame of each mode takes this process, one mode after the other."""
    controller = PocketController(generate_room("kitchen", 1, objects=90))
    seconds = {}
    for mode in ("plain", "textured"):
        cpu = time.process_time()
        _frame(Renderer(mode), controller, 300)
        seconds[mode] = round(time.process_time() - cpu, 2)
    return seconds


def compilation() -> dict[str, Any]:
    """The first frames of a process that finds nothing compiled."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from benchmarks.render import first_frames; print(first_frames())"]
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return {"bench": "render_first_frames", **{f"{k}_cpu_s": v for k, v in ast.literal_eval(done.stdout).items()}}


def run() -> Iterator[dict[str, Any]]:
    """One line for the compilation, then one per mode and frame size."""
    yield compilation()
    for mode, size, steps in CASES:
        yield measure(mode, size, steps)


if __name__ == "__main__":
    main("benchmarks.render", run)
