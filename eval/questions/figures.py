"""The figures of ``eval questions``, as plain JSON and as tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from rich.table import Table

from eval.questions.run import AnsweredTurn
from eval.questions.verdicts import RIGHT, VERDICTS, WRONG

_DRAWS = 2000


def figures(turns: Sequence[AnsweredTurn]) -> dict[str, Any]:
    """How good the answers are: in all, by kind of question, by life, by what a right answer is; and how quick.

    What is asked in several turns is a conversation, whatever its kind.
    """
    several = {(one.life, one.question) for one in turns if one.turn > 1}
    return {
        "all": _scores(turns),
        "single": _scores([one for one in turns if (one.life, one.question) not in several]),
        "conversation": _scores([one for one in turns if (one.life, one.question) in several]),
        "by_kind": _by(turns, lambda one: one.kind),
        "by_life": _by(turns, lambda one: one.life),
        "by_expected_status": _by(turns, lambda one: one.expected),
        "latency_ms": _latency([one.seconds for one in turns]),
    }


def answered(turns: Sequence[AnsweredTurn], hidden: bool = False) -> list[dict[str, Any]]:
    """Every turn with its verdict, for whoever wants to know why; with hidden words only what it was about."""
    return [
        {
            "question": one.question,
            "turn": one.turn,
            "kind": one.kind,
            "verdict": one.verdict.name,
            "status": one.status,
            "expected_status": one.expected,
            "ms": round(one.seconds * 1000, 2),
        }
        | ({} if hidden else _words(one))
        for one in turns
    ]


def _words(one: AnsweredTurn) -> dict[str, Any]:
    told = one.verdict
    return {"ask": one.ask, "answer": one.text, "missing": list(told.missing), "denied": list(told.denied)}


def _by(turns: Sequence[AnsweredTurn], key: Callable[[AnsweredTurn], str]) -> dict[str, Any]:
    names = sorted({key(one) for one in turns})
    return {name: _scores([one for one in turns if key(one) == name]) for name in names}


def _scores(turns: Sequence[AnsweredTurn]) -> dict[str, Any]:
    counts = {name: sum(one.verdict.name == name for one in turns) for name in VERDICTS}
    known = [one for one in turns if one.status == "known"]
    return {
        "turns": len(turns),
        **counts,
        "wrong_known": sum(one.verdict.name == WRONG for one in known),
        "known": len(known),
        "wrong_never": sum(one.verdict.name == WRONG and one.status == "never happened" for one in turns),
        "errors": sum(one.status == "error" for one in turns),
        "guesses": sum(one.guessed for one in turns),
        "guesses_right": sum(one.guessed and one.verdict.name == RIGHT for one in turns),
        **{f"{name}_percent": _percent(counts[name], len(turns)) for name in VERDICTS},
        "right_95": _within([one.verdict.name == RIGHT for one in turns]),
    }


def _percent(part: int, of: int) -> float | None:
    return round(100 * part / of, 1) if of else None


def _within(hits: Sequence[bool], seed: int = 0) -> list[float]:
    """95 % of bootstrap means, percent."""
    if not hits:
        return []
    drawn = np.random.default_rng(seed).integers(0, len(hits), (_DRAWS, len(hits)))
    low, high = np.percentile(np.array(hits, dtype=float)[drawn].mean(axis=1), [2.5, 97.5]) * 100
    return [round(float(low), 1), round(float(high), 1)]


def _latency(seconds: Sequence[float]) -> dict[str, float]:
    if not seconds:
        return {}
    shown = {"p50": 50, "p95": 95, "max": 100}
    return {name: round(float(np.percentile(seconds, share)) * 1000, 2) for name, share in shown.items()}


def question_tables(told: dict[str, Any]) -> list[Table]:
    """The figures for people: in all, by kind and by life."""
    total = _table("Free questions")
    for name in ("all", "single", "conversation"):
        _row(total, name, told[name])
    latency = told["latency_ms"]
    if latency:
        shown = ", ".join(f"{name} {value:.0f} ms" for name, value in latency.items())
        total.caption = f"percent of turns, 95 % interval of right; an answer took {shown}"
    tables = [total]
    for key, title in (("by_kind", "By kind of question"), ("by_life", "By life")):
        table = _table(title)
        for name, row in told[key].items():
            _row(table, name, row)
        tables.append(table)
    return tables


def _table(title: str) -> Table:
    table = Table(title=title)
    table.add_column("", overflow="fold")
    for name in ("turns", "right", "", "partial", "honest", "wrong", "wrong known"):
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _row(table: Table, name: str, row: dict[str, Any]) -> None:
    if not row["turns"]:
        return
    low, high = row["right_95"]
    shares = [f"{row[f'{verdict}_percent']:.0f}" for verdict in VERDICTS]
    known = f"{row['wrong_known']} of {row['known']}"
    table.add_row(name.replace("_", " "), str(row["turns"]), shares[0], f"{low:.0f}–{high:.0f}", *shares[1:], known)
