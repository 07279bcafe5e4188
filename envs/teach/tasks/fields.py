"""Reading fields of parsed JSON with errors that name the field."""

from __future__ import annotations

from typing import Any

from envs.errors import BadGameFile

NUMBER = (int, float)
NULL = type(None)
_LARGEST = 1e18

_KINDS: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a string",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    NULL: "null",
}


def kind_of(value: Any) -> str:
    """What a JSON value is, in words."""
    return _KINDS.get(type(value), type(value).__name__)


def get_field(data: Any, key: str, types: tuple[type, ...], where: str) -> Any:
    """``data[key]``, checked to be of one of ``types``.

    Args:
        data: A parsed JSON value.
        key: The field.
        types: Allowed Python types; true and false pass only where ``bool`` is listed.
        where: Path of ``data`` in the file, "" at the top.

    Raises:
        BadGameFile: ``data`` is no object, or the field is missing, of another type, or a number beyond all measure.
    """
    path = f"{where}.{key}" if where else key
    if not isinstance(data, dict):
        raise BadGameFile(f"{where or 'the file'} is {kind_of(data)}, expected an object with {key!r}")
    if key not in data:
        raise BadGameFile(f"{path} is missing")
    value = data[key]
    if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
        raise BadGameFile(f"{path} is {kind_of(value)}, expected {' or '.join(_KINDS[t] for t in types)}")
    if isinstance(value, NUMBER) and not isinstance(value, bool) and not is_number(value):
        raise BadGameFile(f"{path} is {value!s:.20}, expected a number of sensible size")
    return value


def is_number(value: Any) -> bool:
    """Whether it is a finite number that fits a float; true and false are none."""
    return type(value) in NUMBER and -_LARGEST < value < _LARGEST
