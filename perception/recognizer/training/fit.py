"""Training the recogniser: epochs, early stop, and going on where a killed training stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from envs.errors import BadInput, GaveUp
from perception.extras import needs
from perception.recognizer.training.dataset import Split, read_split, split_files
from perception.recognizer.training.report import TrainReport

if TYPE_CHECKING:
    from perception.detector.detection import Detector
    from perception.recognizer.training.learner import Learner

WEIGHTS = "longt5.safetensors"


@dataclass(frozen=True)
class TrainingProgress:
    """How far a training is.

    Attributes:
        stage: ``reading`` or ``training``.
        epoch: From 1; 0 while reading.
        epochs: How many there are going to be at most.
        done: Files read, or steps done in this epoch.
        of: How many there are.
        loss: Mean over this epoch so far; None while reading.
        note: Something the user should know, empty mostly.
    """

    stage: str
    epoch: int
    epochs: int
    done: int
    of: int
    loss: float | None = None
    note: str = ""


def train_recognizer(
    data: Path,
    out: Path,
    *,
    weights: Path | None = None,
    epochs: int = 16,
    device: str = "auto",
    batch: int = 96,
    seed: int = 0,
    rate: float = 2e-3,
    resume: bool = True,
    patience: int = 5,
    actions_only: bool = False,
    detector: Detector | None = None,
    on_progress: Callable[[TrainingProgress], None] | None = None,
    sizes: dict[str, Any] | None = None,
) -> TrainReport:
    """Train a recogniser on collected sequences.

    The best weights so far are in ``out/longt5.safetensors`` after every epoch, and everything it takes to go on in
    ``out/last.pt``: a training that was killed and is begun again with the same arguments ends as if nothing had
    happened.

    Args:
        data: Folder with ``sequences/train``, ``sequences/val`` and, for the final figures, ``sequences/test``.
        out: Folder for the results.
        weights: To begin with, instead of random ones.
        epochs: At most.
        device: ``auto``, ``cpu`` or ``cuda``.
        batch: Frames in one step. Halved once when the graphics card's memory does not suffice.
        seed: Decides the first weights, the order and the variations.
        rate: Highest learning rate of AdamW; reached after a twentieth of the training, then falling to 0 as a cosine.
        resume: Whether to go on with what is in ``out``; otherwise it is begun anew.
        patience: So many epochs without progress on ``val`` end the training.
        actions_only: Whether only the action head and its hints are trained, all else staying as in ``weights``.
        detector: Looks at all frames: the recogniser learns mostly from boxes as it finds them, and is judged by them.
        on_progress: Called now and then.
        sizes: Fields of ``network.NetworkShape`` that should differ from its defaults.

    Raises:
        BadInput: torch is not installed, a split is empty or unreadable, ``out`` holds a training with other
            arguments, or a number makes no sense.
        GaveUp: Memory does not suffice for half a batch either, or the loss is NaN or infinite.
        TryAgain: The disk is full.
    """
    if epochs < 1 or batch < 1 or patience < 1 or not rate > 0:
        raise BadInput(f"epochs {epochs}, batch {batch}, patience {patience} and rate {rate} must all be positive")
    if actions_only and weights is None:
        raise BadInput("training actions only needs a network that is trained already; give its weights")
    learning = _learning()
    tell = on_progress or (lambda _: None)
    for split in ("train", "val"):
        split_files(data, split)
    settings = {"epochs": epochs, "batch": batch, "seed": seed, "rate": rate, "sizes": sizes or {}}
    settings |= {"data": Path(data).name, "actions_only": actions_only, "as_found": detector is not None}
    learner: Learner = learning.Learner(settings, out, weights, device)
    resumed_from = learner.go_on() if resume else 0
    kinds = learner.network.shape.object_types
    train, val = (_read(data, split, kinds, epochs, tell, detector) for split in ("train", "val"))
    notes: list[str] = []
    while learner.epoch < epochs and learner.waited < patience:
        _one_epoch(learner, train, val, tell, notes)
    return _report(learner, data, (train, val), resumed_from, patience, notes, tell, detector)


def _learning() -> Any:
    """The module that learns, if all that it needs is installed."""
    needs("torch")
    needs("transformers")
    return needs("perception.recognizer.training.learner")


def _read(
    data: Path,
    split: str,
    kinds: tuple[str, ...],
    epochs: int,
    tell: Callable[[TrainingProgress], None],
    detector: Detector | None,
) -> Split:
    def on_file(done: int, of: int) -> None:
        tell(TrainingProgress("reading", 0, epochs, done, of))

    return read_split(data, split, kinds, on_file, detector)


def _one_epoch(
    learner: Learner, train: Split, val: Split, tell: Callable[[TrainingProgress], None], notes: list[str]
) -> None:
    """One epoch; when memory does not suffice, again with half the batch, once."""
    torch = needs("torch")
    number, epochs = learner.epoch + 1, learner.settings["epochs"]

    def told(done: int, of: int, loss: float) -> None:
        tell(TrainingProgress("training", number, epochs, done, of, loss))

    try:
        learner.learn(train.episodes, val.episodes, told)
    except torch.cuda.OutOfMemoryError as error:
        if learner.halved:
            raise GaveUp(
                f"the memory of {learner.device} does not suffice for {learner.batch} frames at a time either; "
                "begin again with a smaller --batch, or with --device cpu"
            ) from error
        learner.halve()
        note = f"the memory of {learner.device} did not suffice: going on with batches of {learner.batch} frames"
        notes.append(note)
        tell(TrainingProgress("training", number, epochs, 0, 1, None, note))
        _one_epoch(learner, train, val, tell, notes)


def _report(
    learner: Learner,
    data: Path,
    splits: tuple[Split, Split],
    resumed_from: int,
    patience: int,
    notes: list[str],
    tell: Callable[[TrainingProgress], None],
    detector: Detector | None,
) -> TrainReport:
    from perception.recognizer.training import figures

    train, val = splits
    faults = [*train.faults, *val.faults]
    kinds = learner.network.shape.object_types
    found = {"val": learner.scores(val.episodes)}
    try:
        test = _read(data, "test", kinds, learner.settings["epochs"], tell, detector)
        found["test"] = learner.scores(test.episodes)
        faults += test.faults
    except BadInput as error:
        notes.append(f"no figures of the test split: {error}")
    report = TrainReport(
        learner.weights,
        learner.epoch,
        learner.best_epoch,
        learner.waited >= patience and learner.epoch < learner.settings["epochs"],
        resumed_from,
        tuple(learner.history),
        {split: {way: one.as_dict() for way, one in ways.items()} for split, ways in found.items()},
        tuple(faults),
        tuple(notes),
    )
    last = found.get("test", found["val"])["whole"]
    return figures.written(report, last, learner.out)
