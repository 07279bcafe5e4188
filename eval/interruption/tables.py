"""What is measured about interrupted tasks, one value for all suites, and tables of it for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from rich.box import SIMPLE
from rich.table import Table


@dataclass(frozen=True)
class ResultCell:
    """One task in one mode, with or without memory.

    Attributes:
        suite: ``paper`` or ``household``.
        task: Name of the task.
        mode: ``standalone``, ``consecutive`` or ``intervened``.
        memory: ``none``, ``working`` or ``both``.
        trials: How often it was tried.
        success: Share of trials with exactly the required actions, 0 to 1.
        task_retention: Share of trials in which the agent could state the task's state afterwards.
        environment_retention: Share of trials in which it could state what is left.
        extra: Further figures of a suite, such as ``wasted_actions``.
    """

    suite: str
    task: str
    mode: str
    memory: str
    trials: int
    success: float
    task_retention: float
    environment_retention: float
    extra: Mapping[str, float] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The cell as JSON has it."""
        own = {name: getattr(self, name) for name in _KEYS}
        return own | dict(self.extra)


_KEYS = ("suite", "task", "mode", "memory", "trials", "success", "task_retention", "environment_retention")


def by_mode(cells: Sequence[ResultCell]) -> dict[str, dict[str, dict[str, dict[str, Any]]]]:
    """The cells again: mode, task, memory."""
    found: dict[str, dict[str, dict[str, dict[str, Any]]]] = {}
    for cell in cells:
        found.setdefault(cell.mode, {}).setdefault(cell.task, {})[cell.memory] = cell.as_dict()
    return found


def means(cells: Sequence[ResultCell]) -> dict[str, dict[str, dict[str, Any]]]:
    """Mode, memory: how many tasks and trials, and the mean of every figure over the tasks."""
    grouped: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for cell in cells:
        grouped.setdefault(cell.mode, {}).setdefault(cell.memory, []).append(cell.as_dict())
    return {mode: {memory: _mean(rows) for memory, rows in found.items()} for mode, found in grouped.items()}


def _mean(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    shares = [key for key in rows[0] if key not in ("suite", "task", "mode", "memory", "trials")]
    values = {key: [row[key] for row in rows if row.get(key) is not None] for key in shares}
    mean = {key: round(fmean(known), 4) if known else None for key, known in values.items()}
    return {"tasks": len(rows), "trials": sum(row["trials"] for row in rows), **mean}


_METRICS = {"success": "S", "task_retention": "T", "environment_retention": "E"}
_MEMORIES = {"none": "none", "working": "work", "both": "both"}
_KEY = "S success, T task retention, E environment retention; memory: none, working, both"


def mode_table(mode: str, ours: Sequence[ResultCell], published: Mapping[str, Sequence[ResultCell]]) -> Table:
    """The cells of one mode in the paper's form: per task our row and the published ones, without and with memory.

    Args:
        mode: Which.
        ours: Our cells of that mode.
        published: Cells by system.
    """
    every = [*ours, *(cell for cells in published.values() for cell in cells)]
    memories = [memory for memory in _MEMORIES if any(cell.memory == memory for cell in every)]
    counts = sorted({cell.trials for cell in ours})
    trials = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    table = Table(title=f"{mode}, {trials} trials", caption=_KEY, box=SIMPLE, padding=(0, 1), collapse_padding=True)
    table.add_column("task", no_wrap=True)
    table.add_column("system", no_wrap=True)
    for metric in _METRICS.values():
        for memory in memories:
            table.add_column(f"{metric}\n{_MEMORIES[memory]}", justify="right", no_wrap=True)
    for task in dict.fromkeys(cell.task for cell in ours):
        rows = {"ours": ours, **published}
        for system, cells in rows.items():
            found = {cell.memory: cell for cell in cells if cell.task == task}
            values = [_share(found.get(memory), metric) for metric in _METRICS for memory in memories]
            table.add_row(task if system == "ours" else "", system, *values, style="bold" if system == "ours" else "")
    return table


def _share(cell: ResultCell | None, metric: str) -> str:
    return "" if cell is None else f"{getattr(cell, metric):.2f}"


def extra_table(mode: str, cells: Sequence[ResultCell]) -> Table:
    """What else was measured of one mode, one row per cell."""
    names = list(dict.fromkeys(name for cell in cells for name in cell.extra))
    table = Table(title=f"{mode}, further figures of ours", box=SIMPLE, padding=(0, 1), collapse_padding=True)
    table.add_column("task", no_wrap=True)
    table.add_column("memory", no_wrap=True)
    for name in names:
        table.add_column(name.replace("environment", "env.").replace("_", "\n"), justify="right", no_wrap=True)
    for cell in cells:
        values = [f"{cell.extra[name]:.2f}" if name in cell.extra else "" for name in names]
        table.add_row(cell.task, cell.memory, *values)
    return table
