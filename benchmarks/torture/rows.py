"""All rows of the table, in its order."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.torture import (
    disk,
    endpoints,
    escapes,
    evaluations,
    flips,
    fuzz,
    kills,
    lives,
    odd_files,
    outputs,
    overlaps,
    resumed,
    stops,
    texts,
    writers,
)
from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row
from envs.errors import BadInput


def all_rows(ground: Ground) -> list[Row]:
    """Every row that can be tried on this machine; the ground must be made."""
    parts = (
        kills,
        lives,
        resumed,
        evaluations,
        escapes,
        fuzz,
        odd_files,
        flips,
        endpoints,
        texts,
        writers,
        overlaps,
        disk,
        outputs,
        stops,
    )
    return [row for part in parts for row in part.rows(ground)]


def chosen(rows: Sequence[Row], names: Sequence[str]) -> list[Row]:
    """The rows with these names or of these kinds; all without any.

    Raises:
        BadInput: There is no such row.
    """
    known = {row.name for row in rows} | {row.kind for row in rows}
    wrong = [name for name in names if name not in known]
    if wrong:
        raise BadInput(f"there is no row {wrong[0]!r}; there are {', '.join(row.name for row in rows)}")
    return [row for row in rows if not names or row.name in names or row.kind in names]
