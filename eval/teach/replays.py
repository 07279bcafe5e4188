"""Replaying many games, in one process or in several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from envs.engines import Launcher
from envs.errors import BadInput
from envs.process.terminal import track
from envs.replay.player import TOLERANCE, GameReport, replay
from envs.replay.point_report import PointReport
from envs.replay.report import ReplayReport
from envs.teach.games import archive
from envs.teach.games.recorded import read_game
from eval.parallel import each


@dataclass(frozen=True)
class Replaying:
    """How games are replayed.

    Attributes:
        launcher: Opens their rooms.
        mode: See ``envs.replay.player``.
        tolerance: Likewise.
    """

    launcher: Launcher
    mode: str = "free"
    tolerance: float = TOLERANCE

    def by_id(self, file: tuple[str, bytes]) -> GameReport:
        """Replay the game in a file, given as its name and its bytes."""
        game = read_game(file[1], file[0])
        return replay(game, self.mode, simulator=self.launcher(game), tolerance=self.tolerance)

    def by_point(self, file: tuple[str, bytes]) -> PointReport:
        """Likewise, and ask what its image points find."""
        game, report = read_game(file[1], file[0]), PointReport()
        report.add(game, self.launcher(game), self.mode, self.tolerance)
        return report

    def report(self, paths: Sequence[Path], limit: int | None = None, workers: int = 1) -> ReplayReport:
        """The figures of some games; the same for any number of processes.

        Raises:
            BadInput: A path holds no games, or the engine cannot run in several processes.
            BadGameFile: A file is no game.
        """
        total = ReplayReport()
        for report in self._each(self.by_id, paths, limit, workers, "replaying"):
            total.add(report)
        return total

    def points(self, paths: Sequence[Path], limit: int | None = None, workers: int = 1) -> PointReport:
        """What the image points of some games find; otherwise as ``report``."""
        total = PointReport()
        for report in self._each(self.by_point, paths, limit, workers, "pointing"):
            total.merge(report)
        return total

    def _each(self, work: Any, paths: Sequence[Path], limit: int | None, workers: int, doing: str) -> Iterator[Any]:
        if workers > 1 and self.launcher.engine != "pocket":
            raise BadInput(f"--workers {workers} needs the embedded engine; Unity replays in one process only")
        entries = archive.find(paths)[:limit]
        yield from track(each(work, archive.contents(entries), workers), doing, len(entries))
