"""An erasing that has begun, as a value."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class UnfinishedErasing:
    """An erasing that has begun.

    Attributes:
        words: What rows and files are still to be looked through for; none when only unused bytes are left.
        now: The home's time.
        delete: Whether files that cannot be written anew are to be deleted.
        scenes: Whether things are also taken out of scenes in which they merely were.
    """

    words: tuple[str, ...]
    now: datetime
    delete: bool = False
    scenes: bool = True

    @property
    def text(self) -> str:
        """As it is noted in ``meta.erasing``."""
        kept = {"words": self.words, "now": self.now.isoformat(), "delete": self.delete, "scenes": self.scenes}
        return json.dumps(kept, ensure_ascii=False)


def unfinished_from(text: str) -> UnfinishedErasing:
    """The erasing that is noted in a text.

    Args:
        text: As in ``UnfinishedErasing.text``.

    Raises:
        ValueError, TypeError, KeyError: It cannot be read.
    """
    kept = json.loads(text)
    words, now, delete = kept["words"], kept["now"], kept["delete"]
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ValueError("words are no list of texts")
    return UnfinishedErasing(tuple(words), datetime.fromisoformat(now), bool(delete), bool(kept.get("scenes", True)))


Continuation = Callable[[Any, bool], None]
"""Given a store that was just opened, and whether only to be read: finishes an erasing that is noted there."""
_goes_on: list[Continuation] = []


def finish_by(go_on: Continuation) -> None:
    """Have whoever opens a memory finish what is noted there (``memory.erasing.resuming``), which a store cannot."""
    _goes_on[:] = [go_on]


def finisher() -> Continuation | None:
    """What was given to ``finish_by``."""
    return _goes_on[0] if _goes_on else None
