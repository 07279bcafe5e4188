"""Finding the run that was cut off, to go on with it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.trail.course import TRAIL, begun, read_trail
from agent.trail.days import life_trail
from envs.errors import BadInput


@dataclass(frozen=True)
class UnfinishedRun:
    """A run that was cut off.

    Attributes:
        folder: Its record folder.
        header: How it was begun.
        deeds: What it did, line by line.
    """

    folder: Path
    header: Mapping[str, Any]
    deeds: tuple[Mapping[str, Any], ...]


def unfinished(memory: Path, record: Path | None) -> UnfinishedRun:
    """The run to go on with: the one recorded in a folder, else the last one next to the memory file.

    Raises:
        BadInput: There is none, or it cannot be gone on with.
    """
    trails = memory.parent.glob(f"*/{TRAIL}")
    folders = [record] if record is not None else sorted(path.parent for path in trails if begun(path))
    if not folders or not (folders[-1] / TRAIL).exists():
        where = record or memory.parent
        if record is None and begun(life_trail(memory)):
            raise BadInput(f"it was a life of days that was cut off in {memory}; say --days N --resume")
        raise BadInput(f"no run that was cut off in {where}; name its folder with --record, or begin a new run")
    header, deeds = read_trail(folders[-1] / TRAIL)
    if header.get("engine") != "pocket":
        raise BadInput(f"the run in {folders[-1]} was in {header.get('engine')}, whose home is gone; begin a new run")
    if not memory.exists():
        raise BadInput(f"the memory {memory} of the run in {folders[-1]} is gone; name it with --memory")
    return UnfinishedRun(folders[-1], header, tuple(deeds))


def clear_leftovers(memory: Path, notebook: str, mine: Path) -> None:
    """Remove what runs that were killed left next to a memory and nobody can use.

    That is the trail of a run that never began, and what a run whose record is whole left beside it. The trail of a
    run that can be gone on with stays.

    Args:
        memory: The memory file.
        notebook: Name of the file in which a run may note its tasks.
        mine: Record folder of the run that cleans up.
    """
    for folder in (path.parent for path in memory.parent.glob(f"*/{TRAIL}")):
        over = (folder / f"{folder.name}.game.json").exists()
        if folder == mine or (begun(folder / TRAIL) and not over):
            continue
        with suppress(OSError):  # another run may just clean up as well
            (folder / notebook).unlink(missing_ok=True)
            (folder / TRAIL).unlink(missing_ok=True)
            if not over:
                folder.rmdir()
