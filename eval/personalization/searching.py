"""How often what a request needs is not among the episodes that a way of searching finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from envs.rearrangement.episode import RearrangementEpisode
from memory.assistance import EpisodeMemory
from memory.episodic.retrieval import EpisodeRetriever, MissingRates, TextVectors, missing_rates

TOPS = (1, 2, 3, 5, 10)
"""So many of the best are looked at."""


def ways(episodes: Sequence[EpisodeMemory], vectors: TextVectors | None) -> dict[str, EpisodeRetriever]:
    """Ways of searching, by name; those by meaning only with an encoder."""
    found = {
        "words": EpisodeRetriever(episodes, split=False),
        "words, each part of a request": EpisodeRetriever(episodes),
    }
    if vectors is not None:
        found["words and meaning"] = EpisodeRetriever(episodes, vectors, split=False)
        found["words and meaning, each part"] = EpisodeRetriever(episodes, vectors)
    return found


def searching(
    episodes: Sequence[EpisodeMemory],
    requests: Iterable[RearrangementEpisode],
    vectors: TextVectors | None = None,
) -> list[dict[str, Any]]:
    """Missing rates of every way of searching, for all requests and by kind of knowledge.

    Args:
        episodes: What is remembered.
        requests: Each with what it needs.
        vectors: A sentence encoder.
    """
    asked = list(requests)
    rows: list[dict[str, Any]] = []
    for way, retriever in ways(episodes, vectors).items():
        for kind in ("all", *sorted({one.kind for one in asked})):
            of_kind = [one for one in asked if kind in ("all", one.kind)]
            needed = [(one.instruction, one.house, frozenset(one.related)) for one in of_kind]
            rows.append({"way": way, "kind": kind, **_plain(missing_rates(needed, retriever, TOPS))})
    return rows


def _plain(rates: MissingRates) -> dict[str, Any]:
    missing = {f"missing_at_{top}": round(share, 4) for top, share in rates.missed.items()}
    return {"requests": rates.requests, **missing}
