"""Blocks, and what is built from several of them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from envs.pocket.render.look import Look
from envs.pocket.scene import Rect

SEEN, HIDES = 1, 2
BOTH = SEEN | HIDES
Point = tuple[float, float, float]
BlockTurn = tuple[str, float, Point]
"""Axis, degrees and pivot of a hinge."""


class Block(NamedTuple):
    """A box in an object's own frame: x to the right, y up from its bottom, z to the front, metres.

    Attributes:
        low: Lower corner.
        high: Upper corner.
        use: ``SEEN`` (the object is seen by it), ``HIDES`` (it hides what is behind it), or both.
        fill: Share of the block, from its middle, in which there is surely something of the shape.
        turn: The hinge by which it is turned, if it is.
    """

    low: Point
    high: Point
    use: int = BOTH
    fill: float = 0.94
    turn: BlockTurn | None = None


def brick(
    a: Sequence[float], b: Sequence[float], use: int = BOTH, fill: float = 0.94, turn: BlockTurn | None = None
) -> Block:
    """The block between two opposite corners, in either order."""
    (ax, ay, az), (bx, by, bz) = a, b
    low, high = (min(ax, bx), min(ay, by), min(az, bz)), (max(ax, bx), max(ay, by), max(az, bz))
    return Block(low, high, use, fill, turn)


def pillar(x: float, z: float, bottom: float, top: float, use: int = BOTH, fill: float = 0.94) -> Block:
    """A block of that width and depth around the middle."""
    return Block((-x / 2, bottom, -z / 2), (x / 2, top, z / 2), use, fill)


def whole(look: Look) -> list[Block]:
    """All of the box."""
    x, y, z = look.size
    return [pillar(x, z, 0, y)]


def surface(look: Look) -> float:
    """Height of the plane on which things rest, metres."""
    return look.support[0] * look.size[1]


def slab(x: float, z: float, bottom: float, top: float, holes: Sequence[Rect]) -> list[Block]:
    """A flat top with rectangular holes (x0, z0, x1, z1)."""
    xs = sorted({-x / 2, x / 2, *(h[0] for h in holes), *(h[2] for h in holes)})
    out = []
    for a, b in itertools.pairwise(xs):
        start = -z / 2
        cuts = sorted((h[1], h[3]) for h in holes if h[0] < (a + b) / 2 < h[2])
        for near, far in [*cuts, (z / 2, z / 2)]:
            if near - start > 1e-3 and b - a > 1e-3:
                out.append(brick((a, bottom, start), (b, top, near)))
            start = max(start, far)
    return out


def case(x0: float, x1: float, y: float, z0: float, z1: float, wall: float) -> list[Block]:
    """A hollow case without a front."""
    return [
        brick((x0, 0, z0), (x1, wall, z1)),
        brick((x0, y - wall, z0), (x1, y, z1)),
        brick((x0, 0, z0), (x0 + wall, y, z1)),
        brick((x1 - wall, 0, z0), (x1, y, z1)),
        brick((x0, 0, z0), (x1, y, z0 + wall)),
    ]


def tub(x: float, z: float, top: float, wall: float, floor: float, at: float = 0.0) -> list[Block]:
    """A hollow that is open at the top, its middle ``at`` metres to the side."""
    a, b, c = at - x / 2, at + x / 2, z / 2
    return [
        brick((a, 0, -c), (b, floor, c)),
        brick((a, 0, -c), (a + wall, top, c)),
        brick((b - wall, 0, -c), (b, top, c)),
        brick((a, 0, -c), (b, top, -c + wall)),
        brick((a, 0, c - wall), (b, top, c)),
    ]


def round_tub(across: float, top: float, wall: float, floor: float) -> list[Block]:
    """A round hollow that is open at the top, as an octagon of that width."""
    r = across / 2
    side = 0.4142 * r
    walls = [brick((-side, 0, r - wall), (side, top, r), turn=("y", 45.0 * k, (0.0, 0.0, 0.0))) for k in range(8)]
    return [pillar(1.6 * r, 1.6 * r, 0, floor), *walls]


def legs(x: float, z: float, top: float, thick: float = 0.05) -> list[Block]:
    """Four legs under the corners of a top."""
    a, b = x / 2 - 0.02, z / 2 - 0.02
    return [brick((s * a, 0, r * b), (s * (a - thick), top, r * (b - thick))) for s in (-1, 1) for r in (-1, 1)]
