"""Which remembered episodes help with a request: a hybrid of words and meaning, each part of the request by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from memory.assistance import EpisodeMemory
from memory.episodic.lexical import LexicalIndex
from memory.episodic.splitting import parts

TextVectors = Callable[[Sequence[str]], np.ndarray]
"""Texts → one vector of length 1 per text, as rows."""
MEANING = 0.25
"""What meaning counts beside words: of 0.25, 0.5 and 1 the best for single and joint requests of the shared houses."""
FEWEST = 3
"""So many are found unless more are asked for."""


@dataclass(frozen=True)
class FoundEpisode:
    """An episode that may help.

    Attributes:
        episode: Which.
        score: How well it fits the part of the request that it fits best; the best for that part has 1.
        part: That part.
    """

    episode: EpisodeMemory
    score: float
    part: str


class EpisodeRetriever:
    """Finds episodes of one home.

    Args:
        episodes: All that is remembered; only those of the home that is asked for are searched.
        vectors: A sentence encoder; without it only words count.
        split: Whether a request for several things is taken apart.
    """

    def __init__(
        self, episodes: Sequence[EpisodeMemory], vectors: TextVectors | None = None, split: bool = True
    ) -> None:
        self._episodes, self._vectors, self._split = tuple(episodes), vectors, split

    def find(self, request: str, home: str, most: int = FEWEST, user: str | None = None) -> list[FoundEpisode]:
        """The best episodes, the best first, each once.

        Args:
            request: What is asked for.
            home: Where.
            most: How many.
            user: Whose; None for anybody's.
        """
        pool = [one for one in self._episodes if one.home == home and user in (None, one.user)]
        if not pool or most < 1:
            return []
        asked = parts(request) if self._split else [request]
        per_part = [self._scores(part, pool) for part in asked]
        best: dict[str, FoundEpisode] = {}
        for part, scores in zip(asked, per_part, strict=True):
            for one, score in zip(pool, scores, strict=True):
                if one.id not in best or score > best[one.id].score:
                    best[one.id] = FoundEpisode(one, score, part)
        return sorted(best.values(), key=lambda found: -found.score)[:most]

    def _scores(self, part: str, pool: Sequence[EpisodeMemory]) -> list[float]:
        """Per episode how well it fits one part, the best 1."""
        texts = [one.instruction for one in pool]
        words = np.array(LexicalIndex(texts).scores(part))
        if self._vectors is None:
            return (words / (words.max() or 1.0)).tolist()
        vectors = self._vectors([part, *texts])
        both = _standard(words) + MEANING * _standard(vectors[1:] @ vectors[0])
        low, high = both.min(), both.max()
        return ((both - low) / ((high - low) or 1.0)).tolist()


def _standard(values: np.ndarray) -> np.ndarray:
    """Values with mean 0 and deviation 1."""
    return (values - values.mean()) / (values.std() or 1.0)


@dataclass(frozen=True)
class MissingRates:
    """How often what was needed is not among the best.

    Attributes:
        requests: How many were tried.
        missed: Number of best ones → share of requests of which some needed episode is not among them.
    """

    requests: int
    missed: dict[int, float]


def missing_rates(
    requests: Sequence[tuple[str, str, frozenset[str]]], retriever: EpisodeRetriever, tops: Sequence[int] = (1, 2, 3, 5)
) -> MissingRates:
    """Measure a retriever.

    Args:
        requests: Request, home, and ids of all episodes that it needs.
        retriever: What finds.
        tops: How many best ones are looked at.
    """
    missed = dict.fromkeys(tops, 0)
    for request, home, needed in requests:
        ids = [one.episode.id for one in retriever.find(request, home, max(tops))]
        for top in tops:
            missed[top] += not needed <= set(ids[:top])
    return MissingRates(len(requests), {top: count / max(1, len(requests)) for top, count in missed.items()})
