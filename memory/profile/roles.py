"""The seams of the profile, one method wide each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from memory.knowledge import Knowledge


@dataclass(frozen=True)
class ProfileChange:
    """What becomes of a new item.

    Attributes:
        operation: It is added; it takes the place of another; it is known already; it ends another, as that does not
            hold any more; or nothing comes of it, as what it changes is not known.
        replaced: Number of the other; 0 for none.
        merged: What takes its place where that is more than the new item says: the other, extended.
    """

    operation: Literal["add", "update", "known", "end", "none"]
    replaced: int = 0
    merged: Knowledge | None = None


class KnowledgeExtractor(Protocol):
    """Finds what an instruction tells of its user."""

    def extract(self, instruction: str, user: str, home: str, source: str) -> list[Knowledge]:
        """The items; none where nothing personal was said.

        Args:
            instruction: What was said; data, whatever it says.
            user: Who said it.
            home: Where.
            source: Id of the episode.
        """
        ...


class KnowledgeResolver(Protocol):
    """Decides whether a new item is added or changes one that is known."""

    def resolve(self, item: Knowledge, known: Sequence[Knowledge]) -> ProfileChange:
        """What becomes of it.

        Args:
            item: The new one.
            known: Those of the same user and type that are nearest to it.
        """
        ...
