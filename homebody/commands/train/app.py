"""``homebody train``: detectors and action recognisers on collected data, and exporting what was trained."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.process.terminal import progress, say
from homebody.commands.train.recognizer import recognizer
from homebody.commands.train.rescoring import rescoring
from homebody.commands.train.rewriter import rewriter
from homebody.commands.train.states import states
from homebody.options.amounts import SeedOption
from homebody.options.figures import JsonOption
from homebody.options.perception import TrustOption, WeightsOption
from homebody.options.training import (
    BatchOption,
    BeginningOption,
    DataOption,
    DeviceOption,
    EpochsOption,
    PatienceOption,
    RateOption,
    SizeOption,
    ThreadsOption,
    TrainingFolderOption,
)
from homebody.output import Output, right, table

if TYPE_CHECKING:
    from perception.detector.training import TrainedDetector

app = typer.Typer(help="Train what perceives, on data that homebody collect made.", no_args_is_help=True)


@app.command()
def detector(
    data: DataOption,
    out: TrainingFolderOption = Path("runs/detector"),
    weights: BeginningOption = None,
    trust_weights: TrustOption = False,
    epochs: EpochsOption = 10,
    size: SizeOption = 320,
    batch: BatchOption = 16,
    rate: RateOption = 0.002,
    final: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Learning rate in the end, as a share of that.")
    ] = 0.05,
    patience: PatienceOption = 20,
    device: DeviceOption = "auto",
    threads: ThreadsOption = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes that read pictures.")] = 0,
    processes: Annotated[int, typer.Option(min=1, help="Processes that share every batch, without a GPU.")] = 1,
    rare: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Types that a smaller share of the pictures show are shown oftener.")
    ] = 0.0,
    seed: SeedOption = 0,
    json_out: JsonOption = None,
) -> None:
    """Train a YOLO-World on the words of a data set's classes."""
    from perception.detector.training import TrainingRecipe, train_detector

    told = Output(json_out)
    recipe = TrainingRecipe(epochs, size, batch, rate, final, patience, seed, threads, workers, processes, rare)
    with _Watch() as watch:
        report = train_detector(data, out, recipe, weights, device, watch, trust_weights)
    for note in report.notes:
        told.show(f"note: {note}")
    told.show(_table(report), f"best checkpoint: {report.best}; curves and figures in {out}")
    told.json(_figures(report))


app.command()(recognizer)
app.command()(rescoring)
app.command()(rewriter)
app.command()(states)


@app.command()
def export(
    out: Annotated[Path, typer.Argument(help="The new .onnx file.")],
    weights: WeightsOption = None,
    size: SizeOption = 288,
    int8: Annotated[
        bool, typer.Option("--int8", help="Numbers of 8 bits: smaller, quicker, and a little less exact.")
    ] = False,
    seed: SeedOption = 0,
    trust_weights: TrustOption = False,
) -> None:
    """Write a detector as ONNX: it runs without torch, and its classes are still chosen when it is asked."""
    from perception.detector.yolo_onnx import export_onnx
    from perception.detector.yolo_world import weights_path

    frames = []
    if int8:
        from eval.collect.samples import sample_frames

        frames = sample_frames(seed=seed)
    path = export_onnx(weights_path(weights), out, size, trust_weights, frames)
    say(f"{path}: {path.stat().st_size / 1e6:.1f} MB; use it with --detector yolo-world --weights {path}")


class _Watch:
    """Shows on a terminal how far the training is."""

    def __enter__(self) -> _Watch:
        self._bar = progress(transient=False)
        self._bar.start()
        self._task = self._bar.add_task("training", total=1000)
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, epoch: int, epochs: int, share: int, loss: float) -> None:
        self._bar.update(self._task, completed=share, description=f"epoch {epoch} of {epochs}, loss {loss:.3f}")


def _figures(report: TrainedDetector) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "best": str(report.best),
        "epochs": [asdict(epoch) for epoch in report.epochs],
        "notes": list(report.notes),
        "resumed_from_epoch": report.resumed,
        "plots": [str(path) for path in report.plots],
    }


def _table(report: TrainedDetector) -> Any:
    rows = [(str(one.number), f"{one.loss:.3f}", f"{one.map50:.3f}", f"{one.map50_95:.3f}") for one in report.epochs]
    return table(right("epoch", "loss", "mAP50", "mAP50-95"), rows, "validation, boxes of all sizes")
