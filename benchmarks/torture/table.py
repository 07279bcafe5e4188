"""The table of the torture: tried and held, row by row, and how to make a failure again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from benchmarks.torture.outcome import Outcome
from benchmarks.torture.row import Row

SHOWN = 5
"""Most failures shown of a row; JSON has all."""


def figures(tried: Iterable[tuple[Row, Outcome]]) -> dict[str, Any]:
    """For JSON: every row, the sum of every kind, and that of all."""
    rows = [{"kind": row.kind, "what": row.what, **_outcome(outcome)} for row, outcome in tried]
    kinds = [
        _sum(kind, [one for one in rows if one["kind"] == kind]) for kind in dict.fromkeys(r["kind"] for r in rows)
    ]
    return {"rows": rows, "kinds": kinds, "all": _sum("all", rows)}


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {**outcome.as_dict(), "seconds": round(outcome.seconds, 1)}


def _sum(name: str, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    sums = {key: sum(one[key] for one in rows) for key in ("tried", "held")}
    return {
        "name": name,
        **sums,
        "failed": sums["tried"] - sums["held"],
        "seconds": sum(one["seconds"] for one in rows),
    }


def print_table(tried: Sequence[tuple[Row, Outcome]], seed: int, console: Console) -> None:
    """For people."""
    table = Table(title=f"torture, seed {seed}")
    table.add_column("row")
    for name in ("tried", "held", "s"):
        table.add_column(name, justify="right")
    found = figures(tried)
    for kind in found["kinds"]:
        for one in found["rows"]:
            if one["kind"] == kind["name"]:
                table.add_row(*_cells(f"  {one['name']}", one))
        table.add_row(*_cells(kind["name"], kind), style="bold", end_section=True)
    table.add_row(*_cells("all", found["all"]), style="bold")
    console.print(table)
    for row, outcome in tried:
        for failure in outcome.failures[:SHOWN]:
            console.print(Text(f"{row.name}, case {failure.case}: {failure.line}"))
            console.print(Text(f"    {again(row, failure.seed, failure.case)}", style="dim"))


def again(row: Row, seed: int, case: int) -> str:
    """The command that makes one attempt again."""
    name = f'"{row.name}"' if " " in row.name else row.name
    return f"python -m benchmarks.torture --only {name} --seed {seed} --case {case}"


def _cells(name: str, one: dict[str, Any]) -> tuple[str, ...]:
    return name, f"{one['tried']:,}", f"{one['held']:,}", f"{one['seconds']:.0f}"
