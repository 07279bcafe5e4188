"""``homebody memory build``: recorded games become a memory."""

from __future__ import annotations

import time
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from envs.errors import BadInput
from envs.process.terminal import track
from homebody.options.language import Language, LanguageOption
from homebody.options.perception import (
    CacheOption,
    DetectorOption,
    NoiseOption,
    PerceptionOption,
    ProcessesOption,
    RecognizerOption,
    RecognizerWeightsOption,
    TrustOption,
    WeightsOption,
    chosen_eyesight,
    watched_games,
)
from homebody.output import JsonOption, Output
from perception.settings import Setting

if TYPE_CHECKING:
    from rich.table import Table

    from agent.language.roles.models import ModelRoles
    from eval.histories.build_memory import BuildReport
    from eval.histories.game_files import GameFiles
    from eval.histories.schedules import Schedule, Slot


class How(StrEnum):
    """How the levels above goals come about."""

    ONLINE = "online"
    OFFLINE = "offline"
    FLAT = "flat"


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody memory``."""
    app.command("build")(build)


def build(
    games: Annotated[list[Path], typer.Option(help="Game files, folders of them, or zips; repeat for more.")],
    out: Annotated[Path, typer.Option(help="The new memory file.")],
    schedule: Annotated[
        Path | None, typer.Option(help="JSON: which episode starts when, or a question set with --history.")
    ] = None,
    history: Annotated[int | None, typer.Option(help="Which history of the question set, from 0.")] = None,
    seed: Annotated[int | None, typer.Option(help="Instead of a schedule: draw plausible dates.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Remember only the first so many episodes.")] = None,
    scenes: Annotated[bool, typer.Option("--scenes/--no-scenes", help="Work out what was seen; slower.")] = True,
    construction: Annotated[How, typer.Option(help="How the levels above goals come about.")] = How.ONLINE,
    forget: Annotated[bool, typer.Option("--forget", help="Forget between the days, as a living robot does.")] = False,
    language: LanguageOption = Language.BUILTIN,
    perception: PerceptionOption = Setting.FULL,
    detector: DetectorOption = None,
    recognizer: RecognizerOption = None,
    weights: WeightsOption = None,
    recognizer_weights: RecognizerWeightsOption = None,
    trust_weights: TrustOption = False,
    noise: NoiseOption = None,
    cache: CacheOption = None,
    processes: ProcessesOption = 1,
    json_out: JsonOption = None,
) -> None:
    """Turn recorded TEACh games into the memory of one life."""
    from eval.histories.build_memory import build_memory, check_plan
    from eval.histories.game_files import GameFiles

    sight = chosen_eyesight(perception, detector, recognizer, weights, recognizer_weights, noise, trust_weights)
    if sight is not None and not scenes:
        raise BadInput("--no-scenes remembers nothing of what is seen; leave it out, or --perception")
    found = GameFiles(games)
    plan = _plan(found, schedule, history, seed).first(limit)
    out_put = Output(json_out, out)
    started = time.perf_counter()
    roles = _roles() if language is Language.LLM else None
    check_plan(found, plan, out)
    with watched_games(sight, found, plan.episodes, cache, processes) as watched:
        report = build_memory(
            found,
            plan,
            out,
            scenes=scenes,
            construction=construction.value,
            forget=forget,
            track=_progress,
            language=roles,
            watched=watched,
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
    from rich.table import Table

    from memory.reading.outline import NAMES

    table = Table(show_header=False)
    table.add_row("episodes", str(report.episodes))
    table.add_row("experiences", str(report.experiences))
    table.add_row("lived", f"{report.start:%Y-%m-%d %H:%M} to {report.end:%Y-%m-%d %H:%M}")
    for level, count in report.nodes.items():
        table.add_row(f"level {level}", f"{count} {NAMES.get(level, 'summary')} nodes")
    if report.forgotten:
        table.add_row("forgotten", f"{report.forgotten} nodes")
    if report.language:
        table.add_row("language", report.language)
    table.add_row("memory", f"{report.memory}, {report.bytes:,} bytes")
    table.add_row("built in", f"{seconds:.1f} s, {report.episodes / max(seconds, 1e-9):.1f} games/s")
    return table
