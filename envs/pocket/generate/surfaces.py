"""Places on which small things can be put, and the search for a free spot on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from envs.pocket.generate.dice import Dice
from envs.pocket.generate.geometry import back_of, grown, inside, overlap, overlap_boxes, rect_of
from envs.pocket.generate.plan import Piece, Plan, plane
from envs.pocket.scene import Box, Rect
from envs.pocket.things.traits import SINGLE_SLOT

GAP = 0.015  # metres between small things
_HEADROOM = 0.9  # above open surfaces
_ENCLOSED = frozenset({"Cabinet", "Drawer", "Fridge", "Microwave", "Safe", "LaundryHamper", "Shelf"})
#: How many things a support plane starts with at most (a little above the measured means), so that it can still be
#: used; the rest are limited by their area.
_CAPACITY = {
    "SinkBasin": 2,
    "Microwave": 1,
    "Bed": 7,
    "Sofa": 4,
    "ArmChair": 2,
    "Chair": 1,
    "Stool": 1,
    "Toilet": 2,
    "Drawer": 4,
    "Cabinet": 4,
    "Fridge": 3,
    "GarbageCan": 2,
    "LaundryHamper": 2,
    "Box": 2,
    "Safe": 3,
}
_VESSEL_CAPACITY = 1
_UNLIMITED = 999
_FILL = 0.5  # share of an open surface that may be covered


class Surface:
    """One support plane of one receptacle.

    Attributes:
        piece: The receptacle.
        y: Height of the plane, metres.
        region: Where things may lie.
        ceiling: Height that nothing on it may exceed.
        obstacles: Boxes of furniture that reach into the space above the plane.
        taken: What is covered already.
    """

    def __init__(self, piece: Piece, y: float, region: Rect, ceiling: float, obstacles: Iterable[Box] = ()) -> None:
        self.piece, self.y, self.region, self.ceiling = piece, y, region, ceiling
        self.obstacles = list(obstacles)
        self.taken: list[Rect] = []
        usual = _VESSEL_CAPACITY if "pickupable" in piece.kind.can else _UNLIMITED
        self._room_for = _CAPACITY.get(piece.type, usual)
        self._area_left = _FILL * (region[2] - region[0]) * (region[3] - region[1])

    @property
    def crowded(self) -> bool:
        """Whether it holds as much as a receptacle should start with."""
        return self._room_for <= 0 or self._area_left <= 0

    def spot(
        self, size: tuple[float, float, float], dice: Dice, good: Callable[[Rect], bool], tries: int = 14
    ) -> Box | None:
        """A free place for a box of (x, y, z) size where ``good`` says yes to the footprint, or None."""
        width, height, depth = size
        x0, z0, x1, z1 = self.region
        if width > x1 - x0 or depth > z1 - z0 or self.y + height > self.ceiling:
            return None
        for _ in range(tries):
            x = round(dice.between(x0, x1 - width), 4)
            z = round(dice.between(z0, z1 - depth), 4)
            rect = (x, z, round(x + width, 4), round(z + depth, 4))
            if any(overlap(rect, other, GAP) for other in self.taken):
                continue
            candidate = Box((x, self.y, z), (rect[2], round(self.y + height, 4), rect[3]))
            if not any(overlap_boxes(candidate, b) for b in self.obstacles) and good(rect):
                return candidate
        return None

    def reserve(self, rect: Rect) -> None:
        """Keep an area empty."""
        self.taken.append(rect)
        self._area_left -= _FILL * (rect[2] - rect[0]) * (rect[3] - rect[1])

    def take(self, rect: Rect) -> None:
        """Note that something lies there now."""
        self.taken.append(rect)
        self._area_left -= (rect[2] - rect[0]) * (rect[3] - rect[1])
        self._room_for -= 1


def surfaces(plan: Plan) -> Iterator[Surface]:
    """Every plane of the room on which small things can be put, the floor and one-thing holders left out."""
    for piece in plan.pieces[1:]:
        if "receptacle" in piece.kind.can and piece.type not in SINGLE_SLOT and piece.type != "Bathtub":
            yield from _planes(plan, piece)


def _planes(plan: Plan, piece: Piece) -> Iterator[Surface]:
    heights = [plane(piece, level) for level in range(len(piece.kind.support))]
    region, top = _region(piece), piece.box.high[1]
    for level, y in enumerate(heights):
        if piece.type in _ENCLOSED:
            ceiling = heights[level + 1] - 0.03 if level + 1 < len(heights) else top - 0.01
        else:
            ceiling = y + _HEADROOM
        volume = Box((region[0], y, region[1]), (region[2], ceiling, region[3]))
        obstacles = [p.box for p in plan.pieces[1:] if _in_the_way(p, piece) and overlap_boxes(p.box, volume)]
        obstacles += [b for b in plan.shut if overlap_boxes(b, volume)]
        surface = Surface(piece, y, region, ceiling, obstacles)
        for owner, rect in plan.reserved:
            if owner is piece:
                surface.reserve(rect)
        yield surface


def vessel_surface(piece: Piece, ceiling: float) -> Surface:
    """The inside of a bowl, pot, plate or box."""
    return Surface(piece, plane(piece), grown(rect_of(piece.box), -0.005), ceiling)


def _in_the_way(other: Piece, piece: Piece) -> bool:
    """Whether another piece can stand in the way of things on this one: not what it is part of, nor its own parts."""
    return other is not piece and other is not piece.part_of and other.part_of is not piece


def _region(piece: Piece) -> Rect:
    """The usable part of a footprint: the seat without its back, the cistern of a toilet, and so on."""
    if piece.region is not None:
        return piece.region
    back = back_of(piece.box, piece.yaw)
    x0, z0, x1, z1 = rect_of(piece.box)
    depth = z1 - z0 if piece.yaw % 180 == 0 else x1 - x0
    left, near = _USABLE.get(piece.type, (0.01 / back.length, 0.01 / depth))
    far = 0.26 if piece.type == "Toilet" else 1 - 0.01 / depth
    spot = back.box(left * back.length, (1 - left) * back.length, near * depth, far * depth, 0.0, 1.0)
    rect = rect_of(spot)
    assert inside(rect, rect_of(piece.box))
    return rect


#: Share of the width (each side) and of the depth (from the back) that arms, backs and headboards take.
_USABLE = {
    "Sofa": (0.1, 0.3),
    "ArmChair": (0.15, 0.3),
    "Chair": (0.06, 0.2),
    "Bed": (0.03, 0.06),
    "Toilet": (0.1, 0.03),
    "Safe": (0.06, 0.06),
    "Microwave": (0.06, 0.06),
    "Fridge": (0.06, 0.1),
}
