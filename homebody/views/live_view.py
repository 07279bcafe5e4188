"""Watching the robot in a terminal: a live line while it works, a summary at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Console, Group
from rich.table import Table

from agent.body.acting import StepReport
from agent.runs.run import Chore, FinishedChore
from envs.mapview import half_blocks
from envs.process.terminal import live, spin, spinner, styled
from homebody.output import facts
from homebody.views.film import Film, FilmFrame
from homebody.views.video import Video

if TYPE_CHECKING:
    from rich.spinner import Spinner

_LEAST_COLUMNS = 40  # a narrower picture shows nothing
_CAPTION_LINES = 4


VIEW: dict[str, Any] = {"width": 480, "height": 480, "renderMode": "textured"}
"""How the engine draws frames for people: 480 pixels a side, with materials and shadows."""


@contextmanager
def watching(
    console: Console, chore: Chore, show: bool, video: Path | None
) -> Iterator[tuple[LiveView, Callable[[StepReport], None]]]:
    """Watch a chore in the terminal and, where asked, on film.

    Yields:
        The watcher, and what has to be called after every step.

    Raises:
        BadInput: The film cannot be made.
        AlreadyExists: It is there.
    """
    with ExitStack() as stack:
        stack.callback(chore.scene.simulator.stop)
        film = stack.enter_context(Video(video, chore.title, VIEW["height"])) if video else None
        watcher = stack.enter_context(LiveView(console, chore, show))

        def step(report: StepReport) -> None:
            watcher.step(report)
            if film is not None:
                film.step(report)

        yield watcher, step
    if film is not None:
        console.print(f"film written to {film.path}", style="dim")


class LiveView:
    """Shows one chore; use it in a ``with`` block around the work.

    Interactions and everything said stay on the screen, one line each; walking only moves the live line.

    Args:
        console: Where.
        chore: What is being done.
        pictures: Also show, live, what the agent sees and the map with its path.
    """

    def __init__(self, console: Console, chore: Chore, pictures: bool = False) -> None:
        self._console = console
        self._chore = chore
        self._spinner = spinner("looking around")
        self._live = live(self._spinner, console)
        rows = 2 * (console.height - _CAPTION_LINES - 4)
        side = min(console.width // 2 - 1, rows)
        self._film = Film(side) if pictures and side >= _LEAST_COLUMNS // 2 else None

    def __enter__(self) -> LiveView:
        scene = self._chore.scene
        self._console.print(styled((self._chore.title, "bold"), f"  in {scene.name} ({scene.source})"))
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def step(self, report: StepReport) -> None:
        """Show one step."""
        if self._film is not None:
            self._live.update(_screen(self._film.shoot(report), self._film.side, self._spinner))
        spin(self._spinner, f"step {report.number}  {report.goal or 'done'}  ({report.action})")
        if report.action == "Text":
            self._console.print(f"  “{report.target}”", style="cyan")
        elif report.target is not None:
            outcome = "" if report.success else f"  failed: {report.error}"
            thing = report.target.split("|", 1)[0]
            self._console.print(
                f"  {report.number:>4}  {report.action} {thing}{outcome}",
                style=None if report.success else "yellow",
            )

    def summary(self, done: FinishedChore) -> None:
        """Show how it ended and what to type next."""
        result = done.result
        shown = facts()
        failed = (("not done", "red"), f": {result.reason}")
        shown.add_row("outcome", styled(("done", "green")) if done.success else styled(*failed))
        shown.add_row("goal conditions", f"{result.progress.satisfied} of {result.progress.total}")
        shown.add_row("steps", f"{result.steps}, {result.failures} failed")
        shown.add_row("in the home", f"{done.started:%Y-%m-%d %H:%M:%S} to {done.ended:%H:%M:%S}")
        shown.add_row("memory", str(done.memory))
        shown.add_row("record", str(done.game_file))
        self._console.print(shown)
        self._console.print(f'ask it:  homebody ask "What did you do?" --memory {done.memory}')


def _screen(shot: FilmFrame, side: int, below: Spinner) -> Group:
    """View and map as characters, two pixels each, with the caption below."""
    grid = Table.grid(padding=(0, 1))
    panes = [_shrunk(pane, side) for pane in (shot.view, shot.plan) if pane is not None]
    grid.add_row(*(half_blocks(pane) for pane in panes))
    return Group(grid, below)


def _shrunk(image: np.ndarray, side: int) -> np.ndarray:
    """The image with at most ``side`` pixels along each edge, every pixel the mean of those it stands for."""
    if max(image.shape[:2]) <= side:
        return image
    step = max(image.shape[:2]) / side
    rows, columns = (np.arange(0, n - step / 2, step).astype(int) for n in image.shape[:2])
    sums = np.add.reduceat(np.add.reduceat(image.astype(np.float64), rows, axis=0), columns, axis=1)
    counts = np.outer(np.diff([*rows, image.shape[0]]), np.diff([*columns, image.shape[1]]))
    return (sums / counts[..., None]).astype(np.uint8)
