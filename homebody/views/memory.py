"""Rules, the forget log and the budget of a memory, as rows for JSON and as tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from rich.table import Table

from envs.vocabulary.english import a
from memory.forgetting.undo import Forgotten
from memory.levels import EVENT, GOAL, SCENE
from memory.reading.drawing import duration, span, when
from memory.reading.outline import NAMES
from memory.roles import Rule
from memory.rules.rule_book import Version
from memory.store.database import Store
from memory.store.lifetimes import lifetimes
from memory.store.settings import settings


def rule_rows(rules: Iterable[Rule]) -> list[dict[str, Any]]:
    """One row per rule."""
    return [{"number": rule.number, "text": rule.text, "source": rule.source} for rule in rules]


def rule_table(rows: Sequence[dict[str, Any]]) -> Table:
    """The rules as a table."""
    table = Table(title="what to remember, and what not")
    table.add_column("rule", justify="right")
    table.add_column("text")
    table.add_column("learned from", style="dim")
    for row in rows:
        table.add_row(str(row["number"]), row["text"], row["source"])
    return table


def version_rows(versions: Iterable[Version]) -> list[dict[str, Any]]:
    """One row per version of the rules."""
    return [
        {"version": one.number, "time": one.time.isoformat(), "feedback": one.feedback, "note": one.note}
        for one in versions
    ]


def version_table(rows: Sequence[dict[str, Any]]) -> Table:
    """The versions of the rules as a table."""
    table = Table(title="how the rules came about")
    table.add_column("version", justify="right")
    table.add_column("when", no_wrap=True)
    table.add_column("what was done")
    table.add_column("the words it was learned from", style="dim")
    for row in rows:
        time = when(datetime.fromisoformat(row["time"]))
        table.add_row(str(row["version"]), time, row["note"], row["feedback"])
    return table


def log_rows(store: Store, entries: Iterable[Forgotten]) -> list[dict[str, Any]]:
    """One row per decision to forget, with the words of the rule that decided."""
    texts = dict(store.rows("SELECT number, text FROM rules"))
    return [
        {
            "id": one.id,
            "node": one.node,
            "level": one.level,
            "kind": NAMES.get(one.level, "summary"),
            "start": one.start.isoformat(),
            "end": one.end.isoformat(),
            "experiences": one.last - one.first + 1,
            "summary": one.summary,
            "forgotten": one.time.isoformat(),
            "alpha": "inf" if math.isinf(one.alpha) else one.alpha,
            "rule": one.rule,
            "rule_text": None if one.rule is None else texts.get(one.rule),
            "reason": one.reason,
            "undone": None if one.undone is None else one.undone.isoformat(),
            "can_be_undone_until": None if one.until is None else one.until.isoformat(),
        }
        for one in entries
    ]


def log_table(rows: Sequence[dict[str, Any]], most: int) -> Table:
    """The newest decisions to forget as a table."""
    left_out = max(0, len(rows) - most)
    table = Table(title="what was forgotten, and why" + (f" ({left_out} older ones not shown)" if left_out else ""))
    table.add_column("log", justify="right")
    table.add_column("lived", no_wrap=True)
    table.add_column("what")
    table.add_column("why")
    table.add_column("undo until", no_wrap=True)
    for row in rows[left_out:]:
        lived = span(datetime.fromisoformat(row["start"]), datetime.fromisoformat(row["end"]))
        rule = f" (rule {row['rule']}: {row['rule_text']})" if row["rule"] is not None else ""
        table.add_row(str(row["id"]), lived, _what(row), row["reason"] + rule, _until(row))
    return table


def _what(row: dict[str, Any]) -> str:
    if row["level"] == SCENE and row["experiences"] > 1:
        return f"{row['experiences']} scenes"
    return f"{row['kind']}: {row['summary']}" if row["summary"] else a(row["kind"])


def _until(row: dict[str, Any]) -> str:
    if row["undone"]:
        return "undone"
    until = row["can_be_undone_until"]
    return when(datetime.fromisoformat(until)) if until else "too late"


def figures(store: Store) -> dict[str, Any]:
    """How much a memory holds, how much it may hold, and how long it keeps it."""
    kept, lives = settings(store), lifetimes(store)
    levels = store.rows(
        "SELECT level, count(*) FILTER (WHERE forgotten IS NULL), count(*) FILTER (WHERE forgotten IS NOT NULL) "
        "FROM nodes GROUP BY level ORDER BY level"
    )
    spans = {"scene": lives.of(SCENE), "event": lives.of(EVENT), "goal": lives.of(GOAL), "summary": lives.of(GOAL + 1)}
    return {
        "bytes_used": store.bytes_used,
        "budget": kept.budget,
        "experiences": store.rows("SELECT count(*) FROM experiences")[0][0],
        "levels": [{"level": level, "alive": alive, "placeholders": gone} for level, alive, gone in levels],
        "lifetimes_s": {name: None if life is None else life.total_seconds() for name, life in spans.items()},
        "grace_s": kept.grace.total_seconds(),
        "strict": kept.strict,
    }


def figures_table(figures: dict[str, Any], store: Store) -> Table:
    """The figures of a memory as a table."""
    kept, lives = settings(store), lifetimes(store)
    table = Table(title=str(store.path), show_header=False)
    limit = "no limit" if kept.budget is None else f"{kept.budget:,} bytes"
    table.add_row("holds", f"{figures['bytes_used']:,} bytes in {figures['experiences']:,} experiences")
    table.add_row("may hold", limit)
    for row in figures["levels"]:
        name = NAMES.get(row["level"], "summary")
        table.add_row(f"level {row['level']} ({name})", f"{row['alive']:,} alive, {row['placeholders']:,} placeholders")
    for level in (SCENE, EVENT, GOAL, GOAL + 1):
        life = lives.of(level)
        name = NAMES.get(level, "summary")
        table.add_row(f"{a(name)} lives", "for ever" if life is None else duration(life))
    table.add_row("can be undone for", duration(kept.grace))
    return table
