"""Commands import nothing that they do not need; the environments are registered all the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = "numpy", "gymnasium", "numba", "torch"


def _run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_command_line_and_the_memory_load_nothing_that_is_slow():
    modules = "homebody.cli, memory.store.database, memory.reading.view"
    assert _run(f"import sys, {modules}; print([m for m in {HEAVY} if m in sys.modules])") == "[]"


@pytest.mark.parametrize("first", ["import envs, gymnasium", "import gymnasium, envs"])
def test_environments_are_registered_whichever_comes_first(first: str):
    assert _run(f"{first}; print(gymnasium.spec('homebody/Pointing-v0').id)") == "homebody/Pointing-v0"
