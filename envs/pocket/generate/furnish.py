"""Where small things lie at the start: in and on the receptacles in which recorded games have them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from envs.pocket.generate.dice import Dice
from envs.pocket.generate.geometry import around, box, overlap, overlap_boxes, rect_of
from envs.pocket.generate.plan import DoesNotFit, Piece, Plan, plane
from envs.pocket.generate.space import GRID, RADIUS, StandingCells, blocks, free_cells, largest_component
from envs.pocket.generate.surfaces import GAP, Surface, surfaces, vessel_surface
from envs.pocket.scene import Box, Cell, Rect
from envs.pocket.things.traits import SINGLE_SLOT, accepts
from envs.vocabulary.object_types import ObjectType, object_type
from envs.vocabulary.uses import being

COMFORT = 1.3  # metres from a free cell within which small things are put; the engine sees up to 1.5
_IN_VESSEL = 0.02
_ON_FLOOR = 0.2  # recorded games list the floor for much that lies in low containers
_FLOOR_LIMIT = 4
_NEVER_UNASKED = frozenset(
    {
        "GarbageCan",
        "Microwave",
        "Fridge",
        "SinkBasin",
        "BathtubBasin",
        "Safe",
        "LaundryHamper",
        "DogBed",
        "Chair",
        "Toilet",
    }
)
#: Where plants, lamps and computers stand.
_STEADY = being("table") | {"Shelf"}
_TRIES = 12
_LOST_CELLS = 4  # a thing on the floor may take at most this many cells from the agent

Size = tuple[float, float, float]


class Furnisher:
    """Puts small things into a furnished room, one after the other.

    Attributes:
        plan: The room; its pieces are what stands there for good.
        small: What has been placed.
        cells: Where the agent can stand.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan, self.dice = plan, plan.dice
        self.small: list[Piece] = []
        self.cells = free_cells(plan.rect, (p.box for p in plan.pieces[1:]))
        self._standing = StandingCells(self.cells)
        self._surfaces = list(surfaces(plan))
        self._holders = [p for p in plan.pieces if p.type in SINGLE_SLOT]
        self._scale: dict[str, float] = {}
        self._on_floor = 0

    def furnish(self, firsts: Sequence[str], copies: Sequence[str]) -> None:
        """Place one of each, then the further copies; the largest come first.

        Copies of a type for which there is no room any more are replaced by smaller things.

        Raises:
            DoesNotFit: One of the first ones found no place.
        """
        for name in sorted(firsts, key=_area):
            if not self.place(name):
                raise DoesNotFit(f"no place for the {name}")
        full: set[str] = set()
        missing = 0
        for name in sorted(copies, key=_area):
            if name in full or not self.place(name):
                full.add(name)
                missing += 1
        smaller = [name for name in sorted(firsts, key=_area) if name not in full and not _belongs_on_floor(name)]
        for i in range(missing if smaller else 0):
            self.place(smaller[-1 - i % len(smaller)])

    def place_loose(self) -> None:
        """Place the plants and lamps that the plan asks for; they are part of the furniture afterwards."""
        for name in self.plan.loose:
            if self.place(name):
                self.plan.pieces.append(self.small.pop())
                self._surfaces = [s for s in self._surfaces if s.piece is not self.plan.pieces[-1]]

    def place(self, name: str) -> bool:
        """Put one object of that type somewhere; False if there is no room at all."""
        kind = object_type(name)
        if _belongs_on_floor(name):
            return self._put_on_floor(kind)
        stray = _ON_FLOOR * kind.parents.get("Floor", 0.0)
        if self._on_floor < _FLOOR_LIMIT and self.dice.chance(stray) and self._put_on_floor(kind):
            return True
        options: list[Surface | Piece] = [*self._surfaces, *self._holders]
        weights = self._weights(kind, options)
        for _ in range(8):
            if not any(weights):
                break
            i = self.dice.weighted(weights)
            if self._put(kind, options[i]):
                return True
            weights[i] = 0.0
        if max(kind.parents.values()) > 0.95 and "pickupable" not in kind.can:
            return False  # a computer belongs on a desk and nowhere else
        return any(self._put(kind, s) for s in self._anywhere(kind)) or self._put_on_floor(kind)

    def move(self, piece: Piece) -> None:
        """Put a small thing, and what is in it, somewhere else; where it was nothing is put any more.

        Raises:
            DoesNotFit: There is no other place for it.
        """
        if piece not in self.small:
            return  # it moved with what it was in, or is part of the furniture
        along = [p for p in self.small if p.on is piece]
        self.small.remove(piece)
        self._surfaces = [s for s in self._surfaces if s.piece is not piece]
        if not self.place(piece.type):
            raise DoesNotFit(f"no other place for the {piece.type}")
        for other in along:
            self.move(other)

    def _anywhere(self, kind: ObjectType) -> list[Surface]:
        """Where to put something for which the likely places are full: the emptier surfaces first."""
        small = "pickupable" in kind.can
        spare = [
            s for s in self._surfaces if (s.piece.type not in _NEVER_UNASKED if small else s.piece.type in _STEADY)
        ]
        spare = self.dice.shuffled(spare)
        return sorted(spare, key=lambda s: s.crowded)

    def _weights(self, kind: ObjectType, options: Sequence[Surface | Piece]) -> list[float]:
        """How likely the type is to be found in each receptacle.

        The measured share of a receptacle type is split among all of that type. What the type's statistics say about
        receptacles that this room lacks, or do not say at all, is made up by where things lie in rooms of this kind.
        """
        types = [o.type if isinstance(o, Piece) else o.piece.type for o in options]
        tally = Counter(types)
        unsaid = max(0.0, 1.0 - sum(kind.parents.get(t, 0.0) for t in tally))
        likings = {t: self._liking(kind, t, unsaid) / n for t, n in tally.items()}
        return [
            0.0 if isinstance(o, Surface) and o.crowded else likings[t] for o, t in zip(options, types, strict=True)
        ]

    def _liking(self, kind: ObjectType, where: str, unsaid: float) -> float:
        share = kind.parents.get(where, 0.0)
        if where in SINGLE_SLOT:
            return share if kind.name in SINGLE_SLOT[where] else 0.0
        if "pickupable" not in kind.can:
            return share + unsaid if where in _STEADY else 0.0
        if "pickupable" in object_type(where).can:
            return _IN_VESSEL if accepts(where, kind.name) else 0.0
        return share + unsaid * object_type(where).holds.get(self.plan.room, 0.0)

    def place_on(self, name: str, surface: Surface) -> bool:
        """Put one object of that type on one surface; False if it found no room there."""
        return any(self._put(object_type(name), surface) for _ in range(_TRIES))

    def spots(self, first: Piece, place: str, dice: Dice, tries: int) -> Iterator[Piece]:
        """Where another thing of the same type and size could lie; it is not there until ``settle``.

        Args:
            first: The one that lies there.
            place: Type of the receptacle; "" for the one on which the first one lies.
            dice: Where choices come from.
            tries: How many places at most for each surface.
        """
        low, high = first.box.low, first.box.high
        size = (high[0] - low[0], high[1] - low[1], high[2] - low[2])
        for surface in self._surfaces:
            if surface.piece is not first and (surface.piece.type == place if place else surface.piece is first.on):
                for _ in range(tries):
                    spot = surface.spot(size, dice, self._within_reach)
                    if spot is not None:
                        yield Piece(first.type, spot, first.yaw, on=surface.piece)

    def settle(self, piece: Piece) -> None:
        """Let a thing lie where one of ``spots`` says."""
        surface = next(one for one in self._surfaces if one.piece is piece.on and one.y == piece.box.low[1])
        self._settle(piece, surface.ceiling)
        surface.take(rect_of(piece.box))

    def _put(self, kind: ObjectType, option: Surface | Piece) -> bool:
        if isinstance(option, Piece):
            return self._put_in_holder(kind, option)
        turns = (0.0, 90.0, 180.0, 270.0)
        first = self.dice.whole(0, 3)
        for yaw in (turns[first], turns[(first + 1) % 4]):
            spot = option.spot(self._size(kind, yaw), self.dice, self._within_reach)
            if spot is not None:
                self._settle(Piece(kind.name, spot, yaw, on=option.piece), option.ceiling)
                option.take(rect_of(spot))
                return True
        return False

    def _settle(self, piece: Piece, ceiling: float) -> None:
        self.small.append(piece)
        if "receptacle" in piece.kind.can and piece.type not in ("Mug", "Cup"):
            self._surfaces.append(vessel_surface(piece, ceiling))

    def _put_in_holder(self, kind: ObjectType, holder: Piece) -> bool:
        """Put the one thing on a burner, into a coffee machine or on a rail."""
        yaw = (holder.yaw + 90) % 360 if holder.type == "StoveBurner" else holder.yaw
        width, height, depth = self._size(kind, yaw)
        x0, z0, x1, z1 = rect_of(holder.box)
        rect = around((x0 + x1) / 2, (z0 + z1) / 2, width, depth)
        if holder.type in ("StoveBurner", "CoffeeMachine"):
            y = plane(holder)
        else:  # it hangs, its upper end at the middle of the rail
            y = (holder.box.low[1] + holder.box.high[1]) / 2 - (height / 2 if kind.name == "ToiletPaper" else height)
        spot = box(rect, y, y + height)
        neighbours = [p.box for p in self.small if p.on is not None and p.on.type == holder.type]
        if any(overlap(rect, rect_of(b), GAP) for b in neighbours):
            return False
        self._holders.remove(holder)
        self._settle(Piece(kind.name, spot, yaw, on=holder), y + 0.45)
        return True

    def _put_on_floor(self, kind: ObjectType) -> bool:
        """Low things lie anywhere, tall ones by a wall where they take little room from the agent."""
        for _ in range(30):
            yaw = 90.0 * self.dice.whole(0, 3)
            width, height, depth = self._size(kind, yaw)
            x0, z0, x1, z1 = self.plan.rect
            x = self.dice.between(x0 + 0.01, x1 - 0.01 - width)
            z = self.dice.between(z0 + 0.01, z1 - 0.01 - depth)
            if height > 0.1:
                side = self.dice.whole(0, 3)
                x, z = ((x, z0 + 0.01), (x0 + 0.01, z), (x, z1 - 0.01 - depth), (x1 - 0.01 - width, z))[side]
            spot = box((x, z, x + width, z + depth), 0.0, height)
            if self._free_floor(spot):
                self._settle(Piece(kind.name, spot, yaw, on=self.plan.floor), 1.0)
                self._on_floor += 1
                return True
        return False

    def _free_floor(self, spot: Box) -> bool:
        """Whether something may lie there; if it blocks cells, they are taken from the agent."""
        if not self.plan.fits(spot) or any(overlap_boxes(spot, p.box) for p in self.small):
            return False
        if not self._within_reach(rect_of(spot)):
            return False
        if not blocks(spot):
            return True
        lost = _cells_near(self.cells, rect_of(spot))
        left = set(self.cells - lost)
        if len(lost) > _LOST_CELLS or len(largest_component(left)) != len(left):
            return False
        self.cells = frozenset(left)
        self._standing = StandingCells(self.cells)
        return True

    def _within_reach(self, rect: Rect) -> bool:
        return self._standing.distance(rect) <= COMFORT

    def _size(self, kind: ObjectType, yaw: float) -> Size:
        """(x, y, z) of the next object of a type; all of a type in one room are alike, as in iTHOR."""
        if kind.name not in self._scale:
            # Plants and lamps are measured with their leaves and shades, which may hang over an edge; boxes may not.
            low, high = (0.95, 1.05) if "pickupable" in kind.can else (0.75, 0.95)
            self._scale[kind.name] = self.dice.between(low, high)
        factor = self._scale[kind.name]
        long, short = (round(v * factor, 4) for v in kind.footprint)
        height = round(kind.size[1] * factor, 4)
        return (long, height, short) if yaw % 180 == 0 else (short, height, long)


def _belongs_on_floor(name: str) -> bool:
    """Whether such a thing is mostly found on the floor (plungers, balls, boots)."""
    return object_type(name).parents.get("Floor", 0.0) > 0.5


def _area(name: str) -> float:
    """Sort key: largest footprint first."""
    long, short = object_type(name).footprint
    return -long * short


def _cells_near(cells: frozenset[Cell], rect: Rect) -> frozenset[Cell]:
    """The cells on which the agent would touch something over that rectangle."""
    near = []
    for i, k in cells:
        dx = max(rect[0] - i * GRID, i * GRID - rect[2], 0.0)
        dz = max(rect[1] - k * GRID, k * GRID - rect[3], 0.0)
        if dx * dx + dz * dz < (RADIUS - 1e-6) ** 2:
            near.append((i, k))
    return frozenset(near)
