"""Rooms made from a seed, with the statistics of the real ones; see ``docs/scenes.md``.

Offers ``generate_room`` and the statistics behind it.
Imports scenes as values, and the engine only to look whether everything can be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from envs.errors import BadInput, GaveUp
from envs.pocket.engine import Engine
from envs.pocket.generate.dice import Dice
from envs.pocket.generate.fixtures import shelving_unit
from envs.pocket.generate.furnish import Furnisher
from envs.pocket.generate.looking import loose, seen_from_somewhere
from envs.pocket.generate.plan import EXTRA, DoesNotFit, Plan
from envs.pocket.generate.rooms import ROOM_KINDS, RoomKind
from envs.pocket.generate.scene import AGENT_Y, as_scene
from envs.pocket.generate.shopping import always, shopping_list
from envs.pocket.generate.space import GRID, complaints
from envs.pocket.generate.twins import Twin, checked_twins, with_twins
from envs.pocket.scene import AgentPose, Scene

LEAST, MOST = 20, 400
_ATTEMPTS = 60
_MOVES = 8  # times that unseen things are put elsewhere before the room is given up
TWINS = "_twins"
"""In a scene's name before the types of which there is one more in another look."""
_TWINS = 7  # tells the choices of twins from all others
_PER_RACK = 28  # things that one more shelving unit makes room for, itself and its shelves included


def generate_room(
    room: str,
    seed: int,
    *,
    objects: int | None = None,
    name: str | None = None,
    twins: Sequence[Twin] = (),
) -> Scene:
    """A plausible room; the same arguments give the same scene in every process.

    Args:
        room: kitchen, living_room, bedroom or bathroom.
        seed: Any whole number from 0.
        objects: About how many objects, furniture included, 20 to 400. By default as many as real rooms of that kind
            have, give or take 7 %. With few the room may lack things that chores need; with many it grows.
        name: The scene's name; by default ``<room>_<seed>``, with the types that have twins behind it. It does not
            change what is in the room.
        twins: Types of which there is one more in another colour, beside the first; the rest of the room stays as it
            is without them.

    Raises:
        BadInput: Unknown room, seed or number of objects out of range, or twins that cannot be.
        GaveUp: No valid room was found for this seed, or it has no place for the twins.
    """
    kind = _checked(room, seed, objects)
    checked_twins(twins)
    reason = ""
    for attempt in range(_ATTEMPTS):
        dice = Dice(seed, crc32(room.encode()), attempt)
        try:
            plan = _furnished(kind, dice, objects)
            furnisher = Furnisher(plan)
            _inspect(kind, plan, furnisher)  # most bad rooms are found before the small things are placed
            _fill(kind, plan, furnisher, objects)
            _inspect(kind, plan, furnisher)
            scene = _in_plain_sight(name or _named(room, seed, twins), plan, furnisher)
            return with_twins(scene, plan, furnisher, twins, Dice(seed, crc32(room.encode()), attempt, _TWINS))
        except DoesNotFit as error:
            reason = str(error)
    raise GaveUp(f"no {room} found for seed {seed} in {_ATTEMPTS} attempts (last: {reason}); try another seed")


def _named(room: str, seed: int, twins: Sequence[Twin]) -> str:
    """``kitchen_7``, or ``kitchen_7_twins_mug``: a scene name carries what it is made from."""
    behind = "".join(f"_{twin.type.lower()}" for twin in twins)
    return f"{room}_{seed}{TWINS if twins else ''}{behind}"


def _checked(room: str, seed: int, objects: int | None) -> RoomKind:
    if room not in ROOM_KINDS:
        raise BadInput(f"cannot generate a {room!r}; there are {', '.join(ROOM_KINDS)}")
    if seed < 0:
        raise BadInput(f"a scene seed must be a whole number from 0, not {seed}")
    if objects is not None and not LEAST <= objects <= MOST:
        raise BadInput(f"a room can have {LEAST} to {MOST} objects, not {objects}")
    return ROOM_KINDS[room]


def _furnished(kind: RoomKind, dice: Dice, objects: int | None) -> Plan:
    """The room with its furniture and fixtures."""
    racks = max(0, -(-(objects - round(1.15 * kind.objects)) // _PER_RACK)) if objects else 0
    grown = 0.25 * racks
    width = 0.25 * dice.whole(*(round(4 * v) for v in kind.width)) + grown
    depth = 0.25 * dice.whole(*(round(4 * v) for v in kind.depth)) + grown
    plan = Plan(kind.name, dice, *dice.shuffled((width, depth)))
    kind.lay_out(plan)
    for _ in range(racks):
        shelving_unit(plan, EXTRA)
    if objects is not None:
        plan.leave_out(objects - min(len(always(kind.name)), objects // 2))
    return plan


def _inspect(kind: RoomKind, plan: Plan, furnisher: Furnisher) -> None:
    """Check that people can use the room.

    Raises:
        DoesNotFit: They cannot; the text says what is wrong.
    """
    found = complaints([*plan.pieces, *furnisher.small], furnisher.cells)
    if found:
        raise DoesNotFit(found[0])
    if len(furnisher.cells) < kind.least_free:
        raise DoesNotFit("there is no room to walk")


def _fill(kind: RoomKind, plan: Plan, furnisher: Furnisher, objects: int | None) -> None:
    """Put the small things into the room."""
    furnisher.place_loose()
    total = objects or round(kind.objects * plan.dice.between(0.93, 1.07))
    wanted = total - len(plan.pieces)
    if objects is None:
        wanted = max(wanted, len(always(kind.name)))
    furnisher.furnish(*shopping_list(kind.name, wanted, plan.dice))


def _in_plain_sight(name: str, plan: Plan, furnisher: Furnisher) -> Scene:
    """The scene; what nobody could see in it, though no door hides it, is put somewhere else.

    Raises:
        DoesNotFit: Something finds no place where it can be seen.
    """
    for _ in range(_MOVES):
        scene = _ready(name, plan, furnisher)
        engine = Engine.open(scene)
        things = loose(engine)
        unseen = set(things) - seen_from_somewhere(engine, things)
        if not unseen:
            engine.set_aside()  # whoever has a room made is about to live in it
            return scene
        pieces = [*plan.pieces, *furnisher.small]  # in the order of the records
        for piece in [pieces[i] for i in sorted(unseen)]:
            furnisher.move(piece)
    raise DoesNotFit("something lies where nobody can see it")


def _ready(name: str, plan: Plan, furnisher: Furnisher) -> Scene:
    """The scene, the agent on a random free cell with a random cardinal heading: how recorded games start."""
    x, z = plan.dice.pick(sorted(furnisher.cells))
    start = AgentPose(x * GRID, AGENT_Y, z * GRID, 90.0 * plan.dice.whole(0, 3), 30.0)
    return as_scene(name, plan, furnisher, start)
