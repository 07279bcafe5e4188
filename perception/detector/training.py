"""Training a YOLO-World on phrases: ``homebody train detector``. The loop is ultralytics'; see ``yolo_world_model``."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

from envs.errors import BadInput, GaveUp
from envs.files.writing import write_atomically
from perception.detector.data import DetectorData, read_detector_data, write_lists
from perception.detector.processes import group
from perception.detector.resume import Saver, best_network, read_state, write_last
from perception.detector.ultralytics_setup import ultralytics
from perception.detector.yolo_weights import architecture_file, architecture_of, write_weights
from perception.extras import needs

ARCHITECTURE = "yolov8n-worldv2.yaml"
"""Published architecture that a training from nothing begins with: YOLO-World v2 at scale n, 3.7 M parameters."""


@dataclass(frozen=True)
class TrainingRecipe:
    """How to train.

    Attributes:
        epochs: Times that every picture is looked at.
        size: Side of the square that pictures are resized to, pixels, a multiple of 32.
        batch: Pictures per step.
        rate: Learning rate at its highest (AdamW, cosine).
        final: Learning rate in the end, as a share of the highest.
        patience: Epochs without getting better after which it stops.
        seed: Decides everything random.
        threads: Processor threads; None leaves it to torch.
        workers: Processes that read pictures; 0 reads them in the process that trains.
        processes: Processes that share every batch, without a GPU only; see ``perception.detector.processes``.
        rare: Pictures of what fewer than this share of them show are looked at more often; see ``data.repeated``.
    """

    epochs: int = 10
    size: int = 320
    batch: int = 16
    rate: float = 0.002
    final: float = 0.05
    patience: int = 20
    seed: int = 0
    threads: int | None = None
    workers: int = 0
    processes: int = 1
    rare: float = 0.0


@dataclass(frozen=True)
class Epoch:
    """How it went: mean losses of training, and figures of validation (of ultralytics, all box sizes together)."""

    number: int
    loss: float
    map50: float
    map50_95: float


@dataclass(frozen=True)
class TrainedDetector:
    """What a training left.

    Attributes:
        best: The checkpoint with the best validation.
        epochs: One after the other.
        notes: What was odd about the data, or happened on the way.
        resumed: Epoch that it went on from, 0 for a new training.
        plots: Pictures of curves and confusions.
    """

    best: Path
    epochs: tuple[Epoch, ...]
    notes: tuple[str, ...] = ()
    resumed: int = 0
    plots: tuple[Path, ...] = field(default=())


def train_detector(
    data: Path,
    out: Path,
    recipe: TrainingRecipe = TrainingRecipe(),
    weights: Path | None = None,
    device: str = "auto",
    on_batch: Callable[[int, int, int, float], None] | None = None,
    trust: bool = False,
) -> TrainedDetector:
    """Train a detector, or go on with a training that was cut off.

    Args:
        data: Folder with ``data.yaml``; see ``homebody collect``.
        out: Folder for checkpoints, curves and ``metrics.json``; one that holds an unfinished training goes on.
        recipe: How.
        weights: Checkpoint to begin with; None begins with nothing.
        device: ``auto``, ``cpu``, ``cuda`` or ``cuda:<n>``.
        on_batch: Called after each step with epoch, epochs, share of the epoch in thousandths and the mean loss.
        trust: Whether ``weights`` may be a checkpoint that can run code when it is loaded.

    Raises:
        BadInput: A package is missing, or the data set or the weights are no good; says why.
        GaveUp: The GPU's memory is too small even for half of the batch.
    """
    found = read_detector_data(data)
    ultralytics()
    from perception.detector.yolo_torch import device_of, out_of_memory

    where = device_of(device)
    notes = list(found.notes)
    state = read_state(out / "weights")
    if state is not None and (over := _over(state, out, recipe)) is not None:
        return _report(out, (*notes, f"it was trained for {over} epochs already"), over)
    done = None if state is None else int(state["epoch"]) + 1
    if where.type != "cpu":
        recipe = replace(recipe, processes=1)
    listed = [write_lists(found, out, rank, recipe.processes, recipe.rare) for rank in range(recipe.processes)]
    last = None
    if state is not None:
        last = write_last(state, out / "weights", _arguments(listed[0], out, _recipe(state, out), where))
    saver = Saver(out / "weights", asdict(recipe if state is None else _recipe(state, out)), (state or {}).get("best"))
    if state is None:
        saver.begin()
    model, arguments = _prepared(listed[0], out, recipe, weights, where, last, trust)
    model.add_callback("on_model_save", saver)
    if on_batch is not None:
        _watch(model, on_batch)
    _keep_to(model, recipe, notes)
    follow = partial(_follow, listed, out, recipe, weights, last, trust)
    try:
        with group(recipe.processes, follow):
            model.train(**arguments)
    except RuntimeError as error:
        if not out_of_memory(error):
            raise
        raise _too_little(where, recipe) from error
    report = _report(out, tuple(notes), done or 0)
    _finish(model.model, out, saver)
    _write_metrics(report, recipe, found, out)
    return report


def _too_little(where: Any, recipe: TrainingRecipe) -> GaveUp:
    return GaveUp(
        f"{where} has too little memory for {max(1, recipe.batch // 2)} pictures of {recipe.size} pixels, "
        "half of the batch; use a smaller --batch or --size, or --device cpu"
    )


def _finish(network: Any, out: Path, saver: Saver) -> None:
    """Leave numbers alone: the best network in our form, and nothing of ultralytics' own."""
    write_weights(network, architecture_of(network), out / "weights" / "best.pt")
    saver.finish()
    (out / "weights" / "last.pt").unlink(missing_ok=True)


