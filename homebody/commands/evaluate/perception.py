"""``homebody eval perception``: how well a detector and a recogniser see, and what that costs the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.errors import BadInput
from envs.files.leftovers import scratch
from envs.process.terminal import track
from eval.journal import Journal, beside
from eval.journal import wanted as asked_for
from eval.results.keep import ResultKeeper
from homebody.options.amounts import ProcessesOption, SeedOption, StepsOption
from homebody.options.figures import JsonOption, ReportOption, ResultOption, ResumeOption
from homebody.options.files import SetsOption
from homebody.options.histories import EpisodesOption, FirstOption, HistoriesOption
from homebody.options.many_values import many_values
from homebody.options.perception import (
    CacheOption,
    DetectorOption,
    NoiseOption,
    RecognizerOption,
    RecognizerWeightsOption,
    TrustOption,
    WeightsOption,
)
from homebody.output import Output

if TYPE_CHECKING:
    from eval.perception.run import Amounts
    from perception.senses import ChosenSenses, Senses


class Section(StrEnum):
    """What can be measured."""

    DETECTOR = "detector"
    RECOGNIZER = "recognizer"
    SCENE_GRAPH = "scene_graph"
    FPS = "fps"
    LOSS_ACCOUNT = "loss_account"


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody eval``."""
    app.command("perception", cls=many_values("--section", "--set", "--games"))(perception)


