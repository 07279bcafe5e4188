"""The assistant that is a language model: it thinks and acts in turns (ReAct); the built-in one finishes if it fails.

Source: Memento, the agent of PARTNR's planner with retrieved memories before the task.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent.assistance.assistant import AssistantSettings, BuiltinAssistant
from agent.assistance.by_model.conversation import ReactConversation
from agent.assistance.by_model.remembering import Remembering, Rewording, Shown
from agent.assistance.by_model.resuming import BegunWorld
from agent.assistance.by_model.showing import house_shown, objects_shown, request_shown, result_shown, skills_shown
from agent.assistance.by_model.turns import LONGEST_THOUGHT, STOP, ReactTurn, read_turn
from agent.assistance.roles import Assistance, Assistant, AssistantMemory
from agent.language.errors import Malformed, TooLong
from agent.language.model import ChatModel, Usage
from agent.language.prompts import prompt
from agent.language.roles.asking import Fallback, FallbackSink
from agent.language.roles.knowledge import ModelReformulator
from agent.language.roles.quoting import one_line
from agent.language.roles.retrieval import EpisodeFinder, ModelExpander, ModelReranker
from agent.language.trace import Budget, Call, TracedModel
from envs.errors import HomebodyError
from envs.rearrangement.skills import read_skill
from envs.rearrangement.world import RearrangementWorld, SkillOutcome
from memory.assistance import EpisodeMemory, EpisodeTurn
from memory.episodic.retrieval import EpisodeRetriever, TextVectors
from memory.knowledge import Knowledge
from memory.profile.matching import reworded
from memory.profile.roles import KnowledgeExtractor

MOST_REPAIRS = 3
"""How many turns in a row may be of no use before the model has lost its way."""
ROLE = "assistant"


@dataclass(frozen=True)
class ModelAssistantSettings:
    """How a model assists.

    Attributes:
        shown: What it is shown of the memory.
        rerank: Whether it weighs ten candidates itself before episodes are shown.
        expand: Whether it words the request in other ways first, to find more episodes.
        reword: Whether it words what is known of the user itself.
        asks: Whether it may ask back instead of guessing, which the published agent may not.
        calls: Most calls for one episode; None is no limit.
        tokens: Most tokens for one episode, read and written.
        window: About how many tokens a prompt may have.
    """

    shown: Shown = field(default_factory=Shown)
    rerank: bool = False
    expand: bool = False
    reword: bool = False
    asks: bool = False
    calls: int | None = None
    tokens: int | None = None
    window: int | None = 24_000


class ModelAssistant:
    """An assistant that is a language model.

    Args:
        model: Thinks.
        settings: How.
        spare: Finishes what the model leaves undone; by default the built-in assistant, with the same memories.
        vectors: A sentence encoder for retrieval; without it only words count.
        extractor: Finds what a request tells of its user; without it, nothing is learned.
        told: Gets the record of each time when a built-in part stepped in.
    """

    def __init__(
        self,
        model: ChatModel,
        settings: ModelAssistantSettings | None = None,
        *,
        spare: Assistant | None = None,
        vectors: TextVectors | None = None,
        extractor: Callable[[ChatModel], KnowledgeExtractor] | None = None,
        told: FallbackSink | None = None,
    ) -> None:
        self._model, self._settings = model, settings or ModelAssistantSettings()
        shown = self._settings.shown
        alike = AssistantSettings(memory=shown.memory, form=shown.form, top=shown.episodes)
        self._spare = spare or BuiltinAssistant(alike, vectors=vectors)
        self._vectors, self._extractor, self._told = vectors, extractor, told

    def help(
        self, world: RearrangementWorld, home: str, memory: AssistantMemory, name: str = "", user: str = ""
    ) -> Assistance:
        """See ``Assistant``."""
        calls: list[Call] = []
        budget = Budget(self._settings.calls, self._settings.tokens)
        model = TracedModel(self._model, ROLE, sink=calls.append, budget=budget)
        run = _Run(world, model, self._settings)
        rest: Assistance | None = None
        try:
            run.live(self._blocks(model, world.instruction, home, memory, user))
        except HomebodyError as error:
            self._note(error)
            begun = BegunWorld(world, run.turns, run.places)
            rest = None if world.over else self._spare.help(begun, home, memory, name, user)
            run.turns += begun.turns
        learned = self._learned(model, world.instruction, user, home, name, rest)
        used = sum((one.usage for one in calls), Usage())
        return Assistance(
            EpisodeMemory(name, home, world.instruction, tuple(run.turns), user),
            learned,
            (*run.asked, *(rest.asked if rest else ())),
            len(calls) + (rest.calls if rest else 0),
            used.prompt + used.completion + (rest.tokens if rest else 0),
        )

    def _note(self, error: HomebodyError) -> None:
        if self._told is not None:
            self._told(Fallback(ROLE, type(error).__name__, " ".join(str(error).split())[:300]))

    def _learned(
        self, model: ChatModel, request: str, user: str, home: str, name: str, rest: Assistance | None
    ) -> tuple[Knowledge, ...]:
        if self._extractor is None:
            return rest.learned if rest else ()
        return tuple(self._extractor(model).extract(request, user, home, name))

    # -- what is remembered

    def _blocks(self, model: ChatModel, request: str, home: str, memory: AssistantMemory, user: str) -> list[str]:
        remembering = Remembering(self._settings.shown, self._finder(model), self._rewording(model))
        return remembering.blocks(prompt(ROLE), request, home, memory, user)

    def _finder(self, model: ChatModel) -> Callable[[Sequence[EpisodeMemory]], EpisodeFinder]:
        def made(episodes: Sequence[EpisodeMemory]) -> EpisodeFinder:
            found: EpisodeFinder = EpisodeRetriever(episodes, self._vectors)
            if self._settings.expand:
                found = ModelExpander(found, model, self._told)
            return ModelReranker(found, model, self._told) if self._settings.rerank else found

        return made

    def _rewording(self, model: ChatModel) -> Rewording:
        return ModelReformulator(model, self._told).reword if self._settings.reword else reworded


class _Run:
    """One episode being lived by a model.

    Args:
        world: Where.
        model: Thinks.
        settings: How.

    Attributes:
        asked: What it asked back.
        turns: What was done.
        places: Object → where it was when it was first seen.
    """

    def __init__(self, world: RearrangementWorld, model: ChatModel, settings: ModelAssistantSettings) -> None:
        self._world, self._model, self._settings = world, model, settings
        self._words = prompt(ROLE)
        self.turns: list[EpisodeTurn] = []
        self.asked: list[str] = []
        self.places = {one.name: one.place for one in world.seen}

    def live(self, memories: Sequence[str]) -> None:
        """Turn after turn until the episode is over.

        Raises:
            Malformed: Several turns in a row are of no use.
            HomebodyError: As ``ChatModel.complete``.
        """
        talk = ReactConversation(
            *(self._words.fill("system"), self._opening(), memories, self._words.fill("left_out")),
            window=self._settings.window,
        )
        useless = 0
        while not self._world.over:
            turn = self._next(talk)
            question = self._question(turn)
            useless = useless + 1 if turn.problem and not question else 0
            self._do(turn, talk, question)
            if useless > MOST_REPAIRS and not self._world.over:
                raise Malformed(f"{useless} turns in a row hold no skill that can be used")

    def _opening(self) -> Callable[[Sequence[str]], str]:
        given = {
            "request": request_shown(self._world.instruction),
            "house": house_shown(self._world),
            "skills": "\n".join([skills_shown(), *([self._words.fill("ask")] if self._settings.asks else [])]),
            "stop": STOP,
        }

        def opening(memories: Sequence[str]) -> str:
            if not memories:
                return self._words.fill("opening_without", **given)
            told = self._words.fill("remembered", memories="\n\n".join(memories))
            return self._words.fill("opening", memories=told, **given)

        return opening

    def _next(self, talk: ReactConversation) -> ReactTurn:
        """The next turn; a conversation that is too long for the model is shortened until it fits."""
        while True:
            try:
                return read_turn(self._model.complete(talk.messages()).text)
            except TooLong:
                if not talk.shorten():
                    raise

    def _question(self, turn: ReactTurn) -> str:
        """What a turn asks back, "" for nothing."""
        name, _, inside = turn.action.partition("[")
        return inside.rstrip("]").strip() if self._settings.asks and name.strip() == "Ask" else ""

    def _do(self, turn: ReactTurn, talk: ReactConversation, question: str) -> None:
        """Use the skill of a turn; one without is told back, and costs what a skill costs that cannot be used."""
        read = read_skill(turn.action)
        outcome = self._world.step(turn.action if isinstance(read, str) else read)
        self.places = {one.name: one.place for one in self._world.seen} | self.places
        self.turns.append(EpisodeTurn(turn.thought, turn.action, outcome.text, outcome.success))
        said = f"Thought: {turn.thought}\n\n{turn.action}\n{STOP}"
        if question:
            self.asked.append(question)
            talk.add(said, self._words.fill("asked", objects=objects_shown(self._world)))
            return
        talk.add(one_line(said, LONGEST_THOUGHT) if turn.problem else said, self._told(turn, outcome))

    def _told(self, turn: ReactTurn, outcome: SkillOutcome) -> str:
        given = {
            "observation": result_shown(self._world, outcome),
            "objects": objects_shown(self._world),
        }
        if turn.problem in ("", "unknown"):
            return self._words.fill("observed", **given)
        return self._words.fill("unusable", problem=self._words.fill(turn.problem), **given)
