"""``homebody tasks`` and ``homebody scenes``: what there is to do, and where."""

from __future__ import annotations

from homebody.options.figures import JsonOption
from homebody.output import Output


def tasks(json_out: JsonOption = None) -> None:
    """List the tasks and their parameters."""
    from envs.teach.tasks.definitions import definitions
    from homebody.views.listings import task_rows, task_table

    out = Output(json_out)
    rows = task_rows(definitions())
    out.show(task_table(rows))
    out.json(rows)


def scenes(json_out: JsonOption = None) -> None:
    """List the scenes that can be lived in."""
    from envs.pocket.scenes import scene_names

    out = Output(json_out)
    names = scene_names()
    out.show(*names)
    out.json(names)
