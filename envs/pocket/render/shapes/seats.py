"""What one sits and lies on."""

from __future__ import annotations

from envs.pocket.render.look import Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    block,
    box,
    ellipsoid,
    join,
    moved,
    revolve,
    rod,
    rounded,
    scaled,
    turned,
)
from envs.pocket.render.shapes.furniture import surface
from envs.pocket.render.shapes.parts import WHITE, darker, legs, mixed, paint


def chair(look: Look) -> Mesh:
    """A chair: seat on four legs, a slatted back at -z."""
    x, y, z = look.size
    colour = paint(look)
    seat, dark = surface(look, 0.49), darker(colour, 0.85)
    w, d = 0.92 * x, 0.92 * z
    cushion = rounded(
        0, seat - 0.03, 0, w * 0.9, 0.035, d * 0.88, Paint(mixed(colour.rgb, (0.75, 0.70, 0.6), 0.5), "fabric"), 5
    )
    base = block(0, seat - 0.045, 0, w, 0.03, d, colour)
    posts = [
        rod((s * (w / 2 - 0.02), seat - 0.02, -d / 2 + 0.02), (s * (w / 2 - 0.02), y, -z / 2 + 0.02), 0.02, dark)
        for s in (-1, 1)
    ]
    rails = [
        box((-w / 2 + 0.02, h * y - 0.035, -z / 2 + 0.008), (w / 2 - 0.02, h * y + 0.035, -z / 2 + 0.03), colour)
        for h in (0.95, 0.66)
    ]
    slats = [
        box((c * w - 0.015, 0.68 * y, -z / 2 + 0.012), (c * w + 0.015, 0.94 * y, -z / 2 + 0.026), dark)
        for c in (-0.22, 0, 0.22)
    ]
    return join(base, cushion, legs(w, d, seat - 0.045, 0.04, dark), *posts, *rails, *slats)


def stool(look: Look) -> Mesh:
    """A stool: a round seat on splayed legs with a foot ring."""
    x, _y, z = look.size
    colour, top = paint(look), surface(look, 0.81)
    dark = darker(colour, 0.8)
    seat = scaled(revolve([(0, 0), (0.9, 0), (1, 0.4), (0.97, 1), (0, 0.9)], colour, 20), 0.44 * x, 0.05, 0.44 * z)
    feet = [
        ((a * 0.46 * x, 0, b * 0.46 * z), (a * 0.25 * x, top - 0.045, b * 0.25 * z)) for a in (-1, 1) for b in (-1, 1)
    ]
    rods = [rod(a, b, 0.017, dark) for a, b in feet]
    ring = [
        rod((a * 0.39 * x, 0.35 * top, 0.39 * z * b), (c * 0.39 * x, 0.35 * top, 0.39 * z * d), 0.011, dark)
        for a, b, c, d in ((-1, -1, 1, -1), (1, -1, 1, 1), (1, 1, -1, 1), (-1, 1, -1, -1))
    ]
    return join(moved(seat, 0, top - 0.05), *rods, *ring)


def _couch(look: Look, places: int) -> Mesh:
    x, y, z = look.size
    colour = paint(look)
    seat, light = surface(look, 0.48), Paint(mixed(colour.rgb, (1, 1, 1), 0.12), "fabric")
    dark = darker(colour, 0.8)
    arm = min(0.17, 0.16 * x)
    back = min(0.26, 0.28 * z)
    parts = [
        block(0, 0.06, 0, x, seat * 0.62 - 0.06, z * 0.98, dark),
        rounded(0, 0.06, -z / 2 + back / 2, x - 0.4 * arm, y - 0.06, back, colour, 6),
        *(
            rounded(s * (x - arm) / 2, 0.06, 0.02, arm, min(0.70 * y, seat + 0.17) - 0.06, z * 0.94, colour, 6)
            for s in (-1, 1)
        ),
    ]
    w = (x - 2 * arm) / places
    for k in range(places):
        at = -x / 2 + arm + w * (k + 0.5)
        parts.append(rounded(at, seat * 0.60, back / 2, w * 0.98, seat * 0.40, z - back - 0.02, light, 6))
        parts.append(
            turned(
                rounded(at, seat, -z / 2 + back + 0.05, w * 0.95, y * 0.40, 0.16, light, 5),
                "x",
                -8,
                (at, seat, -z / 2 + back),
            )
        )
    feet = [
        block(a * (x / 2 - 0.08), 0, b * (z / 2 - 0.08), 0.06, 0.07, 0.06, Paint((0.2, 0.13, 0.08), "wood"))
        for a in (-1, 1)
        for b in (-1, 1)
    ]
    return join(*parts, *feet)


