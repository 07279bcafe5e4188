"""``homebody eval``: experiments on published and generated data, each with its figures beside the published ones."""

from __future__ import annotations

import typer

from homebody.commands.evaluate import (
    commands,
    forgetting,
    interruption,
    judge,
    perception,
    personalization,
    questions,
    recall,
    teach,
)

app = typer.Typer(help="Evaluate on published and generated data, beside published systems.", no_args_is_help=True)

_COMMANDS = (
    recall,
    questions,
    commands,
    forgetting,
    judge,
    interruption,
    teach,
    personalization,
    perception,
)
for _command in _COMMANDS:  # each module has register(app)
    _command.register(app)
