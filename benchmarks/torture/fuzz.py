"""Damaged input through every door: an answer or one sentence, in time."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks import flipped
from benchmarks.fuzz.rows import ROWS
from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row


@dataclass(frozen=True)
class Door:
    """How often a door is tried.

    Attributes:
        what: For the table.
        cases: In the whole torture.
        sample: In the sample.
    """

    what: str
    cases: int
    sample: int = 4


DOORS = {
    "questions": Door("questions of any kind", 1000, 20),
    "looking": Door("commands that read a memory: any words, numbers, dates", 900, 12),
    "changing": Door("commands that change a memory: any words, numbers, dates", 300),
    "run": Door("options of `homebody run`, with anything", 300),
    "interruptions": Door("things said to a run at any time", 100, 2),
    "environment": Door("settings of the language models in the environment", 200),
    "trails": Door("trails of runs that were cut off, changed", 150),
    "games": Door("recorded games, changed", 200),
    "settings": Door("schedules, layouts, question sets, prices, recorded calls, changed", 1000, 20),
    "imports": Door("exports of a memory, changed", 300),
    "flipped bytes": Door("memories with flipped bytes, each given to `check` and 16 other commands", 60, 2),
    "archives": Door("zips, and what else may lie where a file is expected", 250, 6),
}
"""By their names in ``benchmarks.fuzz.rows``; one that is not here is tried 100 times."""


def rows(ground: Ground) -> list[Row]:
    """A row for each door."""
    attempts = {**ROWS, "flipped bytes": flipped.attempt}
    doors = [(name, attempt, DOORS.get(name, Door(name, 100))) for name, attempt in attempts.items()]
    return [Row(f"fuzz {name}", "fuzz", one.what, attempt, one.cases, one.sample) for name, attempt, one in doors]
