"""What there is to choose from, as tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.table import Table

from envs.teach.tasks.definitions import Definition


def task_rows(definitions: Iterable[Definition]) -> list[dict[str, Any]]:
    """One row per task: name, parameters with an example each, description."""
    return [
        {
            "name": d.name,
            "params": [{"name": p.name, "means": p.means, "example": p.example} for p in d.parameters],
            "description": d.summary,
        }
        for d in definitions
    ]


def task_table(rows: Iterable[dict[str, Any]]) -> Table:
    """The tasks as a table."""
    table = Table(title="tasks")
    table.add_column("name", no_wrap=True)
    table.add_column("example parameters")
    table.add_column("description")
    for row in rows:
        table.add_row(
            row["name"],
            " ".join(
                f"--param '{p['example']}'" if " " in p["example"] else f"--param {p['example']}" for p in row["params"]
            ),
            row["description"],
        )
    return table
