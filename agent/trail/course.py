"""A run's trail: what it did, line by line, so that a run that was cut off can take the same course again.

Everything that a run does follows from how it was begun and from what came from outside: what people typed, what the
memory answered, what a language model chose. Its trail holds both. To go on, the run is begun again and led along its
trail: what comes from outside is taken from there, every deed is compared with what was written, and nothing is
remembered or told twice. So whatever the robot knew, and when, comes out as it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from agent.body.acting import Body, RunRecording
from agent.body.eyes import Eyes
from agent.body.perceiving import Perception
from agent.trail.form import check_header, check_line
from envs.errors import AlreadyExists, BadInput, HomebodyError
from envs.files.reading import MOST_BYTES, open_input, read_input
from envs.files.strict_json import parse_json
from envs.files.writing import make_folder, open_private, write_error, written
from envs.pocket.scene import Cell
from envs.teach.games.session import Outcome, TeachSession
from memory.experience import AGENT
from perception.scene_graph.from_truth import GroundTruthPerceiver

TRAIL = "trail.jsonl"
"""Name of the file in which a run writes down what it does."""
TRAIL_VERSION = 2
_ASIDE = ("n", "heard")
"""What a line holds beside what was done: the number of the newest experience, and how often had been listened."""
_KINDS = ("do", "say", "given", "rest", "again", "chore", "over")


class OtherCourse(Exception):
    """What is done now is not what was done then: the run was begun by other code, or its trail was changed."""


class Trail:
    """Everything a run does, one line each, written before it is done; a torn last line does not count.

    Args:
        path: The file; None writes nothing.
        header: What is needed to begin the run again; None goes on with an existing file.
        done: What a run that goes on did before it was cut off.
        later: For such a run: what is going to be said beside what was planned, as in ``Saying``.

    Attributes:
        number: Tells the number of the newest experience.

    Raises:
        AlreadyExists: The file is there and a new run was to begin.
        BadInput: The file cannot be written.
        TryAgain: The disk is full; also from ``note`` and ``given``.
    """

    def __init__(
        self,
        path: Path | None,
        header: Mapping[str, Any] | None = None,
        done: Sequence[Mapping[str, Any]] = (),
        later: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.number: Callable[[], int] = lambda: 0
        self._file: IO[str] | None = None
        self._position = 0
        self._lines = [dict(line) for line in done if "again" not in line]
        self._again = _taken_up(done)
        if path is None:
            return
        try:
            make_folder(path.parent)
            if header is None:
                _cut_torn_line(path)
            self._file = open_private(path, "a" if header is None else "x")
        except FileExistsError as error:
            raise AlreadyExists(f"{path} exists; choose another --record folder, or --resume that run") from error
        except OSError as error:
            raise write_error(path, error, "the run was not begun") from error
        self._path = path
        if header is not None:
            self._begin(header)
        else:
            self._write({"again": list(later)})
            self._again.setdefault(len(self._lines), []).extend(dict(one) for one in later)

    def _begin(self, header: Mapping[str, Any]) -> None:
        try:
            self._write({"version": TRAIL_VERSION, **header})
        except HomebodyError:  # there is nothing to go on with
            self.close()
            self._path.unlink(missing_ok=True)
            raise

    @property
    def lines(self) -> Sequence[Mapping[str, Any]]:
        """What was done before the run was cut off."""
        return self._lines

    @property
    def position(self) -> int:
        """How many lines have been written, by this process or before it."""
        return self._position

    @property
    def repeating(self) -> bool:
        """Whether there is something left of what was done before."""
        return self._position < len(self._lines)

    @property
    def coming(self) -> Mapping[str, Any]:
        """The next line of what was done before; empty where nothing is left."""
        return self._lines[self._position] if self.repeating else {}

    def later(self, position: int) -> list[dict[str, Any]]:
        """What somebody was going to say when the run was taken up after so many lines."""
        return self._again.get(position, [])

    @property
    def goes_on(self) -> bool:
        """Whether a run that rested here was taken up again."""
        return bool(self._position) and self._position in self._again

    def note(self, **line: Any) -> None:
        """Write one line; or compare it with what was written.

        Raises:
            OtherCourse: It is not what was written.
        """
        if self.repeating:
            told, was = _compared(json.loads(json.dumps(line))), _compared(self.coming)
            if told != was:
                raise OtherCourse(f"line {self._position + 2} was {was}, and is {told} now")
        else:
            self._write({**line, "n": self.number()})
        self._position += 1

    def given(self, ask: Callable[[], Any], kind: type = object) -> Any:
        """What comes from outside: asked for and written down; or taken from what was written.

        Args:
            ask: Gets it, as a value of JSON.
            kind: Of which type it is.

        Raises:
            OtherCourse: Something else was done there.
        """
        if not self.repeating:
            value = ask()
            self.note(given=value)
            return value
        if "given" not in self.coming:
            raise OtherCourse(f"line {self._position + 2} was {_compared(self.coming)}, and something is asked for now")
        value = self.coming["given"]
        if not isinstance(value, kind):
            raise OtherCourse(f"line {self._position + 2} gives {value!r:.40}, which is not of type {kind.__name__}")
        self._position += 1
        return value

    def close(self) -> None:
        """Write no more."""
        if self._file is not None:
            with suppress(OSError):  # what could not be written has been told of
                self._file.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._file is not None:
            with written(self._path, "what was done before is kept; free some space and go on with --resume"):
                self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
                self._file.flush()


def _taken_up(done: Sequence[Mapping[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    """After how many lines a run was taken up again, and what was going to be said from then on."""
    found: dict[int, list[dict[str, Any]]] = {}
    lines = 0
    for line in done:
        if "again" in line:
            found.setdefault(lines, []).extend(line["again"])
        else:
            lines += 1
    return found


def _compared(line: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key not in _ASIDE}


def _cut_torn_line(path: Path) -> None:
    """Take off what was being written when the process ended."""
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        with path.open("r+b") as file:
            file.truncate(len(whole))


def read_trail(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The header of a run and what it did.

    Raises:
        BadInput: There is no such file, or it is something else.
    """
    lines = read_input(path, "record of a run that was cut off").split(b"\n")[:-1]  # the rest was not finished
    try:
        header, *done = [parse_json(line, f"line {number}") for number, line in enumerate(lines, 1)]
        check_header(header)
        known = header["version"] == TRAIL_VERSION and all(any(kind in line for kind in _KINDS) for line in done)
        for line in done if known else ():
            check_line(line)
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{path} is not the record of a run that was cut off: {error}") from error
    if not known:
        raise BadInput(f"{path} was written by another version of homebody; begin the run again")
    return header, done


