"""The command line. Every command imports what it needs when it runs, so that ``--help`` is quick."""

from __future__ import annotations

import gc
import os
import signal
import sys
from types import FrameType


def _too_early(number: int, frame: FrameType | None) -> None:
    """Ctrl-C while the packages are still being read, which takes half a second."""
    os.write(2, b"homebody: stopped before anything was begun; nothing was changed, so give the same command again\n")
    os._exit(128 + number)


os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""numpy's products are small here: shared between threads they take longer, and far longer beside other work."""

_STARTED = os.path.split(sys.argv[0])  # a script called homebody, or python -m homebody
_IS_COMMAND = (
    _STARTED[1].partition(".")[0] == "homebody"
    or sys.argv[0] == "-m"
    or (_STARTED[1] == "__main__.py" and os.path.basename(_STARTED[0]) == "homebody")
)
_SIGNALS = [one for one in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(one) is not signal.SIG_IGN]
if _IS_COMMAND:
    for _one in _SIGNALS:
        signal.signal(_one, _too_early)
    gc.set_threshold(
        50_000, 20, 20
    )  # what a command reads at its start lives to its end: looking for cycles finds none

import warnings
from typing import TYPE_CHECKING, Annotated, cast

import typer
from typer.main import get_command

import homebody_packages

homebody_packages.check()  # before anything is imported from a folder that only bears the name

from envs.errors import HomebodyError, Notice, StandInWarning
from envs.process.plain_text import for_error
from envs.process.stopping import Stop, end_children, stoppable
from envs.process.terminal import OutputLost, say, streams
from homebody.commands.ask import ask
from homebody.expected import sentence
from homebody.options.completion import completing
from homebody.options.paths import check_paths
from homebody.options.version import show_version
from homebody.stopped import CommandProgress
from memory.unfinished import finish_by

if TYPE_CHECKING:
    from collections.abc import Callable

    from memory.store.database import Store


def _go_on(store: Store, readonly: bool) -> None:
    from memory.erasing.resuming import go_on

    go_on(store, readonly)


finish_by(_go_on)
app = typer.Typer(
    help="A household agent that lives in a simulated home, remembers what it did and answers questions about it.",
    pretty_exceptions_enable=False,
)
if _IS_COMMAND and sys.argv[1:2] == ["ask"]:  # people wait for an answer: the other commands are not read for it
    app.command()(ask)
else:
    from homebody.commands.every import add_every_command

    add_every_command(app)


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and end.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """What comes before the command."""


_Usage = cast("type[Exception]", typer.BadParameter.__bases__[0])
"""Click's usage error, wherever this typer keeps its click."""
_INTERRUPTED = 130
"""What typer makes of a ``KeyboardInterrupt``."""


def main() -> None:
    """Run the command line; what the user can mend becomes one sentence and exit code 2.

    Ctrl-C and SIGTERM become one sentence that says what is kept and how to go on, and exit code 130 or 143.
    """
    warnings.showwarning = _note
    course = CommandProgress()
    with stoppable(course.sentence, last=_IS_COMMAND) as stop:
        code = _unless_stopped(stop, lambda: _heard(course, stop, sys.argv[1:] or ["--help"]))
    if _IS_COMMAND:  # all is said and done; what Python does at its end is not interrupted either
        for one in _SIGNALS:
            signal.signal(one, signal.SIG_IGN)
    sys.exit(code if isinstance(code, int) else 0)


def _unless_stopped(stop: Stop, work: Callable[[], object]) -> object:
    """The exit code of some work. What is raised while it is being stopped is of no interest, whatever it is."""
    try:
        stop.begin()
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


def _heard(course: CommandProgress, stop: Stop, arguments: list[str]) -> object:
    try:
        with streams():
            return _run(course, stop, arguments)
    except OutputLost as lost:
        return _unheard(lost)


def _run(course: CommandProgress, stop: Stop, arguments: list[str]) -> object:
    """The exit code of a command; what the user can mend is said here."""
    try:
        with completing(arguments):
            command = course.follow(get_command(app), check_paths)
            return command.main(arguments, prog_name="homebody", standalone_mode=False)
    except (HomebodyError, OSError) as error:
        said = error if isinstance(error, HomebodyError) else sentence(error)
        if stop.number or not said:
            raise
        return _complain(said)
    except _Usage as error:
        return _complain(_of_usage(error.format_message()))  # pyright: ignore[reportAttributeAccessIssue]
    except UnicodeEncodeError as error:
        return _complain(_half(error))
    except typer.Abort:
        return _INTERRUPTED


def _of_usage(said: str) -> str:
    """What was wrong with the arguments; words of a sentence without quotes arrive as so many arguments."""
    if not said.startswith("Got unexpected extra argument"):
        return said
    return f"{said.rstrip('.')}; put what is said or asked in quotes, and a file after its option"


def _half(error: UnicodeEncodeError) -> str:
    """What was given holds half a character, which no file and no memory can hold."""
    if error.encoding != "utf-8":
        raise error
    around = str(error.object)[max(0, error.start - 20) : error.end + 20]
    return f"{around!r} holds half a character, which is not text; write it as UTF-8"


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
