"""``homebody doctor``: what works here, and how to mend what does not."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from envs.process.terminal import track
from homebody.options.figures import JsonOption
from homebody.options.files import DEFAULT_MEMORY
from homebody.output import Output


def doctor(
    engine: Annotated[str | None, typer.Option(help="Engine that must work: pocket or unity.")] = None,
    executable: Annotated[Path | None, typer.Option(help="A Unity build of your own.")] = None,
    detector: Annotated[str | None, typer.Option(help="Detector that must work: a name, or module:Class.")] = None,
    weights: Annotated[Path | None, typer.Option(help="The detector's weights.")] = None,
    language: Annotated[str | None, typer.Option(help="Language that must work: builtin or llm.")] = None,
    memory: Annotated[Path | None, typer.Option(help="Memory file that must be sound.")] = None,
    semantic: Annotated[bool, typer.Option("--semantic", help="The text encoder must work.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="A GPU must work.")] = False,
    json_out: JsonOption = None,
) -> None:
    """Check every layer and say how to mend what is missing or broken; exit code 1 if you asked for it."""
    from homebody.doctor import LAYERS, examine, finding_rows, is_well, print_report
    from homebody.doctor.finding import IntendedUse

    wish = IntendedUse(engine, executable, detector, weights, language, None, memory, DEFAULT_MEMORY, semantic, gpu)
    findings = list(track(examine(wish.configured(os.environ)), "checking", len(LAYERS)))
    out = Output(json_out)
    if out.for_people:
        print_report(findings, out.console)
    out.json(finding_rows(findings))
    if not is_well(findings):
        raise typer.Exit(1)
