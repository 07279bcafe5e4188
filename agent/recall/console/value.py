"""The value that a model gives with its answer, as something that every program can read."""

from __future__ import annotations

import math
from datetime import date, datetime, time, timedelta
from typing import Any

_DEEPEST, _LONGEST = 8, 1000
_BIGGEST = 1 << 63  # beyond it programs that read JSON lose digits


def plain(value: Any) -> Any:
    """A value as JSON has it: times and names of any kind as text, sets and tuples as lists.

    Raises:
        ValueError: It is none of these, two of its names would be the same, or it is too deep or too long; a sentence
            for the model.
    """
    return _plain(value, _DEEPEST, [_LONGEST])


def _plain(value: Any, deep: int, room: list[int]) -> Any:
    room[0] -= 1
    if deep < 0 or room[0] < 0:
        raise ValueError(f"value= may hold {_LONGEST} parts, {_DEEPEST} deep; give less")
    if isinstance(value, dict):
        named = {_name(key): _plain(one, deep - 1, room) for key, one in value.items()}
        if len(named) < len(value):
            raise ValueError("value= holds two names that read the same; name them apart")
        return named
    if isinstance(value, set | frozenset):
        return sorted((_plain(one, deep - 1, room) for one in value), key=repr)
    if isinstance(value, list | tuple):
        return [_plain(one, deep - 1, room) for one in value]
    return _single(value)


def _single(value: Any) -> Any:
    if value is None or isinstance(value, bool | str):
        return value[:4000] if isinstance(value, str) else value
    if isinstance(value, int) and abs(value) < _BIGGEST:
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, datetime):
        return value.isoformat(" ")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    raise ValueError(
        f"value= holds a {type(value).__name__} that cannot be written down; give numbers, texts, times, "
        "or lists and dicts of them"
    )


def _name(key: Any) -> str:
    if isinstance(key, tuple):
        return ", ".join(map(_name, key))
    told = _single(key)
    return told if isinstance(told, str) else str(told)
