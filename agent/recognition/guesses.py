"""What an episode's task may have been, with how likely it is."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Alternative:
    """Another task that it may have been, with its probability."""

    name: str
    params: tuple[str, ...]
    desc: str
    confidence: float


@dataclass(frozen=True)
class TaskGuess:
    """Which task an episode served.

    Attributes:
        name: Task type, as in ``envs.teach.tasks.definitions``.
        params: Its parameters; empty where they do not show (the menu of a breakfast).
        desc: The task in one line, as recorded games word it: "Put all Fork in any Sink."
        confidence: Probability that ``desc`` is right, between 0 and 1.
        alternatives: What else it may have been, likeliest first, at most eight.
        reasons: What spoke for it, strongest first, at most six.
        seen: Whether it is told from deeds that were only seen.
    """

    name: str
    params: tuple[str, ...]
    desc: str
    confidence: float
    alternatives: tuple[Alternative, ...] = ()
    reasons: tuple[str, ...] = ()
    seen: bool = False

    def chance(self, desc: str) -> float:
        """Probability of a task by its text; capitals, blanks and the full stop do not count ("side table")."""
        for option in (Alternative(self.name, self.params, self.desc, self.confidence), *self.alternatives):
            if plain(option.desc) == plain(desc):
                return option.confidence
        return 0.0


def plain(desc: str) -> str:
    """A task's text without capitals, blanks and full stop, which questions write differently."""
    return re.sub(r"[\s.]", "", desc).lower()
