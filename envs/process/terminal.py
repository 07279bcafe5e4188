"""The one way to a terminal: rich without markup, over streams that take any text and may be lost.

Nothing else in homebody prints (``tests/test_text_guard.py`` looks at every module). What is shown is data: square
brackets appear as typed and control characters not at all; colours come from ``style=`` and ``styled``.
"""

from __future__ import annotations

import os
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO, cast

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from envs.process.plain_text import for_terminal, json_text, one_line, plain_text

if TYPE_CHECKING:
    from rich.live import Live
    from rich.progress import Progress
    from rich.spinner import Spinner

_ALIKE = dict(zip("“”„‘’–—−×…·•│─└├→←≤≥", '"""\'\'---x.**|-`|><<>', strict=True))
"""What stands for a character where the encoding has none: one for one, so that tables keep their columns."""


class OutputLost(Exception):
    """Standard output or error takes nothing more: its reader has gone, or its disk is full.

    No ``HomebodyError``: nobody who bears the fault of an endpoint or a file may take this for one.

    Attributes:
        closed: Whether its reader has gone, which needs no words.
    """

    def __init__(self, error: OSError) -> None:
        super().__init__(f"what was to be said could not be written: {error.strerror or error}")
        self.closed = isinstance(error, BrokenPipeError)


class Stream:
    """Standard output or error, whichever file that is at the moment.

    It shows what the encoding has no character for as its like, or as ``?``. Once it is lost that is said once, by
    ``OutputLost``, to the main thread; what comes later goes nowhere.

    Args:
        err: Standard error instead of standard output.
    """

    def __init__(self, err: bool = False) -> None:
        self._err = err
        self._lost: TextIO | None = None

    @property
    def file(self) -> TextIO | None:
        """The file; None where the process was started without one."""
        file = sys.stderr if self._err else sys.stdout
        return cast("TextIO | None", getattr(file, "rich_proxied_file", file))

    @property
    def encoding(self) -> str:
        """Of the file."""
        return getattr(self.file, "encoding", None) or "utf-8"

    def isatty(self) -> bool:
        """Whether people look at it."""
        return self.file is not None and not self.file.closed and self.file.isatty()

    def fileno(self) -> int:
        """Its number for the operating system."""
        if self.file is None:
            raise OSError("there is no such stream")
        return self.file.fileno()

    def write(self, text: str) -> int:
        """Write ready text.

        Raises:
            OutputLost: It cannot be written.
        """
        file = self.file
        if file is not None and file is not self._lost:
            try:
                file.write(_encodable(text, self.encoding))
            except OSError as error:
                self._lose(file, error)
        return len(text)

    def flush(self) -> None:
        """Hand over what was written.

        Raises:
            OutputLost: It cannot be written.
        """
        file = self.file
        if file is not None and file is not self._lost and not file.closed:
            try:
                file.flush()
            except OSError as error:
                self._lose(file, error)

    def _lose(self, file: TextIO, error: OSError) -> None:
        if threading.current_thread() is not threading.main_thread():
            return  # a live display is redrawn beside the work; the work itself hears of it when it writes next
        self._lost = file
        _lose(file)
        raise OutputLost(error) from error


def _lose(file: TextIO) -> None:
    """Let what is still in the buffer of a file go nowhere, so that Python's last flush succeeds."""
    with suppress(OSError, ValueError):  # it is no file of the operating system
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, file.fileno())
        os.close(nowhere)


_OUT, _ERR = Stream(), Stream(err=True)


def _encodable(text: str, encoding: str) -> str:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(c if _fits(c, encoding) else _alike(c, encoding) for c in text)
    return text


