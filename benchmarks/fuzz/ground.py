"""What is damaged: a memory, its export, a recorded game, a trail; made once in a folder that goes with the process."""

from __future__ import annotations

import json
import shutil
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.fuzz.command import scratch, told
from benchmarks.lives import live
from memory.building.history import HistoryBuilder
from memory.store.database import Store
from memory.store.transfer import export_lines

_SEED = 5
_LIVED = 120


@lru_cache(maxsize=1)
def memory() -> Path:
    """A memory of some hours; for commands that only read."""
    path = Path(scratch()) / "memory.sqlite"
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for one in islice(live(_SEED, steps=30), _LIVED):
            builder.observe(one)
    return path


@lru_cache(maxsize=1)
def exported() -> tuple[str, ...]:
    """That memory as lines."""
    return tuple(export_lines(memory()))


@lru_cache(maxsize=1)
def run() -> Path:
    """The folder of a short run: its memory, and its record with the game."""
    path = Path(scratch()) / "run"
    path.mkdir()
    told(
        [
            "run",
            "make coffee",
            "--scene",
            "kitchen",
            "--seed",
            "3",
            "--memory",
            str(path / "m.sqlite"),
            "--record",
            str(path / "record"),
        ]
    )
    return path


@lru_cache(maxsize=1)
def game() -> dict[str, Any]:
    """The game that it recorded."""
    (path,) = (run() / "record").glob("*.game.json")
    return json.loads(path.read_bytes())


def fresh(name: str) -> Path:
    """A path of that name where nothing is."""
    path = Path(scratch()) / "tries" / name
    path.parent.mkdir(exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    for other in path.parent.glob(f"{name}*"):
        if other.is_symlink() or not other.is_dir():
            other.unlink()
    return path


def copied(name: str) -> Path:
    """A copy of the memory, for a command that writes."""
    path = fresh(name)
    shutil.copy(memory(), path)
    return path
