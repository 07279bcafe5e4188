"""A small sample of damaged input for every door; ``python -m benchmarks.fuzz`` tries more."""

from __future__ import annotations

import pytest

from benchmarks.fuzz.command import held, told
from benchmarks.fuzz.rows import ROWS

COUNTS = {"settings": 80, "archives": 11, "run": 6, "looking": 8}
"""Attempts in a row; 4 in the others."""


@pytest.mark.filterwarnings("ignore")  # of libraries, about what is given to them
@pytest.mark.parametrize("row", ROWS)
def test_damaged_input_ends_in_an_answer_or_a_sentence(row):
    wrong = {case: line for case in range(COUNTS.get(row, 4)) if (line := ROWS[row](1, case))}
    assert not wrong


def test_the_fuzzer_tells_a_traceback_from_a_sentence():
    assert not told(["memory", "show", "--memory", "nowhere.sqlite"])
    assert held(lambda: [][1]).startswith("IndexError")


def test_the_same_numbers_make_the_same_attempt(monkeypatch):
    from benchmarks.fuzz import arguments

    said: list[list[str]] = []
    monkeypatch.setattr(
        arguments, "told", lambda given, *_: said.append([one for one in given if "/" not in one]) or ""
    )
    for _ in range(2):
        for case in range(20):
            arguments.run(3, case)
    assert said[:20] == said[20:] and len({str(one) for one in said}) > 15
