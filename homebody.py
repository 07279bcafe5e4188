"""homebody: the command line. Every command imports what it needs when it runs, so that ``--help`` is quick."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from rich.console import Console

from envs.errors import BadInput, HomebodyError
from eval.chat_command import chat
from eval.commands import app as eval_app
from eval.memory_commands import app as memory_app

if TYPE_CHECKING:
    from envs.engines import Launcher
    from envs.teach.game import Game
    from envs.teach.report import ReplayReport

app = typer.Typer(
    help="A household agent that lives in a simulated home, remembers what it did and answers questions about it.",
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.add_typer(memory_app, name="memory")
app.add_typer(eval_app, name="eval")
DEFAULT_MEMORY = Path("runs/memory.sqlite")

JsonOption = Annotated[
    Path | None, typer.Option("--json", help="Also write the figures as JSON; - prints them instead of the tables.")
]
MemoryOption = Annotated[Path, typer.Option("--memory", help="The memory file.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Seeds the room and every random choice.")]


class Mode(StrEnum):
    """How a game is replayed."""

    FREE = "free"
    OPEN_LOOP = "open-loop"
    GUIDED = "guided"


class Engine(StrEnum):
    """What simulates the home."""

    POCKET = "pocket"
    UNITY = "unity"


EngineOption = Annotated[Engine, typer.Option(help="The simulator: the embedded one, or a Unity build.")]


class By(StrEnum):
    """What a replayed object action names its object by."""

    ID = "id"
    POINT = "point"


_Usage = cast("type[Exception]", typer.BadParameter.__bases__[0])
"""Click's usage error, wherever this typer keeps its click."""


def main() -> None:
    """Run the command line; what the user can mend becomes one sentence and exit code 2."""
    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
    except HomebodyError as error:
        code = _complain(error)
    except _Usage as error:
        code = _complain(error.format_message())  # pyright: ignore[reportAttributeAccessIssue]
    except typer.Abort:
        code = 130
    sys.exit(code if isinstance(code, int) else 0)


def _complain(problem: object) -> int:
    text = " ".join(str(problem).split())
    print(f"homebody: {text}", file=sys.stderr)
    return 2


# -- living ------------------------------------------------------------------------------------------------------


@app.command()
def run(
    task: Annotated[str | None, typer.Option(help="Task to do, such as Coffee or 'Put All X On Y'.")] = None,
    param: Annotated[list[str] | None, typer.Option(help="A parameter of the task; repeat for more.")] = None,
    game: Annotated[Path | None, typer.Option(help="Live in the initial state of a recorded game.")] = None,
    scene: Annotated[str | None, typer.Option(help="Room (kitchen, bedroom, …) or FloorPlan<N>.")] = None,
    layouts: Annotated[Path | None, typer.Option(help="Free floor of the real plans, for --game.")] = None,
    seed: SeedOption = 0,
    memory: MemoryOption = DEFAULT_MEMORY,
    record: Annotated[Path | None, typer.Option(help="New folder for the episode's game.json.")] = None,
    engine: EngineOption = Engine.POCKET,
    days: Annotated[
        int | None, typer.Option(min=1, help="Live so many days with several chores each, instead of one task.")
    ] = None,
    show: Annotated[
        bool, typer.Option("--show", help="Show what the robot sees, and the map, in the terminal.")
    ] = False,
    video: Annotated[Path | None, typer.Option(help="Film the run: a new .mp4 or .gif file.")] = None,
    json_out: JsonOption = None,
) -> None:
    """Do a task in the simulated home, remember every step, and record the episode as a TEACh game."""
    if days is not None:
        if task is not None or param or show or video:
            raise BadInput("--days chooses its chores itself and is not filmed; leave out --task, --param and --video")
        place = {"scene": scene, "game": None if game is None else _read_game(game), "layouts": _layouts(layouts)}
        _live(days, json_out, memory=memory, seed=seed, engine=engine.value, record=record, **place)
        return
    from agent.chore import Chore, do_chore, prepare
    from agent.watch import VIEW, watching

    console = Console(stderr=json_out is not None and str(json_out) == "-")
    if show and not console.is_terminal:
        raise BadInput("--show draws in a terminal, and this is none; use --video FILE.mp4 to watch later")
    chore: Chore = prepare(
        task=task,
        params=param or (),
        game=None if game is None else _read_game(game),
        scene=scene,
        layouts=_layouts(layouts),
        seed=seed,
        memory=memory,
        record=record,
        engine=engine.value,
        view=VIEW if show or video else None,
    )
    with watching(console, chore, show, video) as (watcher, step):
        done = do_chore(chore, step)
    watcher.summary(done)
    _write_json(json_out, done.as_dict(), console)
    if not done.success:
        raise typer.Exit(1)


