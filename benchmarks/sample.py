"""A fixed sample of recorded games that covers all their floor plans."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from itertools import islice, zip_longest
from pathlib import Path, PurePosixPath

from envs.teach.games.archive import ArchiveEntry, contents, find

_WORLD = re.compile(rb'"world":\s*"([^"]*)"')


def spread(paths: Sequence[Path], n: int) -> list[ArchiveEntry]:
    """At most ``n`` games of some files, chosen by their ids and floor plans alone.

    The games of each plan are sorted by the hash of their id; then one of every plan is taken in turn, until there are
    enough. So no plan is left out while another one has two games, and nothing about a game but its id decides.

    Raises:
        BadInput: A path does not exist or holds no games.
        BadGameFile: An archive is damaged.
    """
    plans: dict[bytes, list[tuple[bytes, ArchiveEntry]]] = {}
    entries = find(paths)
    for entry, (name, content) in zip(entries, contents(entries), strict=True):
        world = _WORLD.search(content)
        key = hashlib.sha256(PurePosixPath(name).name.encode()).digest()
        plans.setdefault(world[1] if world else b"", []).append((key, entry))
    by_plan = [sorted(games, key=lambda game: game[0]) for _, games in sorted(plans.items())]
    rounds = (sorted((g for g in games if g is not None), key=lambda game: game[0]) for games in zip_longest(*by_plan))
    return [entry for _, entry in islice((game for games in rounds for game in games), n)]
