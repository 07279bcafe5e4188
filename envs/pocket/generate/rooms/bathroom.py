"""Bathrooms: a vanity with a sink, a toilet, a bathtub or a shower, and rails for towels."""

from __future__ import annotations

from envs.pocket.generate import fixtures
from envs.pocket.generate.geometry import Wall, rect_of
from envs.pocket.generate.plan import ESSENTIAL, EXTRA, NORMAL, DoesNotFit, Piece, Plan

DEPTH = 0.55  # of the vanity
TOP = (0.86, 0.96)


def lay_out(plan: Plan) -> None:
    """Furnish a bathroom.

    Raises:
        DoesNotFit: One of the big fixtures found no place.
    """
    dice = plan.dice
    tub = dice.chance(0.8)
    if tub:
        _bathtub(plan)
    if not tub or dice.chance(0.3):
        _shower(plan)
    _vanity(plan)
    _toilet(plan)
    _furniture(plan)
    _rails(plan)
    fixtures.basics(plan)
    if dice.chance(0.7):
        fixtures.on_walls(plan, "Window", 1, (0.8, 0.8), 1.75)


def _corner_walls(plan: Plan, length: float) -> list[Wall]:
    """Every wall from either end, if it is long enough."""
    walls = [w for wall in plan.walls for w in (wall, wall.reversed()) if wall.length >= length]
    return plan.dice.shuffled(walls)


def _bathtub(plan: Plan) -> None:
    """A tub in a corner: basin inside it, tap and shower head at one end, a gathered curtain at the other."""
    dice = plan.dice
    length, depth = round(dice.between(1.55, 1.75), 2), round(dice.between(0.78, 0.9), 2)
    for wall in _corner_walls(plan, length + 0.1):
        spot, front = wall.box(0.0, length, 0.0, depth, 0.0, 0.6), wall.box(0.2, length, depth, depth + 0.6, 0, 1)
        if plan.fits(spot) and plan.nothing_stands_on(rect_of(front)):
            break
    else:
        raise DoesNotFit("no corner is free for the bathtub")
    plan.keep_clear(rect_of(front))
    tub = plan.add(Piece("Bathtub", spot, wall.yaw, rank=NORMAL, pivot=_middle(wall, length / 2, depth / 2, 0.53)))
    basin = wall.box(0.16, length - 0.1, 0.1, depth - 0.1, 0.08, 0.55)
    region = rect_of(wall.box(0.4, length - 0.1, 0.1, depth - 0.1, 0, 1))
    plan.add(Piece("BathtubBasin", basin, wall.yaw, part_of=tub, region=region, rank=NORMAL))
    fixtures.faucet(plan, wall, (0.0, 0.2, depth / 2 - 0.12, depth / 2 + 0.12, 0.62, 0.78), tub)
    head = wall.box(0.0, 0.28, depth / 2 - 0.06, depth / 2 + 0.06, 0.9, 1.9)
    plan.add(Piece("ShowerHead", head, wall.yaw, part_of=tub, pivot=_middle(wall, 0.05, depth / 2, 1.26)))
    if dice.chance(0.5):
        curtain = wall.box(length - 0.3, length, depth - 0.06, depth, 0.62, 2.0)
        hook = _middle(wall, length - 0.15, depth - 0.03, 1.9)
        plan.add(Piece("ShowerCurtain", curtain, wall.yaw, part_of=tub, pivot=hook, rank=EXTRA))


def _shower(plan: Plan) -> None:
    """A stall in a corner behind a pane and a door of glass."""
    side = 0.92
    for wall in _corner_walls(plan, side + 0.1):
        spot, front = wall.box(0.0, side, 0.0, side, 0.0, 2.0), wall.box(0.0, side, side, side + 0.65, 0, 1)
        if plan.fits(spot) and plan.nothing_stands_on(rect_of(front)):
            break
    else:
        raise DoesNotFit("no corner is free for the shower")
    plan.keep_clear(rect_of(front))
    hinge = _middle(wall, 0.02, side, 0.0)
    door = plan.add(
        Piece("ShowerDoor", wall.box(0.02, side - 0.06, side - 0.05, side, 0.02, 1.95), wall.yaw, pivot=hinge)
    )
    plan.add(Piece("ShowerGlass", wall.box(side - 0.05, side, 0.0, side, 0.02, 1.95), wall.yaw, part_of=door))
    head = wall.box(0.3, 0.6, 0.0, 0.14, 1.0, 2.0)
    plan.add(Piece("ShowerHead", head, wall.yaw, part_of=door, pivot=_middle(wall, 0.45, 0.05, 1.26)))
    plan.shut.append(spot)