def _live(days: int, json_out: Path | None, **where: Any) -> None:
    """Live for days, and show how the memory grows and forgets."""
    from agent.life import live_days
    from agent.life_view import LifeWatcher

    console = Console(stderr=json_out is not None and str(json_out) == "-")
    with LifeWatcher(console, days) as watcher:
        report = live_days(days, witness=watcher.witness, **where)
    watcher.summary(report)
    _write_json(json_out, report.as_dict(), console)


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="What you want to know, in plain English.")],
    memory: MemoryOption = DEFAULT_MEMORY,
    now: Annotated[
        datetime | None, typer.Option(help="When the question is asked; default: after all memories.")
    ] = None,
    json_out: JsonOption = None,
) -> None:
    """Ask the robot about its past."""
    from dataclasses import asdict

    from agent.recall import Recall
    from memory.store import Store

    with Store.open(memory, readonly=True) as store:
        answer = Recall(store, now).answer(question)
    console = Console()
    if json_out is None or str(json_out) != "-":
        console.print(answer.text, highlight=False)
    _write_json(json_out, asdict(answer), console)


app.command()(chat)


# -- looking at what there is ------------------------------------------------------------------------------------


@app.command()
def tasks(json_out: JsonOption = None) -> None:
    """List the tasks and their parameters."""
    from envs.teach.definitions import definitions
    from eval.listings import task_rows, task_table

    console = Console()
    rows = task_rows(definitions())
    if json_out is None or str(json_out) != "-":
        console.print(task_table(rows))
    _write_json(json_out, rows, console)


@app.command()
def scenes(json_out: JsonOption = None) -> None:
    """List the scenes that can be lived in."""
    from envs.pocket.scenes import scene_names

    names = scene_names()
    if json_out is None or str(json_out) != "-":
        typer.echo("\n".join(names))
    _write_json(json_out, names, Console())


