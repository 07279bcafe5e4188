"""The figures of ``eval teach`` as tables for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table

from eval.teach.figures import SHOWN

_NAMES = {"tfd": "TfD: trajectory from dialogue", "edh": "EDH: execution from dialogue history"}

_CEILINGS = {"human_deeds": "the human's own deeds, done by ours", "recorded_end": "the recorded end of the game"}


def score_table(report: dict[str, Any]) -> Table:
    """Our row, by split, beside the published agents."""
    table = Table(title=_NAMES[report["protocol"]])
    table.caption = f"percent; published: valid_unseen\n{report['note']}"
    table.add_column("agent", overflow="fold")
    table.add_column("episodes", justify="right")
    for name in SHOWN:
        table.add_column(name.replace("_", "-"), justify="right")
    table.add_row("ours", *_cells(report), style="bold")
    if len(report["by_split"]) > 1 or "seen" in report["by_split"]:
        for split, row in report["by_split"].items():
            table.add_row(f"ours, plans {split}", *_cells(row))
    for name, row in report.get("ceilings", {}).items():
        table.add_row(f"at most: {_CEILINGS[name]}", *_cells(row), style="dim")
    for name, row in report["published"].items():
        table.add_row(name, *_cells(row))
    return table


def task_table(report: dict[str, Any]) -> Table:
    """Our figures by task."""
    table = Table(title="by task")
    table.caption = "percent; steps per episode, ours and the recorded Driver's"
    table.add_column("task", no_wrap=True)
    table.add_column("episodes", justify="right")
    for name in (*SHOWN, "steps", "Driver"):
        table.add_column(name.replace("_", "-"), justify="right")
    for task, row in report["by_task"].items():
        table.add_row(task, *_cells(row), f"{row['steps']:.0f}", f"{row['reference_steps']:.0f}")
    return table


def speed_line(report: dict[str, Any]) -> str:
    """How long it took."""
    seconds = report["seconds"]
    rate = report["episodes"] / seconds if seconds else 0.0
    limits = f"{report['failure_limit']} ran out of failures, {report['step_limit']} out of steps"
    return f"{report['episodes']} episodes in {seconds:.1f} s: {rate:.1f} a second; {limits}"


def left_out(without_game: Sequence[str], files: int) -> list[str]:
    """Which published instances could not be run; nothing when all could."""
    if not without_game:
        return []
    names = ", ".join(without_game[:3]) + (", …" if len(without_game) > 3 else "")
    return [f"{len(without_game)} of {files} published instances left out, their games are not given: {names}"]


def comparison_lines(compare: dict[str, Any]) -> list[str]:
    """How many of our own instances are as published."""
    lines = [f"{compare['equal']} of {compare['published']} published instances are the same as ours"]
    lines += [f"  we make none: {name}" for name in compare["absent"]]
    lines += [f"  {field} differs: {', '.join(names)}" for field, names in compare["differing"].items()]
    ids = compare["ids"]
    if ids is not None:
        lines.append(
            f"of {ids['published']} ids published we have {ids['both']} ({100 * ids['published_found']:.1f} %), "
            f"of our {ids['ours']} as many are published ({100 * (ids['ours_published'] or 0.0):.1f} %)"
        )
    return lines


def _cells(row: dict[str, Any]) -> list[str]:
    episodes = str(row["episodes"]) if "episodes" in row else ""
    return [episodes, *(f"{100 * row[name]:.1f}" if name in row else "" for name in SHOWN)]
