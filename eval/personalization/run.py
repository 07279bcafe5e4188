"""Living the stages: acquisition fills a memory file, and utilisation goes by nothing but that file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from agent.assistance.roles import Assistance, Assistant, AssistantMemory
from envs.rearrangement.controls import do_as_wanted
from envs.rearrangement.episode import RearrangementEpisode
from envs.rearrangement.house import House
from envs.rearrangement.world import CYCLES, STEPS, PersonalizationResult, RearrangementWorld
from eval.personalization.episodes import PersonalizationData
from eval.personalization.interrupted import interrupted
from eval.personalization.made_episodes import elsewhere, paraphrased, triples

PersonalizationStage = Literal["acquisition", "single", "joint", "triple", "interrupted", "paraphrased", "elsewhere"]
MADE: frozenset[PersonalizationStage] = frozenset({"triple", "interrupted", "paraphrased", "elsewhere"})
"""Stages whose episodes are ours, not published."""


@dataclass(frozen=True)
class LivedRequest:
    """What came of one episode.

    Attributes:
        id: Of the episode.
        house: Where.
        kind: Kinds of knowledge: "OS", "UP", "OS+UP".
        subtypes: Of knowledge, one per thing.
        instruction: What was said.
        related: In which episodes that was told which it needs.
        percent_complete: 0 to 1.
        success: Whether everything counts.
        cycles: Skills used.
        steps: Simulator steps.
        moved: What was picked up.
        why: Why it failed; "" where it did not.
        asked: What was asked back.
        calls: To a language model.
        tokens: That it read and wrote.
    """

    id: str
    house: str
    kind: str
    subtypes: tuple[str, ...]
    instruction: str
    related: tuple[str, ...]
    percent_complete: float
    success: bool
    cycles: int
    steps: int
    moved: tuple[str, ...]
    why: str
    asked: tuple[str, ...]
    calls: int
    tokens: int


def stage_episodes(
    data: PersonalizationData, stage: PersonalizationStage, seed: int = 0
) -> tuple[RearrangementEpisode, ...]:
    """The episodes of a stage; of made ones only those that can be done at all.

    Args:
        data: Given episodes.
        stage: Which.
        seed: What is drawn for those that are made.
    """
    if stage in ("acquisition", "single", "joint"):
        return {"acquisition": data.acquisition, "single": data.single, "joint": data.joint}[stage]
    made = {
        "triple": lambda: triples(data.single, seed),
        "interrupted": lambda: interrupted(data),
        "paraphrased": lambda: paraphrased(data.single, seed),
        "elsewhere": lambda: elsewhere(data.single, data.houses, seed),
    }[stage]()
    return tuple(one for one in made if do_as_wanted(data.houses[one.house], one).score.success)


def live_one(
    assistant: Assistant, episode: RearrangementEpisode, house: House, memory: AssistantMemory, seed: int = 0
) -> tuple[LivedRequest, Assistance]:
    """Have an assistant do what an episode asks for."""
    world = RearrangementWorld(house, episode, seed)
    done = assistant.help(world, episode.house, memory, episode.id, episode.user)
    return lived(episode, world.result(), done), done


def lived(episode: RearrangementEpisode, result: PersonalizationResult, done: Assistance) -> LivedRequest:
    """What came of an episode, with why where it failed."""
    return LivedRequest(
        episode.id,
        episode.house,
        episode.kind,
        episode.subtypes,
        episode.instruction,
        episode.related,
        result.score.percent_complete,
        result.score.success,
        result.cycles,
        result.steps,
        result.moved,
        "" if result.score.success else why(episode, result, done),
        done.asked,
        done.calls,
        done.tokens,
    )


def why(episode: RearrangementEpisode, result: PersonalizationResult, done: Assistance) -> str:
    """Why an episode failed, the plainest reason first."""
    roles = {one.name: one.role for one in episode.objects}
    moved = dict.fromkeys(result.moved)
    wrong = [name for name in moved if roles.get(name) == "distractor"]
    other = [name for name in moved if roles.get(name) == "clutter"]
    wanted = [name for one in episode.goals.propositions for name in one.objects]
    missing = [name for name in dict.fromkeys(wanted) if name not in moved]
    if done.asked:
        return f"asked back: {'; '.join(done.asked)}"
    if wrong:
        return f"took {', '.join(wrong)}, which only looks like what was meant"
    if result.cycles >= CYCLES or result.steps >= STEPS:
        return "the episode was over before all was done"
    if other:
        return f"moved {', '.join(other)}, which nobody asked for"
    if missing:
        return f"left {', '.join(missing)} where it was"
    reasons = dict.fromkeys(one for one in result.score.reasons if one)
    return f"put things elsewhere or in another order: {'; '.join(reasons)}"


def differences(used: Iterable[LivedRequest], told: Mapping[str, LivedRequest]) -> Iterator[tuple[float, float]]:
    """Per episode how much less is complete, and succeeds, than in the episodes in which was told what it needs."""
    for one in used:
        before = [told[name] for name in one.related if name in told]
        if before:
            complete = sum(each.percent_complete for each in before) / len(before)
            success = sum(each.success for each in before) / len(before)
            yield one.percent_complete - complete, one.success - success


def of_houses(data: PersonalizationData, houses: int | None) -> PersonalizationData:
    """Only so many houses, whole: a house with half of its episodes makes remembering easier than it is."""
    kept = set(list(dict.fromkeys(one.house for one in data.acquisition))[:houses])
    return replace(
        data,
        acquisition=tuple(one for one in data.acquisition if one.house in kept),
        single=tuple(one for one in data.single if one.house in kept),
        joint=tuple(one for one in data.joint if one.house in kept),
    )
