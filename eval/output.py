"""How a command gives its figures to other programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from envs.files import write_atomically

JsonOption = Annotated[
    Path | None, typer.Option("--json", help="Also write the figures as JSON; - prints them instead of the tables.")
]


class Output:
    """Where a command shows what it found: tables for people, JSON for programs.

    Args:
        target: The file for JSON, ``-`` for standard output instead of tables, None for tables only.
    """

    def __init__(self, target: Path | None) -> None:
        self._target = target
        self.console = Console()

    @property
    def for_people(self) -> bool:
        """Whether tables are wanted."""
        return str(self._target) != "-"

    def show(self, *shown: Any) -> None:
        """Print something for people."""
        if self.for_people:
            for one in shown:
                self.console.print(one, highlight=False)

    def json(self, value: Any) -> None:
        """Give the figures to whoever asked for them."""
        if self._target is None:
            return
        text = json.dumps(value, indent=2, ensure_ascii=False)
        if not self.for_people:
            typer.echo(text)
            return
        write_atomically(self._target, (text + "\n").encode(), replace=True, private=True)
        self.console.print(f"figures written to {self._target}", style="dim")
