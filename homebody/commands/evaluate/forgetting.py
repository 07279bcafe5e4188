"""``homebody eval forgetting`` and ``homebody eval forgetting-curve``: what learning what to forget is worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from envs.process.terminal import track
from eval.journal import Journal, beside, wanted
from eval.results.keep import ResultKeeper
from homebody.options.amounts import SeedOption
from homebody.options.figures import JsonOption, PlotOption, ReportOption, ResultOption, ResumeOption
from homebody.options.files import GamesOption
from homebody.options.histories import EpisodesOption, HistoriesOption, ScenesOption
from homebody.options.many_values import many_values
from homebody.output import Output, left, right, table

if TYPE_CHECKING:
    from rich.table import Table

    from eval.forgetting.curve import Curve


def register(app: typer.Typer) -> None:
    """Add both commands to ``homebody eval``."""
    app.command("forgetting", cls=many_values("--games"))(forgetting)
    app.command("forgetting-curve", cls=many_values("--games"))(forgetting_curve)


def forgetting(
    games: GamesOption,
    episodes: EpisodesOption = 5,
    histories: HistoriesOption = 50,
    recipe: Annotated[
        list[str] | None,
        typer.Option(help="A way of remembering by its name, or all 13 of the paper; repeat for more."),
    ] = None,
    seed: SeedOption = 0,
    scenes: ScenesOption = True,
    report: ReportOption = None,
    resume: ResumeOption = False,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Ask twice, with feedback in between, while the memory forgets; beside the published results of H²-EMV."""
    from eval.forgetting.experiment import chosen, experiment
    from eval.forgetting.run import PlayedHistory
    from eval.forgetting.tables import table as score_table
    from eval.forgetting.tables import write_report
    from eval.histories.game_files import GameFiles

    out, keeper = Output(json_out), ResultKeeper(result)
    names = chosen(recipe or ["all"])
    with Journal(beside(json_out, keeper.path, report), PlayedHistory, lambda: wanted(games), resume) as journal:
        done = experiment(GameFiles(games), episodes, histories, names, seed, scenes, _progress, journal)
        out.show(score_table(done))
        if report is not None:
            out.show(f"report written to {write_report(done, report)}")
        out.json(done.as_dict())
        figures = {key: value for key, value in done.as_dict().items() if key != "answers"}
        keeper.keep(figures, [__name__], games, seed)


def forgetting_curve(
    games: GamesOption,
    episodes: EpisodesOption = 5,
    histories: HistoriesOption = 10,
    questions: Annotated[int, typer.Option(min=1, help="Most topics asked about in each.")] = 8,
    seed: SeedOption = 0,
    scenes: ScenesOption = True,
    plot: PlotOption = None,
    resume: ResumeOption = False,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Measure answer accuracy against bytes kept, for random, recency, importance × freshness, rules and oracle."""
    from envs.errors import BadInput
    from envs.files.writing import check_target, write_atomically
    from eval.forgetting.curve import HistoryTried, curve
    from eval.forgetting.plot import curve_svg
    from eval.histories.game_files import GameFiles

    if plot is not None and not plot.absolute().parent.is_dir():
        raise BadInput(f"there is no folder {plot.absolute().parent} for the plot; make it first")
    if plot is not None:
        check_target(plot, replace=True)
    out, keeper = Output(json_out), ResultKeeper(result)
    with Journal(beside(json_out, keeper.path, plot), HistoryTried, lambda: wanted(games), resume) as journal:
        measured = curve(
            GameFiles(games), episodes, histories, questions, seed, scenes=scenes, track=_progress, journal=journal
        )
        out.show(_curve_table(measured))
        if plot is not None:
            write_atomically(plot, curve_svg(measured).encode(), replace=True)
            out.show(f"plot written to {plot}")
        out.json(measured.as_dict())
        keeper.keep(measured.as_dict(), [__name__], games, seed)


def _curve_table(measured: Curve) -> Table:
    shown = table(
        [*left("budget"), *right(*measured.points)],
        title=f"Correct answers in % within a budget of bytes: {measured.histories} histories of {measured.episodes} "
        f"episodes, {measured.questions} questions, seed {measured.seed}",
    )
    for row in zip(*measured.points.values(), strict=True):
        cells = [f"{point.correct:.0f} [{point.within[0]:.0f}, {point.within[1]:.0f}]" for point in row]
        shown.add_row(f"{row[0].budget:.0%}", *cells)
    return shown


def _progress(numbers: Iterable[int], total: int) -> Iterable[int]:
    return track(numbers, "histories", total)
