"""Whether an X server answers at a display."""

from __future__ import annotations

import re
import socket
from pathlib import Path

SECONDS = 2.0  # for connecting and for the answer, each
_FOLDER = Path("/", "tmp", ".X11-unix")  # where X servers put their sockets, whatever TMPDIR says
_HELLO = b"l\0\x0b\0\0\0\0\0\0\0\0\0"  # X11 protocol, section 8: little-endian, version 11.0, no authorisation
_ANSWERS = (b"\0", b"\x01", b"\x02")  # refused, accepted, wants more; the client will have the authorisation
_NAME = re.compile(r"(?P<host>[^:]*|\[[^]]*\]):(?P<number>\d{1,4})(?:\.\d+)?")


def display_problem(name: str, folder: Path = _FOLDER, seconds: float = SECONDS) -> str:
    """Why an X display does not answer; empty when it does.

    Args:
        name: As in ``DISPLAY``: ``:0``, ``:0.0``, ``host:10.0``.
        folder: Where the sockets of this machine's displays lie.
        seconds: For connecting and for the answer, each.
    """
    parts = _NAME.fullmatch(name)
    if parts is None:
        return f"DISPLAY={name} is not a display name such as :0"
    try:
        with _connect(parts["host"].strip("[]"), int(parts["number"]), folder, seconds) as server:
            server.sendall(_HELLO)
            answer = server.recv(1)
    except (OSError, UnicodeError) as error:
        return f"display {name} does not answer ({getattr(error, 'strerror', None) or error})"
    return "" if answer in _ANSWERS else f"what answers at display {name} is not an X server"


def _connect(host: str, number: int, folder: Path, seconds: float) -> socket.socket:
    if host not in ("", "unix"):
        return socket.create_connection((host, 6000 + number), seconds)
    server = socket.socket(socket.AF_UNIX)
    server.settimeout(seconds)
    try:
        server.connect(str(folder / f"X{number}"))
    except OSError:
        server.close()
        raise
    return server
