"""The two shares that the papers' tables are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Share:
    """Shares of correct and partially correct answers in percent, with 95 % bootstrap intervals.

    Attributes:
        correct: S_c.
        partial: S_p. H-EMV counts the partially correct alone, H²-EMV the correct ones too: each evaluation follows its
            paper.
        correct_within: Interval of S_c.
        partial_within: Interval of S_p.
    """

    correct: float
    partial: float
    correct_within: tuple[float, float]
    partial_within: tuple[float, float]

    def as_dict(self) -> dict[str, Any]:
        """The figures by the names of the papers."""
        return {
            "S_c": self.correct,
            "S_p": self.partial,
            "S_c_95": list(self.correct_within),
            "S_p_95": list(self.partial_within),
        }
