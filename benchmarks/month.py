"""What a robot that lived a month of ordinary days can still tell, and in how many bytes.

The days are lived with the embedded engine as by ``homebody run --days``; what was asked, said and done is noted beside
the memory while it happens. In the end the memory is asked, through the readers that recall uses, for every day what
was asked and what became of it, and for the last week what was done and said. Prints one JSON line.

``python -m benchmarks.month [--days 30] [--seed 3] [--scene kitchen] [--lifetimes lasting]``
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from agent.body.acting import StepReport
from agent.runs.days import LifeObserver, LifeReport, LivedChore, live_days
from agent.runs.setup import LifeSetup
from benchmarks.lines import keeper, print_lines, result_option
from envs.teach.tasks.definition import Task
from memory.experience import type_of
from memory.levels import INTERACTIONS
from memory.reading.traces import Scope
from memory.reading.view import View
from memory.store.database import Store
from memory.store.lifetimes import LASTING, PRESETS

WEEK = timedelta(days=7)
_KINDS = {"Place": "put", "ToggleOn": "switched", "ToggleOff": "switched"}
_OTHER = "other"
Deeds = Counter[tuple[str, str]]
"""How often what was done to a thing of which class, or said: (action, class)."""


class Truth:
    """Notes what happens, beside the memory.

    Attributes:
        deeds: For every chore, by when it began, what was done.
        said: Likewise what was said.
    """

    def __init__(self) -> None:
        self.deeds: dict[datetime, Deeds] = {}
        self.said: dict[datetime, Counter[str]] = {}
        self._at = datetime.min

    def on_chore(self, _: int, started: datetime, __: Task) -> None:
        """A chore begins."""
        self._at = started
        self.deeds[started], self.said[started] = Counter(), Counter()

    def on_step(self, report: StepReport) -> None:
        """A step was taken, or something was said."""
        if report.action == "Text":
            self.said[self._at][report.target or ""] += 1
        elif report.success and report.action in INTERACTIONS:
            self.deeds[self._at][(report.action, type_of(report.target or ""))] += 1


def month(days: int, seed: int, scene: str, lifetimes: str) -> Iterator[dict[str, Any]]:
    """Live, then ask; one line."""
    truth = Truth()
    with tempfile.TemporaryDirectory() as folder:
        setup = LifeSetup(memory=Path(folder) / "month.sqlite", days=days, seed=seed, scene=scene, lifetimes=lifetimes)
        report = live_days(setup, LifeObserver(on_chore=truth.on_chore, on_step=truth.on_step))
        with Store.open(report.memory, readonly=True) as store:
            told = {**tasks_told(View(store), report), **week_told(View(store), report, truth)}
            told["days_told"] = round(days_told(View(store), report), 3)
        told["bytes"] = report.memory.stat().st_size
    lived = {"experiences": sum(day.experiences for day in report.days), "chores": len(report.chores)}
    yield {"bench": "month", "days": days, "lifetimes": lifetimes, **lived, **told}


def tasks_told(view: View, report: LifeReport) -> dict[str, float]:
    """Shares of the chores that are told with what was asked for, and with what became of them."""
    named = right = 0
    for chore in report.chores:
        found = [one for one in view.asked.between(Scope(chore.started, chore.started)) if one.asked == chore.started]
        named += bool(found) and bool(found[0].words and found[0].request)
        right += bool(found) and (found[0].outcome == "done") == (chore.reason == "done")
    count = max(len(report.chores), 1)
    return {"named": round(named / count, 3), "outcome": round(right / count, 3)}


def week_told(view: View, report: LifeReport, truth: Truth) -> dict[str, float]:
    """Shares of what was done and said in the last seven days that is told."""
    end = report.chores[-1].ended
    lived: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for chore in (one for one in report.chores if one.started >= end - WEEK):
        scope = Scope(chore.started, chore.ended)
        known = _deeds(view, chore)
        for (action, thing), count in truth.deeds[chore.started].items():
            kind = _KINDS.get(action, _OTHER)
            lived[kind] += count
            told[kind] += min(count, known[action, thing])
        words = Counter(one.utterance.text for one in view.said(scope))
        lived["said"] += truth.said[chore.started].total()
        told["said"] += (truth.said[chore.started] & words).total()
    return {kind: round(told[kind] / lived[kind], 3) for kind in sorted(lived) if lived[kind]}


def _deeds(view: View, chore: LivedChore) -> Deeds:
    """What is remembered of a chore, by action and class of what was acted on: the receptacle of what was put."""
    found: Deeds = Counter()
    for one in view.interactions(Scope(chore.started, chore.ended)):
        acted = one.deed.target if one.deed.action in ("Place", "Pour") else one.deed.thing
        found[one.deed.action, acted or ""] += 1
    return found


def days_told(view: View, report: LifeReport) -> float:
    """Share of the days of which a summary of that day alone is remembered."""
    told = {one.start.date() for one in view.told() if one.start.date() == one.end.date()}
    return sum(day.day in told for day in report.days) / len(report.days)


def main(arguments: list[str]) -> int:
    """Run it; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.month", description="What is left of a month.")
    parser.add_argument("--days", type=int, default=30, help="days to live")
    parser.add_argument("--seed", type=int, default=3, help="chooses the home and the chores")
    parser.add_argument("--scene", default="kitchen", help="the room")
    parser.add_argument("--lifetimes", default=LASTING, choices=tuple(PRESETS), help="how long the memory keeps things")
    result_option(parser)
    given = parser.parse_args(arguments)
    keep = keeper("benchmarks.month", given.result, arguments)
    print_lines(
        month(given.days, given.seed, given.scene, given.lifetimes), keep, ["benchmarks.month"], seed=given.seed
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
