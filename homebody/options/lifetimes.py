"""How long a memory keeps what nothing else speaks for."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class LifetimesChoice(StrEnum):
    """Lifetimes that have a name; see ``memory.store.lifetimes.PRESETS``."""

    LASTING = "lasting"
    H2EMV = "h2emv"


LifetimesOption = Annotated[
    LifetimesChoice | None,
    typer.Option(
        "--lifetimes",
        help="How long the memory keeps things from now on: deeds and words a week (lasting, that of a new memory), "
        "or a day and an hour as published (h2emv).",
    ),
]
