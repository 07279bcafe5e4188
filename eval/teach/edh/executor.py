"""Carrying out deeds that were decided on, one after the other, with the planner's recipes and skills."""

from __future__ import annotations

from collections.abc import Sequence

from agent.belief.common_sense import whole_of
from agent.belief.state import Thing
from agent.body.acting import Body, LimitReached
from agent.body.skills import Skills
from agent.planning.episode import carry_out
from agent.planning.moves import Missing, Move, SkillCall, Stuck
from agent.planning.planner import Planner
from envs.vocabulary.english import the
from eval.teach.edh.dialogue_so_far import PARTNERS, kind
from eval.teach.edh.imagined_scene import ObjectAction
from eval.teach.instances.state_changes import type_in_id

PATIENCE = 60
"""Skills used for one deed at most: opening doors, looking for things, going around."""


class ActionExecutor:
    """Does deeds.

    Args:
        body: What acts.
        skills: Its skills.
    """

    def __init__(self, body: Body, skills: Skills) -> None:
        self._belief, self._skills = body.belief, skills
        self._planner = Planner((), body.belief, skills.navigator, skills.survey, skills.containers)
        self._recipes = self._planner.recipes
        self._meant: dict[str, str] = {}

    def do_all(self, deeds: Sequence[ObjectAction]) -> str:
        """Do them in order; one that is impossible is left out. Returns "done", or what went wrong."""
        troubles: list[str] = []
        for action, target in deeds:
            try:
                trouble = self._do(action, target)
            except LimitReached as limit:
                return str(limit)
            if trouble:
                troubles.append(trouble)
        return "; ".join(dict.fromkeys(troubles)) or "done"

    def _do(self, action: str, target: str) -> str:
        """Do one deed; returns why not, or nothing."""
        held = self._belief.held
        if action in ("Place", "Pour") and held is None:
            return f"there is nothing in the hand to {action.lower()}"
        made = False

        def goal() -> Move | None:
            if made:
                return None
            name = self._thing(action, target)
            return self._recipes.missing(*_types(target)) if name is None else self._goal(action, name, held or "")

        for _ in range(PATIENCE):
            move = goal()
            if isinstance(move, Missing):
                move = self._planner.search.step(move)
            if move is None:
                return ""
            if not isinstance(move, SkillCall):
                return move.reason if isinstance(move, Stuck) else f"I cannot find {the(_types(target)[0])}"
            made = self._take(move) and move.skill in ("slice", "pour")
        return f"I do not get anywhere with {the(_types(target)[0])}"

    def _take(self, step: SkillCall) -> bool:
        around = tuple(self._belief.chain(step.target)) if isinstance(step.target, str) else ()
        result = carry_out(self._skills, step)
        self._planner.learn(step, result, around)
        return result.done

    def _goal(self, action: str, name: str, held: str) -> Move | None:
        recipes = self._recipes
        if action == "Pickup":
            return recipes.held(name)
        if action == "Place":
            return recipes.placed(held, name)
        if action in ("ToggleOn", "ToggleOff"):
            return recipes.switched(name, action == "ToggleOn")
        if action in ("Open", "Close"):
            return recipes.opened(name) if action == "Open" else recipes.closed(name)
        if action == "Slice":
            return recipes.sliced(self._belief.thing(name))
        return recipes.accessible(name) or recipes.step("pour", name)

    # -- which thing is meant --------------------------------------------------------------------------------------

    def _thing(self, action: str, target: str) -> str | None:
        """The thing known that is meant by an imagined one; None when none of its kind is known."""
        meant = self._meant.get(target, target)
        if meant in self._belief.things and self._usable(action, meant):
            return meant
        types = _types(target)
        taken = {name for other, name in self._meant.items() if other != target}
        found = [
            thing
            for thing in self._belief.known(*types)
            if thing.object_id not in taken and self._usable(action, thing.object_id)
        ]
        if not found:
            return None
        self._meant[target] = min(found, key=self._inconvenience).object_id
        return self._meant[target]

    def _usable(self, action: str, name: str) -> bool:
        skill = _SKILL.get(action)
        return skill is None or (skill, name) not in self._recipes.banned

    def _inconvenience(self, thing: Thing) -> tuple[bool, float, str]:
        around = [self._belief.things[k] for k in self._belief.chain(thing.object_id) if k in self._belief.things]
        served = any(place.object_type in ("Plate", "Bowl") for place in around)
        piece = whole_of(thing.object_type) is not None
        return piece and served, self._recipes.steps_to(thing), thing.object_id


_SKILL = {
    "Pickup": "pick_up",
    "Place": "put",
    "Open": "open",
    "Close": "close",
    "ToggleOn": "switch_on",
    "ToggleOff": "switch_off",
    "Slice": "slice",
}


def _types(target: str) -> tuple[str, ...]:
    """Object types that may be meant by an imagined thing."""
    name = type_in_id(target.removeprefix("?"))
    alike = [other for other, one in PARTNERS.items() if one == kind(name)]
    return tuple(dict.fromkeys((name, kind(name), *alike)))
