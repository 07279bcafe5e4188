"""The report of ``eval recall``: one page with the tables, plots and every answer that was not fully right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from envs.process.plain_text import for_html
from eval.recall.run import Scored, SetRun
from eval.recall.strict_score import CORRECT
from eval.recall.tables import pair
from eval.report.html_page import Bar, bars, document, table


def page(settings: dict[str, Any], figures: Sequence[dict[str, Any]], runs: Sequence[SetRun]) -> str:
    """The whole page.

    Args:
        settings: How it was run.
        figures: The JSON entry of each set.
        runs: Our answers to each set, in the same order.
    """
    said = ", ".join(f"{name} {value}" for name, value in settings.items())
    parts = [f"<p>{for_html(said)}. Percentages; 95 % bootstrap intervals in brackets.</p>"]
    for entry, run in zip(figures, runs, strict=True):
        parts += [
            f"<h2>{for_html(entry['file'])}: {entry['questions']} questions, {entry['episodes']} episodes each</h2>",
            _systems(entry),
            _systems_plot(entry),
            "<h3>By type of question</h3>",
            _types(entry),
            _types_plot(entry),
            *_failures(run.answers),
        ]
    return document("Recall", *parts)


def _systems(entry: dict[str, Any]) -> str:
    head = ["system", "strict S_c", "S_p", "lenient S_c", "S_p", "label S_c", "S_p", "BLEU-4", "ROUGE-L", "tokens"]
    rows = [_system("ours", entry), *(_system(name, row) for name, row in entry["published"].items())]
    return table(head, rows)


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


def _types(entry: dict[str, Any]) -> str:
    kinds = entry["by_type"]
    rows = [
        ["ours", *(pair(row) for row in kinds.values())],
        ["ours, lenient", *(pair(row["lenient"]) for row in kinds.values())],
        ["ours, F1", *(f"{row['f1']:.0f}" for row in kinds.values())],
        ["ours, tokens", *(f"{row['tokens_read_mean']:,.0f}" for row in kinds.values())],
        *([name, *(pair(row["by_type"].get(kind)) for kind in kinds)] for name, row in entry["published"].items()),
    ]
    return table(["system", *kinds], rows) + "<p><small>Strict S_c/S_p where nothing else is said.</small></p>"


def _types_plot(entry: dict[str, Any]) -> str:
    rows = [Bar(kind, (row["S_c"], row["S_c"] + row["S_p"])) for kind, row in entry["by_type"].items()]
    return bars(f"Our S_c by type on {entry['file']}", ("strict S_c", "S_c + S_p"), rows)


def _failures(answers: Sequence[Scored]) -> list[str]:
    failed = [one for one in answers if one.verdict.label != CORRECT]
    if not failed:
        return ["<h3>Failures</h3>", "<p>None.</p>"]
    head = ["where", "question", "expected", "answer", "worth", "evidence"]
    rows = [
        [
            one.key,
            one.query.text,
            one.query.expected,
            one.given,
            f"{one.verdict.label} (F1 {one.verdict.f1:.2f}), lenient {one.lenient}",
            " | ".join(one.evidence) or "none",
        ]
        for one in failed
    ]
    return [f"<h3>Failures ({len(failed)})</h3>", table(head, rows, words=True)]
