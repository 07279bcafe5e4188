"""A conversation at a terminal: line editing and history as people expect, or lines from a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, cast

from agent.dialogue.manager import Dialogue, Reply
from envs.files.writing import make_folder, make_private_file, written
from envs.process.terminal import read_line, say

PROMPT = "you> "
_MOST_LINES = 1000


def converse(dialogue: Dialogue, lines: Iterator[str], tell: Callable[[Reply], None]) -> int:
    """Reply to each line until there are no more, or somebody says goodbye; returns how many were said.

    Args:
        dialogue: The conversation.
        lines: What the user says; empty lines are passed over.
        tell: Shows a reply.
    """
    said = 0
    for line in lines:
        if not line.strip():
            continue
        said += 1
        reply = dialogue.say(line.strip())
        tell(reply)
        if reply.ended:
            break
    return said


def typed(source: TextIO | None = None, history: Path | None = None) -> Iterator[str]:
    """Lines from a terminal, with a prompt, editing and history; from a pipe as they come.

    Args:
        source: Where from; standard input when None.
        history: File that keeps the lines of a terminal for the next time; None keeps none.
    """
    source = source or cast("TextIO", sys.stdin)
    if not source.isatty():
        for line in source:
            yield line.rstrip("\n")
        return
    with _editing(history):
        while True:
            try:
                yield read_line(PROMPT)
            except EOFError:
                say("")
                return


@contextmanager
def _editing(history: Path | None) -> Iterator[None]:
    """Arrow keys and history, where Python has ``readline`` (not on Windows)."""
    try:
        import readline
    except ImportError:
        yield
        return
    readline.set_history_length(_MOST_LINES)
    if history is not None and history.is_file():
        readline.clear_history()
        readline.read_history_file(history)
    try:
        yield
    finally:
        if history is not None:
            with written(history, "what was typed is not kept for the next time"):
                make_folder(history.parent)
                make_private_file(history)
                readline.write_history_file(history)


def history_file(environment: Mapping[str, str] | None = None) -> Path:
    """Where lines are kept: HOMEBODY_HISTORY, else in the user's folder for such things."""
    known = os.environ if environment is None else environment
    if known.get("HOMEBODY_HISTORY"):
        return Path(known["HOMEBODY_HISTORY"])
    state = known.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "homebody" / "chat_history"
