"""From placed pieces to AI2-THOR object dicts, with the initial states of TEACh's data collection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from envs.object_id import object_id, unused_id
from envs.pocket.generate.dice import Dice
from envs.pocket.generate.plan import Piece
from envs.pocket.things.records import Record, box_dict, corner_points, vector
from envs.vocabulary.object_types import CAPABILITIES
from envs.vocabulary.uses import basins

_USUAL = 0.5  # share toggled on, filled or dirty where it was not measured


def object_dicts(pieces: Sequence[Piece], dice: Dice) -> tuple[Record, ...]:
    """One dict per piece, in the key set of a TEACh game's ``initial_state`` (without custom properties).

    ``visible``, ``obstructed`` and ``distance`` are placeholders: the engine computes them.
    """
    ids = _ids(pieces)
    parents = {piece: tuple(ancestors(piece)) for piece in pieces}
    contents: dict[Piece, list[str]] = {piece: [] for piece in pieces}
    for piece in pieces:
        for parent in parents[piece]:
            contents[parent].append(ids[piece])
    states = [_state(piece, dice) for piece in pieces]
    toggled = {piece: state["isToggled"] for piece, state in zip(pieces, states, strict=True)}
    records = []
    for piece, state in zip(pieces, states, strict=True):
        warmth = _temperature(piece, parents[piece], toggled)
        state["isCooked"] = "cookable" in piece.kind.can and warmth == "Hot"
        records.append(
            _record(piece, ids[piece], state, warmth, [ids[p] for p in parents[piece]], contents[piece], dice)
        )
    return tuple(records)


def ancestors(piece: Piece) -> Iterator[Piece]:
    """Everything a piece is in or on, directly or not; the floor only if it stands right on it."""
    above = piece.on
    if above is not None and above.type == "Floor":
        yield above
        return
    while above is not None and above.type != "Floor":
        yield above
        above = above.on


def _ids(pieces: Sequence[Piece]) -> dict[Piece, str]:
    """Ids from types and pivots, as the engine gives them to what spawns."""
    ids: dict[Piece, str] = {}
    seen: set[str] = set()
    for piece in pieces:
        if piece.part_of is not None and piece.type in basins():
            name = f"{ids[piece.part_of]}|{piece.type}"
        else:
            name = unused_id(object_id(piece.type, *_pivot(piece)), seen)
        seen.add(name)
        ids[piece] = name
    return ids


def _pivot(piece: Piece) -> tuple[float, float, float]:
    if piece.pivot is not None:
        return piece.pivot
    low, high = piece.box.low, piece.box.high
    return round((low[0] + high[0]) / 2, 4), low[1], round((low[2] + high[2]) / 2, 4)


def _state(piece: Piece, dice: Dice) -> Record:
    """Which of the random initial states apply; everything is closed except what recorded games have open."""
    can, initial = piece.kind.can, piece.kind.initial
    opened = "openable" in can and dice.chance(initial.get("open", 0.0))
    return {
        "isToggled": "toggleable" in can and dice.chance(initial.get("toggled", _USUAL)),
        "isFilledWithLiquid": "canFillWithLiquid" in can and dice.chance(initial.get("filled", _USUAL)),
        "isDirty": "dirtyable" in can and dice.chance(initial.get("dirty", _USUAL)),
        "isOpen": opened,
        "openness": 1.0 if opened else 0.0,
    }


def _temperature(piece: Piece, parents: Sequence[Piece], toggled: dict[Piece, bool]) -> str:
    """Hot on a lit burner, in a running microwave and for a lit burner itself; Cold in a fridge."""
    for place in (piece, *parents):
        if place.type == "StoveBurner" and place.part_of is not None and toggled[place.part_of]:
            return "Hot"
        if place.type == "Microwave" and place is not piece and toggled[place]:
            return "Hot"
        if place.type == "Fridge" and place is not piece:
            return "Cold"
    return "RoomTemp"


def _record(
    piece: Piece, object_id: str, state: Record, warmth: str, parents: list[str], contents: list[str], dice: Dice
) -> Record:
    kind, can = piece.kind, piece.kind.can
    low, high = np.array(piece.box.low), np.array(piece.box.high)
    oriented = "pickupable" in can or "moveable" in can
    return {
        "name": f"{piece.type}_{int(dice.fraction() * 2**32):08x}",
        "position": vector(_pivot(piece)),
        "rotation": vector((0.0, piece.yaw, 0.0)),
        "visible": False,
        "obstructed": True,
        **{key: key in can for key in CAPABILITIES},
        "canBeUsedUp": False,
        **dict.fromkeys(("isBroken", "isUsedUp", "isSliced", "isPickedUp", "isMoving"), False),
        **state,
        "ObjectTemperature": warmth,
        "mass": kind.mass,
        "salientMaterials": list(kind.materials) or None,
        "receptacleObjectIds": contents if "receptacle" in can else None,
        "distance": 0.0,
        "objectType": piece.type,
        "objectId": object_id,
        "parentReceptacles": parents or None,
        "axisAlignedBoundingBox": box_dict(low, high),
        "objectOrientedBoundingBox": {"cornerPoints": corner_points(low, high)} if oriented else None,
    }
