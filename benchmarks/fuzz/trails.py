"""The trail of a run that was cut off, changed by whoever could write to its folder."""

from __future__ import annotations

import json
import random
import shutil
from functools import lru_cache
from pathlib import Path

from benchmarks.fuzz import ground
from benchmarks.fuzz.command import scratch, told
from benchmarks.fuzz.draws import damaged, spoilt


class _Cut(Exception):
    """The process ends here."""


@lru_cache(maxsize=1)
def cut() -> Path:
    """The folder of a run that was cut off after a few steps."""
    from agent.runs.run import do_chore, prepare
    from agent.runs.setup import RunSetup

    path = Path(scratch()) / "cut"
    path.mkdir()
    chore = prepare(
        RunSetup(request="make coffee", scene="kitchen", seed=3, memory=path / "m.sqlite", record=path / "record")
    )
    steps = iter(range(12))

    def stop(_: object) -> None:
        if next(steps, None) is None:
            raise _Cut

    try:
        do_chore(chore, stop)
    except _Cut:
        return path
    raise RuntimeError("the run ended before it was cut off")


def trail(seed: int, case: int) -> str:
    """One changed trail, gone on with."""
    chance = random.Random(f"trail {seed} {case}")
    folder = ground.fresh("resumed")
    shutil.copytree(cut(), folder)
    path = folder / "record" / "trail.jsonl"
    lines = path.read_bytes().split(b"\n")[:-1]
    number = chance.randrange(len(lines)) if chance.random() < 0.6 else 0
    if chance.random() < 0.75:
        lines[number] = json.dumps(spoilt(chance, json.loads(lines[number]))).encode()
    elif chance.random() < 0.5:
        lines[number] = chance.choice(_LINES)
    else:
        lines = damaged(chance, b"\n".join(lines)).split(b"\n")
    path.write_bytes(b"\n".join(lines) + b"\n")
    return told(["run", "--resume", "--memory", str(folder / "m.sqlite"), "--record", str(folder / "record")])


_LINES = (
    b'{"do": "Fly"}',
    b'{"do": null}',
    b'{"say": "hello"}',
    b'{"do": "Pickup", "to": "Mug", "at": ["a", null]}',
    b'{"do": "Pickup", "to": "Nothing|0|0|0", "at": [0.5, 0.5]}',
    b'"do"',
    b"null",
    b"\xff\xfe",
    b"[" * 3000,
    b'{"do": "Forward", "n": 1e18}',
    b"{}",
)
