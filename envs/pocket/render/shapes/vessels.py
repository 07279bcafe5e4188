"""Things to eat, cook and drink from: turned bodies with handles, spouts and what they are filled with."""

from __future__ import annotations

from envs.pocket.render.look import POT_RIM, Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    arc,
    box,
    cylinder,
    ellipsoid,
    join,
    moved,
    revolve,
    rod,
    scaled,
    tube,
    turned,
)
from envs.pocket.render.shapes.parts import (
    BLACK,
    IRON,
    PAPER,
    STEEL,
    WHITE,
    banded,
    darker,
    lathe,
    lengthwise,
    liquid,
    mixed,
    paint,
)


def pool(look: Look, radius: float, height: float, x: float = 0.0) -> list[Mesh]:
    """The surface of the liquid in a round vessel, if there is any."""
    return [cylinder(x, height - 0.002, 0, radius, 0.002, liquid(look), segments=18)] if look.filled else []


@lengthwise
def mug(look: Look) -> Mesh:
    """A mug with its handle along the longer side."""
    x, y, z = look.size
    across = min(z, x * 0.80)
    radius, centre = across / 2, -(x - across) / 2
    colour, inner = paint(look), darker(WHITE, 0.97) if look.variant.colour != "white" else darker(paint(look), 0.9)
    outside = revolve([(0, 0), (0.88, 0), (1, 0.07), (1, 1), (0.90, 1)], colour)
    inside = revolve([(0.90, 1), (0.88, 0.12), (0, 0.10)], inner)
    body = moved(scaled(join(outside, inside), radius, y, z / 2), centre)
    right = centre + radius
    reach = max(x / 2 - right - 0.005, 0.012)
    loop = [
        (right + reach * (1 if abs(t) < 3 else 0.85 if abs(t) < 4 else -0.1), y * (0.5 + 0.08 * t), 0)
        for t in range(-4, 5)
    ]
    handle = tube(loop, max(0.005, 0.055 * y), colour)
    return join(body, handle, *pool(look, radius * 0.89, y * 0.82, centre))


def cup(look: Look) -> Mesh:
    """A tumbler without handle, wider at the top."""
    colour = paint(look)
    band = darker(colour, 0.75)
    x, y, _ = look.size
    body = lathe(look, [(0, 0), (0.66, 0), (0.70, 0.05), (0.80, 0.40), (0.81, 0.42)], colour)
    ring = lathe(look, [(0.81, 0.42), (0.86, 0.58)], band)
    rim = lathe(look, [(0.86, 0.58), (1, 1), (0.93, 1), (0.64, 0.09), (0, 0.08)], colour)
    return join(body, ring, rim, *pool(look, x / 2 * 0.86, y * 0.80))


def bowl(look: Look) -> Mesh:
    """A round open bowl on a foot ring, lighter inside."""
    colour = paint(look)
    x, y, _ = look.size
    inner = Paint(mixed(colour.rgb, (1, 1, 0.97), 0.55), colour.material)
    outside = lathe(look, [(0, 0), (0.45, 0), (0.46, 0.07), (0.75, 0.33), (0.93, 0.70), (1, 1), (0.94, 1)], colour)
    inside = lathe(look, [(0.94, 1), (0.86, 0.70), (0.66, 0.36), (0.40, 0.18), (0, 0.16)], inner)
    return join(outside, inside, *pool(look, x / 2 * 0.87, y * 0.72))


def plate(look: Look) -> Mesh:
    """A flat plate at the bottom of its box, with a coloured rim."""
    x, y, z = look.size
    h = min(y, 0.028) if y > 0.05 else y
    colour = paint(look)
    middle = Paint(mixed(colour.rgb, (1, 1, 0.98), 0.75), colour.material)
    outside = revolve([(0, 0), (0.58, 0), (0.66, 0.25), (1, 0.9), (1, 1), (0.97, 1), (0.66, 0.5)], colour)
    inside = revolve([(0.66, 0.5), (0.60, 0.3), (0, 0.28)], middle)
    return scaled(join(outside, inside), x / 2, h, z / 2)


@lengthwise
def pan(look: Look) -> Mesh:
    """A frying pan, its handle along the longer side."""
    x, y, z = look.size
    radius, wall = z / 2, min(y, max(0.045, 0.55 * y))
    centre = x / 2 - radius
    colour = paint(look)
    outside = revolve([(0, 0), (0.82, 0), (0.88, 0.1), (1, 1), (0.96, 1)], colour)
    inside = revolve([(0.96, 1), (0.84, 0.14), (0, 0.12)], IRON)
    body = moved(scaled(join(outside, inside), radius, wall, radius), centre)
    end = (-x / 2 + 0.012, min(y, wall + 0.035) - 0.01, 0)
    handle = rod((centre - radius * 0.93, wall * 0.75, 0), end, 0.011, BLACK, 0.014)
    return join(body, handle, *pool(look, radius * 0.92, wall * 0.6, centre))


