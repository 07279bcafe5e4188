"""What a command says when it is ended early: what is kept, and how to go on."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

GivenOptions = Mapping[str, Any]
Ending = Callable[[], str]
"""The sentence, asked for when the command was ended."""

NOT_BEGUN = "stopped before anything was begun; nothing was changed, so give the same command again"
_READ = "stopped; nothing was changed, so give the same command again"
_COLLECTED = "stopped; the episodes that were finished are kept in {out}; give the same command again to go on"
_PIECES = "stopped; what was finished is kept beside where the figures go; the same command with --resume goes on"
_WHOLE = "stopped; a file is only there when it is complete, so what was asked for is whole or not there"
_FIGURES = "stopped; no figures were kept, so give the same command again"


def _always(sentence: str) -> Callable[[GivenOptions], Ending]:
    return lambda given: lambda: sentence.format_map({key: shlex.quote(str(value)) for key, value in given.items()})


def _run(given: GivenOptions) -> Ending:
    """Looks at the trails before and after: the one that grew is of this run."""
    memory, record = Path(given["memory"]), given.get("record")
    if given.get("days") is not None:
        return lambda: _lived(memory, given["days"])
    before = _trails(memory, record)

    def told() -> str:
        grown = [path for path, size in _trails(memory, record).items() if before.get(path) != size and size]
        if not grown:
            return "stopped before the first step; nothing was lived, so give the same command again"
        words = ["homebody", "run", "--resume", "--memory", str(memory), "--record", str(grown[-1].parent)]
        return f"stopped; every step until now is kept in {memory}; go on with: {shlex.join(words)}"

    return told


def _lived(memory: Path, days: int) -> str:
    """A life of days; while it can be gone on with, its trail lies next to its memory."""
    from agent.trail.days import life_trail

    told = f"stopped; what was lived until now is kept in {memory}"
    if not life_trail(memory).is_file():
        return told
    words = ["homebody", "run", "--days", str(days), "--resume", "--memory", str(memory)]
    return f"{told}; go on with: {shlex.join(words)}"


def _trails(memory: Path, record: Path | None) -> dict[Path, int]:
    from agent.trail.course import TRAIL

    found = sorted(memory.parent.glob(f"*/{TRAIL}")) if record is None else [Path(record) / TRAIL]
    return {path: path.stat().st_size for path in found if path.is_file()}


def _built(given: GivenOptions) -> Ending:
    """While it can be gone on with, what is finished lies beside its name."""
    partial = Path(f"{given['out']}.partial")
    kept = f"stopped; the episodes that were finished are kept in {shlex.quote(str(partial))}; "
    whole = _always(_WHOLE + ": {out}; give the same command again if it is not")(given)
    return lambda: kept + "the same command with --resume goes on" if partial.is_file() else whole()


_CHANGED = "stopped; {memory} was changed wholly or not at all; see homebody memory log --memory {memory}"
_PASSED = (
    "stopped; {memory} is sound, and what was forgotten until now stays forgotten; give the same command again to go on"
)
_TRAINED = "stopped; the epochs that were finished are kept in {out}; give the same command again to go on"

TOLD: dict[str, Callable[[GivenOptions], Ending]] = {
    "run": _run,
    "chat": _always("stopped; what the robot was told is kept in {memory}, the conversation is not; begin a new one"),
    "collect": _always(_COLLECTED),
    "memory rules": _always(_CHANGED.replace("memory log", "memory rules")),
    "memory pin": _always(_CHANGED.replace("memory log", "memory show")),
    "memory files": _always(_CHANGED.replace("memory log", "memory files")),
    "memory undo": _always(_CHANGED),
    "memory profile": _always(_CHANGED.replace("memory log", "memory profile")),
    "memory budget": _always(_PASSED),
    "memory forget": _always(_PASSED),
    "memory export": _always(_WHOLE + ": {target}; give the same command again if it is not"),
    "memory import": _always(_WHOLE + ": {memory}; give the same command again if it is not"),
    "memory build": _built,
    "memory repair": _always(_WHOLE + "; the damaged memory is as it was"),
    "train detector": _always(_TRAINED),
    "train recognizer": _always(_TRAINED),
    "train rewriter": _always(_TRAINED),
    "train rescoring": _always(_WHOLE + ": {out}; give the same command again if it is not"),
    "train states": _always(_WHOLE + ": {out}; give the same command again if it is not"),
    "train export": _always(_WHOLE + "; give the same command again if it is not"),
    "results": _always("stopped; pages that were written are whole; give the same command again"),
}
"""Commands that keep something, by name."""

READING = frozenset(
    {"ask", "tasks", "scenes", "doctor", "replay"}
    | {f"memory {name}" for name in ("show", "log", "check", "calls", "search")}
)
"""Those that change nothing."""

MEASURING = "eval "
"""How the names of those begin that only measure."""


def _journaled(given: GivenOptions) -> Ending:
    """Long evaluations keep what is finished beside where their figures go (``eval.journal``)."""
    named = [Path(one) for one in map(given.get, ("json_out", "report", "plot")) if one is not None and str(one) != "-"]

    def told() -> str:
        begun = given.get("result") or any(one.with_name(f"{one.name}.journal").is_file() for one in named)
        return _PIECES if begun else _FIGURES

    return told


JOURNALED = frozenset(
    f"eval {name}"
    for name in (
        "teach",
        "recall",
        "questions",
        "commands",
        "forgetting",
        "forgetting-curve",
        "interruption",
        "perception",
        "personalization",
    )
)
"""Those that only measure and can be gone on with."""


class CommandProgress:
    """What is known of the command that runs.

    Attributes:
        name: Of the command, "" before one is begun.
    """

    def __init__(self) -> None:
        self.name = ""
        self._ending: Ending = lambda: NOT_BEGUN

    def begin(self, name: str, given: GivenOptions) -> None:
        """A command begins.

        Args:
            name: Such as ``memory forget``.
            given: Its arguments by name.
        """
        self._ending = ending(name, given)
        self.name = name

    def sentence(self) -> str:
        """What is said when it is ended now."""
        return self._ending()

    def follow(self, command: Any, check: Callable[[GivenOptions], object], names: tuple[str, ...] = ()) -> Any:
        """The same click command, which tells this course when it, or one below it, begins.

        Args:
            command: It.
            check: Looks at the arguments first; what it raises ends the command before it begins.
            names: Words above it.
        """
        for name, below in getattr(command, "commands", {}).items():
            self.follow(below, check, (*names, name))
        work, name = command.callback, " ".join(names)
        if work is not None and not hasattr(command, "commands"):

            def begun(**given: Any) -> Any:
                check(given)
                self.begin(name, given)
                return work(**given)

            command.callback = begun
        return command


def ending(name: str, given: GivenOptions) -> Ending:
    """How a command says that it was ended."""
    if name in TOLD:
        return TOLD[name](given)
    if name in JOURNALED:
        return _journaled(given)
    return _always(_FIGURES if name.startswith(MEASURING) else _READ)({})
