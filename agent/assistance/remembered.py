"""What a remembered episode tells for a new request: its things, their looks, where they were and where they went."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from agent.assistance.grounding import kind_score, look_score
from agent.assistance.reading import RequestReader
from agent.assistance.request import ArrangementRequest, ObjectPhrase
from envs.rearrangement.skills import PERCEPTION, read_skill
from memory.assistance import EpisodeMemory

MemoryFormat = Literal["full", "summary", "instruction"]
"""What of an episode is used: every turn, what was moved where, or only what was said (published variants)."""
_DESCRIBED = re.compile(r"The description of the object '(?P<name>[^']+)' is:\n(?P<caption>.+)")
_LISTED = re.compile(r"(?:^|Objects: |\n)(?P<name>\w+_\d+): (?P<place>\S+) in (?P<room>\S+)")
_SAME_THING = 1.0


@dataclass(frozen=True)
class RememberedObject:
    """An object that was moved in an episode.

    Attributes:
        name: As it was called then.
        caption: What it looks like, "" where that was not asked for.
        source: Where it was first seen.
        places: Where it was put, in order.
        known: Whether the name is that of its category, rather than a word by which somebody called it.
    """

    name: str
    caption: str
    source: str
    places: tuple[str, ...]
    known: bool = True


@dataclass(frozen=True)
class RememberedEpisode:
    """An episode as far as it helps.

    Attributes:
        memory: The episode.
        request: What was asked for then, read anew.
        objects: What was moved; empty where only the instruction is used.
    """

    memory: EpisodeMemory
    request: ArrangementRequest
    objects: tuple[RememberedObject, ...]

    def object_for(self, phrase: ObjectPhrase) -> RememberedObject | None:
        """The object that was moved then for a phrase of that episode's instruction; None where that is not known."""

        def fits(one: RememberedObject) -> float:
            return kind_score(phrase, one.name) + 2 * look_score(phrase, one.caption)

        fit = [one for one in self.objects if kind_score(phrase, one.name) >= _SAME_THING]
        return max(fit, key=fits, default=None)


def recalled(memory: EpisodeMemory, reader: RequestReader, form: MemoryFormat = "full") -> RememberedEpisode:
    """What an episode tells.

    Args:
        memory: The episode.
        reader: Of the house.
        form: How much of it is used.
    """
    objects = () if form == "instruction" else moved_objects(memory)
    return RememberedEpisode(memory, reader.read(memory.instruction), objects)


def moved_objects(memory: EpisodeMemory) -> tuple[RememberedObject, ...]:
    """What was picked up and put down, with what was told of it; turns that are missing leave gaps, no more."""
    captions: dict[str, str] = {}
    sources: dict[str, str] = {}
    places: dict[str, list[str]] = {}
    for turn in memory.turns:
        skill = read_skill(turn.action)
        if isinstance(skill, str):
            continue
        if skill.name in PERCEPTION:  # what it tells is somebody's words: no list of objects, whatever it looks like
            told = _DESCRIBED.search(turn.observation)
            if told is not None and told["name"] == skill.arguments[0]:
                captions[told["name"]] = told["caption"].strip()
            continue
        if turn.success and skill.name in ("Pick", "Place"):
            found = places.setdefault(skill.arguments[0], [])
            if skill.name == "Place":
                found.append(skill.arguments[2])
        for listed in _LISTED.finditer(turn.observation):
            sources.setdefault(listed["name"], listed["place"])
    return tuple(
        RememberedObject(name, captions.get(name, ""), sources.get(name, ""), tuple(went))
        for name, went in places.items()
    )


def summary_of(memory: EpisodeMemory) -> str:
    """An episode in a few words: what was moved from where to where."""
    lines = [
        f"{one.name}{f' ({one.caption.rstrip(chr(46))})' if one.caption else ''} from {one.source or 'somewhere'} to "
        + ", then ".join(one.places)
        for one in moved_objects(memory)
        if one.places
    ]
    return f"{memory.instruction} I moved {'; '.join(lines) or 'nothing'}."


def told(memory: EpisodeMemory, form: MemoryFormat) -> str:
    """An episode as an example for a language model."""
    if form == "instruction":
        return memory.instruction
    if form == "summary":
        return summary_of(memory)
    return "\n".join([f"Task: {memory.instruction}", *map(_turn, memory.turns)])


def _turn(turn: object) -> str:
    thought, action, seen = (getattr(turn, name) for name in ("thought", "action", "observation"))
    return f"Thought: {thought}\n{action}\nAssigned!\n{seen}"


def places_of(request: ArrangementRequest) -> list[tuple[str, str]]:
    """Type and room of every place to which something goes."""
    return [(one.place.kind, one.place.room) for one in request.placements if one.place is not None]
