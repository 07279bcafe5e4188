"""``homebody replay``: recorded TEACh games, played again and compared with what was recorded."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eval.results.keep import ResultKeeper
from homebody.options.amounts import LimitOption, WorkersOption
from homebody.options.engine import EngineChoice, EngineOption
from homebody.options.figures import JsonOption, ResultOption
from homebody.options.files import LayoutsOption, layouts_at
from homebody.output import Output

if TYPE_CHECKING:
    from envs.engines import Launcher


class ReplayMode(StrEnum):
    """How a game is replayed."""

    FREE = "free"
    OPEN_LOOP = "open-loop"
    GUIDED = "guided"


class ReplayTarget(StrEnum):
    """What a replayed object action names its object by."""

    ID = "id"
    POINT = "point"


def replay(
    paths: Annotated[list[Path], typer.Argument(help="Game files, folders of them, or zips.")],
    mode: Annotated[ReplayMode, typer.Option(help="Who decides outcomes and poses.")] = ReplayMode.FREE,
    layouts: LayoutsOption = None,
    limit: LimitOption = None,
    tolerance: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="How far a placed thing may lie from where it was put (m).")
    ] = 0.35,
    by: Annotated[
        ReplayTarget, typer.Option(help="point: report what the recorded image points find in our frames.")
    ] = ReplayTarget.ID,
    size: Annotated[int, typer.Option(min=1, max=4096, help="With --by point: side of the frames, pixels.")] = 300,
    workers: WorkersOption = 1,
    engine: EngineOption = EngineChoice.POCKET,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Replay recorded TEACh games in the simulator and compare what happens with what was recorded."""
    from envs.replay.report import ReplayReport
    from eval.teach.replays import Replaying
    from homebody.views.replay import point_tables, report_tables

    out, keeper, started = Output(json_out), ResultKeeper(result), time.perf_counter()
    about: dict[str, Any] = {"engine": engine.value, "mode": mode.value, "tolerance_m": tolerance}
    if by is ReplayTarget.POINT:
        about = {"by": "point", **about, "size": size}
    with _launcher(engine, layouts, tolerance, by, size) as launcher:
        replaying = Replaying(launcher, mode.value, tolerance)
        report = (replaying.points if by is ReplayTarget.POINT else replaying.report)(paths, limit, workers)
    seconds = time.perf_counter() - started
    if isinstance(report, ReplayReport):
        out.show(*report_tables(report, mode.value, seconds))
    else:
        out.show(*point_tables(report, size, seconds))
    figures = {**about, **report.as_dict(), "seconds": round(seconds, 2)}
    out.json(figures)
    inputs = [*paths, *([layouts] if layouts else [])]
    keeper.keep(figures, ["envs.engines", "eval.teach.replays"], inputs, alone=workers == 1)


def _launcher(engine: EngineChoice, layouts: Path | None, tolerance: float, by: ReplayTarget, size: int) -> Launcher:
    """Opens games; only the embedded engine can be told how exactly a recorded place is known."""
    from envs.engines import Launcher
    from envs.replay.point_report import FRAMES

    own = {"placementTolerance": tolerance} if engine is EngineChoice.POCKET else {}
    frames = {"width": size, "height": size, **FRAMES} if by is ReplayTarget.POINT else {"renderImage": False}
    return Launcher(engine.value, layouts_at(layouts), **own, **frames)
