"""JSON records with checks: whatever is missing or of another kind is told with its place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from envs.errors import BadInput


def load(path: Path) -> Any:
    """What a JSON file holds.

    Raises:
        BadInput: There is no such file, or it holds no JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise BadInput(f"{path} holds no JSON: {error}") from error


@dataclass(frozen=True)
class CheckedRecord:
    """A JSON object.

    Attributes:
        data: The object; anything else is refused.
        where: What it is, for messages.
    """

    data: Any
    where: str

    def __post_init__(self) -> None:
        if not isinstance(self.data, dict):
            raise BadInput(f"{self.where}: an object is expected here, not {type(self.data).__name__}")

    def get(self, key: str, otherwise: Any) -> Any:
        """What is under a key, or something else."""
        found = self.data.get(key)
        return otherwise if found is None else found

    def text(self, key: str, otherwise: str | None = None) -> str:
        """A text that has to be there, unless something else will do."""
        found = self.get(key, otherwise)
        if not isinstance(found, str):
            raise BadInput(f"{self.where}: {key!r} is to be a text, not {found!r:.60}")
        return found

    def number(self, key: str, otherwise: int) -> int:
        """A whole number from 0."""
        found = self.get(key, otherwise)
        if isinstance(found, bool) or not isinstance(found, int) or found < 0:
            raise BadInput(f"{self.where}: {key!r} is to be a whole number from 0, not {found!r:.60}")
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """Texts; none where there is no such key."""
        found = self.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise BadInput(f"{self.where}: {key!r} is to be a list of texts, not {found!r:.60}")
        return tuple(found)

    def numbers(self, key: str) -> tuple[int, ...]:
        """Whole numbers; none where there is no such key."""
        found = self.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, int) for one in found):
            raise BadInput(f"{self.where}: {key!r} is to be a list of whole numbers, not {found!r:.60}")
        return tuple(found)

    def position(self, key: str) -> tuple[float, float, float]:
        """Three numbers, metres."""
        found = self.get(key, None)
        if not (isinstance(found, list) and len(found) == 3 and all(isinstance(one, int | float) for one in found)):
            raise BadInput(f"{self.where}: {key!r} is to be three numbers, not {found!r:.60}")
        return float(found[0]), float(found[1]), float(found[2])

    def records(self, key: str) -> list[CheckedRecord]:
        """A list of records; none where there is no such key."""
        found = self.get(key, [])
        if not isinstance(found, list):
            raise BadInput(f"{self.where}: {key!r} is to be a list, not {found!r:.60}")
        return [CheckedRecord(one, f"{self.where}: {key}[{i}]") for i, one in enumerate(found)]

    def named_records(self, key: str) -> Mapping[str, CheckedRecord]:
        """An object of records."""
        found = self.get(key, {})
        if not isinstance(found, dict):
            raise BadInput(f"{self.where}: {key!r} is to be an object, not {found!r:.60}")
        return {name: CheckedRecord(one, f"{self.where}: {key}.{name}") for name, one in found.items()}
