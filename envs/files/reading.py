"""Reading files that somebody gives us: a regular file or a refusal, and never more bytes than were agreed on.

Pipes, devices, sockets and folders are told apart before they are opened, so nothing waits for a writer that never
comes. Every command reads what it is given through ``open_input`` or ``read_input``.
"""

from __future__ import annotations

import os
import re
import stat
from io import BufferedReader
from pathlib import Path

from envs.errors import BadInput
from envs.vocabulary.inflection import article

MOST_BYTES = 256 * 2**20
"""Of a file that is read as a whole; the largest recorded games have 16 MB."""
MOST_WEIGHTS = 4 * 2**30
"""Of a file of weights."""

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_OPEN_FILES = re.compile(r"/proc/.*/fd|/dev(?:/fd)?")
_SHOWN = 200  # characters of a path in a message


def open_input(path: Path | str, what: str = "file") -> BufferedReader:
    """Open a regular file for reading, without ever waiting for it.

    Args:
        path: The file.
        what: What it should be, for messages: ``layout file``.

    Raises:
        BadInput: There is none, it cannot be read, or it is a folder, pipe, device or socket.
    """
    try:
        _refuse_special(os.stat(path), path, what)
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except BadInput:
        raise
    except FileNotFoundError as error:
        named = "" if what == "file" else f" ({what})"
        raise BadInput(f"there is no file {shown(path)}{named}; check the name") from error
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read the {what} {shown(path)}: {reason(error)}") from error
    file = os.fdopen(descriptor, "rb")
    try:
        _refuse_special(os.fstat(descriptor), path, what)  # it may have been replaced meanwhile
    except BadInput:
        file.close()
        raise
    return file


def read_input(path: Path | str, what: str = "file", most: int = MOST_BYTES) -> bytes:
    """All bytes of a regular file.

    Args:
        path: The file.
        what: What it should be, for messages.
        most: How many bytes it may have.

    Raises:
        BadInput: As for ``open_input``, or it is larger.
    """
    with open_input(path, what) as file:
        try:
            content = file.read(most + 1)
        except OSError as error:
            raise BadInput(f"cannot read the {what} {shown(path)}: {reason(error)}") from error
    if len(content) > most:
        raise BadInput(f"the {what} {shown(path)} has over {most / 2**20:,.0f} MB, more than is read; split it")
    return content


def read_text(path: Path | str, what: str = "file", most: int = MOST_BYTES) -> str:
    """The text of a regular file in UTF-8.

    Raises:
        BadInput: As for ``read_input``, or it is no such text.
    """
    try:
        return read_input(path, what, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        told = f"{shown(path)} is not UTF-8 text (byte {error.start}), so it is not {article(what)} {what}"
        raise BadInput(told) from error


def refuse_special(path: Path | str) -> None:
    """Refuse what is neither a file nor a folder, before anybody waits for it or replaces it.

    Args:
        path: What is going to be read, written or looked into; it may be missing.

    Raises:
        BadInput: It is a pipe, device or socket, also where a link leads to one, or an open file of some process.
    """
    try:
        found, folder = os.stat(path).st_mode, os.path.realpath(os.path.dirname(os.path.abspath(path)))
    except (OSError, ValueError):
        return  # missing, or not to be reached; whoever opens it says why
    kind = next((word for is_kind, word in _KINDS[1:] if is_kind(found)), None)
    if kind is None and _OPEN_FILES.fullmatch(folder):
        kind = "an open file of a process"
    if kind is not None:
        raise BadInput(f"{shown(path)} is {kind}, neither a file nor a folder; give the name of one")


def shown(path: Path | str) -> str:
    """A path for a message, shortened where nobody could read it."""
    text = str(path)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN // 2]}…{text[-_SHOWN // 4 :]}"


def reason(error: Exception) -> str:
    """Why a file could not be opened, in words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__


def _refuse_special(found: os.stat_result, path: Path | str, what: str) -> None:
    kind = next((word for is_kind, word in _KINDS if is_kind(found.st_mode)), None)
    if kind is not None:
        raise BadInput(f"{shown(path)} is {kind}, not {article(what)} {what}; give a file")
