"""The published results of the two-round evaluation on TEACh: H²-EMV, appendix A, tables A2, A3 and A4."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PublishedRow:
    """One system at one history length; percentages 0–100, None where the paper has a dash.

    Attributes:
        correct: S_c in rounds 1 and 2.
        partial: S_p, correct answers included, in rounds 1 and 2.
        improved: S_↑, share of pairs that got better.
        equal: S_≡, share of pairs in the same category.
        forgotten: Forgotten ratio in rounds 1 and 2.
        final: N_f, nodes of level 3 and above in the end.
        mean: N_∅, their mean over all steps.
        tokens_question: C_qa in thousands, building the tree at question time included.
        tokens_forget: C_f in thousands.
    """

    correct: tuple[float, float]
    partial: tuple[float, float]
    improved: float
    equal: float
    forgotten: tuple[float, float]
    final: float | None
    mean: float | None
    tokens_question: float
    tokens_forget: float | None


NAMES = {
    "full": "ours",
    "no summary learning": "no summ. learn.",
    "no learning": "no learning",
    "learn only summaries": "learn only summ.",
    "time only": "time-only forg.",
    "no forgetting, learn summaries": "no f. learn summ.",
    "no forgetting": "no forg.",
    "offline full": "offl. full",
    "offline no learning": "offl. no learning",
    "offline time only": "offl. time-only forg.",
    "offline no forgetting": "offl. no forg.",
    "flat full": "flat full",
    "flat no forgetting": "flat no forg.",
}
"""Name of the recipe here → name in the paper."""

_ALL, _NONE = (100, 100), (0, 0)

PUBLISHED: dict[int, dict[str, PublishedRow]] = {
    5: {
        "full": PublishedRow((20, 34), (34, 48), 34, 50, (100, 64), 52.2, 38.8, 9.4, 152.9),
        "no summary learning": PublishedRow((22, 18), (28, 26), 16, 64, (100, 70), 45.7, 38.2, 9.1, 150.3),
        "no learning": PublishedRow((20, 14), (34, 20), 16, 56, _ALL, 43.6, 38.6, 7.9, 127.2),
        "learn only summaries": PublishedRow((18, 26), (28, 46), 30, 58, _ALL, 43.9, 37.7, 9.1, None),
        "time only": PublishedRow((18, 16), (30, 22), 18, 58, _ALL, 42.7, 37.7, 8.3, None),
        "no forgetting, learn summaries": PublishedRow((48, 38), (64, 56), 34, 24, _NONE, 135.0, 63.9, 10.2, None),
        "no forgetting": PublishedRow((48, 28), (66, 46), 20, 38, _NONE, 131.8, 63.1, 9.1, None),
        "offline full": PublishedRow((2, 16), (12, 22), 20, 70, (100, 74), 19.0, 18.7, 11.5, 69.4),
        "offline no learning": PublishedRow((2, 12), (12, 18), 18, 70, _ALL, 17.4, 18.3, 9.7, 58.5),
        "offline time only": PublishedRow((2, 6), (10, 8), 6, 86, _ALL, 13.4, 14.9, 9.7, None),
        "offline no forgetting": PublishedRow((58, 44), (74, 64), 18, 52, _NONE, 94.9, 71.8, 14.6, None),
        "flat full": PublishedRow((10, 8), (10, 8), 2, 94, (100, 98), None, None, 15.0, 147.7),
        "flat no forgetting": PublishedRow((54, 58), (80, 78), 22, 56, _NONE, None, None, 9.8, None),
    },
    25: {
        "full": PublishedRow((14, 20), (20, 24), 20, 64, (100, 80), 265.1, 148.3, 10.2, 1369.8),
        "no summary learning": PublishedRow((18, 12), (20, 14), 8, 76, (100, 80), 223.9, 133.1, 10.4, 1354.7),
        "no learning": PublishedRow((24, 22), (32, 22), 14, 66, _ALL, 178.5, 114.4, 8.8, 1165.8),
        "learn only summaries": PublishedRow((14, 20), (20, 26), 16, 72, _ALL, 187.3, 117.1, 10.4, None),
        "time only": PublishedRow((22, 16), (28, 16), 10, 70, _ALL, 175.3, 112.6, 9.0, None),
        "no forgetting, learn summaries": PublishedRow((40, 28), (48, 38), 20, 50, _NONE, 944.3, 441.5, 12.8, None),
        "no forgetting": PublishedRow((26, 22), (34, 28), 22, 48, _NONE, 917.8, 431.3, 11.1, None),
        "offline full": PublishedRow((4, 16), (10, 22), 20, 74, (100, 82), 26.5, 26.9, 15.2, 363.5),
        "offline no learning": PublishedRow((8, 6), (16, 10), 8, 78, _ALL, 29.1, 28.9, 13.6, 324.7),
        "offline time only": PublishedRow((2, 4), (6, 10), 8, 88, _ALL, 22.7, 21.8, 13.4, None),
        "offline no forgetting": PublishedRow((42, 22), (48, 28), 10, 58, _NONE, 621.6, 353.6, 21.0, None),
        "flat full": PublishedRow((6, 8), (6, 8), 4, 94, (100, 96), None, None, 16.5, 1330.4),
        "flat no forgetting": PublishedRow((70, 72), (82, 78), 18, 64, _NONE, None, None, 37.0, None),
    },
}
"""By episodes of a history, then by the name of the recipe; 50 histories each."""
