"""Runs that are cut off and go on: the same record, report and memory as of a run that nobody cut off."""

from __future__ import annotations

import random

from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row


def attempt(seed: int, case: int) -> str:
    """One run, cut off at one point or two."""
    from benchmarks.resuming import SCRIPTS, point

    tried = point(SCRIPTS[case % len(SCRIPTS)], random.Random(seed * 100_000 + case))
    return f"cut at {tried['cuts']}, not the same: {', '.join(tried['unlike'])}" if tried["unlike"] else ""


def rows(ground: Ground) -> list[Row]:
    """The one row."""
    return [Row("resume", "kills", "runs cut off go on the same course", attempt, 16, 2)]
