"""``homebody eval teach``: TEACh's benchmarks on recorded games, beside the published agents."""

from __future__ import annotations

import sys
import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from eval.many_values import many_values
from eval.output import JsonOption, Output


class Protocol(StrEnum):
    """Which benchmark."""

    TFD = "tfd"
    EDH = "edh"


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody eval``."""
    app.command("teach", cls=many_values("--games"))(teach)


def teach(
    games: Annotated[list[Path], typer.Option(help="Game files, folders of them, or zips; repeat for more.")],
    protocol: Annotated[
        Protocol, typer.Option(help="tfd: whole dialogue, from the start; edh: go on in the middle.")
    ] = Protocol.TFD,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most so many instances, of games drawn at random.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides which games are drawn.")] = 0,
    layouts: Annotated[Path | None, typer.Option(help="Free floor of the real plans (JSON).")] = None,
    workers: Annotated[int, typer.Option(min=1, help="How many processes share the work.")] = 1,
    report: Annotated[Path | None, typer.Option(help="File for one JSON line per episode.")] = None,
    json_out: JsonOption = None,
) -> None:
    """Do what the dialogues of recorded games ask for, told in words only; score it by TEACh's metrics."""
    from envs.pocket.rebuild import read_layouts
    from eval.teach_figures import report as figures_of
    from eval.teach_run import run_games
    from eval.teach_tables import score_table, speed_line, task_table

    out = Output(json_out)
    plans = None if layouts is None else read_layouts(layouts)
    started = time.perf_counter()
    results = run_games(
        games, protocol.value, limit=limit, seed=seed, layouts=plans, workers=workers, watch=_progress(out)
    )
    found = figures_of(protocol.value, results, time.perf_counter() - started)
    if results:
        out.show(score_table(found), task_table(found), speed_line(found))
    else:
        out.show("the games have no such instances")
    if report is not None:
        from eval.teach_episodes import write_episodes

        write_episodes(report, results)
        out.show(f"episodes written to {report}")
    out.json({**found, "seed": seed})


def _progress(out: Output):
    """Tells on a terminal how far it is."""
    if not (out.for_people and sys.stderr.isatty()):
        return None
    from rich.console import Console

    console = Console(file=sys.stderr)

    def tell(games: int, total: int) -> None:
        console.print(f"{games} of {total} games" if total else f"{games} games", end="\r")

    return tell
