"""Figures of results by where they stand, and how they are written.

A figure is asked for as ``replay-valid#motion.total.rate:%2``: a result, a path into its values, and a form. In a path
a name looks up in an object, a number counts in a list (``-1`` is its last), and ``what=decision`` finds the entry of a
list that says so (``a=1&b=2`` both; ``a=1*`` all of them); what may be missing ends in a question mark. Forms are
``%2`` (a share in percent with two digits), ``p1`` (the same without the sign), ``*1000 .1f`` (a factor and a form of
Python), or a form of Python alone (``,``, ``.3f``). What is null is written as a dash.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from envs.errors import BadInput
from eval.results.checkout import RESULTS
from eval.results.code import Digests, changed
from eval.results.record import Result

_SLOT = re.compile(r"\{([^{}]+)\}")
_SHARE = re.compile(r"([%p])(\d+)")
_SCALED = re.compile(r"\*([0-9.e-]+) (.+)")


@dataclass(frozen=True)
class FigureScope:
    """Where paths begin.

    Attributes:
        name: The result of paths that name none.
        key: What ``{key}`` stands for.
        item: Where paths without a result begin; None for the values of the result.
    """

    name: str | None = None
    key: str = ""
    item: Any = None


class Figures:
    """The figures of all results, and which of them were measured with older code.

    Args:
        results: By name.
    """

    def __init__(self, results: Mapping[str, Result]) -> None:
        self.results = results
        self._changed = cache(self._find_changed)
        self._digests: Digests = {}

    def result(self, name: str) -> Result:
        """The result of that name.

        Raises:
            BadInput: There is none.
        """
        if name not in self.results:
            raise BadInput(f"there is no result {name!r} in {RESULTS.as_posix()}; measure it: make results ONLY={name}")
        return self.results[name]

    def changed(self, name: str) -> list[str] | None:
        """Files that are other ones today; None when nobody knows what the result depends on."""
        return self._changed(name)

    def _find_changed(self, name: str) -> list[str] | None:
        result = self.result(name)
        return changed(result.code, result.modules, known=self._digests) if result.code else None

    def is_older(self, name: str) -> bool:
        """Whether the code has changed since, or is not known."""
        return self.changed(name) != []

    def mark(self, name: str) -> str:
        """What stands beside figures of older code; empty when the code is the same today."""
        return f" *(older code, {self.result(name).day})*" if self.is_older(name) else ""

    def value(self, reference: str, scope: FigureScope) -> Any:
        """What stands at ``NAME#PATH``, or at ``PATH`` in the scope.

        Raises:
            BadInput: There is nothing.
        """
        name, mark, path = reference.rpartition("#")
        if path == "key" and not mark:
            return scope.key
        if mark or scope.item is None:
            name = name or scope.name or ""
            return _at(self.result(name).values, path, f"{name}#{path}")
        return _at(scope.item, path, f"an entry of {scope.name}: {path}")

    def each(self, name: str, path: str) -> list[FigureScope]:
        """A scope for every entry of an object or a list."""
        found = _at(self.result(name).values, path, f"{name}#{path}") or ()
        pairs = found.items() if isinstance(found, dict) else enumerate(found, 1)
        return [FigureScope(name, str(key), item) for key, item in pairs]

    def written(self, slot: str, scope: FigureScope) -> str:
        """A figure as ``REFERENCE:FORM`` says."""
        reference, _, form = slot.rpartition(":")
        if not reference or form.startswith(" "):  # no form; the colon is one of a name
            reference, form = slot, ""
        return formed(self.value(reference.strip(), scope), form)

    def filled(self, text: str, scope: FigureScope) -> str:
        """A text with figures in place of ``{REFERENCE:FORM}``."""
        return _SLOT.sub(lambda match: self.written(match[1], scope), text)


def names_in(text: str) -> list[str]:
    """The results that a text names in ``{NAME#PATH:FORM}``."""
    return [slot.partition("#")[0] for slot in _SLOT.findall(text) if "#" in slot]


def formed(value: Any, form: str) -> str:
    """A value as it is written.

    Raises:
        BadInput: The form does not fit.
    """
    if value is None:
        return "–"
    try:
        if share := _SHARE.fullmatch(form):
            return f"{100 * value:.{share[2]}f}{' %' if share[1] == '%' else ''}"
        if scaled := _SCALED.fullmatch(form):
            return format(float(scaled[1]) * value, scaled[2])
        return format(value, form)
    except (TypeError, ValueError) as error:
        raise BadInput(f"the figure {value!r} cannot be written as {form!r}: {error}") from error


def _at(value: Any, path: str, asked: str) -> Any:
    if not path:
        return value
    parts = path.split(".")
    if parts[0].endswith("?") and isinstance(value, dict):
        found = value.get(parts[0][:-1])
        return None if found is None else _at(found, ".".join(parts[1:]), asked)
    for count in range(1, len(parts) + 1):  # keys may hold dots
        found, known = _step(value, ".".join(parts[:count]))
        if known:
            return _at(found, ".".join(parts[count:]), asked)
    allowed = ", ".join(map(str, value)) if isinstance(value, dict) else type(value).__name__
    raise BadInput(f"there is no figure {asked}; at {parts[0]!r} there is: {allowed[:300]}")


def _step(value: Any, key: str) -> tuple[Any, bool]:
    if isinstance(value, dict):
        return value.get(key), key in value
    if not isinstance(value, list):
        return None, False
    if key.removeprefix("-").isdecimal():
        return (value[int(key)], True) if -len(value) <= int(key) < len(value) else (None, False)
    wanted = [pair.split("=", 1) for pair in key.removesuffix("*").split("&")]
    if any(len(pair) != 2 for pair in wanted):
        return None, False
    found = [one for one in value if all(str(one.get(name)) == said for name, said in wanted)]
    return (found, True) if key.endswith("*") else (found[0], True) if found else (None, False)
