"""Plumbing, lamps, screens, glass, curtains, and vessels that one looks into."""

from __future__ import annotations

from envs.pocket.bodies.block import HIDES, SEEN, Block, brick, pillar, round_tub, slab, surface, tub
from envs.pocket.render.look import POT_RIM, Look


def sink(look: Look) -> list[Block]:
    """The surroundings of a basin, or the basin itself when it is no object of its own."""
    x, y, z = look.size
    if not look.holes:
        return tub(x, z, 0.92 * y, 0.02, 0.05 * y)
    return slab(x, z, max(surface(look) - 0.05, 0.0), surface(look), look.holes)


def basin(look: Look) -> list[Block]:
    """The hollow of a sink or a tub."""
    x, y, z = look.size
    return tub(x, z, y, 0.02, 0.05 * y)


def bathtub(look: Look) -> list[Block]:
    """A bathtub's outside and rim."""
    x, y, z = look.size
    rim = surface(look) if look.holes else 0.88 * y
    holes = look.holes or ((-x / 2 + 0.09, -z / 2 + 0.08, x / 2 - 0.09, z / 2 - 0.08),)
    inner = [] if look.holes else [pillar(x - 0.18, z - 0.16, 0.1 * y, 0.14 * y)]
    sides = [brick((-x / 2, 0, s * z / 2), (x / 2, rim, s * (z / 2 - 0.02))) for s in (-1, 1)]
    ends = [brick((s * x / 2, 0, -z / 2), (s * (x / 2 - 0.02), rim, z / 2)) for s in (-1, 1)]
    return [*slab(x, z, rim - 0.04, rim, holes), *sides, *ends, *inner]


def toilet(look: Look) -> list[Block]:
    """A toilet: tank, bowl, lid and foot."""
    x, y, z = look.size
    tank, seat = 0.26 * z, 0.4 * y
    wide, near, far = 0.36 * x, tank / 2 - 0.36 * (z - tank), tank / 2 + 0.36 * (z - tank)
    lid = ("x", -97 * look.open, (0.0, seat + 0.02, -z / 2 + tank + 0.01))
    return [
        brick((-x / 2, seat, -z / 2), (x / 2, 0.72 * y + 0.025, -z / 2 + tank), fill=0.9),
        brick((-wide, 0.5 * seat, near), (wide, seat + 0.02, far), fill=0.85),
        brick((-wide, seat + 0.02, near), (wide, seat + 0.04, far), turn=lid),
        brick((-0.24 * x, 0, -0.38 * z), (0.24 * x, 0.5 * seat, 0.18 * z)),
    ]


def faucet(look: Look) -> list[Block]:
    """A tap: riser, the crown of its neck, and the bar of the handles."""
    x, y, z = look.size
    t = min(0.016, 0.16 * min(x, z) + 0.004)
    bow, back, thin, wide = max((z - 2 * t) / 2, 0.02), -z / 2 + t, 0.7 * t, min(x / 2 - 0.012, 0.07)
    rise = max(y - bow - t, 0.4 * y)
    return [
        brick((-thin, 0, back - thin), (thin, rise, back + thin)),
        brick((-thin, y - 1.8 * t, back + 0.6 * bow), (thin, y - 0.2 * t, back + 1.4 * bow), SEEN),
        brick((-wide, 0, back - t), (wide, 0.1 * y, back + t), SEEN),
    ]


def rail(look: Look) -> list[Block]:
    """A towel rail."""
    x, y, z = look.size
    return [brick((-x / 2 + 0.02, y / 2 - 0.006, z / 2 - 0.021), (x / 2 - 0.02, y / 2 + 0.006, z / 2 - 0.009))]


def ring(look: Look) -> list[Block]:
    """The top of a towel ring."""
    x, y, _ = look.size
    return [pillar(max(0.06, 0.3 * x), 0.02, 0.8 * y, 0.9 * y, SEEN)]


