"""``homebody eval``: experiments on published and generated data, each with its figures beside the published ones."""

from __future__ import annotations

import typer

from eval import (
    forgetting_command,
    interruption_command,
    judge_command,
    perception_command,
    recall_command,
    teach_command,
)

app = typer.Typer(help="Evaluate on published and generated data, beside published systems.", no_args_is_help=True)

_COMMANDS = (
    recall_command,
    forgetting_command,
    judge_command,
    interruption_command,
    teach_command,
    perception_command,
)
for _command in _COMMANDS:  # each module has register(app)
    _command.register(app)
