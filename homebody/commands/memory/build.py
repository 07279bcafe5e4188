"""``homebody memory build``: recorded games become a memory."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from envs.errors import BadInput
from envs.process.terminal import track
from homebody.options.amounts import LimitOption, ProcessesOption
from homebody.options.figures import JsonOption, ResumeOption
from homebody.options.files import GamesOption
from homebody.options.histories import ConstructionOption, HistoryConstruction, ScenesOption
from homebody.options.language import Language, LanguageOption
from homebody.options.lifetimes import LifetimesOption
from homebody.options.many_values import many_values
from homebody.options.perception import (
    CacheOption,
    DeedsOption,
    DetectorOption,
    NoiseOption,
    PerceptionOption,
    RecognizerOption,
    RecognizerWeightsOption,
    TrustOption,
    WeightsOption,
    chosen_eyesight,
    watched_games,
)
from homebody.output import Output, facts
from perception.settings import InputSetting

if TYPE_CHECKING:
    from rich.table import Table

    from agent.language.roles.models import ModelRoles
    from eval.histories.build_memory import BuildReport
    from eval.histories.game_files import GameFiles
    from eval.histories.schedules import Schedule, Slot


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody memory``."""
    app.command("build", cls=many_values("--games"))(build)


def build(
    games: GamesOption,
    out: Annotated[Path, typer.Option(help="The new memory file.")],
    schedule: Annotated[
        Path | None, typer.Option(help="JSON: which episode starts when, or a question set with --history.")
    ] = None,
    history: Annotated[int | None, typer.Option(help="Which history of the question set, from 0.")] = None,
    seed: Annotated[int | None, typer.Option(help="Instead of a schedule: draw plausible dates.")] = None,
    limit: LimitOption = None,
    scenes: ScenesOption = True,
    construction: ConstructionOption = HistoryConstruction.ONLINE,
    forget: Annotated[bool, typer.Option("--forget", help="Forget between the days, as a living robot does.")] = False,
    lifetimes: LifetimesOption = None,
    language: LanguageOption = Language.BUILTIN,
    perception: PerceptionOption = InputSetting.FULL,
    deeds: DeedsOption = None,
    detector: DetectorOption = None,
    recognizer: RecognizerOption = None,
    weights: WeightsOption = None,
    recognizer_weights: RecognizerWeightsOption = None,
    trust_weights: TrustOption = False,
    noise: NoiseOption = None,
    cache: CacheOption = None,
    processes: ProcessesOption = 1,
    resume: ResumeOption = False,
    json_out: JsonOption = None,
) -> None:
    """Turn recorded TEACh games into the memory of one life."""
    from eval.histories.build_memory import build_memory, check_plan
    from eval.histories.game_files import GameFiles
    from eval.journal import wanted

    sight = chosen_eyesight(
        perception, detector, recognizer, weights, recognizer_weights, noise, trust_weights, deeds=deeds
    )
    if sight is not None and not scenes:
        raise BadInput("--no-scenes remembers nothing of what is seen; leave it out, or --perception")
    found = GameFiles(games)
    plan = _plan(found, schedule, history, seed).first(limit)
    out_put = Output(json_out, out)
    started = time.perf_counter()
    roles = _roles() if language is Language.LLM else None
    check_plan(found, plan, out)
    read = [*games, *(path for path in (schedule, weights, recognizer_weights) if path)]
    key = wanted(read)
    with watched_games(sight, found, plan.episodes, cache, processes) as watched:
        report = build_memory(
            found,
            plan,
            out,
            scenes=scenes,
            construction=construction.value,
            forget=forget,
            lifetimes=None if lifetimes is None else lifetimes.value,
            track=_progress,
            language=roles,
            watched=watched,
            key=key,
            resume=resume,
        )
    seconds = time.perf_counter() - started
    out_put.show(report_table(report, seconds))
    out_put.json({**report.as_dict(), "seconds": round(seconds, 2)})


def _roles() -> type[ModelRoles]:
    """What makes the roles; refuses at once when no model is set up."""
    from agent.language.roles.models import ModelRoles

    ModelRoles().grouper()
    return ModelRoles


def _plan(games: GameFiles, schedule: Path | None, history: int | None, seed: int | None) -> Schedule:
    from eval.histories.schedules import draw_schedule, read_schedule

    if (schedule is None) == (seed is None):
        raise BadInput("give either --schedule FILE or --seed N, so that it is known when the episodes happened")
    if schedule is not None:
        return read_schedule(schedule, history)
    if history is not None:
        raise BadInput("--history chooses from a question set; give that with --schedule")
    return draw_schedule(games.names, seed or 0)


def _progress(slots: Iterable[Slot], total: int) -> Iterable[Slot]:
    return track(slots, "remembering", total)


def report_table(report: BuildReport, seconds: float) -> Table:
    """The figures for people."""
    from memory.levels import kind

    table = facts()
    table.add_row("episodes", str(report.episodes))
    table.add_row("experiences", str(report.experiences))
    table.add_row("lived", f"{report.start:%Y-%m-%d %H:%M} to {report.end:%Y-%m-%d %H:%M}")
    for level, count in report.nodes.items():
        table.add_row(f"level {level}", f"{count} {kind(level)} nodes")
    if report.forgotten:
        table.add_row("forgotten", f"{report.forgotten} nodes")
    if report.language:
        table.add_row("language", report.language)
    table.add_row("memory", f"{report.memory}, {report.bytes:,} bytes")
    table.add_row("built in", f"{seconds:.1f} s, {report.episodes / max(seconds, 1e-9):.1f} games/s")
    return table
