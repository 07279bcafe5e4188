"""An episode in its middle, for an assistant that knows nothing of its beginning.

Whoever steps in reads the request as it was said: "the cup on the table" is the one that was there when it was said. So
things are shown where they were then, rooms that were gone through and things that were described need not be looked at
again, and what was moved already to where it is wanted costs nothing. Only what is to be otherwise is really done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from envs.rearrangement.skills import Skill, read_skill
from envs.rearrangement.world import CYCLES, SUCCEEDED, RearrangementWorld, SeenObject, SkillOutcome
from memory.assistance import EpisodeTurn

_FULL = "Result: Unexpected failure! - Failed to pick! The hand is already full."
THOUGHT = "The language model failed; the built-in assistant goes on."


class BegunWorld(RearrangementWorld):
    """A world as it was when the request was said; see the module.

    Args:
        world: As it is now.
        turns: What was done so far.
        places: Object → where it was when it was first seen.

    Attributes:
        turns: What was really done from here on.
    """

    __slots__ = ("_before", "_explored", "_hand", "_spared", "_told", "_world", "instruction", "turns")

    def __init__(  # pyright: ignore[reportMissingSuperCall]
        self, world: RearrangementWorld, turns: Sequence[EpisodeTurn], places: Mapping[str, str]
    ) -> None:
        self.__dict__ = world.__dict__  # one state: what is not shown otherwise is as it is
        self._world, self.instruction = world, world.instruction
        self.turns: list[EpisodeTurn] = []
        done = [(skill, turn) for turn in turns if turn.success and isinstance(skill := read_skill(turn.action), Skill)]
        skills = [skill for skill, _ in done]
        moved = dict.fromkeys(skill.arguments[0] for skill in skills if skill.name == "Pick")
        self._before = {name: _Moved(name, places[name], skills) for name in moved if places.get(name)}
        self._hand: str | None = None
        self._spared = CYCLES
        self._explored = {skill.arguments[0] for skill in skills if skill.name == "Explore"}
        self._told = {
            skill.arguments[0]: turn.observation for skill, turn in done if skill.name == "DescribeObjectTool"
        }

    # -- what is shown

    @property
    def over(self) -> bool:
        """Whether nothing more can be done."""
        return self._world.over

    @property
    def held(self) -> str | None:
        """What would be in the hand."""
        real = super().held
        return self._hand or (None if real in self._before else real)

    @property
    def seen(self) -> tuple[SeenObject, ...]:
        """The objects that are known, those that were moved where they would be."""
        return tuple(self._shown(one) for one in super().seen)

    def _shown(self, one: SeenObject) -> SeenObject:
        moved = self._before.get(one.name)
        if moved is None:
            return one
        place = "" if one.name == self._hand else moved.place
        return SeenObject(one.name, place, self._room_of(moved.place))

    def _room_of(self, place: str) -> str:
        return self.furniture[place][1] if place in self.furniture else place.removeprefix("floor_")

    # -- what is done

    def step(self, skill: Skill | str) -> SkillOutcome:
        """Use a skill, as far as it is still to be done."""
        read = read_skill(skill) if isinstance(skill, str) else skill
        if self.over or isinstance(read, str):
            return self._really(skill)
        about = read.arguments[0] if read.arguments else ""
        if read.name == "Explore" and about in self._explored:
            return self._as_if()
        if read.name == "DescribeObjectTool" and about in self._told:
            return self._as_if(self._told[about])
        if read.name == "Navigate" and (about in self._before or self._hand is not None):
            return self._as_if()
        if read.name in ("Open", "Close") and self._hand is not None:
            self._really(Skill("Navigate", (about,)))  # ways are not really gone with what would be in the hand
        if read.name == "Pick":
            return self._take(read)
        if read.name == "Place" and about == self._hand:
            return self._put(read)
        return self._end() if read.name == "Done" else self._really(read)

    def _take(self, skill: Skill) -> SkillOutcome:
        name = skill.arguments[0]
        if self.held is not None:
            return self._as_if(_FULL, False)
        if name in self._before:
            self._hand = name
            return self._as_if()
        self._free()
        return self._really(skill)

    def _put(self, skill: Skill) -> SkillOutcome:
        """Put down what would be in the hand: nothing to do where it was put so already."""
        name, how, place, *_ = skill.arguments
        moved = self._before[name]
        self._hand = None
        if moved.was_put(how, place):
            return self._as_if()
        return self._bring(name, skill)

    def _bring(self, name: str, skill: Skill) -> SkillOutcome:
        """Take something from where it really is, and place it."""
        self._before.pop(name)
        if self._world.held != name:
            self._free()
            self._really(Skill("Navigate", (name,)))
            taken = self._really(Skill("Pick", (name,)))
            if not taken.success:
                return taken
        self._really(Skill("Navigate", (skill.arguments[2],)))
        return self._really(skill)

    def _free(self) -> None:
        """Put down what is really in the hand, and would not be."""
        held = self._world.held
        if held is not None and held in self._before:
            self._really(Skill("Place", (held, "on", f"floor_{self.room}", "None", "None")))

    def _end(self) -> SkillOutcome:
        """The end: what was moved on from where it is wanted is brought back; what was taken in vain is put down."""
        where = {one.name: one.place for one in self._world.seen}
        for name, moved in list(self._before.items()):
            if moved.astray(where[name]):
                self._bring(name, Skill("Place", (name, moved.how, moved.place, "None", "None")))
        self._free()
        return self._really(Skill("Done"))

    def _really(self, skill: Skill | str) -> SkillOutcome:
        outcome = self._world.step(skill)
        self.turns.append(EpisodeTurn(THOUGHT, str(skill), outcome.text, outcome.success))
        return outcome

    def _as_if(self, text: str = "", success: bool = True) -> SkillOutcome:
        """What would come of a skill that is not really used; whoever only uses such ones loses time by it, too."""
        self._spared -= 1
        if self._spared < 0:
            self._really(Skill("Wait"))
        lines = [f"{one.name}: {one.place} in {one.room}" if one.place else f"{one.name}: held" for one in self.seen]
        told = text or f"Result: {SUCCEEDED}\nObjects: " + "\n".join(lines)
        return SkillOutcome(success, told, 0, self.over)


class _Moved:
    """Something that was moved before, as it would be now.

    Args:
        name: What was moved.
        place: Where it was at first.
        skills: What was done.
    """

    def __init__(self, name: str, place: str, skills: Sequence[Skill]) -> None:
        self._left = [
            (one.arguments[1], one.arguments[2]) for one in skills if one.name == "Place" and one.arguments[0] == name
        ]
        self._touched = False
        self.place, self.how = place, "on"

    def was_put(self, how: str, place: str) -> bool:
        """Whether it was put there, after everything of which that was asked before; then it would be there now."""
        if (how, place) not in self._left:
            return False
        del self._left[: self._left.index((how, place)) + 1]
        self.place, self.how, self._touched = place, how, True
        return True

    def astray(self, place: str) -> bool:
        """Whether it is wanted where it would be, and is not there but at another place, or in the hand."""
        return self._touched and (place != self.place or bool(self._left))
