"""The built-in assistant: reads a request, remembers what helps with it, carries it out, and learns from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.assistance.body import AssistantBody
from agent.assistance.carrying_out import MovedObject, RequestExecutor, nothing_known
from agent.assistance.house_words import HouseWords
from agent.assistance.reading import RequestReader
from agent.assistance.remembered import MemoryFormat
from agent.assistance.remembering.choosing import MemoryChooser
from agent.assistance.remembering.extracting import BuiltinExtractor, with_deeds
from agent.assistance.remembering.planning import PlannedPart, RequestPlanner
from agent.assistance.remembering.recollection import MemoryVariant, recollections
from agent.assistance.request import ObjectPhrase
from agent.assistance.roles import Assistance, AssistantMemory
from envs.rearrangement.world import RearrangementWorld
from memory.assistance import EpisodeMemory
from memory.episodic.retrieval import TextVectors
from memory.profile.roles import KnowledgeExtractor


@dataclass(frozen=True)
class AssistantSettings:
    """How an assistant remembers.

    Attributes:
        memory: What it may use.
        form: How much of an episode.
        top: How many candidates are considered per part of a request.
        rerank: Whether they are weighed anew by what the request names.
    """

    memory: MemoryVariant = "both"
    form: MemoryFormat = "full"
    top: int = 5
    rerank: bool = True


class BuiltinAssistant:
    """Needs no language model.

    Args:
        settings: How it remembers.
        vectors: A sentence encoder for retrieval; without it only words count.
        extractor: Finds what a request tells of its user; by default by grammar.
    """

    def __init__(
        self,
        settings: AssistantSettings | None = None,
        vectors: TextVectors | None = None,
        extractor: KnowledgeExtractor | None = None,
    ) -> None:
        self._settings, self._vectors, self._extractor = settings or AssistantSettings(), vectors, extractor

    def help(
        self, world: RearrangementWorld, home: str, memory: AssistantMemory, name: str = "", user: str = ""
    ) -> Assistance:
        """See ``Assistant``."""
        body = AssistantBody(world)
        house = HouseWords([kind for kind, _ in world.furniture.values()], world.rooms)
        reader, extractor = RequestReader(house), BuiltinExtractor(house)
        told = (self._extractor or extractor).extract(world.instruction, user, home, name)
        moved: list[MovedObject] = []
        asked: list[str] = []
        for part in self._plans(world.instruction, home, memory, user, house, reader, extractor):
            guess = self._settings.memory == "none"
            executor = RequestExecutor(body, part.hints, guess, part.groups, learning=bool(told))
            moved += executor.carry_out(part.request)
            asked += [*part.asked, *(_not_found(one) for one in executor.missing)]
        body.finish()
        if world.instruction.strip() and not (moved or asked or told):
            asked.append(f"What is to be done: “{world.instruction}”?")
        learned = with_deeds(told, moved, body.captions)
        episode = EpisodeMemory(name, home, world.instruction, tuple(body.turns), user)
        open_questions = () if self._settings.memory == "none" else tuple(dict.fromkeys(asked))
        return Assistance(episode, learned, open_questions)

    def _plans(
        self,
        text: str,
        home: str,
        memory: AssistantMemory,
        user: str,
        house: HouseWords,
        reader: RequestReader,
        extractor: BuiltinExtractor,
    ) -> Sequence[PlannedPart]:
        """What is to be carried out, with what is remembered of its things."""
        use = self._settings
        if use.memory == "none":
            return [PlannedPart(reader.read(text), nothing_known)]
        found = recollections(memory, home, use.memory, use.form, reader, extractor)
        chooser = MemoryChooser(found, reader, house, self._vectors, use.top, use.rerank)
        users = dict.fromkeys([*(one.user for one in memory.knowledge), *(one.user for one in memory.episodes)])
        return RequestPlanner(reader, house, chooser, found, tuple(users)).plan(text, user)


def _not_found(phrase: ObjectPhrase) -> str:
    return f"Which one is “{'my ' if phrase.own else ''}{phrase.text}”? I did not find it."
