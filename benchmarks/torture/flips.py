"""Memories with flipped bytes: what ``check`` calls sound lets no command stumble; damage is told in a sentence."""

from __future__ import annotations

from benchmarks.flipped import attempt
from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row


def rows(ground: Ground) -> list[Row]:
    """The one row."""
    return [Row("flipped memories", "fuzz", "memories with flipped bytes, given to every command", attempt, 500, 3)]
