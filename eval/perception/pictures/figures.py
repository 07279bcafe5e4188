"""Recall and precision over judged pictures: of all boxes, and of every type with equal weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from eval.perception.pictures.judging import HALF, SIDE, SMALLEST, SURE, BoxVerdict, Judgement

LOW = 0.3
"""Recall below which a type is listed."""


def figures(judged: Iterable[Judgement]) -> dict[str, Any]:
    """How much was found, and how much of what was found is right.

    A box counts as its first type, a find as what it was called. The mean of recall is over types with at least one
    box; that of precision over those of them that were found at least once, rightly or not.

    Returns:
        ``frames``, ``boxes``, ``finds``, ``recall``, ``precision`` (of all boxes and finds together), ``by_type``,
        ``mean_type_recall``, ``mean_type_precision``, ``types``, ``low`` (types whose recall is below ``LOW``, the
        lowest first) and how it was counted. None where there was nothing to count.
    """
    frames = 0
    boxes: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    finds: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for one in judged:
        frames += 1
        for thing, verdict in one.truth:
            boxes[thing.types[0]] += verdict is not BoxVerdict.IGNORED
            hits[thing.types[0]] += verdict is BoxVerdict.RIGHT
        for find, verdict in one.found:
            finds[find.label] += verdict is not BoxVerdict.IGNORED
            right[find.label] += verdict is BoxVerdict.RIGHT
    kinds = sorted({kind for kind in (*boxes, *finds) if boxes[kind] or finds[kind]}, key=lambda k: (-boxes[k], k))
    by_type = {
        kind: {
            "n": boxes[kind],
            "recall": _share(hits[kind], boxes[kind]),
            "found": finds[kind],
            "precision": _share(right[kind], finds[kind]),
        }
        for kind in kinds
    }
    labelled = {kind: row for kind, row in by_type.items() if row["n"]}
    return {
        "frames": frames,
        "boxes": boxes.total(),
        "finds": finds.total(),
        "recall": _share(hits.total(), boxes.total()),
        "precision": _share(right.total(), finds.total()),
        "mean_type_recall": _mean(row["recall"] for row in labelled.values()),
        "mean_type_precision": _mean(row["precision"] for row in labelled.values()),
        "types": len(labelled),
        "low": _low(labelled),
        "by_type": by_type,
        "confidence": SURE,
        "overlap": HALF,
        "smallest_pixels": SMALLEST,
        "of_side": SIDE,
    }


def _low(labelled: Mapping[str, Mapping[str, Any]]) -> list[str]:
    rows = [(row["recall"], kind) for kind, row in labelled.items() if row["recall"] < LOW]
    return [kind for _, kind in sorted(rows)]


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 4) if known else None
