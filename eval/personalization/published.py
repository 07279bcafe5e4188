"""What the paper publishes (Memento: main results, three in one, other words, other places, retrieval), in percent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class PublishedScore:
    """A published row.

    Attributes:
        percent_complete: Mean, percent.
        success: Percent.
        cycles: Mean planning cycles; None where not published.
        steps: Mean simulator steps; None where not published.
        change_complete: Against the acquisition episodes; None where not published.
        change_success: Likewise.
    """

    percent_complete: float
    success: float
    cycles: float | None = None
    steps: float | None = None
    change_complete: float | None = None
    change_success: float | None = None


_MAIN: Mapping[str, Mapping[str, tuple[float, ...]]] = {
    "acquisition": {
        "GPT-4o": (96.3, 95.0, 16.5, 2156),
        "Claude-3.5-Sonnet": (96.2, 94.0, 16.0, 2104),
        "Qwen-2.5-72b": (93.5, 91.0, 17.5, 2282),
        "Llama-3.1-70b": (92.9, 90.0, 17.7, 2162),
        "Llama-3.1-8b": (78.1, 68.5, 19.3, 2377),
        "Qwen-2.5-7b": (64.1, 53.2, 21.7, 2477),
    },
    "single": {
        "GPT-4o": (88.0, 85.1, 16.1, 2451, -8.3, -9.9),
        "Claude-3.5-Sonnet": (69.3, 63.7, 15.3, 2259, -26.9, -30.3),
        "Qwen-2.5-72b": (72.6, 67.2, 17.5, 2691, -20.9, -23.8),
        "Llama-3.1-70b": (72.2, 66.7, 19.0, 2567, -20.7, -23.3),
        "Llama-3.1-8b": (48.1, 35.0, 19.0, 3132, -30.0, -33.5),
        "Qwen-2.5-7b": (39.1, 27.4, 21.8, 3271, -25.0, -25.8),
    },
    "joint": {
        "GPT-4o": (86.7, 63.9, 28.9, 3481, -10.5, -30.5),
        "Claude-3.5-Sonnet": (64.6, 33.3, 27.8, 3199, -30.1, -57.0),
        "Qwen-2.5-72b": (68.9, 36.1, 31.3, 4027, -27.9, -58.3),
        "Llama-3.1-70b": (51.3, 8.3, 31.4, 3425, -44.9, -83.4),
        "Llama-3.1-8b": (35.3, 8.3, 27.4, 3478, -45.5, -59.8),
        "Qwen-2.5-7b": (33.7, 5.6, 26.9, 4149, -34.2, -52.7),
    },
    "triple": {"GPT-4o": (61.2, 22.0), "Qwen-2.5-72b": (42.4, 7.3)},
    "paraphrased": {"GPT-4o": (80.4, 73.3), "Qwen-2.5-72b": (59.6, 53.3)},
    "elsewhere": {"GPT-4o": (92.5, 83.3), "Qwen-2.5-72b": (85.8, 75.0)},
}


def published(stage: str) -> dict[str, PublishedScore]:
    """Rows of a stage by model; triple, paraphrased and elsewhere are of the paper's own, other episodes."""
    return {model: PublishedScore(*row) for model, row in _MAIN.get(stage, {}).items()}


RETRIEVAL: Mapping[str, Mapping[int, float]] = {
    "published: all-mpnet-base-v2": {3: 13.9, 5: 3.5},
    "published: 10 candidates ranked by GPT-4o": {3: 2.5, 5: 1.5},
    "published: query expansion by GPT-4o": {3: 9.0, 5: 1.5},
}
"""Missing rates of single requests, percent, at the best 3 and 5."""
