"""The report of ``eval recall``: one page with the tables, plots and every answer that was not fully right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eval.recall.run import ScoredQuestion, SetRun
from eval.recall.strict_score import CORRECT
from eval.recall.tables import pair
from eval.report.html_page import markup
from eval.report.html_page import page as filled
from eval.report.plot import Bar, bars

_SYSTEMS = ("system", "strict S_c", "S_p", "lenient S_c", "S_p", "label S_c", "S_p", "BLEU-4", "ROUGE-L", "tokens")


def page(settings: dict[str, Any], figures: Sequence[dict[str, Any]], runs: Sequence[SetRun]) -> str:
    """The whole page.

    Args:
        settings: How it was run.
        figures: The JSON entry of each set.
        runs: Our answers to each set, in the same order.

    Raises:
        BadInput: matplotlib is not installed; says what to type.
    """
    said = ", ".join(f"{name} {value}" for name, value in settings.items())
    sets = [_set(entry, run) for entry, run in zip(figures, runs, strict=True)]
    return filled("recall.html", title="Recall", settings=said, sets=sets)


def _set(entry: dict[str, Any], run: SetRun) -> dict[str, Any]:
    systems = [("ours", entry), *entry["published"].items()]
    return {
        **{name: entry[name] for name in ("file", "questions", "episodes")},
        "systems_head": _SYSTEMS,
        "systems": [_system(name, row) for name, row in systems],
        "systems_plot": markup(_systems_plot(entry)),
        "types_head": ("system", *entry["by_type"]),
        "types": _types(entry),
        "types_plot": markup(_types_plot(entry)),
        "failures": [_failure(one) for one in run.answers if one.verdict.label != CORRECT],
    }


def _system(name: str, row: dict[str, Any]) -> list[str]:
    cells = [name]
    for method in ("strict", "lenient", "labelled"):
        share = row.get(method)
        low, high = share["S_c_95"] if share else (0, 0)
        cells += [f"{share['S_c']:.0f} ({low:.0f}–{high:.0f})", f"{share['S_p']:.0f}"] if share else ["", ""]
    numbers = (row["bleu4"], row["rougeL"], row["tokens_read_mean"])
    return cells + ["" if number is None else f"{number:,.0f}" for number in numbers]


def _systems_plot(entry: dict[str, Any]) -> str:
    rows = [("ours", entry), *entry["published"].items()]
    drawn = [
        Bar(
            name,
            (row["strict"]["S_c"], row["lenient"]["S_c"]),
            (tuple(row["strict"]["S_c_95"]), tuple(row["lenient"]["S_c_95"])),
        )
        for name, row in rows
    ]
    return bars(f"S_c of all systems on {entry['file']}", ("strict S_c", "lenient S_c"), drawn)


def _types(entry: dict[str, Any]) -> list[list[str]]:
    kinds = entry["by_type"]
    return [
        ["ours", *(pair(row) for row in kinds.values())],
        ["ours, lenient", *(pair(row["lenient"]) for row in kinds.values())],
        ["ours, F1", *(f"{row['f1']:.0f}" for row in kinds.values())],
        ["ours, tokens", *(f"{row['tokens_read_mean']:,.0f}" for row in kinds.values())],
        *([name, *(pair(row["by_type"].get(kind)) for kind in kinds)] for name, row in entry["published"].items()),
    ]


def _types_plot(entry: dict[str, Any]) -> str:
    rows = [Bar(kind, (row["S_c"], row["S_c"] + row["S_p"])) for kind, row in entry["by_type"].items()]
    return bars(f"Our S_c by type on {entry['file']}", ("strict S_c", "S_c + S_p"), rows)


def _failure(one: ScoredQuestion) -> list[str]:
    worth = f"{one.verdict.label} (F1 {one.verdict.f1:.2f}), lenient {one.lenient}"
    return [one.key, one.query.text, one.query.expected, one.given, worth, " | ".join(one.evidence) or "none"]
