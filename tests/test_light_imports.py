"""Commands import nothing that they do not need; the environments are registered all the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = "numpy", "gymnasium", "numba", "torch"


def _run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_command_line_and_the_memory_load_nothing_that_is_slow():
    modules = "homebody.cli, memory.store.database, memory.reading.view"
    assert _run(f"import sys, {modules}; print([m for m in {HEAVY} if m in sys.modules])") == "[]"


def test_a_question_of_the_past_loads_nothing_that_acts(tmp_path: Path):
    """It is answered in less time than the readers of requests and plans take to load."""
    memory = tmp_path / "memory.sqlite"
    code = (
        "import sys; from datetime import datetime; from memory.store.database import Store; from agent.recall.asking "
        f"import Recall; from homebody.commands.ask import ask; Store.open({str(memory)!r}).__enter__().close(); "
        f"ask('Where is the fork?', memory={str(memory)!r}, now=datetime(2026, 1, 5)); "
        "print([name for name in sys.modules if name.startswith(('agent.household', 'agent.requests.times'))])"
    )
    assert _run(code).splitlines()[-1] == "[]"


@pytest.mark.parametrize("first", ["import envs, gymnasium", "import gymnasium, envs"])
def test_environments_are_registered_whichever_comes_first(first: str):
    assert _run(f"{first}; print(gymnasium.spec('homebody/Pointing-v0').id)") == "homebody/Pointing-v0"
