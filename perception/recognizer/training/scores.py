"""How often a recogniser is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from perception.recognizer.action import ACTIONS, INTERACTIONS, NO_OBJECT

Prediction = tuple[str, str]
"""An action and its object type."""


@dataclass(frozen=True)
class Scores:
    """Figures over the frames of some episodes; the first frame of each, which is no action by definition, left out.

    Attributes:
        frames: How many.
        action_accuracy: Share whose action is right.
        interactions: Frames whose true action is an interaction.
        object_accuracy: Share of these whose object type is right; an interaction taken for a motion or for nothing
            has no object, and so a wrong one.
        both_accuracy: Share of these where action and object are right.
        macro_object_recall: Mean over the true object types of the share that is right.
        per_action: For each action that occurs or is said: precision, recall, frames.
        confusion: (actions, actions) counts, rows true, columns said, in the order of ``ACTIONS``.
        mistaken_objects: The most frequent (true, said, times).
    """

    frames: int
    action_accuracy: float
    interactions: int
    object_accuracy: float
    both_accuracy: float
    macro_object_recall: float
    per_action: dict[str, dict[str, float | int | None]]
    confusion: tuple[tuple[int, ...], ...]
    mistaken_objects: tuple[tuple[str, str, int], ...]

    @property
    def mean(self) -> float:
        """Of both accuracies."""
        return (self.action_accuracy + self.object_accuracy) / 2

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "frames": self.frames,
            "action_accuracy": round(self.action_accuracy, 4),
            "interactions": self.interactions,
            "object_accuracy": round(self.object_accuracy, 4),
            "both_accuracy": round(self.both_accuracy, 4),
            "macro_object_recall": round(self.macro_object_recall, 4),
            "per_action": self.per_action,
            "actions": [name or "none" for name in ACTIONS],
            "confusion": [list(row) for row in self.confusion],
            "mistaken_objects": [list(one) for one in self.mistaken_objects],
        }


def scores(truth: Sequence[Prediction], said: Sequence[Prediction]) -> Scores:
    """Compare what was done with what was said, frame by frame; both without the first frames of episodes."""
    true, told = (np.array([ACTIONS.index(action) for action, _ in pairs], int) for pairs in (truth, said))
    confusion = np.zeros((len(ACTIONS), len(ACTIONS)), int)
    np.add.at(confusion, (true, told), 1)
    handled = [k for k, (action, _) in enumerate(truth) if action in INTERACTIONS]
    right: dict[str, list[bool]] = {}
    wrong: dict[tuple[str, str], int] = {}
    for k in handled:
        kind, given = truth[k][1], said[k][1]
        right.setdefault(kind, []).append(kind == given)
        if kind != given:
            pair = kind, given or NO_OBJECT
            wrong[pair] = wrong.get(pair, 0) + 1
    per_kind = [float(np.mean(hits)) for hits in right.values()]
    return Scores(
        frames=len(truth),
        action_accuracy=_share(int(np.trace(confusion)), len(truth)),
        interactions=len(handled),
        object_accuracy=_share(sum(map(sum, right.values())), len(handled)),
        both_accuracy=_share(sum(truth[k] == said[k] for k in handled), len(handled)),
        macro_object_recall=float(np.mean(per_kind)) if per_kind else 0.0,
        per_action=_per_action(confusion),
        confusion=tuple(tuple(int(v) for v in row) for row in confusion),
        mistaken_objects=tuple((*pair, n) for pair, n in sorted(wrong.items(), key=lambda one: (-one[1], one[0]))[:20]),
    )


def _per_action(confusion: np.ndarray) -> dict[str, dict[str, float | int | None]]:
    found: dict[str, dict[str, float | int | None]] = {}
    for k, name in enumerate(ACTIONS):
        hits, true, told = int(confusion[k, k]), int(confusion[k].sum()), int(confusion[:, k].sum())
        if true or told:
            found[name or "none"] = {
                "precision": round(hits / told, 4) if told else None,
                "recall": round(hits / true, 4) if true else None,
                "frames": true,
            }
    return found


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
