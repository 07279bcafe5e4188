"""Skills by name: what a coordinator may ask for by itself, and what has to be so before anything moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from agent.belief.common_sense import BASINS, BOILING_VESSELS, KNIVES, PANS, WATER_VESSELS, whole_of
from agent.belief.state import Belief, Thing
from agent.household.agenda import HouseholdAgenda
from agent.mind.commands import listing, named
from agent.planning.moves import SkillCall
from agent.planning.planner import Planner
from envs.vocabulary.english import the
from memory.task_status import SUSPENDED

ABOUT: Mapping[str, str] = MappingProxyType(
    {
        "go_to": "go to where that thing is in view, and look at it",
        "pick_up": "take that thing into the empty hand",
        "put": "put what is in the hand in or on that thing",
        "open": "open it",
        "close": "close it",
        "switch_on": "switch it on",
        "switch_off": "switch it off",
        "slice": "cut it with the knife that is in the hand",
        "pour": "pour what is in the held vessel out there",
    }
)
"""Skill → what it does."""
_METHODS = {"go_to": "look_at"}
_CAPABLE = {
    "pick_up": "pickupable", "put": "receptacle", "open": "openable", "close": "openable",
    "switch_on": "toggleable", "switch_off": "toggleable", "slice": "sliceable",
}  # fmt: skip
_DOES = ("CoffeeMachine", "Microwave", "Toaster")
"""Appliances that do something to what is in them."""
_TOOLS = frozenset({*KNIVES, *WATER_VESSELS, *BOILING_VESSELS, *PANS})
_SHOWN = 40
MOST_CHOSEN = 40
"""Skills that a coordinator may choose by itself for one task; more are no help to it."""


class NamedSkills:
    """The skills for one task, as its coordinator names them.

    Args:
        belief: What is known of the home.
        planner: What knows what the task wants, what it must not use, and what was tried in vain.
    """

    def __init__(self, belief: Belief, planner: Planner) -> None:
        self._belief, self._planner = belief, planner

    def call(self, skill: str, name: str) -> SkillCall | str:
        """The skill with the thing of that name; or why it cannot be used now, in words for the coordinator."""
        if skill not in ABOUT:
            return f"There is no skill {skill}. There are: {', '.join(ABOUT)}."
        things = {thing.name: thing for thing in self._belief.things.values()}
        found = named(name, list(things))
        if found is None:
            near = [known for known, thing in things.items() if self._matters(thing)]
            return f"There is no one thing {listing([name])} that is known. Of use are: {listing(near[:_SHOWN])}."
        thing = things[found]
        return self._problem(skill, thing) or SkillCall(_METHODS.get(skill, skill), thing.object_id)

    def _problem(self, skill: str, thing: Thing) -> str:
        """What is against using a skill on a thing; "" when nothing is."""
        told = the(thing.object_type)
        if skill in _CAPABLE and not thing.can(_CAPABLE[skill]):
            return f"One cannot {skill.replace('_', ' ')} {told}."
        if self._planner.recipes.forbidden(skill, thing):
            return f"Somebody asked not to use {told}."
        if not self._planner.recipes.able(thing, skill):
            return f"Do not {skill.replace('_', ' ')} {told}: it did not work, or another task needs it."
        shut = self._belief.shut_in(thing.object_id)
        if shut is not None:
            return f"{told.capitalize()} is in {the(shut.object_type)} ({shut.name}), which is closed. Open that first."
        if thing.box is None and thing.object_id != self._belief.held:
            return f"It is not known where {told} is."
        checks: Mapping[str, Callable[[Thing], str]] = {
            "pick_up": self._pick_up, "put": self._put, "slice": self._slice, "pour": self._pour,
            "switch_on": self._switch_on,
        }  # fmt: skip
        return self._is_so(skill, thing) or (checks[skill](thing) if skill in checks else "")

    def _is_so(self, skill: str, thing: Thing) -> str:
        so = {"open": ("open", True), "close": ("open", False), "switch_on": ("on", True), "switch_off": ("on", False)}
        word, wanted = so.get(skill, ("", None))
        if wanted is not None and (word in thing.states) == wanted:
            return f"{the(thing.object_type).capitalize()} is so already."
        return ""

    def _pick_up(self, thing: Thing) -> str:
        held = self._belief.held
        if held is not None:
            return f"The hand holds {the(self._belief.thing(held).object_type)}; put that somewhere first."
        return "" if self._matters(thing) else f"{the(thing.object_type).capitalize()} is of no use for this task."

    def _put(self, thing: Thing) -> str:
        held = self._belief.held
        if held is None:
            return "The hand is empty."
        item = self._belief.thing(held)
        if thing.object_id == held or held in self._belief.chain(thing.object_id):
            return f"{the(item.object_type).capitalize()} cannot be put in or on itself."
        if thing.shut:
            return f"{the(thing.object_type).capitalize()} is closed. Open it first."
        recipes = self._planner.recipes
        if (thing.object_id, item.object_type) in recipes.full or not recipes.fits(thing, item):
            return f"{the(item.object_type).capitalize()} does not fit there."
        return ""

    def _slice(self, thing: Thing) -> str:
        held = self._belief.held
        if held is None or self._belief.thing(held).object_type not in KNIVES:
            return "There is no knife in the hand."
        wanted = any(whole_of(want.word) == thing.object_type for want in self._planner.wants)
        return "" if wanted else f"The task wants no slices of {the(thing.object_type)}."

    def _pour(self, thing: Thing) -> str:
        held = self._belief.held
        if held is None or "filled" not in self._belief.thing(held).states:
            return "The hand holds nothing that could be poured."
        into = thing.object_type in BASINS or (self._matters(thing) and thing.can("canFillWithLiquid"))
        return "" if into else f"Nothing is to be poured into {the(thing.object_type)}."

    def _switch_on(self, thing: Thing) -> str:
        if "open" in thing.states:
            return f"{the(thing.object_type).capitalize()} is open. Close it first."
        if thing.object_type not in _DOES:
            return ""
        inside = self._belief.within(thing.object_id)
        if not any(self._matters(one) for one in inside):
            return f"There is nothing for this task in {the(thing.object_type)}."
        strange = next((one for one in inside if not self._matters(one)), None)
        return "" if strange is None else f"{the(strange.object_type).capitalize()} is in it, too. Take it out first."

    def _matters(self, thing: Thing) -> bool:
        """Whether a task has any use for things of that type."""
        if thing.object_type in _TOOLS:
            return True
        words = {word for want in self._planner.wants for word in (*want.types, whole_of(want.word))}
        return thing.object_type in words


def skill_words(skill: str, object_type: str) -> str:
    """A skill in words: "pick up the mug"."""
    return f"{'put it in or on' if skill == 'put' else skill.replace('_', ' ')} {the(object_type)}"


def cannot_turn_to(agenda: HouseholdAgenda, number: int | None) -> str:
    """Why a task cannot be turned to now, in words for the coordinator; "" when it can."""
    if number is None:
        return ""
    task = agenda.item(number)
    if task.status == SUSPENDED:
        return f"Task {number} waits until somebody says so."
    before = [other.id for other in agenda.open if other.id < number and other.status != SUSPENDED]
    if task.working.same and before:
        return f"Task {number} is about what task {before[-1]} handles, which comes first."
    return ""
