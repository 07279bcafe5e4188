"""The figures of ``eval commands``, as plain JSON and as tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.table import Table

from eval.commands.run import RIGHT, VERDICTS, TriedCommand

_AGREED = "right with a yes"


def figures(tried: Sequence[TriedCommand]) -> dict[str, Any]:
    """How commands were carried out: in all, those that are interrupted and others, by kind and by home."""
    return {
        "all": _scores(tried),
        "interrupted": _scores([one for one in tried if one.interrupted]),
        "by_kind": _by(tried, lambda one: one.kind),
        "by_expected": _by(tried, lambda one: one.expected),
        "by_home": _by(tried, lambda one: one.home),
    }


def told(tried: Sequence[TriedCommand]) -> list[dict[str, Any]]:
    """Every command with its verdict and what was said and done."""
    return [
        {
            "command": one.name, "home": one.home, "kind": one.kind, "say": one.say, "expected": one.expected,
            "verdict": one.verdict, "why": list(one.why), "answers": list(one.answers), "deeds": list(one.deeds),
            "steps": one.steps, "agreed": one.agreed,
        }
        for one in tried
    ]  # fmt: skip


def _by(tried: Sequence[TriedCommand], key: Callable[[TriedCommand], str]) -> dict[str, Any]:
    return {name: _scores([one for one in tried if key(one) == name]) for name in sorted(set(map(key, tried)))}


def _scores(tried: Sequence[TriedCommand]) -> dict[str, Any]:
    counts = {name: sum(one.verdict == name for one in tried) for name in VERDICTS}
    shares = {f"{name}_percent": round(100 * n / len(tried), 1) if tried else None for name, n in counts.items()}
    return {"commands": len(tried), **counts, **shares, **_agreed(tried)}


def _agreed(tried: Sequence[TriedCommand]) -> dict[str, Any]:
    """How many were asked about and not done, how many of them are right after a yes, and what that makes in all."""
    right = sum(one.agreed == RIGHT for one in tried)
    every = right + sum(one.verdict == RIGHT for one in tried)
    return {
        "asked_about": sum(bool(one.agreed) for one in tried),
        "right_after_yes": right,
        "right_with_yes_percent": round(100 * every / len(tried), 1) if tried else None,
    }


def command_tables(told: dict[str, Any]) -> list[Table]:
    """The figures for people: in all and by kind."""
    total = _table("Commands")
    for name in ("all", "interrupted"):
        _row(total, name, told[name])
    kinds = _table("By kind of command")
    for name, row in told["by_kind"].items():
        _row(kinds, name, row)
    return [total, kinds]


def _table(title: str) -> Table:
    table = Table(title=title)
    table.add_column("", overflow="fold")
    for name in ("commands", *VERDICTS, _AGREED):
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _row(table: Table, name: str, row: dict[str, Any]) -> None:
    if row["commands"]:
        shares = [row[f"{verdict}_percent"] for verdict in VERDICTS]
        table.add_row(name, str(row["commands"]), *(f"{one:.0f}" for one in (*shares, row["right_with_yes_percent"])))
