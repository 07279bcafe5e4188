"""What there is to choose from, as tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from envs.teach.tasks.definitions import Definition
from homebody.output import left, table

if TYPE_CHECKING:
    from rich.table import Table


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
    shown = table([*left("name", whole=True), *left("example parameters", "description")], title="tasks")
    for row in rows:
        shown.add_row(
            row["name"],
            " ".join(
                f"--param '{p['example']}'" if " " in p["example"] else f"--param {p['example']}" for p in row["params"]
            ),
            row["description"],
        )
    return shown
