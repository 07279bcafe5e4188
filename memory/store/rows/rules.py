"""The numbered rules and the versions of their list; a version says from when a rule is in force, and until when."""

from __future__ import annotations

from datetime import datetime

from memory.roles import Rule
from memory.store.database import Store, microseconds, moment


def newest_version(store: Store) -> int:
    """Number of the current version; 0 as long as there never was a rule."""
    return store.rows("SELECT coalesce(max(version), 0) FROM rule_versions")[0][0]


def rules_in_force(store: Store) -> tuple[Rule, ...]:
    """The rules in force, oldest first."""
    rows = store.rows("SELECT number, text, source FROM rules WHERE removed IS NULL ORDER BY number")
    return tuple(Rule(*row) for row in rows)


def rules_of(store: Store, version: int) -> tuple[Rule, ...]:
    """The rules that were in force in a version."""
    rows = store.rows(
        """SELECT number, text, source FROM rules WHERE added <= ?1 AND (removed IS NULL OR removed > ?1)
        ORDER BY number""",
        version,
    )
    return tuple(Rule(*row) for row in rows)


def texts(store: Store) -> dict[int, str]:
    """The words of all rules that there ever were, by their numbers."""
    return dict(store.rows("SELECT number, text FROM rules"))  # type: ignore[arg-type]


def versions(store: Store) -> list[tuple[int, datetime, str, str]]:
    """Number, time, feedback and note of all versions but the empty one, oldest first."""
    rows = store.rows("SELECT version, time, feedback, note FROM rule_versions ORDER BY version")
    return [(number, moment(time), feedback, note) for number, time, feedback, note in rows]


def add_version(store: Store, version: int, time: datetime, feedback: str, note: str) -> None:
    """Begin a version of the list, inside a transaction."""
    store.write("INSERT INTO rule_versions VALUES (?, ?, ?, ?)", version, microseconds(time), feedback, note)


def add_rule(store: Store, text: str, source: str, version: int) -> Rule:
    """Add a rule from a version on, inside a transaction; it gets a number that no rule ever had."""
    cursor = store.write("INSERT INTO rules (text, source, added) VALUES (?, ?, ?)", text, source, version)
    return Rule(int(cursor.lastrowid or 0), text, source)


def remove_rule(store: Store, number: int, version: int) -> None:
    """Take a rule out of force from a version on, inside a transaction."""
    store.write("UPDATE rules SET removed = ? WHERE number = ?", version, number)
