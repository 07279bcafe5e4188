"""``homebody train recognizer``: an action recogniser from collected sequences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.process.terminal import progress
from homebody.options.amounts import SeedOption
from homebody.options.figures import JsonOption
from homebody.options.perception import DetectorOption
from homebody.options.training import (
    BatchOption,
    BeginningOption,
    DataOption,
    DeviceOption,
    EpochsOption,
    PatienceOption,
    RateOption,
    ThreadsOption,
    TrainingFolderOption,
)
from homebody.output import Output, left, right, table

if TYPE_CHECKING:
    from perception.recognizer.training.fit import TrainingProgress
    from perception.recognizer.training.report import TrainReport


def recognizer(
    data: DataOption,
    out: TrainingFolderOption = Path("runs/recognizer"),
    weights: BeginningOption = None,
    epochs: EpochsOption = 16,
    device: DeviceOption = "auto",
    batch: BatchOption = 96,
    rate: RateOption = 0.002,
    patience: PatienceOption = 5,
    actions_only: Annotated[bool, typer.Option(help="Train the action head only; keep the rest of --weights.")] = False,
    detector: DetectorOption = None,
    detector_weights: Annotated[
        Path | None, typer.Option(help="The detector's, in place of those it comes with.")
    ] = None,
    threads: ThreadsOption = None,
    seed: SeedOption = 0,
    json_out: JsonOption = None,
) -> None:
    """Train a LongT5 that tells from frames what was done, and with what."""
    from perception.extras import needs
    from perception.recognizer.training.fit import train_recognizer
    from perception.senses import ChosenSenses

    if threads is not None:
        needs("torch").set_num_threads(threads)
    told = Output(json_out)
    with _Watch() as watch:
        report = train_recognizer(
            data,
            out,
            weights=weights,
            epochs=epochs,
            device=device,
            batch=batch,
            seed=seed,
            rate=rate,
            patience=patience,
            actions_only=actions_only,
            detector=None if detector is None else ChosenSenses(detector, weights=detector_weights).open_detector(),
            on_progress=watch,
        )
    for note in (*report.notes, *_faults(report)):
        told.show(f"note: {note}")
    if report.resumed_from:
        told.show(f"gone on after epoch {report.resumed_from}")
    told.show(_epochs(report), _scores(report), f"best weights: {report.weights}; curves and figures in {out}")
    told.json(report.as_dict())


class _Watch:
    """Shows on a terminal how far the training is."""

    def __enter__(self) -> _Watch:
        self._bar = progress()
        self._bar.start()
        self._task = self._bar.add_task("reading", total=None)
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, at: TrainingProgress) -> None:
        words = at.stage if at.loss is None else f"epoch {at.epoch} of {at.epochs}, loss {at.loss:.3f}"
        self._bar.update(self._task, completed=at.done, total=at.of, description=words)
        if at.note:
            self._bar.console.print(at.note)


def _faults(report: TrainReport) -> list[str]:
    if not report.faults:
        return []
    return [f"{len(report.faults)} sequences could not be read and were left out; the first: {report.faults[0]}"]


def _epochs(report: TrainReport) -> Any:
    title = "epochs; accuracies on val" + (", stopped early" if report.stopped_early else "")
    shown = table(right("epoch", "loss", "actions", "objects"), title=title)
    for one in report.history:
        best = " *" if one["epoch"] == report.best_epoch else ""
        accuracies = (f"{100 * one[name]:.1f} %" for name in ("action_accuracy", "object_accuracy"))
        shown.add_row(f"{one['epoch']:.0f}{best}", f"{one['loss']:.3f}", *accuracies)
    return shown


def _scores(report: TrainReport) -> Any:
    numbers = right("frames", "actions", "interactions", "objects of these")
    shown = table([*left("split", "given"), *numbers], title="the best weights")
    words = {"whole": "whole episodes", "live": "the latest frames"}
    for split, ways in report.scores.items():
        for way, one in ways.items():
            shares = (f"{100 * one[name]:.1f} %" for name in ("action_accuracy", "object_accuracy"))
            action, kind = shares
            shown.add_row(split, words[way], str(one["frames"]), action, str(one["interactions"]), kind)
    return shown
