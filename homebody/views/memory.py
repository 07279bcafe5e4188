"""Rules, the forget log and the budget of a memory, as rows for JSON and as tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from envs.vocabulary.english import a
from homebody.output import facts, left, right, table
from memory.levels import SCENE, SUMMARY, kind
from memory.reading.counts import by_level, experiences
from memory.reading.drawing import ShownDates, duration, span, when
from memory.roles import Rule
from memory.rules.rule_book import RuleListVersion
from memory.store.database import Store
from memory.store.lifetimes import lifetimes
from memory.store.rows.rules import texts
from memory.store.rows.undo import ForgetLogEntry
from memory.store.settings import settings

if TYPE_CHECKING:
    from rich.table import Table


def rule_rows(rules: Iterable[Rule]) -> list[dict[str, Any]]:
    """One row per rule."""
    return [{"number": rule.number, "text": rule.text, "source": rule.source} for rule in rules]


def rule_table(rows: Sequence[dict[str, Any]]) -> Table:
    """The rules as a table."""
    columns = [*right("rule"), *left("text"), *left("learned from", dim=True)]
    cells = [(str(row["number"]), row["text"], row["source"]) for row in rows]
    return table(columns, cells, "what to remember, and what not")


def version_rows(versions: Iterable[RuleListVersion]) -> list[dict[str, Any]]:
    """One row per version of the rules."""
    return [
        {"version": one.number, "time": one.time.isoformat(), "feedback": one.feedback, "note": one.note}
        for one in versions
    ]


def version_table(rows: Sequence[dict[str, Any]]) -> Table:
    """The versions of the rules as a table."""
    words = left("the words it was learned from", dim=True)
    columns = [*right("version"), *left("when", whole=True), *left("what was done"), *words]
    shown = table(columns, title="how the rules came about")
    for row in rows:
        time = when(datetime.fromisoformat(row["time"]))
        shown.add_row(str(row["version"]), time, row["note"], row["feedback"])
    return shown


def log_rows(store: Store, entries: Iterable[ForgetLogEntry]) -> list[dict[str, Any]]:
    """One row per decision to forget, with the words of the rule that decided."""
    words = texts(store)
    return [
        {
            "id": one.id,
            "node": one.node,
            "level": one.level,
            "kind": kind(one.level),
            "start": one.start.isoformat(),
            "end": one.end.isoformat(),
            "experiences": one.last - one.first + 1,
            "summary": one.summary,
            "forgotten": one.time.isoformat(),
            "alpha": "inf" if math.isinf(one.alpha) else one.alpha,
            "rule": one.rule,
            "rule_text": None if one.rule is None else words.get(one.rule),
            "reason": one.reason,
            "undone": None if one.undone is None else one.undone.isoformat(),
            "can_be_undone_until": None if one.until is None else one.until.isoformat(),
        }
        for one in entries
    ]


def log_table(rows: Sequence[dict[str, Any]], most: int) -> Table:
    """The newest decisions to forget as a table."""
    left_out = max(0, len(rows) - most)
    title = "what was forgotten, and why" + (f" ({left_out} older ones not shown)" if left_out else "")
    whole = left("undo until", whole=True)
    shown = table([*right("log"), *left("lived", whole=True), *left("what", "why"), *whole], title=title)
    years = {datetime.fromisoformat(row[key]).year for row in rows[left_out:] for key in ("start", "forgotten")}
    known = ShownDates(min(years)) if len(years) == 1 else ShownDates()  # the year takes room where nobody misses it
    for row in rows[left_out:]:
        shown.add_row(str(row["id"]), _lived(row, known), _what(row), _why(row), _until(row, known))
    return shown


def _why(row: dict[str, Any]) -> str:
    """The reason, with the rule that decided, unless the reason quotes it already."""
    if row["rule"] is None:
        return row["reason"]
    text = row["rule_text"] or ""
    return f"{row['reason']} (rule {row['rule']}" + (")" if text in row["reason"] else f": {text})")


def _lived(row: dict[str, Any], known: ShownDates) -> str:
    """When something was lived, to the minute."""
    start, end = (datetime.fromisoformat(row[key]).replace(second=0, microsecond=0) for key in ("start", "end"))
    return span(start, end, known)


def _what(row: dict[str, Any]) -> str:
    if row["level"] == SCENE and row["experiences"] > 1:
        return f"{row['experiences']} scenes"
    return f"{row['kind']}: {row['summary']}" if row["summary"] else a(row["kind"])


def _until(row: dict[str, Any], known: ShownDates) -> str:
    if row["undone"]:
        return "undone"
    until = row["can_be_undone_until"]
    return when(datetime.fromisoformat(until), known) if until else "too late"


def figures(store: Store) -> dict[str, Any]:
    """How much a memory holds, how much it may hold, and how long it keeps it."""
    kept, lives = settings(store), lifetimes(store)
    spans = {kind(level): lives.of(level) for level in range(SCENE, SUMMARY + 1)}
    return {
        "bytes_used": store.bytes_used,
        "budget": kept.budget,
        "experiences": experiences(store),
        "levels": [{"level": level, "alive": alive, "placeholders": gone} for level, alive, gone in by_level(store)],
        "lifetimes_s": {name: None if life is None else life.total_seconds() for name, life in spans.items()},
        "grace_s": kept.grace.total_seconds(),
        "strict": kept.strict,
    }


def figures_table(figures: dict[str, Any], store: Store) -> Table:
    """The figures of a memory as a table."""
    kept, lives = settings(store), lifetimes(store)
    shown = facts(title=str(store.path))
    limit = "no limit" if kept.budget is None else f"{kept.budget:,} bytes"
    shown.add_row("holds", f"{figures['bytes_used']:,} bytes in {figures['experiences']:,} experiences")
    shown.add_row("may hold", limit)
    for row in figures["levels"]:
        name = kind(row["level"])
        shown.add_row(f"level {row['level']} ({name})", f"{row['alive']:,} alive, {row['placeholders']:,} placeholders")
    for level in range(SCENE, SUMMARY + 1):
        life = lives.of(level)
        shown.add_row(f"{a(kind(level))} lives", "for ever" if life is None else duration(life))
    shown.add_row("can be undone for", duration(kept.grace))
    return shown
