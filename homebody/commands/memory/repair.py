"""``homebody memory repair``: what can be saved of a damaged memory."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.process.terminal import status
from homebody.options.figures import JsonOption
from homebody.output import Output, left, right, table

if TYPE_CHECKING:
    from rich.table import Table

    from memory.repair.repairing import LostSpan, RepairReport


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody memory``."""
    app.command()(repair)


def repair(
    damaged: Annotated[Path, typer.Argument(metavar="DAMAGED", help="The memory file; it is not changed.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The file for what can be saved; it must not exist.")],
    json_out: JsonOption = None,
) -> None:
    """Save what can be read of a damaged memory into a new file, and say what was lost."""
    from memory.repair.repairing import repair as save

    out = Output(json_out)
    with status("reading") as tell:
        done = save(damaged, new, tell)
    out.show(repair_table(done, new))
    for line in _sentences(done):
        out.show(line)
    out.json(repair_rows(damaged, new, done))


def _sentences(done: RepairReport) -> list[str]:
    lines = [f"{line}." for line in done.mended]
    if done.nodes.goals:
        lines.append(f"{done.nodes.goals} experiences were built into goals again.")
    lines += [f"{gap.experiences} experiences {_when(gap)} are lost." for gap in done.gaps]
    return [*lines, "Nothing was lost." if done.whole else "The rest is as it was."]


def _when(gap: LostSpan) -> str:
    from memory.reading.drawing import when

    if gap.start is None or gap.end is None:
        known = gap.end or gap.start
        return "" if known is None else f"{'before' if gap.start is None else 'after'} {when(known)}"
    return f"from {when(gap.start)} to {when(gap.end)}"


def repair_rows(damaged: Path, new: Path, done: RepairReport) -> dict[str, Any]:
    """What became of a memory, for JSON."""
    gaps = [
        {key: value.isoformat() if hasattr(value, "isoformat") else value for key, value in asdict(gap).items()}
        for gap in done.gaps
    ]
    return {
        "memory": str(damaged),
        "file": str(new),
        "kept": done.kept,
        "lost": {name: count for name, count in done.lost.items() if count},
        "unreadable": done.unreadable,
        "nodes_dropped": done.nodes.dropped,
        "nodes_built": done.nodes.built,
        "mended": done.mended,
        "gaps": gaps,
    }


def repair_table(done: RepairReport, new: Path) -> Table:
    """What was saved and lost by table, and nodes by level."""
    from memory.levels import kind

    shown = table([*left("what"), *right("saved", "lost", "made again")], title=f"saved into {new}")
    for name, kept in done.kept.items():
        lost = str(done.lost[name]) + (" and what lay on pages that cannot be read" if name in done.unreadable else "")
        if kept or done.lost[name] or name in done.unreadable:
            shown.add_row(name, f"{kept:,}", lost, "")
    for level in sorted({*done.nodes.dropped, *done.nodes.built}):
        counts = (done.nodes.dropped.get(level, 0), done.nodes.built.get(level, 0))
        shown.add_row(f"nodes of level {level} ({kind(level)})", "", *(f"{one:,}" for one in counts))
    return shown
