"""Kitchens: two runs of counter, one with the sink and one with the stove, along neighbouring or opposite walls."""

from __future__ import annotations

from dataclasses import dataclass

from envs.pocket.generate import fixtures
from envs.pocket.generate.geometry import Wall, rect_of
from envs.pocket.generate.plan import DECOR, ESSENTIAL, EXTRA, DoesNotFit, Piece, Plan

DEPTH = 0.65  # of a counter
TOP = (0.90, 1.00)  # of its slab; measured median centre 0.95, height 0.10
SINK, STOVE = 0.86, 1.00  # widths
MODULE = 0.48  # width of one base cabinet (measured median long side 0.49)


@dataclass(frozen=True)
class CounterRun:
    """A stretch of kitchen along a wall: counter, one feature in it, counter.

    Attributes:
        wall: Where.
        blind: Length of the corner part, which has a counter but no doors.
        before: Base modules (s0, s1) ahead of the feature.
        feature: Where the sink or the stove is.
        after: Base modules behind it.
        end: Where the run ends, fridge included.
    """

    wall: Wall
    blind: float
    before: tuple[tuple[float, float], ...]
    feature: tuple[float, float]
    after: tuple[tuple[float, float], ...]
    end: float

    @property
    def modules(self) -> tuple[tuple[float, float], ...]:
        """All base modules."""
        return self.before + self.after


def lay_out(plan: Plan) -> None:
    """Furnish a kitchen.

    Raises:
        DoesNotFit: The appliances found no place on the counters.
    """
    dice = plan.dice
    cornered = dice.chance(0.6)
    first, second = _two_walls(plan, cornered)
    fridge_with_sink = dice.chance(0.5)
    sink_run = _measure(plan, first, 0.0, DEPTH if cornered else 0.0, SINK, fridge_with_sink)
    stove_run = _measure(plan, second, DEPTH if cornered else 0.0, 0.0, STOVE, not fridge_with_sink)
    counters = [*_counters(plan, sink_run, 0.0), *_counters(plan, stove_run, stove_run.before[0][0])]
    basin = _sink(plan, sink_run)
    _stove(plan, stove_run)
    _fridge(plan, sink_run if fridge_with_sink else stove_run)
    _appliances(plan, counters)
    _bases(plan, sink_run, stove_run)
    window = _window(plan, sink_run, basin)
    _uppers(plan, (sink_run, stove_run), window)
    _middle(plan)
    _rest(plan, window)


def _two_walls(plan: Plan, cornered: bool) -> tuple[Wall, Wall]:
    """Two walls measured from the corner they share, or two opposite ones."""
    south, west, north, east = plan.walls
    if not cornered:
        return plan.dice.pick(((south, north), (north, south), (west, east), (east, west)))
    horizontal, vertical = plan.dice.pick((south, north)), plan.dice.pick((west, east))
    a = horizontal if vertical is west else horizontal.reversed()
    b = vertical if horizontal is south else vertical.reversed()
    return plan.dice.pick(((a, b), (b, a)))


def _measure(plan: Plan, wall: Wall, start: float, blind: float, feature: float, fridge: bool) -> CounterRun:
    """Divide a wall into modules."""
    dice = plan.dice
    tail = 0.86 if fridge else 0.0
    room = wall.length - start - blind - feature - tail - 0.05
    count = min(int(room / MODULE), dice.whole(3, 4 if fridge else 5))
    if count < 3:
        raise DoesNotFit("the wall is too short for a counter")
    width = min(room / count, dice.between(MODULE, 0.54))
    ahead = dice.whole(1, count - 1)
    s = start + blind
    before = tuple((s + i * width, s + (i + 1) * width) for i in range(ahead))
    s += ahead * width
    behind = s + feature
    after = tuple((behind + i * width, behind + (i + 1) * width) for i in range(count - ahead))
    end = after[-1][1] + tail
    plan.keep_clear(rect_of(wall.box(start + blind, end, DEPTH, DEPTH + 0.8, 0, 1)))
    return CounterRun(wall, blind, before, (s, behind), after, end)