def begun(trail: Path) -> bool:
    """Whether a trail tells how its run was begun; one that was killed before that has done nothing."""
    try:
        with open_input(trail, "trail") as file:
            return file.readline(MOST_BYTES).endswith(b"\n")
    except (OSError, BadInput):
        return False


class NotedBody(Body):
    """A body that writes down what it does before it does it.

    Args:
        session: Where to act.
        journal: Who gets to know.
        trail: Where to write it down.
        max_steps: See ``Body``.
        max_failures: See ``Body``.
        perceiver: See ``Body``.
        eyes: See ``Body``.
        cells: See ``Body``.
        perception: See ``Body``.
    """

    def __init__(
        self,
        session: TeachSession,
        journal: RunRecording,
        trail: Trail | None = None,
        max_steps: int = 0,
        max_failures: int = 0,
        perceiver: GroundTruthPerceiver | None = None,
        eyes: Eyes | None = None,
        cells: frozenset[Cell] | None = None,
        perception: Perception | None = None,
    ) -> None:
        super().__init__(session, journal, max_steps, max_failures, perceiver, eyes, cells, perception)
        self._trail = trail or Trail(None)

    def move(self, name: str) -> Outcome:
        """Carry out a motion."""
        self._check_limits()
        self._trail.note(do=name)
        return super().move(name)

    def act(self, name: str, target: str, x: float, y: float) -> Outcome:
        """Carry out an object action."""
        self._check_limits()
        self._trail.note(do=name, to=target, at=[x, y], goal=self.goal)
        return super().act(name, target, x, y)

    def say(self, text: str, speaker: str = AGENT) -> None:
        """Say something, or hear a person say it."""
        self._trail.note(say=text, by=speaker, task=self._journal.task, **self._heard(speaker))
        super().say(text, speaker)

    def _heard(self, speaker: str) -> dict[str, Any]:
        """What else is written down of something said."""
        return {}
