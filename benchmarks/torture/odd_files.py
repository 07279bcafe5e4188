"""What is no file, given for every path that a command takes: it is refused, or works, and nothing waits for ever.

Commands and their parameters come from the command line itself, so a new one is tried with the others.
"""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.torture.child import command
from benchmarks.torture.contents import contents
from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row
from benchmarks.torture.scenarios import MEMORY

_ENDS_EARLY: dict[str, tuple[str, ...]] = {
    "run": ("--scene", "nowhere"),
    "collect": ("--sources", "games", "--games", "missing"),
    "memory build": ("--seed", "1"),
    "eval interruption": ("--tasks", "none of them"),
    "eval perception": ("--section", "loss_account", "--games", "missing"),
    "eval questions": ("--lives", "1", "--life-days", "1", "--requests", "1"),
    "train export": ("--weights", "missing.pt"),
    "train states": ("--rooms", "1", "--poses", "1", "--test-rooms", "1", "--epochs", "1"),
    "doctor": ("--engine", "nowhere"),
}
"""Arguments with which a command that would work for long ends soon."""
_TIMES_OUT = 60.0


def _socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # names of sockets are short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(here)


ODD: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a socket": _socket,
    "an endless device": lambda path: path.symlink_to("/dev/zero"),
    "a full device": lambda path: path.symlink_to("/dev/full"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to nothing": lambda path: path.symlink_to("nothing/at/all"),
    "the memory of a process": lambda path: path.symlink_to("/proc/self/mem"),
    "an open descriptor": lambda path: path.symlink_to("/proc/self/fd/1"),
    "an empty file": Path.touch,
    "a file in the way of a folder": lambda path: (path.parent / "way").touch(),
}


def _leaves(found: Any, names: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    below = getattr(found, "commands", None)
    if below is None:
        yield names, found
    for name, one in (below or {}).items():
        yield from _leaves(one, (*names, name))


def doors() -> list[tuple[tuple[str, ...], Any, Any]]:
    """Every parameter of every command that takes a path: words of the command, the command, the parameter."""
    import typer

    from homebody.cli import app

    return [
        (names, found, one)
        for names, found in _leaves(typer.main.get_command(app))
        for one in found.params
        if "Path" in repr(getattr(one, "type_descriptor", "")) or one.name == "result"
    ]


def typed(names: tuple[str, ...], found: Any, tried: Any, path: str) -> list[str]:
    """A command line in which one parameter is this path, and the others are such that the command ends early."""
    early = _ENDS_EARLY.get(" ".join(names), ())
    options, words = [], []
    for one in found.params:
        spelled = one.opts[0]
        given = path if one is tried else early[early.index(spelled) + 1] if spelled in early else None
        if given is None and one.required:
            given = "missing" if spelled.startswith("-") else "1"
        if given is not None and one.name != "help":
            options += [spelled, given] if spelled.startswith("-") else []
            words += [] if spelled.startswith("-") else [given]
    return [*names, *options, *(["--", *words] if words else [])]


class OddFiles:
    """Odd files for every door.

    Args:
        ground: Has the memory.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._folder = ground.folder.with_name("odd")
        self._doors = doors()

    def row(self) -> Row:
        """As a row of the table."""
        what = f"{len(ODD)} kinds of what is no file, for each of the {len(self._doors)} paths that commands take"
        return Row("odd files", "fuzz", what, self.attempt, len(ODD) * len(self._doors), 11)

    def attempt(self, seed: int, case: int) -> str:
        """One kind for one door."""
        names, found, tried = self._doors[case % len(self._doors)]
        kind = list(ODD)[case // len(self._doors) % len(ODD)]
        folder = self._folder / f"{seed}-{case}"
        shutil.rmtree(folder, ignore_errors=True)
        self._ground.copy(folder / "runs", (MEMORY,))
        before = contents(folder / "runs" / MEMORY)
        odd = folder / ("way" if "in the way" in kind else "odd.json")
        ODD[kind](odd)
        path = "way/odd.json" if "in the way" in kind else "odd.json"
        line = typed(names, found, tried, path)
        ended = command(line, folder, limit=_TIMES_OUT)
        problem = ended.problem()
        if not problem and ended.code not in (0, 1, 2):
            problem = f"ended with {ended.code}: {ended.error[-200:]}"
        if not problem and ended.code == 2 and ended.error.count("\n") != 1:
            problem = f"more than a sentence: {ended.error[-200:]}"
        if not problem and ended.code == 2 and contents(folder / "runs" / MEMORY) != before:
            problem = "was refused, and changed the memory"
        if problem:
            return f"{' '.join(line)}, {kind}: {problem}"
        shutil.rmtree(folder)
        return ""


def rows(ground: Ground) -> list[Row]:
    """The one row."""
    return [OddFiles(ground).row()]
