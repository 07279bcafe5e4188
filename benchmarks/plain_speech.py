"""How much of what people say freely is read as the same in plain words, without a home or a memory.

``python -m benchmarks.plain_speech`` reads pairs (``benchmarks/rounds/plain_speech/README.md``), gives both sides to
the built-in readers of requests and of questions, and prints how many of those whose plain words are understood are
read alike, not understood, or taken for something else.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from agent.recall.reading.by_example import ExampleReader, nothing_known
from agent.recall.reading.frames import NoMemory
from agent.recall.reading.reader import EarlierExchange, Refusal
from agent.recall.understanding.times import TimeReader
from agent.requests.instructions import Chat, Clarification, Instruction, Remark, Unheeded
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext
from agent.sentences.training.pairs import QUESTIONS, REQUESTS, pairs
from envs.process.terminal import track
from envs.vocabulary.object_types import object_types

FOLDER = Path(__file__).parent / "rounds" / "plain_speech"
NOW = datetime(2026, 1, 5, 8)
_AT_A_LOSS = (Clarification, Chat, Unheeded)


def asked_of_robot(said: str, context: str) -> tuple[Instruction, ...]:
    """What a request or a change comes to, with nothing known of the home; nothing where it is not understood."""
    home = RequestContext(present=frozenset(object_types()), now=NOW)
    if context:
        home = replace(home, tasks=tuple(one.errand for one in read_at_work(context, home).begun))
    found = [one for one in read_at_work(said, home).instructions if not isinstance(one, Remark)]
    return () if any(isinstance(one, _AT_A_LOSS) for one in found) else tuple(found)


def asked_of_memory(reader: ExampleReader, said: str, context: str) -> tuple[object, ...]:
    """The queries of a question, in whatever words; nothing where it is not understood."""
    before = None
    if context:
        earlier = reader.read(context.partition(" / ")[0])
        before = None if isinstance(earlier, Refusal) else EarlierExchange(earlier.queries[-1])
    found = reader.read(said, before)
    return () if isinstance(found, Refusal) else tuple(replace(one, text="") for one in found.queries)


def verdict(free: tuple[object, ...], plain: tuple[object, ...]) -> str:
    """``alike``, ``not understood`` or ``otherwise``; ``not plain`` where the plain words are not understood either."""
    if not plain:
        return "not plain"
    return "alike" if free == plain else "otherwise" if free else "not understood"


def main() -> None:
    """Print the figures of requests and of questions."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plain_speech", description=__doc__)
    parser.add_argument("--pairs", type=int, default=400, help="how many of each are drawn; 0 for all")
    parser.add_argument("--seed", type=int, default=0, help="which are drawn")
    parser.add_argument("--json", action="store_true", help="print JSON instead")
    given = parser.parse_args()
    reader = ExampleReader((), NOW, TimeReader(NOW, NoMemory()), nothing_known)
    every: dict[str, Counter[str]] = {}
    for name in (REQUESTS, QUESTIONS):
        drawn = [one for one in pairs(FOLDER) if one.asks == (name == QUESTIONS)]
        if given.pairs:
            drawn = random.Random(given.seed).sample(drawn, min(given.pairs, len(drawn)))
        found = every.setdefault(name, Counter())
        for one in track(drawn, name):
            if name == REQUESTS:
                free, plain = asked_of_robot(one.said, one.context), asked_of_robot(one.plain, one.context)
            else:
                free = asked_of_memory(reader, one.said, one.context)
                plain = asked_of_memory(reader, one.plain, one.context)
            found[verdict(free, plain)] += 1
    if given.json:
        print(json.dumps(every))
        return
    for name, found in every.items():
        understood = found.total() - found["not plain"]
        shares = ", ".join(f"{found[how] / max(understood, 1):.1%} {how}" for how in
                           ("alike", "not understood", "otherwise"))  # fmt: skip
        print(f"{name}: {found.total()} pairs, plain words understood of {understood}; of these {shares}")


if __name__ == "__main__":
    main()
