"""Rectangles on the floor, and walls as frames to build along: ``s`` runs along the wall, ``d`` away from it."""

from __future__ import annotations

from dataclasses import dataclass

from envs.pocket.scene import Box, Rect

_INWARD = {0.0: (0, 1), 90.0: (1, 0), 180.0: (0, -1), 270.0: (-1, 0)}
DIGITS = 4  # coordinates are kept to a tenth of a millimetre


@dataclass(frozen=True)
class Wall:
    """A vertical plane with things in front of it.

    Attributes:
        corner: Where ``s`` = ``d`` = 0, metres.
        along: Unit vector of ``s``.
        inward: Unit vector of ``d``.
        length: Metres.
        yaw: The way something faces whose back is against the wall (0 = +z, 90 = +x).
    """

    corner: tuple[float, float]
    along: tuple[int, int]
    inward: tuple[int, int]
    length: float
    yaw: float

    def point(self, s: float, d: float) -> tuple[float, float]:
        """The (x, z) of a place given along and away from the wall."""
        x, z = self.corner
        return x + s * self.along[0] + d * self.inward[0], z + s * self.along[1] + d * self.inward[1]

    def box(self, s0: float, s1: float, d0: float, d1: float, y0: float, y1: float) -> Box:
        """A box given in the wall's frame."""
        xa, za = self.point(s0, d0)
        xb, zb = self.point(s1, d1)
        return box((min(xa, xb), min(za, zb), max(xa, xb), max(za, zb)), y0, y1)

    def reversed(self) -> Wall:
        """The same wall, measured from its other end."""
        ax, az = self.along
        return Wall(self.point(self.length, 0.0), (-ax, -az), self.inward, self.length, self.yaw)


def box(rect: Rect, y0: float, y1: float) -> Box:
    """A box over a rectangle."""
    x0, z0, x1, z1 = (round(v, DIGITS) for v in rect)
    return Box((x0, round(y0, DIGITS), z0), (x1, round(y1, DIGITS), z1))


def rect_of(b: Box) -> Rect:
    """The footprint of a box."""
    return b.low[0], b.low[2], b.high[0], b.high[2]


def walls_of(rect: Rect) -> tuple[Wall, Wall, Wall, Wall]:
    """The four walls of a rectangular room: those whose furniture faces +z, +x, -z, -x."""
    x0, z0, x1, z1 = rect
    return (
        Wall((x0, z0), (1, 0), (0, 1), x1 - x0, 0.0),
        Wall((x0, z0), (0, 1), (1, 0), z1 - z0, 90.0),
        Wall((x0, z1), (1, 0), (0, -1), x1 - x0, 180.0),
        Wall((x1, z0), (0, 1), (-1, 0), z1 - z0, 270.0),
    )


def back_of(b: Box, yaw: float) -> Wall:
    """The back of a piece of furniture that faces ``yaw``, as a frame for its parts."""
    index = (0.0, 90.0, 180.0, 270.0).index(yaw % 360)
    return walls_of(rect_of(b))[index]


def inward(yaw: float) -> tuple[int, int]:
    """The unit vector (x, z) in which something with that cardinal yaw faces."""
    return _INWARD[yaw % 360]


def yaw_of(direction: tuple[int, int]) -> float:
    """The cardinal yaw of something that faces along a unit vector (x, z)."""
    return next(yaw for yaw, facing in _INWARD.items() if facing == direction)


def overlap(a: Rect, b: Rect, gap: float = 0.0) -> bool:
    """Whether two rectangles come closer than ``gap`` in both directions."""
    return a[0] < b[2] + gap and b[0] < a[2] + gap and a[1] < b[3] + gap and b[1] < a[3] + gap


def overlap_boxes(a: Box, b: Box) -> bool:
    """Whether two boxes share volume."""
    (ax, ay, az), (bx, by, bz) = a.low, b.low
    (au, av, aw), (bu, bv, bw) = a.high, b.high
    if not (ax < bu - 1e-9 and bx < au - 1e-9):
        return False
    return ay < bv - 1e-9 and by < av - 1e-9 and az < bw - 1e-9 and bz < aw - 1e-9


def inside(inner: Rect, outer: Rect) -> bool:
    """Whether one rectangle lies in the other (a tenth of a millimetre of slack)."""
    slack = 1e-4
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def grown(rect: Rect, by: float) -> Rect:
    """The rectangle with every side moved outwards."""
    return rect[0] - by, rect[1] - by, rect[2] + by, rect[3] + by


def around(x: float, z: float, width: float, depth: float) -> Rect:
    """The rectangle of that size centred at (x, z)."""
    return x - width / 2, z - depth / 2, x + width / 2, z + depth / 2
