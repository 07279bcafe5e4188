"""What was seen in recorded games, kept in files: looking takes minutes, and is the same every time."""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.files.archives import unpacked
from envs.files.reading import open_input, read_input
from envs.files.strict_json import parse_json
from envs.files.writing import write_atomically
from envs.process.plain_text import for_file_name
from perception.recognizer.grounding import Glimpse, SeenDeed
from perception.scene_graph.graph import ObjectNode, Relation, SceneGraph
from perception.senses import KNOWING, TRUTH, ChosenSenses

_VERSION = 3
_SOURCES = (
    ("perception", "*.py"),
    ("envs.pocket", "*.py"),
    ("assets", "weights/*"),
    ("assets", "vocabulary.yaml"),
    ("assets", "deed_*.json"),
    ("assets", "existence_remembered.json"),
    ("assets", "home_counts.json"),
)
_CARDS = "*.md"
_DETECTORS, _RECOGNIZERS = "yolo_world_*", "longt5_*"
_UNREADABLE = (OSError, EOFError, ValueError, KeyError, TypeError, zlib.error)


class GlimpseCache:
    """Glimpses by game, in a folder of their own for every choice of detector, recogniser and weights.

    A change of the code that looks begins anew as well; what is out of date stays until somebody removes it.

    Args:
        folder: Where; made when something is written.
        chosen: What is seen with.
        hears: Whether what is heard counts as well; of deeds that are known it does not.

    Attributes:
        folder: Where the folders of all choices are.
        own: The folder of this one.

    Raises:
        BadInput: A file of weights cannot be read.
    """

    def __init__(self, folder: Path, chosen: ChosenSenses, hears: bool = False) -> None:
        self.folder = folder
        self.own = folder / _key(chosen, hears and chosen.recognizer != TRUTH)

    def _file(self, game: str) -> Path:
        """A recording says itself what it is called."""
        return self.own / f"{for_file_name(game)}.json.gz"

    def read(self, game: str) -> list[Glimpse] | None:
        """What was seen in a game; None when that is not known, or what is kept of it is damaged."""
        try:
            content = parse_json(unpacked(read_input(self._file(game))), game)
            return [_glimpse(one) for one in content]
        except (*_UNREADABLE, BadInput):
            return None

    def write(self, game: str, glimpses: list[Glimpse]) -> None:
        """Keep what was seen in a game.

        Raises:
            BadInput: The folder cannot be written to.
            TryAgain: The disk is full.
        """
        text = json.dumps([asdict(one) for one in glimpses], separators=(",", ":"))
        write_atomically(self._file(game), gzip.compress(text.encode(), 6, mtime=0), replace=True)


def _glimpse(given: dict[str, Any]) -> Glimpse:
    scene, deed = given["scene"], given["deed"]
    objects = tuple(
        ObjectNode(**{**one, "states": tuple(one["states"]), "position": tuple(one["position"])})
        for one in scene["objects"]
    )
    relations = tuple(Relation(**one) for one in scene["relations"])
    return Glimpse(SceneGraph(objects, relations), SeenDeed(**{**deed, "arguments": tuple(deed["arguments"])}))


def _key(chosen: ChosenSenses, hears: bool) -> str:
    """Names of both, readable, and a digest of all that decides what is seen."""
    digest = hashlib.blake2b(digest_size=8)
    unused = [_CARDS]  # nothing is seen by them
    unused += [_DETECTORS] if chosen.detector in KNOWING else []
    unused += [_RECOGNIZERS] if chosen.recognizer in KNOWING else []
    digest.update(f"{_VERSION} {_code(tuple(unused))} {chosen.noise} {chosen.seed} {chosen.deeds} {hears}".encode())
    for path in (chosen.weights, chosen.recognizer_weights):
        digest.update(b"-" if path is None else _content(path))
    plain = "-".join("".join(c if c.isalnum() else "_" for c in name) for name in (chosen.detector, chosen.recognizer))
    return f"{plain}-{digest.hexdigest()}"


def _content(path: Path) -> bytes:
    with open_input(path, "file of weights") as file:
        return hashlib.file_digest(file, hashlib.blake2b).digest()


@cache
def _code(unused: tuple[str, ...]) -> str:
    """Digest of the code that draws and looks, and of the words and weights that come with it, less what is unused."""
    digest = hashlib.blake2b(digest_size=16)
    for package, pattern in _SOURCES:
        root = Path(str(files(package)))
        for file in sorted(path for path in root.rglob(pattern) if path.is_file() and not any(map(path.match, unused))):
            digest.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()
