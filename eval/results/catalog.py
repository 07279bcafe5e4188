"""The measurements whose figures the README and the docs show: ``docs/results/commands.yaml``."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from envs.errors import BadInput
from eval.results.checkout import ROOT
from eval.results.record import NAME

FILE = "commands.yaml"
_ASIDE = {
    "--result": 1,
    "--json": 1,
    "--answers": 0,
    "--report": 1,
    "--plot": 1,
    "--cache": 1,
    "--workers": 1,
    "--processes": 1,
}
"""Options that change no figure, with the number of their values."""


@dataclass(frozen=True)
class Measurement:
    """A command whose figures are shown.

    Attributes:
        name: Of the result.
        command: As typed in the folder of the checkout; patterns such as ``*.json`` stand for all such files.
        minutes: About how long it takes on two cores; None when nobody has looked.
        needs: A file or folder that does not come with the public data, such as weights one has trained; or empty.
    """

    name: str
    command: str
    minutes: float | None = None
    needs: str = ""

    def arguments(self, root: Path = ROOT) -> list[str]:
        """The words of the command with patterns spelt out, as a shell does it."""
        return [found for word in shlex.split(self.command) for found in _matching(word, root)]

    def is_done_by(self, arguments: Sequence[str], root: Path = ROOT) -> bool:
        """Whether a command line measures this, whatever else it shows or however many processes it uses."""
        return _bare(arguments) == _bare(self.arguments(root))


def read_catalog(folder: Path) -> dict[str, Measurement]:
    """The measurements by name, in the order of the file.

    Raises:
        BadInput: The file is not of its form.
    """
    path = folder / FILE
    try:
        said = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
        return {name: _measurement(str(name), one) for name, one in said.items()}
    except (OSError, yaml.YAMLError, TypeError, AttributeError) as error:
        raise BadInput(f"{path} is not of the form NAME: {{command: …, minutes: …}}: {error}") from error


def _measurement(name: str, said: dict[str, Any]) -> Measurement:
    if not NAME.fullmatch(name):
        raise BadInput(f"{FILE}: {name!r} is not a name of a result; use small letters, digits and hyphens")
    return Measurement(name=name, **said)


def _matching(word: str, root: Path) -> list[str]:
    if "*" not in word:
        return [word]
    parts = Path(word).parts
    fixed = next(place for place, part in enumerate(parts) if "*" in part)
    start = Path(*parts[:fixed])
    found = sorted((root / start).glob(Path(*parts[fixed:]).as_posix()))
    return [(start / file.relative_to(root / start)).as_posix() for file in found] or [word]


def _bare(arguments: Sequence[str]) -> list[str]:
    kept: list[str] = []
    words = iter(arguments)
    for word in words:
        option = word.partition("=")[0]
        if option not in _ASIDE:
            kept.append(word)
        elif option == word:
            for _ in range(_ASIDE[option]):
                next(words, None)
    return kept


def without_aside(arguments: Sequence[str]) -> list[str]:
    """A command line without where its figures go and how many processes make them."""
    return _bare(arguments)
