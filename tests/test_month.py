"""What is left of a life, on a short one with a clock that runs ahead."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from agent.runs.days import LifeObserver, live_days
from agent.runs.setup import LifeSetup
from benchmarks.month import Truth, days_told, tasks_told, week_told
from memory.live.worker import by_rules
from memory.reading.view import View
from memory.store.database import Store
from memory.store.lifetimes import PRESETS, PUBLISHED_LIFETIMES


@pytest.mark.parametrize("preset", PRESETS)
def test_a_life_can_tell_what_it_was_asked_and_the_last_week(tmp_path: Path, preset: str) -> None:
    truth = Truth()
    setup = LifeSetup(
        memory=tmp_path / "m.sqlite", days=2, seed=5, scene="tabletop", chores=(1, 1), max_steps=60, lifetimes=preset
    )
    report = live_days(setup, LifeObserver(on_chore=truth.on_chore, on_step=truth.on_step))
    end = report.chores[-1].ended
    with Store.open(report.memory) as store:
        by_rules(store).run(end + timedelta(days=5))
        assert store.check() == []
        view = View(store)
        assert tasks_told(view, report) == {"named": 1.0, "outcome": 1.0}
        week = week_told(view, report, truth)
        assert sum((deeds for deeds in truth.deeds.values()), Counter()), "nothing was done"
        if preset == PUBLISHED_LIFETIMES:
            assert min(week.values()) < 0.9
        else:
            assert min(week.values()) >= 0.9 and days_told(view, report) == 1.0
        by_rules(store).run(end + timedelta(days=400))
        assert tasks_told(View(store), report) == {"named": 1.0, "outcome": 1.0}  # for ever
        requests = [one.request for one in View(store).asked.between()]
        assert all(requests) and len(requests) == len(report.chores)
