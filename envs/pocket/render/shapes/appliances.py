"""What heats and brews in a kitchen."""

from __future__ import annotations

from envs.pocket.render.look import Look
from envs.pocket.render.mesh import (
    Mesh,
    Paint,
    block,
    box,
    cylinder,
    join,
    moved,
    prism,
    revolve,
    scaled,
    turned,
)
from envs.pocket.render.shapes.parts import (
    BLACK,
    DARK,
    GREY,
    IRON,
    STEEL,
    WHITE,
    darker,
    grip,
    knob,
    lengthwise,
    liquid,
    paint,
    shell,
)


def _accent(colour: Paint) -> Paint:
    """A metal that stands out against a colour."""
    return STEEL if sum(colour.rgb) < 1.2 else IRON


def microwave(look: Look) -> Mesh:
    """A microwave oven: window in the door, keypad and clock; lit while it runs."""
    x, y, z = look.size
    colour = paint(look)
    door_x = 0.74 * x
    left = -x / 2
    inner = Paint((0.88, 0.88, 0.84), "plastic")
    front = z / 2 - 0.03
    case = moved(shell(door_x, y, z - 0.03, 0.02, colour, inner), left + door_x / 2, 0, -0.015)
    plate = max((look.support[0] if look.support else 0.1) * y - 0.004, 0.02)
    turntable = cylinder(
        left + door_x / 2, plate - 0.012, -0.01, 0.42 * min(door_x, z - 0.06), 0.01, Paint((0.80, 0.88, 0.90), "glass")
    )
    block_right = box((left + door_x, 0, -z / 2), (x / 2, y, z / 2 - 0.005), colour)
    pad_x = (left + door_x + x / 2) / 2
    glow = Paint((0.35, 1.0, 0.55), "light")
    clock = block(
        pad_x,
        0.76 * y,
        z / 2 - 0.004,
        0.17 * x,
        0.12 * y,
        0.006,
        glow if look.on else Paint((0.10, 0.28, 0.16), "screen"),
    )
    keys = [
        block(pad_x + 0.055 * x * c, y * (0.56 - 0.12 * r), z / 2 - 0.004, 0.04 * x, 0.07 * y, 0.007, GREY)
        for r in range(4)
        for c in (-1, 0, 1)
    ]
    window = (
        Paint((1.0, 0.82, 0.42), "light")
        if look.on
        else Paint((0.24, 0.27, 0.30) if sum(colour.rgb) < 0.6 else (0.10, 0.11, 0.12), "glass")
    )
    door = join(
        box((left, 0, front), (left + door_x - 0.004, y, z / 2 - 0.006), colour),
        block(left + door_x * 0.46, 0.18 * y, z / 2 - 0.005, 0.68 * door_x, 0.64 * y, 0.004, window),
        grip(
            left + door_x - 0.03,
            y / 2,
            z / 2 - 0.006,
            0.62 * y,
            STEEL if look.variant.colour != "silver" else DARK,
            upright=True,
        ),
    )
    door = turned(door, "y", -105 * look.open, (left, 0, front))
    # Seen from the front, +x is on the left; the keypad belongs on the right.
    return scaled(join(case, turntable, block_right, clock, *keys, door), -1, 1, 1)


def burner(look: Look) -> Mesh:
    """A gas ring under its grate; flames and a red glow when it is on."""
    x, y, z = look.size
    r = min(x, z) / 2
    top = (look.support[0] if look.support else 0.3) * y
    glow = Paint((1.0, 0.35, 0.08), "light")
    plate = cylinder(0, 0, 0, 0.95 * r, 0.10 * y, Paint((0.16, 0.16, 0.17), "metal"), segments=20)
    head = cylinder(0, 0.10 * y, 0, 0.42 * r, 0.10 * y, glow if look.on else IRON, 0.36 * r, 14)
    bars = []
    for k in range(4):
        bar = box((0.25 * r, 0.06 * y, -0.006), (0.98 * r, top, 0.006), Paint((0.10, 0.10, 0.11), "metal"))
        bars.append(turned(bar, "y", 90 * k + 45))
    ring = scaled(
        revolve([(0.62, 0), (0.70, 0), (0.70, 1), (0.62, 1), (0.62, 0)], glow if look.on else IRON, 20), r, 0.16 * y, r
    )
    flames = []
    if look.on:
        blue = Paint((0.25, 0.50, 1.0), "light")
        for k in range(10):
            flames.append(turned(cylinder(0.48 * r, 0.14 * y, 0, 0.07 * r, 0.30 * y, blue, 0.0, 6), "y", 36 * k))
    return join(plate, head, *bars, ring, *flames)


