"""``homebody run --language llm``: a model chooses subgoals and groups what was lived; a dead one costs nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from talker import Say, talker
from typer.testing import CliRunner

from agent.language.call_log import call_figures
from envs.errors import BadInput
from eval.interruption.household import MODES
from homebody.cli import app
from memory.store.database import Store

pytest.importorskip("openai", reason="the extra 'language' is not installed")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """The developer's own model must not take part."""
    import os

    for name in list(os.environ):
        if name.startswith(("HOMEBODY_LANGUAGE", "OPENAI_")):
            monkeypatch.delenv(name)


def last_subgoal(request: dict[str, Any]) -> str:
    """A model that always wants the last subgoal first, and has nothing to say about the rest."""
    asked = request["messages"][-1]["content"]
    if "Open tasks:" in asked:
        return f"<go_on({re.findall(r'(?m)^([0-9]+)[.] ', asked.partition('Open tasks:')[2])[0]})>"
    if "Open subgoals" not in asked:
        return '{"summary": "A model told this."}'
    numbers = re.findall(r"(?m)^(\d+)\. ", asked.partition("Known things")[0])
    return json.dumps({"why": "I like it", "next": int(numbers[-1])})


def salad(folder: Path, monkeypatch: pytest.MonkeyPatch, url: str) -> tuple[dict[str, Any], str]:
    for name, value in {"URL": url, "MODEL": "m", "TRIES": "1"}.items():
        monkeypatch.setenv(f"HOMEBODY_LANGUAGE_{name}", value)
    given = ["run", "make a salad", "--seed", "1", "--memory", folder / "m.sqlite", "--record", folder / "r"]
    done = CliRunner().invoke(app, [*map(str, given), "--language", "llm", "--json", str(folder / "out.json")])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return json.loads((folder / "out.json").read_text("utf-8")), done.output


def test_a_model_chooses_what_comes_next_and_its_calls_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with talker(then=last_subgoal) as server:
        figures, shown = salad(tmp_path, monkeypatch, server.url)
    assert figures["success"]
    assert re.search(r"\d+ calls to language models", shown)
    with Store.open(tmp_path / "m.sqlite", readonly=True) as store:
        calls = {one.role: one.calls for one in call_figures(store)}
    assert calls["planner"] == sum("Open subgoals" in one["messages"][-1]["content"] for one in server.asked) > 0
    assert calls["grouper"] > 0


def test_without_a_model_nothing_is_begun(tmp_path: Path) -> None:
    given = ["run", "make a salad", "--language", "llm", "--memory", tmp_path / "m.sqlite", "--record", tmp_path / "r"]
    done = CliRunner().invoke(app, [*map(str, given)])
    assert isinstance(done.exception, BadInput)
    assert not list(tmp_path.iterdir())


def test_an_endpoint_that_dies_mid_task_does_not_stop_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dying(request: dict[str, Any]) -> str:
        if len(server.asked) > 2:
            server.then = Say("gone", 503)
        return last_subgoal(request)

    with talker(then=dying) as server:
        figures, shown = salad(tmp_path, monkeypatch, server.url)
    assert figures["success"]
    assert "the built-in role stepped in" in shown


def test_the_household_evaluation_runs_with_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with talker(then=last_subgoal) as server:
        for name, value in {"URL": server.url, "MODEL": "m", "TRIES": "1"}.items():
            monkeypatch.setenv(f"HOMEBODY_LANGUAGE_{name}", value)
        out = tmp_path / "out.json"
        given = ["eval", "interruption", "--suite", "household", "--language", "llm", "--tasks", "slice"]
        done = CliRunner().invoke(app, [*given, "--memory", "both", "--trials", "1", "--json", str(out)])
        assert done.exit_code == 0, done.output
    cells = json.loads(out.read_text("utf-8"))["cells"]
    assert {cell["mode"] for cell in cells} == set(MODES)
    assert all(cell["success"] == cell["task_retention"] == 1.0 for cell in cells)
    assert len(server.asked) > len(cells)
    assert "0 times" not in done.output and "calls to language models" in done.output
