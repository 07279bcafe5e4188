"""What ``make run`` prints: a chore in a new home, and two questions about it.

``python -m benchmarks.first_run`` runs its commands in an empty folder and prints a JSON line with what they print, for
the README.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.lines import main
from eval.results.checkout import ROOT

COMMANDS = (["run"], ["ask", "What exactly did you do?"], ["ask", "When did you pick up the mug?"])
COLUMNS = 80


def run() -> Iterator[dict[str, Any]]:
    """One line."""
    environment = {**os.environ, "COLUMNS": str(COLUMNS), "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    with tempfile.TemporaryDirectory() as folder:
        printed = [_printed(command, Path(folder), environment) for command in COMMANDS]
    yield {"bench": "first_run", "commands": COMMANDS, "output": "".join(printed)}


def _printed(command: list[str], folder: Path, environment: dict[str, str]) -> str:
    words = [sys.executable, "-m", "homebody", *command]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


if __name__ == "__main__":
    main("benchmarks.first_run", run, also=["homebody.commands.run:run", "agent.recall.asking"])
