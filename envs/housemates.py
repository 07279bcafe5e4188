"""What the people of a home do while the robot is not looking: things are used, get dirty, and turn up elsewhere."""

from __future__ import annotations

import numpy as np

from envs.simulator import ObjectDict
from envs.teach.games.session import TeachSession

USED = 0.4
"""Chance that a clean dish is used over night, and left dirty."""
MOVES = 4
"""Most things that are put somewhere else in one night."""


def live_a_night(session: TeachSession, rng: np.random.Generator) -> list[str]:
    """Let a night pass in the home; whatever the robot still held is put down.

    Identities stay: a mug that was moved keeps its id.

    Args:
        session: The home.
        rng: Source of all choices.

    Returns:
        Ids of the things that somebody touched.
    """
    if session.held is not None:
        session.simulator.step("DropHandObject", forceAction=True)
    things = session.objects()
    touched = [thing["objectId"] for thing in things if _dish(thing) and rng.random() < USED]
    touched = [key for key in touched if session.impose("Dirty", key).success]
    portable = [thing for thing in things if _within_reach(thing, things)]
    places = list(dict.fromkeys(parent for thing in portable for parent in thing["parentReceptacles"]))
    for index in rng.permutation(len(portable))[: rng.integers(MOVES + 1)]:
        key = portable[index]["objectId"]
        if _carry(session, key, [places[k] for k in rng.permutation(len(places)) if places[k] != key]):
            touched.append(key)
    return list(dict.fromkeys(touched))


def _dish(thing: ObjectDict) -> bool:
    return thing["dirtyable"] and thing["pickupable"] and not thing["isDirty"]


def _within_reach(thing: ObjectDict, things: list[ObjectDict]) -> bool:
    """Whether it can be taken, lies in or on something, and nothing around it can be closed or carried away."""
    if not thing["pickupable"] or thing["isSliced"]:
        return False
    around = [other for other in things if other["objectId"] in (thing["parentReceptacles"] or ())]
    return bool(around) and not any(other["openable"] or other["pickupable"] for other in around)


def _carry(session: TeachSession, key: str, places: list[str]) -> bool:
    """Put a thing into the first of some places that takes it, or else back down."""
    if not session.impose("Pickup", key).success:
        return False
    for place in places[:3]:
        if session.impose("Place", place).success:
            return True
    session.simulator.step("DropHandObject", forceAction=True)
    return True
