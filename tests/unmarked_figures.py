"""Finding figures that come from no result: what looks measured and stands outside of every marker."""

from __future__ import annotations

import re
from dataclasses import dataclass

from eval.results.pages import BLOCK, INLINE

_FENCE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.DOTALL | re.MULTILINE)
_CONSTANTS = re.compile(r"<!-- constants -->.*?<!-- /constants -->", re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")
_NUMBER = r"[−–-]?\d[\d,]*(?:\.\d+)?"
_MEASURED = re.compile(rf"{_NUMBER}\s?(?:%|fps|ms\b|[kM]?B\b|s\b|steps/s)(?!/)")
_FIGURE = re.compile(rf"[~*]*(?:{_NUMBER}|\.\d+)(?:\s*[/–→x×]\s*(?:{_NUMBER}|\.\d+))*(?:\s?%)?(?:\s*\([^)]*\))?[*]*")
_INTERVAL = re.compile(r"95 % (?:bootstrap )?(?:interval|band)s?")
_SHARE = re.compile(rf"{_NUMBER}\s?%(?!\w)")


@dataclass(frozen=True)
class Unmarked:
    """A figure that comes from no result.

    Attributes:
        line: Number of the line, from 1.
        text: The line.
    """

    line: int
    text: str


def unmarked(page: str) -> list[Unmarked]:
    """Lines with figures outside of markers, of ``<!-- constants -->`` and of code.

    In tables these are numbers with a unit, and cells after the first that hold nothing but numbers; in running text,
    percentages (but not the level of an interval).
    """
    for ours in (_FENCE, BLOCK, INLINE, _CONSTANTS, _CODE, _INTERVAL):
        page = ours.sub(lambda found: "\n" * found[0].count("\n"), page)
    return [Unmarked(number, line) for number, line in enumerate(page.splitlines(), 1) if _looks_measured(line)]


def _looks_measured(line: str) -> bool:
    if not line.lstrip().startswith("|"):
        return bool(_SHARE.search(line))
    label, *cells = [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]
    return bool(_MEASURED.search(label)) or any(_MEASURED.search(cell) or _FIGURE.fullmatch(cell) for cell in cells)
