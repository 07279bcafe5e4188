"""The figures of ``eval personalization`` as tables for people, beside the published rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.table import Table

from eval.personalization.published import RETRIEVAL, PublishedScore, published
from eval.personalization.searching import TOPS

_TITLES = {
    "acquisition": "acquisition: knowledge is told",
    "single": "single: one thing told is needed",
    "joint": "joint: two things told are needed",
    "triple": "triple: three are (made by us; published: other episodes)",
    "interrupted": "interrupted: the second of two is said in the middle of the first (made by us)",
    "paraphrased": "paraphrased: single in other words (made by us; published: other wordings)",
    "elsewhere": "elsewhere: single to another place (made by us; published: other episodes)",
}
_COLUMNS = ("n", "PC", "ΔPC", "SR", "ΔSR", "turns", "steps", "ask")
_SHOWN_FAILURES = 30


def personalization_tables(found: Mapping[str, Any]) -> list[Any]:
    """One table per stage, then retrieval, then why episodes failed."""
    shown: list[Any] = [_stage_table(stage, rows) for stage, rows in _by_stage(found["runs"]).items()]
    if found["runs"]:
        shown.append(_subtype_table(found["runs"]))
    if found.get("household"):
        shown.append(_household_table(found["household"]))
    if found.get("controls"):
        shown.append(_control_table(found["controls"]))
    if found.get("searching"):
        shown.append(_searching_table(found["searching"]))
    failures = [one for run in found["runs"] if run["stage"] != "acquisition" for one in _failures(run)]
    if failures:
        shown.append(_failure_table(failures))
    return shown


def _by_stage(runs: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = {}
    for run in runs:
        found.setdefault(run["stage"], []).append(run)
    return found


def _stage_table(stage: str, runs: Sequence[Mapping[str, Any]]) -> Table:
    table = Table(title=_TITLES[stage])
    table.caption = "percent; ours by what may be used; Δ: against the episodes in which it was told; published: PARTNR"
    table.add_column("agent", no_wrap=True)
    for name in _COLUMNS:
        table.add_column(name, justify="right")
    for run in runs:
        name = f"ours, {run['memory']}" if run["memory"] else "ours"
        table.add_row(name, *_cells(run), style="bold")
        for kind, row in run["by_kind"].items() if len(run["by_kind"]) > 1 else ():
            table.add_row(f"  {kind}", *_cells(row))
    for model, row in published(stage).items():
        table.add_row(model, *_published(row))
    return table


def _subtype_table(runs: Sequence[Mapping[str, Any]]) -> Table:
    table = Table(title="by what the knowledge is")
    table.caption = "PC / SR, percent"
    named = [run for run in runs if run["by_subtype"]]
    table.add_column("knowledge", no_wrap=True)
    table.add_column("n", justify="right")
    for run in named:
        table.add_column(f"{run['stage']} {run['memory']}".strip(), justify="right", overflow="fold")
    for kind in sorted({kind for run in named for kind in run["by_subtype"]}):
        rows = [run["by_subtype"].get(kind) for run in named]
        count = next(str(row["episodes"]) for row in rows if row)
        table.add_row(kind, count, *(f"{r['percent_complete']:.0f} / {r['success']:.0f}" if r else "" for r in rows))
    return table


def _cells(row: Mapping[str, Any]) -> list[str]:
    if not row["episodes"]:
        return ["0", *[""] * (len(_COLUMNS) - 1)]
    return [
        str(row["episodes"]),
        f"{row['percent_complete']:.1f}",
        _signed(row["change_complete"]),
        f"{row['success']:.1f}",
        _signed(row["change_success"]),
        f"{row['cycles']:.1f}",
        f"{row['steps']:,}",
        f"{row['asked']:.1f}",
    ]


def _published(row: PublishedScore) -> list[str]:
    cycles = "" if row.cycles is None else f"{row.cycles:.1f}"
    steps = "" if row.steps is None else f"{row.steps:,.0f}"
    changes = _signed(row.change_complete), _signed(row.change_success)
    return ["", f"{row.percent_complete:.1f}", changes[0], f"{row.success:.1f}", changes[1], cycles, steps, ""]


def _signed(value: float | None) -> str:
    return "" if value is None else f"{value:+.1f}"


def _household_table(found: Mapping[str, Any]) -> Table:
    table = Table(title=f"in our own home: {len(found['homes'])} generated homes with look-alikes, on pocket")
    refused = sum(found["refused"].values())
    table.caption = f"percent; {refused} pairs refused by criteria, {found['infeasible']} by what the robot can do"
    for name in ("stage", "knows", "knowledge"):
        table.add_column(name)
    for name in ("n", "SR", "PC", "asked", "twin moved", "steps"):
        table.add_column(name, justify="right")
    for row in found["rates"]:
        cells = [f"{row[name]:g}" for name in ("episodes", "SR", "PC", "asked", "twin moved", "steps")]
        table.add_row(row["stage"], row["condition"], row["type"].replace("_", " "), *cells)
    return table


def _control_table(found: Mapping[str, Mapping[str, Any]]) -> Table:
    table = Table(title="control runs, without an assistant")
    for name in ("what is done", "episodes", "succeeded"):
        table.add_column(name, justify="right" if name != "what is done" else "left")
    for name, row in found.items():
        won = row["succeeded"] if "succeeded" in row else f"{row['agreed']:,} of {row['skills']:,} skills as recorded"
        table.add_row(name, str(row["episodes"]), str(won))
    return table


def _searching_table(rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> Table:
    table = Table(title="requests of which something needed is not among the best found")
    table.caption = "percent"
    for name in ("stage", "way of searching", "kind"):
        table.add_column(name, overflow="fold")
    table.add_column("requests", justify="right")
    for top in TOPS:
        table.add_column(f"@{top}", justify="right")
    for stage, found in rows.items():
        for row in found:
            missing = [f"{100 * row[f'missing_at_{top}']:.1f}" for top in TOPS]
            style = "bold" if row["kind"] == "all" else "dim"
            table.add_row(stage, row["way"], row["kind"], str(row["requests"]), *missing, style=style)
    for way, known in RETRIEVAL.items():
        table.add_row("single", way, "all", "", *(f"{known[top]:.1f}" if top in known else "" for top in TOPS))
    return table


def _failures(run: Mapping[str, Any]) -> list[tuple[str, str, Mapping[str, Any]]]:
    return [(run["stage"], run["memory"], one) for one in run["failures"] if run["memory"] != "none"]


def _failure_table(failures: Sequence[tuple[str, str, Mapping[str, Any]]]) -> Table:
    table = Table(title="why episodes failed (with a memory)")
    for name in ("stage", "memory", "episode", "said", "why"):
        table.add_column(name, overflow="fold")
    for stage, memory, one in failures[:_SHOWN_FAILURES]:
        table.add_row(stage, memory, one["episode"], one["instruction"], one["why"])
    if len(failures) > _SHOWN_FAILURES:
        table.caption = f"{len(failures) - _SHOWN_FAILURES} more with --json"
    return table
