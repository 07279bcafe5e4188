"""Going on with a long evaluation that was cut off: what is finished is kept beside its figures until they are written.

The figures of ``--json out.json`` have the journal ``out.json.journal``. Its first line says what was asked for, of
which data, with which code; each other line is one finished piece, such as a game, by its name. The same command with
``--resume`` takes finished pieces from there.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from datetime import datetime
from pathlib import Path
from types import NoneType, TracebackType, UnionType
from typing import IO, Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from envs.errors import BadInput
from envs.files.reading import read_input
from envs.files.writing import make_folder, open_private, write_error, written
from envs.process.terminal import say

_T = TypeVar("_T")
JournalKey = Mapping[str, Any]
_PACKAGES = ("envs", "perception", "memory", "agent", "eval", "assets")
_CODE = {".py", ".yaml", ".json", ".npz", ".safetensors", ".onnx"}
_WORDS = {
    "asked": "it was another command",
    "data": "the data have changed",
    "code": "homebody has changed",
    "environment": "HOMEBODY_… or OPENAI_… in the environment is set otherwise",
}
_UNTOLD = ("HOMEBODY_COMPLETE", "HOMEBODY_HISTORY")  # change no figure, as keys do not


class Journal(Generic[_T]):
    """Finished pieces of one evaluation; use it in a ``with`` block around the work.

    Args:
        target: Where the figures go; None keeps no journal.
        kind: Type of a finished piece, a dataclass or built-in type, perhaps with others in it.
        wanted: What is asked for, as ``wanted`` tells it; called only where a journal is kept.
        resume: Whether to go on with what is there; otherwise it is begun anew.

    Raises:
        BadInput: There is nothing to go on with, or it was something else; or the file cannot be written.
        TryAgain: The disk is full.
    """

    def __init__(self, target: Path | None, kind: Any, wanted: Callable[[], JournalKey], resume: bool = False) -> None:
        self._kind = kind
        self._file: IO[str] | None = None
        self._done: dict[str, Any] = {}
        self._kept = 0
        self._before, self._began = 0.0, time.perf_counter()
        if target is None:
            if resume:
                raise BadInput("--resume needs where the figures go: the --json, --report or --result of that command")
            return
        self.path = journal_of(target)
        now = json.loads(json.dumps(wanted(), default=str))
        if resume:
            self._done, self._before = _read(self.path, now)
            say(f"continuing: {len(self._done)} finished before, from {self.path.name}", err=True)
        try:
            make_folder(self.path.parent)
            if not resume:
                self.path.unlink(missing_ok=True)
            self._file = open_private(self.path, "a" if resume else "x")
        except OSError as error:
            raise write_error(self.path, error, "nothing was begun") from error
        if not resume:
            self._write(now)

    @property
    def done(self) -> int:
        """How many pieces were finished before."""
        return len(self._done)

    @property
    def seconds(self) -> float:
        """How long all that is finished has taken, before it was cut off and since."""
        return self._before + time.perf_counter() - self._began

    def finished(self, name: str, kind: Any = None) -> _T | None:
        """A piece that was finished before, None when it was not.

        Args:
            name: Of the piece.
            kind: Its type, where not all are of one.

        Raises:
            BadInput: The journal is damaged there.
        """
        if name not in self._done:
            return None
        try:
            return made(kind or self._kind, self._done[name])
        except (KeyError, TypeError, ValueError) as error:
            raise BadInput(f"{self.path} is damaged at {name!r} ({error!r}); begin anew without --resume") from error

    def keep(self, name: str, piece: _T) -> _T:
        """Keep a piece that is finished now."""
        told = plain(piece)
        self._write({"name": name, "piece": told, "seconds": round(self.seconds, 3)})
        self._kept += 1
        return piece

    def piece(self, name: str, work: Callable[[], _T], kind: Any = None) -> _T:
        """The piece of this name: as it was finished before, or as it is made now; arguments as for ``finished``."""
        was = self.finished(name, kind)
        return self.keep(name, work()) if was is None else was

    def each(self, names: Sequence[str], work: Callable[[Sequence[str]], Iterable[_T]]) -> Iterable[_T]:
        """The pieces of these names, in order; only those that are not finished are worked on.

        Args:
            names: Of the pieces.
            work: Makes the pieces of the names that it is given, in order.
        """
        made_now = iter(work([name for name in names if name not in self._done]))
        for name in names:
            was = self.finished(name)
            yield self.keep(name, next(made_now)) if was is None else was

    def close(self) -> None:
        """The figures are written: the journal is of no use any more."""
        if self._file is not None:
            self._file.close()
            self._file = None
            self.path.unlink(missing_ok=True)

    def __enter__(self) -> Journal[_T]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        elif self._file is not None:
            with suppress(OSError):  # what could not be written has been told of
                self._file.close()
            if not self._done and not self._kept:
                self.path.unlink(missing_ok=True)

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._file is not None:
            with written(self.path, "what was finished before is kept; free some space and go on with --resume"):
                self._file.write(json.dumps(line, ensure_ascii=True) + "\n")
                self._file.flush()


def _read(path: Path, now: JournalKey) -> tuple[dict[str, Any], float]:
    """The finished pieces in a journal of the same work, and the seconds they took; a torn last line is cut off."""
    if not path.is_file() or path.is_symlink():
        raise BadInput(f"nothing to go on with: there is no journal {path}; leave out --resume")
    try:
        data = read_input(path, "journal")
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            with path.open("r+b") as file:
                file.truncate(len(whole))
    except OSError as error:
        raise BadInput(f"nothing to go on with: {path} cannot be read; leave out --resume") from error
    try:
        was, *lines = [json.loads(line) for line in whole.splitlines()]
        done = {str(line["name"]): line["piece"] for line in lines}
        seconds = float(lines[-1]["seconds"]) if lines else 0.0
        differs = difference(was, now)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise BadInput(f"{path} is not the journal of an evaluation; leave out --resume to begin anew") from error
    if differs is not None:
        raise BadInput(f"{path} cannot be continued: {differs}; leave out --resume to begin anew")
    return done, seconds


def difference(was: JournalKey, now: JournalKey) -> str | None:
    """Why what was begun is not what is asked for now; None when it is.

    Raises:
        KeyError: What was begun is not told.
    """
    return next((told for key, told in _WORDS.items() if was[key] != now[key]), None)


def journal_of(target: Path) -> Path:
    """The journal of what is to be written to a file or folder."""
    return target.with_name(f"{target.name}.journal")


def beside(*targets: Path | None) -> Path | None:
    """The first file or folder that figures go to; ``-`` is none."""
    return next((path for path in targets if path is not None and str(path) != "-"), None)


# -- what was asked for ------------------------------------------------------------------------------------------------


def wanted(inputs: Iterable[Path], typed: Sequence[str] | None = None) -> JournalKey:
    """What a command is asked for, of which data, with which code.

    Args:
        inputs: Files and folders that it reads.
        typed: The command line; by default that of this process.
    """
    from eval.results.catalog import without_aside
    from eval.results.keep import hashed

    words = [word for word in (sys.argv[1:] if typed is None else typed) if word != "--resume"]
    data = {str(path): hashed(path).sha256 for path in sorted(set(inputs))}
    return {"asked": without_aside(words), "data": data, "code": code_digest(), "environment": _environment()}


def _environment() -> str:
    """A digest of the settings that are made there: which models are asked, and where."""
    names = [name for name in os.environ if name.startswith(("HOMEBODY_", "OPENAI_")) and name not in _UNTOLD]
    told = {name: os.environ[name] for name in sorted(names) if "KEY" not in name}
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def code_digest(root: Path | None = None) -> str:
    """Of all code and packaged data of homebody."""
    from eval.results.checkout import ROOT

    root = root or ROOT
    files = [root / "homebody/cli.py"]
    for package in _PACKAGES:
        files += (path for path in (root / package).rglob("*") if path.suffix in _CODE)
    told = hashlib.sha256()
    for path in sorted(file for file in files if file.is_file()):
        told.update(f"{path.relative_to(root).as_posix()}\0".encode())
        told.update(hashlib.sha256(path.read_bytes()).digest())
    return told.hexdigest()


# -- pieces as JSON ----------------------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """A piece as plain JSON."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value.isoformat() if isinstance(value, datetime) else value


