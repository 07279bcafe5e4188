"""What a training leaves besides weights: its figures as JSON, and pictures of them."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from envs.errors import BadInput
from envs.files.writing import write_atomically
from perception.extras import needs
from perception.recognizer.action import ACTIONS
from perception.recognizer.training.scores import Scores

if TYPE_CHECKING:
    from perception.recognizer.training.report import TrainReport


def written(report: TrainReport, last: Scores, out: Path) -> TrainReport:
    """Write ``metrics.json``, and ``training.png`` and ``confusion.png`` where matplotlib is installed.

    Raises:
        BadInput: The folder cannot be written to.
        TryAgain: The disk is full.
    """
    try:
        plots = {"training.png": learning_curve(report), "confusion.png": confusion_picture(last)}
    except BadInput as error:
        report = replace(report, notes=(*report.notes, f"no plots: {error}"))
        plots = {}
    for name, content in plots.items():
        write_atomically(Path(out) / name, content, replace=True)
    report = replace(report, plots=tuple(Path(out) / name for name in plots))
    text = json.dumps(report.as_dict(), indent=1, ensure_ascii=False) + "\n"
    write_atomically(Path(out) / "metrics.json", text.encode(), replace=True)
    return report


def learning_curve(report: TrainReport) -> bytes:
    """A PNG: loss and accuracies over the epochs.

    Raises:
        BadInput: matplotlib is not installed.
    """
    figure = needs("matplotlib.figure").Figure(figsize=(7, 4), layout="constrained")
    loss, accuracy = figure.subplots(1, 2)
    epochs = [entry["epoch"] for entry in report.history]
    loss.plot(epochs, [entry["loss"] for entry in report.history], color="tab:gray")
    loss.set(xlabel="epoch", ylabel="training loss")
    for name, colour in (("action_accuracy", "tab:blue"), ("object_accuracy", "tab:orange")):
        accuracy.plot(epochs, [entry[name] for entry in report.history], color=colour, label=name.split("_")[0])
    accuracy.axvline(report.best_epoch, color="lightgray", zorder=0)
    accuracy.set(xlabel="epoch", ylabel="accuracy on val", ylim=(0, 1))
    accuracy.legend(loc="lower right")
    return _png(figure)


def confusion_picture(last: Scores) -> bytes:
    """A PNG: of each true action, the shares of what was said.

    Raises:
        BadInput: matplotlib is not installed.
    """
    counts = np.array(last.confusion, float)
    used = np.flatnonzero(counts.sum(axis=0) + counts.sum(axis=1))
    shares = counts[np.ix_(used, used)] / np.maximum(counts[used].sum(axis=1, keepdims=True), 1)
    names = [ACTIONS[k] or "none" for k in used]
    figure = needs("matplotlib.figure").Figure(figsize=(7, 6), layout="constrained")
    axes = figure.subplots()
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    axes.set_xticks(range(len(names)), names, rotation=90)
    axes.set_yticks(range(len(names)), names)
    axes.set(xlabel="recognised", ylabel="done")
    for (row, column), share in np.ndenumerate(shares):
        if share >= 0.005:
            colour = "white" if share > 0.5 else "black"
            axes.text(column, row, f"{100 * share:.0f}", ha="center", va="center", fontsize=7, color=colour)
    return _png(figure)


def _png(figure) -> bytes:
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=120, metadata={"Software": None})
    return content.getvalue()