def sofa(look: Look) -> Mesh:
    """A sofa with two or three seat cushions and backs."""
    return _couch(look, 3 if look.size[0] > 1.9 else 2)


def armchair(look: Look) -> Mesh:
    """An armchair."""
    return _couch(look, 1)


def ottoman(look: Look) -> Mesh:
    """A padded block on short feet, buttoned."""
    x, _y, z = look.size
    colour, top = paint(look), surface(look, 0.79)
    feet = legs(x * 0.9, z * 0.9, 0.18 * top, 0.05, Paint((0.2, 0.13, 0.08), "wood"))
    body = rounded(0, 0.16 * top, 0, x, 0.5 * top, z, darker(colour, 0.88), 8)
    pad = rounded(0, 0.58 * top, 0, x, 0.42 * top, z, colour, 5)
    buttons = [
        ellipsoid((a * 0.22 * x, top - 0.004, b * 0.22 * z), (0.014, 0.008, 0.014), darker(colour, 0.6), 8, 4)
        for a in (-1, 1)
        for b in (-1, 1)
    ]
    return join(feet, body, pad, *buttons)


def footstool(look: Look) -> Mesh:
    """A step stool: padded seat on straight legs."""
    x, _y, z = look.size
    colour, top = paint(look), surface(look, 0.79)
    pad = rounded(0, top - 0.09, 0, x, 0.09, z, Paint((0.72, 0.30, 0.26), "fabric"), 6)
    return join(legs(x, z, top - 0.06, 0.05, colour), pad)


def bed(look: Look) -> Mesh:
    """A bed, its long side the longer of its box: frame, mattress, blanket, pillows, headboard."""
    x, y, z = look.size
    if x > z:
        swapped = Look(**{**look.__dict__, "size": (z, y, x)})
        return turned(bed(swapped), "y", 90)
    colour, top = paint(look), surface(look, 0.7)
    wood = Paint((0.45, 0.29, 0.16), "wood")
    frame = block(0, 0.10, 0, x, top * 0.42 - 0.10, z - 0.04, wood)
    mattress = rounded(0, top * 0.40, 0.02, x * 0.96, top * 0.58, z * 0.95, WHITE, 10)
    mattress = Mesh(mattress.points, mattress.normals, mattress.triangles, mattress.rgb, mattress.material)
    blanket = rounded(0, top * 0.50, 0.13 * z, x * 0.995, top * 0.50, z * 0.73, colour, 10)
    fold = rounded(
        0,
        top * 0.90,
        -0.235 * z,
        x * 0.99,
        top * 0.115,
        0.10 * z,
        Paint(mixed(colour.rgb, (1, 1, 1), 0.65), "fabric"),
        6,
    )
    head = box((-x / 2, 0, -z / 2), (x / 2, y, -z / 2 + 0.06), wood)
    foot = box((-x / 2, 0, z / 2 - 0.05), (x / 2, top * 0.7, z / 2), wood)
    parts = [frame, mattress, blanket, fold, head, foot, legs(x, z, 0.10, 0.08, wood)]
    if look.dirty:  # unmade: the blanket lies crooked
        parts[2] = turned(blanket, "y", 6)
        parts[3] = moved(turned(fold, "y", -14), 0.05, 0.02, 0.12)
    return join(*parts)


def dog_bed(look: Look) -> Mesh:
    """A round cushion with a raised rim."""
    x, y, z = look.size
    colour = paint(look)
    rim = scaled(
        revolve(
            [(0, 0), (0.92, 0), (1, 0.35), (0.97, 0.8), (0.88, 1), (0.78, 0.8), (0.74, 0.42), (0, 0.38)], colour, 24
        ),
        x / 2,
        y,
        z / 2,
    )
    pad = rounded(
        0, 0.1 * y, 0, 0.74 * x, 0.40 * y, 0.74 * z, Paint(mixed(colour.rgb, (0.95, 0.9, 0.8), 0.6), "fabric"), 2.6
    )
    bone = Paint((0.95, 0.93, 0.88), "plastic")
    ends = [
        ellipsoid((s * 0.05, 0.53 * y, t * 0.012), (0.014, 0.012, 0.014), bone, 8, 4) for s in (-1, 1) for t in (-1, 1)
    ]
    return join(rim, pad, rod((-0.05, 0.53 * y, 0), (0.05, 0.53 * y, 0), 0.010, bone), *ends)


BUILDERS = {
    "Chair": chair,
    "Stool": stool,
    "Sofa": sofa,
    "ArmChair": armchair,
    "Ottoman": ottoman,
    "Footstool": footstool,
    "Bed": bed,
    "DogBed": dog_bed,
}
