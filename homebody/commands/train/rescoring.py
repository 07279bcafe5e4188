"""``homebody train rescoring``: how sure a detector may be of a find, told by all that it found in the picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.process.terminal import progress
from homebody.options.amounts import SeedOption
from homebody.options.figures import JsonOption
from homebody.options.perception import TrustOption, WeightsOption
from homebody.options.training import EpochsOption, RateOption
from homebody.output import Output, left, right, table

if TYPE_CHECKING:
    from perception.detector.yolo_world import YoloWorld
    from perception.rescoring.training import JudgedFinds

SPLITS = ("train", "val")
"""What it learns from; ``test`` is measured on."""


def rescoring(
    data: Annotated[
        list[Path], typer.Option("--data", help="Folder of pictures by homebody collect; repeat for more.")
    ],
    out: Annotated[Path, typer.Option(help="The file, .npz.")] = Path("runs/rescoring.npz"),
    weights: WeightsOption = None,
    trust_weights: TrustOption = False,
    epochs: EpochsOption = 9,
    rate: RateOption = 0.0025,
    seed: SeedOption = 0,
    json_out: JsonOption = None,
) -> None:
    """Train what scores a detector's finds anew: put the file beside its weights, as STEM_rescoring.npz."""
    from envs.files.writing import check_target
    from perception.detector.phrases import household_classes
    from perception.detector.yolo_onnx import weights_digest
    from perception.detector.yolo_world import YoloWorld, weights_path
    from perception.extras import needs
    from perception.rescoring.rescorer import LEAST, read_rescorer
    from perception.rescoring.training import train_rescorer

    needs("torch")  # before the pictures are looked at, which takes longer
    told = Output(json_out)
    check_target(out, replace=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    path, types = weights_path(weights), household_classes()
    detector = YoloWorld(path, confidence=LEAST, trust=trust_weights, rescored=False)
    seen: list[JudgedFinds] = []
    for folder in data:
        for split in SPLITS:
            seen += _looked_at(detector, folder, split, types)
    with progress() as bar:
        learning = bar.add_task("learning", total=epochs)
        losses = train_rescorer(
            seen, types, weights_digest(path), out, epochs=epochs, rate=rate, seed=seed,
            on_epoch=lambda: bar.advance(learning),
        )  # fmt: skip
    rows = _figures(detector, data, out)
    told.show(_table(rows), f"rescorer: {out}, from {len(seen):,} pictures; measured on the split test")
    told.json({"rescorer": str(out), "types": len(read_rescorer(out).types), "losses": losses, "test": rows})


def _looked_at(detector: YoloWorld, folder: Path, split: str, types: Sequence[str]) -> list[JudgedFinds]:
    """What the detector finds in the pictures of a split, judged by their labels."""
    import numpy as np

    from eval.perception.pictures.reading import each, read_pictures
    from perception.rescoring.pictures import as_finds
    from perception.rescoring.rescorer import MOST
    from perception.rescoring.training import judged_finds

    pictures = read_pictures(folder / "images" / split)
    numbers, judged = {name: number for number, name in enumerate(types)}, []
    with progress() as bar:
        looking = bar.add_task(f"looking at {split}", total=len(pictures.pictures))
        for picture, rgb in each(pictures):
            height, width = rgb.shape[:2]
            finds = as_finds(detector.detect(rgb, types)[:MOST], types, width, height)
            boxes = np.array([one.box for one in picture.boxes], np.float64).reshape(-1, 4)
            kinds = np.array([numbers[one.types[0]] for one in picture.boxes], np.int64)
            judged.append(judged_finds(finds, kinds, boxes / [width, height, width, height], width / height))
            bar.advance(looking)
    return judged


def _figures(detector: YoloWorld, folders: Sequence[Path], rescorer: Path) -> dict[str, dict[str, float | None]]:
    """Recall and precision on the split test, with and without."""
    from eval.perception.pictures.figures import figures
    from eval.perception.pictures.judging import judged
    from eval.perception.pictures.reading import each, read_pictures
    from perception.rescoring.pictures import rescored
    from perception.rescoring.rescorer import read_rescorer

    network, before, after = read_rescorer(rescorer), [], []
    for folder in folders:
        pictures = read_pictures(folder / "images" / "test")
        for picture, rgb in each(pictures):
            height, width = rgb.shape[:2]
            found = detector.detect(rgb, network.types)
            before.append(judged(picture, found, width, height))
            after.append(judged(picture, rescored(network, found, width, height), width, height))
    wanted = ("recall", "precision", "mean_type_recall", "mean_type_precision")
    told = {"before": figures(before), "rescored": figures(after)}
    return {name: {key: row[key] for key in wanted} for name, row in told.items()}


def _table(rows: dict[str, dict[str, float | None]]) -> Any:
    columns = [*left("finds"), *right("recall", "precision", "mean over types: recall", "precision")]
    shown = table(columns, title="at a confidence of .25")
    for name, row in rows.items():
        shown.add_row(name, *("–" if value is None else f"{value:.3f}" for value in row.values()))
    return shown