def _over(state: dict[str, Any], out: Path, recipe: TrainingRecipe) -> int | None:
    """After how many epochs a training is over, None for one that goes on; one that was cut off at the end is ended.

    Raises:
        BadInput: It is over, and more epochs are asked for.
    """
    kept = _recipe(state, out)
    if state["epoch"] + 1 < kept.epochs and not state.get("finished"):
        return None
    if recipe.epochs > kept.epochs:
        raise BadInput(
            f"the training in {out} is over after {kept.epochs} epochs; for more choose another --out and begin with "
            f"--weights {out / 'weights' / 'best.pt'}"
        )
    if not state.get("finished"):
        network = best_network(state, out / "weights" / "resume.pt")
        _finish(network, out, Saver(out / "weights", asdict(kept)))
    return kept.epochs


def _recipe(state: dict[str, Any], out: Path) -> TrainingRecipe:
    """How a training that goes on was begun.

    Raises:
        BadInput: The state says something else.
    """
    usual = TrainingRecipe()
    given = {one.name: state["recipe"].get(one.name) for one in fields(TrainingRecipe)}
    for name, value in given.items():
        kinds = (
            (int, type(None))
            if name == "threads"
            else (int, float)
            if isinstance(getattr(usual, name), float)
            else (int,)
        )
        if type(value) not in kinds:
            raise BadInput(f"{out / 'weights' / 'resume.pt'} says {name} is {value!r:.40}; choose another --out")
    return TrainingRecipe(**given)


def _follow(
    listed: list[Path],
    out: Path,
    recipe: TrainingRecipe,
    weights: Path | None,
    last: Path | None,
    trust: bool,
    rank: int,
) -> None:
    """What the other processes of a group do: the same training, with a part of their own of the pictures."""
    from perception.detector.yolo_torch import device_of

    ultralytics()
    own = out / "others" / str(rank)
    model, arguments = _prepared(listed[rank], own, recipe, weights, device_of("cpu"), last, trust)
    _keep_to(model, recipe, [])
    model.train(**{**arguments, "plots": False})


def _prepared(
    data: Path, out: Path, recipe: TrainingRecipe, weights: Path | None, device: Any, last: Path | None, trust: bool
) -> tuple[Any, dict[str, Any]]:
    """The model as ultralytics wants it, and the arguments of its training."""
    from perception.detector.yolo_torch import read_checkpoint
    from perception.detector.yolo_world_model import PhraseYOLOWorld

    if last is not None:
        again = {"resume": str(last), "data": str(data), "device": str(device), "save_dir": str(out.absolute())}
        return PhraseYOLOWorld(str(last)), again
    model: Any = PhraseYOLOWorld(str(architecture_file(ARCHITECTURE)))
    if weights is not None:
        model.model = read_checkpoint(weights, trust)
        model.ckpt = {"model": model.model}  # as if ultralytics had read it
    return model, {**_arguments(data, out, recipe, device), "pretrained": weights is not None}


