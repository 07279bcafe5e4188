"""Options that every training has."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

DataOption = Annotated[Path, typer.Option("--data", help="Folder of a data set that homebody collect made.")]
TrainingFolderOption = Annotated[
    Path, typer.Option("--out", help="Folder for weights and figures; an unfinished training there goes on.")
]
BeginningOption = Annotated[
    Path | None, typer.Option("--weights", help="Weights to begin with; without, from nothing.")
]
EpochsOption = Annotated[int, typer.Option("--epochs", min=1, help="Times that the data is gone through, at most.")]
BatchOption = Annotated[int, typer.Option("--batch", min=1, help="Pictures per step.")]
RateOption = Annotated[float, typer.Option("--rate", min=1e-6, help="Learning rate at its highest.")]
PatienceOption = Annotated[
    int, typer.Option("--patience", min=1, help="Epochs without getting better before it stops.")
]
DeviceOption = Annotated[str, typer.Option("--device", help="auto, cpu, cuda or cuda:<n>.")]
ThreadsOption = Annotated[int | None, typer.Option("--threads", min=1, help="Processor threads.")]
SizeOption = Annotated[int, typer.Option("--size", min=32, help="Side of the pictures, a multiple of 32.")]