def made(kind: Any, value: Any) -> Any:
    """The inverse of ``plain``, given the type; nothing but dataclasses and built-in types is made.

    Raises:
        TypeError: The type cannot be made from JSON, or the value is not of it.
        ValueError: Likewise.
    """
    origin, inner = get_origin(kind), get_args(kind)
    given: Any = value
    if kind is Any:
        return value
    if get_origin(kind) is Literal and value in inner:
        return value
    if origin in (Union, UnionType):
        if value is None and NoneType in inner:
            return None
        [only] = [one for one in inner if one is not NoneType]
        return made(only, value)
    nested = is_dataclass(kind) or (origin is not None and issubclass(origin, Mapping))
    if not isinstance(value, (Mapping,) if nested else (list,) if origin is not None else (object,)):
        raise TypeError(f"{value!r} where {kind} is expected")
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        return kind(**{name: made(hints[name], one) for name, one in given.items()})
    if origin is tuple:
        kinds = [inner[0]] * len(given) if inner[1:] == (...,) else inner
        return tuple(made(one, each) for one, each in zip(kinds, given, strict=True))
    if nested:
        return {key: made(inner[1], one) for key, one in given.items()}
    if origin is list or (origin is not None and issubclass(origin, Sequence)):
        return [made(inner[0], one) for one in given]
    if kind is datetime:
        return datetime.fromisoformat(given)
    if kind is float and isinstance(value, int):
        return float(value)
    if kind not in (str, int, float, bool) or not isinstance(value, kind):
        raise TypeError(f"{value!r} where {kind} is expected")
    return value
