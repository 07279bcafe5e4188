"""Bedrooms: a bed with its head against a wall, tables beside it, a desk, and things to keep clothes in."""

from __future__ import annotations

from envs.pocket.generate import fixtures
from envs.pocket.generate.geometry import Wall, rect_of
from envs.pocket.generate.plan import ESSENTIAL, EXTRA, DoesNotFit, Piece, Plan


def lay_out(plan: Plan) -> None:
    """Furnish a bedroom.

    Raises:
        DoesNotFit: There is no place for the bed.
    """
    dice = plan.dice
    bed = _bed(plan)
    desk = None
    if dice.chance(0.8):
        desk = fixtures.desk(plan, dice.whole(2, 3), chair=dice.chance(0.9))
    _beside_bed(plan, bed)
    shelves = dice.chance(0.75)
    if shelves and dice.chance(0.3):
        fixtures.shelving_unit(plan)
    elif shelves:
        fixtures.wall_shelves(plan, dice.whole(3, 4), above=desk)
    if dice.chance(0.3) or desk is None:
        dresser = fixtures.chest(plan, "Dresser", 2, dice.whole(2, 3), scale=0.68)
        if dresser is not None and dice.chance(0.3):
            plan.put_on("Television", dresser, scale=0.8)
    _furniture(plan)
    _walls(plan, dice.chance(0.92))
    plan.loose.append("DeskLamp")
    fixtures.maybe_loose(plan, "HousePlant", 0.26)
    if desk is not None:
        fixtures.maybe_loose(plan, "Desktop", 0.09)


def _bed(plan: Plan) -> Piece:
    long, short, height = plan.size("Bed", 0.92)
    for wall in plan.dice.shuffled(plan.walls):
        for _ in range(6):
            # Far enough from the corners that somebody can walk along both sides.
            s = round(plan.dice.between(0.75, max(0.76, wall.length - short - 0.75)), 2)
            bed = plan.at("Bed", wall, s, (short, long, height), front=0.55, rank=ESSENTIAL)
            if bed is not None:
                for side in (-0.55, short + 0.05):
                    plan.keep_clear(rect_of(wall.box(s + side, s + side + 0.5, 0.7, long, 0, 1)))
                return bed
    raise DoesNotFit("no place for the bed")


def _beside_bed(plan: Plan, bed: Piece) -> None:
    """One or two bedside tables (17 of 23 bedrooms have one), some with drawers."""
    dice = plan.dice
    wall = fixtures.wall_behind(plan, bed)
    middle, half = fixtures.along(wall, bed), fixtures.width_of(bed) / 2
    for side in dice.shuffled((-1, 1))[: dice.whole(1, 2)]:
        _, short, height = plan.size("SideTable")
        s = middle - half - short - 0.04 if side < 0 else middle + half + 0.04
        table = plan.at("SideTable", wall, round(s, 2), (short, short, min(height, 0.7)), front=0.0)
        if table is not None:
            fixtures.fill_with_drawers(plan, table, 1, dice.whole(1, 2))


def _furniture(plan: Plan) -> None:
    """Things of which some bedrooms have one, with the shares of the observed plans."""
    shares = (
        ("LaundryHamper", 0.35, 1.0),
        ("Safe", 0.22, 1.0),
        ("ArmChair", 0.26, 0.8),
        ("Stool", 0.05, 0.9),
        ("VacuumCleaner", 0.05, 1.0),
        ("DogBed", 0.05, 1.0),
    )
    for kind, chance, scale in shares:
        if plan.dice.chance(chance):
            long, short, height = plan.size(kind, scale)
            plan.against_wall(kind, long, short, height, rank=EXTRA)
    if plan.dice.chance(0.17):
        _wardrobe(plan, plan.dice.whole(2, 3))


def _wardrobe(plan: Plan, doors: int) -> None:
    """Built-in cabinets with tall doors."""
    width = 0.5 * doors
    for wall in plan.dice.shuffled(plan.walls):
        for _ in range(8):
            s = round(plan.dice.between(0.0, wall.length - width), 2)
            spot = wall.box(s, s + width, 0.0, 0.55, 0.0, 2.0)
            front = rect_of(wall.box(s, s + width, 0.56, 1.3, 0.0, 1.0))
            if plan.fits(spot) and plan.nothing_stands_on(front):
                _doors(plan, wall, s, doors)
                plan.keep_clear(front)
                return


def _doors(plan: Plan, wall: Wall, s: float, count: int) -> None:
    for i in range(count):
        fixtures.cabinet(plan, wall, (s + 0.5 * i + 0.01, s + 0.5 * (i + 1) - 0.01, 0.0, 0.55, 0.05, 2.0))


def _walls(plan: Plan, blinds: bool) -> None:
    dice = plan.dice
    fixtures.basics(plan)
    fixtures.windows(plan, dice.whole(1, 2), "Blinds" if blinds else "Curtains")
    fixtures.on_walls(plan, "Mirror", 1, (0.75, 0.95), 1.5)
    if dice.chance(0.43):
        fixtures.on_walls(plan, "Painting", dice.whole(1, 2), (0.9, 0.7), 1.7)
    if dice.chance(0.26):
        fixtures.on_walls(plan, "Poster", dice.whole(1, 2), (0.5, 0.65), 1.7)
