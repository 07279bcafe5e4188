"""Living rooms: a sofa that looks at a television across a coffee table, and what stands around them."""

from __future__ import annotations

from envs.pocket.generate import fixtures
from envs.pocket.generate.geometry import Wall, back_of, yaw_of
from envs.pocket.generate.plan import DECOR, ESSENTIAL, EXTRA, DoesNotFit, Piece, Plan


def lay_out(plan: Plan) -> None:
    """Furnish a living room.

    Raises:
        DoesNotFit: Sofa and television cannot face each other.
    """
    screen = plan.dice.whole(0, 3)
    wall, opposite = plan.walls[screen], plan.walls[(screen + 2) % 4]
    middle = round(wall.length * plan.dice.between(0.42, 0.58), 2)
    _television(plan, wall, middle)
    _around_sofa(plan, _sofa(plan, wall, opposite, middle))
    _dining(plan)
    _storage(plan)
    _decor(plan)


def _television(plan: Plan, wall: Wall, middle: float) -> None:
    kind, scale = plan.dice.pick((("TVStand", 1.15), ("Dresser", 0.75)))
    long, short, height = plan.size(kind, scale)
    stand = plan.at(kind, wall, middle - long / 2, (long, short, min(height, 0.95)), rank=ESSENTIAL)
    if stand is None:
        raise DoesNotFit("no place for the television")
    plan.put_on("Television", stand, rank=ESSENTIAL)
    fixtures.fill_with_drawers(plan, stand, 2, plan.dice.whole(1, 2))


def _sofa(plan: Plan, wall: Wall, opposite: Wall, middle: float) -> Piece:
    """The sofa stands against the wall opposite the screen, or nearer where that is too far to watch."""
    long, short, height = plan.size("Sofa", 0.86)
    x0, z0, x1, z1 = plan.rect
    across = z1 - z0 if wall.yaw % 180 == 0 else x1 - x0
    d = across - short - 0.02 if across < 5.2 else round(plan.dice.between(2.9, 3.4), 2)
    spot = wall.box(middle - long / 2, middle + long / 2, d, d + short, 0.0, height)
    if not plan.fits(spot):
        raise DoesNotFit("no place for the sofa")
    return plan.add(Piece("Sofa", spot, opposite.yaw, on=plan.floor, rank=ESSENTIAL))


def _around_sofa(plan: Plan, sofa: Piece) -> None:
    """Coffee table before it, side tables beside it, an armchair at an angle."""
    dice = plan.dice
    seat, depth = back_of(sofa.box, sofa.yaw), fixtures.depth_of(sofa)
    if dice.chance(0.78):
        long, short, height = plan.size("CoffeeTable", 0.9)
        s, near = (seat.length - long) / 2, depth + round(dice.between(0.42, 0.52), 2)
        spot = seat.box(s, s + long, near, near + short, 0.0, height)
        if plan.fits(spot, flat=True):
            plan.add(Piece("CoffeeTable", spot, sofa.yaw, on=plan.floor))
    for side in dice.shuffled((-1, 1))[: dice.whole(1, 2)]:
        _, short, height = plan.size("SideTable")
        s = -short - 0.05 if side < 0 else seat.length + 0.05
        spot = seat.box(s, s + short, 0.1, 0.1 + short, 0.0, min(height, 0.68))
        if plan.fits(spot):
            table = plan.add(Piece("SideTable", spot, sofa.yaw, on=plan.floor))
            fixtures.fill_with_drawers(plan, table, 1, dice.whole(0, 1))
    if dice.chance(0.93):
        _armchair(plan, seat, depth)


def _armchair(plan: Plan, seat: Wall, depth: float) -> None:
    """Beside the coffee table, facing it; otherwise against some wall."""
    long, short, height = plan.size("ArmChair", 0.82)
    ax, az = seat.along
    for side in plan.dice.shuffled((-1, 1)):
        s = -short - 0.1 if side < 0 else seat.length + 0.1
        spot = seat.box(s, s + short, depth + 0.35, depth + 0.35 + long, 0.0, height)
        if plan.fits(spot):
            plan.add(Piece("ArmChair", spot, yaw_of((-side * ax, -side * az)), on=plan.floor))
            return
    plan.against_wall("ArmChair", long, short, height)


def _dining(plan: Plan) -> None:
    """Half of the living rooms have a dining table (13 of 27), with four chairs when there is room."""
    if not plan.dice.chance(0.6):
        return
    long, short, height = plan.size("DiningTable", 0.95)
    width, depth = plan.dice.pick(((long, short), (short, long)))
    table = plan.in_the_open("DiningTable", width, depth, height, gap=0.6)
    if table is None:
        table = plan.against_wall("DiningTable", long, short, height, front=0.0)
    if table is not None:
        fixtures.seats_around(plan, table, "Chair", plan.dice.whole(3, 4))


def _storage(plan: Plan) -> None:
    dice = plan.dice
    if dice.chance(0.3):
        fixtures.shelving_unit(plan)
    elif dice.chance(0.4):
        fixtures.wall_shelves(plan, dice.whole(3, 4))
    if dice.chance(0.35):
        fixtures.chest(plan, "Dresser", dice.whole(2, 3), dice.whole(1, 2), scale=0.7)
    if dice.chance(0.22):
        _sideboard(plan, dice.whole(2, 3))
    if dice.chance(0.06):
        fixtures.desk(plan, dice.whole(1, 3), chair=True)
    for kind, chance, scale in (("Ottoman", 0.15, 0.8), ("Safe", 0.04, 1.0), ("DogBed", 0.08, 1.0)):
        if dice.chance(chance):
            long, short, height = plan.size(kind, scale)
            plan.against_wall(kind, long, short, height, rank=EXTRA)


def _sideboard(plan: Plan, doors: int) -> None:
    """A dresser with doors instead of drawers."""
    long, short, height = 0.5 * doors, 0.45, 0.9
    board = plan.against_wall("Dresser", long, short, height)
    if board is None:
        return
    back = back_of(board.box, board.yaw)
    for i in range(doors):
        span = (0.5 * i + 0.02, 0.5 * (i + 1) - 0.02, 0.04, short, 0.08, 0.74)
        fixtures.cabinet(plan, back, span, of=board)


def _decor(plan: Plan) -> None:
    dice = plan.dice
    fixtures.basics(plan)
    for _ in range(dice.whole(1, 2)):
        long, short, height = plan.size("FloorLamp", 0.8)
        plan.against_wall("FloorLamp", long, short, height * 1.2, front=0.0, tries=20)
    fixtures.windows(plan, dice.whole(1, 3), dice.pick((None, "Curtains")))
    fixtures.on_walls(plan, "Painting", dice.whole(1, 3), (1.0, 0.75), 1.65)
    if dice.chance(0.07):
        fixtures.on_walls(plan, "Mirror", 1, (0.8, 1.0), 1.5)
    if dice.chance(0.07):
        for _ in range(dice.whole(2, 4)):
            long, short, height = plan.size("RoomDecor")
            plan.against_wall("RoomDecor", long, short, height, front=0.0, rank=DECOR)
    plan.loose.append("HousePlant")
    fixtures.maybe_loose(plan, "DeskLamp", 0.41)
