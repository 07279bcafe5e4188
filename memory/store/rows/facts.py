"""Rows of what people told as facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from envs.errors import BadInput
from memory.store.database import Store, microseconds, moment

_FACT = "SELECT id, text, speaker, time, ended, successor FROM facts"


@dataclass(frozen=True)
class ToldFact:
    """A fact that somebody told.

    Attributes:
        id: Its number; never given out twice.
        text: In the words in which it was told.
        speaker: Who told it.
        time: When.
        ended: When it was corrected or taken back; None while it holds.
        successor: The fact that was told in its place, None when there is none.
    """

    id: int
    text: str
    speaker: str
    time: datetime
    ended: datetime | None = None
    successor: int | None = None

    @property
    def holds(self) -> bool:
        """Whether it was neither corrected nor taken back."""
        return self.ended is None


def facts(store: Store, ended: bool) -> tuple[ToldFact, ...]:
    """The facts that hold, oldest first; or all."""
    where = "" if ended else " WHERE ended IS NULL"
    return tuple(_fact(row) for row in store.rows(f"{_FACT}{where} ORDER BY id"))


def fact(store: Store, number: int) -> ToldFact | None:
    """The fact of a number, None when there is none."""
    row = store.row(f"{_FACT} WHERE id = ?", number)
    return None if row is None else _fact(row)


def replaced_by(store: Store, number: int) -> tuple[ToldFact, ...]:
    """The facts whose place a fact took."""
    return tuple(_fact(row) for row in store.rows(f"{_FACT} WHERE successor = ? ORDER BY id", number))


def add_fact(store: Store, text: str, subject: str, speaker: str, time: datetime, over: Sequence[int]) -> int:
    """Keep a fact, inside a transaction; those of some numbers end. Returns its number.

    Raises:
        BadInput: It is not Unicode.
    """
    now = microseconds(time)
    try:
        cursor = store.write(
            "INSERT INTO facts (text, subject, speaker, time) VALUES (?, ?, ?, ?)", text, subject, speaker, now
        )
    except UnicodeEncodeError as error:
        raise BadInput(f"a fact holds text that is not Unicode: {error}") from error
    number = int(cursor.lastrowid or 0)
    for one in over:
        store.write("UPDATE facts SET ended = ?, successor = ? WHERE id = ? AND ended IS NULL", now, number, one)
    return number


def end_fact(store: Store, number: int, time: datetime) -> None:
    """Let a fact hold no longer, inside a transaction; one whose place it had taken holds again."""
    store.write("UPDATE facts SET ended = ? WHERE id = ?", microseconds(time), number)
    store.write("UPDATE facts SET ended = NULL, successor = NULL WHERE successor = ?", number)


def _fact(row: tuple[Any, ...]) -> ToldFact:
    number, text, speaker, time, ended, successor = row
    return ToldFact(number, text, speaker, moment(time), None if ended is None else moment(ended), successor)
