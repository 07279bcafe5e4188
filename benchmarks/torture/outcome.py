"""What became of a row of attempts: how many were made, how many held, and how to make a failed one again.

An attempt is a function of a seed and the number of the case, which gives one line about what did not hold and ""
when all did. The same two numbers make the same attempt, whatever was tried before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from eval.results.checkout import ROOT

Attempt = Callable[[int, int], str]
"""(seed, number of the case) -> what did not hold, "" when everything did."""

LONGEST_LINE = 300
_TEMPORARY = re.compile(r"[^\s'\"]*/(?:torture|homebody-fuzz)-\w+/")


@dataclass(frozen=True)
class Failure:
    """An attempt that did not hold.

    Attributes:
        seed: Of the row.
        case: Number of the attempt.
        line: What went wrong, in one line.
    """

    seed: int
    case: int
    line: str


@dataclass(frozen=True)
class Outcome:
    """One row of the table.

    Attributes:
        name: Of the row, as in ``--only NAME``.
        tried: Attempts made.
        held: Attempts that did no harm.
        failures: The others; each can be made again with its seed and case.
        seconds: How long it took.
    """

    name: str
    tried: int
    held: int
    failures: tuple[Failure, ...] = ()
    seconds: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        failures = [{"seed": one.seed, "case": one.case, "line": one.line} for one in self.failures]
        return {"name": self.name, "tried": self.tried, "held": self.held, "failures": failures}


def attempted(name: str, seed: int, cases: Iterable[int], attempt: Attempt) -> Outcome:
    """Make attempts one after the other.

    Args:
        name: Of the row.
        seed: Of the row.
        cases: Numbers of the attempts.
        attempt: Makes one.
    """
    lines = [(case, attempt(seed, case)) for case in cases]
    failures = tuple(Failure(seed, case, one_line(line)) for case, line in lines if line)
    return Outcome(name, len(lines), len(lines) - len(failures), failures)


def one_line(text: str) -> str:
    """Words of anybody as one short line of printable ASCII, without the names of this machine's folders."""
    text = _TEMPORARY.sub("", text.replace(f"{ROOT}/", ""))
    plain = " ".join(text.split())
    return "".join(sign if " " <= sign <= "~" else f"\\u{ord(sign):04x}" for sign in plain)[:LONGEST_LINE]
