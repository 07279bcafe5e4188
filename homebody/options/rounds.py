"""Options of evaluations on rounds that people wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

RoundOption = Annotated[
    list[Path] | None,
    typer.Option("--round", help="YAML file of written questions or commands; repeat for more."),
]
AnswersOption = Annotated[
    bool, typer.Option("--answers", help="Give every answer with its verdict, too, in what --json writes.")
]
