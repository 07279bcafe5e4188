"""Typing to the robot while it works: through a pipe, at a terminal, and whatever is typed."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TextIO

import pytest

from agent.household.listening_body import Saying, SpeechSource
from agent.household.typed_speech import TypedSpeech
from agent.requests.reading import LONGEST
from envs.errors import BadInput
from homebody.commands.run import run

ROOT = Path(__file__).parents[1]
RUN = [
    sys.executable,
    "-m",
    "homebody",
    "run",
    "make coffee",
    "--listen",
    "--scene",
    "kitchen",
    "--seed",
    "3",
]
WAITING = [*RUN, "--interrupt", "at step 5: wait"]


@pytest.fixture
def pipe() -> Iterator[tuple[TextIO, IO[bytes]]]:
    """Where lines come out, and where they are typed."""
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as lines, os.fdopen(writing, "wb", buffering=0) as keys:
        yield lines, keys


Pipe = tuple[TextIO, IO[bytes]]


def typing(pipe: Pipe, typed: bytes) -> TypedSpeech:
    """Speech from a pipe through which this comes, and which is closed then."""
    pipe[1].write(typed)
    pipe[1].close()
    return TypedSpeech((), pipe[0])


def heard(hearing: SpeechSource) -> list[str]:
    return list(iter(lambda: hearing.hear_next(expected=True), None))


def test_lines_are_heard_one_by_one_and_the_end_is_the_end(pipe: Pipe) -> None:
    hearing = typing(pipe, b"stop\n\n   \n  make coffee  \r\nno end of line")
    assert heard(hearing) == ["stop", "make coffee", "no end of line"]
    assert not hearing.speaking(99) and hearing.hear(99) is None and hearing.hear_next(expected=True) is None


@pytest.mark.parametrize("typed", [b"", b"\n\n", b"first\n"])
def test_what_was_planned_and_what_is_typed_do_not_mix_up(typed: bytes) -> None:
    hearing = TypedSpeech((Saying("planned", 9),), io.StringIO(typed.decode()))
    line = hearing.hear_next() if not typed.strip() else None
    while typed.strip() and line is None:  # until the thread has read it
        line = hearing.hear(0)
    assert line == ("first" if typed.strip() else "planned")
    assert hearing.hear(0) is None
    assert hearing.hear_next(expected=True) == ("planned" if typed.strip() else None)
    assert hearing.hear_next(expected=True) is None


def test_typing_is_noticed_before_anything_is_planned(pipe: Pipe) -> None:
    hearing = typing(pipe, b"stop\n")
    while not hearing.speaking(0):
        pass
    assert hearing.speaking(0) and hearing.hear(0) == "stop"
    assert not hearing.speaking(0) and hearing.hear(0) is None


def test_bytes_that_are_no_text_end_nothing(pipe: Pipe) -> None:
    hearing = typing(pipe, b"st\xffop\n\x1b[2J\x00go on\n\xe2\x82\xac\xe2\x82")
    assert heard(hearing) == ["st�op", "[2J go on", "€�"]


def test_of_an_endless_line_only_so_much_is_kept_as_shows_that_it_is_too_long(pipe: Pipe) -> None:
    hearing = TypedSpeech((), pipe[0])
    for _ in range(100):
        pipe[1].write(b"stop " * 1000)
    pipe[1].write(b"\n" + b" " * 9000 + b"stop" + b" " * 9000 + b"\n")
    pipe[1].close()
    long, stop = heard(hearing)
    assert len(long) == LONGEST + 1 and long.startswith("stop stop") and stop == "stop"


def test_what_was_typed_before_a_run_was_cut_off_takes_nothing_from_what_was_planned() -> None:
    hearing = SpeechSource((Saying("make coffee", 0), Saying("water the plant", 30), Saying("stop", 60)))
    hearing.skip(["make coffee", "what are you doing?", "water the plant", "go on"])
    assert heard(hearing) == ["stop"]


def test_a_whole_run_minds_what_comes_through_a_pipe(tmp_path: Path) -> None:
    typed = b"what are you \xffdoing?\n\n" + b"x" * 20_000 + b"\nput a fork in the sink\nhow far are you?"
    done = subprocess.run(RUN, input=typed, cwd=tmp_path, capture_output=True, timeout=300)
    told = done.stdout.decode()
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    assert f"That was more than {LONGEST:,} characters" in told
    assert "OK, I will" in told and "Back to: make coffee" in told
    assert "outcome" in told and "not done" not in told


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX")
def test_a_whole_run_at_a_terminal(tmp_path: Path) -> None:
    """It waits for an answer, is told to go on, and ends while the terminal stays open."""
    here, there = os.openpty()
    with subprocess.Popen(WAITING, stdin=there, stdout=there, stderr=there, cwd=tmp_path) as process:
        os.close(there)
        shown = b""
        script = [
            (b"I will wait", b"what are you doing?\n"),
            (b"when you tell me", b"\n\xff\n"),
            (b"did not", b"go on\n"),
        ]
        for sign, line in script:
            while sign not in shown:
                shown += os.read(here, 4096)
            os.write(here, line)
        while piece := _read(here):
            shown += piece
        assert process.wait(60) == 0, shown.decode(errors="replace")
    os.close(here)
    assert b"Done." in shown and b"Fatal" not in shown and b"Traceback" not in shown


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # nobody holds the other end any more
        return b""


def test_a_closed_input_is_said_before_anything_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput, match="standard input is closed"):
        run("make coffee", listen=True, memory=tmp_path / "memory.sqlite")
    assert list(tmp_path.iterdir()) == []
