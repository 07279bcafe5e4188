"""One item of knowledge of a user: what they call something, or what they usually want done."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

KnowledgeType = Literal["object_semantics", "user_pattern"]
KNOWLEDGE_TYPES: tuple[KnowledgeType, ...] = ("object_semantics", "user_pattern")
SUBTYPES = {
    "object_semantics": ("ownership", "preference", "history", "group"),
    "user_pattern": ("preference", "routine"),
}
"""Type → its subtypes: whose a thing is, that it is liked, where it comes from, what it is part of; what is liked to be
where (an arrangement), and what is done regularly in an order."""


@dataclass(frozen=True)
class KnownObject:
    """What an item is about.

    Attributes:
        name: What it is: "lamp".
        description: What it looks like; "" where nothing was told.
        instance: Whether a certain one is meant, else any of the kind.
        kind: The category that it turned out to be: "cup" of a "mug"; "" where it was only told of.
        seen: Its look as it was described when it was moved; "" likewise.
        found: The furniture on which it was then; "" likewise.
    """

    name: str
    description: str = ""
    instance: bool = True
    kind: str = ""
    seen: str = ""
    found: str = ""


@dataclass(frozen=True)
class PatternStep:
    """One step of a pattern, done before those that follow it.

    Attributes:
        thing: Index of the object in the item.
        relation: on, in, next to.
        location: Where to, as it was expressed: "bedroom table".
        action: What is done.
        place: The furniture it was when it was done; "" where it was only told.
    """

    thing: int
    relation: str
    location: str
    action: str = "place"
    place: str = ""


@dataclass(frozen=True)
class Knowledge:
    """An item of knowledge.

    Attributes:
        user: Whose.
        type: About a thing, or about what they usually want.
        subtype: See ``SUBTYPES``.
        alias: How the user refers to it: "gift from my grandmother", "movie night".
        description: The sentence that told it.
        objects: What it is about.
        steps: What is done, in order; none for object semantics.
        home: Where it holds; "" everywhere.
        source: Id of the episode in which it was told.
        id: Its number in a memory; 0 before it is kept.
        time: When it was told, in the home's time.
        ended: When it was corrected or taken back; None while it holds.
        successor: Number of what holds in its place.
    """

    user: str
    type: KnowledgeType
    subtype: str
    alias: str
    description: str
    objects: tuple[KnownObject, ...] = ()
    steps: tuple[PatternStep, ...] = ()
    home: str = ""
    source: str = ""
    id: int = 0
    time: datetime | None = None
    ended: datetime | None = None
    successor: int | None = None

    @property
    def holds(self) -> bool:
        """Whether it was neither corrected nor taken back."""
        return self.ended is None

    @property
    def locations(self) -> tuple[str, ...]:
        """Where its things go, each once."""
        return tuple(dict.fromkeys(step.location for step in self.steps if step.location))
