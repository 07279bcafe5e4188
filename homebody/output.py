"""The one way in which commands show what they found: tables for people, JSON for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from envs.files.writing import check_target, write_atomically
from envs.process.plain_text import json_text
from envs.process.terminal import Terminal, say_json

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text


class Output:
    """Where a command shows what it found.

    Args:
        target: The file for JSON, ``-`` for standard output instead of tables, None for tables only.
        memory: The memory that is told of; it notes the file, for erasing.
        meanwhile: Whether there is something to tell while the work is done: people read it on standard error when
            JSON takes standard output.

    Raises:
        BadInput: The file cannot be written; it is said before there is anything to write.
    """

    def __init__(self, target: Path | None, memory: Path | None = None, meanwhile: bool = False) -> None:
        self._target, self._memory = target, memory
        if target is not None and self.in_file:
            check_target(target, replace=True)
        self.console = Terminal(err=meanwhile and not self.for_people)

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
        """Give the figures to whoever asked for them; times and paths in them become text."""
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
        kind: See ``memory.store.written_files.WrittenFile``.
        console: Where to say it.
    """
    from memory.store.written_files import note_in

    if problem := note_in(memory, path, kind):
        console.print(problem)


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Attributes:
        heading: What is above it.
        right: Whether its cells stand on the right, as numbers do.
        whole: Whether its cells are never broken over lines.
        dim: Whether they stay in the background.
    """

    heading: str
    right: bool = False
    whole: bool = False
    dim: bool = False


def left(*headings: str, whole: bool = False, dim: bool = False) -> list[Column]:
    """Columns of words; see ``Column``."""
    return [Column(heading, whole=whole, dim=dim) for heading in headings]


def right(*headings: str, whole: bool = False) -> list[Column]:
    """Columns of numbers; see ``Column``."""
    return [Column(heading, right=True, whole=whole) for heading in headings]


def table(
    columns: Iterable[Column],
    rows: Iterable[Sequence[str | Text]] = (),
    title: str | None = None,
    caption: str | None = None,
    framed: bool = True,
    narrow: bool = False,
) -> Table:
    """A table for people.

    Args:
        columns: From left to right.
        rows: Cells from left to right; those that are missing stay empty. More may be added to what is returned.
        title: Above the table.
        caption: Below it.
        framed: Whether there are lines around it.
        narrow: Whether only one blank parts its columns.
    """
    from rich import box
    from rich.table import Table

    padding = (0, 1, 0, 0) if narrow else (0, 1)
    made = Table(title=title, caption=caption, box=box.HEAVY_HEAD if framed else None, padding=padding)
    for column in columns:
        side = "right" if column.right else "left"
        made.add_column(column.heading, justify=side, no_wrap=column.whole, style="dim" if column.dim else None)
    return _filled(made, rows)


def facts(rows: Iterable[Sequence[str | Text]] = (), title: str | None = None) -> Table:
    """A table without headings, each row a name and what there is to say of it; arguments as for ``table``."""
    from rich.table import Table

    return _filled(Table(title=title, show_header=False), rows)


def lines(rows: Iterable[Sequence[str | Text]]) -> Table:
    """Lines whose parts stand below each other, without headings and frame; arguments as for ``table``."""
    from rich.table import Table

    return _filled(Table.grid(padding=(0, 2)), rows)


def _filled(made: Table, rows: Iterable[Sequence[str | Text]]) -> Table:
    for row in rows:
        made.add_row(*row)
    return made
