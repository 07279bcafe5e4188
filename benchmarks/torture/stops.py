"""Ctrl-C at any moment: one sentence, a sound memory, and the next command goes on."""

from __future__ import annotations

import shutil
import signal

from benchmarks.interrupts import commands, draw, stop
from benchmarks.torture.child import Ended, Kill, Streams, command
from benchmarks.torture.contents import contents, unsound
from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row, chance
from benchmarks.torture.scenarios import MEMORY, Scenario

INTERRUPTED = 130
LONGEST = 4.0
"""Seconds after its start at which a whole process is ended at the latest."""
PATIENCE = 15.0
"""Seconds in which it has to end."""


class Stops:
    """Interrupts of every command that writes, and of some that read.

    Args:
        ground: What they begin with.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._folder = ground.folder.with_name("stops")
        reading = [("ask", "What did you do?"), ("memory", "show"), ("memory", "check"), ("memory", "search", "mug")]
        self._scenarios = [
            *ground.scenarios(),
            *(Scenario(words[-1], (*words, "--memory", MEMORY), (*words, "--memory", MEMORY)) for words in reading),
        ]
        self._ends: list[Ended] = []

    def row(self) -> Row:
        """As a row of the table."""
        what = f"SIGINT at any moment of {len(self._scenarios)} commands"
        cases = 6 * len(self._scenarios)
        return Row("Ctrl-C", "Ctrl-C", what, self.attempt, cases, len(self._scenarios), prepare=self.prepare)

    def prepare(self) -> None:
        """Run each command once, to know how long it takes."""
        if not self._ends:
            self._ends = [self._run(one, f"{number}") for number, one in enumerate(self._scenarios)]

    def _run(self, one: Scenario, name: str, kill: Kill | None = None) -> Ended:
        folder = self._folder / name
        shutil.rmtree(folder, ignore_errors=True)
        self._ground.copy(folder, one.needs)
        return command(one.arguments, folder, kill, Streams(one.typed), PATIENCE)

    def attempt(self, seed: int, case: int) -> str:
        """One Ctrl-C."""
        self.prepare()
        number = case % len(self._scenarios)
        one, whole, draws = self._scenarios[number], self._ends[number], chance("Ctrl-C", seed, case)
        after = 0.001 + draws.random() * 0.02
        edge = draws.randint(1, whole.edges) if whole.edges and draws.random() < 0.5 else 0
        kill = Kill(edge, after if edge else draws.random() * whole.seconds, bool(edge), signal.SIGINT)
        folder = self._folder / f"{seed}-{case}"
        ended = self._run(one, folder.name, kill)
        problem = _ended(ended, whole) or unsound(folder / one.memory) or _goes_on(self._ground, one, folder.name)
        before = contents(self._ground.folder / one.memory)
        if not problem and one.name in ("run", "pin", "rules", "export"):
            found = contents(folder / one.memory).experiences
            missing = [key for key, row in before.experiences.items() if found.get(key) != row]
            problem = f"experience {missing[0]} is gone or changed" if missing else ""
        if not problem:
            shutil.rmtree(folder)
        return f"{one.name}, {kill}: {problem}" if problem else ""


def _ended(ended: Ended, whole: Ended) -> str:
    """What is wrong with how it ended: 130 with a sentence, or as if it had not been stopped."""
    if ended.problem():
        return ended.problem()
    if ended.code == whole.code:
        return ""
    if ended.code != INTERRUPTED:
        return f"ended with {ended.code}: {ended.error.strip()[-200:]}"
    lines = ended.error.strip().splitlines()
    return "" if lines else "ended without a word"


def _goes_on(ground: Ground, one: Scenario, name: str) -> str:
    folder = ground.folder.with_name("stops") / name
    ended = command(one.then, folder)
    if ended.code == 2 and one.again:
        ended = command(one.again, folder)
    if ended.code not in (0, 1) or ended.problem():
        return f"the next command ended with {ended.code}: {ended.problem() or ended.error.strip()[-200:]}"
    return unsound(folder / one.memory)


class Starts:
    """Whole processes, from the first line of ours to the last, ended by Ctrl-C or SIGTERM, once or twice.

    Args:
        ground: Has the memory.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._folder = ground.folder.with_name("starts")

    def row(self) -> Row:
        """As a row of the table."""
        what = "SIGINT and SIGTERM at any moment of whole processes and their workers, from their start on"
        return Row("Ctrl-C from the start", "Ctrl-C", what, self.attempt, 16, 2)

    def attempt(self, seed: int, case: int) -> str:
        """One process."""
        folder = self._folder / f"{seed}-{case}"
        shutil.rmtree(folder, ignore_errors=True)
        self._ground.copy(folder / "runs", (MEMORY,))
        known = commands()
        ended = stop(draw(chance("Ctrl-C from the start", seed, case), known[case % len(known)], LONGEST), folder)
        if not ended.problems:
            shutil.rmtree(folder)
        return "; ".join(ended.problems)


def rows(ground: Ground) -> list[Row]:
    """The two rows."""
    return [Stops(ground).row(), Starts(ground).row()]