@lengthwise
def pot(look: Look) -> Mesh:
    """A tall cooking pot with two loop handles along the longer side."""
    x, y, z = look.size
    across = min(z, 0.84 * x)
    radius, rim = across / 2, POT_RIM[look.glass]
    colour = paint(look)
    outside = revolve([(0, 0), (0.94, 0), (1, 0.05), (1, 0.95), (1.03, 1), (0.95, 1)], colour, 24)
    inside = revolve([(0.95, 1), (0.94, 0.06), (0, 0.05)], darker(STEEL, 0.8), 24)
    body = scaled(join(outside, inside), radius * 0.97, y * rim, radius * 0.97)
    reach = max(x / 2 - radius, 0.02)
    loops = []
    for s in (-1, 1):
        inner, outer = s * radius * 0.94, s * (radius + reach - 0.007)
        path = [
            (inner, y * 0.8 * rim, -0.05),
            (outer, y * 0.82 * rim, -0.04),
            (outer, y * 0.82 * rim, 0.04),
            (inner, y * 0.8 * rim, 0.05),
        ]
        loops.append(tube(path, 0.007, BLACK))
    return join(body, *loops, *pool(look, radius * 0.91, y * 0.75 * rim))


@lengthwise
def kettle(look: Look) -> Mesh:
    """A kettle: round body, spout, bow handle; open means the lid is off to the side."""
    x, y, z = look.size
    radius, h = min(z / 2, 0.40 * x), 0.66 * y
    colour = paint(look)
    centre = -0.06 * x
    outside = [(0, 0), (0.95, 0), (1, 0.1), (0.96, 0.45), (0.70, 0.88), (0.46, 1), (0.44, 1)]
    body = moved(scaled(revolve([*outside, (0.42, 0.9), (0, 0.85)], colour), radius, h, radius), centre)
    spout = rod((centre + radius * 0.7, h * 0.35, 0), (x / 2 - 0.012, h * 0.98, 0), 0.024, colour, 0.012)
    bow = tube(arc((centre, h * 0.80, 0), radius * 0.80, 20, 160, steps=10) * (1, 1, 1), 0.010, BLACK)
    top = min(1.0, (y - h * 0.80 - 0.01) / (radius * 0.80))
    bow = moved(scaled(moved(bow, 0, -h * 0.80), 1, max(top, 0.3), 1), 0, h * 0.80)
    lid = join(
        revolve([(0, 0), (0.45, 0), (0.38, 0.25), (0.08, 0.35), (0, 0.35)], darker(colour, 0.85)),
        ellipsoid((0, 0.5, 0), (0.12, 0.2, 0.12), BLACK, 8, 6),
    )
    lid = scaled(lid, radius, radius * 0.55, radius)
    if look.open > 0.5:
        lid = moved(turned(lid, "z", 55), centre - radius * 0.55, h * 1.02)
    else:
        lid = moved(lid, centre, h * 0.97)
    return join(body, spout, bow, lid, *(pool(look, radius * 0.45, h * 0.93, centre) if look.open > 0.5 else []))


def _bottle(look: Look, colour: Paint, cap: Paint, label: Paint, shoulder: float) -> Mesh:
    _x, _y, _ = look.size
    neck = 0.30
    low = lathe(look, [(0, 0), (0.92, 0), (1, 0.03), (1, 0.16)], colour)
    band = lathe(look, [(1, 0.16), (1.0, shoulder - 0.12)], label)
    high = lathe(
        look,
        [(1, shoulder - 0.12), (1, shoulder - 0.05), (0.85, shoulder + 0.03), (neck, shoulder + 0.14), (neck, 0.90)],
        colour,
    )
    top = lathe(look, [(neck * 1.15, 0.88), (neck * 1.15, 1), (0, 1)], cap)
    level = []
    if look.filled:  # seen through the glass: the lower half takes the liquid's colour
        tone = Paint(mixed(colour.rgb, liquid(look).rgb, 0.7), colour.material)
        low = lathe(look, [(0, 0), (0.92, 0), (1, 0.03), (1, 0.16)], tone)
        level = [lathe(look, [(1.01, shoulder - 0.12), (1.01, shoulder - 0.06)], tone)]
    return join(low, band, high, top, *level)


def bottle(look: Look) -> Mesh:
    """A glass bottle with a stopper."""
    colour = paint(look)
    return _bottle(look, colour, Paint((0.72, 0.55, 0.35), "wood"), darker(colour, 1.2), 0.62)


def wine_bottle(look: Look) -> Mesh:
    """A wine bottle with a paper label and a red capsule."""
    r, g, b = look.variant.rgb
    colour = Paint((r * 0.5, g * 0.5, b * 0.5), "glass")
    return _bottle(look, colour, Paint((0.55, 0.08, 0.10), "metal"), PAPER, 0.58)


