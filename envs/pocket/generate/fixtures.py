"""Furniture with parts, and the things on walls, that several kinds of room share."""

from __future__ import annotations

from collections.abc import Sequence

from envs.pocket.generate.geometry import Wall, around, back_of, box, inward, rect_of
from envs.pocket.generate.plan import ESSENTIAL, EXTRA, NORMAL, Piece, Plan
from envs.pocket.scene import Box

BoxSpan = tuple[float, float, float, float, float, float]
"""A box in a wall's frame: along (s0, s1), away (d0, d1), up (y0, y1)."""


def width_of(piece: Piece) -> float:
    """How wide a piece is across its front, metres."""
    x0, z0, x1, z1 = rect_of(piece.box)
    return x1 - x0 if piece.yaw % 180 == 0 else z1 - z0


def depth_of(piece: Piece) -> float:
    """How deep a piece is from front to back, metres."""
    x0, z0, x1, z1 = rect_of(piece.box)
    return z1 - z0 if piece.yaw % 180 == 0 else x1 - x0


def along(wall: Wall, piece: Piece) -> float:
    """Where along a wall the middle of a piece is, metres."""
    x0, z0, x1, z1 = rect_of(piece.box)
    return abs(((x0 + x1) / 2 - wall.corner[0]) * wall.along[0] + ((z0 + z1) / 2 - wall.corner[1]) * wall.along[1])


def wall_behind(plan: Plan, piece: Piece) -> Wall:
    """The wall of the room at a piece's back."""
    return next(w for w in plan.walls if w.yaw == piece.yaw)


def cabinet(plan: Plan, wall: Wall, span: BoxSpan, rank: int = NORMAL, of: Piece | None = None) -> Piece:
    """A cabinet built in along a wall; its pivot is the hinge, on an edge of its front."""
    s0, s1, _, d1, y0, y1 = span
    pivot = _pivot(wall, plan.dice.pick((s0, s1)), d1, (y0 + y1) / 2)
    return plan.add(Piece("Cabinet", wall.box(*span), wall.yaw, part_of=of, pivot=pivot, rank=rank))


def drawer(plan: Plan, wall: Wall, span: BoxSpan, of: Piece | None = None) -> Piece:
    """A drawer; its pivot is the middle of its front."""
    s0, s1, _, d1, y0, y1 = span
    pivot = _pivot(wall, (s0 + s1) / 2, d1, (y0 + y1) / 2)
    rank = NORMAL if of is None else max(EXTRA, of.rank)
    return plan.add(Piece("Drawer", wall.box(*span), wall.yaw, part_of=of, pivot=pivot, rank=rank))


def drawers_in(
    plan: Plan, of: Piece, columns: int, rows: int, low: float, high: float, *, s: tuple[float, float] = (0.0, 1.0)
) -> None:
    """Fill the front of a piece, between two heights and two fractions of its width, with drawers."""
    back, depth = back_of(of.box, of.yaw), depth_of(of)
    width, height = (s[1] - s[0]) * back.length / columns, (high - low) / rows
    for column in range(columns):
        for row in range(rows):
            left, y = s[0] * back.length + column * width, low + row * height
            drawer(plan, back, (left + 0.02, left + width - 0.02, 0.04, depth, y + 0.01, y + height - 0.01), of)


def faucet(plan: Plan, wall: Wall, span: BoxSpan, of: Piece) -> Piece:
    """A tap; its pivot is the middle of its foot, at the back."""
    s0, s1, d0, _, y0, _ = span
    pivot = _pivot(wall, (s0 + s1) / 2, d0, y0)
    return plan.add(Piece("Faucet", wall.box(*span), wall.yaw, part_of=of, pivot=pivot, rank=ESSENTIAL))


def chest(
    plan: Plan, kind: str, columns: int, rows: int, *, scale: float = 1.0, walls: Sequence[Wall] | None = None
) -> Piece | None:
    """A Dresser, TVStand or SideTable against a wall, with drawers under its top; None if there is no room."""
    long, short, height = plan.size(kind, scale)
    piece = plan.against_wall(kind, long, short, height, walls=walls)
    if piece is not None:
        fill_with_drawers(plan, piece, columns, rows)
    return piece


def fill_with_drawers(plan: Plan, piece: Piece, columns: int, rows: int) -> None:
    """Drawers of about 0.2 m height under the top of a piece."""
    if rows > 0:
        top = piece.kind.support[0] * piece.box.high[1] - 0.03
        drawers_in(plan, piece, columns, rows, max(0.06, top - 0.22 * rows), top)


def desk(plan: Plan, drawers: int, *, chair: bool) -> Piece | None:
    """A desk against a wall, drawers on one side of it, a chair before it; None if there is no room."""
    long, short, height = plan.size("Desk", 0.9)
    piece = plan.against_wall("Desk", long, short, height, front=0.75)
    if piece is None:
        return None
    top = piece.kind.support[0] * height - 0.04
    side = plan.dice.pick(((0.0, 0.36), (0.64, 1.0)))
    if drawers > 0:
        drawers_in(plan, piece, 1, drawers, max(0.06, top - 0.24 * drawers), top, s=side)
    if chair:
        _chair_at(plan, piece, 0.68 if side[0] == 0.0 else 0.32)
    return piece


