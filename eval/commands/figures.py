"""The figures of ``eval commands``, as plain JSON and as tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.table import Table

from eval.commands.run import VERDICTS, TriedCommand


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
            "steps": one.steps,
        }
        for one in tried
    ]  # fmt: skip


def _by(tried: Sequence[TriedCommand], key: Callable[[TriedCommand], str]) -> dict[str, Any]:
    return {name: _scores([one for one in tried if key(one) == name]) for name in sorted(set(map(key, tried)))}


def _scores(tried: Sequence[TriedCommand]) -> dict[str, Any]:
    counts = {name: sum(one.verdict == name for one in tried) for name in VERDICTS}
    shares = {f"{name}_percent": round(100 * n / len(tried), 1) if tried else None for name, n in counts.items()}
    return {"commands": len(tried), **counts, **shares}


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
    for name in ("commands", *VERDICTS):
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _row(table: Table, name: str, row: dict[str, Any]) -> None:
    if row["commands"]:
        table.add_row(name, str(row["commands"]), *(f"{row[f'{verdict}_percent']:.0f}" for verdict in VERDICTS))
