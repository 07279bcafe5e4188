"""Whole lives under ``kill -9``: a process builds and forgets, is killed ten times, and the life goes on to its end."""

from __future__ import annotations

import shutil

from benchmarks.torture.building import KILLS_PER_LIFE, lived_under_kills
from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row

NAME = "kill a life"


class Lives:
    """Lives that are cut off and go on.

    Args:
        ground: Beside it the lives are kept.
    """

    def __init__(self, ground: Ground) -> None:
        self._folder = ground.folder.with_name("lives")

    def row(self) -> Row:
        """As a row of the table; one case is a life with all of its kills."""
        what = "building and forgetting, killed and gone on; the tree must be that of a life without kills"
        return Row(NAME, "kills", what, self.attempt, 10, 1, KILLS_PER_LIFE)

    def attempt(self, seed: int, case: int) -> str:
        """One life."""
        folder = self._folder / f"{seed}-{case}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        line = lived_under_kills(KILLS_PER_LIFE, seed * 1000 + case, folder / "life.sqlite")
        problems = line["problems"]
        if not problems:
            shutil.rmtree(folder)
        return "; ".join(problems[:3])


def rows(ground: Ground) -> list[Row]:
    """The one row."""
    return [Lives(ground).row()]
