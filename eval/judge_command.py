"""``homebody eval judge``: how well the lenient judge agrees with people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from eval.output import JsonOption, Output


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody eval``."""
    app.command("judge")(judge_command)


def judge_command(
    labels: Annotated[Path, typer.Option(help="Hand-labelled answers, as in human_labels.json.")],
    json_out: JsonOption = None,
) -> None:
    """Compare the lenient judge, and the published one, with what people say."""
    from eval.recall_agreement import agreement, annotators
    from eval.recall_sets import read_labels
    from eval.recall_tables import judge_table

    out = Output(json_out)
    figures = {}
    for split, samples in read_labels(labels).items():
        for person in annotators(samples):
            name = split if person == "leo" else f"{split} ({person})"
            figures[name] = agreement(samples, person)
            out.show(judge_table(name, figures[name]))
    out.json({"labels": labels.name, "splits": figures})
