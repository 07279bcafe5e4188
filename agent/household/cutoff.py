"""Finding the run that was cut off, to go on with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.household.listening import TRAIL, read_trail
from envs.errors import BadInput


@dataclass(frozen=True)
class Unfinished:
    """A run that was cut off.

    Attributes:
        folder: Its record folder.
        header: How it was begun.
        deeds: What it did.
    """

    folder: Path
    header: Mapping[str, Any]
    deeds: tuple[Mapping[str, Any], ...]


def unfinished(memory: Path, record: Path | None) -> Unfinished:
    """The run to go on with: the one recorded in a folder, else the last one next to the memory file.

    Raises:
        BadInput: There is none, or it cannot be gone on with.
    """
    folders = [record] if record is not None else sorted(path.parent for path in memory.parent.glob(f"*/{TRAIL}"))
    if not folders or not (folders[-1] / TRAIL).exists():
        where = record or memory.parent
        raise BadInput(f"no run that was cut off in {where}; name its folder with --record, or begin a new run")
    header, deeds = read_trail(folders[-1] / TRAIL)
    if header.get("engine") != "pocket":
        raise BadInput(f"the run in {folders[-1]} was in {header.get('engine')}, whose home is gone; begin a new run")
    if not memory.exists():
        raise BadInput(f"the memory {memory} of the run in {folders[-1]} is gone; name it with --memory")
    return Unfinished(folders[-1], header, tuple(deeds))
