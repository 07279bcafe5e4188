"""What is planned is kept in the memory, begun once when it is due, told, moved and called off."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pytest

from agent.dialogue.manager import Dialogue
from agent.household.planned_sayings import PlannedSaying
from agent.household.provisions import EpisodeHome, Records, Speech
from agent.household.schedule import plan_from
from agent.household.session import LivedEpisode, live
from agent.recall.asking import Recall
from agent.runs.run import FinishedChore, do_chore, prepare
from agent.runs.setup import RunSetup
from benchmarks.resuming import Script, points
from envs.clock import SimulatedClock
from envs.errors import BadInput
from eval.commands.homes import read_home
from eval.commands.rounds import read_round
from eval.commands.run import tried
from memory.erasing.erase import erase_about
from memory.store.database import Store
from memory.store.task_log import TaskLog
from memory.task_status import DONE, LAPSED, PLANNED


def run(folder: Path, said: str, now: str = "", later: Sequence[tuple[int, str]] = ()) -> FinishedChore:
    meanwhile = tuple(PlannedSaying(text, step) for step, text in later)
    begun = None if not now else datetime.fromisoformat(now)
    place = {"memory": folder / "m.sqlite", "memory_mode": "inline", "seed": 3, "scene": "kitchen"}
    return do_chore(prepare(RunSetup(request=said, said=meanwhile, begin=begun, **place)))  # type: ignore[arg-type]


def answers(chore: FinishedChore) -> str:
    return " ".join(text for speaker, text in chore.lived.said if speaker == "agent")


def tasks(folder: Path, *statuses: str) -> list[str]:
    with Store.open(folder / "m.sqlite", readonly=True) as store:
        return [one.origin.words for one in TaskLog(store).tasks(*statuses)]


def test_a_plan_outlives_the_run_and_is_begun_once(tmp_path: Path) -> None:
    planned = run(tmp_path, "tomorrow at 9 open the fridge")
    assert planned.lived.result.steps == 0 and [one.words for one in planned.lived.planned] == ["open a fridge"]
    assert tasks(tmp_path, PLANNED) == ["open a fridge"]
    assert "tomorrow at 09:00: open a fridge" in answers(run(tmp_path, "what is planned?")).lower()
    due = run(tmp_path, "what is planned?", "2026-01-06 09:02")
    assert "It is 09:02: I will open a fridge, as was planned." in answers(due)
    assert [one.item.status for one in due.lived.ended] == [DONE] and not due.lived.planned
    after = run(tmp_path, "what is planned?")
    assert "Nothing is planned." in answers(after) and not after.lived.ended
    assert tasks(tmp_path, LAPSED, DONE) == ["open a fridge", "open a fridge"]


def test_what_was_missed_is_told_and_begun_once(tmp_path: Path) -> None:
    run(tmp_path, "every day at 9 open the fridge")
    late = run(tmp_path, "what is planned?", "2026-01-08 12:00")
    assert "I was to open a fridge on Monday, 5 Jan at 09:00, and I missed it 4 times." in answers(late)
    assert len(late.lived.ended) == 1
    (plan,) = late.lived.planned
    assert plan.next == datetime(2026, 1, 9, 9)
    assert not run(tmp_path, "what is planned?", "2026-01-09 08:00").lived.ended
    assert len(run(tmp_path, "what is planned?", "2026-01-09 09:00").lived.ended) == 1


def test_what_is_so_for_a_minute_is_set_back(tmp_path: Path) -> None:
    lived = run(tmp_path, "open the fridge for one minute, then put an apple in the sink").lived
    assert [one.item.errand.words for one in lived.ended] == [
        "open a fridge", "put an apple in the sink", "close a fridge",
    ]  # fmt: skip
    assert all(one.item.status == DONE for one in lived.ended)


def test_what_is_due_meanwhile_comes_behind_what_is_at_hand(tmp_path: Path) -> None:
    lived = run(tmp_path, "put an apple in the fridge", later=((3, "in one minute open the microwave"),)).lived
    assert [one.item.errand.words for one in lived.ended] == ["put an apple in the fridge", "open a microwave"]
    assert all(one.item.status == DONE for one in lived.ended)


def test_plans_are_moved_and_called_off(tmp_path: Path) -> None:
    run(tmp_path, "every evening at 8 open the fridge")
    (moved,) = run(tmp_path, "move it to nine").lived.planned
    assert moved.next == datetime(2026, 1, 5, 21) and moved.due.rhythm == "day"
    (skipped,) = run(tmp_path, "not on Tuesday").lived.planned
    assert skipped.due.after(skipped.next) == datetime(2026, 1, 14, 21).replace(day=7)
    (weekly,) = run(tmp_path, "and not on Sundays").lived.planned
    assert weekly.due.weekdays == (0, 1, 2, 3, 4, 5)
    off = run(tmp_path, "cancel everything that is planned")
    assert not off.lived.planned and "I will not open a fridge" in answers(off)
    assert not run(tmp_path, "what is planned?", "2026-01-07 22:00").lived.ended


def test_a_request_that_is_not_clear_is_asked_about_at_once(tmp_path: Path) -> None:
    asked = run(tmp_path, "tomorrow at 9 put the mug", later=((0, "in the sink"),))
    assert "Where shall I put the mug?" in answers(asked)
    (plan,) = asked.lived.planned
    assert plan.words == "put a mug in the sink" and plan.next == datetime(2026, 1, 6, 9)


def test_the_conditions_of_a_request_are_kept_with_its_plan(tmp_path: Path) -> None:
    run(tmp_path, "at noon put all the apples except one in the fridge")
    (plan,) = run(tmp_path, "what is planned?").lived.planned
    assert plan.words == "put every apple in some fridge except one"


def test_recall_tells_what_was_begun_apart_from_what_is_planned(tmp_path: Path) -> None:
    run(tmp_path, "every day at 9 open the fridge")
    with Store.open(tmp_path / "m.sqlite", readonly=True) as store:
        left = Recall(store, datetime(2026, 1, 5, 8, 30)).answer("which tasks are not done yet?").text
        assert "I have not begun opening a fridge yet: it is waiting until today at 09:00" in left
    run(tmp_path, "what is planned?", "2026-01-05 09:00")
    with Store.open(tmp_path / "m.sqlite", readonly=True) as store:
        told = Recall(store, datetime(2026, 1, 5, 10)).answer("did you open the fridge this morning?")
    assert told.value is True


def test_a_plan_of_which_something_is_erased_is_not_carried_out(tmp_path: Path) -> None:
    run(tmp_path, "tomorrow at 9 open the fridge")
    with Store.open(tmp_path / "m.sqlite") as store:
        erase_about(store, "fridge", datetime(2026, 1, 5, 9))
    assert tasks(tmp_path, PLANNED) == [] and len(tasks(tmp_path, LAPSED)) == 1
    assert not run(tmp_path, "what is planned?", "2026-01-06 10:00").lived.ended


def test_a_run_with_plans_that_is_cut_off_takes_the_same_course() -> None:
    said = ((4, "in one minute open the microwave"), (12, "every day at 8 make coffee"), (30, "not tomorrow"))
    script = Script(1, "put an apple in the fridge, and open the drawer afterwards", said)
    *tried_points, total = points(8, seed=5, scripts=(script,))
    assert [one for one in tried_points if one["unlike"]] == [] and total["same"] == 8


def test_without_a_memory_plans_live_as_long_as_the_run() -> None:
    place = read_home("kitchen 3").place()
    home = EpisodeHome(place.session, SimulatedClock(), "trial", place.world)
    lived: LivedEpisode = live(home, Speech("at noon open the fridge"), Records())
    assert [one.words for one in lived.planned] == ["open a fridge"]


def test_plans_are_told_and_called_off_in_a_talk(tmp_path: Path) -> None:
    run(tmp_path, "every morning at 8 make coffee")
    talk = Dialogue(tmp_path / "m.sqlite")
    assert "Every day at 08:00, next tomorrow: make coffee" in talk.say("what is planned?").text
    assert "every day at 09:00" in talk.say("move it to nine").text
    assert "day except Sunday at 09:00" in talk.say("not on Sundays").text
    assert "I will not make coffee" in talk.say("cancel the coffee").text
    assert talk.say("what is planned?").text == "Nothing is planned."


@pytest.mark.parametrize("state", ["", "{}", '{"planned": [], "due": {}}', "[]"])
def test_a_plan_that_is_none_is_refused(state: str) -> None:
    with pytest.raises(BadInput):
        plan_from(1, "", state)


@pytest.mark.parametrize(
    ("say", "when", "verdict"),
    [
        ("every morning at 8 open the fridge", 'first: "2026-01-06 08:00", every: day', "right"),
        ("every morning at 8 open the fridge", 'first: "2026-01-06 09:00", every: day', "wrong"),
        ("every morning at 8 open the fridge", 'first: "2026-01-06 08:00"', "wrong"),
        ("tonight open the fridge", 'first: "2026-01-05 19:00"', "right"),
        ("open the fridge", 'first: "2026-01-05 19:00"', "wrong"),
        ("open the fridge every full moon", 'first: "2026-01-05 19:00"', "honest"),
    ],
)
def test_what_is_planned_is_judged_by_its_time(tmp_path: Path, say: str, when: str, verdict: str) -> None:
    path = tmp_path / "round.yaml"
    entry = f'- {{id: c1, home: kitchen 3, kind: time, say: "{say}", expect: plan, {when}}}\n'
    path.write_text(f"commands:\n{entry}", encoding="utf-8")
    (one,) = tried(read_round(path).commands)
    assert one.verdict == verdict, one