def perception(
    section: Annotated[list[Section] | None, typer.Option(help="What to measure; all by default.")] = None,
    detector: DetectorOption = None,
    recognizer: RecognizerOption = None,
    weights: WeightsOption = None,
    recognizer_weights: RecognizerWeightsOption = None,
    trust_weights: TrustOption = False,
    noise: NoiseOption = None,
    rooms: Annotated[int, typer.Option(min=1, help="Held-out rooms that the detector is shown.")] = 40,
    frames: Annotated[int, typer.Option(min=1, help="Frames of each of them.")] = 10,
    data: Annotated[
        Path | None, typer.Option(help="Collected episodes for the recogniser; made in other rooms by default.")
    ] = None,
    sequences: Annotated[int, typer.Option(min=1, help="Episodes that the recogniser is shown.")] = 20,
    images: Annotated[
        Path | None,
        typer.Option(help="Folder of labelled pictures: the detector is measured on these and, unasked, nothing else."),
    ] = None,
    labels: Annotated[
        Path | None,
        typer.Option(help="Their labels: JSON (boxes with types, or COCO), or YOLO's; looked for there by default."),
    ] = None,
    draw: Annotated[
        Path | None, typer.Option(help="Folder for these pictures with boxes: found, found wrongly, missed.")
    ] = None,
    walks: Annotated[int, typer.Option(min=1, help="Walks for scene graphs in each kind of room.")] = 1,
    steps: StepsOption = 80,
    games: Annotated[
        list[Path] | None,
        typer.Option(
            help="Recorded games to ask about, in whose rooms to detect and to tell deeds; by default some are made."
        ),
    ] = None,
    set_files: SetsOption = None,
    episodes: EpisodesOption = 5,
    histories: HistoriesOption = 4,
    first: FirstOption = None,
    seed: SeedOption = 0,
    cache: CacheOption = None,
    processes: ProcessesOption = 1,
    report: ReportOption = None,
    resume: ResumeOption = False,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Measure detector, recogniser and scene graphs on held-out rooms, and what perception costs the answers."""
    from eval.perception.run import Amounts, picture_figures
    from eval.perception.tables import by_type, loss_table, summary, types_table, write_report
    from perception.senses import ChosenSenses

    if set_files and not games:
        raise BadInput("--set asks about recorded games; name them with --games")
    if (labels or draw) and images is None:
        raise BadInput(f"{'--labels' if labels else '--draw'} is for pictures; name their folder with --images")
    default = ChosenSenses()
    names = (detector or default.detector, recognizer or default.recognizer)
    own = ChosenSenses(*names, weights, recognizer_weights, noise or default.noise, seed, trust_weights)
    wanted = tuple(dict.fromkeys(section or (Section if images is None else ())))
    amounts = Amounts(rooms, frames, sequences, walks, steps, seed)
    out, keeper = Output(json_out), ResultKeeper(result)
    asked = {"files": set_files or [], "episodes": episodes, "histories": histories, "seed": seed}
    given = [
        *(games or []),
        *(set_files or []),
        *(path for path in (data, weights, recognizer_weights, images, labels) if path),
    ]
    with ExitStack() as stack:
        to = beside(json_out, keeper.path, report)
        journal = stack.enter_context(Journal[Any](to, Any, lambda: asked_for(given), resume))
        aside = stack.enter_context(scratch("perception"))
        figures = _measured(own, wanted, amounts, data, aside, journal, games)
        if images is not None:
            figures["images"] = journal.piece("images", lambda: picture_figures(own, images, labels, draw, _progress))
        if Section.LOSS_ACCOUNT in wanted:
            seen = cache or aside / "seen"
            figures["loss_account"] = _account(own, games, asked, first, seen, processes, aside, journal)
        figures["settings"] = _settings(own, amounts, wanted)
        out.show(summary(figures))
        for title, shown in by_type(figures).items():
            out.show(types_table(title, shown))
        if figures["loss_account"]:
            out.show(loss_table(figures["loss_account"]))
        if report is not None:
            out.show(f"report written to {write_report(report, figures)}")
        out.json(figures)
        code = [name for one in wanted for name in _MEASURED[one]] + ([_ON_PICTURES] if images is not None else [])
        keeper.keep(figures, code, given, seed, alone=processes == 1)


_RUN = "eval.perception.run"
_ON_PICTURES = f"{_RUN}:picture_figures"
_MEASURED = {
    Section.DETECTOR: [f"{_RUN}:detector_figures", "perception.senses:ChosenSenses"],
    Section.RECOGNIZER: [f"{_RUN}:recognizer_figures", "perception.senses:ChosenSenses"],
    Section.SCENE_GRAPH: [f"{_RUN}:graph_figures", "perception.senses:ChosenSenses"],
    Section.FPS: ["eval.perception.speed", "perception.senses:ChosenSenses"],
    Section.LOSS_ACCOUNT: [f"{_RUN}:{name}" for name in ("loss_entries", "question_sets", "made_games")],
}
"""Where the code begins that the figures of each section depend on."""


def _measured(
    own: ChosenSenses,
    wanted: tuple[Section, ...],
    amounts: Amounts,
    data: Path | None,
    scratch: Path,
    journal: Journal[Any],
    games: list[Path] | None,
) -> dict[str, Any]:
    """All sections but the loss account; those that are not wanted, or have nothing to measure, are None."""
    from eval.histories.game_files import GameFiles
    from eval.perception import run
    from eval.perception.speed import speed

    figures: dict[str, Any] = dict.fromkeys(("detector", "recognizer", "scene_graph", "fps", "images"))
    if not wanted:
        return {**figures, "loss_account": []}
    senses: Senses = own.open()
    asked = {Section.DETECTOR, Section.RECOGNIZER} & set(wanted)
    found = GameFiles(games) if games and asked else None
    folder, looks = scratch / "episodes", None if run.knows(own.detector) else senses.detector
    sections: dict[Section, Callable[[], Any]] = {
        Section.DETECTOR: lambda: run.detector_figures(senses, amounts, _progress, found),
        Section.RECOGNIZER: lambda: run.recognizer_figures(senses, amounts, _progress, data, folder, looks, found),
        Section.SCENE_GRAPH: lambda: run.graph_figures(senses, amounts),
        Section.FPS: lambda: speed(senses, own),
    }
    nothing = {Section.DETECTOR: run.knows(own.detector), Section.RECOGNIZER: run.knows(own.recognizer)}
    for one, measure in sections.items():
        if one in wanted and not nothing.get(one):
            figures[one.value] = journal.piece(one.value, measure)
    if figures["fps"] is not None:
        timed = dict(figures["fps"])
        figures |= {"fps": timed.pop("fps"), "speed": timed}
    return {**figures, "loss_account": []}


def _account(
    own: ChosenSenses,
    games: list[Path] | None,
    asked: dict[str, Any],
    first: int | None,
    cache: Path,
    processes: int,
    scratch: Path,
    journal: Journal[Any],
) -> list[dict[str, Any]]:
    from dataclasses import replace

    from eval.histories.game_files import GameFiles
    from eval.perception.run import loss_entries, made_games, question_sets
    from eval.recall.run import check_games

    if games:
        found = GameFiles(games)
    else:
        found = made_games(scratch / "games", asked["episodes"] * asked["histories"], asked["seed"], _progress)
    sets = [replace(one, histories=one.histories[:first]) for one in question_sets(games=found, **asked)]
    for one in sets:
        check_games(one, found)
    return loss_entries(own, sets, found, cache, processes, _progress, journal=journal)


def _settings(own: ChosenSenses, amounts: Amounts, wanted: tuple[Section, ...]) -> dict[str, Any]:
    chosen = {key: value for key, value in own.as_dict().items() if key not in ("noise", "seed") or "noisy" in str(own)}
    return {**chosen, **asdict(amounts), "sections": [one.value for one in wanted]}


def _progress(items: Iterable[Any], total: int, doing: str) -> Iterable[Any]:
    return track(items, doing, total)
