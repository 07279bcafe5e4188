"""A result: the figures that one command printed, and everything one needs to judge or repeat them."""

from __future__ import annotations

import json
import math
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.files.writing import write_atomically
from eval.results.checkout import CodeVersion

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class InputData:
    """An input of a command.

    Attributes:
        sha256: Of the file; of a folder, of the names and hashes of its files.
        bytes: How large it is.
    """

    sha256: str
    bytes: int


@dataclass(frozen=True)
class Result:
    """Figures with their origin.

    Attributes:
        name: That of the file, without ``.json``.
        command: The command line, to be typed in the folder of the checkout.
        version: What was measured; None when it is not known.
        seed: Of all draws; None for commands that draw nothing.
        date: When it began: UTC, ISO 8601, or only the day.
        seconds: How long it took; None when it is not known.
        machine: Processor, cores, Python and the libraries that compute.
        data: Inputs by path.
        values: The figures as the command gives them with ``--json``.
        modules: Where the code begins that the figures depend on.
        code: Digest of what the figures depend on in every file; None when it is not known, which counts as older code.
        note: Where a result comes from that no command wrote.
    """

    name: str
    command: str
    version: CodeVersion | None
    seed: int | None
    date: str
    seconds: float | None
    machine: dict[str, Any]
    data: dict[str, InputData]
    values: Any
    modules: tuple[str, ...]
    code: dict[str, str] | None
    note: str = ""

    @property
    def day(self) -> str:
        """The date alone."""
        return self.date[:10]


def plain(value: Any) -> Any:
    """Figures as JSON can hold them: numbers of numpy become Python's, NaN and infinity become null."""
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if value is None or isinstance(value, (bool, int, str)):
        return value
    number = value.item() if hasattr(value, "item") else value
    if isinstance(number, float):
        return number if math.isfinite(number) else None
    return number if isinstance(number, (bool, int)) else str(value)


def write_result(result: Result, path: Path) -> None:
    """Write a result file, in place of the one before."""
    text = json.dumps(asdict(result), indent=1, ensure_ascii=False, allow_nan=False)
    write_atomically(path, (text + "\n").encode(), replace=True)


def read_result(path: Path) -> Result:
    """Read a result file.

    Raises:
        BadInput: It is none, or not under its own name.
    """
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        version = said.pop("version")
        data = {name: InputData(**one) for name, one in said.pop("data").items()}
        said["modules"] = tuple(said["modules"])
        result = Result(version=version and CodeVersion(**version), data=data, **said)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput(f"{path} is not a result file ({error!r}); write it again with its command") from error
    if result.name != path.stem:
        raise BadInput(f"{path} holds the result {result.name!r}; a result file has the name of its result")
    return result


def read_results(folder: Path) -> dict[str, Result]:
    """All results of a folder by name."""
    return {path.stem: read_result(path) for path in sorted(folder.glob("*.json"))}
