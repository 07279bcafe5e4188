"""What happened in each episode of ``eval teach``, one JSON line each, for whoever wants to know why."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from envs.files.writing import write_atomically
from eval.teach.run import InstanceResult


def write_episodes(path: Path, results: Sequence[InstanceResult]) -> None:
    """Write the lines; an older file is replaced.

    Raises:
        BadInput: The file cannot be written.
    """
    lines = "".join(json.dumps(episode(result), ensure_ascii=False) + "\n" for result in results)
    write_atomically(path, lines.encode(), replace=True)


def episode(result: InstanceResult) -> dict[str, Any]:
    """One episode."""
    attempt, acted = result.attempt, result.acted
    return {
        "instance": attempt.instance_id,
        "task": result.task,
        "read": None if acted.read is None else [acted.read.name, *acted.read.params],
        "aim": None if acted.aim is None else [acted.aim[0], *acted.aim[1]],
        "success": attempt.success,
        "satisfied": [attempt.initial_satisfied, attempt.final_satisfied],
        "total": [attempt.initial_total, attempt.final_total],
        "steps": attempt.steps,
        "reference_steps": attempt.path_length,
        "failures": attempt.failed_actions,
        "reason": acted.reason,
        "ceilings": {name: one.success for name, one in result.ceilings.items()},
    }