def _counters(plan: Plan, run: CounterRun, start: float) -> list[tuple[Piece, Wall, float, float]]:
    """The two counter tops of a run, with the stretch of each that somebody can stand at."""
    tops = []
    for s0, s1, reachable in (
        (start, run.feature[0], run.before[0][0]),
        (run.feature[1], run.after[-1][1], run.feature[1]),
    ):
        slab = run.wall.box(s0, s1, 0.0, DEPTH, *TOP)
        x, z = run.wall.point((s0 + s1) / 2, DEPTH / 2)
        pivot = (round(x, 4), 0.95, round(z, 4))
        top = plan.add(Piece("CounterTop", slab, run.wall.yaw, pivot=pivot, rank=ESSENTIAL))
        tops.append((top, run.wall, reachable, s1))
    return tops


def _sink(plan: Plan, run: CounterRun) -> Piece:
    """Sink, basin and tap; two doors below."""
    s0, s1 = run.feature
    wall, middle = run.wall, (s0 + s1) / 2
    sink = plan.add(Piece("Sink", wall.box(s0, s1, 0.0, DEPTH, 0.675, 0.925), wall.yaw, rank=ESSENTIAL))
    basin_box = wall.box(s0 + 0.08, s1 - 0.08, 0.15, DEPTH - 0.06, 0.765, 0.915)
    # The strip under the spout stays empty, so that tall things do not start out inside the tap.
    region = rect_of(wall.box(s0 + 0.08, s1 - 0.08, 0.24, DEPTH - 0.06, 0, 1))
    basin = plan.add(Piece("SinkBasin", basin_box, wall.yaw, part_of=sink, region=region, rank=ESSENTIAL))
    fixtures.faucet(plan, wall, (middle - 0.05, middle + 0.05, 0.02, 0.23, 0.925, 1.26), sink)
    for a, b in ((s0, middle), (middle, s1)):
        fixtures.cabinet(plan, wall, (a + 0.01, b - 0.01, 0.02, DEPTH - 0.02, 0.10, 0.66))
    return basin


def _stove(plan: Plan, run: CounterRun) -> None:
    """Four burners on a shallow arc, each with its knob before it, so that knob and burner pair by nearness."""
    wall, middle = run.wall, sum(run.feature) / 2
    for side, d, knob_side in (
        (-0.345, 0.30, -0.40),
        (-0.115, 0.40, -0.115),
        (0.115, 0.40, 0.115),
        (0.345, 0.30, 0.40),
    ):
        s, k = middle + side, middle + knob_side
        turn = wall.box(k - 0.03, k + 0.03, 0.625, 0.685, 0.885, 0.945)
        knob = plan.add(Piece("StoveKnob", turn, wall.yaw))
        plate = wall.box(s - 0.11, s + 0.11, d - 0.11, d + 0.11, 0.905, 0.995)
        plan.add(Piece("StoveBurner", plate, wall.yaw, part_of=knob))
    s0, s1 = run.feature
    for a, b in ((s0, middle), (middle, s1)):
        fixtures.cabinet(plan, wall, (a + 0.01, b - 0.01, 0.02, DEPTH - 0.02, 0.10, 0.88))


def _fridge(plan: Plan, run: CounterRun) -> None:
    depth, width, height = plan.size("Fridge", 0.97)
    s1 = run.end - 0.02
    spot = run.wall.box(s1 - width, s1, 0.02, 0.02 + depth, 0.0, height)
    plan.add(Piece("Fridge", spot, run.wall.yaw, on=plan.floor, rank=ESSENTIAL))
    plan.keep_clear(rect_of(run.wall.box(s1 - width, s1, depth, depth + 0.75, 0, 1)))


def _appliances(plan: Plan, counters: list[tuple[Piece, Wall, float, float]]) -> None:
    """Microwave, coffee machine and toaster at the back of the counters, nothing before them."""
    used: list[tuple[Piece, float, float]] = []
    for kind in ("Microwave", "CoffeeMachine", "Toaster"):
        long, short, height = plan.size(kind, 0.95)
        for top, wall, low, high in plan.dice.shuffled(counters):
            s = _gap_on(plan, [(a, b) for t, a, b in used if t is top], low + 0.02, high - 0.02, long)
            if s is None:
                continue
            y = round(TOP[0] + 0.05 * (TOP[1] - TOP[0]), 4)
            spot = wall.box(s, s + long, 0.04, 0.04 + short, y, y + height)
            plan.add(Piece(kind, spot, wall.yaw, on=top, rank=ESSENTIAL))
            plan.reserved.append((top, rect_of(wall.box(s, s + long, 0.0, DEPTH, 0, 1))))
            used.append((top, s - 0.03, s + long + 0.03))
            break
        else:
            raise DoesNotFit(f"no counter has room for the {kind}")


