"""Options of memories that are built from recorded games: how, and how many for an experiment."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class HistoryConstruction(StrEnum):
    """How the levels above goals come about."""

    ONLINE = "online"
    OFFLINE = "offline"
    FLAT = "flat"


class EpisodeCut(StrEnum):
    """What counts as one episode, whatever the data says; the values of ``eval.histories.cuts.Cut``."""

    GIVEN = "given"
    DAY = "day"
    HOUR = "hour"
    PART = "part"
    ONE = "one"


CutOption = Annotated[
    EpisodeCut,
    typer.Option("--cut", help="One episode for each game, day, hour, 40 experiences, or for all."),
]
ConstructionOption = Annotated[
    HistoryConstruction, typer.Option("--construction", help="How the levels above goals come about.")
]
ScenesOption = Annotated[bool, typer.Option("--scenes/--no-scenes", help="Work out what was seen; slower.")]
EpisodesOption = Annotated[int, typer.Option("--episodes", min=2, help="Episodes of each generated history.")]
HistoriesOption = Annotated[int, typer.Option("--histories", min=1, help="How many histories are generated.")]
FirstOption = Annotated[
    int | None, typer.Option("--first", min=1, help="Only the first so many histories of each set.")
]
