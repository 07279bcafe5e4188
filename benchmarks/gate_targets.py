"""What rooms have to reach: the targets of ``benchmarks.gate``, figures held against them, and known misses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from envs.errors import BadInput


@dataclass(frozen=True)
class Target:
    """What a figure has to reach.

    Attributes:
        figure: Short name, for the table.
        meaning: What the figure is the share of, in words.
        limit: The least value, or the greatest.
        at_most: Whether it is the greatest.
        percent: Whether it is shown as a percentage.
    """

    figure: str
    meaning: str
    limit: float
    at_most: bool = False
    percent: bool = True

    def show(self, value: float, digits: int = 2) -> str:
        """A value of this figure for people."""
        return f"{100 * value:.{digits}f} %" if self.percent else f"{value:.4f}"

    @property
    def wanted(self) -> str:
        """The limit, for people."""
        return f"{'at most' if self.at_most else 'at least'} {self.show(self.limit)}"

    def meets(self, value: float) -> bool:
        """Whether a value is good enough."""
        return value <= self.limit if self.at_most else value >= self.limit


MOTIONS = Target("motions", "motions with the recorded outcome", 0.99)
OBJECTS = Target("object actions", "object actions that succeed as recorded", 0.99)
CHANGES = Target("final changes", "final changed properties, micro-F1,", 0.97, percent=False)
TASK = Target("task outcome", "task outcomes as recorded", 0.97)
NEVER = Target(
    "never visible", "things outside closed containers that are visible from no free pose", 0.003, at_most=True
)
OPENED = Target("cut open", "things for which something had to be cut open, to be visible at all,", 0.01, at_most=True)
HANDLED = Target("handled is visible", "objects that are visible where a recorded player handled them", 0.995)
OWNING = Target("visible has pixels", "objects marked visible that own a pixel", 0.99)
KNOWN = Target("pixels are visible", "objects with many pixels within reach that are marked visible", 0.99)
TARGETS = (MOTIONS, OBJECTS, CHANGES, TASK, NEVER, OPENED, HANDLED, OWNING, KNOWN)


@dataclass(frozen=True)
class Figure:
    """One measured value.

    Attributes:
        source: Of which games or rooms.
        target: What it has to reach.
        value: What was measured.
        n: Over how many cases.
        worst: What spoils it most, in words; empty when nothing does.
    """

    source: str
    target: Target
    value: float
    n: int
    worst: str = ""

    @property
    def met(self) -> bool:
        """Whether the target is met; nothing counted is no success."""
        return self.n > 0 and self.target.meets(self.value)

    def complaint(self) -> str:
        """One sentence about a target that is missed."""
        if self.n == 0:
            return f"{self.source}: there were no {self.target.meaning} to count, so nothing was checked."
        wanted = f"{self.target.wanted} is wanted"
        worst = f" ({self.worst})" if self.worst else ""
        return f"{self.source}: {self.target.meaning} are {self.target.show(self.value)} of {self.n}; {wanted}{worst}."

    def as_dict(self) -> dict[str, Any]:
        """Plain values."""
        limit = {"at_most" if self.target.at_most else "at_least": self.target.limit}
        about = {"source": self.source, "figure": self.target.figure, "n": self.n, "value": round(self.value, 5)}
        shown = {"shown": self.target.show(self.value), "wanted": self.target.wanted}
        return {"bench": "gate", **about, **limit, **shown, "met": self.met, "worst": self.worst}


def misses(figures: Sequence[Figure]) -> list[str]:
    """One sentence for each figure that does not reach its target."""
    return [figure.complaint() for figure in figures if not figure.met]


@dataclass(frozen=True)
class KnownMiss:
    """A target that is not reached yet: it is told as missed, and fails the gate only where it gets worse than this.

    Attributes:
        source: Name of the recordings, as in the table.
        figure: Name of the figure, as in the table.
        value: The worst value that is let through.
    """

    source: str
    figure: str
    value: float

    @classmethod
    def read(cls, text: str) -> KnownMiss:
        """From "SOURCE/FIGURE=VALUE", as "some.zip/never visible=0.007".

        Raises:
            BadInput: It has another form, or names no figure.
        """
        where, _, value = text.rpartition("=")
        source, _, figure = where.rpartition("/")
        names = sorted(target.figure for target in TARGETS)
        try:
            limit = float(value)
        except ValueError:
            limit = math.nan
        if not source or figure not in names or not 0 <= limit <= 1:
            raise BadInput(
                f'--known-miss is "{text}"; expected SOURCE/FIGURE=VALUE with a value from 0 to 1 and one of: '
                + ", ".join(names)
            )
        return cls(source, figure, limit)

    def excuses(self, figure: Figure) -> bool:
        """Whether a missed figure is this one and no worse than known."""
        named = (figure.source, figure.target.figure) == (self.source, self.figure)
        return named and figure.n > 0 and replace(figure.target, limit=self.value).meets(figure.value)
