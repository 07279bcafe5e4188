"""``homebody eval forgetting`` and ``homebody eval forgetting-curve``: what learning what to forget is worth."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from envs.process.terminal import track
from eval.results.keep import Keeper, ResultOption
from homebody.output import JsonOption, Output

if TYPE_CHECKING:
    from rich.table import Table

    from eval.forgetting.curve import Curve

GamesOption = Annotated[list[Path], typer.Option(help="Game files, folders of them, or zips; repeat for more.")]
EpisodesOption = Annotated[int, typer.Option(min=2, help="Episodes of each history; the paper has 5 and 25.")]
SeedOption = Annotated[int, typer.Option(help="Decides the histories and the questions.")]

ScenesOption = Annotated[bool, typer.Option("--scenes/--no-scenes", help="Work out what was seen; slower.")]


def register(app: typer.Typer) -> None:
    """Add both commands to ``homebody eval``."""
    app.command("forgetting")(forgetting)
    app.command("forgetting-curve")(forgetting_curve)


def forgetting(
    games: GamesOption,
    episodes: EpisodesOption = 5,
    histories: Annotated[int, typer.Option(min=1, help="How many histories, each with two questions.")] = 50,
    recipe: Annotated[
        list[str] | None,
        typer.Option(help="A way of remembering by its name, or all 13 of the paper; repeat for more."),
    ] = None,
    seed: SeedOption = 0,
    scenes: ScenesOption = True,
    report: Annotated[Path | None, typer.Option(help="Folder for a page with table, plot and failures.")] = None,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Ask twice, with feedback in between, while the memory forgets; beside the published results of H²-EMV."""
    from eval.forgetting.experiment import chosen, experiment
    from eval.forgetting.tables import table, write_report
    from eval.histories.game_files import GameFiles

    out, keeper = Output(json_out), Keeper(result)
    names = chosen(recipe or ["all"])
    done = experiment(GameFiles(games), episodes, histories, names, seed, scenes, _progress)
    out.show(table(done))
    if report is not None:
        out.show(f"report written to {write_report(done, report)}")
    out.json(done.as_dict())
    figures = {key: value for key, value in done.as_dict().items() if key != "answers"}
    keeper.keep(figures, [__name__], games, seed)


def forgetting_curve(
    games: GamesOption,
    episodes: EpisodesOption = 5,
    histories: Annotated[int, typer.Option(min=1, help="How many histories.")] = 10,
    questions: Annotated[int, typer.Option(min=1, help="Most topics asked about in each.")] = 8,
    seed: SeedOption = 0,
    scenes: ScenesOption = True,
    plot: Annotated[Path | None, typer.Option(help="SVG file for the plot; replaced when it exists.")] = None,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Measure answer accuracy against bytes kept, for random, recency, importance × freshness, rules and oracle."""
    from envs.errors import BadInput
    from envs.files.writing import write_atomically
    from eval.forgetting.curve import curve
    from eval.forgetting.plot import curve_svg
    from eval.histories.game_files import GameFiles

    if plot is not None and not plot.absolute().parent.is_dir():
        raise BadInput(f"there is no folder {plot.absolute().parent} for the plot; make it first")
    out, keeper = Output(json_out), Keeper(result)
    measured = curve(GameFiles(games), episodes, histories, questions, seed, scenes=scenes, track=_progress)
    out.show(_curve_table(measured))
    if plot is not None:
        write_atomically(plot, curve_svg(measured).encode(), replace=True)
        out.show(f"plot written to {plot}")
    out.json(measured.as_dict())
    keeper.keep(measured.as_dict(), [__name__], games, seed)


def _curve_table(measured: Curve) -> Table:
    from rich.table import Table

    shown = Table(
        title=f"Correct answers in % within a budget of bytes: {measured.histories} histories of {measured.episodes} "
        f"episodes, {measured.questions} questions, seed {measured.seed}"
    )
    shown.add_column("budget", justify="left")
    for name in measured.points:
        shown.add_column(name, justify="right")
    for row in zip(*measured.points.values(), strict=True):
        cells = [f"{point.correct:.0f} [{point.within[0]:.0f}, {point.within[1]:.0f}]" for point in row]
        shown.add_row(f"{row[0].budget:.0%}", *cells)
    return shown


def _progress(numbers: Iterable[int], total: int) -> Iterable[int]:
    return track(numbers, "histories", total)