def _gap_on(plan: Plan, used: list[tuple[float, float]], low: float, high: float, width: float) -> float | None:
    """Where something of that width may begin between ``low`` and ``high``, next to what is there already."""
    edges = [low, *(v for span in sorted(used) for v in span), high]
    gaps = [(a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a >= width]
    if not gaps:
        return None
    a, b = plan.dice.pick(gaps)
    return round(plan.dice.between(a, b - width), 2) if b - width - a > 0.02 else a


def _bases(plan: Plan, *runs: CounterRun) -> None:
    """A stack of drawers somewhere, cabinets under the rest."""
    modules = [(run, m) for run in runs for m in run.modules]
    stacks = {plan.dice.whole(0, len(modules) - 1)}
    for i, (run, (s0, s1)) in enumerate(modules):
        if i in stacks:
            count = plan.dice.whole(3, 4)
            step = 0.76 / count
            for k in range(count):
                y = 0.10 + k * step
                fixtures.drawer(plan, run.wall, (s0 + 0.01, s1 - 0.01, 0.05, DEPTH - 0.02, y, y + step - 0.01))
        else:
            fixtures.cabinet(plan, run.wall, (s0 + 0.01, s1 - 0.01, 0.02, DEPTH - 0.02, 0.10, 0.88))


def _window(plan: Plan, run: CounterRun, basin: Piece) -> Piece | None:
    """Most kitchens have a window, usually over the sink (25 of 28 plans have one)."""
    if plan.dice.chance(0.1):
        return None
    near = fixtures.along(run.wall, basin) if plan.dice.chance(0.7) else None
    walls = (run.wall,) if near is not None else None
    return plan.hang("Window", round(plan.dice.between(0.8, 1.1), 2), 1.3, 2.1, walls=walls, near=near)


def _uppers(plan: Plan, runs: tuple[CounterRun, CounterRun], window: Piece | None) -> None:
    """Wall cabinets over the counters, up to the usual number of cabinets in a kitchen (median 13)."""
    wanted = plan.dice.whole(11, 15) - sum(p.type == "Cabinet" for p in plan.pieces)
    places = [(run.wall, m) for run in runs for m in run.modules]
    for wall, (s0, s1) in plan.dice.shuffled(places):
        if wanted <= 0:
            return
        span = (s0 + 0.005, s1 - 0.005, 0.0, 0.36, 1.45, 2.15)
        if plan.fits(wall.box(*span), flat=True):
            fixtures.cabinet(plan, wall, span, rank=EXTRA)
            wanted -= 1


def _middle(plan: Plan) -> None:
    """Two of three kitchens have a table to eat at or a bar with stools."""
    kind = plan.dice.weighted((0.45, 0.2, 0.35))
    if kind == 2:
        return
    long, short, height = plan.size("DiningTable", 0.88)
    seat, count = plan.dice.pick(("Chair", "Stool")), plan.dice.whole(1, 3)
    if kind == 1:
        short, height, seat = 0.6, 1.15, "Stool"
    width, depth = plan.dice.pick(((long, short), (short, long)))
    table = plan.in_the_open("DiningTable", width, depth, height)
    if table is None:
        table = plan.against_wall("DiningTable", long, short, height, front=0.0)
    if table is not None:
        fixtures.seats_around(plan, table, seat, count)


def _rest(plan: Plan, window: Piece | None) -> None:
    dice = plan.dice
    fixtures.basics(plan)
    if dice.chance(0.2):
        fixtures.shelving_unit(plan, EXTRA)
    elif dice.chance(0.2):
        fixtures.wall_shelves(plan, dice.whole(2, 3))
    if dice.chance(0.12):
        fixtures.chest(plan, "SideTable", 1, 1)
    if dice.chance(0.1):
        long, short, height = plan.size("GarbageBag")
        plan.against_wall("GarbageBag", long, short, height, front=0.0, rank=DECOR)
    if dice.chance(0.04):
        long, short, height = plan.size("Safe")
        plan.against_wall("Safe", long, short, height)
    if window is None or dice.chance(0.2):
        fixtures.windows(plan, 1, dice.pick(("Blinds", "Curtains", None)))
    elif dice.chance(0.18):
        fixtures.dress(plan, window, "Blinds")
    if dice.chance(0.07):
        fixtures.on_walls(plan, "Mirror", 1, (0.7, 0.8), 1.6)
    fixtures.maybe_loose(plan, "HousePlant", 0.4)
