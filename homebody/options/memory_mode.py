"""Which thread remembers what is lived."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class MemoryModeChoice(StrEnum):
    """Which thread remembers what is lived."""

    LIVE = "live"
    INLINE = "inline"


MemoryModeOption = Annotated[
    MemoryModeChoice,
    typer.Option(
        "--memory-mode", help="Remember beside life (live), or stop for it at every step (inline); the same memory."
    ),
]
