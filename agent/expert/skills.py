"""Skills for an action space: a thing is handled from where some action of the environment means it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from agent.belief.state import Thing
from agent.body.acting import Body
from agent.body.skills import DONE, FULL, SkillResult, Skills
from agent.expert.deeds import ExpertAction, encoded
from agent.space.navigation import Stand
from agent.space.sightlines import REACH, aim, spots
from envs.gym.env import HouseholdEnv
from envs.gym.targets import boxes_of, facing, foremost, in_reach
from envs.pocket.world.visibility import EYE
from envs.simulator import GRID
from envs.teach.games.session import AFFORDANCES
from envs.vocabulary.english import be, the
from envs.vocabulary.uses import WATER_BASINS

_TRIES = 8  # poses from which one thing is tried
_TO_EYE = np.array([0.0, EYE, 0.0])


class ExpressedSkills(Skills):
    """Handles a thing from poses where it has a slot, or a pixel of its own that is within reach.

    Args:
        body: What acts.
        env: Says what its actions mean.
    """

    def __init__(self, body: Body, env: HouseholdEnv) -> None:
        super().__init__(body)
        self._env = env

    def _do(self, action: str, object_id: str, thorough: float = 2.0) -> SkillResult:
        for _ in range(_TRIES):
            approach = self.face(object_id, thorough)
            if not approach.done or encoded(self._env, ExpertAction(action, object_id)) is not None:
                break
            self._bad.add((object_id, self._stand))
        return super()._do(action, object_id, thorough)


class FacingSkills(Skills):
    """Handles a thing from poses where it should be the one that the agent faces.

    Args:
        body: What acts.
        env: Says what is faced.
    """

    def __init__(self, body: Body, env: HouseholdEnv) -> None:
        super().__init__(body)
        self._env = env

    def _do(self, action: str, object_id: str, thorough: float = 2.0) -> SkillResult:
        thing = self.belief.thing(object_id)
        if thing.box is None:
            return SkillResult("impossible", f"it is not known where {the(thing.object_type)} {be(thing.object_type)}")
        for _ in range(_TRIES):
            stand = next(self._stands(action, thing), None)
            if stand is None:
                break
            arrived = self.go_to(stand).done
            thing = self.belief.things.get(object_id) or thing
            faced = self._env.surroundings.faced(action)
            if arrived and faced is not None and _serves(action, faced, object_id):
                return self._try(action, self.belief.things.get(faced) or thing, stand)
            self._bad.add((object_id, stand))
        return SkillResult("impossible", f"nowhere is {the(thing.object_type)} what one faces")

    def _try(self, action: str, thing: Thing, stand: Stand) -> SkillResult:
        held = self.belief.held
        point = (0.5, 0.5) if thing.box is None else aim(thing.box, self.belief.pose)
        outcome = self.body.act(action, thing.object_id, *point)
        self._note_look()
        if outcome.success:
            self._forget_bad(thing.object_id if action == "Pickup" else held if action == "Place" else None)
            return DONE
        self._bad.add((thing.object_id, stand))
        full = action == "Place" and any(word in outcome.error for word in FULL)
        return SkillResult("impossible" if full else "retry", outcome.error)

    def _stands(self, action: str, thing: Thing) -> Iterator[Stand]:
        """Untried poses from which it should be faced, the nearest first."""
        held = self.belief.held
        in_hand = set() if held is None else {held, *(t.object_id for t in self.belief.within(held))}
        seen = self.belief.things.keys() - in_hand
        objects = self._env.episode.event.metadata["objects"]
        known = [item for item in objects if item["objectId"] in seen and AFFORDANCES[action](item)]
        low, high = boxes_of(known)
        ids = [item["objectId"] for item in known]
        found = spots(self.belief, self.navigator.routes, thing, REACH + 0.1)
        for spot in sorted(found, key=lambda s: (s.steps, s.stand.cell, s.stand.yaw, s.stand.horizon)):
            stand = spot.stand
            if (thing.object_id, stand) in self._bad:
                continue
            origin = np.array([GRID * stand.cell[0], self.belief.pose.y, GRID * stand.cell[1]])
            angle, ahead = facing(origin + _TO_EYE, stand.yaw, stand.horizon, low, high)
            first = foremost(angle, ahead, in_reach(origin, low, high))
            if first is not None and _serves(action, ids[first], thing.object_id):
                yield stand


def _serves(action: str, faced: str, meant: str) -> bool:
    """Whether to act on what is faced is as good: it is the thing, or both are part of the same drain."""
    drains = all(name.split("|")[0] in WATER_BASINS for name in (faced, meant))
    return faced == meant or (action == "Pour" and drains)
