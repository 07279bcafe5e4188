"""``homebody eval``: experiments on published and generated data, each with its figures beside the published ones."""

from __future__ import annotations

import typer

from eval import forgetting_command, judge_command, recall_command

app = typer.Typer(help="Evaluate on published and generated data, beside published systems.", no_args_is_help=True)

for _command in (recall_command, forgetting_command, judge_command):  # each module has register(app)
    _command.register(app)
