"""How large generated rooms are: medians of their objects and of the cells on which the agent can stand.

Run it with ``python -m benchmarks.rooms``; it prints one JSON line per kind of room, over the first sixty seeds.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks.lines import main
from envs.pocket.scenes import load_scene

ROOMS = ("kitchen", "living_room", "bedroom", "bathroom")
SEEDS = range(60)


def run(seeds: range = SEEDS) -> Iterator[dict[str, Any]]:
    """One line per kind of room."""
    for room in ROOMS:
        scenes = [load_scene(room, seed) for seed in seeds]
        yield {
            "bench": "rooms",
            "room": room,
            "n": len(scenes),
            "objects": median(len(scene.objects) for scene in scenes),
            "free_cells": median(len(scene.free) for scene in scenes),
        }


if __name__ == "__main__":
    main("benchmarks.rooms", run)
