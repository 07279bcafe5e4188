"""``homebody tasks`` and ``homebody scenes``: what there is to do, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from envs.process.terminal import Terminal, say
from homebody.commands.run import write_json
from homebody.output import JsonOption

if TYPE_CHECKING:
    pass


def tasks(json_out: JsonOption = None) -> None:
    """List the tasks and their parameters."""
    from envs.teach.tasks.definitions import definitions
    from homebody.views.listings import task_rows, task_table

    console = Terminal()
    rows = task_rows(definitions())
    if json_out is None or str(json_out) != "-":
        console.print(task_table(rows))
    write_json(json_out, rows, console)


def scenes(json_out: JsonOption = None) -> None:
    """List the scenes that can be lived in."""
    from envs.pocket.scenes import scene_names

    names = scene_names()
    if json_out is None or str(json_out) != "-":
        say("\n".join(names))
    write_json(json_out, names, Terminal())