def _vanity(plan: Plan) -> None:
    """A counter with one sink, a mirror over it, and doors or drawers below."""
    dice = plan.dice
    left, sink, right = round(dice.between(0.4, 0.6), 2), 0.56, round(dice.between(0.4, 0.8), 2)
    width = left + sink + right
    for wall in dice.shuffled(plan.walls):
        for _ in range(10):
            s = round(dice.between(0.0, max(0.0, wall.length - width)), 2)
            spot, front = (
                wall.box(s, s + width, 0.0, DEPTH, 0.0, 1.25),
                wall.box(s, s + width, DEPTH, DEPTH + 0.65, 0, 1),
            )
            if plan.fits(spot) and plan.nothing_stands_on(rect_of(front)):
                plan.keep_clear(rect_of(front))
                _counter(plan, wall, s, s + left)
                _counter(plan, wall, s + left + sink, s + width)
                _sink(plan, wall, s + left, s + left + sink)
                _storage(plan, wall, (s, s + left, s + left + sink, s + width))
                return
    raise DoesNotFit("no wall is free for the vanity")


def _counter(plan: Plan, wall: Wall, s0: float, s1: float) -> None:
    pivot = _middle(wall, (s0 + s1) / 2, DEPTH / 2, 0.91)
    plan.add(Piece("CounterTop", wall.box(s0, s1, 0.0, DEPTH, *TOP), wall.yaw, pivot=pivot, rank=ESSENTIAL))


def _sink(plan: Plan, wall: Wall, s0: float, s1: float) -> None:
    middle = (s0 + s1) / 2
    sink = plan.add(Piece("Sink", wall.box(s0, s1, 0.0, DEPTH, 0.68, 0.92), wall.yaw, rank=ESSENTIAL))
    basin = wall.box(s0 + 0.05, s1 - 0.05, 0.14, DEPTH - 0.05, 0.77, 0.91)
    region = rect_of(wall.box(s0 + 0.05, s1 - 0.05, 0.21, DEPTH - 0.05, 0, 1))
    plan.add(Piece("SinkBasin", basin, wall.yaw, part_of=sink, region=region, rank=ESSENTIAL))
    fixtures.faucet(plan, wall, (middle - 0.06, middle + 0.06, 0.02, 0.2, 0.92, 1.16), sink)
    plan.hang("Mirror", 0.7, 1.25, 1.95, walls=(wall,), near=middle, tries=1)


def _storage(plan: Plan, wall: Wall, edges: tuple[float, float, float, float]) -> None:
    """Doors below the sink; doors or drawers below the counters (13 of 23 bathrooms have drawers, 11 cabinets)."""
    s0, s1, s2, s3 = edges
    if plan.dice.chance(0.5):
        fixtures.cabinet(plan, wall, (s1 + 0.01, s2 - 0.01, 0.02, DEPTH - 0.02, 0.08, 0.66))
    for a, b in ((s0, s1), (s2, s3)):
        rows = plan.dice.whole(2, 3)
        if plan.dice.chance(0.5):
            fixtures.cabinet(plan, wall, (a + 0.01, b - 0.01, 0.02, DEPTH - 0.02, 0.08, 0.84))
            continue
        step = 0.74 / rows
        for row in range(rows):
            y = 0.08 + row * step
            fixtures.drawer(plan, wall, (a + 0.01, b - 0.01, 0.04, DEPTH - 0.02, y, y + step - 0.01))


def _toilet(plan: Plan) -> None:
    """With paper beside it, brush and plunger in reach."""
    long, short, height = plan.size("Toilet", 0.88)
    toilet = plan.against_wall("Toilet", short, long, height, front=0.5, rank=ESSENTIAL)
    if toilet is None:
        raise DoesNotFit("no wall is free for the toilet")
    wall = fixtures.wall_behind(plan, toilet)
    middle, half = fixtures.along(wall, toilet), fixtures.width_of(toilet) / 2
    for side in plan.dice.shuffled((-1, 1)):
        near = middle + side * (half + 0.2)
        if plan.hang("ToiletPaperHanger", 0.2, 0.82, 0.91, depth=0.12, walls=(wall,), near=near, drop=0.1, tries=1):
            return
    plan.hang("ToiletPaperHanger", 0.2, 0.82, 0.91, depth=0.12, drop=0.1, rank=NORMAL)


def _furniture(plan: Plan) -> None:
    dice = plan.dice
    if dice.chance(0.2):
        fixtures.chest(plan, "SideTable", 1, dice.whole(0, 2), scale=0.8)
    elif dice.chance(0.12):
        fixtures.chest(plan, "Dresser", 1, dice.whole(2, 3), scale=0.45)
    if dice.chance(0.3):
        fixtures.wall_shelves(plan, dice.whole(1, 3))
    fixtures.maybe_loose(plan, "HousePlant", 0.04)


def _rails(plan: Plan) -> None:
    """Rails and rings with room for what hangs from them."""
    plan.hang("TowelHolder", 0.6, 1.3, 1.42, depth=0.1, drop=0.65, rank=NORMAL, tries=20)
    for _ in range(plan.dice.whole(1, 2)):
        plan.hang("HandTowelHolder", 0.19, 1.38, 1.66, depth=0.05, drop=0.35, rank=NORMAL, tries=20)


def _middle(wall: Wall, s: float, d: float, y: float) -> tuple[float, float, float]:
    x, z = wall.point(s, d)
    return round(x, 4), round(y, 4), round(z, 4)
