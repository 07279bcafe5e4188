"""What simulates the home."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class EngineChoice(StrEnum):
    """What simulates the home."""

    POCKET = "pocket"
    UNITY = "unity"


EngineOption = Annotated[
    EngineChoice, typer.Option("--engine", help="The simulator: the embedded one, or a Unity build.")
]
