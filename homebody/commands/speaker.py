"""Who speaks, for ``run`` and ``chat``."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from envs.errors import BadInput

UserOption = Annotated[str | None, typer.Option("--user", help='Name of whoever speaks, so that "my mug" is theirs.')]


def speaker_named(name: str) -> str:
    """A name, checked.

    Raises:
        BadInput: It is none, or the robot's own.
    """
    plain = " ".join(name.split())
    if not re.fullmatch(r"[^\W\d_][\w .'-]{0,59}", plain) or plain.lower() in ("agent", "robot"):
        raise BadInput(f"--user {name!r:.80} is no name; write up to 60 letters, such as Ann, and not the robot's own")
    return plain