def hanger(look: Look) -> list[Block]:
    """A toilet paper holder: plate and arm."""
    x, y, z = look.size
    return [
        brick((-0.46 * x, 0.3 * y, -z / 2), (-0.3 * x, 0.8 * y, -z / 2 + 0.012)),
        brick((-0.38 * x, 0.55 * y - 0.006, -0.006), (0.46 * x, 0.55 * y + 0.006, 0.006), SEEN),
    ]


def pane(look: Look) -> list[Block]:
    """The frame of a glass wall; one sees through the rest."""
    x, y, z = look.size
    t, bar = max(z, 0.012) / 2, 0.022
    turn = ("y", -80 * look.open, (-x / 2, 0.0, 0.0)) if look.kind == "ShowerDoor" else None
    corners = [
        ((-x / 2, 0, -t), (-x / 2 + bar, y, t)),
        ((x / 2 - bar, 0, -t), (x / 2, y, t)),
        ((-x / 2, 0, -t), (x / 2, bar, t)),
        ((-x / 2, y - bar, -t), (x / 2, y, t)),
    ]
    return [brick(a, b, SEEN, turn=turn) for a, b in corners]


def shower_curtain(look: Look) -> list[Block]:
    """A curtain, drawn across or gathered at one end."""
    x, y, z = look.size
    d = min(z, 0.08) / 2
    return [brick((-x / 2, 0, -d), (-x / 2 + x * (1 - 0.7 * look.open), y - 0.05, d))]


def curtains(look: Look) -> list[Block]:
    """Two curtains at the sides of a window."""
    x, y, _ = look.size
    wide = 0.2 * x if x > 0.8 else 0.38 * x
    return [brick((s * x / 2, 0, -0.03), (s * (x / 2 - wide), y - 0.05, 0.03)) for s in (-1, 1)]


def blinds(look: Look) -> list[Block]:
    """A blind; one that is let down hangs below its box."""
    x, y, z = look.size
    drop = y if look.open > 0.5 or y > 0.4 else y + 0.6
    return [pillar(x, max(z, 0.02) / 2, y - drop, y)]


def desk_lamp(look: Look) -> list[Block]:
    """A table lamp: shade and foot."""
    x, y, z = look.size
    return [pillar(0.75 * x, 0.75 * z, 0.5 * y, y, fill=0.8), pillar(0.3 * x, 0.3 * z, 0, 0.5 * y, SEEN, 0.7)]


def floor_lamp(look: Look) -> list[Block]:
    """A standard lamp: shade, pole and foot."""
    x, y, z = look.size
    foot, pole = pillar(0.4 * x, 0.4 * z, 0, 0.03, SEEN), pillar(0.028, 0.028, 0, 0.8 * y, SEEN)
    return [pillar(0.75 * x, 0.75 * z, 0.78 * y, y, fill=0.8), foot, pole]


def plant(look: Look) -> list[Block]:
    """A plant: pot and the thick of its leaves."""
    x, y, z = look.size
    w = min(x, z)
    leaves = pillar(0.4 * w, 0.4 * w, 0.34 * y, 0.6 * y, SEEN, 0.7)
    thick = pillar(0.2 * w, 0.2 * w, 0.34 * y, 0.55 * y, HIDES)
    return [pillar(0.5 * w, 0.5 * w, 0, 0.34 * y, fill=0.9), leaves, thick]


def statue(look: Look) -> list[Block]:
    """A statuette: a slim body on a plinth."""
    x, y, z = look.size
    return [pillar(0.6 * x, 0.6 * z, 0, 0.1 * y), pillar(0.35 * x, 0.35 * z, 0.1 * y, 0.9 * y, fill=0.8)]


def bottle(look: Look) -> list[Block]:
    """A bottle: body and neck."""
    x, y, z = look.size
    neck = pillar(0.25 * x, 0.25 * z, 0.6 * y, 0.95 * y)
    return [pillar(0.7 * x, 0.7 * z, 0, 0.6 * y, fill=0.85), neck]


def television(look: Look) -> list[Block]:
    """A flat screen on a foot."""
    x, y, z = look.size
    return [pillar(x, min(0.06, z), 0.1 * y, y), pillar(0.4 * x, min(z, 0.22), 0, 0.02, SEEN)]


