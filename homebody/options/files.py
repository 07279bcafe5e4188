"""Options that name files: the memory, recorded games, what is known about them, question sets, weights."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.errors import BadInput

if TYPE_CHECKING:
    from envs.teach.games.recorded import Game

DEFAULT_MEMORY = Path("runs/memory.sqlite")
MemoryOption = Annotated[Path, typer.Option("--memory", help="The memory file.")]

GamesOption = Annotated[
    list[Path], typer.Option("--games", help="Game files, folders of them, or zips; one or more, or repeat for more.")
]
LayoutsOption = Annotated[
    Path | None, typer.Option("--layouts", help="Free floor of the real plans (JSON), for recorded games.")
]
SetsOption = Annotated[
    list[Path] | None,
    typer.Option("--set", help="Question sets about the games, as test_set_<n>.json; one or more, or repeat for more."),
]


def read_game_at(path: Path) -> Game:
    """The first game of a file, folder or zip.

    Raises:
        BadInput: There is none.
    """
    from envs.teach.games.recorded import iter_games

    for game in iter_games([path], 1):
        return game
    raise BadInput(f"{path} holds no game; expected a *.game.json file, a folder or a zip of them")


def layouts_at(path: Path | None) -> Any:
    """Free floor of the real plans from a file, None for none."""
    from envs.teach.games.rebuild import read_layouts

    return None if path is None else read_layouts(path)


RoundOption = Annotated[
    list[Path] | None,
    typer.Option("--round", help="YAML file of written questions or commands; repeat for more."),
]
AnswersOption = Annotated[
    bool, typer.Option("--answers", help="Give every answer with its verdict, too, in what --json writes.")
]
