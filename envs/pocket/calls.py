"""What makes a call well-formed: the errors that AI2-THOR's client raises, and the types of arguments."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np

LARGEST = 1e9
"""No argument means more than this many metres, newtons, degrees or seconds; beyond it arithmetic overflows."""

Check = Callable[[Any], bool]

Vector = Mapping[str, float]
"""{x, y, z} as calls give it: metres, or degrees for a rotation."""


class CallError(ValueError):
    """A malformed call. The message says what was given and what is allowed; ``code`` is AI2-THOR's error code."""

    code = "InvalidArgument"


class UnknownAction(CallError):
    """There is no action of that name."""

    code = "InvalidAction"


class MissingArgument(CallError):
    """An action was called without something it needs."""

    code = "MissingArguments"


def is_number(value: Any) -> bool:
    """Whether a value is a finite number of reasonable size (a bool is none)."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        return False
    return bool(math.isfinite(value) and abs(value) < LARGEST)


def is_whole(value: Any) -> bool:
    """Whether a value is a whole number of reasonable size (a bool is none)."""
    return isinstance(value, int | np.integer) and is_number(value)


def is_vector(value: Any) -> bool:
    """Whether a value is a mapping from some of x, y, z to numbers."""
    return isinstance(value, Mapping) and all(k in ("x", "y", "z") and is_number(v) for k, v in value.items())


#: By the annotation's name: the check, and what an error message calls the type.
_KINDS: dict[str, tuple[Check, str]] = {
    "float": (is_number, "a number"),
    "int": (is_whole, "a whole number"),
    "bool": (lambda v: isinstance(v, bool | np.bool_), "True or False"),
    "str": (lambda v: isinstance(v, str), "a text"),
    "Vector": (is_vector, "{x, y, z}"),
    "Mapping[str, Any]": (lambda v: isinstance(v, Mapping), "a mapping"),
}


def is_geometric(annotation: str) -> bool:
    """Whether an argument of that annotation is a place or a direction, or a list of them."""
    return "Vector" in annotation


@cache
def argument_type(annotation: str) -> tuple[Check, str]:
    """The check for a handler's annotation, and its name in error messages.

    Args:
        annotation: As written in the source, for example ``list[Vector] | None``. None needs no check of its own: an
            argument that is None counts as not given.
    """
    options = [_option(part) for part in _alternatives(annotation) if part != "None"]
    return lambda value: any(check(value) for check, _ in options), " or ".join(name for _, name in options)


def _alternatives(annotation: str) -> list[str]:
    """The parts of a union, split at the bars outside brackets."""
    parts, depth = [""], 0
    for letter in annotation:
        depth += (letter == "[") - (letter == "]")
        if letter == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _option(annotation: str) -> tuple[Check, str]:
    if annotation in _KINDS:
        return _KINDS[annotation]
    if annotation.startswith("list["):
        check, name = argument_type(annotation.removeprefix("list[").removesuffix("]"))
        return lambda value: isinstance(value, list | tuple) and all(check(v) for v in value), f"a list ({name} each)"
    return lambda value: True, "anything"
