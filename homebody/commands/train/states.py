"""``homebody train states``: the reader of states (open, on, dirty, …) from crops of generated rooms."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from envs.process.terminal import progress
from homebody.options.amounts import SeedOption
from homebody.options.figures import JsonOption
from homebody.options.training import EpochsOption
from homebody.output import Output, left, right, table


def states(
    out: Annotated[Path, typer.Option(help="The weights file, .npz.")] = Path("runs/states.npz"),
    rooms: Annotated[int, typer.Option(min=1, help="Rooms of each of the four kinds.")] = 12,
    test_rooms: Annotated[int, typer.Option(min=1, help="The same of rooms that are only measured on.")] = 3,
    poses: Annotated[int, typer.Option(min=1, help="Views of each room.")] = 30,
    epochs: EpochsOption = 8,
    seed: SeedOption = 0,
    json_out: JsonOption = None,
) -> None:
    """Train a network that tells from a crop whether a thing is open, on, dirty, filled, cooked or broken."""
    from envs.files.writing import check_target
    from perception.extras import needs
    from perception.states.reader import PixelStateReader
    from perception.states.training import TEST_SEED, TRAINING_SEED, read_figures
    from perception.states.training import train_state_reader as train
    from perception.states.training_crops import ROOMS, collect_crops

    needs("torch")  # before the rooms are drawn, which takes longer
    told = Output(json_out)
    check_target(out, replace=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    with progress() as bar:
        drawing = bar.add_task("drawing rooms", total=len(ROOMS) * (rooms + test_rooms))
        crops = collect_crops(rooms, TRAINING_SEED, poses, seed, on_room=lambda: bar.advance(drawing))
        unseen = collect_crops(test_rooms, TEST_SEED, poses, seed + 1, on_room=lambda: bar.advance(drawing))
        learning = bar.add_task("learning", total=epochs)
        losses = train(crops, out, epochs=epochs, seed=seed, on_epoch=lambda: bar.advance(learning))
    figures = read_figures(PixelStateReader(out), unseen)
    told.show(_table(figures), f"weights: {out}, from {len(crops):,} crops; measured on {len(unseen):,} of other rooms")
    told.json(
        {"weights": str(out), "crops": len(crops), "losses": losses, "test_crops": len(unseen), "states": figures}
    )


def _table(figures: dict[str, dict[str, float | int]]) -> Any:
    columns = [*left("state"), *right("precision", "recall", "F1", "true", "of")]
    shown = table(columns, title="states in rooms it has not seen")
    for state, row in figures.items():
        shares = (f"{row[key]:.3f}" for key in ("precision", "recall", "f1"))
        shown.add_row(state, *shares, str(row["true"]), str(row["of"]))
    return shown
