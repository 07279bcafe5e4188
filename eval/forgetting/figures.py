"""Figures of the two-round evaluation, by the names of the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np

from eval.forgetting.run import PlayedHistory, ScoredAnswer
from eval.forgetting.strict_score import CORRECT, RANK, WRONG
from eval.report.share import Share

_DRAWS = 2000  # bootstrap samples for an interval


@dataclass(frozen=True)
class RecipeFigures:
    """One recipe over all histories; sizes, tokens and seconds are means over histories.

    Attributes:
        round1: Scores of the first questions.
        round2: Scores of the second ones.
        improved: Percentage of pairs in a better category in round 2 (S_↑).
        equal: Percentage in the same one (S_≡).
        forgotten: Forgotten ratio in rounds 1 and 2, percent.
        final: N_f.
        mean: N_∅.
        tokens_question: Tokens read per question.
        tokens_forget: Tokens read by the relevance estimator per history.
        seconds: Per history.
    """

    round1: Share
    round2: Share
    improved: float
    equal: float
    forgotten: tuple[float, float]
    final: float
    mean: float
    tokens_question: float
    tokens_forget: float
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "round1": self.round1.as_dict(),
            "round2": self.round2.as_dict(),
            "improved": self.improved,
            "equal": self.equal,
            "forgotten_ratio": list(self.forgotten),
            "N_f": self.final,
            "N_mean": self.mean,
            "tokens_question": self.tokens_question,
            "tokens_forget": self.tokens_forget,
            "seconds": self.seconds,
        }


def figures(played: Sequence[PlayedHistory]) -> RecipeFigures:
    """Figures over at least one history."""
    first, second = [one.first for one in played], [one.second for one in played]
    steps = [RANK[two.label] - RANK[one.label] for one, two in zip(first, second, strict=True)]
    return RecipeFigures(
        round1=share(first),
        round2=share(second),
        improved=_percent([step > 0 for step in steps]),
        equal=_percent([step == 0 for step in steps]),
        forgotten=(_percent([one.forgotten for one in first]), _percent([one.forgotten for one in second])),
        final=round(fmean(one.nodes[-1] for one in played), 1),
        mean=round(fmean(fmean(one.nodes) for one in played), 1),
        tokens_question=round(fmean(one.answer.tokens_read for one in (*first, *second)), 1),
        tokens_forget=round(fmean(one.tokens_forget for one in played), 1),
        seconds=round(fmean(one.seconds for one in played), 2),
    )


def share(replies: Sequence[ScoredAnswer], seed: int = 0) -> Share:
    """Scores of one round; the seed is that of the bootstrap."""
    hits = np.array([[one.label == CORRECT, one.label != WRONG] for one in replies], dtype=float)
    draws = np.random.default_rng(seed).integers(0, len(hits), (_DRAWS, len(hits)))
    low, high = np.percentile(hits[draws].mean(axis=1), [2.5, 97.5], axis=0) * 100
    mean = hits.mean(axis=0) * 100
    values = [round(float(value), 1) for value in (*mean, *low, *high)]
    return Share(values[0], values[1], (values[2], values[4]), (values[3], values[5]))


def _percent(hits: Sequence[bool]) -> float:
    return round(100 * fmean(hits), 1)
