"""``homebody replay``: recorded TEACh games, played again and compared with what was recorded."""

from __future__ import annotations

import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.process.terminal import Terminal
from eval.results.keep import Keeper, ResultOption
from homebody.commands.run import Engine, EngineOption, layouts_at, write_json
from homebody.output import JsonOption

if TYPE_CHECKING:
    from envs.engines import Launcher


class Mode(StrEnum):
    """How a game is replayed."""

    FREE = "free"
    OPEN_LOOP = "open-loop"
    GUIDED = "guided"


class By(StrEnum):
    """What a replayed object action names its object by."""

    ID = "id"
    POINT = "point"


def replay(
    paths: Annotated[list[Path], typer.Argument(help="Game files, folders of them, or zips.")],
    mode: Annotated[Mode, typer.Option(help="Who decides outcomes and poses.")] = Mode.FREE,
    layouts: Annotated[Path | None, typer.Option(help="Free floor of the real plans (JSON).")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Replay at most this many games.")] = None,
    tolerance: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="How far a placed thing may lie from where it was put (m).")
    ] = 0.35,
    by: Annotated[By, typer.Option(help="point: report what the recorded image points find in our frames.")] = By.ID,
    size: Annotated[int, typer.Option(min=1, max=4096, help="With --by point: side of the frames, pixels.")] = 300,
    workers: Annotated[int, typer.Option(min=1, help="Processes that share the games; the figures are the same.")] = 1,
    engine: EngineOption = Engine.POCKET,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Replay recorded TEACh games in the simulator and compare what happens with what was recorded."""
    from envs.replay.report import ReplayReport
    from eval.teach.replays import Replaying
    from homebody.views.replay import print_points, print_report

    keeper, console, started = Keeper(result), Terminal(err=str(json_out) == "-"), time.perf_counter()
    about: dict[str, Any] = {"engine": engine.value, "mode": mode.value, "tolerance_m": tolerance}
    if by is By.POINT:
        about = {"by": "point", **about, "size": size}
    with _launcher(engine, layouts, tolerance, by, size) as launcher:
        replaying = Replaying(launcher, mode.value, tolerance)
        report = (replaying.points if by is By.POINT else replaying.report)(paths, limit, workers)
    seconds = time.perf_counter() - started
    if str(json_out) != "-":
        if isinstance(report, ReplayReport):
            print_report(report, mode.value, seconds, console)
        else:
            print_points(report, size, seconds, console)
    figures = {**about, **report.as_dict(), "seconds": round(seconds, 2)}
    write_json(json_out, figures, console)
    inputs = [*paths, *([layouts] if layouts else [])]
    keeper.keep(figures, ["envs.engines", "eval.teach.replays"], inputs, alone=workers == 1)


def _launcher(engine: Engine, layouts: Path | None, tolerance: float, by: By, size: int) -> Launcher:
    """Opens games; only the embedded engine can be told how exactly a recorded place is known."""
    from envs.engines import Launcher
    from envs.replay.point_report import FRAMES

    own = {"placementTolerance": tolerance} if engine is Engine.POCKET else {}
    frames = {"width": size, "height": size, **FRAMES} if by is By.POINT else {"renderImage": False}
    return Launcher(engine.value, layouts_at(layouts), **own, **frames)
