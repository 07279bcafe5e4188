"""A room in the making: pieces put along walls, in the open and on walls, without getting in each other's way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from envs.pocket.generate.dice import Dice
from envs.pocket.generate.geometry import Wall, around, box, grown, inside, overlap, overlap_boxes, rect_of, walls_of
from envs.pocket.scene import Box, Rect
from envs.vocabulary.object_types import ObjectType, object_type

ESSENTIAL, NORMAL, EXTRA, DECOR = range(4)
"""Ranks: when few objects are wanted, decor is left out first and essentials never."""

#: Openable things with a door that needs somebody in front of it.
DOORS = frozenset(
    {"Cabinet", "Drawer", "Fridge", "Microwave", "Safe", "LaundryHamper", "Toilet", "ShowerDoor", "ShowerCurtain"}
)
_STANDING = 1.5  # metres: what begins below this keeps a walking agent away
_FLAT = 0.05  # metres: what sticks out of a wall no farther never touches the agent, whose cells are 0.25 m off


class DoesNotFit(Exception):
    """This attempt at a room cannot be finished; another roll of the dice may."""


@dataclass(frozen=True, eq=False)
class Piece:
    """One object of the room.

    Attributes:
        type: Object type.
        box: Where it is.
        yaw: The way it faces, degrees.
        on: What it stands on or lies in; None for what is built in or hangs on a wall.
        part_of: The piece it belongs to and is left out with (a drawer of a dresser, the basin of a sink).
        pivot: Its ``position``; None means bottom centre.
        region: The part of its footprint on which things can be put; None means all of it.
        rank: How soon it is left out when few objects are wanted.
    """

    type: str
    box: Box
    yaw: float = 0.0
    on: Piece | None = None
    part_of: Piece | None = None
    pivot: tuple[float, float, float] | None = None
    region: Rect | None = None
    rank: int = NORMAL

    @cached_property
    def kind(self) -> ObjectType:
        """What is known about the type."""
        return object_type(self.type)

    @property
    def door(self) -> bool:
        """Whether it opens into the room."""
        return self.type in DOORS

    @property
    def usable(self) -> bool:
        """Whether a person could do something with it (so that it must be within reach)."""
        return bool(self.kind.can & {"pickupable", "openable", "toggleable", "receptacle"})


class Plan:
    """A rectangular room being furnished.

    Attributes:
        room: kitchen, living_room, bedroom, bathroom or tabletop.
        dice: Where every choice comes from.
        rect: The floor between the walls.
        height: Ceiling height, metres.
        pieces: Everything placed so far; the first is the floor.
        reserved: Areas of a surface to keep empty, for example in front of a toaster.
        shut: Volumes into which nothing may be put, such as the air below a towel rail.
        loose: Types that still need a place on some surface (plants, lamps).
    """

    def __init__(self, room: str, dice: Dice, width: float, depth: float) -> None:
        self.room, self.dice = room, dice
        x0, z0 = -0.25 * dice.whole(4, 12), -0.25 * dice.whole(4, 12)
        self.rect: Rect = (x0, z0, x0 + width, z0 + depth)
        self.height = round(dice.between(2.4, 2.8), 2)
        self.pieces: list[Piece] = []
        self.reserved: list[tuple[Piece, Rect]] = []
        self.loose: list[str] = []
        self._clear: list[Rect] = []
        self.shut: list[Box] = []
        # The floor is as thin as can be, so that its support plane is y = 0 by any fraction of its height.
        self.floor = self.add(Piece("Floor", box(self.rect, -0.01, 0.01), rank=ESSENTIAL))
        self.walls = walls_of(self.rect)

    def add(self, piece: Piece) -> Piece:
        """Put a piece where it says, without questions."""
        self.pieces.append(piece)
        return piece

    def keep_clear(self, rect: Rect) -> None:
        """Let nothing stand on this part of the floor."""
        self._clear.append(rect)

    def size(self, kind: str, scale: float = 1.0) -> tuple[float, float, float]:
        """Long side, short side and height of a new piece: the medians, a few percent off, in whole centimetres."""
        known, jitter = object_type(kind), self.dice.between(0.95, 1.05) * scale
        long, short = known.footprint
        return round(long * jitter, 2), round(short * jitter, 2), round(known.size[1] * jitter, 2)

    def fits(self, candidate: Box, *, flat: bool = False) -> bool:
        """Whether a box lies in the room, touches no piece and, unless it is flat, leaves kept-clear floor alone."""
        rect = rect_of(candidate)
        if not inside(rect, self.rect) or candidate.high[1] > self.height:
            return False
        standing = candidate.low[1] < _STANDING and not flat
        if standing and any(overlap(rect, clear, -1e-6) for clear in self._clear):
            return False
        taken = [p.box for p in self.pieces[1:]] + self.shut
        return not any(overlap_boxes(candidate, b) for b in taken)

    def nothing_stands_on(self, rect: Rect) -> bool:
        """Whether a part of the floor lies in the room and has nothing on it."""
        standing = (p for p in self.pieces[1:] if p.box.low[1] < _STANDING)
        return inside(rect, self.rect) and not any(overlap(rect, rect_of(p.box), -1e-6) for p in standing)

    def against_wall(
        self,
        kind: str,
        width: float,
        depth: float,
        height: float,
        *,
        walls: Iterable[Wall] | None = None,
        front: float = 0.6,
        tries: int = 12,
        rank: int = NORMAL,
    ) -> Piece | None:
        """Stand a piece with its back to a wall, ``front`` metres before it kept clear; None if there is no room."""
        for wall in self.dice.shuffled(self.walls) if walls is None else walls:
            for _ in range(tries):
                if wall.length < width + 0.02:
                    break
                s = round(self.dice.between(0.01, wall.length - width - 0.01), 2)
                spot = self._stand(wall, s, width, depth, height, front)
                if spot is not None:
                    return self.add(Piece(kind, spot, wall.yaw, on=self.floor, rank=rank))
        return None

    def at(
        self,
        kind: str,
        wall: Wall,
        s: float,
        size: tuple[float, float, float],
        *,
        front: float = 0.6,
        rank: int = NORMAL,
    ) -> Piece | None:
        """Stand a piece (width, depth, height) at one place of a wall; None if it does not fit there."""
        spot = self._stand(wall, s, *size, front)
        return None if spot is None else self.add(Piece(kind, spot, wall.yaw, on=self.floor, rank=rank))

    def _stand(self, wall: Wall, s: float, width: float, depth: float, height: float, front: float) -> Box | None:
        spot = wall.box(s, s + width, 0.02, 0.02 + depth, 0.0, height)
        before = rect_of(wall.box(s, s + width, 0.02 + depth, 0.02 + depth + front, 0.0, 1.0))
        if not self.fits(spot) or (front > 0 and not self.nothing_stands_on(before)):
            return None
        if front > 0:
            self.keep_clear(before)
        return spot

    def in_the_open(
        self,
        kind: str,
        width: float,
        depth: float,
        height: float,
        *,
        gap: float = 0.6,
        yaw: float = 0.0,
        tries: int = 40,
    ) -> Piece | None:
        """Stand a piece anywhere with ``gap`` metres of floor around it; None if there is no room."""
        x0, z0, x1, z1 = grown(self.rect, -gap)
        for _ in range(tries):
            x = round(self.dice.between(x0 + width / 2, max(x0 + width / 2, x1 - width / 2)), 2)
            z = round(self.dice.between(z0 + depth / 2, max(z0 + depth / 2, z1 - depth / 2)), 2)
            rect = around(x, z, width, depth)
            spot = box(rect, 0.0, height)
            if self.nothing_stands_on(grown(rect, gap)) and self.fits(spot):
                return self.add(Piece(kind, spot, yaw, on=self.floor))
        return None

    def hang(
        self,
        kind: str,
        width: float,
        bottom: float,
        top: float,
        *,
        depth: float = 0.04,
        walls: Iterable[Wall] | None = None,
        near: float | None = None,
        drop: float = 0.0,
        tries: int = 10,
        rank: int = DECOR,
        part_of: Piece | None = None,
    ) -> Piece | None:
        """Fix a flat piece to a wall; None if every try is in the way of something.

        Args:
            kind: Object type.
            width: Metres along the wall.
            bottom: Height of the lower edge.
            top: Height of the upper edge.
            depth: How far it sticks out.
            walls: Walls to try, in this order; all in random order by default.
            near: Where along the (first) wall its middle should be; anywhere by default.
            drop: Metres below it that must be empty too, for what will hang from it.
            tries: Places tried on each wall.
            rank: See the ranks above.
            part_of: The piece it belongs to.
        """
        for wall in self.dice.shuffled(self.walls) if walls is None else walls:
            for _ in range(tries):
                room = wall.length - width - 0.02
                if room < 0:
                    break
                s = self.dice.between(0.01, 0.01 + room) if near is None else near - width / 2
                spot = wall.box(round(s, 2), round(s + width, 2), 0.0, depth, bottom, top)
                if self.fits(wall.box(s, s + width, 0.0, depth, bottom - drop, top), flat=depth <= _FLAT):
                    if drop > 0:
                        self.shut.append(wall.box(s, s + width, 0.0, depth, bottom - drop, bottom))
                    x, z = wall.point(round(s, 2) + width / 2, 0.0)
                    middle = (round(x, 4), round((bottom + top) / 2, 4), round(z, 4))
                    return self.add(Piece(kind, spot, wall.yaw, part_of=part_of, pivot=middle, rank=rank))
                near = None
        return None

    def put_on(self, kind: str, base: Piece, *, scale: float = 1.0, rank: int = NORMAL) -> Piece:
        """Put a piece on the middle of another one's support plane, facing the same way."""
        long, short, height = self.size(kind, scale)
        x0, z0, x1, z1 = rect_of(base.box)
        width, depth = (long, short) if base.yaw % 180 == 0 else (short, long)
        y = plane(base)
        rect = around((x0 + x1) / 2, (z0 + z1) / 2, min(width, x1 - x0), min(depth, z1 - z0))
        return self.add(Piece(kind, box(rect, y, y + height), base.yaw, on=base, rank=rank))

    def leave_out(self, limit: int) -> None:
        """Drop the most dispensable pieces, with what belongs to them, until ``limit`` are left, if possible."""
        while len(self.pieces) > limit:
            last = max(range(len(self.pieces)), key=lambda i: (self.pieces[i].rank, i))
            if self.pieces[last].rank == ESSENTIAL:
                return
            gone = {self.pieces[last]}
            while more := {p for p in self.pieces if p not in gone and (p.part_of in gone or p.on in gone)}:
                gone |= more
            self.pieces = [p for p in self.pieces if p not in gone]


def plane(piece: Piece, level: int = 0) -> float:
    """World height of a receptacle's support plane."""
    low, high = piece.box.low[1], piece.box.high[1]
    return round(low + piece.kind.support[level] * (high - low), 4)
