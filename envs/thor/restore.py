"""Bringing a simulator into the initial state of a recorded game, by actions, as TEACh does it (``docs/unity.md``).

The embedded engine rebuilds such a room from the record alone. Unity holds the plan itself: movable things are put at
their recorded poses by instance name, then every recorded state is set by a forced action.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from envs.errors import GaveUp
from envs.simulator import ObjectDict, Simulator
from envs.teach.games.recorded import Game

SAME_PLACE = 0.05
"""A thing is where it was recorded when it is within this of it, metres."""
_PASSES = 2
"""Some states stand in each other's way (a microwave that is on cannot be opened), so what failed is tried again."""

#: State, the action that sets it, and the one that clears it, in TEACh's order.
STATES: Sequence[tuple[str, str, str | None]] = (
    ("isToggled", "ToggleObjectOn", "ToggleObjectOff"),
    ("isFilledWithLiquid", "FillObjectWithLiquid", "EmptyLiquidFromObject"),
    ("isDirty", "DirtyObject", "CleanObject"),
    ("isOpen", "OpenObject", "CloseObject"),
    ("isUsedUp", "UseUpObject", None),
    ("isSliced", "SliceObject", None),
    ("isCooked", "CookObject", None),
    ("isBroken", "BreakObject", None),
)


@dataclass(frozen=True)
class Restoration:
    """How well it went.

    Attributes:
        missing: Recorded ids for which the scene has nothing.
        moved: Ids of things that lie farther than ``SAME_PLACE`` from where they were recorded.
        different: ``<id>: <state>`` for every state that could not be set.
    """

    missing: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    different: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return not (self.missing or self.moved or self.different)


def restore_game(simulator: Simulator, game: Game) -> Restoration:
    """Make the loaded plan the room in which a game begins.

    Args:
        simulator: Its plan must be the game's, freshly reset.
        game: The record.

    Raises:
        GaveUp: The simulator refuses to place the things or the agent at all.
    """
    recorded = game.initial.objects
    _pose_things(simulator, recorded)
    for kind in sorted({o["objectType"] for o in _live(simulator) if o["breakable"]}):
        simulator.step("MakeObjectsOfTypeUnbreakable", objectType=kind)
    for _ in range(_PASSES):
        _set_states(simulator, recorded)
    _place_agent(simulator, game.initial.agent)
    return compare(recorded, _live(simulator))


def compare(recorded: Iterable[ObjectDict], live: Sequence[ObjectDict]) -> Restoration:
    """What of a recorded scene is not so in a live one."""
    missing, moved, different = [], [], []
    for item, found in match(recorded, live):
        if found is None:
            missing.append(item["objectId"])
            continue
        if not item["isSliced"] and _apart(item, found) > SAME_PLACE:
            moved.append(item["objectId"])
        different += [f"{item['objectId']}: {key}" for key, _, _ in STATES if bool(item[key]) != bool(found[key])]
    return Restoration(tuple(missing), tuple(moved), tuple(different))


def match(recorded: Iterable[ObjectDict], live: Sequence[ObjectDict]) -> list[tuple[ObjectDict, ObjectDict | None]]:
    """Each recorded object with its counterpart: the one of the same id, else the nearest of its type that is left."""
    wanted = list({o["objectId"]: o for o in recorded}.values())
    by_id = {o["objectId"]: o for o in live}
    left = {k: o for k, o in by_id.items() if k not in {item["objectId"] for item in wanted}}
    out: list[tuple[ObjectDict, ObjectDict | None]] = []
    for item in wanted:
        found = by_id.get(item["objectId"])
        if found is None:
            same = [o for o in left.values() if o["objectType"] == item["objectType"]]
            found = min(same, key=lambda o, item=item: _apart(item, o), default=None)
            if found is not None:
                del left[found["objectId"]]
        out.append((item, found))
    return out


# -- parts -------------------------------------------------------------------------------------------------------


def _live(simulator: Simulator) -> list[ObjectDict]:
    return simulator.last_event.metadata["objects"]


def _apart(a: ObjectDict, b: ObjectDict) -> float:
    return math.dist([a["position"][k] for k in "xyz"], [b["position"][k] for k in "xyz"])


def _base(name: str) -> str:
    """A name without what marks a copy, ``Mug_1a2b3c4d(Clone)_copy_3``."""
    return name.split("(")[0]


def _pose_things(simulator: Simulator, recorded: Iterable[ObjectDict]) -> None:
    """Put every movable thing at its recorded pose; pieces of a sliced thing do not exist yet and are left out."""
    known = {_base(o["name"]) for o in _live(simulator)}
    poses = [
        {"objectName": _base(o["name"]), "position": dict(o["position"]), "rotation": dict(o["rotation"])}
        for o in recorded
        if (o["pickupable"] or o["moveable"]) and _base(o["name"]) in known
    ]
    event = simulator.step("SetObjectPoses", objectPoses=poses, placeStationary=True)
    if not event:
        raise GaveUp(f"the things of the game cannot be placed: {event.metadata['errorMessage']}")


def _set_states(simulator: Simulator, recorded: Iterable[ObjectDict]) -> None:
    """Set what differs. A refusal is no error: the next pass, or the report, takes it up."""
    pairs = [(item, found["objectId"]) for item, found in match(recorded, _live(simulator)) if found is not None]
    for key, on, off in STATES:
        for item, object_id in pairs:
            now = simulator.last_event.get_object(object_id)
            action = on if item[key] else off
            if now is None or bool(now[key]) == bool(item[key]) or action is None:
                continue
            liquid = {"fillLiquid": item.get("fillLiquid") or "water"} if action == "FillObjectWithLiquid" else {}
            simulator.step(action, objectId=object_id, forceAction=True, **liquid)


def _place_agent(simulator: Simulator, agent: Mapping) -> None:
    event = simulator.step(
        "Teleport",
        position=dict(agent["position"]),
        rotation={"x": 0.0, "y": agent["rotation"]["y"], "z": 0.0},
        horizon=agent["cameraHorizon"],
        forceAction=True,
    )
    if not event:
        raise GaveUp(f"the agent cannot be put where the game begins: {event.metadata['errorMessage']}")