def desktop(look: Look) -> list[Block]:
    """The screen of a computer."""
    x, y, z = look.size
    t = min(0.05, 0.3 * z)
    return [brick((-x * 0.46, 0.24 * y, -z / 2 + t / 2), (x * 0.46, y, -z / 2 + 1.5 * t))]


def coffee_machine(look: Look) -> list[Block]:
    """A coffee maker: tray, column and head."""
    x, y, z = look.size
    w, d, tray = 0.62 * x, 0.8 * z, max(surface(look) - 0.004, 0.01)
    column = brick((-w / 2, tray, -d / 2), (w / 2, 0.72 * y, -0.14 * d))
    return [pillar(w, d, 0, tray), column, pillar(w, d, 0.66 * y, 0.92 * y)]


def burner(look: Look) -> list[Block]:
    """A stove burner: ring and two crossing bars; flat, so it hides nothing."""
    x, y, z = look.size
    r, top = min(x, z), max(surface(look), 0.15 * y)
    cross = [
        brick((-0.49 * r, 0.06 * y, -0.006), (0.49 * r, top, 0.006), SEEN, turn=("y", t, (0.0, 0.0, 0.0)))
        for t in (45, -45)
    ]
    return [pillar(0.7 * r, 0.7 * r, 0, top, SEEN), *cross]


def dish(look: Look) -> list[Block]:
    """A plate at the bottom of its box."""
    x, y, z = look.size
    high = min(y, 0.028) if y > 0.05 else y
    return [pillar(0.8 * x, 0.8 * z, 0.3 * high, 0.7 * high, fill=0.9)]


def pot(look: Look) -> list[Block]:
    """A cooking pot."""
    x, y, z = look.size
    return round_tub(0.97 * min(z, 0.84 * x), POT_RIM[look.glass] * y, 0.01, max(0.05 * y, 0.022))


def kettle(look: Look) -> list[Block]:
    """A kettle: the round body hides, spout and handle are seen."""
    x, y, z = look.size
    across = 1.8 * min(min(x, z) / 2, 0.4 * max(x, z))
    return [pillar(x, z, 0, y, SEEN, 0.78), pillar(across, across, 0, 0.62 * y, HIDES)]


def bowl(look: Look) -> list[Block]:
    """A bowl."""
    x, y, z = look.size
    w = 0.74 * min(x, z)
    return tub(w, w, y, 0.015, 0.16 * y)


def pan(look: Look) -> list[Block]:
    """A frying pan, its handle along the longer side."""
    x, y, z = look.size
    wall, at = min(y, max(0.045, 0.55 * y)), (x - z) / 2
    handle = brick((-0.45 * x, 0.75 * wall, -0.008), (at - z / 2, 0.75 * wall + 0.012, 0.008), SEEN, 0.9)
    return [*tub(0.74 * z, 0.74 * z, wall, 0.01, 0.12 * wall, at), handle]


FITTINGS = {
    "Sink": sink,
    "SinkBasin": basin,
    "BathtubBasin": basin,
    "Bathtub": bathtub,
    "Toilet": toilet,
    "Faucet": faucet,
    "TowelHolder": rail,
    "HandTowelHolder": ring,
    "ToiletPaperHanger": hanger,
    "ShowerDoor": pane,
    "ShowerGlass": pane,
    "ShowerCurtain": shower_curtain,
    "Curtains": curtains,
    "Blinds": blinds,
    "DeskLamp": desk_lamp,
    "FloorLamp": floor_lamp,
    "HousePlant": plant,
    "Statue": statue,
    "SoapBottle": bottle,
    "Bottle": bottle,
    "WineBottle": bottle,
    "Television": television,
    "Desktop": desktop,
    "CoffeeMachine": coffee_machine,
    "StoveBurner": burner,
    "Plate": dish,
    "Pot": pot,
    "Kettle": kettle,
    "Bowl": bowl,
    "Pan": pan,
}
