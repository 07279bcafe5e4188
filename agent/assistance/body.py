"""Acts in the rearrangement world: finds, looks at, carries and puts, and keeps what was done for the memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from envs.rearrangement.skills import Skill
from envs.rearrangement.world import RearrangementWorld, SeenObject, SkillOutcome, read_text
from memory.assistance import EpisodeTurn

_TRIED = 5
"""So many places are tried for one thing."""


class AssistantBody:
    """Uses skills one after the other.

    Args:
        world: Where.

    Attributes:
        world: Where.
        turns: What was done, with the thought behind it.
        captions: What objects look like that were described.
        explored: Rooms that were gone through.
    """

    def __init__(self, world: RearrangementWorld) -> None:
        self.world = world
        self.turns: list[EpisodeTurn] = []
        self.captions: dict[str, str] = {}
        self.explored: set[str] = set()
        self._refused: set[tuple[str, str]] = set()

    def use(self, thought: str, skill: str, *arguments: str) -> SkillOutcome:
        """Use a skill and keep what came of it."""
        written = Skill(skill, arguments)
        outcome = self.world.step(written)
        self.turns.append(EpisodeTurn(thought, str(written), outcome.text, outcome.success))
        return outcome

    def explore(self, room: str, thought: str) -> None:
        """Go through a room, once."""
        if room not in self.explored and not self.world.over:
            self.explored.add(room)
            self.use(thought, "Explore", room)

    def describe(self, name: str) -> str:
        """What an object looks like; asked for once, "" where nobody knows."""
        if name not in self.captions and not self.world.over:
            told = read_text(
                self.use(f"I look at {name} to know whether it is the right one.", "DescribeObjectTool", name)
            )
            caption = told.partition("\n")[2].strip()
            self.captions[name] = "" if caption == "no description" else caption
        return self.captions.get(name, "")

    def seen(self, name: str) -> SeenObject | None:
        """What is known of an object by its name."""
        return next((one for one in self.world.seen if one.name == name), None)

    def put(self, name: str, places: Sequence[str], within: bool, beside: str = "") -> str:
        """Have an object on (or in) the first of some places that takes it; returns which, "" for none.

        Args:
            name: The object.
            places: Furniture or floors, the likeliest first.
            within: Whether it is to go inside.
            beside: What it is to be next to, if that is on the same place.
        """
        here = self.seen(name)
        if here is None:
            return ""
        if here.place in places[:1] and not within:
            return here.place
        if self.world.held != name and not self._take(name):
            return ""
        for how in ("within", "on") if within else ("on", "within"):
            for place in places[:_TRIED]:
                if not self.world.over and self._lay(name, place, how, beside):
                    return place
        return ""

    def _take(self, name: str) -> bool:
        if self.world.held is not None:
            self._drop(self.world.held)
        self.use(f"I go to {name}.", "Navigate", name)
        return self.use(f"I am near {name} and take it.", "Pick", name).success

    def _drop(self, held: str) -> None:
        """Put down what is in the way, on the floor."""
        self.use("My hand has to be free.", "Place", held, "on", f"floor_{self.world.room}", "None", "None")

    def _lay(self, name: str, place: str, how: str, beside: str) -> bool:
        if (place, how) in self._refused:
            return False
        self.use(f"I bring {name} to {place}.", "Navigate", place)
        near = self.seen(beside) if beside else None
        told = ("next_to", beside) if near is not None and near.place == place else ("None", "None")
        outcome = self.use(f"I put {name} {how} {place}.", "Place", name, how, place, *told)
        if "no receptacle" in outcome.text:
            self._refused.add((place, how))
        return outcome.success

    def finish(self) -> None:
        """Say that all is done."""
        self.use("Everything is done.", "Done")

    def rooms_left(self, first: Iterable[str]) -> list[str]:
        """Rooms that were not gone through: these first, then those with most furniture."""
        counts = {room: 0 for room in self.world.rooms}
        for _, room in self.world.furniture.values():
            counts[room] = counts.get(room, 0) + 1
        rest = sorted((room for room in self.world.rooms if counts[room]), key=lambda room: -counts[room])
        order = dict.fromkeys((*first, *rest))
        return [room for room in order if room in self.world.rooms and room not in self.explored]
