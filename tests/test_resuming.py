"""A run that was cut off at any moment takes the same course again."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from agent.household.planned_sayings import PlannedSaying
from agent.household.unfinished import unfinished
from agent.runs.again import prepare_again
from agent.runs.days import live_days
from agent.runs.run import do_chore, prepare
from agent.runs.setup import LifeSetup, RunSetup
from agent.trail.course import TRAIL, OtherCourse, Trail
from agent.trail.days import cut_off_life, life_trail
from agent.trail.remembered import newest_number
from benchmarks.resuming import SCRIPTS, CutOff, Script, begin, contents, course, cut, go_on, points, whole
from envs.errors import BadInput, Notice
from memory.forgetting.forgetter import Forgetter
from memory.store.database import Store
from memory.store.lifetimes import Lifetimes

SHORT_LIVED = Lifetimes(*(timedelta(minutes=minutes) for minutes in (1, 4, 120, 360)))
SHORT = (SCRIPTS[0], SCRIPTS[1], SCRIPTS[4])


def test_cut_off_at_any_point_it_takes_the_same_course() -> None:
    *tried, total = points(6, seed=11, scripts=SHORT)
    assert [one for one in tried if one["unlike"]] == []
    assert total["same"] == 6 and len({tuple(one["cuts"][0]) for one in tried}) > 4


def test_a_life_that_was_cut_off_takes_the_same_course() -> None:
    *tried, total = points(3, seed=4, scripts=(Script(5, scene="tabletop", days=2),))
    assert [one for one in tried if one["unlike"]] == [] and total["same"] == 3


def test_a_pass_of_forgetting_that_was_cut_off_is_counted_as_one(tmp_path: Path) -> None:
    life = Script(5, scene="tabletop", days=1)
    with pytest.raises(CutOff), cut("forgetting", 25):
        begin(life, tmp_path)
    assert course(tmp_path, go_on(tmp_path, 1)).unlike(whole(life)) == []


def test_a_new_life_takes_the_place_of_one_that_was_cut_off(tmp_path: Path) -> None:
    life = Script(5, scene="tabletop", days=1)
    memory = tmp_path / "m.sqlite"
    with pytest.raises(BadInput, match="no life that was cut off"):
        cut_off_life(memory)
    with pytest.raises(CutOff), cut("after", 30):
        begin(life, tmp_path)
    with pytest.raises(BadInput, match="say --days N --resume"):
        unfinished(memory, None)
    old = life_trail(memory).read_bytes()
    with pytest.warns(Notice, match="can no longer be continued"):
        new = live_days(LifeSetup(memory=memory, scene="tabletop", seed=5, max_steps=3, chores=(1, 1)))
    assert [day.day for day in new.days] == [date(2026, 1, 6)] and not life_trail(memory).exists()
    life_trail(memory).write_bytes(old)
    with pytest.raises(BadInput, match="has gone on since"):
        go_on(tmp_path, 1)


def cut_off(folder: Path, moment: str, when: int) -> None:
    with pytest.raises(CutOff), cut(moment, when):
        begin(SHORT[0], folder)


def test_a_run_that_cannot_take_the_same_course_goes_on_all_the_same(tmp_path: Path) -> None:
    cut_off(tmp_path, "after", 25)
    trail = tmp_path / "run" / TRAIL
    lines = trail.read_text().splitlines()
    turned = next(k for k, line in enumerate(lines) if "Turn" in line)
    lines.insert(turned, json.dumps({"do": "Look Up", "n": 3}))
    trail.write_text("".join(line + "\n" for line in lines))
    with pytest.warns(UserWarning, match="no longer takes the same course"):
        report = go_on(tmp_path)
    assert report["success"]


def test_what_was_forgotten_meanwhile_does_not_come_back(tmp_path: Path) -> None:
    cut_off(tmp_path, "after", 40)
    with Store.open(tmp_path / "m.sqlite") as store:
        newest = newest_number(store)
        Forgetter(store, lifetimes=SHORT_LIVED).run(datetime(2027, 1, 1))
        left = store.numbers(1, newest)
    assert newest > 30 and len(left) < newest
    assert go_on(tmp_path)["success"]
    with Store.open(tmp_path / "m.sqlite") as store:
        assert store.numbers(1, newest) == left
        assert newest_number(store) == len(whole(SHORT[0]).memory["experiences"])


def test_leftovers_that_nobody_can_use_are_removed_by_the_next_run(tmp_path: Path) -> None:
    cut_off(tmp_path, "after", 5)
    for name, text in (("never-begun", '{"version": 2'), ("over", '{"version": 2}\n')):
        (tmp_path / name).mkdir()
        (tmp_path / name / TRAIL).write_text(text)
    (tmp_path / "over" / "over.game.json").write_text("{}")
    memory = tmp_path / "m.sqlite"
    assert unfinished(memory, None).folder.name == "run"
    do_chore(prepare(RunSetup(request="open the fridge", seed=1, memory=memory, record=tmp_path / "next")))
    trails = {path.parent.name for path in tmp_path.glob(f"*/{TRAIL}")}
    assert trails == {"run"} and not (tmp_path / "never-begun").exists()
    assert (tmp_path / "over" / "over.game.json").exists()


def test_what_is_going_to_be_said_later_survives_the_next_kill(tmp_path: Path) -> None:
    cut_off(tmp_path, "after", 12)
    memory = tmp_path / "m.sqlite"
    said = (PlannedSaying("open the fridge", 30),)
    with pytest.raises(CutOff), cut("after", 10):
        do_chore(prepare_again(unfinished(memory, None), RunSetup(memory=memory, said=said)))
    report = go_on(tmp_path)
    heard = [one["text"] for one in report["said"] if one["speaker"] == "user"]
    assert heard.count("open the fridge") == 1 and len(report["tasks"]) == 4


def test_nothing_is_written_down_twice(tmp_path: Path) -> None:
    done = [{"do": "Forward", "n": 0}, {"given": "yes", "n": 1}]
    trail = Trail(None, None, done)
    trail.note(do="Forward")
    assert trail.given(lambda: 1 / 0) == "yes" and not trail.repeating
    other = Trail(None, None, done)
    with pytest.raises(OtherCourse):
        other.note(do="Backward")
    with pytest.raises(OtherCourse):
        Trail(None, None, done).given(lambda: "yes")


def test_a_course_that_is_not_the_same_is_seen(tmp_path: Path) -> None:
    report = begin(SHORT[1], tmp_path)
    other = course(tmp_path, {**report, "steps": report["steps"] + 1})
    assert other.unlike(whole(SHORT[1])) == ["steps"]
    memory = contents(tmp_path / "m.sqlite")
    assert memory["experiences"] and memory["task_entries"] and memory["nodes"]
