"""A body that can be spoken to at any step, and that writes down what it does so that it can be done again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from agent.body import Body, Journal
from agent.eyes import Eyes
from envs.errors import AlreadyExists, BadInput, HomebodyError
from envs.files import make_folder, open_private, write_error, written
from envs.teach.session import Outcome, TeachSession
from memory.experience import AGENT
from perception.ground_truth import GroundTruthPerceiver

TRAIL = "trail.jsonl"
"""Name of the file in which a run writes down what it does."""
TRAIL_VERSION = 1
Deed = Callable[[str, str, Outcome, str | None, str | None], None]
"""What is told of an object action: its name, the target, how it ended, what was held, and what the target was on."""


class Spoken(Exception):
    """Somebody has begun to speak; the motion that was about to be made was not made."""


@dataclass(frozen=True)
class Saying:
    """Something that is going to be said.

    Attributes:
        text: The words.
        step: After how many steps.
    """

    text: str
    step: int


class Ears:
    """What is said, and when.

    Args:
        sayings: What will be said.
    """

    def __init__(self, sayings: Iterable[Saying] = ()) -> None:
        self._waiting = sorted(sayings, key=lambda saying: saying.step)

    def speaking(self, steps: int) -> bool:
        """Whether somebody has something to say after so many steps."""
        return self._due(steps)

    def _due(self, steps: int) -> bool:
        return bool(self._waiting) and self._waiting[0].step <= steps

    def hear(self, steps: int) -> str | None:
        """The next utterance that is due, None when nobody speaks."""
        return self._waiting.pop(0).text if self._due(steps) else None

    def hear_next(self, expected: bool = False) -> str | None:
        """The next utterance, whenever it was to come: for when there is nothing to do but wait.

        Args:
            expected: Whether somebody has been asked something, or has told the robot to wait.
        """
        return self._waiting.pop(0).text if self._waiting else None

    def skip(self, heard: Iterable[str]) -> None:
        """What has been heard before is not said again; what was typed is among it and was never planned."""
        for text in heard:
            if self._waiting and self._waiting[0].text == text:
                del self._waiting[0]


class Trail:
    """Everything a run did, one line each, written before it is done; a torn last line does not count.

    Args:
        path: The file; None writes nothing.
        header: What is needed to begin the run again; None goes on with an existing file.

    Raises:
        AlreadyExists: The file is there and a new run was to begin.
        BadInput: The file cannot be written.
        TryAgain: The disk is full; also from ``note`` and ``close``.
    """

    def __init__(self, path: Path | None, header: Mapping[str, Any] | None = None) -> None:
        self._file: IO[str] | None = None
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

    def _begin(self, header: Mapping[str, Any]) -> None:
        try:
            self.note(version=TRAIL_VERSION, **header)
        except HomebodyError:  # there is nothing to go on with
            self.close()
            self._path.unlink(missing_ok=True)
            raise

    def note(self, **line: Any) -> None:
        """Write one line."""
        if self._file is not None:
            with written(self._path, "what was done before is kept; free some space and go on with --resume"):
                self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
                self._file.flush()

    def close(self) -> None:
        """Write no more."""
        if self._file is not None:
            with suppress(OSError):  # what could not be written has been told of
                self._file.close()


def _cut_torn_line(path: Path) -> None:
    """Take off what was being written when the process ended."""
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        with path.open("r+b") as file:
            file.truncate(len(whole))


def read_trail(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The header and the deeds of a run.

    Raises:
        BadInput: There is no such file, or it is something else.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error}; give the --record folder of a run that was cut off") from error
    lines = text.split("\n")[:-1]  # what has no end of line was not finished
    try:
        header, *deeds = [json.loads(line) for line in lines]
        if header["version"] != TRAIL_VERSION or not all("do" in deed or "say" in deed for deed in deeds):
            raise BadInput(f"{path} was written by another version of homebody; begin the run again")
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{path} is not the record of a run that was cut off: {error}") from error
    return header, deeds


class ListeningBody(Body):
    """A body that listens before every motion and action.

    Args:
        session: Where to act.
        journal: Who gets to know.
        ears: What is said.
        trail: Where to write down what is done.
        perceiver: See ``Body``.
        eyes: See ``Body``.

    Attributes:
        seen: For every thing the number of steps after which it was last in view.
        listening: Whether it minds who speaks.
        on_deed: Called after every object action.
    """

    def __init__(
        self,
        session: TeachSession,
        journal: Journal,
        ears: Ears | None = None,
        trail: Trail | None = None,
        perceiver: GroundTruthPerceiver | None = None,
        eyes: Eyes | None = None,
    ) -> None:
        super().__init__(session, journal, 0, 0, perceiver, eyes)
        self.ears, self._trail = ears or Ears(), trail or Trail(None)
        self.seen: dict[str, int] = {}
        self.listening = True
        self.on_deed: Deed | None = None
        self._note_seen()

    @property
    def session(self) -> TeachSession:
        """Where it acts."""
        return self._session

    @property
    def journal(self) -> Journal:
        """Who gets to know."""
        return self._journal

    def allow(self, steps: int, failures: int) -> None:
        """So many more steps and failed actions may be made."""
        self._max_steps += steps
        self._max_failures += failures

    def serve(self, task: str) -> None:
        """From now on everything is done for this request."""
        self._journal = replace(self._journal, task=task)

    def move(self, name: str) -> Outcome:
        """Carry out a motion.

        Raises:
            Spoken: Somebody speaks; the motion was not made.
        """
        self._listen()
        self._check_limits()
        self._trail.note(do=name)
        outcome = super().move(name)
        self._note_seen()
        return outcome

    def act(self, name: str, target: str, x: float, y: float) -> Outcome:
        """Carry out an object action.

        Raises:
            Spoken: Somebody speaks; the action was not done.
        """
        self._listen()
        self._check_limits()
        self._trail.note(do=name, to=target, at=[x, y], goal=self.goal)
        held, thing = self.belief.held, self.belief.things.get(target)
        outcome = super().act(name, target, x, y)
        self._note_seen()
        if self.on_deed is not None:
            self.on_deed(name, target, outcome, held, thing.place if thing is not None else None)
        return outcome

    def say(self, text: str, speaker: str = AGENT) -> None:
        """Say something, or hear a person say it."""
        self._trail.note(say=text, by=speaker, task=self._journal.task)
        super().say(text, speaker)

    def _listen(self) -> None:
        if self.listening and self.ears.speaking(self.steps):
            raise Spoken

    def _note_seen(self) -> None:
        for key in self.belief.in_view:
            self.seen[key] = self.steps

    def repeat(self, deeds: Sequence[Mapping[str, Any]], known: int, look: Callable[[], None]) -> None:
        """Do again what a run did before it was cut off; what is in the memory already is not remembered twice.

        Args:
            deeds: As ``read_trail`` gives them.
            known: How many experiences of them the memory has.
            look: Called after each, to take in where one has looked.
        """
        journal = self._journal
        self.listening = False
        self.allow(len(deeds) + 1, len(deeds) + 1)
        kept = 0
        for deed in deeds:
            fresh = kept >= known
            kept += "say" not in deed or self._eyes is None or self._eyes.hears
            self._journal = replace(journal, history=journal.history if fresh else None, on_step=None)
            if "say" in deed:
                self.serve(deed.get("task", ""))
                super().say(deed["say"], deed["by"])
            elif "to" in deed:
                self.goal = deed.get("goal", "")
                super().act(deed["do"], deed["to"], *deed["at"])
            else:
                super().move(deed["do"])
            self._note_seen()
            look()
        self.listening = True
        self._journal = replace(journal, task=self._journal.task)
        self._max_steps, self._max_failures = self.steps, self.failures
