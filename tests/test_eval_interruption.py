"""The interruption experiment: the built-in executive reaches the paper's goal, and all of it runs with an endpoint."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from tabletop_model import answer, at_once, inventive_worker, own_topping
from talker import Line, talker
from typer.testing import CliRunner

from agent.requests.errands import Errand
from envs.errors import BadInput
from envs.pocket import PocketController
from envs.teach.games.session import TeachSession
from eval.interruption.homes import CHANGES, disturb
from eval.interruption.household import NAMES
from eval.interruption.published import published
from eval.interruption.tables import ResultCell
from eval.interruption.tabletop import MODES, REQUIRED, TASKS, is_required, points, run_paper
from homebody.commands.evaluate import interruption

SHARES = ("success", "task_retention", "environment_retention")


def shares(cells: list[ResultCell]) -> dict[str, tuple[float, ...]]:
    return {cell.task: tuple(getattr(cell, name) for name in SHARES) for cell in cells}


@pytest.mark.parametrize("mode", MODES)
def test_with_memory_everything_is_done_and_known(mode: str):
    cells = run_paper(TASKS, mode, "both", 3, window=2048, seed=5)
    assert shares(cells) == dict.fromkeys(TASKS, (1.0, 1.0, 1.0))
    assert all(cell.extra["wasted_actions"] == 0 for cell in cells)
    assert all(cell.extra["task_retention_later"] == cell.extra["environment_retention_later"] == 1 for cell in cells)


def test_with_memory_it_does_not_matter_where_a_task_is_interrupted():
    cells = run_paper(TASKS, "intervened", "both", 1, at=None, window=2048)
    assert shares(cells) == dict.fromkeys(TASKS, (1.0, 1.0, 1.0))
    assert [cell.trials for cell in cells] == [6, 6, 5, 4, 5]


def test_with_memory_a_short_conversation_is_enough():
    for mode in MODES[1:]:
        assert shares(run_paper(TASKS, mode, "both", 1, window=300)) == dict.fromkeys(TASKS, (1.0, 1.0, 1.0))


def test_without_memory_what_has_left_the_window_is_lost():
    cells = {cell.task: cell for cell in run_paper(TASKS, "intervened", "none", 3, window=2048)}
    assert cells["separate"].success == 1  # its specification can still be read
    assert cells["recipe"].success == cells["tower"].success == 0
    assert cells["tower"].extra["wasted_actions"] == 0  # it does not guess
    whole = run_paper(TASKS, "intervened", "none", 2, window=None)
    assert shares(whole) == dict.fromkeys(TASKS, (1.0, 1.0, 1.0))


def test_the_working_memory_alone_does_not_know_what_was_done_before_an_interruption():
    cells = {cell.task: cell for cell in run_paper(TASKS, "intervened", "working", 2, window=2048)}
    assert cells["separate"].success == 1  # the table shows what is left to be done
    assert cells["point"].success == 0
    assert cells["point"].extra["wasted_actions"] > 0  # pointing leaves no trace on the table


def test_trials_are_repeatable_and_differ(monkeypatch: pytest.MonkeyPatch):
    first = run_paper(["point", "tower"], "intervened", "none", 2, window=1100, seed=1)
    assert first == run_paper(["tower", "point"], "intervened", "none", 2, window=1100, seed=1)


@pytest.mark.parametrize(
    ("task", "done", "right"),
    [
        ("point", ["point(banana)", "point(lemon)", "point(can)", "point(apple)"], True),
        ("point", ["point(banana)", "point(can)", "point(lemon)", "point(apple)"], False),
        ("point", ["point(banana)", "point(lemon)", "point(can)"], False),
        ("recipe", ["give(jello)", "give(bowl)", "give(banana)"], True),
        ("recipe", ["give(jello)", "give(bowl)", "give(banana)", "give(apple)"], False),
        ("recipe", ["give(jello)", "give(bowl)", "give(banana)", "give(banana)"], False),
        ("separate", ["move_to_box_2(apple)"], False),
        ("tower", [], False),
    ],
)
def test_success_is_exactly_what_is_required(task: str, done: list[str], right: bool):
    assert is_required(task, done) is right


def test_where_tasks_are_interrupted():
    assert [points(task, 0.5) for task in TASKS] == [(2,), (2,), (2,), (1,), (2,)]
    assert points("recipe", None) == (0, 1, 2, 3)
    assert points("recipe", 1.0) == (3,)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"tasks": ["dance"]}, "'dance'.*separate"),
        ({"tasks": []}, "no tabletop task"),
        ({"mode": "nested"}, "'nested'.*standalone"),
        ({"memory": "perfect"}, "'perfect'.*working"),
        ({"at": 1.5}, r"at 1\.5 .*0 to 1"),
    ],
)
def test_wrong_settings_are_refused(wrong: dict[str, Any], message: str):
    right = {"tasks": ["point"], "mode": "intervened", "memory": "none", "trials": 1, "at": 0.5}
    with pytest.raises(BadInput, match=message):
        run_paper(**(right | wrong))


def test_the_published_figures_are_all_there():
    for mode in MODES:
        for cells in published(mode).values():
            assert [cell.task for cell in cells if cell.memory == "none"] == list(REQUIRED)
            assert all(0 <= share <= 1 for row in shares(list(cells)).values() for share in row)
    assert published("intervened")["Llama 3"][-1] == ResultCell(
        "paper", "tower", "intervened", "both", 50, 0.98, 0.98, 0.98
    )


# --- the command


def command(*arguments: str) -> Any:
    app = typer.Typer()
    interruption.register(app)
    done = CliRunner().invoke(app, [*arguments, "--json", "-"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def test_the_command_gives_the_keys_of_the_interface(tmp_path: Path):
    only = ("--suite", "paper", "--tasks", "point", "recipe")
    figures = command(*only, "--trials", "1", "--mode", "intervened", "--at", "all")
    assert len(figures["cells"]) == 2 * 3
    keys = {"suite", "task", "mode", "memory", "trials", *SHARES}
    assert all(keys <= set(cell) for cell in figures["cells"])
    assert {cell["memory"] for cell in figures["cells"]} == {"none", "working", "both"}
    app = typer.Typer()
    interruption.register(app)
    shown = CliRunner().invoke(app, ["--tasks", "point", "--trials", "1", "--mode", "intervened"])
    assert "Llama 3" in shown.output
    assert "0.98" in shown.output
    for wrong, message in (
        (["--at", "half"], "'half'"),
        (["--tasks", "dance"], "'dance'.*separate"),
        (["--suite", "paper", "--mode", "nested"], "nothing to measure"),
    ):
        with pytest.raises(BadInput, match=message):
            CliRunner().invoke(app, wrong, catch_exceptions=False)


def test_household_tasks_are_measured_by_the_same_command():
    figures = command("--suite", "household", "--tasks", NAMES[0], "--mode", "intervened", "--trials", "1")
    assert [(cell["suite"], cell["task"], cell["memory"]) for cell in figures["cells"]] == [
        ("household", NAMES[0], "none"),
        ("household", NAMES[0], "both"),
    ]
    assert figures["cells"][1]["success"] == 1


@pytest.mark.parametrize("kind", CHANGES)
def test_somebody_can_change_things_meanwhile(kind: str):
    session = TeachSession(PocketController("kitchen", seed=1))
    before = {item["objectId"]: item for item in session.objects()}
    touched = disturb(session, kind, list(before), Errand("Coffee", ("1",)), turn=0)
    after = {item["objectId"]: item for item in session.objects()}
    assert touched is not None and after.get(touched) != before[touched]


# --- language models


@pytest.fixture
def language(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    pytest.importorskip("openai", reason="the extra 'language' is not installed")

    def use(url: str) -> None:
        monkeypatch.setenv("HOMEBODY_LANGUAGE_URL", url)
        monkeypatch.setenv("HOMEBODY_LANGUAGE_MODEL", "scripted")

    return use


def measured(
    language: Callable[[str], None], line: Line, *arguments: str
) -> dict[tuple[str, str, str], dict[str, Any]]:
    with talker(then=line) as server:
        language(server.url)
        cells = command("--suite", "paper", "--language", "llm", "--trials", "1", *arguments)["cells"]
    return {(cell["mode"], cell["memory"], cell["task"]): cell for cell in cells}


def test_the_whole_paper_runs_with_a_language_model_behind_an_endpoint(language: Callable[[str], None]):
    cells = measured(language, answer, "--mode", "standalone")
    with_memory = ("--memory", "both", "--window", "700", "--mode", "consecutive", "intervened")
    cells |= measured(language, answer, *with_memory)
    assert len(cells) == 5 * 3
    for cell in cells.values():
        assert [cell[name] for name in SHARES] == [1, 1, 1], cell
        assert cell["success_without_repair"] == 1
        assert (cell["memory_calls"] > 0) == (cell["memory"] == "both")


def test_several_actions_in_one_turn_are_sent_back_once(language: Callable[[str], None]):
    only = ("--mode", "consecutive", "--memory", "both", "--tasks", "recipe", "point")
    for cell in measured(language, at_once(stubborn=False), *only).values():
        assert (cell["success"], cell["success_without_repair"]) == (1, 0)
    for cell in measured(language, at_once(stubborn=True), *only).values():
        assert (cell["success"], cell["wasted_actions"]) == (0, 0)


def test_what_a_model_knows_better_counts_as_wrong(language: Callable[[str], None]):
    only = ("--mode", "standalone", "--memory", "both", "--tasks", "recipe", "arrange")
    cells = measured(language, own_topping, *only)
    assert cells["standalone", "both", "recipe"]["success"] == 0
    assert cells["standalone", "both", "recipe"]["wasted_actions"] >= 1
    assert cells["standalone", "both", "arrange"]["success"] == 1


def test_a_worker_that_names_what_is_not_there_fails_honestly(language: Callable[[str], None]):
    only = ("--mode", "consecutive", "--memory", "both", "--tasks", "point", "tower")
    for cell in measured(language, inventive_worker, *only).values():
        assert (cell["success"], cell["prompts"], cell["wasted_actions"]) == (0, 1, 0)
