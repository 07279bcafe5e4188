"""Commands that write are killed with ``kill -9``, and what they leave is looked at.

Half of the kills are exact: at a statement, or at a commit or a change of a file, chosen by the seed. The others come
some time after one, or after the start. After each the memory must be sound, hold everything that was committed, once,
and be as before or as after where a command does one thing only; then another command goes on.
"""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from pathlib import Path

from benchmarks.torture.child import Ended, Kill, Streams, command
from benchmarks.torture.contents import Contents, contents, doubled, lost, unsound
from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row, chance
from benchmarks.torture.scenarios import Scenario, made_files

KILLED = -9


@dataclass(frozen=True)
class Unharmed:
    """The same command when nobody kills it.

    Attributes:
        ended: How it ends.
        before: What the memory holds before.
        after: What the memory holds then.
        made: What it makes.
    """

    ended: Ended
    before: Contents
    after: Contents
    made: dict[str, bytes]


class Kills:
    """Kills of one command.

    Args:
        ground: What it begins with.
        scenario: The command.
    """

    def __init__(self, ground: Ground, scenario: Scenario) -> None:
        self._ground, self._scenario = ground, scenario
        self._folder = ground.folder.with_name("kills") / scenario.name.replace(" ", "_")
        self._unharmed: Unharmed | None = None

    def row(self) -> Row:
        """As a row of the table."""
        one = self._scenario
        what = f"`kill -9` of `{' '.join(_shown(one))}`"
        return Row(f"kill {one.name}", "kills", what, self.attempt, one.cases, one.sample, prepare=self.prepare)

    def prepare(self) -> None:
        """Run the command once without harm.

        Raises:
            RuntimeError: It fails.
        """
        folder = self._folder / "unharmed"
        shutil.rmtree(folder, ignore_errors=True)
        self._ground.copy(folder, self._scenario.needs)
        before = contents(folder / self._scenario.memory)
        ended = self._run(folder)
        if ended.code not in (0, 1):
            raise RuntimeError(f"{self._scenario.name} ended with {ended.code}: {ended.error}")
        memory = contents(folder / self._scenario.memory)
        self._unharmed = Unharmed(ended, before, memory, made_files(folder, self._scenario.made))

    def _run(self, folder: Path, kill: Kill | None = None) -> Ended:
        streams = Streams(self._scenario.typed)
        return command(self._scenario.arguments, folder, kill, streams)

    def attempt(self, seed: int, case: int) -> str:
        """Kill it once; what did not hold."""
        if self._unharmed is None:
            self.prepare()
        assert self._unharmed is not None
        draws = chance(self._scenario.name, seed, case)
        folder = self._folder / f"{seed}-{case}"
        shutil.rmtree(folder, ignore_errors=True)
        for kill in (_kill(draws, self._unharmed.ended), _exactly(draws, self._unharmed.ended)):
            shutil.rmtree(folder, ignore_errors=True)
            self._ground.copy(folder, self._scenario.needs)
            ended = self._run(folder, kill)
            if ended.code == KILLED:
                break  # else it had come to its end before
        else:
            return f"was not killed at {kill}; it ended with {ended.code} {ended.problem()}"
        committed = 0 if self._scenario.whole else ended.committed
        problem = self._left(folder, committed)
        left = contents(folder / self._scenario.memory)
        problem = problem or self._goes_on(folder) or self._gone(folder, left)
        if not problem:
            shutil.rmtree(folder)
            return ""
        return f"{kill}: {problem}"

    def _left(self, folder: Path, committed: int) -> str:
        """What is wrong with what a kill left."""
        assert self._unharmed is not None
        memory, before, after = folder / self._scenario.memory, self._unharmed.before, self._unharmed.after
        found = contents(memory)  # first, as to open an empty file makes a memory of it
        problem = unsound(memory)
        if problem:
            return f"not sound: {problem}"
        if self._scenario.whole and not self._scenario.made and _rows(found) not in (_rows(before), _rows(after), {}):
            return f"neither as before nor as after: {_differs(before, after, found)}"
        made = made_files(folder, self._scenario.made)
        if made and self._scenario.memory != self._scenario.made and made != self._unharmed.made:
            return f"{self._scenario.made} is there and not whole"
        if self._scenario.made == self._scenario.memory:
            return "" if not made or _rows(found) == _rows(after) else f"{self._scenario.made} is there and not whole"
        return lost(before, after if self._scenario.same else found, found, committed)

    def _goes_on(self, folder: Path) -> str:
        """What goes wrong with the command after the kill."""
        assert self._unharmed is not None
        ended = command(self._scenario.then, folder)
        if ended.code == 2 and not ended.problem() and self._scenario.again:
            ended = command(self._scenario.again, folder)
        if ended.code not in (0, 1) or ended.problem():
            return f"the next command ended with {ended.code}: {ended.problem() or ended.error.strip()[-200:]}"
        memory = folder / self._scenario.memory
        problem = unsound(memory)
        found = contents(memory)
        if not problem and doubled(found) > doubled(self._unharmed.after):
            problem = "an experience is there twice"
        one = self._scenario
        if not problem and one.made not in ("", one.memory) and made_files(folder, one.made) != self._unharmed.made:
            problem = f"{one.made} is not what the command makes when nobody kills it"
        left = [path.name for path in folder.rglob("*") if ".part" in path.name or path.name.endswith("-writer")]
        return problem or (f"the next command leaves {left[0]} there" if left else "")

    def _gone(self, folder: Path, left: Contents) -> str:
        """What was there after the kill, and after the next command is neither there nor told of as forgotten."""
        now = contents(folder / self._scenario.memory)
        missing = [number for number in left.experiences if not now.told(number)]
        return f"experience {missing[0]} was there after the kill, and the next command lost it" if missing else ""


def _rows(found: Contents) -> dict[str, object]:
    return {name: rows for name, rows in found.tables.items() if rows and name != "meta"}


def _differs(before: Contents, after: Contents, found: Contents) -> str:
    tables = found.tables.keys()
    return ", ".join(
        name
        for name in sorted(tables)
        if found.tables[name] not in (before.tables.get(name, []), after.tables.get(name, []))
    )


def _kill(draws: random.Random, ended: Ended) -> Kill:
    how = draws.random()
    if how < 0.25:
        return Kill(draws.randint(1, ended.points))
    if how < 0.5:
        return Kill(draws.randint(1, ended.edges), edge=True)
    if how < 0.75:
        return Kill(draws.randint(1, ended.edges), draws.random() * 0.003, edge=True)
    return Kill(0, draws.random() * ended.seconds * 0.9)


def _exactly(draws: random.Random, ended: Ended) -> Kill:
    return Kill(draws.randint(1, ended.points))


def _shown(one: Scenario) -> tuple[str, ...]:
    words = list(one.arguments)
    for option in ("--memory", "--record"):
        if option in words:
            place = words.index(option)
            del words[place : place + 2]
    return ("homebody", *words)


def rows(ground: Ground) -> list[Row]:
    """Every command that writes."""
    return [Kills(ground, one).row() for one in ground.scenarios() if not one.skip()]
