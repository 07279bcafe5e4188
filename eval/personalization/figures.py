"""The figures of ``eval personalization``, as plain JSON."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eval.personalization.run import MADE, LivedRequest, PersonalizationStage, differences


@dataclass(frozen=True)
class StageRun:
    """A stage lived with one memory.

    Attributes:
        stage: Which.
        memory: What could be used: none, episodic, profile, both; "" in acquisition.
        lived: What came of each episode.
    """

    stage: PersonalizationStage
    memory: str
    lived: tuple[LivedRequest, ...]


def figures(runs: Sequence[StageRun], told: Mapping[str, LivedRequest]) -> list[dict[str, Any]]:
    """Scores of every stage and memory, in all and by kind and subtype of knowledge.

    Args:
        runs: What was lived.
        told: By id what came of the acquisition episodes.
    """
    return [
        {
            "stage": one.stage,
            "memory": one.memory,
            "made": one.stage in MADE,
            **scores(one.lived, told),
            "by_kind": _by(one.lived, told, lambda lived: [lived.kind]),
            "by_subtype": _by(one.lived, told, _subtypes),
            "by_house": _by(one.lived, told, lambda lived: [lived.house]),
            "why": dict(Counter(_reason(lived.why) for lived in one.lived if lived.why).most_common()),
            "failures": [_failure(lived) for lived in one.lived if not lived.success],
        }
        for one in runs
    ]


def _subtypes(lived: LivedRequest) -> list[str]:
    if len(lived.subtypes) != 1:
        return []
    return [f"{lived.kind} {lived.subtypes[0]}"]


def _reason(why: str) -> str:
    """A reason without its names."""
    head = why.partition(":")[0]
    for word in ("took", "moved", "left"):
        if head.startswith(f"{word} "):
            return f"{word} … {head.partition(',')[2].rpartition(',')[2].strip()}" if "," in head else f"{word} …"
    return head


def _failure(lived: LivedRequest) -> dict[str, Any]:
    return {
        "episode": lived.id,
        "kind": lived.kind,
        "instruction": lived.instruction,
        "percent_complete": round(100 * lived.percent_complete, 1),
        "why": lived.why,
    }


def _by(
    lived: Sequence[LivedRequest], told: Mapping[str, LivedRequest], keys: Callable[[LivedRequest], list[str]]
) -> dict[str, Any]:
    groups: dict[str, list[LivedRequest]] = {}
    for one in lived:
        for key in keys(one):
            groups.setdefault(key, []).append(one)
    return {key: scores(some, told) for key, some in sorted(groups.items())}


def scores(lived: Sequence[LivedRequest], told: Mapping[str, LivedRequest]) -> dict[str, Any]:
    """Means of some episodes, shares in percent; the interval of success is that of Wilson, 95 %."""
    count = len(lived)
    if not count:
        return {"episodes": 0}
    won = sum(one.success for one in lived)
    low, high = wilson(won, count)
    changes = list(differences(lived, told))
    return {
        "episodes": count,
        "percent_complete": _percent(sum(one.percent_complete for one in lived) / count),
        "success": _percent(won / count),
        "success_interval": [_percent(low), _percent(high)],
        "change_complete": _percent(sum(one for one, _ in changes) / len(changes)) if changes else None,
        "change_success": _percent(sum(one for _, one in changes) / len(changes)) if changes else None,
        "cycles": round(sum(one.cycles for one in lived) / count, 1),
        "steps": round(sum(one.steps for one in lived) / count),
        "asked": _percent(sum(bool(one.asked) for one in lived) / count),
        "calls": sum(one.calls for one in lived),
        "tokens": sum(one.tokens for one in lived),
    }


def wilson(won: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score."""
    z, share = 1.96, won / count
    middle, off = share + z * z / (2 * count), z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return max(0.0, (middle - off) / scale), min(1.0, (middle + off) / scale)


def _percent(share: float) -> float:
    return round(100 * share, 1)
