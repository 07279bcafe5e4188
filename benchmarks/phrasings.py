"""How many sentences of other people the reader takes for what they ask, without a memory.

``python -m benchmarks.phrasings FILE.yaml …`` reads files of phrasings (``assets/recall/phrasings/README.md``), whose
sentences stand as they were written, and prints how many are read as meant (or as what is answered much alike), how
many are refused, and how many are taken for something else.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import yaml

from agent.recall.reading.by_example import LEAST, ExampleReader, nothing_known
from agent.recall.reading.examples import AskedExample
from agent.recall.reading.frames import NoMemory
from agent.recall.reading.meaning.nearest import kin
from agent.recall.several_questions import asking
from agent.recall.understanding.times import TimeReader
from envs.process.terminal import track

NOW = datetime(2026, 1, 8, 12)


def sentences(path: Path) -> Iterator[tuple[str, AskedExample]]:
    """Every sentence of a file, and what it asks."""
    for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
        meant = AskedExample((), entry.get("query", {}), bool(entry.get("leans")), entry.get("refuse", ""))
        yield from ((said, meant) for said in entry["say"].splitlines())


def taken_for(reader: ExampleReader, said: str, meant: AskedExample) -> str:
    """How a sentence was taken: ``as meant``, ``refused`` or ``otherwise``."""
    found = reader.likest(asking(said)[0][-1], meant.leans)
    if not found or found[0].score < LEAST:
        return "refused"
    return "as meant" if kin(found[0].example) == kin(meant) else "otherwise"


def main() -> None:
    """Print the figures of every file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.phrasings", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="files of phrasings")
    parser.add_argument("--json", action="store_true", help="print JSON instead")
    given = parser.parse_args()
    reader = ExampleReader((), NOW, TimeReader(NOW, NoMemory()), nothing_known)
    every: dict[str, Any] = {}
    for path in given.files:
        found = Counter(taken_for(reader, *one) for one in track(list(sentences(path)), path.name))
        every[path.stem] = {"sentences": found.total(), **found}
    for name, found in every.items():
        if not given.json:
            shares = ", ".join(f"{found.get(how, 0) / found['sentences']:.1%} {how}" for how in
                               ("as meant", "refused", "otherwise"))  # fmt: skip
            print(f"{name}: {found['sentences']} sentences, {shares}")
    if given.json:
        print(json.dumps(every))


if __name__ == "__main__":
    main()