_VASES = (
    [
        (0, 0),
        (0.55, 0),
        (0.95, 0.28),
        (1, 0.42),
        (0.80, 0.68),
        (0.42, 0.86),
        (0.52, 1),
        (0.44, 1),
        (0.32, 0.85),
        (0, 0.7),
    ],
    [
        (0, 0),
        (0.62, 0),
        (0.55, 0.05),
        (0.86, 0.26),
        (0.80, 0.42),
        (0.44, 0.72),
        (1, 1),
        (0.92, 1),
        (0.32, 0.7),
        (0, 0.5),
    ],
    [
        (0, 0),
        (0.70, 0),
        (1, 0.20),
        (0.92, 0.45),
        (0.40, 0.60),
        (0.36, 0.90),
        (0.52, 1),
        (0.42, 1),
        (0.28, 0.9),
        (0, 0.8),
    ],
    [(0, 0), (0.50, 0), (0.60, 0.1), (0.95, 0.7), (1, 0.82), (0.7, 0.97), (0.72, 1), (0.6, 1), (0.5, 0.9), (0, 0.8)],
)


def vase(look: Look) -> Mesh:
    """A vase in one of four forms, with a painted band."""
    colour = paint(look)
    body = lathe(look, _VASES[look.shape % 4], colour, 24)
    pale = mixed(colour.rgb, (1, 1, 1) if sum(colour.rgb) < 1.8 else (0.1, 0.25, 0.5), 0.6)
    return banded(body, look.size[1], [(0.25, 0.45) if look.shape % 2 else (0.55, 0.72)], pale)


@lengthwise
def watering_can(look: Look) -> Mesh:
    """A watering can: body, long spout with a rose, bow handle."""
    x, y, z = look.size
    colour = paint(look)
    radius, h = min(z / 2, 0.30 * x), 0.62 * y
    centre = -0.14 * x
    body = moved(
        scaled(revolve([(0, 0), (1, 0), (0.9, 1), (0.75, 1), (0.75, 0.9), (0, 0.88)], colour), radius, h, radius),
        centre,
    )
    tip = (x / 2 - 0.03, y * 0.86, 0)
    spout = rod((centre + radius * 0.8, h * 0.2, 0), tip, 0.016, colour, 0.010)
    rose = rod((x / 2 - 0.04, y * 0.83, 0), (x / 2 - 0.004, y * 0.93, 0), 0.010, darker(colour), 0.026)
    bow = tube(
        [
            (centre + radius * 0.7, h * 0.95, 0),
            (centre + radius * 0.3, y - 0.012, 0),
            (centre - radius * 0.7, y - 0.012, 0),
            (-x / 2 + 0.012, y * 0.7, 0),
            (centre - radius * 0.9, h * 0.3, 0),
        ],
        0.008,
        darker(colour, 0.85),
    )
    return join(body, spout, rose, bow, *pool(look, radius * 0.74, h * 0.97, centre))


def _shaker(look: Look, cap: Paint, holes: Paint, letter: list[tuple[float, float, float, float]]) -> Mesh:
    x, y, z = look.size
    colour = paint(look)
    body = lathe(look, [(0, 0), (0.9, 0), (1, 0.05), (0.72, 0.45), (0.78, 0.70)], colour, 16)
    top = lathe(look, [(0.80, 0.68), (0.84, 0.74), (0.80, 0.88), (0.45, 1), (0, 1)], cap, 16)
    dots = [
        cylinder(0.22 * x * a, y * 0.997, 0.22 * z * b, 0.05 * x, 0.001, holes, segments=6)
        for a, b in ((0, 0), (0.7, 0), (-0.7, 0), (0, 0.7), (0, -0.7))
    ]
    marks = []
    for side in (1, -1):
        for x0, y0, x1, y1 in letter:
            front = 0.40 * z if 0.5 * (y0 + y1) > 0.35 else 0.46 * z
            mark = box((-x * x0, y * y0, front - 0.006), (-x * x1, y * y1, front + 0.002), holes)
            marks.append(mark if side == 1 else turned(mark, "y", 180))
    return join(body, top, *dots, *marks)


_S = [
    (-0.14, 0.52, 0.14, 0.57),
    (-0.14, 0.38, -0.07, 0.56),
    (-0.14, 0.37, 0.14, 0.42),
    (0.07, 0.22, 0.14, 0.41),
    (-0.14, 0.20, 0.14, 0.25),
]
_P = [(-0.14, 0.20, -0.07, 0.57), (-0.14, 0.52, 0.14, 0.57), (0.07, 0.38, 0.14, 0.56), (-0.14, 0.36, 0.14, 0.41)]


def salt_shaker(look: Look) -> Mesh:
    """A shaker with an S on it and a bright cap."""
    return _shaker(look, STEEL, Paint((0.15, 0.15, 0.2)), _S)


def pepper_shaker(look: Look) -> Mesh:
    """A shaker with a P on it and a dark cap."""
    return _shaker(look, IRON, Paint((0.92, 0.90, 0.82)), _P)


BUILDERS = {
    "Mug": mug,
    "Cup": cup,
    "Bowl": bowl,
    "Plate": plate,
    "Pan": pan,
    "Pot": pot,
    "Kettle": kettle,
    "Bottle": bottle,
    "WineBottle": wine_bottle,
    "Vase": vase,
    "WateringCan": watering_can,
    "SaltShaker": salt_shaker,
    "PepperShaker": pepper_shaker,
}
