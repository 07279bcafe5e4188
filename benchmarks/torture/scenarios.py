"""Every command that writes, and what may be there when it was killed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

MEMORY = "memory.sqlite"
EXPORTED = "exported.jsonl"
WORD = "mug"
_HOME = ("--memory", MEMORY)
_CHORE = ("--scene", "kitchen", "--seed", "3", *_HOME)


@dataclass(frozen=True)
class Scenario:
    """A command that writes.

    Attributes:
        name: Of the row: ``kill NAME``.
        arguments: Of the command that is killed.
        then: The command that comes after the kill.
        again: Tried when ``then`` says that there is nothing of the kind to do; empty to take that for an answer.
        needs: Files of the ground that it begins with.
        whole: Whether its memory is as before or as after, and nothing between.
        same: Whether it lives the same every time; what is typed meanwhile comes when it comes.
        made: The file or folder it makes, which is missing or whole after a kill.
        memory: The memory file it writes.
        typed: What is typed to it.
        cases: Kills in the whole torture.
        sample: Kills in the sample.
        skip: Says why it cannot be tried here, "" when it can.
    """

    name: str
    arguments: tuple[str, ...]
    then: tuple[str, ...]
    again: tuple[str, ...] = ()
    needs: tuple[str, ...] = (MEMORY,)
    whole: bool = True
    same: bool = True
    made: str = ""
    memory: str = MEMORY
    typed: bytes = b""
    cases: int = 60
    sample: int = 2
    skip: Callable[[], str] = str


def _memory(*words: str) -> tuple[str, ...]:
    return ("memory", *words, *_HOME)


def scenarios(node: int, entry: int) -> list[Scenario]:
    """All of them.

    Args:
        node: A node of the ground's memory that may be pinned.
        entry: An entry of its forget log that can be undone.
    """
    rule = _memory("rules", "--add", "Remember mugs.")
    living = ("run", "make coffee", *_CHORE, "--record", "record")
    resumed = ("run", "--resume", *_HOME, "--record", "record")
    anew = ("run", "make coffee", *_CHORE, "--record", "another")
    days, lived_on = ("run", "--days", "1", *_CHORE), ("run", "--days", "1", "--resume", *_HOME)
    return [
        Scenario("run", living, resumed, anew, whole=False, cases=70, sample=4),
        Scenario("run --listen", (*living, "--listen"), resumed, anew, whole=False, same=False, cases=25, typed=_TYPED),
        Scenario("run --resume", resumed, resumed, anew, (MEMORY, "record"), whole=False, cases=20),
        Scenario("run --days", days, lived_on, rule, whole=False, cases=8, sample=1),
        Scenario(
            "build",
            ("memory", "build", "--games", "games", "--out", "built.sqlite", "--seed", "1"),
            ("memory", "build", "--games", "games", "--out", "built.sqlite", "--seed", "1"),
            ("memory", "check", "--memory", "built.sqlite"),
            ("games",),
            made="built.sqlite",
            memory="built.sqlite",
            cases=60,
        ),
        Scenario(
            "forget", _memory("forget", "--now", _LATER), _memory("forget", "--now", _LATER), whole=False, cases=90
        ),
        Scenario("forget --about", _erase(), _erase(), cases=110),
        Scenario("undo", _memory("undo", str(entry)), _memory("undo", str(entry)), rule, cases=100),
        Scenario("pin", _memory("pin", str(node)), _memory("pin", str(node), "--off"), cases=90),
        Scenario("rules", rule, _memory("rules", "--add", "Remember cups as well."), cases=100),
        Scenario(
            "rules --learn",
            _memory("rules", "--learn", "always remember which mug I use"),
            _memory("rules", "--remove", "1"),
            rule,
            cases=70,
        ),
        Scenario("chat", ("chat", *_HOME), rule, whole=False, cases=40, typed=_TOLD),
        Scenario("budget", _memory("budget", "300000"), _memory("budget", "--off"), whole=False, cases=70),
        Scenario(
            "export",
            _memory("export", "out.jsonl"),
            _memory("export", "out.jsonl", "--replace"),
            made="out.jsonl",
            cases=100,
        ),
        Scenario(
            "import",
            ("memory", "import", EXPORTED, "--memory", "new.sqlite"),
            ("memory", "import", EXPORTED, "--memory", "new.sqlite"),
            ("memory", "check", "--memory", "new.sqlite"),
            (EXPORTED,),
            memory="new.sqlite",
            cases=100,
        ),
        Scenario(
            "repair",
            ("memory", "repair", MEMORY, "saved.sqlite"),
            ("memory", "repair", MEMORY, "saved.sqlite"),
            ("memory", "check", "--memory", "saved.sqlite"),
            made="saved.sqlite",
            memory="saved.sqlite",
            cases=60,
        ),
        Scenario("collect", COLLECT, COLLECT, needs=(), made="data", memory="none", cases=8, sample=1, skip=_no_cv2),
    ]


def _no_cv2() -> str:
    return "" if find_spec("cv2") else "collect needs cv2"


COLLECT = (
    *("collect", "--out", "data", "--episodes", "2", "--rooms", "bathroom", "--sources", "errands"),
    *("--snapshots", "1", "--moments", "1", "--steps", "10", "--seed", "1"),
)


_TYPED = b"what are you doing\nand open the microwave afterwards\n"
_TOLD = b"always remember which cup I use\nwhat did you do?\ndo not remember plates\n"
_LATER = "2026-01-20"


def _erase() -> tuple[str, ...]:
    return _memory("forget", "--about", WORD, "--yes", "--everywhere")


_LISTED = re.compile(rb'\{"kind":"written_files".*\n')
"""A line of an export that tells of a file by its whole path, which is another in every attempt."""


def made_files(folder: Path, made: str) -> dict[str, bytes]:
    """What lies in a file or folder, by path, without the names of files in it; empty when there is none."""
    path = folder / made
    if not made or not path.exists():
        return {}
    files = [path] if path.is_file() else [one for one in sorted(path.rglob("*")) if one.is_file()]
    return {str(one.relative_to(folder)): _LISTED.sub(b"", one.read_bytes()) for one in files}
