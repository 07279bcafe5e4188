"""The files of recorded games: finding them in folders and zip archives, and their bytes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from envs.errors import BadGameFile, BadInput
from envs.files.archives import is_zip, opened_zip, read_member
from envs.files.reading import read_input, shown

ArchiveEntry = tuple[Path, str | None]
"""A file, or an archive and the member inside it."""


def find(paths: Sequence[Path]) -> list[ArchiveEntry]:
    """The files of all games under some paths, in the order in which ``recorded.iter_games`` reads them.

    Raises:
        BadInput: A path does not exist or holds no games.
    """
    found: dict[tuple[Path, str | None], ArchiveEntry] = {}
    for path in (Path(p) for p in paths):
        if not os.path.exists(path):  # unlike Path's, it takes names that no file can have
            raise BadInput(
                f"there is no file or folder {shown(path)}; give TEACh games (*.game.json), folders or zips of them"
            )
        entries = _in_folder(path) if path.is_dir() else _in_file(path)
        if not entries:
            raise BadInput(f"{path} holds no games; expected *.game.json files, or zip archives of them")
        for file, member in entries:
            found.setdefault((file.resolve(), member), (file, member))
    return list(found.values())


def _in_folder(folder: Path) -> list[ArchiveEntry]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    games = _game_names([file.as_posix() for file in files])
    return [
        entry
        for file in files
        if file.as_posix() in games or file.suffix == ".zip"
        for entry in (_in_file(file) if file.suffix == ".zip" else [(file, None)])
    ]


def _in_file(file: Path) -> list[ArchiveEntry]:
    if not is_zip(file):
        if file.suffix == ".zip":
            raise BadInput(f"{file} is not a zip archive, or a damaged one; download it again")
        return [(file, None)]
    with opened_zip(file) as archive:
        return [(file, member) for member in sorted(_game_names(archive.namelist()))]


def _game_names(names: Sequence[str]) -> set[str]:
    wanted = [name for name in names if not name.startswith("__MACOSX/")]
    games = {name for name in wanted if name.endswith(".game.json")}
    return games or {name for name in wanted if name.endswith(".json")}


def contents(entries: Sequence[ArchiveEntry]) -> Iterator[tuple[str, bytes]]:
    """For each file its name, as messages call it, and its bytes; an archive is opened once for neighbours.

    Raises:
        BadInput: A file cannot be read.
        BadGameFile: It is damaged.
    """
    for file, group in groupby(entries, key=lambda entry: entry[0]):
        members = [member for _, member in group if member is not None]
        if not members:
            yield file.name, read_file(file)
            continue
        with opened_zip(file) as archive:
            for member in members:
                yield f"{file.name}/{member}", read_member(archive, member, file, BadGameFile)


def read_file(path: Path) -> bytes:
    """The bytes of one file.

    Raises:
        BadInput: It cannot be read.
    """
    return read_input(path, "TEACh game (<id>.game.json)")
