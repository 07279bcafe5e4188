"""Options that take a time or a day."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from envs.errors import BadInput
from envs.files.dates import read_time


def _time(text: str) -> datetime:
    try:
        return read_time(text)
    except BadInput as error:
        raise typer.BadParameter(str(error)) from error


def _day(text: str) -> datetime:
    found = _time(text)
    if found != found.replace(hour=0, minute=0, second=0, microsecond=0):
        raise typer.BadParameter(f"{text!r:.60} is not a day; write it as 2026-01-05")
    return found


NowOption = Annotated[
    datetime | None,
    typer.Option(parser=_time, metavar="TIME", help="The home's time; default: that of the newest experience."),
]
BeginOption = Annotated[
    datetime | None,
    typer.Option(
        "--begin",
        parser=_time,
        metavar="TIME",
        help="The home's time at the beginning; default: after all before it.",
    ),
]
DayOption = Annotated[
    datetime | None, typer.Option(parser=_day, metavar="DAY", help="Only what was lived on this day.")
]
