from __future__ import annotations

import io
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from agent.runs.days import NIGHT, LifeObserver, LifeReport, LivedDay, live_days
from agent.runs.setup import LifeSetup
from envs.engines import Launcher
from envs.errors import AlreadyExists, BadInput
from envs.housemates import live_a_night
from envs.teach.games.recorded import read_game
from envs.teach.games.session import TeachSession
from homebody.views.days import LifeWatcher, life_table
from memory.store.database import Store, moment

DAYS = 2
MODEST: dict[str, Any] = {"chores": (2, 2), "max_steps": 120, "seed": 5, "scene": "tabletop"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("life")


@pytest.fixture(scope="module")
def watched(folder: Path) -> tuple[LifeReport, str]:
    console = Console(file=io.StringIO(), width=78, force_terminal=False)
    with LifeWatcher(console, DAYS) as watcher:
        setup = LifeSetup(days=DAYS, memory=folder / "m.sqlite", record=folder / "games", **MODEST)
        report = live_days(setup, watcher.observer)
    watcher.summary(report)
    assert isinstance(console.file, io.StringIO)
    return report, console.file.getvalue()


@pytest.fixture(scope="module")
def report(watched: tuple[LifeReport, str]) -> LifeReport:
    return watched[0]


def test_each_day_has_its_chores_in_working_hours(report: LifeReport) -> None:
    assert [day.day for day in report.days] == [date(2026, 1, 5), date(2026, 1, 6)]
    assert all(1 <= len(day.chores) <= 2 for day in report.days)
    for day in report.days:
        assert all(chore.started.date() == day.day and chore.started.hour >= 8 for chore in day.chores)
        assert all(a.ended <= b.started for a, b in zip(day.chores, day.chores[1:], strict=False))
        assert len({chore.task for chore in day.chores}) == len(day.chores)
    assert report.done >= 1


def test_the_memory_holds_what_the_report_says(report: LifeReport) -> None:
    with Store.open(report.memory) as store:
        assert not store.check()
        alive = dict(store.rows("SELECT level, count(*) FROM nodes WHERE forgotten IS NULL GROUP BY level"))
        assert alive == report.days[-1].nodes
        assert store.newest is not None and store.newest[0] == sum(day.experiences for day in report.days)
        episodes = {name for (name,) in store.rows("SELECT DISTINCT episode FROM experiences")}
    assert episodes <= {chore.episode for chore in report.chores}


def test_it_forgot_by_day_and_at_night(report: LifeReport) -> None:
    assert all(day.forgotten > 0 for day in report.days)
    assert all(day.nodes[1] < day.experiences for day in report.days)
    with Store.open(report.memory, readonly=True) as store:
        times = [moment(time) for (time,) in store.rows("SELECT DISTINCT time FROM forget_log ORDER BY time")]
    nights = [time for time in times if time.time() == NIGHT]
    assert {time.date() for time in nights} <= {day.day + timedelta(days=1) for day in report.days}
    assert nights


def test_every_chore_is_recorded_as_a_game(folder: Path, report: LifeReport) -> None:
    for chore in report.chores:
        game = read_game(folder / "games" / f"{chore.episode}.game.json")
        assert game.game_id == chore.episode and game.task.desc == chore.task
        assert sum(step.is_motion or step.is_object_action for step in game.interactions) == chore.steps


def test_the_home_keeps_its_state(folder: Path, report: LifeReport) -> None:
    """What the robot left in the evening is what it finds in the morning, but for what people touched."""
    first, second = (read_game(folder / "games" / f"{day.chores[k].episode}.game.json") for day, k in _nights(report))
    before = {thing["objectId"]: thing["position"] for thing in first.final.objects}
    after = {thing["objectId"]: thing["position"] for thing in second.initial.objects}
    assert before.keys() == after.keys()
    moved = [key for key in before if before[key] != after[key]]
    assert len(moved) < len(before) / 2
    start = {thing["objectId"]: thing["position"] for thing in first.initial.objects}
    assert start != before


def _nights(report: LifeReport) -> list[tuple[LivedDay, int]]:
    return [(report.days[0], -1), (report.days[1], 0)]


def test_the_same_seed_lives_the_same_life(report: LifeReport, tmp_path: Path) -> None:
    again = live_days(LifeSetup(days=1, memory=tmp_path / "m.sqlite", **MODEST))
    assert again.as_dict()["days"] == report.as_dict()["days"][:1]


def test_a_life_goes_on_the_next_morning(tmp_path: Path) -> None:
    seen: list[Any] = []
    short: dict[str, Any] = {**MODEST, "chores": (1, 1), "max_steps": 3, "forget": False}
    live_days(LifeSetup(days=1, memory=tmp_path / "m.sqlite", **short))
    observer = LifeObserver(on_chore=lambda *chore: seen.append(chore), on_day=seen.append)
    more = live_days(LifeSetup(days=1, memory=tmp_path / "m.sqlite", **short), observer)
    assert more.days[0].day == date(2026, 1, 6) and more.days[0].forgotten == 0
    assert seen[0][:2] == (1, more.chores[0].started) and seen[-1] == more.days[0]
    assert more.chores[0].reason == "the limit of 3 steps is reached" and not more.chores[0].success


def test_it_is_told_in_a_terminal_and_as_figures(watched: tuple[LifeReport, str]) -> None:
    report, text = watched
    assert "Monday 05 January 2026" in text and "the memory after each night" in text
    assert all(chore.task.split()[0] in text for chore in report.chores)
    assert f"{report.done} of {len(report.chores)} chores done" in text
    figures = report.as_dict()
    assert figures["chores"] == len(report.chores) and figures["days"][0]["day"] == "2026-01-05"
    assert figures["days"][1]["nodes"]["1"] == report.days[1].nodes[1]


def test_the_table_fits_a_terminal(report: LifeReport) -> None:
    levels = dict.fromkeys(range(1, 9), 123)
    day = LivedDay(date(2026, 1, 5), report.days[0].chores, 1234, levels, 2345, 12_345_678)
    console = Console(file=io.StringIO(), width=80)
    console.print(life_table(LifeReport(report.memory, "kitchen_1", [day])))
    assert isinstance(console.file, io.StringIO)
    assert "Mon 05 Jan" in console.file.getvalue() and "12,345" in console.file.getvalue()


@pytest.mark.parametrize(
    ("given", "complaint"),
    [({"days": 0}, "0 days; live at least 1"), ({"chores": (3, 2)}, "3 to 2 chores"), ({"chores": (0, 2)}, "0 to 2")],
)
def test_senseless_numbers_are_refused(tmp_path: Path, given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        live_days(LifeSetup(memory=tmp_path / "m.sqlite", **given))
    assert not list(tmp_path.iterdir())


def test_records_are_never_overwritten(tmp_path: Path) -> None:
    with pytest.raises(AlreadyExists, match="the record folder"):
        live_days(LifeSetup(days=1, memory=tmp_path / "m.sqlite", record=tmp_path))


# -- the people of the home


def test_a_night_changes_some_things_and_keeps_all_ids() -> None:
    def morning(seed: int) -> tuple[list[str], TeachSession, list[dict[str, Any]]]:
        session = TeachSession(Launcher().home("kitchen", 1).simulator)
        evening = session.objects()
        return live_a_night(session, np.random.default_rng(seed)), session, evening

    touched, session, evening = morning(3)
    after = {thing["objectId"]: thing for thing in session.objects()}
    assert [thing["objectId"] for thing in evening] == list(after)
    changed = [
        thing["objectId"]
        for thing in evening
        if (thing["isDirty"], thing["parentReceptacles"])
        != (after[thing["objectId"]]["isDirty"], after[thing["objectId"]]["parentReceptacles"])
        and not thing["receptacle"]
    ]
    assert touched and set(changed) <= set(touched)
    assert session.held is None
    assert morning(3)[0] == touched
    assert len({tuple(morning(seed)[0]) for seed in range(4)}) > 1


def test_at_night_the_hand_is_emptied() -> None:
    session = TeachSession(Launcher().home("kitchen", 1).simulator)
    mug = next(thing["objectId"] for thing in session.objects() if thing["objectType"] == "Mug")
    session.impose("Pickup", mug)
    assert session.held == mug
    live_a_night(session, np.random.default_rng(0))
    assert session.held is None
