"""The household robot lives generated episodes: it is told things in some, and leans on them in others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from agent.household.provisions import Capabilities, EpisodeHome, Records, Speech
from agent.household.session import LivedEpisode, live
from agent.personal.profiles import Profiles
from agent.personal.sight import HomeSight
from agent.personal.talk import PersonalHearing, PersonalTalk
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.pocket.scenes import load_scene
from envs.simulator import ObjectDict
from envs.teach.games.session import TeachSession
from eval.personalization.household.criteria import retrieval_sanity, sound
from eval.personalization.household.episodes import EpisodeRoom, HouseholdEpisode
from eval.personalization.household.generating import episode_rooms, episodes_in
from memory.experience import AGENT
from memory.live.writer import InlineWriter
from memory.store.database import Store

WITH, WITHOUT, GUESSING = CONDITIONS = ("profile", "no profile", "guessing")
"""It knows what it was told; it does not, and asks; it takes whatever thing of the kind comes first."""
_BEGIN = datetime(2026, 1, 5, 8)
_PAUSE = timedelta(minutes=20)


class NothingPersonal(PersonalTalk):
    """Hears nothing personal in what is said: the robot takes "my mug" for a mug."""

    def __init__(self, profiles: Profiles) -> None:
        super().__init__(profiles)

    def hear(
        self, said: str, speaker: str, now: datetime, sight: HomeSight | None = None, source: str = ""
    ) -> PersonalHearing:
        """The utterance as it is."""
        return PersonalHearing(said)


@dataclass(frozen=True)
class LivedHouseholdEpisode:
    """How an episode ended.

    Attributes:
        id: Of the episode.
        scene: Its home.
        user: Who spoke.
        stage: Its stage; ``oracle`` where it was asked for in plain words.
        condition: One of ``CONDITIONS``.
        type: Sort of knowledge.
        subtype: Sort within that.
        reached: Share of the goals that hold at the end.
        twin_moved: Whether a twin of a thing that was meant is not where it was.
        asked: Whether the robot ended with a question.
        steps: How many steps it took.
        said: What was said to it.
        answers: What it said.
    """

    id: str
    scene: str
    user: str
    stage: str
    condition: str
    type: str
    subtype: str
    reached: float
    twin_moved: bool
    asked: bool
    steps: int
    said: str
    answers: tuple[str, ...]

    @property
    def success(self) -> bool:
        """Whether everything that was meant is where it belongs, and the twins are where they were."""
        return self.reached == 1.0 and not self.twin_moved


@dataclass(frozen=True)
class HouseholdReport:
    """What came of all episodes.

    Attributes:
        seed: Of the homes.
        homes: Their names.
        refused: How many generated pairs of episodes were refused by which criterion.
        infeasible: How many pairs were dropped because the oracle did not reach the goals.
        easily_found: How many of those that were lived no other memory of the home is like.
        lived: The episodes that were lived, without those of the oracle.
    """

    seed: int
    homes: tuple[str, ...]
    refused: Mapping[str, int]
    infeasible: int
    easily_found: int
    lived: tuple[LivedHouseholdEpisode, ...]

    def of(self, stage: str, condition: str, kind: str = "") -> list[LivedHouseholdEpisode]:
        """The episodes of a stage and condition, of one type of knowledge or of all."""
        return [
            one
            for one in self.lived
            if one.stage == stage and one.condition == condition and (not kind or one.type == kind)
        ]

    def rates(self, stage: str, condition: str, kind: str = "") -> dict[str, float]:
        """Success, goals reached, asked back and twins moved, in percent, and the mean of the steps."""
        found = self.of(stage, condition, kind)
        count = len(found)

        def percent(values: list[float]) -> float:
            return round(100 * sum(values) / count, 1) if count else 0.0

        return {
            "episodes": count,
            "SR": percent([float(one.success) for one in found]),
            "PC": percent([one.reached for one in found]),
            "asked": percent([float(one.asked) for one in found]),
            "twin moved": percent([float(one.twin_moved) for one in found]),
            "steps": round(sum(one.steps for one in found) / count, 1) if count else 0.0,
        }

    def as_dict(self) -> dict[str, Any]:
        """The figures, and every episode."""
        kinds = ("", "object_semantics", "user_pattern")
        stages = [("acquisition", WITH), *(("utilization", one) for one in CONDITIONS)]
        return {
            "seed": self.seed,
            "homes": list(self.homes),
            "refused": dict(self.refused),
            "infeasible": self.infeasible,
            "easily_found": self.easily_found,
            "rates": [
                {"stage": stage, "condition": condition, "type": kind or "all", **self.rates(stage, condition, kind)}
                for stage, condition in stages
                for kind in kinds
            ],
            "episodes": [{**asdict(one), "success": one.success} for one in self.lived],
        }


def run_household(
    seed: int = 0,
    homes: int = 3,
    conditions: tuple[str, ...] = CONDITIONS,
    on_episode: Callable[[LivedHouseholdEpisode], None] | None = None,
) -> HouseholdReport:
    """Let the robot live the episodes of some homes: first all in which it is told something, then those that need it.

    The home is as at the start in every episode; what lasts is the memory file. Pairs of episodes that a criterion
    refuses, or whose goals the robot does not reach when they are asked for in plain words, are dropped.

    Args:
        seed: Of homes and episodes.
        homes: How many.
        conditions: With which knowledge the second stage is lived.
        on_episode: Called after every episode that counts.

    Raises:
        BadInput: No home was asked for.
        GaveUp: No home was found.
    """
    names: list[str] = []
    refused: Counter[str] = Counter()
    infeasible = easily_found = 0
    lived: list[LivedHouseholdEpisode] = []
    for room in episode_rooms(seed, homes):
        names.append(room.scene)
        pairs, wrong = sound(episodes_in(room), room)
        refused.update(wrong)
        feasible = [pair for pair in pairs if _oracle(pair[1], room).success]
        infeasible += len(pairs) - len(feasible)
        pool = [told for told, _ in feasible]
        easily_found += sum(bool(retrieval_sanity(asked, pool, room)) for _, asked in feasible)
        for one in _home(room, feasible, conditions):
            lived.append(one)
            if on_episode is not None:
                on_episode(one)
    return HouseholdReport(seed, tuple(names), dict(refused), infeasible, easily_found, tuple(lived))


def _oracle(episode: HouseholdEpisode, room: EpisodeRoom) -> LivedHouseholdEpisode:
    """The robot asked in words that lean on nothing: whether the goals can be reached at all."""
    return _lived(episode, room, "oracle", WITHOUT, episode.plain, None)


def _home(
    room: EpisodeRoom, pairs: list[tuple[HouseholdEpisode, HouseholdEpisode]], conditions: tuple[str, ...]
) -> Iterator[LivedHouseholdEpisode]:
    """The episodes of one home, with one memory."""
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "memory.sqlite") as store:
        for told, _ in pairs:
            yield _lived(told, room, told.stage, WITH, told.said, store)
        for condition in conditions:
            for _, asked in pairs:
                yield _lived(asked, room, asked.stage, condition, asked.said, store if condition == WITH else None)


def _lived(
    episode: HouseholdEpisode, room: EpisodeRoom, stage: str, condition: str, said: str, store: Store | None
) -> LivedHouseholdEpisode:
    """Live one episode from the beginning of its home; only what is said reaches the robot."""
    controller = PocketController(load_scene(room.scene), renderImage=False)
    newest = None if store is None else store.newest
    clock = SimulatedClock(_BEGIN if newest is None else newest[1].time + _PAUSE)
    home = EpisodeHome(TeachSession(controller), clock, f"episode-{clock.now():%Y%m%d%H%M%S}", room.scene)
    records = Records(None if store is None else InlineWriter(store, clock))
    talk = NothingPersonal if condition == GUESSING else PersonalTalk
    before = controller.last_event.metadata["objects"]
    done = live(home, Speech(said), records, Capabilities(speaker=episode.user, personal=talk))
    after = controller.last_event.metadata["objects"]
    controller.stop()
    return _scored(episode, stage, condition, said, done, before, after)


def _scored(
    episode: HouseholdEpisode,
    stage: str,
    condition: str,
    said: str,
    done: LivedEpisode,
    before: list[ObjectDict],
    after: list[ObjectDict],
) -> LivedHouseholdEpisode:
    were, are = _around(before), _around(after)
    held = [any(parent.split("|")[0] == goal.place or parent.endswith(f"|{goal.place}") for parent in are[goal.thing])
            for goal in episode.goals]  # fmt: skip
    moved = any(were[twin] != are[twin] for twin in episode.distractors)
    answers = tuple(text for who, text in done.said if who == AGENT)
    return LivedHouseholdEpisode(
        episode.id, episode.scene, episode.user, stage, condition, episode.type, episode.subtype,
        sum(held) / len(held), moved, bool(answers) and answers[-1].endswith("?"), done.result.steps, said, answers,
    )  # fmt: skip


def _around(objects: list[ObjectDict]) -> dict[str, frozenset[str]]:
    """What each thing is in or on."""
    return {one["objectId"]: frozenset(one["parentReceptacles"] or ()) for one in objects}