@app.command()
def doctor(
    engine: Annotated[str | None, typer.Option(help="Engine that must work: pocket or unity.")] = None,
    executable: Annotated[Path | None, typer.Option(help="A Unity build of your own.")] = None,
    detector: Annotated[str | None, typer.Option(help="Detector that must work: ground-truth or yolo-world.")] = None,
    weights: Annotated[Path | None, typer.Option(help="The detector's weights.")] = None,
    language: Annotated[str | None, typer.Option(help="Language that must work: builtin or llm.")] = None,
    memory: Annotated[Path | None, typer.Option(help="Memory file that must be sound.")] = None,
    semantic: Annotated[bool, typer.Option("--semantic", help="The text encoder must work.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="A GPU must work.")] = False,
    json_out: JsonOption = None,
) -> None:
    """Check every layer and say how to mend what is missing or broken; exit code 1 if you asked for it."""
    import os

    from rich.progress import track

    from eval.doctor import LAYERS, examine, finding_rows, is_well, print_report
    from eval.doctor_finding import Wish

    wish = Wish(engine, executable, detector, weights, language, None, memory, DEFAULT_MEMORY, semantic, gpu)
    progress = Console(stderr=True)
    hidden = not progress.is_terminal
    checks = examine(wish.configured(os.environ))
    findings = list(track(checks, "checking", len(LAYERS), console=progress, transient=True, disable=hidden))
    console = Console()
    if json_out is None or str(json_out) != "-":
        print_report(findings, console)
    _write_json(json_out, finding_rows(findings), console)
    if not is_well(findings):
        raise typer.Exit(1)


# -- real games --------------------------------------------------------------------------------------------------


@app.command()
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
    engine: EngineOption = Engine.POCKET,
    json_out: JsonOption = None,
) -> None:
    """Replay recorded TEACh games in the simulator and compare what happens with what was recorded."""
    from eval.replay_tables import print_report

    console = Console(stderr=str(json_out) == "-")
    if by is By.POINT:
        _replay_points(paths, mode, engine, layouts, limit, tolerance, size, json_out, console)
        return
    started = time.perf_counter()
    report = _replay(paths, mode, engine, layouts, limit, tolerance)
    seconds = time.perf_counter() - started
    if str(json_out) != "-":
        print_report(report, mode.value, seconds, console)
    figures = {"engine": engine.value, "mode": mode.value, "tolerance_m": tolerance, **report.as_dict()}
    figures["seconds"] = round(seconds, 2)
    _write_json(json_out, figures, console)


def _launcher(engine: Engine, layouts: Path | None, tolerance: float, **parameters: Any) -> Launcher:
    """Opens games; only the embedded engine can be told how exactly a recorded place is known."""
    from envs.engines import Launcher

    own = {"placementTolerance": tolerance} if engine is Engine.POCKET else {}
    return Launcher(engine.value, _layouts(layouts), **own, **parameters)


def _replay(
    paths: list[Path], mode: Mode, engine: Engine, layouts: Path | None, limit: int | None, tolerance: float
) -> ReplayReport:
    from envs.teach.replay import replay as replay_game
    from envs.teach.report import ReplayReport

    report = ReplayReport()
    with _launcher(engine, layouts, tolerance, renderImage=False) as launcher:
        for game in _games(paths, limit, "replaying"):
            report.add(replay_game(game, mode.value, simulator=launcher(game), tolerance=tolerance))
    return report


def _replay_points(
    paths: list[Path],
    mode: Mode,
    engine: Engine,
    layouts: Path | None,
    limit: int | None,
    tolerance: float,
    size: int,
    json_out: Path | None,
    console: Console,
) -> None:
    from envs.teach.point_report import FRAMES, PointReport
    from eval.replay_tables import print_points

    report, started = PointReport(), time.perf_counter()
    with _launcher(engine, layouts, tolerance, width=size, height=size, **FRAMES) as launcher:
        for game in _games(paths, limit, "pointing"):
            report.add(game, launcher(game), mode.value, tolerance)
    seconds = time.perf_counter() - started
    if str(json_out) != "-":
        print_points(report, size, seconds, console)
    figures = {"by": "point", "engine": engine.value, "mode": mode.value, "tolerance_m": tolerance, "size": size}
    _write_json(json_out, {**figures, **report.as_dict(), "seconds": round(seconds, 2)}, console)


def _games(paths: list[Path], limit: int | None, doing: str) -> Iterator[Game]:
    """The games with a progress bar."""
    from rich.progress import track

    from envs.teach.game import count_games, iter_games

    progress = Console(stderr=True)
    total = min(count_games(paths), limit or sys.maxsize)
    if total == 0:
        raise BadInput(f"no game files in {', '.join(map(str, paths))}; expected *.game.json files, folders or zips")
    games, hidden = iter_games(paths, limit), not progress.is_terminal
    yield from track(games, doing, total, console=progress, transient=True, disable=hidden)


def _read_game(path: Path) -> Game:
    from envs.teach.game import iter_games

    for game in iter_games([path], 1):
        return game
    raise BadInput(f"{path} holds no game; expected a *.game.json file, a folder or a zip of them")


def _layouts(path: Path | None) -> Any:
    from envs.pocket.rebuild import read_layouts

    return None if path is None else read_layouts(path)


# -- output ------------------------------------------------------------------------------------------------------


def _write_json(target: Path | None, value: Any, console: Console) -> None:
    """Write figures to a file, or to standard output when the target is ``-``."""
    if target is None:
        return
    text = json.dumps(value, indent=2, ensure_ascii=False, default=str)
    if str(target) == "-":
        typer.echo(text)
        return
    from envs.files import write_atomically

    write_atomically(target, (text + "\n").encode(), replace=True)
    console.print(f"figures written to {target}", style="dim")


if __name__ == "__main__":
    main()
