"""A table with everyday things on it, for sorting, stacking, handing over and pointing.

The set-up follows the tabletop tasks of the multitasking robot (containers, fruit, kitchenware, things to stack), with
AI2-THOR's object types: the agent stands before the table and reaches everything without walking round it.
"""

from __future__ import annotations

from zlib import crc32

from envs.errors import BadInput, GaveUp
from envs.pocket.generate.dice import Dice
from envs.pocket.generate.furnish import Furnisher
from envs.pocket.generate.plan import ESSENTIAL, Plan
from envs.pocket.generate.scene import AGENT_Y, as_scene
from envs.pocket.generate.space import GRID
from envs.pocket.generate.surfaces import surfaces
from envs.pocket.scene import AgentPose, Scene
from envs.vocabulary.object_types import object_type

#: What lies on the table: (types, how many of them at most), the most needed first.
SETS = (
    (("Box", "Box"), 2),  # to sort into
    (("Bowl", "Plate"), 2),
    (("Apple", "Tomato", "Potato", "Bread", "Egg", "Lettuce"), 5),
    (("Mug", "Cup", "Spoon", "Fork", "SaltShaker", "PepperShaker"), 4),
    (("Book", "DishSponge", "TissueBox", "SoapBar", "CD", "Plate"), 4),  # flat or block-shaped, to stack
    (("Candle", "CellPhone", "RemoteControl", "Watch", "KeyChain", "AlarmClock"), 3),
)
LEAST, MOST = 4, 30
_FIXTURES = 2  # floor and table
_ATTEMPTS = 40
_WIDTH, _DEPTH = 2.25, 1.75  # of the room, metres: two rows of cells before the table, none beside it


def generate_tabletop(seed: int, *, objects: int | None = None, name: str | None = None) -> Scene:
    """A table full of small things before the agent; the same arguments give the same scene in every process.

    Args:
        seed: Any whole number from 0.
        objects: About how many objects, floor and table included, 4 to 30; 19 to 22 by default.
        name: The scene's name; ``tabletop_<seed>`` by default.

    Raises:
        BadInput: Seed or number of objects out of range.
        GaveUp: The things did not fit on the table for this seed.
    """
    if seed < 0:
        raise BadInput(f"a scene seed must be a whole number from 0, not {seed}")
    if objects is not None and not LEAST <= objects <= MOST:
        raise BadInput(f"a tabletop can have {LEAST} to {MOST} objects, not {objects}")
    for attempt in range(_ATTEMPTS):
        dice = Dice(seed, crc32(b"tabletop"), attempt)
        plan = _with_table(dice)
        furnisher = Furnisher(plan)
        table = next(s for s in surfaces(plan))
        if all(furnisher.place_on(kind, table) for kind in _things(dice, objects)):
            return as_scene(name or f"tabletop_{seed}", plan, furnisher, _start(plan, furnisher))
    raise GaveUp(f"the table of tabletop seed {seed} is too small for {objects} objects; ask for fewer")


def _with_table(dice: Dice) -> Plan:
    plan = Plan("tabletop", dice, _WIDTH, _DEPTH)
    _, _, north, _ = plan.walls
    width, depth, height = round(dice.between(1.7, 1.9), 2), 0.95, round(dice.between(0.88, 0.96), 2)
    table = plan.at("DiningTable", north, (_WIDTH - width) / 2, (width, depth, height), front=0.0, rank=ESSENTIAL)
    assert table is not None  # the room is empty
    return plan


def _things(dice: Dice, objects: int | None) -> list[str]:
    """One set after the other, then further copies; the longest first, as they must all fit."""
    names = [kind for kinds, most in SETS for kind in dice.shuffled(kinds)[:most]]
    wanted = len(names) - dice.whole(0, 3) if objects is None else objects - _FIXTURES
    spares = [kind for kinds, _ in SETS[2:] for kind in kinds]
    while len(names) < wanted:
        names.append(dice.pick(spares))
    return sorted(names[:wanted], key=lambda kind: -object_type(kind).footprint[0])


def _start(plan: Plan, furnisher: Furnisher) -> AgentPose:
    """Before the middle of the table, facing it, on the nearer row of cells."""
    middle = (plan.rect[0] + plan.rect[2]) / 2
    x, z = min(furnisher.cells, key=lambda cell: (-cell[1], abs(cell[0] * GRID - middle), cell[0]))
    return AgentPose(x * GRID, AGENT_Y, z * GRID, 0.0, 30.0)
