"""What a task switched on its way and nobody wants so: it is switched back in the end."""

from __future__ import annotations

from collections.abc import Sequence

from agent.belief.common_sense import LAMPS, LIGHT_SWITCH, is_container
from agent.belief.state import Belief, classes_of
from agent.planning.assignment import Assignment
from agent.planning.moves import Move, SkillCall
from agent.planning.phrasing import deed_words
from agent.planning.recipes import Recipes
from agent.planning.wants import Want

_SWITCHING = ("switch_on", "switch_off")


class SwitchingBack:
    """What was switched, with how it was before.

    Args:
        wants: What the task wants.
        belief: What is known.
        things: Which things serve the wants.
        recipes: How things are switched.

    Attributes:
        goal: What the last step is for, in words.
    """

    def __init__(self, wants: Sequence[Want], belief: Belief, things: Assignment, recipes: Recipes) -> None:
        self.goal = ""
        self._wants, self._belief, self._things, self._recipes = wants, belief, things, recipes
        self._before: dict[str, bool] = {}
        self._lit: dict[str, bool] = {}

    def back(self) -> Move | None:
        """The next step towards how it was before; None where all is so, or is wanted otherwise."""
        for object_id, before in list(self._before.items()):
            if not self._wanted(object_id):
                move = self._recipes.switched(object_id, before)
                if move is not None:
                    self.goal = deed_words("isToggled", self._kind(object_id), int(before))
                    return move
            self._before.pop(object_id)
        return None

    def give_up(self) -> None:
        """Leave everything as it is."""
        self._before.clear()

    def begins(self, step: SkillCall) -> None:
        """Keep in mind which lamps are lit before a light switch is used: it works them, too."""
        if step.skill in _SWITCHING and isinstance(step.target, str) and self._kind(step.target) == LIGHT_SWITCH:
            self._lit = {lamp.object_id: "on" in lamp.states for lamp in self._belief.known(*LAMPS)}

    def done(self, skill: str, target: str) -> None:
        """Take in that something was done."""
        if skill in _SWITCHING:
            self._note(target, skill == "switch_on")
        elif skill == "put":
            self.disturbed((target,))

    def disturbed(self, places: Sequence[str]) -> None:
        """What ran before is not switched on again where something was put into it or taken out."""
        self._before = {one: before for one, before in self._before.items() if not (before and one in places)}

    def _note(self, target: str, on: bool) -> None:
        if self._kind(target) == LIGHT_SWITCH:
            self._note_lamps(on)
        if self._before.get(target) == on:
            self._before.pop(target)
        elif on:
            self._before[target] = False
        elif target not in self._before and is_container(self._kind(target)):
            self._before[target] = True  # a microwave that was only looked into

    def _note_lamps(self, on: bool) -> None:
        for lamp, lit in self._lit.items():
            if lit != on and not self._may_be_wanted(lamp):
                self._before[lamp] = lit
                self._belief.change(lamp, ["on"] if on else [], [] if on else ["on"])

    def _wanted(self, object_id: str) -> bool:
        return any(object_id in self._things.members(i) for i in self._toggled())

    def _may_be_wanted(self, lamp: str) -> bool:
        """Whether a lamp is one of those of which some are wanted on or off, whichever."""
        thing, kind = self._belief.thing(lamp), self._kind(lamp)
        spared = any(self._recipes.forbidden(skill, thing) for skill in _SWITCHING)
        meant = (self._wants[i].fits(kind, classes_of(thing)) and self._things.meant(i, thing) for i in self._toggled())
        return not spared and any(meant)

    def _toggled(self) -> list[int]:
        return [i for i, want in enumerate(self._wants) if "isToggled" in want.conditions]

    def _kind(self, object_id: str) -> str:
        return self._belief.thing(object_id).object_type if object_id in self._belief.things else ""
