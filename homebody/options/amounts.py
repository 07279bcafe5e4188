"""Options that say how much: of what is random, how many, by how many processes."""

from __future__ import annotations

from typing import Annotated

import typer

SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Decides everything that is left to chance.")]
LimitOption = Annotated[int | None, typer.Option("--limit", min=1, help="Only the first so many games.")]
StepsOption = Annotated[int, typer.Option("--steps", min=1, help="Actions of each episode or walk, at most.")]
WorkersOption = Annotated[
    int, typer.Option("--workers", min=1, help="How many processes share the work; the figures are the same.")
]
ProcessesOption = Annotated[
    int, typer.Option("--processes", min=1, help="How many games are looked at at the same time.")
]
