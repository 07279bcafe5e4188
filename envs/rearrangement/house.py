"""Houses: rooms and the furniture in them, as ``scenes.json`` of the Memento data lists them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.rearrangement.records import CheckedRecord, load

Position = tuple[float, float, float]
"""Metres: x, height, z."""


NOWHERE = "unknown_room"
"""Where furniture stands that is in no known room; one can go to it, but not explore around it."""


@dataclass(frozen=True)
class HouseRoom:
    """A room.

    Attributes:
        name: ``bedroom_2``.
        type: ``bedroom``.
        position: Its middle.
    """

    name: str
    type: str
    position: Position

    @property
    def floor(self) -> str:
        """What things on its floor are placed on."""
        return f"floor_{self.name}"


@dataclass(frozen=True)
class Furniture:
    """A piece of furniture.

    Attributes:
        name: ``table_13``.
        type: ``table``.
        room: Name of the room it stands in.
        position: Its middle.
        surfaces: How many places it has on which things can be put.
        interiors: How many in which they can.
        openable: Whether it has doors or drawers.
        faucet: Whether it has one.
    """

    name: str
    type: str
    room: str
    position: Position
    surfaces: int = 1
    interiors: int = 0
    openable: bool = False
    faucet: bool = False


@dataclass(frozen=True)
class House:
    """A house, by name its rooms and furniture."""

    name: str
    rooms: Mapping[str, HouseRoom]
    furniture: Mapping[str, Furniture]

    def place(self, name: str) -> Furniture | HouseRoom | None:
        """A piece of furniture, or the room whose floor it is; None for neither."""
        return self.furniture.get(name) or self.rooms.get(name.removeprefix("floor_"))

    def room_of(self, place: str) -> str:
        """The room that a piece of furniture or a floor is in."""
        piece = self.furniture.get(place)
        return piece.room if piece is not None else place.removeprefix("floor_")

    def position_of(self, place: str) -> Position:
        """The middle of a piece of furniture, or of the room of a floor."""
        found = self.place(place)
        assert found is not None  # names are checked when episodes are read
        return found.position


def metres(one: Position, other: Position) -> float:
    """Over the floor, heights left out."""
    return math.hypot(one[0] - other[0], one[2] - other[2])


def read_houses(path: Path) -> dict[str, House]:
    """Every house of a scenes file.

    Raises:
        BadInput: It is no such file; the message names the house and field.
    """
    data = load(path)
    if not isinstance(data, dict) or not data:
        raise BadInput(f"{path}: houses are an object, name → rooms and furniture")
    return {name: _house(name, CheckedRecord(one, f"{path.name}: house {name}")) for name, one in data.items()}


def _house(name: str, record: CheckedRecord) -> House:
    types = {room: one.text("type") for room, one in record.named_records("rooms").items()}
    furniture = {piece: _piece(piece, one, types) for piece, one in record.named_records("furniture").items()}
    middles = {room: _middle(one, room, furniture) for room, one in record.named_records("rooms").items()}
    rooms = {room: HouseRoom(room, kind, middles[room]) for room, kind in types.items()}
    if not rooms:
        raise BadInput(f"{record.where}: there is no room")
    return House(name, rooms, furniture)


def _middle(record: CheckedRecord, room: str, furniture: Mapping[str, Furniture]) -> Position:
    """Where a room is; where that is not told, amid its furniture, or amid all of it."""
    if record.get("pos", None) is not None:
        return record.position("pos")
    around = [one for one in furniture.values() if one.room == room] or list(furniture.values())
    if not around:
        raise BadInput(f"{record.where}: it is not told where it is, and nothing stands in it")
    x, y, z = (sum(one.position[axis] for one in around) / len(around) for axis in range(3))
    return x, y, z


def _piece(name: str, record: CheckedRecord, rooms: Mapping[str, Any]) -> Furniture:
    room = record.text("room", NOWHERE)
    if room not in rooms and room != NOWHERE:
        raise BadInput(f"{record.where}: it stands in {room!r}, which is no room of the house")
    return Furniture(
        name,
        record.text("type"),
        room,
        record.position("pos"),
        record.number("surfaces", 1),
        record.number("interiors", 0),
        bool(record.get("openable", False)),
        "faucet" in record.get("components", ()),
    )
