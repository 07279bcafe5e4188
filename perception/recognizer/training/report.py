"""How a training of the action recogniser ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class TrainReport:
    """How a training ended.

    Attributes:
        weights: The best ones.
        epochs: How many were done, those of earlier calls included.
        best_epoch: Which one the weights are of.
        stopped_early: Whether there was no progress for too long.
        resumed_from: Epoch after which this call went on, 0 when it began anew.
        history: One entry for each epoch: losses and accuracies.
        scores: Of the best weights, by split; see ``scores.Scores``.
        faults: Files that could not be read, and why.
        notes: What else the user should know.
        plots: Pictures that were drawn.
    """

    weights: Path
    epochs: int
    best_epoch: int
    stopped_early: bool
    resumed_from: int
    history: tuple[dict[str, float], ...]
    scores: dict[str, Any]
    faults: tuple[str, ...]
    notes: tuple[str, ...]
    plots: tuple[Path, ...] = field(default=())

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "weights": str(self.weights),
            "epochs": self.epochs,
            "best_epoch": self.best_epoch,
            "stopped_early": self.stopped_early,
            "resumed_from": self.resumed_from,
            "history": list(self.history),
            "scores": self.scores,
            "unreadable": len(self.faults),
            "faults": list(self.faults),
            "notes": list(self.notes),
            "plots": [str(path) for path in self.plots],
        }
