"""Running something that may crash, hang or print rubbish, in a process of its own and with a time limit."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

LIMIT = 9.5  # seconds; a check as a whole must answer within 10

_CHILD = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1)); "
    "from homebody.doctor.probes import main; sys.exit(main())"
)


@dataclass(frozen=True)
class EndedProcess:
    """How a process ended.

    Attributes:
        output: What it printed until then.
        problem: One line; empty when it ended well.
        fix: The command that it recommends; mostly empty.
        late: Whether it was ended because its time was up.
    """

    output: str
    problem: str = ""
    fix: str = ""
    late: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        """What a probe noted, in order."""
        return tuple(str(line["note"]) for line in _lines(self.output) if "note" in line)

    @property
    def note(self) -> str:
        """The last note of a probe; empty when there is none."""
        return self.notes[-1] if self.notes else ""


def run(words: Sequence[str], seconds: float = LIMIT) -> EndedProcess:
    """Run a program; never raises for what it does.

    Args:
        words: The program and its arguments.
        seconds: After this time it is killed, with all that it started.
    """
    try:
        child = subprocess.Popen(
            list(words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:  # ValueError: a zero byte in a word
        return EndedProcess("", f"{words[0]} cannot be started: {error}")
    try:
        output, errors = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired as late:
        return EndedProcess(_text(late.stdout), f"no answer within {seconds:g} s", late=True)
    finally:
        _end(child)
    return EndedProcess(_text(output), _problem(child.returncode, _text(errors) or _text(output)))


def probe(name: str, *values: str, seconds: float = LIMIT) -> EndedProcess:
    """Run a function of ``homebody.doctor.probes`` in a process that imports what this one would import."""
    ended = run([sys.executable, "-c", _CHILD, json.dumps(sys.path), name, *values], seconds)
    told = [line for line in _lines(ended.output) if "problem" in line]
    if told and not ended.late:
        return EndedProcess(ended.output, str(told[-1]["problem"]), str(told[-1].get("fix", "")))
    return ended


def _end(child: subprocess.Popen[bytes]) -> None:
    """Kill what still runs. A process stuck in a driver cannot be killed; it is left alone after a second."""
    if child.poll() is not None:
        return
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(child.pid, signal.SIGKILL)
        else:
            child.kill()
    for pipe in (child.stdout, child.stderr):
        if pipe:
            pipe.close()
    with suppress(subprocess.TimeoutExpired):
        child.wait(1.0)


def _text(data: bytes | None) -> str:
    return (data or b"").decode(errors="replace")


def _problem(code: int, said: str) -> str:
    if code == 0:
        return ""
    if code < 0:
        return f"crashed ({signal.Signals(-code).name})" if -code in signal.valid_signals() else f"crashed ({-code})"
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1][:300] if lines else f"ended with exit code {code}"


def _lines(output: str) -> list[dict[str, Any]]:
    """The JSON objects among the lines; libraries print other things in between."""
    found: list[dict[str, Any]] = []
    for line in output.splitlines():
        with suppress(json.JSONDecodeError, RecursionError):
            value = json.loads(line)
            if isinstance(value, dict):
                found.append(value)
    return found
