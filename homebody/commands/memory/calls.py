"""``homebody memory calls``: what calls to language models took and cost."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from homebody.options.figures import JsonOption
from homebody.options.files import DEFAULT_MEMORY, MemoryOption
from homebody.output import Output, left, right, table

if TYPE_CHECKING:
    from rich.table import Table

    from agent.language.call_log import CallFigures


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody memory``."""
    app.command()(calls)


def calls(
    memory: MemoryOption = DEFAULT_MEMORY,
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
    numbers = ("calls", "failed", "tokens read", "written", "seconds p50", "p95", "in all", "cost")
    columns = [*left("role", "model"), *right(*numbers), *left("ended in", dim=True)]
    shown = table(columns, title="calls to language models")
    for one in figures:
        ended = ", ".join(f"{name} {count}" for name, count in one.outcomes.items())
        numbers = (f"{one.prompt_tokens:,}", f"{one.completion_tokens:,}", f"{one.p50:.2f}", f"{one.p95:.2f}")
        shown.add_row(
            one.role,
            one.model,
            str(one.calls),
            str(one.failed),
            *numbers,
            f"{one.seconds:.1f}",
            f"{one.cost:.4f}",
            ended,
        )
    return shown
