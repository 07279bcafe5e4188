"""The figures of ``eval recall`` and ``eval judge`` as tables for people."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE
from rich.table import Table

_METHODS = ("strict", "lenient", "labelled")
_MOST_OTHERS = 2


def set_table(figures: dict[str, Any]) -> Table:
    """Our row and those of published systems on the same set."""
    title = f"{figures['file']}: {figures['questions']} questions about histories of {figures['episodes']} episodes"
    table = Table(title=title)
    table.add_column("system", overflow="fold")
    for name in ("strict", "lenient", "label", "BLEU", "RougeL", "tokens"):
        table.add_column(name, justify="right", no_wrap=name in ("BLEU", "RougeL", "tokens"))
    table.caption = "S_c / S_p in percent, 95 % interval of S_c; tokens read per question"
    table.add_row("ours", *_cells(figures), style="bold")
    for name, row in figures["published"].items():
        table.add_row(name, *_cells(row))
    return table


def _cells(row: dict[str, Any]) -> list[str]:
    cells = []
    for method in _METHODS:
        share = row.get(method)
        if share is None:
            cells.append("")
            continue
        low, high = share["S_c_95"]
        cells.append(f"{share['S_c']:.0f} / {share['S_p']:.0f}  {low:.0f}–{high:.0f}")
    numbers = (row["bleu4"], row["rougeL"], row["tokens_read_mean"])
    return cells + ["" if number is None else f"{number:,.0f}" for number in numbers]


def type_table(figures: dict[str, Any]) -> Table:
    """S_c / S_p by type of question: ours strictly and leniently, published systems strictly."""
    kinds = list(figures["by_type"])
    table = Table(title=f"{figures['file']}: by type", box=SIMPLE, padding=(0, 0), collapse_padding=True)
    table.caption = "strict S_c/S_p in percent; where it says so lenient, or F1"
    table.add_column("system", overflow="fold")
    for kind in kinds:
        table.add_column(f" {kind}", justify="right", no_wrap=True)
    ours = figures["by_type"].values()
    table.add_row("ours", *(f" {pair(row)}" for row in ours), style="bold")
    table.add_row("ours, lenient", *(f" {pair(row['lenient'])}" for row in ours))
    table.add_row("ours, F1", *(f" {row['f1']:.0f}" for row in ours))
    for name, other in figures["published"].items():
        table.add_row(name, *(f" {pair(other['by_type'].get(kind))}" for kind in kinds))
    return table


def pair(row: dict[str, Any] | None) -> str:
    """``S_c/S_p``."""
    return "" if row is None else f"{row['S_c']:.0f}/{row['S_p']:.0f}"


def judge_table(split: str, figures: dict[str, Any]) -> Table:
    """Agreement with hand labels by type."""
    judges = list(figures["all"]["agreement"])
    others = list(figures["all"]["ours_with"])
    others = others if len(others) <= _MOST_OTHERS else []  # more make it unreadable; JSON has them all
    table = Table(
        title=f"{split}: percent that agree with annotator {figures['annotator']}", box=SIMPLE, padding=(0, 1)
    )
    table.caption = "= judge: how often ours agrees with it; F1: overlap of the answers"
    table.add_column("type", no_wrap=True)
    table.add_column("n", justify="right")
    for name in (*judges, *(f"= {name}" for name in others), "F1"):
        table.add_column(name, justify="right", overflow="fold")
    rows = [*figures["by_type"].items(), ("typed", figures["typed"]), ("all", figures["all"])]
    for kind, row in rows:
        cells = [*row["agreement"].values(), *(row["ours_with"][name] for name in others), row["f1"]]
        shown = ["" if cell is None else f"{cell:.0f}" for cell in cells]
        table.add_row(kind, str(row["samples"]), *shown, style="bold" if len(kind) > 2 else "")
    return table
