"""The figures of ``eval teach``: TEACh's metrics over results, by task and by split, and the published ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eval.teach.metrics import MAX_FAILURES, MAX_STEPS, Attempt, aggregate
from eval.teach.run import EDH, TFD, InstanceResult

SHOWN = ("SR", "GC", "PLW_SR", "PLW_GC")

PUBLISHED: dict[str, dict[str, dict[str, float]]] = {
    TFD: {
        "HELPER": {"SR": 0.137},
        "HELPER, ground-truth perception": {"SR": 0.302},
    },
    EDH: {"HELPER": {"SR": 0.174}},
}
"""Published agents on valid_unseen, fractions (HELPER, EMNLP 2023), as far as our references state them."""

NOTE = "ours: kinematic embedded engine, {}; published: AI2-THOR in Unity, from images"
KNOWN, SEEN = "ground-truth perception of what is in view", "what it finds in its pictures"


def figures(results: Sequence[InstanceResult]) -> dict[str, Any]:
    """Fractions under the names of the command's JSON; only ``episodes`` when there are none."""
    return of_attempts([result.attempt for result in results])


def of_attempts(attempts: Sequence[Attempt]) -> dict[str, Any]:
    """The same over attempts."""
    if not attempts:
        return {"episodes": 0}
    found = aggregate(attempts, MAX_STEPS, MAX_FAILURES)
    return {
        "episodes": found.attempts,
        "SR": found.sr,
        "GC": found.gc,
        "PLW_SR": found.plw_sr,
        "PLW_GC": found.plw_gc,
        "steps": sum(attempt.steps for attempt in attempts) / found.attempts,
        "reference_steps": sum(attempt.path_length for attempt in attempts) / found.attempts,
        "stopped": found.stopped,
        "failure_limit": found.failure_limit,
        "step_limit": found.step_limit,
    }


def report(protocol: str, results: Sequence[InstanceResult], seconds: float, seen: bool = False) -> dict[str, Any]:
    """Everything the command gives as JSON.

    Args:
        protocol: ``tfd`` or ``edh``.
        results: One per instance.
        seconds: How long it took.
        seen: Whether the agent went by pictures.
    """
    tasks = sorted({result.task for result in results})
    splits = {"seen": [r for r in results if not r.unseen], "unseen": [r for r in results if r.unseen]}
    measured = results[0].ceilings if results else {}
    ceilings = {name: of_attempts([result.ceilings[name] for result in results]) for name in measured}
    return {
        "protocol": protocol,
        **figures(results),
        **({"ceilings": ceilings} if ceilings else {}),
        "by_task": {task: figures([r for r in results if r.task == task]) for task in tasks},
        "by_split": {name: figures(part) for name, part in splits.items() if part},
        "published": PUBLISHED[protocol],
        "note": NOTE.format(SEEN if seen else KNOWN),
        "seconds": round(seconds, 2),
    }