def _chair_at(plan: Plan, piece: Piece, where: float) -> None:
    """A chair before a desk, on the side without drawers; it may stand on floor kept clear for using the desk."""
    back, depth = back_of(piece.box, piece.yaw), depth_of(piece)
    long, short, height = plan.size("Chair", 0.72)
    s = min(max(where * back.length, long / 2), back.length - long / 2)
    spot = back.box(s - long / 2, s + long / 2, depth + 0.02, depth + 0.02 + short, 0.0, height)
    if plan.fits(spot, flat=True):
        plan.add(Piece("Chair", spot, (piece.yaw + 180) % 360, on=plan.floor, rank=EXTRA))


def shelving_unit(plan: Plan, rank: int = NORMAL) -> Piece | None:
    """A rack against a wall with three to five shelves; None if there is no room."""
    long, short, height = plan.size("ShelvingUnit")
    unit = plan.against_wall("ShelvingUnit", long, short, height, rank=rank)
    if unit is None:
        return None
    back, levels = back_of(unit.box, unit.yaw), plan.dice.whole(3, 5)
    step = (height - 0.06) / levels
    for level in range(levels):
        y = 0.06 + level * step
        span = (0.03, back.length - 0.03, 0.02, depth_of(unit) - 0.01, y, y + step - 0.02)
        _shelf(plan, back.box(*span), unit)
    return unit


def wall_shelves(plan: Plan, count: int, *, above: Piece | None = None) -> None:
    """Shelves one above the other on a wall, over a piece of furniture or anywhere."""
    width = round(plan.dice.between(0.6, 0.9), 2)
    walls, near = None, None
    if above is not None:
        walls = (wall_behind(plan, above),)
        near = along(walls[0], above)
    first = plan.hang("Shelf", width, 1.2, 1.48, depth=0.24, walls=walls, near=near, drop=0.15, rank=EXTRA)
    if first is None:
        return
    for level in range(1, count):
        upper = box(rect_of(first.box), 1.2 + 0.3 * level, 1.48 + 0.3 * level)
        if plan.fits(upper):
            _shelf(plan, upper, first)


def _shelf(plan: Plan, spot: Box, of: Piece) -> None:
    x0, z0, x1, z1 = rect_of(spot)
    pivot = (round((x0 + x1) / 2, 4), spot.low[1], round((z0 + z1) / 2, 4))
    plan.add(Piece("Shelf", spot, of.yaw, part_of=of, pivot=pivot, rank=max(EXTRA, of.rank)))


def seats_around(plan: Plan, table: Piece, kind: str, count: int) -> None:
    """Put up to ``count`` chairs or stools at the sides of a table, facing it."""
    x0, z0, x1, z1 = rect_of(table.box)
    short = (90.0, 270.0) if x1 - x0 >= z1 - z0 else (0.0, 180.0)
    places = [(side, slot) for side in (0.0, 90.0, 180.0, 270.0) if side not in short for slot in (0.27, 0.73)]
    places += [(side, 0.5) for side in short]
    for yaw, slot in plan.dice.shuffled(places):
        if count == 0:
            return
        width, depth, height = plan.size(kind, 0.72 if kind == "Chair" else 0.85)
        nx, nz = inward(yaw)
        x = (x0 + x1) / 2 - nx * ((x1 - x0 + depth) / 2 + 0.02) if nx else x0 + slot * (x1 - x0)
        z = (z0 + z1) / 2 - nz * ((z1 - z0 + depth) / 2 + 0.02) if nz else z0 + slot * (z1 - z0)
        spot = box(around(x, z, width if nz else depth, depth if nz else width), 0.0, height)
        if plan.fits(spot):
            plan.add(Piece(kind, spot, yaw, on=plan.floor, rank=EXTRA))
            count -= 1


def windows(plan: Plan, count: int, dressing: str | None = None) -> None:
    """Windows on walls, each with its own Blinds or Curtains if asked for."""
    for _ in range(count):
        window = plan.hang("Window", round(plan.dice.between(0.8, 1.4), 2), 1.0, 2.05)
        if window is not None and dressing is not None:
            dress(plan, window, dressing)


def dress(plan: Plan, window: Piece, dressing: str) -> None:
    """Roll blinds up over a window, or hang a curtain beside it: a drawn one would hide it."""
    wall, top = wall_behind(plan, window), window.box.high[1]
    s, half = along(wall, window), width_of(window) / 2
    if dressing == "Blinds":
        plan.hang("Blinds", 2 * half, top, top + 0.2, depth=0.03, walls=(wall,), near=s, tries=1, part_of=window)
    else:
        s += half + 0.15
        plan.hang("Curtains", 0.26, 0.15, top + 0.15, depth=0.045, walls=(wall,), near=s, tries=1, part_of=window)


def on_walls(plan: Plan, kind: str, count: int, size: tuple[float, float], middle: float) -> None:
    """Hang flat things of about that (width, height), at about that height of their middle."""
    for _ in range(count):
        width, height = (round(v * plan.dice.between(0.85, 1.15), 2) for v in size)
        plan.hang(kind, width, round(middle - height / 2, 2), round(middle + height / 2, 2))


def basics(plan: Plan) -> None:
    """What every room has: a garbage can and a light switch."""
    long, short, height = plan.size("GarbageCan")
    plan.against_wall("GarbageCan", long, short, height, front=0.3)
    plan.hang("LightSwitch", 0.09, 1.22, 1.37, depth=0.03, tries=20, rank=EXTRA)


def maybe_loose(plan: Plan, kind: str, chance: float) -> None:
    """With that probability, ask for a place for one such object on some surface."""
    if plan.dice.chance(chance):
        plan.loose.append(kind)


def _pivot(wall: Wall, s: float, d: float, y: float) -> tuple[float, float, float]:
    x, z = wall.point(s, d)
    return round(x, 4), round(y, 4), round(z, 4)
