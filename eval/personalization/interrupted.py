"""Two requests at once: the second is said in the middle of the first, and the executive sees to both."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from agent.assistance.at_work.robot import AssistanceRobot, AssistedHouse, SaidAt
from agent.assistance.roles import Assistance, Assistant, AssistantMemory
from envs.rearrangement.episode import RearrangementEpisode
from envs.rearrangement.goals import TemporalConstraint
from envs.rearrangement.world import RearrangementWorld
from eval.personalization.episodes import PersonalizationData
from memory.assistance import EpisodeMemory

EARLIEST, LATEST = 2, 10
"""Skills after which the second request is said, drawn by seed."""
_BETWEEN = "\n"


def interrupted(data: PersonalizationData) -> tuple[RearrangementEpisode, ...]:
    """The joint episodes, each as the two single requests it was made of; in any order, as the second interrupts."""
    single: Mapping[str, RearrangementEpisode] = {one.related[0]: one for one in data.single}
    found = []
    for one in data.joint:
        parts = [single[name].instruction for name in one.related if name in single]
        if len(parts) == len(one.related):
            kept = tuple(each for each in one.goals.constraints if not isinstance(each, TemporalConstraint))
            goals = replace(one.goals, constraints=kept)
            found.append(replace(one, id=f"{one.id}-interrupted", instruction=_BETWEEN.join(parts), goals=goals))
    return tuple(found)


class InterruptedAssistant:
    """Hears the first of the requests of an episode, and the others while it works; see ``Assistant``.

    Args:
        assistant: Works on each request.
        seed: When the others are said.
    """

    def __init__(self, assistant: Assistant, seed: int = 0) -> None:
        self._assistant, self._seed = assistant, seed

    def help(
        self, world: RearrangementWorld, home: str, memory: AssistantMemory, name: str = "", user: str = ""
    ) -> Assistance:
        """Do all that is asked for, whenever it was said."""
        first, *later = world.instruction.split(_BETWEEN)
        draw = random.Random(f"{self._seed} {name}")
        said = [SaidAt(text, draw.randint(EARLIEST, LATEST)) for text in later]
        robot = AssistanceRobot(AssistedHouse(world, home, memory, user, self._assistant), said=said)
        robot.hear(first)
        robot.live()
        came = list(robot.world.came.values())
        turns = tuple(turn for one in came for turn in one.episode.turns)
        return Assistance(
            EpisodeMemory(name, home, world.instruction, turns, user),
            asked=tuple(question for one in came for question in one.asked),
            calls=sum(one.calls for one in came),
            tokens=sum(one.tokens for one in came),
        )
