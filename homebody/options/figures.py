"""Options that say where figures go, and whether what was begun is gone on with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

JsonOption = Annotated[
    Path | None, typer.Option("--json", help="Also write the figures as JSON; - prints them instead of the tables.")
]
ResultOption = Annotated[
    str | None,
    typer.Option("--result", help="Keep the figures as docs/results/NAME.json, for the tables; or in a FILE.json."),
]


def _drawable(place: Path | None) -> Path | None:
    """Where plots go, once it is sure that they can be drawn: not when the evaluation is over."""
    if place is not None:
        from eval.report.plot import check_plots

        check_plots()
    return place


ReportOption = Annotated[
    Path | None,
    typer.Option("--report", help="Folder for a page with tables, plots and failures.", callback=_drawable),
]
PlotOption = Annotated[
    Path | None, typer.Option("--plot", help="SVG file for the plot; replaced when it exists.", callback=_drawable)
]
ResumeOption = Annotated[
    bool,
    typer.Option(
        "--resume", help="Continue this command after it was cut off; an evaluation needs --json, --report or --result."
    ),
]
