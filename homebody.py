"""homebody: the command line. Every command imports what it needs when it runs, so that ``--help`` is quick."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType


def _too_early(number: int, frame: FrameType | None) -> None:
    """Ctrl-C while the packages are still being read, which takes half a second."""
    os.write(2, b"homebody: stopped before anything was begun; nothing was changed, so give the same command again\n")
    os._exit(128 + number)


_IS_COMMAND = __name__ == "__main__" or os.path.basename(sys.argv[0]).partition(".")[0] == "homebody"
_SIGNALS = [one for one in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(one) is not signal.SIG_IGN]
if _IS_COMMAND:
    for _one in _SIGNALS:
        signal.signal(_one, _too_early)

import time
import warnings
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from typer.main import get_command

import homebody_packages

homebody_packages.check()  # before anything is imported from a folder that only bears the name

from envs.errors import HomebodyError, Notice, StandInWarning
from envs.plain_text import for_error
from envs.stopping import Stop, end_children, stoppable
from envs.terminal import OutputLost, Terminal, say, streams, track
from eval.ask_command import ask
from eval.chat_command import chat
from eval.collect_command import collect
from eval.commands import app as eval_app
from eval.expected import sentence
from eval.memory_commands import app as memory_app
from eval.output import JsonOption
from eval.results.command import results
from eval.results.keep import Keeper, ResultOption
from eval.run_command import (
    DEFAULT_MEMORY,
    Engine,
    EngineOption,
    layouts_at,
    run,
    write_json,
)
from eval.shell_completion import completing
from eval.stopped import Course
from eval.train_command import app as train_app
from eval.version_option import show_version

if TYPE_CHECKING:
    from collections.abc import Callable

    from envs.engines import Launcher

app = typer.Typer(
    help="A household agent that lives in a simulated home, remembers what it did and answers questions about it.",
    pretty_exceptions_enable=False,
)
app.add_typer(memory_app, name="memory")
app.add_typer(eval_app, name="eval")
app.add_typer(train_app, name="train")
app.command()(results)


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and end.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """What comes before the command."""


class Mode(StrEnum):
    """How a game is replayed."""

    FREE = "free"
    OPEN_LOOP = "open-loop"
    GUIDED = "guided"


class By(StrEnum):
    """What a replayed object action names its object by."""

    ID = "id"
    POINT = "point"


_Usage = cast("type[Exception]", typer.BadParameter.__bases__[0])
"""Click's usage error, wherever this typer keeps its click."""
_INTERRUPTED = 130
"""What typer makes of a ``KeyboardInterrupt``."""


def main() -> None:
    """Run the command line; what the user can mend becomes one sentence and exit code 2.

    Ctrl-C and SIGTERM become one sentence that says what is kept and how to go on, and exit code 130 or 143.
    """
    warnings.showwarning = _note
    course = Course()
    with stoppable(course.sentence) as stop:
        code = _unless_stopped(stop, lambda: _heard(course, stop, sys.argv[1:] or ["--help"]))
    if _IS_COMMAND:  # all is said and done
        for one in _SIGNALS:
            signal.signal(one, signal.SIG_IGN)
    sys.exit(code if isinstance(code, int) else 0)


def _unless_stopped(stop: Stop, work: Callable[[], object]) -> object:
    """The exit code of some work. What is raised while it is being stopped is of no interest, whatever it is."""
    try:
        code = work()
        stop.over = True
    except BaseException as error:
        if not (stop.number or isinstance(error, KeyboardInterrupt)):
            raise
        code = _INTERRUPTED
    if code != _INTERRUPTED:
        return code
    end_children()
    stop.say()
    stop.over = True
    return stop.code


def _heard(course: Course, stop: Stop, arguments: list[str]) -> object:
    try:
        with streams():
            return _run(course, stop, arguments)
    except OutputLost as lost:
        return _unheard(lost)


def _run(course: Course, stop: Stop, arguments: list[str]) -> object:
    """The exit code of a command; what the user can mend is said here."""
    try:
        with completing(arguments):
            command = course.follow(get_command(app))
            return command.main(arguments, prog_name="homebody", standalone_mode=False)
    except (HomebodyError, OSError) as error:
        said = error if isinstance(error, HomebodyError) else sentence(error)
        if stop.number or not said:
            raise
        return _complain(said)
    except _Usage as error:
        return _complain(error.format_message())  # pyright: ignore[reportAttributeAccessIssue]
    except UnicodeEncodeError as error:
        return _complain(_half(error))
    except typer.Abort:
        return _INTERRUPTED


