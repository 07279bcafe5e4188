"""A second instance of a type in another look, beside the first: what only its look, or whose it is, tells apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from envs.errors import BadInput, GaveUp
from envs.object_id import object_id, unused_id
from envs.pocket.engine import Engine
from envs.pocket.generate.dice import Dice
from envs.pocket.generate.furnish import Furnisher
from envs.pocket.generate.looking import loose, seen_from_somewhere
from envs.pocket.generate.objects import ancestors
from envs.pocket.generate.plan import Piece, Plan
from envs.pocket.scene import Scene
from envs.pocket.things.palette import PALETTES
from envs.pocket.things.records import Record, turned
from envs.pocket.things.traits import SINGLE_SLOT
from envs.pocket.things.variants import variant_of
from envs.vocabulary.object_types import object_types

_SPOTS, _NAMES = 24, 64


@dataclass(frozen=True)
class Twin:
    """A wish for a twin.

    Attributes:
        type: Of which type.
        place: Type of the receptacle on which it shall lie; "" where the first one lies.
    """

    type: str
    place: str = ""


def checked_twins(twins: Sequence[Twin]) -> None:
    """Refuse twins that cannot be.

    Raises:
        BadInput: No such type, it cannot be carried, or it comes in one look only.
    """
    for twin in twins:
        kind = object_types().get(twin.type)
        if kind is None or "pickupable" not in kind.can:
            raise BadInput(f"there is no twin of a {twin.type!r}; give types that can be picked up, such as Mug")
        if _comes_in(twin.type) < 2:
            several = [one for one, kind in object_types().items() if "pickupable" in kind.can and _comes_in(one) > 1]
            raise BadInput(
                f"a {twin.type} comes in one colour only, so no twin of it can be told apart; there are others of "
                f"{', '.join(several)}"
            )
    named = [twin.type for twin in twins]
    if len(set(named)) < len(named):
        raise BadInput(f"each type can have one twin, not {', '.join(named)}")


def _comes_in(kind: str) -> int:
    """In how many colours things of a type come."""
    return len({colour for colour, _ in PALETTES.get(kind, PALETTES["*"])})


def with_twins(scene: Scene, plan: Plan, furnisher: Furnisher, twins: Sequence[Twin], dice: Dice) -> Scene:
    """The same room, and for each wish one thing more; everything else is as it was.

    Args:
        scene: The room.
        plan: What stands in it.
        furnisher: What lies in it, and where there is space left.
        twins: Of which types.
        dice: Where every choice comes from; none but these choices.

    Raises:
        GaveUp: The room has no such thing, or nowhere is room for a second one where it can be seen.
    """
    for twin in twins:
        scene = _with_twin(scene, plan, furnisher, twin, dice)
    return scene


def _with_twin(scene: Scene, plan: Plan, furnisher: Furnisher, twin: Twin, dice: Dice) -> Scene:
    pieces = [*plan.pieces, *furnisher.small]
    first = [piece for piece in furnisher.small if piece.type == twin.type]
    if not first:
        raise GaveUp(f"{scene.name} has no {twin.type} that could have a twin")
    for piece in sorted(first, key=lambda one: (_hidden(one), pieces.index(one))):
        if piece.on is None or piece.on.type in SINGLE_SLOT:
            continue
        model = scene.objects[pieces.index(piece)]
        for found, record in _options(scene, furnisher, piece, twin, model, dice):
            around = [scene.objects[pieces.index(one)]["objectId"] for one in ancestors(found)]
            more = _added(scene, record, around)
            if _hidden(found) or _seen(more):
                furnisher.settle(found)
                return more
    place = f" on a {twin.place}" if twin.place else " where the first one lies"
    raise GaveUp(f"{scene.name} has no room for a second {twin.type}{place}")


def _hidden(piece: Piece) -> bool:
    """Whether it lies behind a door."""
    above = piece.on
    while above is not None:
        if above.door:
            return True
        above = above.on
    return False


def _options(
    scene: Scene, furnisher: Furnisher, first: Piece, twin: Twin, model: Record, dice: Dice
) -> Iterator[tuple[Piece, Record]]:
    """Places for a twin, each with its record in a look that nothing of the type has there."""
    alike = [one for one in scene.objects if one["objectType"] == twin.type]
    taken = {variant_of(one).colour for one in alike}
    if len(taken) >= _comes_in(twin.type):
        taken = {variant_of(model).colour}
    ids = {str(one["objectId"]) for one in scene.objects}
    for found in furnisher.spots(first, twin.place, dice, _SPOTS):
        low, high = np.array(found.box.low), np.array(found.box.high)
        record = turned(model, low, high, found.yaw)
        place = record["position"]
        record["objectId"] = unused_id(object_id(twin.type, place["x"], place["y"], place["z"]), ids)
        for _ in range(_NAMES):
            named = {**record, "name": f"{twin.type}_{int(dice.fraction() * 2**32):08x}"}
            if variant_of(named).colour not in taken:
                yield found, named
                break


def _added(scene: Scene, record: Record, around: Sequence[str]) -> Scene:
    """The scene with one thing more in or on others; it has nothing in it itself."""
    empty = [] if record["receptacle"] else None
    record = {**record, "parentReceptacles": list(around) or None, "receptacleObjectIds": empty}
    objects = tuple(
        {**one, "receptacleObjectIds": [*(one["receptacleObjectIds"] or ()), record["objectId"]]}
        if one["objectId"] in around
        else one
        for one in scene.objects
    )
    return replace(scene, objects=(*objects, record))


def _seen(scene: Scene) -> bool:
    """Whether the thing that came last can be seen from somewhere, and nothing that could be is hidden by it."""
    engine = Engine.open(scene)
    last = len(scene.objects) - 1
    near = loose(engine)
    return {*near, last} <= seen_from_somewhere(engine, near)
