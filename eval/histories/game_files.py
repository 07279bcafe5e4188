"""Recorded games by name: which are there, and reading one of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path, PurePosixPath

from envs.errors import BadInput
from envs.files.archives import is_zip, opened_zip, read_member
from envs.teach.games.recorded import Game, count_games, iter_games, read_game


class GameFiles:
    """Games in files, folders and zip archives, as ``iter_games`` finds them; read when asked for.

    Args:
        paths: Where to look. Of two games of one name the first counts.

    Raises:
        BadInput: A path does not exist, holds no games, or is a damaged archive.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        count_games(paths)  # says what is wrong with the paths
        self._paths = tuple(paths)
        self._where: dict[str, tuple[Path, str]] = {}
        for file in (file for path in paths for file in _files(Path(path))):
            for member in _members(file):
                self._where.setdefault(_name(member or file.name), (file, member))

    @property
    def names(self) -> list[str]:
        """Names of all games, sorted."""
        return sorted(self._where)

    def missing(self, names: Sequence[str]) -> list[str]:
        """Those of the names for which there is no game."""
        return [name for name in names if name not in self._where]

    def beside(self, names: Collection[str]) -> list[str]:
        """Names of all games that lie in one folder (of one archive) with any of the games named, those included."""
        places = {self._place(name) for name in names if name in self._where}
        return [name for name in self.names if self._place(name) in places]

    def _place(self, name: str) -> tuple[Path, str]:
        file, member = self._where[name]
        return (file, str(PurePosixPath(member).parent)) if member else (file.parent, "")

    def read(self, name: str) -> Game:
        """Read one game.

        Raises:
            BadInput: There is no game of that name.
            BadGameFile: Its file is no TEACh game.
        """
        if name not in self._where:
            raise BadInput(f"there is no game {name} in {', '.join(map(str, self._paths))}")
        file, member = self._where[name]
        if not member:
            return next(iter_games([file]))
        with opened_zip(file) as archive:
            return read_game(read_member(archive, member, file), f"{file.name}/{member}")


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    found = sorted(file for file in path.rglob("*") if file.is_file())
    games = _games([file.as_posix() for file in found])
    yield from (file for file in found if file.as_posix() in games or file.suffix == ".zip")


def _members(file: Path) -> list[str]:
    """Names of the games in an archive; one empty name for a file that is a game itself."""
    if not is_zip(file):
        return [""]
    with opened_zip(file) as archive:
        return sorted(_games(archive.namelist()))


def _games(names: Sequence[str]) -> set[str]:
    wanted = [name for name in names if not name.startswith("__MACOSX/")]
    return {name for name in wanted if name.endswith(".game.json")} or {n for n in wanted if n.endswith(".json")}


def _name(path: str) -> str:
    return PurePosixPath(path).name.removesuffix(".json").removesuffix(".game")
