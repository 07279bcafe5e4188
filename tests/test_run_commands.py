"""``homebody run``: free commands, what is said meanwhile, and runs that are killed and go on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agent.runs.days import live_days
from agent.runs.setup import LifeSetup
from benchmarks.resuming import contents

ROOT = Path(__file__).parents[1]
TRAIL = Path("runs/episode-001/trail.jsonl")
ERRAND = ["put an apple in the fridge, and open the microwave afterwards", "--seed", "1"]


def homebody(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "homebody", "run", *args]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300)


def figures(run: subprocess.CompletedProcess[str], code: int = 0) -> dict:
    assert run.returncode == code, run.stderr
    return json.loads(run.stdout)


def names(told: dict) -> list[tuple[str, str]]:
    return [(one["task"], one["status"]) for one in told["tasks"]]


def test_a_free_command_with_an_interruption(tmp_path: Path) -> None:
    told = figures(homebody(*ERRAND, "--interrupt", "at 50%: water the plant", "--json", "-", cwd=tmp_path))
    assert told["success"] and all(one["success"] for one in told["tasks"])
    assert sorted(names(told)) == [("N X In State", "done"), ("Put N X On Y", "done"), ("Water Plant", "done")]
    assert {"speaker": "user", "text": "water the plant"} in told["said"]
    assert Path(tmp_path, told["game"]).exists() and not (tmp_path / TRAIL).exists()


def test_a_stand_in_is_told(tmp_path: Path) -> None:
    run = homebody("make coffee", "--scene", "FloorPlan5", "--json", "-", cwd=tmp_path)
    assert run.stderr.count("homebody: note: FloorPlan5 is not shipped; FloorPlan5_standin is a generated") == 1
    assert figures(run)["world"] == "FloorPlan5_standin"


def test_an_unknown_thing_is_asked_back(tmp_path: Path) -> None:
    told = figures(homebody("make me a unicorn", "--json", "-", cwd=tmp_path), 1)
    assert told["tasks"] == [] and "unicorn" in told["said"][-1]["text"]
    answered = figures(
        homebody("make me a unicorn", "--seed", "1", "--say", "at 0: a coffee", "--json", "-", cwd=tmp_path)
    )
    assert names(answered) == [("Coffee", "done")]


def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    args = [sys.executable, "-m", "homebody", "run", *ERRAND, "--interrupt", "at step 20: water the plant"]
    child = subprocess.Popen(args, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(child, tmp_path / TRAIL, 30)
    child.send_signal(signal.SIGKILL)
    assert child.wait(60) == -signal.SIGKILL
    assert (tmp_path / TRAIL).exists()
    refused = homebody(*ERRAND, "--record", "runs/episode-001", cwd=tmp_path)
    assert refused.returncode == 2 and "exists" in refused.stderr
    told = figures(homebody("--resume", "--json", "-", cwd=tmp_path))
    assert told["success"]
    assert names(told)[-1] == ("N X In State", "done")
    asked = [one["text"] for one in told["said"] if one["speaker"] == "user"]
    assert asked == [ERRAND[0], "water the plant"]
    whole = tmp_path / "whole"
    whole.mkdir()
    same = figures(homebody(*ERRAND, "--interrupt", "at step 20: water the plant", "--json", "-", cwd=whole))
    assert same == told, "the same course as if nobody had killed it"
    assert contents(whole / "runs/memory.sqlite") == contents(tmp_path / "runs/memory.sqlite")
    assert Path(tmp_path, told["game"]).exists() and not (tmp_path / TRAIL).exists()
    assert homebody("--resume", cwd=tmp_path).returncode == 2


def test_a_killed_life_goes_on(tmp_path: Path) -> None:
    life = ["--days", "1", "--scene", "tabletop", "--seed", "5"]
    args = [sys.executable, "-m", "homebody", "run", *life]
    child = subprocess.Popen(args, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(child, tmp_path / "runs/memory.life.jsonl", 90)
    child.send_signal(signal.SIGKILL)
    assert child.wait(60) == -signal.SIGKILL
    told = figures(homebody("--days", "1", "--resume", "--json", "-", cwd=tmp_path))
    whole = live_days(LifeSetup(memory=tmp_path / "whole.sqlite", scene="tabletop", seed=5))
    assert {**told, "memory": ""} == json.loads(json.dumps({**whole.as_dict(), "memory": ""}))
    assert contents(tmp_path / "whole.sqlite") == contents(tmp_path / "runs/memory.sqlite")
    assert not list(tmp_path.rglob("*.jsonl"))
    assert homebody("--days", "1", "--resume", cwd=tmp_path).returncode == 2


def wait_for(child: subprocess.Popen, path: Path, lines: int) -> None:
    """Wait until a run has written so many lines."""
    deadline = time.monotonic() + 120
    while not path.exists() or path.read_bytes().count(b"\n") < lines:
        assert child.poll() is None and time.monotonic() < deadline, "the run ended too early"
        time.sleep(0.002)


def test_a_paused_run_goes_on(tmp_path: Path) -> None:
    told = figures(homebody("make coffee", "--seed", "1", "--say", "at step 4: wait", "--json", "-", cwd=tmp_path), 1)
    assert told["waiting"] == ["make coffee in a clean mug"] and (tmp_path / TRAIL).exists()
    more = figures(homebody("--resume", "--say", "at step 4: go on", "--json", "-", cwd=tmp_path))
    assert names(more) == [("Coffee", "done")] and more["steps"] < 20


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([" "], ["empty command"]),
        (["make coffee", "--task", "Coffee"], ["not both"]),
        (["make coffee", "--interrupt", "water the plant"], ["at 40%"]),
        (["make coffee", "--days", "2"], ["--days"]),
        (["--resume"], ["no run that was cut off"]),
        (["make coffee", "--resume"], ["leave out the command"]),
        (["x" * 6000], ["6,000 characters"]),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else None,
)
def test_bad_input_is_one_sentence(tmp_path: Path, args: list[str], words: list[str]) -> None:
    refused = homebody(*args, cwd=tmp_path)
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1
    assert all(word in refused.stderr for word in words), refused.stderr
    assert list(tmp_path.iterdir()) == []
