"""Watching a life of days in a terminal: a live line while the robot works, a table of how its memory grew."""

from __future__ import annotations

from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console

from agent.body.acting import StepReport
from agent.runs.days import LifeObserver, LifeReport, LivedDay
from envs.process.terminal import live, spin, spinner
from envs.teach.tasks.definition import Task
from homebody.output import left, right, table
from memory.levels import kinds

if TYPE_CHECKING:
    from rich.table import Table

_CAPTION = f"lived: experiences; {kinds('L')} that are not forgotten"


class LifeWatcher:
    """Shows a life while it is lived; use it in a ``with`` block around ``live_days``.

    Args:
        console: Where.
        days: How many there will be.
    """

    def __init__(self, console: Console, days: int) -> None:
        self._console, self._days = console, days
        self._spinner = spinner("looking around")
        self._live = live(self._spinner, console)
        self._doing = ""

    @property
    def observer(self) -> LifeObserver:
        """What to give to ``live_days``."""
        return LifeObserver(self._on_chore, self._on_step, self._on_day)

    def __enter__(self) -> LifeWatcher:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def summary(self, report: LifeReport) -> None:
        """Show how the memory grew, and what to type next."""
        self._console.print(life_table(report))
        self._console.print(f"{report.done} of {len(report.chores)} chores done in {report.world}")
        self._console.print(f"see it:  homebody memory show --memory {report.memory}")
        self._console.print(f'ask it:  homebody ask "What did you do yesterday?" --memory {report.memory}')

    def _on_chore(self, number: int, start: datetime, task: Task) -> None:
        self._doing = f"day {number} of {self._days}, {start:%H:%M}  {task.desc}"
        spin(self._spinner, self._doing)

    def _on_step(self, report: StepReport) -> None:
        spin(self._spinner, f"{self._doing}  step {report.number}  {report.goal}")

    def _on_day(self, day: LivedDay) -> None:
        self._console.print(f"{day.day:%A %d %B %Y}", style="bold")
        for chore in day.chores:
            outcome = "" if chore.success else f"  not done: {chore.reason}"
            self._console.print(
                f"  {chore.started:%H:%M}–{chore.ended:%H:%M}  {chore.task}  {chore.steps} steps{outcome}",
                style=None if chore.success else "yellow",
            )


def life_table(report: LifeReport) -> Table:
    """Size of the tree after each day and the night that followed."""
    levels = sorted({level for day in report.days for level in day.nodes})
    counted = right("done", "lived", *(f"L{level}" for level in levels), "forgotten", "kB", whole=True)
    columns = [*left("day", whole=True), *counted]
    shown = table(columns, title="the memory after each night", caption=_CAPTION, framed=False, narrow=True)
    for day in report.days:
        done = sum(chore.success for chore in day.chores)
        counts = (str(day.nodes.get(level, 0)) for level in levels)
        row = (f"{done}/{len(day.chores)}", str(day.experiences), *counts, str(day.forgotten), f"{day.bytes // 1000:,}")
        shown.add_row(f"{day.day:%a %d %b}", *row)
    return shown
