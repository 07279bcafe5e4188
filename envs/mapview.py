"""A room from above, drawn from metadata alone: for people, and as the picture while an engine renders none.

+x is right and +z is up, so yaw 0 looks up the image and yaw 90 to the right. Furniture is filled by family, what hangs
high is an outline, small things are dots, the agent is a triangle that points where it looks, its way so far a line.
What is behind a closed door is not drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from envs.errors import BadInput
from envs.pocket.scene import Cell
from envs.pocket.things.traits import ENCLOSED
from envs.segmentation import Colour
from envs.simulator import GRID, Metadata, ObjectDict
from envs.vocabulary.uses import family

if TYPE_CHECKING:
    from rich.text import Text

Extent = tuple[float, float, float, float]
"""(west, south, east, north) of something, metres."""

WALL: Colour = (52, 56, 64)
FLOOR: Colour = (226, 219, 205)
FREE: Colour = (240, 235, 225)
AGENT: Colour = (214, 40, 57)
PATH: Colour = (238, 130, 124)

FAMILIES: Mapping[str, Colour] = {
    "surface": (183, 148, 104),
    "seat or bed": (137, 124, 172),
    "storage": (140, 126, 108),
    "appliance": (105, 116, 128),
    "water": (86, 151, 201),
    "plant": (47, 110, 73),
    "food": (88, 160, 72),
    "kitchenware": (250, 250, 250),
    "other small thing": (240, 180, 41),
    "other furniture": (160, 164, 158),
}
"""Colour of each family of the dictionary; types without one belong to one of the last two."""

_OVERHEAD = 0.45  # metres above the agent's origin (about 1.35 above the floor): what begins higher hangs on the wall
_DOT = 0.05  # metres, radius of a small thing
_BODY = 0.22  # metres, circumradius of the agent's triangle
_MARGIN = 0.15  # metres of wall around the floor


@dataclass(frozen=True)
class Bounds:
    """What a map shows: west and east are the least and greatest x, south and north those of z, metres."""

    west: float
    south: float
    east: float
    north: float


@dataclass(frozen=True)
class MapScale:
    """Where a point of the room is in an image of a given size; the room is centred and keeps its shape.

    Attributes:
        bounds: What has to fit in.
        height: Image height, pixels.
        width: Image width, pixels.
    """

    bounds: Bounds
    height: int
    width: int

    @property
    def pixels(self) -> float:
        """Pixels per metre."""
        b = self.bounds
        return min(self.width / (b.east - b.west), self.height / (b.north - b.south))

    def at(self, x: float, z: float) -> tuple[float, float]:
        """(row, column) of a point; the middle of pixel (0, 0) is (0.5, 0.5)."""
        b = self.bounds
        row = self.height / 2 - (z - (b.south + b.north) / 2) * self.pixels
        column = self.width / 2 + (x - (b.west + b.east) / 2) * self.pixels
        return row, column


def draw_map(
    metadata: Metadata,
    height: int = 300,
    width: int = 300,
    *,
    free: Iterable[Cell] = (),
    path: Sequence[tuple[float, float]] = (),
    bounds: Bounds | None = None,
) -> np.ndarray:
    """The room as (height, width, 3) uint8; the same input gives the same image.

    Args:
        metadata: An event's metadata.
        height: Image height, pixels.
        width: Image width, pixels.
        free: Cells known to be walkable; they are drawn a little lighter than the rest of the floor.
        path: Where the agent has been, (x, z) in metres, oldest first.
        bounds: What to show; by default the whole room, see ``room_bounds``.

    Raises:
        BadInput: A side is smaller than one pixel, or the bounds enclose nothing.
    """
    if height < 1 or width < 1:
        raise BadInput(f"a map of {height} x {width} pixels has no room for anything; give at least 1 x 1")
    shown = bounds or room_bounds(metadata, free)
    if shown.east <= shown.west or shown.north <= shown.south:
        raise BadInput(f"the bounds {shown} enclose nothing; east must exceed west and north must exceed south")
    canvas = _Canvas(MapScale(shown, height, width))
    _draw_floor(canvas, metadata, free)
    _draw_things(canvas, metadata)
    canvas.line(path, PATH, 0.04)
    agent = metadata["agent"]
    canvas.arrow(agent["position"]["x"], agent["position"]["z"], agent["rotation"]["y"], AGENT)
    return canvas.picture()


def room_bounds(metadata: Metadata, free: Iterable[Cell] = ()) -> Bounds:
    """The floor and the free cells with a margin of wall; without a floor the box that the engine calls its scene."""
    boxes = [_extent(o) for o in metadata["objects"] if o["objectType"] == "Floor"] or [_scene_extent(metadata)]
    agent = metadata["agent"]["position"]
    cells = [(x * GRID - GRID / 2, z * GRID - GRID / 2, x * GRID + GRID / 2, z * GRID + GRID / 2) for x, z in free]
    body = (agent["x"] - GRID, agent["z"] - GRID, agent["x"] + GRID, agent["z"] + GRID)
    all_of_it = np.array([*boxes, *cells, body])
    west, south = all_of_it[:, :2].min(axis=0) - _MARGIN
    east, north = all_of_it[:, 2:].max(axis=0) + _MARGIN
    return Bounds(float(west), float(south), float(east), float(north))


def family_of(item: ObjectDict) -> str:
    """The key of ``FAMILIES`` an object belongs to."""
    rest = "other small thing" if item["pickupable"] else "other furniture"
    return family(item["objectType"]) or rest


def half_blocks(image: np.ndarray) -> Text:
    """An image for a terminal: one character shows two pixels, one above the other; as wide as the image.

    Args:
        image: (H, W, 3) uint8; an odd last row is left out.
    """
    from rich.text import Text  # here because only people at a terminal need it

    text = Text(no_wrap=True, end="")
    for row in range(0, len(image) - 1, 2):
        for above, below in zip(image[row].tolist(), image[row + 1].tolist(), strict=True):
            text.append("▀", f"rgb({above[0]},{above[1]},{above[2]}) on rgb({below[0]},{below[1]},{below[2]})")
        text.append("\n")
    return text


# --------------------------------------------------------------------------------------------------------- what to draw


def _draw_floor(canvas: _Canvas, metadata: Metadata, free: Iterable[Cell]) -> None:
    floors = [_extent(o) for o in metadata["objects"] if o["objectType"] == "Floor"] or [_scene_extent(metadata)]
    for floor in floors:
        canvas.box(floor, FLOOR)
    for run in _runs(frozenset(free)):
        canvas.box(run, FREE)


@lru_cache(maxsize=16)
def _runs(free: frozenset[Cell]) -> tuple[Extent, ...]:
    """The free cells as strips along x, which are far fewer than the cells."""
    half, strips = GRID / 2, []
    for z in sorted({z for _, z in free}):
        row = sorted(x for x, at in free if at == z)
        breaks = [k for k in range(1, len(row)) if row[k] != row[k - 1] + 1]
        for first, last in zip([0, *breaks], [*breaks, len(row)], strict=True):
            west, east = row[first] * GRID - half, row[last - 1] * GRID + half
            strips.append((west, z * GRID - half, east, z * GRID + half))
    return tuple(strips)


def _draw_things(canvas: _Canvas, metadata: Metadata) -> None:
    """Furniture from low to high, then what hangs above it, then the small things, also from low to high."""
    origin = metadata["agent"]["position"]["y"]
    shown = sorted(_uncovered(metadata), key=_top)
    high = [o for o in shown if not o["pickupable"] and _top(o) - _tallness(o) > origin + _OVERHEAD]
    overhead = {o["objectId"] for o in high}
    for item in (o for o in shown if not o["pickupable"] and o["objectId"] not in overhead):
        colour = FAMILIES[family_of(item)]
        canvas.box(_extent(item), colour, _darker(colour))
    for item in high:
        canvas.box(_extent(item), None, _darker(FAMILIES[family_of(item)]))
    for item in (o for o in shown if o["pickupable"]):
        west, south, east, north = _extent(item)
        canvas.dot((west + east) / 2, (south + north) / 2, _DOT, FAMILIES[family_of(item)])


def _uncovered(metadata: Metadata) -> list[ObjectDict]:
    """The objects one could see from above: not shut in, not sliced away, not the floor."""
    objects = metadata["objects"]
    shut = {o["objectId"] for o in objects if o["objectType"] in ENCLOSED and o["openable"] and not o["isOpen"]}
    return [
        o
        for o in objects
        if o["objectType"] != "Floor"
        and not (o["sliceable"] and o["isSliced"])
        and not shut.intersection(o["parentReceptacles"] or ())
    ]


def _extent(item: ObjectDict) -> Extent:
    return _horizontal(item["axisAlignedBoundingBox"])


def _scene_extent(metadata: Metadata) -> Extent:
    return _horizontal(metadata["sceneBounds"])


def _horizontal(box: Mapping[str, Mapping[str, float]]) -> Extent:
    centre, size = box["center"], box["size"]
    x, z, half_x, half_z = centre["x"], centre["z"], size["x"] / 2, size["z"] / 2
    return x - half_x, z - half_z, x + half_x, z + half_z


def _top(item: ObjectDict) -> float:
    return item["axisAlignedBoundingBox"]["center"]["y"] + _tallness(item) / 2


def _tallness(item: ObjectDict) -> float:
    return item["axisAlignedBoundingBox"]["size"]["y"]


# ---------------------------------------------------------------------------------------------------------- how to draw


class _Canvas:
    """An image addressed in metres; what lies outside it is clipped.

    A pixel is one 32-bit number while drawing: filling three bytes at a time takes ten times as long.
    """

    def __init__(self, scale: MapScale) -> None:
        self.scale = scale
        self.zoom = scale.pixels
        self.height, self.width = scale.height, scale.width
        self.origin = scale.at(0.0, 0.0)
        self.pixels = np.full((scale.height, scale.width), _packed(WALL), dtype=np.uint32)

    def picture(self) -> np.ndarray:
        """(H, W, 3) uint8."""
        image = np.empty((self.height, self.width, 3), dtype=np.uint8)
        channels = self.pixels.view(np.uint8).reshape(self.height, self.width, 4)
        for k in range(3):
            image[..., k] = channels[..., k]
        return image

    def _at(self, x: float, z: float) -> tuple[float, float]:
        return self.origin[0] - z * self.zoom, self.origin[1] + x * self.zoom  # as MapScale.at, which is slower

    def _span(self, extent: Extent) -> tuple[int, int, int, int] | None:
        """(top, left, bottom, right) of the pixels of a box, at least one each way; None when it is outside."""
        west, south, east, north = extent
        row, column = self.origin
        top, left = round(row - north * self.zoom), round(column + west * self.zoom)
        bottom, right = round(row - south * self.zoom), round(column + east * self.zoom)
        bottom, right = max(bottom, top + 1), max(right, left + 1)
        top, left = max(top, 0), max(left, 0)
        bottom, right = min(bottom, self.height), min(right, self.width)
        return (top, left, bottom, right) if top < bottom and left < right else None

    def box(self, extent: Extent, fill: Colour | None, edge: Colour | None = None) -> None:
        """Fill a box and draw its edge; a box too small for both has no edge."""
        span = self._span(extent)
        if span is None:
            return
        top, left, bottom, right = span
        if fill is not None:
            self.pixels[top:bottom, left:right] = _packed(fill)
        if edge is not None and (fill is None or (bottom - top > 3 and right - left > 3)):
            paint = _packed(edge)
            self.pixels[top, left:right] = self.pixels[bottom - 1, left:right] = paint
            self.pixels[top:bottom, left] = self.pixels[top:bottom, right - 1] = paint

    def dot(self, x: float, z: float, radius: float, colour: Colour) -> None:
        """A disc of that radius in metres, never smaller than a pixel."""
        row, column = self._at(x, z)
        size = round(radius * self.zoom)
        if size >= 2:  # a rim keeps white things on white things apart
            self._stamp(row, column, _disc(size + 1), _darker(colour))
        self._stamp(row, column, _disc(size), colour)

    def _stamp(self, row: float, column: float, shape: np.ndarray, colour: Colour) -> None:
        """Paint a shape whose middle is at (row, column)."""
        tall, wide = shape.shape
        top, left = int(np.floor(row)) - tall // 2, int(np.floor(column)) - wide // 2
        inside = shape[max(-top, 0) : max(self.height - top, 0), max(-left, 0) : max(self.width - left, 0)]
        top, left = max(top, 0), max(left, 0)
        self.pixels[top : top + inside.shape[0], left : left + inside.shape[1]][inside] = _packed(colour)

    def line(self, points: Sequence[tuple[float, float]], colour: Colour, thickness: float) -> None:
        """A polyline, thickness in metres but never under a pixel."""
        if len(points) < 2:
            return
        way = np.array([self._at(x, z) for x, z in points])
        start, leg = way[:-1, None], np.diff(way, axis=0)[:, None]
        pieces = int(np.ceil(np.abs(leg).max())) + 1
        pixels = np.floor(start + leg * np.linspace(0.0, 1.0, pieces)[None, :, None]).astype(int).reshape(-1, 2)
        wide = max(round(thickness * self.zoom), 1)
        for down in range(wide):
            for over in range(wide):
                rows, columns = pixels[:, 0] + down - wide // 2, pixels[:, 1] + over - wide // 2
                seen = (rows >= 0) & (rows < self.height) & (columns >= 0) & (columns < self.width)
                self.pixels[rows[seen], columns[seen]] = _packed(colour)

    def arrow(self, x: float, z: float, yaw: float, colour: Colour) -> None:
        """A triangle at (x, z) whose tip points along the yaw (degrees, 0 up, 90 right)."""
        size = max(_BODY * self.zoom, 2.0)
        self._stamp(*self._at(x, z), _triangle(size, yaw % 360.0), colour)


@lru_cache(maxsize=64)
def _disc(size: int) -> np.ndarray:
    """(2 size + 1, 2 size + 1) True inside a disc of that radius in pixels."""
    offset = np.arange(-size, size + 1)
    return offset[:, None] ** 2 + offset[None, :] ** 2 <= (size + 0.3) ** 2


@lru_cache(maxsize=64)
def _triangle(size: float, yaw: float) -> np.ndarray:
    """(n, n) True inside a triangle with that circumradius in pixels, its tip along the yaw."""
    reach = int(np.ceil(size))
    rows, columns = np.arange(-reach, reach + 1)[:, None], np.arange(-reach, reach + 1)[None, :]
    turn = np.radians(yaw + np.array([0.0, 140.0, 220.0]))
    corners = np.stack([-size * np.cos(turn), size * np.sin(turn)], axis=1)
    inside = np.ones((2 * reach + 1, 2 * reach + 1), dtype=np.bool_)
    for (r0, c0), (r1, c1) in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        inside &= (columns - c0) * (r1 - r0) - (rows - r0) * (c1 - c0) <= 1e-9
    return inside


@lru_cache(maxsize=256)
def _packed(colour: Colour) -> np.uint32:
    """A colour as the number whose first three bytes in memory are red, green and blue."""
    return np.array([*colour, 0], dtype=np.uint8).view(np.uint32)[0]


@lru_cache(maxsize=64)
def _darker(colour: Colour) -> Colour:
    red, green, blue = (round(0.68 * v) for v in colour)
    return red, green, blue
