"""What the lines of a trail may hold: a file that anybody can write is looked at before a run goes on from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any

from envs.errors import BadInput
from envs.files.dates import read_time
from envs.teach.games.session import MOTIONS, OBJECT_ACTIONS

_LARGEST = 2**63 - 1
_Check = Callable[[Any], bool]


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _LARGEST


def _seed(value: Any) -> bool:
    return type(value) is int and -_LARGEST <= value <= _LARGEST


def _point(value: Any) -> bool:
    numbers = isinstance(value, list) and len(value) == 2 and all(type(one) in (int, float) for one in value)
    return numbers and all(isfinite(one) and abs(one) <= 1e6 for one in value)


def _sayings(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, dict) and _text(one.get("text")) and _count(one.get("step")) for one in value
    )


def _errand(value: Any) -> bool:
    if not isinstance(value, dict) or not _text(value.get("name")) or not isinstance(value.get("params"), list):
        return False
    return all(_text(one) for one in value["params"])


def _or_none(check: _Check) -> _Check:
    return lambda value: value is None or check(value)


_HEADER: dict[str, _Check] = {
    "episode": _text,
    "engine": _text,
    "scene": _or_none(_text),
    "seed": _seed,
    "game": _or_none(_text),
    "layouts": _or_none(_text),
    "text": _text,
    "errand": _or_none(_errand),
    "sayings": _sayings,
    "started": _text,
    "eyesight": _or_none(lambda value: isinstance(value, dict)),
    "n": _count,
    "tasks": _count,
    "user": _text,
}
_LINE: dict[str, _Check] = {
    "do": _text,
    "to": _text,
    "at": _point,
    "goal": _text,
    "say": _text,
    "by": _text,
    "task": _text,
    "heard": _count,
    "n": _count,
    "rest": lambda value: value is True,
    "again": _sayings,
    "chore": _text,
    "over": _text,
}
_TOGETHER = {"say": ("by", "task"), "do": (), "to": ("do", "at"), "chore": (), "over": ()}


def check_header(header: Any) -> None:
    """Look at the first line of a trail.

    Raises:
        ValueError: A field is of another kind than it is written as.
    """
    _check(header, _HEADER)
    if "started" in header:
        try:
            read_time(header["started"], "started")
        except BadInput as error:
            raise ValueError(str(error)) from error


def check_line(line: Any) -> None:
    """Look at what was done.

    Raises:
        ValueError: It is nothing that a run does.
    """
    _check(line, _LINE)
    for name, others in _TOGETHER.items():
        missing = [one for one in others if name in line and one not in line]
        if missing:
            raise ValueError(f"{name} without {missing[0]}")
    known = OBJECT_ACTIONS if "to" in line else MOTIONS
    if "do" in line and line["do"] not in known:
        raise ValueError(f"do is {line['do']!r:.40}, which is nothing that a robot does")


def _check(line: Any, checks: Mapping[str, _Check]) -> None:
    if not isinstance(line, dict):
        raise ValueError(f"a line is {line!r:.40}, no object")
    for name, value in line.items():
        if name in checks and not checks[name](value):
            raise ValueError(f"{name} is {value!r:.40}")
