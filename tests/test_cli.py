"""The command line: what it prints, and that bad input is one sentence and exit code 2."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GAMES = ROOT.parent / "shared" / "data" / "teach"
needs_data = pytest.mark.skipif(not GAMES.exists(), reason="the TEACh games are not at ../shared/data/teach")


def homebody(*args: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "homebody", *map(str, args)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300)


def sentence(run: subprocess.CompletedProcess[str]) -> str:
    """The one line of a refusal."""
    assert run.returncode == 2, run.stderr
    assert run.stdout == ""
    assert run.stderr.startswith("homebody: ")
    assert run.stderr.count("\n") == 1, run.stderr
    return run.stderr


def test_help_names_every_command() -> None:
    shown = homebody("--help").stdout
    assert all(name in shown for name in ("run", "ask", "replay", "tasks", "scenes"))


@pytest.mark.parametrize(("given", "taken"), [(None, "1"), ("3", "3")])
def test_numpy_keeps_to_one_thread_unless_told_otherwise(given: str | None, taken: str) -> None:
    told = {key: value for key, value in os.environ.items() if key != "OPENBLAS_NUM_THREADS"}
    told |= {} if given is None else {"OPENBLAS_NUM_THREADS": given}
    code = "import os, homebody.cli; print(os.environ['OPENBLAS_NUM_THREADS'])"
    ran = subprocess.run([sys.executable, "-c", code], env=told, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert ran.stdout.strip() == taken, ran.stderr


def test_tasks_and_scenes_as_json() -> None:
    rows = json.loads(homebody("tasks", "--json", "-").stdout)
    assert {"Coffee", "Put All X On Y"} <= {row["name"] for row in rows}
    assert "kitchen" in json.loads(homebody("scenes", "--json", "-").stdout)


@needs_data
def test_replay_writes_its_figures(tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    run = homebody("replay", GAMES / "valid_unseen.zip", "--limit", "2", "--json", out)
    assert run.returncode == 0, run.stderr
    assert "task outcome as recorded" in run.stdout
    figures = json.loads(out.read_text())
    assert figures["games"] == 2
    assert set(figures) >= {"motions", "object_actions", "final_state", "task", "checker", "seconds"}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["replay", "nowhere.zip"], ["nowhere.zip"]),
        (["replay", "foreign.json"], ["foreign.json", "tasks"]),
        (["replay", "cut.json"], ["cut.json"]),
        (["ask", "What did you do?", "--memory", "nothing.sqlite"], ["nothing.sqlite"]),
        (["ask", "What did you do?", "--memory", "foreign.json"], ["foreign.json"]),
        (["run", "--scene", "attic"], ["attic", "kitchen"]),
        (["run", "--task", "Make Tea"], ["Make Tea", "Coffee"]),
        (["run", "--task", "Clean All X", "--param", "a", "--param", "b"], ["Clean All X"]),
        (["run", "--game", "foreign.json"], ["foreign.json"]),
        (["run", "--record", "there"], ["there", "exists"]),
    ],
)
def test_bad_input_is_one_sentence(tmp_path: Path, args: list[str], words: list[str]) -> None:
    (tmp_path / "foreign.json").write_text('{"hello": 1}')
    (tmp_path / "cut.json").write_text('{"version": "2.0", "tasks": [')
    (tmp_path / "there").mkdir()
    before = sorted(p.name for p in tmp_path.iterdir())
    told = sentence(homebody(*args, cwd=tmp_path))
    assert all(word.lower() in told.lower() for word in words), told
    assert sorted(p.name for p in tmp_path.iterdir()) == before, "something was left behind"


@pytest.mark.parametrize("arguments", [("run", "make", "coffee"), ("ask", "what", "did", "you", "do?")])
def test_words_without_quotes_are_told_of_quotes(arguments: tuple[str, ...]) -> None:
    assert "in quotes" in sentence(homebody(*arguments))
