"""What labels must be made of: names, lists, numbers that are boxes; anything else is one sentence."""

from __future__ import annotations

from math import isfinite
from typing import Any

from envs.errors import BadInput
from perception.detector.detection import PixelBox

_MOST_PIXELS = 10**6  # of a side that labels may state


def named(row: Any, key: str, where: str) -> str:
    """The text under a key.

    Raises:
        BadInput: There is none.
    """
    value = row.get(key) if isinstance(row, dict) else None
    if not isinstance(value, str) or not value.strip():
        raise BadInput(f"{where} needs {key!r} with a name; it has {_shown(value)}")
    return value


def listed(row: Any, key: str, where: str) -> list[Any]:
    """The list under a key.

    Raises:
        BadInput: There is none.
    """
    value = row.get(key) if isinstance(row, dict) else None
    if not isinstance(value, list):
        raise BadInput(f"{where} needs {key!r} with a list; it has {_shown(value)}")
    return value


def numbers(value: Any, count: int, where: str) -> list[float]:
    """So many finite numbers.

    Raises:
        BadInput: It is something else.
    """
    right = isinstance(value, list) and len(value) == count and all(map(_is_number, value))
    if not right:
        raise BadInput(f"{where} needs {count} numbers; it has {_shown(value)}")
    return [float(one) for one in value]


def box_of(value: Any, where: str) -> PixelBox:
    """(x0, y0, x1, y1) out of four numbers.

    Raises:
        BadInput: They are no such numbers.
    """
    x0, y0, x1, y1 = numbers(value, 4, where)
    return x0, y0, x1, y1


def size_of(row: Any, where: str) -> tuple[int, int] | None:
    """(width, height) if the labels say it.

    Raises:
        BadInput: They say something that is no size.
    """
    if row.get("width") is None or row.get("height") is None:
        return None
    width, height = (row[key] for key in ("width", "height"))
    if not all(_is_number(one) and one == int(one) and 0 < one < _MOST_PIXELS for one in (width, height)):
        raise BadInput(f"{where} has the size {_shown([width, height])}; give width and height in pixels")
    return int(width), int(height)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e12 and isfinite(value)


def _shown(value: Any) -> str:
    return "none" if value is None else repr(value)[:80]
