"""Every door that damaged input is brought to: each attempt says what did not hold, "" when everything did."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.fuzz import arguments, files, questions, trails

ROWS: dict[str, Callable[[int, int], str]] = {
    "questions": questions.question,
    "looking": questions.looking,
    "changing": questions.changing,
    "run": arguments.run,
    "interruptions": arguments.interruption,
    "environment": arguments.environment,
    "trails": trails.trail,
    "games": files.game,
    "settings": files.setting,
    "imports": files.importing,
    "archives": files.archive,
}
"""(seed, number of the case) -> what did not hold."""