def _fits(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _alike(character: str, encoding: str) -> str:
    bare = _ALIKE.get(character) or unicodedata.normalize("NFKD", character)[:1]
    return bare if _fits(bare, encoding) else "?"


class Terminal(Console):
    """Rich's console for data: strings are no markup, and nothing that is shown steers the terminal.

    Args:
        err: Standard error instead of standard output.
        settings: Of rich's console: another ``file``, its ``width``, …
    """

    def __init__(self, err: bool = False, **settings: Any) -> None:
        stream = cast("TextIO", _ERR if err else _OUT)
        plain = {"markup": False, "emoji": False, "highlight": False}
        super().__init__(**{"file": stream, "stderr": err, **settings, **plain})

    def render_str(self, text: str, **how: Any) -> Text:
        """A string as it is; this is the way of everything that is printed and of every cell, title and name."""
        how |= {"markup": False, "emoji": False, "highlight": False, "highlighter": None}
        return super().render_str(for_terminal(text), **how)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """Pieces of ready text; in those that are no orders of rich's own no control character is left."""
        if isinstance(renderable, Text) and plain_text(renderable.plain) != renderable.plain:
            renderable = Text(for_terminal(renderable.plain), renderable.style, justify=renderable.justify)
        for piece in super().render(renderable, options):
            yield piece if piece.control or (piece.text.isascii() and piece.text.isprintable()) else _plain(piece)


def _plain(piece: Segment) -> Segment:
    return Segment(plain_text(piece.text), piece.style)


def styled(*parts: str | tuple[str, str]) -> Text:
    """A line of several styles, with data in it.

    Args:
        parts: Text, or text and rich's name of a style.
    """
    return Text.assemble(*(for_terminal(p) if isinstance(p, str) else (for_terminal(p[0]), p[1]) for p in parts))


def say(text: str, err: bool = False) -> None:
    """Print lines.

    Raises:
        OutputLost: They cannot be written.
    """
    stream = _ERR if err else _OUT
    stream.write(for_terminal(text) + "\n")
    stream.flush()


def say_at_once(text: str) -> None:
    """Say a line on standard error, if anybody can hear it, also from where a signal is handled or a process ends."""
    line = _encodable(for_terminal(text) + "\n", _ERR.encoding)
    with suppress(OSError):
        os.write(2, line.encode(_ERR.encoding, "replace"))


def say_json(value: Any, indent: int | None = 2) -> None:
    """Print JSON for a program on standard output.

    Raises:
        OutputLost: It cannot be written.
    """
    _OUT.write(json_text(value, indent, ascii_only=not _OUT.encoding.lower().startswith("utf")) + "\n")
    _OUT.flush()


def confirm(question: str) -> None:
    """Ask for a yes on standard error; anything else ends the command.

    Raises:
        typer.Exit: It was no; that is said.
        typer.Abort: There was no answer.
    """
    import typer

    if not typer.confirm(_encodable(one_line(question, 500), _ERR.encoding), err=True):
        say("nothing was changed", err=True)
        raise typer.Exit(1)


def read_line(prompt: str) -> str:
    """A line that somebody types; with editing where ``readline`` was imported.

    Raises:
        EOFError: There is none.
    """
    return input(_encodable(one_line(prompt, 100) + " ", _OUT.encoding))


def progress(transient: bool = True) -> Progress:
    """Bars on standard error, where people look at it; descriptions are data."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Terminal(err=True)
    words = TextColumn("{task.description}", style="progress.description", markup=False)
    columns = (words, BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=transient, disable=not console.is_terminal)


def track(items: Iterable[Any], doing: str, total: float | None = None) -> Iterator[Any]:
    """Go through items with a bar on standard error, where people look at it."""
    with progress() as bar:
        yield from bar.track(items, total, description=doing)


def spinner(text: str) -> Spinner:
    """A live line; ``spin`` changes its words."""
    from rich.spinner import Spinner

    return Spinner("dots", text=styled(text))


def spin(line: Spinner, text: str) -> None:
    """Other words for a live line."""
    line.update(text=styled(text))


@contextmanager
def status(doing: str) -> Iterator[Callable[[str], None]]:
    """A live line on standard error while something is done, where people look at it.

    Yields:
        Gives it other words.
    """
    line, console = spinner(doing), Terminal(err=True)
    if not console.is_terminal:
        yield lambda text: None
        return
    with live(line, console):
        yield lambda text: spin(line, text)


def live(shown: RenderableType | None, console: Console, often: float = 8) -> Live:
    """A display that is drawn again and again, and taken away at the end."""
    from rich.live import Live

    return Live(shown, console=console, transient=True, refresh_per_second=often)


def _open_streams() -> None:
    """At the start of a command: no stream fails at a character, and a missing one is nowhere.

    Standard input stays missing where it is: commands say so.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 until the process ends
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


@contextmanager
def streams() -> Iterator[None]:
    """Around a command: streams that take any text, and what was said has arrived.

    Raises:
        OutputLost: Standard output or error takes nothing more.
    """
    _open_streams()
    yield
    _OUT.flush()
    _ERR.flush()
