"""One experiment: which stages with which memories, and what is remembered how well."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from agent.assistance.assistant import MemoryVariant
from agent.assistance.roles import Assistant, AssistantMemory
from envs.rearrangement.episode import RearrangementEpisode
from eval.journal import Journal
from eval.personalization.episodes import PersonalizationData
from eval.personalization.figures import StageRun, figures
from eval.personalization.interrupted import InterruptedAssistant
from eval.personalization.memories import NoiseKind, keep, merged, remembered, spoilt
from eval.personalization.run import LivedRequest, PersonalizationStage, live_one, stage_episodes
from eval.personalization.searching import searching
from memory.assistance import EpisodeMemory
from memory.episodic.retrieval import TextVectors
from memory.knowledge import Knowledge

AssistantMaker = Callable[[MemoryVariant], Assistant]
PieceTracker = Callable[[Iterator[LivedRequest], str, int], Iterator[LivedRequest]]
"""Shows how far something is: pieces, what they are, how many."""


@dataclass(frozen=True)
class PersonalizationPlan:
    """What is lived.

    Attributes:
        stages: Beside acquisition, which always comes first.
        memories: What may be used, one after the other.
        noise: What spoils episodes before they are kept; see ``NoiseKind``.
        partial: What of them is lost.
        seed: Of all draws.
    """

    stages: tuple[PersonalizationStage, ...] = ("single", "joint")
    memories: tuple[MemoryVariant, ...] = ("both",)
    noise: NoiseKind = ""
    partial: str = ""
    seed: int = 0


@dataclass(frozen=True)
class AcquiredEpisode:
    """An acquisition episode: what came of it, and what is to be remembered of it."""

    lived: LivedRequest
    episode: EpisodeMemory
    learned: tuple[Knowledge, ...]


class Experiment:
    """Lives the stages.

    Args:
        data: The episodes.
        make: Makes an assistant that may use a kind of memory.
        plan: What is lived.
        journal: Keeps what is finished.
        track: Shows how far it is.

    Attributes:
        data: The episodes.
        plan: What is lived.
        acquired: What came of acquisition.
        memory: What it left.
    """

    def __init__(
        self,
        data: PersonalizationData,
        make: AssistantMaker,
        plan: PersonalizationPlan,
        journal: Journal,
        track: PieceTracker,
    ) -> None:
        self.data, self._make, self.plan, self._journal, self._track = data, make, plan, journal, track
        self.acquired: list[AcquiredEpisode] = []
        self.memory = AssistantMemory()

    def run(self) -> list[StageRun]:
        """Acquisition, then every stage with every memory."""
        acquisition = stage_episodes(self.data, "acquisition")
        lived = tuple(self._track(self._acquire(acquisition), "acquisition", len(acquisition)))
        self.memory = self._kept()
        runs = [StageRun("acquisition", "", lived)]
        for stage in self.plan.stages:
            if stage != "acquisition":
                episodes = stage_episodes(self.data, stage, self.plan.seed)
                runs += [self._utilise(stage, variant, episodes) for variant in self.plan.memories if episodes]
        return runs

    @property
    def told(self) -> dict[str, LivedRequest]:
        """What came of the acquisition episodes, by id."""
        return {one.lived.id: one.lived for one in self.acquired}

    def _acquire(self, episodes: Sequence[RearrangementEpisode]) -> Iterator[LivedRequest]:
        assistant = self._make("none")
        for one in episodes:
            acquired = self._journal.piece(
                f"acquisition {one.id}", lambda one=one: self._acquired(assistant, one), AcquiredEpisode
            )
            self.acquired.append(acquired)
            yield acquired.lived

    def _acquired(self, assistant: Assistant, episode: RearrangementEpisode) -> AcquiredEpisode:
        house = self.data.houses[episode.house]
        lived, done = live_one(assistant, episode, house, AssistantMemory(), self.plan.seed)
        return AcquiredEpisode(lived, done.episode, done.learned)

    def _kept(self) -> AssistantMemory:
        """What a memory file holds after acquisition: nothing else goes on into utilisation."""
        own = [one.episode for one in self.acquired]
        whole = own if self.data.recorded is None else merged(self.data.recorded, own)
        episodes = spoilt(whole, self.plan.noise, self.plan.partial, self.plan.seed)
        with TemporaryDirectory(prefix="homebody-personalization-") as folder:
            path = Path(folder) / "memory.sqlite"
            keep(path, zip(episodes, (one.learned for one in self.acquired), strict=True))
            return remembered(path)

    def _utilise(
        self, stage: PersonalizationStage, variant: MemoryVariant, episodes: Sequence[RearrangementEpisode]
    ) -> StageRun:
        assistant = self._make(variant)
        if stage == "interrupted":
            assistant = InterruptedAssistant(assistant, self.plan.seed)

        def pieces() -> Iterator[LivedRequest]:
            for one in episodes:
                house = self.data.houses[one.house]
                yield self._journal.piece(
                    f"{stage} {variant} {one.id}",
                    lambda one=one, house=house: live_one(assistant, one, house, self.memory, self.plan.seed)[0],
                    LivedRequest,
                )

        lived = tuple(self._track(pieces(), f"{stage}, memory: {variant}", len(episodes)))
        return StageRun(stage, variant, lived)


def lived_stages(experiment: Experiment, vectors: TextVectors | None = None) -> dict[str, Any]:
    """The figures of an experiment, and how well what is remembered is found.

    Args:
        experiment: What is lived.
        vectors: A sentence encoder for searching.
    """
    runs = experiment.run()
    data, plan = experiment.data, experiment.plan
    stages: list[PersonalizationStage] = [one for one in plan.stages if one not in ("acquisition", "interrupted")]
    return {
        "houses": len({one.house for one in data.acquisition}),
        "runs": figures(runs, experiment.told),
        "searching": {
            stage: searching(experiment.memory.episodes, stage_episodes(data, stage, plan.seed), vectors)
            for stage in stages
        },
    }
