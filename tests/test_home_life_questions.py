"""Lives that the robot leads to be asked about, and the questions that are made from what the referee noted."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from envs.errors import BadInput
from eval.questions.from_truth import questions
from eval.questions.home_life import HomeLifePlan, lead
from eval.questions.referee import CANCELLED, DONE, FAILED, WAITING, LivedTruth, RefereeDeed, ServedTask, ToldStatement
from eval.questions.rounds import FreeQuestion, read_round
from eval.questions.wordings import SPLITS, worded, wordings
from eval.questions.written_form import written_form
from eval.questions.written_life import live_written
from homebody.cli import app
from memory.store.database import Store
from memory.store.task_log import TaskLog

MONDAY = datetime(2026, 1, 5)


def _served(do: str, about: str, hour: float, minutes: float | None, outcome: str, reason: str = "") -> ServedTask:
    """A request so many hours after Monday began, and what became of it after so many minutes."""
    asked = MONDAY + timedelta(hours=hour)
    ended = None if minutes is None else asked + timedelta(minutes=minutes)
    return ServedTask(do, about, f"please {do}", asked, ended, outcome, reason)


TRUTH = LivedTruth(
    tasks=(
        _served("make coffee", "coffee", 8, 4, DONE),
        _served("water the plant", "plant", 9, 20, FAILED, "I could not find a house plant"),
        _served("slice a tomato", "tomato", 14, 1, DONE),
        _served("wash the plates", "plate", 32, 1, CANCELLED),
        _served("boil a potato", "potato", 33, None, WAITING),
    ),
    deeds=(
        RefereeDeed(MONDAY.replace(hour=8, minute=1), "Pickup", "Mug", "Mug|1", ("CounterTop",)),
        RefereeDeed(MONDAY.replace(hour=8, minute=3), "Place", "Mug", "Mug|1", ("CoffeeMachine",), "Mug"),
        RefereeDeed(MONDAY.replace(hour=9, minute=5), "Open", "Fridge", "Fridge|1"),
        RefereeDeed(MONDAY.replace(hour=9, minute=6), "Close", "Fridge", "Fridge|1"),
        RefereeDeed(MONDAY.replace(hour=14), "Slice", "Tomato", "Tomato|1", ("CounterTop",), "Knife"),
    ),
    statements=(ToldStatement("The spare key is in the drawer.", "spare key", "drawer", MONDAY.replace(hour=10)),),
    places={"Mug": ("CoffeeMachine", "CounterTop")},
    asked_at=MONDAY + timedelta(days=1, hours=20),
    undone=("make soup", "feed the cat", "bake a cake"),
)


@pytest.fixture(scope="module")
def asked() -> Mapping[str, list[FreeQuestion]]:
    found: dict[str, list[FreeQuestion]] = {}
    for seed in range(30):  # few are drawn of each kind; together these are all
        for one in questions(TRUTH, "life", "dev", seed):
            found.setdefault(one.kind, []).append(one)
    return found


def _expected(found: list[FreeQuestion]) -> set[tuple[str, tuple[str, ...]]]:
    return {(turn.expected.status, turn.expected.facts) for one in found for turn in one.turns}


def test_every_kind_of_question_is_made(asked: Mapping[str, list[FreeQuestion]]):
    assert len(asked) >= 20
    assert all(len(one.turns) > 1 for one in asked["conversation"])


def test_what_is_right_is_what_the_referee_noted(asked: Mapping[str, list[FreeQuestion]]):
    assert _expected(asked["yes_no"]) == {("known", ("yes",))}
    assert ("known", ("could not find a house plant",)) in _expected(asked["why"])
    assert {facts[0] for _, facts in _expected(asked["task_status"])} == {"no", "no / not yet / waiting"}
    assert _expected(asked["where"]) == {("known", ("coffee machine / counter top",))}
    assert _expected(asked["with_what"]) == {("known", ("knife",))}
    assert _expected(asked["state"]) == {("known", ("no",))}, "the fridge was opened and closed again"
    assert ("known", ("3",)) in _expected(asked["count"]), "three requests on Monday"
    assert ("known", ("coffee", "tomato")) in _expected(asked["list"])
    assert _expected(asked["comparison"]) == {("known", ("coffee",))}
    assert _expected(asked["fact"]) == {("known", ("drawer",))}
    assert _expected(asked["never_happened"]) == {("never", ())}
    assert ("known", ("plant",)) in _expected(asked["task_overview"]), "what failed"
    assert ("known", ("potato",)) in _expected(asked["task_overview"]), "what waits"


def test_a_failed_chore_must_not_be_told_as_done(asked: Mapping[str, list[FreeQuestion]]):
    lists = [turn.expected for one in asked["list"] for turn in one.turns if turn.expected.denied]
    assert any("watered the plant" in one.denied for one in lists)


def test_questions_follow_from_the_seed():
    assert questions(TRUTH, "life", "dev", 3) == questions(TRUTH, "life", "dev", 3)
    assert questions(TRUTH, "life", "dev", 3) != questions(TRUTH, "life", "dev", 4)


def test_splits_ask_for_the_same_in_other_words():
    dev, held_out = (wordings(split) for split in SPLITS)
    assert dev.keys() == held_out.keys()
    for what, told in dev.items():
        assert not set(told) & set(held_out[what])
        slots = [{name for _, name, _, _ in string.Formatter().parse(one) if name} for one in (*told, *held_out[what])]
        assert all(one <= set().union(*slots[: len(told)]) | {"when", "day", "doing", "did", "do"} for one in slots)
    with pytest.raises(BadInput, match="dev and held-out"):
        wordings("test")


def test_words_are_misspelt_now_and_then_and_never_lost():
    rng = random.Random(0)
    made = {worded("dev", "first", rng, when="yesterday") for _ in range(200)}
    assert len(made) > 20
    assert all(one.lower().endswith(("yesterday", "yesterday?")) or "yest" in one or "erday" in one for one in made)


def test_a_life_is_led_by_the_robot_and_noted_by_the_referee(tmp_path: Path):
    memory = tmp_path / "m.sqlite"
    truth = lead(HomeLifePlan(seed=1, days=1, chores=1), memory)
    assert [task.outcome for task in truth.tasks] == [WAITING]
    with Store.open(memory, readonly=True) as store:
        assert [one.request for one in TaskLog(store).tasks()] == [truth.tasks[0].request]
    assert truth.statements[0].time < truth.asked_at
    assert truth.undone


def test_the_command_says_what_it_asked_and_hides_the_words_of_the_other_split():
    command = [
        "eval",
        "questions",
        "--lives",
        "1",
        "--life-days",
        "1",
        "--requests",
        "1",
        "--seed",
        "1",
        "--json",
        "-",
        "--answers",
    ]
    shown = CliRunner().invoke(app, [*command, "--split", "held-out"])
    assert shown.exit_code == 0, shown.output
    figures = json.loads(shown.stdout)
    assert (figures["split"], figures["lives"]) == ("held-out", 1)
    assert figures["all"]["turns"] == len(figures["answers"]) > 5
    assert not any("ask" in one or "answer" in one for one in figures["answers"])


def test_a_led_life_can_be_told_in_the_form_of_a_round(tmp_path: Path):
    path = tmp_path / "round.yaml"
    path.write_text(yaml.safe_dump({"lives": [written_form("H1", TRUTH)], "questions": []}), encoding="utf-8")
    life = read_round(path).lives[0]
    assert [one.words for one in life.happenings if one.what == "asked"] == [task.request for task in TRUTH.tasks]
    assert [one.state for one in life.happenings if one.what == "task_state"] == [
        *("done", "failed", "done", "cancelled", "waiting"),
    ]
    with Store.open(tmp_path / "m.sqlite") as store:
        live_written(life, store, forget=False)
        assert [one.status for one in TaskLog(store).tasks()] == ["done", "failed", "done", "cancelled", "waiting"]
