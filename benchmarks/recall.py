"""How long the built-in recall takes to answer from a long life.

``python -m benchmarks.recall [--experiences N]`` makes up a life (``benchmarks.lives``), remembers it, asks every
question five times and prints a JSON line with the least processor time for each.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from agent.recall.asking import Recall
from benchmarks.lines import keeper, print_lines, result_option
from benchmarks.lives import live
from memory.building.history import HistoryBuilder
from memory.store.database import Store

QUESTIONS = (
    "Where is the mug?",
    "How many apples are there?",
    "Is the fridge open?",
    "When did you last see the mug?",
    "What did you do today?",
    "What did you do yesterday?",
    "Did you pick up the book?",
    "How often did you put the mug in the cabinet?",
    "What did you do after you put the apple in the fridge?",
    "Which tasks did you do?",
    "When did you see the laptop?",
    "What did you see yesterday?",
)
TIMES = 5


def run(experiences: int, folder: Path, questions: Sequence[str] = QUESTIONS) -> Iterator[dict[str, Any]]:
    """One line per question."""
    path = folder / "life.sqlite"
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for _, episode in groupby(islice(live(), experiences), key=lambda one: one.episode):
            builder.observe_batch(list(episode))
    with Store.open(path, readonly=True) as store:
        for question in questions:
            spent, answer = _asked(store, question)
            yield {
                "bench": "recall",
                "experiences": experiences,
                "question": question,
                "cpu_ms": round(1000 * spent, 2),
                "tokens_read": answer.tokens_read,
                "status": str(answer.status),
            }


def _asked(store: Store, question: str) -> tuple[float, Any]:
    best, answer = float("inf"), None
    for _ in range(TIMES):
        started = time.process_time()
        answer = Recall(store, None).answer(question)
        best = min(best, time.process_time() - started)
    return best, answer


def main(arguments: list[str]) -> None:
    """Print the lines."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recall", description=__doc__)
    parser.add_argument("--experiences", type=int, default=100_000, help="how long the life is (default 100,000)")
    result_option(parser)
    given = parser.parse_args(arguments)
    keep = keeper("benchmarks.recall", given.result, arguments)
    with tempfile.TemporaryDirectory() as folder:
        print_lines(run(given.experiences, Path(folder)), keep, ["benchmarks.recall"])


if __name__ == "__main__":
    main(sys.argv[1:])