def stove_knob(look: Look) -> Mesh:
    """A round knob with a pointer; turned and red when on."""
    x, y, z = look.size
    r = min(x, y) / 2
    colour = Paint((0.85, 0.15, 0.10), "plastic") if look.on else paint(look)
    base = moved(turned(cylinder(0, 0, 0, r, 0.25 * z, STEEL, segments=14), "x", 90), 0, y / 2, -z / 2)
    body = moved(turned(cylinder(0, 0, 0, 0.82 * r, 0.7 * z, colour, 0.7 * r, 14), "x", 90), 0, y / 2, -0.25 * z)
    mark = box((-0.09 * r, 0, 0.44 * z), (0.09 * r, 0.66 * r, 0.5 * z), WHITE)
    mark = moved(turned(mark, "z", -90 if look.on else 0), 0, y / 2)
    return join(base, body, mark)


def toaster(look: Look) -> Mesh:
    """A two-slot toaster; the slots glow when it is on."""
    return _toaster(look)


@lengthwise
def _toaster(look: Look) -> Mesh:
    x, y, z = look.size
    colour = paint(look)
    h = 0.80 * y if look.support else y
    outline = [(-0.46, 0), (0.46, 0), (0.5, 0.15), (0.5, 0.72), (0.40, 1.0), (-0.40, 1.0), (-0.5, 0.72), (-0.5, 0.15)]
    body = prism([(b * h, a * z) for a, b in outline], -0.42 * x, 0.42 * x, colour, "x")
    ends = [
        prism([(b * h * 0.97, a * z * 0.97) for a, b in outline], a, b, BLACK, "x")
        for a, b in ((-0.46 * x, -0.42 * x), (0.42 * x, 0.46 * x))
    ]
    slot = Paint((1.0, 0.42, 0.10), "light") if look.on else Paint((0.06, 0.06, 0.06), "plain")
    slots = [
        box((-0.32 * x, h - 0.004, c * z - 0.016), (0.32 * x, h + 0.0015, c * z + 0.016), slot) for c in (-0.17, 0.17)
    ]
    at = 0.35 * h if look.on else 0.68 * h
    rims = [
        box((-0.35 * x, h - 0.004, c * z - 0.023), (0.35 * x, h + 0.0008, c * z + 0.023), _accent(colour))
        for c in (-0.17, 0.17)
    ]
    lever = box((0.46 * x, at, -0.05 * z), (0.5 * x, at + 0.06 * h, 0.05 * z), GREY)
    return join(body, *ends, *rims, *slots, lever)


def coffee_machine(look: Look) -> Mesh:
    """A coffee maker: tank and column at the back, brewing head above the tray in front, a lamp when on."""
    x, y, z = look.size
    colour = paint(look)
    w, d = 0.62 * x, 0.80 * z
    tray = (look.support[0] if look.support else 0.1) * y - 0.004
    base = block(0, 0, 0, w, tray, d, colour)
    grate = block(0, tray - 0.002, 0.2 * d, 0.8 * w, 0.004, 0.5 * d, _accent(colour))
    column = block(0, tray, -0.32 * d, w, y * 0.72 - tray, 0.36 * d, colour)
    head = block(0, 0.66 * y, 0, w, 0.26 * y, d, colour)
    lid = block(0, 0.92 * y, -0.1 * d, 0.9 * w, 0.08 * y, 0.7 * d, darker(colour, 0.8))
    nozzle = cylinder(0, 0.60 * y, 0.14 * d, 0.05 * w, 0.07 * y, _accent(colour), 0.11 * w, 12)
    light = Paint((0.2, 1.0, 0.3), "light") if look.on else Paint((0.35, 0.08, 0.06), "plastic")
    lamp = knob(0.30 * w, 0.78 * y, d / 2, 0.014, light)
    display = block(-0.1 * w, 0.74 * y, d / 2 - 0.002, 0.4 * w, 0.09 * y, 0.006, Paint((0.12, 0.16, 0.2), "screen"))
    stream = (
        [
            cylinder(
                0,
                tray,
                0.14 * d,
                0.006,
                0.60 * y - tray,
                liquid(look) if look.filled else Paint((0.30, 0.15, 0.06), "glass"),
                segments=6,
            )
        ]
        if look.on
        else []
    )
    return join(base, grate, column, head, lid, nozzle, lamp, display, *stream)


BUILDERS = {
    "Microwave": microwave,
    "StoveBurner": burner,
    "StoveKnob": stove_knob,
    "Toaster": toaster,
    "CoffeeMachine": coffee_machine,
}