def _arguments(data: Path, out: Path, recipe: TrainingRecipe, device: Any) -> dict[str, Any]:
    """How ultralytics is to train."""
    return {
        "data": str(data),
        "project": str(out.parent.absolute()),
        "name": out.name,
        "exist_ok": True,
        "epochs": recipe.epochs,
        "imgsz": recipe.size,
        "batch": max(1, recipe.batch // recipe.processes),
        "nbs": max(1, recipe.batch // recipe.processes),
        "optimizer": "AdamW",
        "lr0": recipe.rate,
        "lrf": recipe.final,
        "cos_lr": True,
        "warmup_epochs": 0.5,
        "weight_decay": 0.02,
        "cls": 1.0,  # twice the usual: boxes are good soon, small things are told apart late
        "patience": recipe.patience,
        "seed": recipe.seed,
        "device": str(device),
        "workers": recipe.workers,
        "amp": device.type == "cuda",
        "plots": True,
        "verbose": False,
        **_AUGMENTED,
    }


_AUGMENTED = {
    "mosaic": 0.0,  # rooms are full as they are, and four of them cost four times the reading
    "scale": 0.3,
    "translate": 0.1,
    "hsv_h": 0.01,
    "hsv_s": 0.3,
    "hsv_v": 0.25,
    "fliplr": 0.5,
    "erasing": 0.0,
    "copy_paste": 0.0,
    "mixup": 0.0,
}


def _watch(model: Any, on_batch: Callable[[int, int, int, float], None]) -> None:
    seen = {"epoch": -1, "batch": 0}

    def tell(trainer: Any) -> None:
        if trainer.epoch != seen["epoch"]:
            seen.update(epoch=trainer.epoch, batch=0)
        seen["batch"] += 1
        losses = [float(value) for value in (trainer.tloss or {}).values()]
        share = min(1000, 1000 * seen["batch"] // max(1, len(trainer.train_loader)))
        on_batch(trainer.epoch + 1, trainer.epochs, share, sum(losses))

    model.add_callback("on_train_batch_end", tell)


def _keep_to(model: Any, recipe: TrainingRecipe, notes: list[str]) -> None:
    """Threads as asked for, and a batch that is halved once at most when the GPU's memory is full."""
    torch = needs("torch")

    def begin(trainer: Any) -> None:
        random.seed(recipe.seed + trainer.epoch)  # ultralytics draws phrases with it; resumed epochs draw the same
        threads = 1 if recipe.processes > 1 else recipe.threads
        if threads is not None:
            torch.set_num_threads(threads)  # ultralytics takes all processors but one
        halved = getattr(trainer, "_oom_retries", 0)
        if halved and trainer.batch_size < recipe.batch // recipe.processes:
            note = f"the GPU's memory was full: the batch was halved to {trainer.batch_size}"
            if note not in notes:
                notes.append(note)
            trainer._oom_retries = 3  # ultralytics halves three times; half is enough to know

    model.add_callback("on_train_epoch_start", begin)


def _report(out: Path, notes: tuple[str, ...], resumed: int) -> TrainedDetector:
    epochs = []
    with (out / "results.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            values = {key.strip(): float(value) for key, value in row.items() if value not in (None, "")}
            loss = sum(value for key, value in values.items() if key.startswith("train/"))
            scores = values.get("metrics/mAP50(B)", 0.0), values.get("metrics/mAP50-95(B)", 0.0)
            epochs.append(Epoch(int(values["epoch"]), round(loss, 4), *scores))
    best = out / "weights" / "best.pt"
    if not best.is_file():
        raise BadInput(f"{out} holds no finished training: weights/best.pt is missing; choose another --out")
    return TrainedDetector(best, tuple(epochs), notes, resumed, tuple(sorted(out.glob("*.png"))))


def _write_metrics(report: TrainedDetector, recipe: TrainingRecipe, data: DetectorData, out: Path) -> None:
    found = {
        "recipe": asdict(recipe),
        "images": {name: state.usable for name, state in data.splits.items()},
        "boxes": {name: state.boxes for name, state in data.splits.items()},
        "notes": list(report.notes),
        "resumed_from_epoch": report.resumed,
        "epochs": [asdict(epoch) for epoch in report.epochs],
    }
    write_atomically(out / "metrics.json", (json.dumps(found, indent=2) + "\n").encode(), replace=True)
