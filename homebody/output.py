"""How a command gives its figures to other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from envs.files.writing import write_atomically
from envs.process.plain_text import json_text
from envs.process.terminal import Terminal, say_json

JsonOption = Annotated[
    Path | None, typer.Option("--json", help="Also write the figures as JSON; - prints them instead of the tables.")
]


class Output:
    """Where a command shows what it found: tables for people, JSON for programs.

    Args:
        target: The file for JSON, ``-`` for standard output instead of tables, None for tables only.
        memory: The memory that is told of; it notes the file, for erasing.
    """

    def __init__(self, target: Path | None, memory: Path | None = None) -> None:
        self._target, self._memory = target, memory
        self.console = Terminal()

    @property
    def for_people(self) -> bool:
        """Whether tables are wanted."""
        return str(self._target) != "-"

    @property
    def in_file(self) -> bool:
        """Whether the figures go to a file."""
        return self._target is not None and str(self._target) != "-"

    def show(self, *shown: Any) -> None:
        """Print something for people."""
        if self.for_people:
            for one in shown:
                self.console.print(one)

    def json(self, value: Any) -> None:
        """Give the figures to whoever asked for them."""
        if self._target is None:
            return
        if not self.for_people:
            say_json(value)
            return
        write_atomically(self._target, (json_text(value) + "\n").encode(), replace=True, private=True)
        if self._memory is not None:
            note_written(self._memory, self._target, "figures", self.console)
        self.console.print(f"figures written to {self._target}", style="dim")


def note_written(memory: Path, path: Path, kind: str, console: Terminal) -> None:
    """Note a file in the memory that it tells of, so that erasing reaches it; says so when that cannot be.

    Args:
        memory: The memory file.
        path: What was written.
        kind: See ``memory.store.written_files.Written``.
        console: Where to say it.
    """
    from memory.store.written_files import note_in

    if problem := note_in(memory, path, kind):
        console.print(problem)