def _half(error: UnicodeEncodeError) -> str:
    """What was given holds half a character, which no file and no memory can hold."""
    if error.encoding != "utf-8":
        raise error
    around = str(error.object)[max(0, error.start - 20) : error.end + 20]
    return f"{around!r} holds half a character, which is no text; write it as UTF-8"


def _unheard(lost: OutputLost) -> int:
    """A reader that has gone (``| head``) needs no words; a full disk is told on standard error, if that works."""
    if lost.closed:
        return 141  # as of a program that SIGPIPE ends
    try:
        return _complain(lost)
    except OutputLost:
        return 2


def _note(message: Warning | str, category: type[Warning], filename: str, lineno: int, *_: object) -> None:
    """A warning of ours as a sentence; others as Python shows them."""
    if issubclass(category, (StandInWarning, Notice)):
        say(f"homebody: note: {for_error(message)}", err=True)
    else:
        say(warnings.formatwarning(message, category, filename, lineno).rstrip("\n"), err=True)


def _complain(problem: object) -> int:
    say(f"homebody: {for_error(problem)}", err=True)
    return 2


# -- living ------------------------------------------------------------------------------------------------------


app.command()(run)


app.command()(ask)
app.command()(chat)
app.command()(collect)


# -- looking at what there is ------------------------------------------------------------------------------------


@app.command()
def tasks(json_out: JsonOption = None) -> None:
    """List the tasks and their parameters."""
    from envs.teach.definitions import definitions
    from eval.listings import task_rows, task_table

    console = Terminal()
    rows = task_rows(definitions())
    if json_out is None or str(json_out) != "-":
        console.print(task_table(rows))
    write_json(json_out, rows, console)


@app.command()
def scenes(json_out: JsonOption = None) -> None:
    """List the scenes that can be lived in."""
    from envs.pocket.scenes import scene_names

    names = scene_names()
    if json_out is None or str(json_out) != "-":
        say("\n".join(names))
    write_json(json_out, names, Terminal())


@app.command()
def doctor(
    engine: Annotated[str | None, typer.Option(help="Engine that must work: pocket or unity.")] = None,
    executable: Annotated[Path | None, typer.Option(help="A Unity build of your own.")] = None,
    detector: Annotated[str | None, typer.Option(help="Detector that must work: a name, or module:Class.")] = None,
    weights: Annotated[Path | None, typer.Option(help="The detector's weights.")] = None,
    language: Annotated[str | None, typer.Option(help="Language that must work: builtin or llm.")] = None,
    memory: Annotated[Path | None, typer.Option(help="Memory file that must be sound.")] = None,
    semantic: Annotated[bool, typer.Option("--semantic", help="The text encoder must work.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="A GPU must work.")] = False,
    json_out: JsonOption = None,
) -> None:
    """Check every layer and say how to mend what is missing or broken; exit code 1 if you asked for it."""
    import os

    from eval.doctor import LAYERS, examine, finding_rows, is_well, print_report
    from eval.doctor_finding import Wish

    wish = Wish(engine, executable, detector, weights, language, None, memory, DEFAULT_MEMORY, semantic, gpu)
    findings = list(track(examine(wish.configured(os.environ)), "checking", len(LAYERS)))
    console = Terminal()
    if json_out is None or str(json_out) != "-":
        print_report(findings, console)
    write_json(json_out, finding_rows(findings), console)
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
    workers: Annotated[int, typer.Option(min=1, help="Processes that share the games; the figures are the same.")] = 1,
    engine: EngineOption = Engine.POCKET,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Replay recorded TEACh games in the simulator and compare what happens with what was recorded."""
    from envs.teach.report import ReplayReport
    from eval.replay_run import Replaying
    from eval.replay_tables import print_points, print_report

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
    keeper.keep(figures, ["envs.engines", "eval.replay_run"], inputs, alone=workers == 1)


def _launcher(engine: Engine, layouts: Path | None, tolerance: float, by: By, size: int) -> Launcher:
    """Opens games; only the embedded engine can be told how exactly a recorded place is known."""
    from envs.engines import Launcher
    from envs.teach.point_report import FRAMES

    own = {"placementTolerance": tolerance} if engine is Engine.POCKET else {}
    frames = {"width": size, "height": size, **FRAMES} if by is By.POINT else {"renderImage": False}
    return Launcher(engine.value, layouts_at(layouts), **own, **frames)


if __name__ == "__main__":
    main()
