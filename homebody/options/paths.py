"""What is given for the paths of any command is looked at before the command begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.files.reading import refuse_special


def check_paths(given: Mapping[str, Any]) -> None:
    """Refuse pipes, devices and sockets, and figures that would be written over what is read.

    Args:
        given: The arguments of a command by name.

    Raises:
        BadInput: There is one, or figures go where something else is.
    """
    found = list(_paths(given))
    for _, path in found:
        refuse_special(path)
    figures = given.get("json_out")
    for name, path in found:
        if figures is not None and name != "json_out" and _same(figures, path):
            raise BadInput(f"--json {figures} would be written over {path}; choose another name")


def _paths(given: Mapping[str, Any]) -> Iterator[tuple[str, Path]]:
    for name, value in given.items():
        for one in value if isinstance(value, list | tuple) else (value,):
            if isinstance(one, Path) and str(one) != "-":
                yield name, one
            elif name == "result" and isinstance(one, str) and one.endswith(".json"):
                yield name, Path(one)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.absolute() == other.absolute() or one.samefile(other)
    except (OSError, ValueError):
        return False
