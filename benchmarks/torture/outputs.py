"""Commands whose output cannot be written: a terminal with few letters, a full device, a reader that has gone."""

from __future__ import annotations

import os
import shutil
from datetime import timedelta
from pathlib import Path

from benchmarks.torture.child import Streams, command
from benchmarks.torture.contents import unsound
from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row
from benchmarks.torture.scenarios import EXPORTED, MEMORY

SPOKEN = "Zoë möchte Kaffee ☕, 漢字 und [b]mehr[/b], straßenweise; the mug!"
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("ask", "What did I say?"),
    ("ask", "What did you do?", "--json", "-"),
    ("memory", "show"),
    ("memory", "show", "--json", "-"),
    ("memory", "log"),
    ("memory", "search", "Kaffee"),
    ("memory", "search", "mug", "--json", "-"),
    ("memory", "check"),
    ("memory", "calls"),
    ("memory", "rules", "--add", "Remember what Zoë said: ☕."),
    ("memory", "rules", "--history"),
    ("memory", "budget"),
    ("memory", "forget"),
    ("memory", "forget", "--about", "Zoë", "--yes"),
    ("memory", "export", "out.jsonl"),
    ("run", "make coffee", "--scene", "kitchen", "--seed", "3"),
    ("tasks",),
    ("scenes",),
    ("--help",),
    ("memory", "--help"),
    ("run", "--help"),
)
WRITTEN = ("ascii", "latin-1", "cp1252", "full", "gone", "closed", "small")
_ALONE = frozenset({"tasks", "scenes", "--help"})


class Outputs:
    """Commands and where their output goes.

    Args:
        ground: Has the memory.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._folder = ground.folder.with_name("outputs")

    def row(self) -> Row:
        """As a row of the table."""
        what = f"{len(COMMANDS)} commands, their output in ASCII, Latin-1, to a full device, to nobody, closed"
        return Row("output", "output", what, self.attempt, len(COMMANDS) * len(WRITTEN), 14, prepare=self.prepare)

    def prepare(self) -> None:
        """Make a memory in which somebody speaks with more than ASCII."""
        from memory.building.history import HistoryBuilder
        from memory.experience import Experience, Utterance
        from memory.store.database import Store

        shutil.rmtree(self._folder, ignore_errors=True)
        self._ground.copy(self._folder / "ground", (MEMORY, EXPORTED))
        with Store.open(self._folder / "ground" / MEMORY) as store, HistoryBuilder(store) as builder:
            newest = store.newest
            assert newest is not None
            last = newest[1]
            said = (Utterance("user", SPOKEN),)
            builder.observe(
                Experience(time=last.time + timedelta(minutes=1), episode="spoken", speech=said, scene=last.scene)
            )

    def attempt(self, seed: int, case: int) -> str:
        """One command and one output."""
        line, written = COMMANDS[case % len(COMMANDS)], WRITTEN[case // len(COMMANDS) % len(WRITTEN)]
        folder = self._folder / f"{seed}-{case}"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self._folder / "ground", folder)
        home = () if _ALONE & set(line) else ("--memory", MEMORY)
        full = Path("/dev/full") if written == "full" else None
        streams = Streams(out=full, encoding=written if written[:2] in ("as", "la", "cp") else "utf-8")
        ended = command((*line, *home), folder, streams=streams, prepare=lambda: _spoil(written))
        problem = ended.problem() or unsound(folder / MEMORY)
        if not problem and written[:2] in ("as", "la", "cp") and ended.code not in (0, 1):
            problem = f"ended with {ended.code}: {ended.error.strip()[-200:]}"
        if not problem and written == "full" and ended.code == 0:
            problem = "ended with 0 though nothing could be written"
        if not problem:
            shutil.rmtree(folder)
        return f"{' '.join(line)} to {written}: {problem}" if problem else ""


def _spoil(written: str) -> None:
    import sys

    if written == "gone":
        reading, writing = os.pipe()
        os.close(reading)
        os.dup2(writing, 1)
        os.close(writing)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    elif written == "closed":
        os.close(1)
        sys.stdout = None
    elif written == "small":
        os.environ.update(COLUMNS="1", LINES="1")


def rows(ground: Ground) -> list[Row]:
    """The one row."""
    return [Outputs(ground).row()]
