"""``homebody memory check``: whether a memory is sound."""

from __future__ import annotations

import typer

from envs.process.terminal import status
from homebody.options.figures import JsonOption
from homebody.options.files import DEFAULT_MEMORY, MemoryOption
from homebody.output import Output


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody memory``."""
    app.command()(check)


def check(memory: MemoryOption = DEFAULT_MEMORY, json_out: JsonOption = None) -> None:
    """Read the whole file and list what is wrong with it, changing nothing; exit code 1 when something is."""
    from memory.soundness.checking import examine

    out = Output(json_out)
    with status("reading") as tell:
        problems = examine(memory, lambda part: tell(f"reading: {part}"))
    out.show(*(problems or [f"{memory} is sound"]))
    if problems:
        out.show(f"'homebody memory repair {memory} NEW' saves what can be read into a new file")
    out.json({"memory": str(memory), "sound": not problems, "problems": problems})
    if problems:
        raise typer.Exit(1)
