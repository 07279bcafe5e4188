"""``homebody memory calls``: what calls to language models took and cost."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from homebody.output import JsonOption, Output

if TYPE_CHECKING:
    from rich.table import Table

    from agent.language.call_log import CallFigures

DEFAULT_MEMORY = Path("runs/memory.sqlite")


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody memory``."""
    app.command()(calls)


def calls(
    memory: Annotated[Path, typer.Option("--memory", help="The memory file.")] = DEFAULT_MEMORY,
    json_out: JsonOption = None,
) -> None:
    """Show what calls to language models took and cost, by role and model."""
    from agent.language.call_log import call_figures
    from memory.store.database import Store

    out = Output(json_out)
    with Store.open(memory, readonly=True) as store:
        figures = call_figures(store)
    out.show(calls_table(figures) if figures else "no language model was called for this memory")
    out.json([asdict(one) for one in figures])


def calls_table(figures: tuple[CallFigures, ...]) -> Table:
    """The figures for people."""
    from rich.table import Table

    table = Table(title="calls to language models")
    for name in ("role", "model"):
        table.add_column(name)
    for name in ("calls", "failed", "tokens read", "written", "seconds p50", "p95", "in all", "cost"):
        table.add_column(name, justify="right")
    table.add_column("ended in", style="dim")
    for one in figures:
        ended = ", ".join(f"{name} {count}" for name, count in one.outcomes.items())
        numbers = (f"{one.prompt_tokens:,}", f"{one.completion_tokens:,}", f"{one.p50:.2f}", f"{one.p95:.2f}")
        table.add_row(
            one.role,
            one.model,
            str(one.calls),
            str(one.failed),
            *numbers,
            f"{one.seconds:.1f}",
            f"{one.cost:.4f}",
            ended,
        )
    return table
