"""A request to rearrange things, as a typed value: what, where to, in what order, and what was said beside it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlacePhrase:
    """A place as somebody names it.

    Attributes:
        text: The words.
        kind: Type of furniture; "" where only a room is named.
        room: Type or name of the room; "" where none is named.
        other: Whether another one than that where the things are is meant ("a new table").
        floor: Whether the floor is meant.
    """

    text: str
    kind: str = ""
    room: str = ""
    other: bool = False
    floor: bool = False


@dataclass(frozen=True)
class ObjectPhrase:
    """An object as somebody names it.

    Attributes:
        text: The words, without articles.
        pronoun: Whether it only refers to what was named before.
        description: What was said elsewhere of how it looks.
        own: Whether the speaker called it theirs: "my mug".
    """

    text: str
    pronoun: bool = False
    description: str = ""
    own: bool = False


@dataclass(frozen=True)
class PlacementRequest:
    """That things shall be put somewhere.

    Attributes:
        objects: Which, in the order in which they were named.
        place: Where to; None where only "next to" is said.
        source: Where they are; None where that is not said.
        within: Whether they are to go inside.
        together: Whether they are to be next to each other.
        beside: What they are to be next to.
    """

    objects: tuple[ObjectPhrase, ...]
    place: PlacePhrase | None = None
    source: PlacePhrase | None = None
    within: bool = False
    together: bool = False
    beside: ObjectPhrase | None = None


@dataclass(frozen=True)
class ArrangementRequest:
    """Everything that a request says.

    Attributes:
        placements: What is to be put where, in order.
        rooms: Types or names of rooms that are mentioned, in order.
        looks: Sentences that tell how something looks or what it is.
        personal: Sentences that tell something of the speaker: habits, preferences, what a thing means to them.
        unread: Sentences that ask for something of which no placement could be made.
    """

    placements: tuple[PlacementRequest, ...] = ()
    rooms: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()
    personal: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether everything that is asked for says what and where to."""
        told = all(one.objects and (one.place or one.beside) for one in self.placements)
        return bool(self.placements) and told and not self.unread
