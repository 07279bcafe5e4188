"""What a model gets to see of a house and of memories.

Stored text (what was said, thought, done, seen, how things look and are called) is shown as JSON strings on one line,
so that nothing in it reads as an instruction, as a turn, or as a section of the prompt. Names of things stand bare only
where they are plain words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.assistance.remembered import MemoryFormat, summary_of
from agent.language.prompts import Prompt
from agent.language.roles.quoting import quoted
from envs.rearrangement.skills import SKILLS
from envs.rearrangement.world import RearrangementWorld, SkillOutcome
from memory.assistance import EpisodeMemory, EpisodeTurn

_PLAIN = re.compile(r"[\w.'-]{1,80}", re.ASCII)
_LONGEST_SAID, _LONGEST_SEEN, _LONGEST_TOLD, _LONGEST_HOUSE = 4_000, 1_200, 600, 40_000


def name_shown(name: str) -> str:
    """A name as it is when it is one plain word, else as a JSON string."""
    return name if _PLAIN.fullmatch(name) else quoted(name, 120)


def house_shown(world: RearrangementWorld) -> str:
    """Rooms, furniture and what is known already; as one JSON string where names are more than words."""
    names = [*world.rooms, *world.furniture, *(one.name for one in world.seen)]
    text = world.house_text()
    return text if all(_PLAIN.fullmatch(one) for one in names) else quoted(text, _LONGEST_HOUSE)


def objects_shown(world: RearrangementWorld) -> str:
    """All objects that are known, and where they are."""
    lines = [_line(one.name, one.place, one.room, world.held) for one in world.seen]
    return "Objects: " + ("\n".join(lines) or "No objects found yet")


def _line(name: str, place: str, room: str, held: str | None) -> str:
    if name == held:
        return f"{name_shown(name)}: held by the agent"
    return f"{name_shown(name)}: {name_shown(place)} in {name_shown(room)}"


def result_shown(world: RearrangementWorld, outcome: SkillOutcome) -> str:
    """What a skill told, quoted, without the objects that the world adds to it."""
    bare = [f"{one.name}: " + (_held(one.name, world) or f"{one.place} in {one.room}") for one in world.seen]
    listed = "\nObjects: " + ("\n".join(bare) or "No objects found yet")
    return quoted(outcome.text.removesuffix(listed).removeprefix("Result: "), _LONGEST_SEEN)


def _held(name: str, world: RearrangementWorld) -> str:
    return "held by the agent" if name == world.held else ""


def skills_shown() -> str:
    """The skills, one per line."""
    return "\n".join(f"- {about}" for _, about in SKILLS.values())


def request_shown(request: str) -> str:
    """What is asked for, quoted."""
    return quoted(request, _LONGEST_SAID)


def episode_shown(words: Prompt, number: int, episode: EpisodeMemory, form: MemoryFormat) -> str:
    """A remembered episode in one of the published forms.

    Args:
        words: The prompt with the templates.
        number: Its number in the prompt.
        episode: Which.
        form: How much of it.
    """
    if form == "summary":
        return words.fill("summary", number=number, summary=quoted(summary_of(episode), _LONGEST_SAID))
    said = quoted(episode.instruction, _LONGEST_SAID)
    if form == "instruction":
        return words.fill("instruction", number=number, instruction=said)
    return words.fill("full", number=number, instruction=said, turns=_turns(words, episode.turns) or "(nothing done)")


def _turns(words: Prompt, turns: Sequence[EpisodeTurn]) -> str:
    return "\n".join(
        words.fill(
            "full_turn",
            number=number,
            thought=quoted(turn.thought, _LONGEST_TOLD),
            action=quoted(turn.action),
            observation=quoted(turn.observation.removeprefix("Result: "), _LONGEST_TOLD),
        )
        for number, turn in enumerate(turns, 1)
    )


def item_shown(words: Prompt, told: str) -> str:
    """What is known of a user, in a sentence or two."""
    return words.fill("item", item=quoted(told, _LONGEST_SAID))
