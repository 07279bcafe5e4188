"""What the attempts begin with: a memory that has forgotten, its export, recorded games, a run that was cut off."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from benchmarks.torture import building
from benchmarks.torture.child import Kill, command
from benchmarks.torture.scenarios import COLLECT, EXPORTED, MEMORY, Scenario, scenarios

_LIVED = 330
_SEED = 5
_NODE = "SELECT max(id) FROM nodes WHERE level = 3 AND forgotten IS NULL"
_ENTRY = "SELECT max(log) FROM grave"


class Ground:
    """A folder with what attempts begin with; made once, by the process that later forks the others.

    Args:
        folder: Where to make it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def memory(self) -> Path:
        """A memory of a few days that has forgotten some of it."""
        return self.folder / MEMORY

    def make(self) -> None:
        """Make everything that is missing, and load and compile what the commands need on the way.

        Raises:
            RuntimeError: A command fails that should not.
        """
        warm(self.folder.with_name("warm"))
        if self.memory.exists():
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        building.live_on(self.memory, building.life(_SEED, _LIVED), lambda _: None)
        _do(self.folder, "memory", "rules", "--learn", "always remember which plate I use", "--memory", MEMORY)
        _do(self.folder, "memory", "export", EXPORTED, "--memory", MEMORY)
        # Else erasing in the first copy would change the export here, and the same command would take another course.
        _do(self.folder, "memory", "files", "--drop", EXPORTED, "--memory", MEMORY)
        cut = ("run", "make coffee", "--scene", "kitchen", "--seed", "3", "--memory", MEMORY, "--record", "record")
        scratch = self.folder.with_name("scratch")
        self.copy(scratch, (MEMORY,))
        _do(scratch, *cut)
        games = self.folder / "games"
        games.mkdir()
        for number in range(2):
            shutil.copy(next((scratch / "record").glob("*.game.json")), games / f"{number}.game.json")
        shutil.rmtree(scratch)
        self.copy(scratch, (MEMORY,))
        command(cut, scratch, Kill(900))
        shutil.move(scratch, self.folder.with_name("cut"))

    def copy(self, to: Path, names: tuple[str, ...]) -> None:
        """Put some of it into another folder."""
        to.mkdir(parents=True)
        source = self.folder.with_name("cut") if "record" in names else self.folder
        for name in names:
            for path in source.glob(f"{name}*") if name == MEMORY else [source / name]:
                (shutil.copytree if path.is_dir() else shutil.copy)(path, to / path.name)

    def scenarios(self) -> list[Scenario]:
        """The commands that write, on this memory."""
        with closing(sqlite3.connect(self.memory)) as connection:
            [(node,)], [(entry,)] = (connection.execute(sql).fetchall() for sql in (_NODE, _ENTRY))
        return scenarios(node, entry)


def warm(folder: Path) -> None:
    """Run commands in this very process, so that its children find everything loaded and compiled."""
    import contextlib
    import io
    import sys
    from importlib.util import find_spec

    import homebody.cli as homebody

    folder.mkdir(parents=True, exist_ok=True)
    memory, record = str(folder / MEMORY), str(folder / "record")
    lines = (
        ("run", "make coffee", "--scene", "kitchen", "--seed", "3", "--memory", memory, "--record", record),
        ("ask", "What did you do?", "--memory", memory),
        ("memory", "show", "--memory", memory),
        ("memory", "search", "mug", "--memory", memory),
        ("memory", "log", "--memory", memory),
        ("memory", "forget", "--memory", memory),
        ("memory", "forget", "--about", "plate", "--yes", "--memory", memory),
        ("memory", "export", str(folder / "x.jsonl"), "--memory", memory),
        ("memory", "import", str(folder / "x.jsonl"), "--memory", str(folder / "y.sqlite")),
        ("memory", "build", "--games", record, "--out", str(folder / "z.sqlite"), "--seed", "1"),
        ("replay", record),
        *([("collect", "--out", str(folder / "data"), *COLLECT[3:])] if find_spec("cv2") else []),
    )
    typed = sys.argv
    for line in lines:
        sys.argv = ["homebody", *line]
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            code = _code(homebody.main)
        if code:
            raise RuntimeError(f"homebody {' '.join(line)} ended with {code}: {said.getvalue()}")
    sys.argv = typed
    shutil.rmtree(folder)


def _code(main: object) -> object:
    assert callable(main)
    try:
        main()
    except SystemExit as end:
        return end.code
    return 0


def _do(folder: Path, *arguments: str) -> None:
    ended = command(arguments, folder)
    if ended.code:
        raise RuntimeError(f"homebody {' '.join(arguments)} ended with {ended.code}: {ended.error}")
