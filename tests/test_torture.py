"""A sample of ``make torture``, and that the torture itself would notice something wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.torture.outcome import Failure, attempted

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9 and fork")


def python(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)


SAMPLED = ("kill run", "kill rules", "kill a life", "escapes")
"""A few rows; ``.ci/run`` samples all of them."""


def test_a_sample_of_the_torture_holds():
    only = [word for name in SAMPLED for word in ("--only", name)]
    told = python("-m", "benchmarks.torture", "--sample", "--processes", "1", "--seed", "7", "--json", "-", *only)
    assert told.returncode == 0, told.stdout + told.stderr
    found = json.loads(told.stdout)
    assert [row["name"] for row in found["rows"]] == list(SAMPLED)
    assert found["all"]["tried"] == found["all"]["held"] >= 50


LOOK = """
import json, sqlite3, sys
from pathlib import Path
from benchmarks.torture.building import inspect, life, live_on
path = Path(sys.argv[1])
lived = life(3, 130)
live_on(path, lived[:120], lambda _: None)
connection = sqlite3.connect(path)
connection.executescript(sys.argv[2])
connection.close()
print(json.dumps(inspect(path, lived, int(sys.argv[3]))))
"""


@pytest.mark.parametrize(
    ("damage", "kept", "problem"),
    [
        ("", 120, None),
        ("", 121, "121 observations were reported as committed, the file has 120"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM experiences WHERE id = 119", 120, "119 is neither kept nor in the"),
        ("DELETE FROM forget_log", 120, "is neither kept nor in the forget log"),
        ("UPDATE experiences SET error = 'x' WHERE id = 120", 120, "120 is not what was observed"),
        ("UPDATE nodes SET last = last - 1 WHERE parent IS NULL", 120, "does not span its children"),
        ("INSERT INTO utterances VALUES (99999, 0, 0, 'user', 'hi')", 120, "said in 99999 lies in nothing that is"),
        ("UPDATE nodes SET parent = 9999 WHERE level = 3", 120, "dangling reference in table nodes"),
    ],
)
def test_the_inspection_notices(tmp_path: Path, damage: str, kept: int, problem: str | None):
    told = python("-c", LOOK, tmp_path / "memory.sqlite", damage, str(kept))
    assert told.returncode == 0, told.stderr
    problems = json.loads(told.stdout)
    assert problems == [] if problem is None else any(problem in one for one in problems), problems


def test_an_outcome_names_what_did_not_hold():
    outcome = attempted("odd", 3, range(5), lambda seed, case: f"{seed}\n\x1b[2J {case}" if case % 2 else "")
    assert (outcome.tried, outcome.held) == (5, 3)
    assert outcome.failures == (Failure(3, 1, "3 \\u001b[2J 1"), Failure(3, 3, "3 \\u001b[2J 3"))
