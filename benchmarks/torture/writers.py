"""Two writers of one memory, which the second reaches by another path.

One process holds the memory and writes on; another runs a command on it. A command that writes must be refused in one
sentence; one that reads must answer. In the end the memory is sound and holds what the first one wrote, and no more.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.torture.child import Ended, child, command
from benchmarks.torture.contents import contents, unsound
from benchmarks.torture.ground import Ground
from benchmarks.torture.mounts import can_mount, own_mounts, same_folder
from benchmarks.torture.row import Row
from benchmarks.torture.scenarios import EXPORTED, MEMORY

RULE = "Remember what the first writer wrote."
_WRITING: tuple[tuple[str, ...], ...] = (
    ("memory", "rules", "--add", "Remember mugs."),
    ("memory", "forget"),
    ("memory", "forget", "--about", "mug", "--yes"),
    ("memory", "budget", "300000"),
    ("memory", "pin", "1"),
    ("memory", "undo", "1"),
    ("memory", "import", EXPORTED),
    ("run", "make coffee", "--scene", "kitchen", "--seed", "3"),
    ("run", "--days", "1", "--scene", "kitchen"),
)
_READING: tuple[tuple[str, ...], ...] = (
    ("ask", "What did you do?"),
    ("memory", "show"),
    ("memory", "log"),
    ("memory", "search", "mug"),
    ("memory", "check"),
    ("memory", "export", "elsewhere.jsonl"),
)
COMMANDS = (*_WRITING, *_READING)


def _plain(folder: Path) -> str:
    return MEMORY


def _absolute(folder: Path) -> str:
    return str(folder / MEMORY)


def _dotted(folder: Path) -> str:
    (folder / "inside").mkdir()
    return f"inside/.././/{MEMORY}"


def _symlink(folder: Path) -> str:
    (folder / "linked.sqlite").symlink_to(folder / MEMORY)
    return "linked.sqlite"


def _chained(folder: Path) -> str:
    (folder / "first.sqlite").symlink_to(MEMORY)
    (folder / "second.sqlite").symlink_to("first.sqlite")
    return "second.sqlite"


def _hard(folder: Path) -> str:
    os.link(folder / MEMORY, folder / "hard.sqlite")
    return "hard.sqlite"


def _linked_folder(folder: Path) -> str:
    (folder / "again").symlink_to(folder)
    return f"again/again/{MEMORY}"


def _of_process(folder: Path) -> str:
    return f"/proc/self/cwd/{MEMORY}"


def _root_of_process(folder: Path) -> str:
    return f"/proc/self/root{folder / MEMORY}"


def _bound(folder: Path) -> str:
    own_mounts()
    same_folder(folder, folder.with_name(f"{folder.name}-bound"))
    return str(folder.with_name(f"{folder.name}-bound") / MEMORY)


PATHS: tuple[Callable[[Path], str], ...] = (
    _plain,
    _absolute,
    _dotted,
    _symlink,
    _chained,
    _hard,
    _linked_folder,
    _of_process,
    _root_of_process,
    _bound,
)


@dataclass
class First:
    """A process that holds a memory until it is told to write and end.

    Args:
        memory: The memory.
    """

    memory: Path

    def __enter__(self) -> First:
        self._told, tell = os.pipe()
        hear, self._end = os.pipe()
        self._pid = os.fork()
        if not self._pid:
            self._hold(tell, hear)
        os.close(tell)
        os.close(hear)
        os.read(self._told, 1)
        return self

    def _hold(self, tell: int, hear: int) -> None:
        from memory.rules.rule_book import RuleBook
        from memory.store.database import Store

        code = 1
        try:
            os.close(self._end)
            with Store.open(self.memory) as store:
                newest = store.newest
                assert newest is not None
                os.write(tell, b".")
                os.read(hear, 1)
                RuleBook(store).add(RULE, newest[1].time)
            code = 0
        finally:
            os._exit(code)

    def __exit__(self, *_: object) -> None:
        os.close(self._end)
        self.code = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        os.close(self._told)


class Writers:
    """Commands beside somebody who writes.

    Args:
        ground: Has the memory.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._folder = ground.folder.with_name("writers")
        self._paths = [path for path in PATHS if path is not _bound or can_mount()]

    def row(self) -> Row:
        """As a row of the table."""
        bound = "" if _bound in self._paths else " (no bind mount: the system forbids it)"
        what = f"{len(COMMANDS)} commands beside a writer, over {len(self._paths)} paths to the same file{bound}"
        return Row("two writers", "writers", what, self.attempt, len(self._paths) * len(COMMANDS), 10)

    def attempt(self, seed: int, case: int) -> str:
        """One command over one path."""
        reach, line = self._paths[case % len(self._paths)], COMMANDS[case // len(self._paths) % len(COMMANDS)]
        folder = self._folder / f"{seed}-{case}"
        shutil.rmtree(folder, ignore_errors=True)
        self._ground.copy(folder, (MEMORY, EXPORTED))
        before = contents(folder / MEMORY)
        with First(folder / MEMORY) as first:
            ended = self._second(folder, reach, line)
        problem = _refused(ended) if line in _WRITING else _answered(ended)
        problem = problem or ("the first writer failed" if first.code else "") or unsound(folder / MEMORY)
        after = contents(folder / MEMORY)
        rules = [str(row) for row in after.tables["rules"]]
        if not problem and (after.experiences != before.experiences or not any(RULE in rule for rule in rules)):
            problem = "the memory does not hold what it should"
        if not problem:
            shutil.rmtree(folder)
        return f"{' '.join(line)} over {reach.__name__[1:]}: {problem}" if problem else ""

    def _second(self, folder: Path, reach: Callable[[Path], str], line: tuple[str, ...]) -> Ended:
        if reach is not _bound:
            return command((*line, "--memory", reach(folder)), folder)

        def bound() -> None:
            import sys

            import homebody.cli as homebody

            sys.argv = ["homebody", *line, "--memory", reach(folder)]
            homebody.main()

        return child(bound, folder)


def _refused(ended: Ended) -> str:
    if ended.problem() or ended.code != 2:
        return ended.problem() or f"ended with {ended.code}: {ended.error.strip()[-200:]}"
    return "" if len(ended.error.strip().splitlines()) == 1 else f"more than a sentence: {ended.error[-200:]}"


def _answered(ended: Ended) -> str:
    if ended.problem() or ended.code != 0:
        return ended.problem() or f"ended with {ended.code}: {ended.error.strip()[-200:]}"
    return ""


def rows(ground: Ground) -> list[Row]:
    """The one row."""
    return [Writers(ground).row()]
