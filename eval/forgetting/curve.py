"""Answer accuracy against bytes kept: what different ideas of what is worth keeping are worth.

A history is remembered whole; then whole goals are forgotten, the least worth first, until the memory is within a
budget, and questions are asked. All ideas see the same memory, budgets and questions; they differ in the order only:

* ``random``: by chance;
* ``recency``: the newest is worth most;
* ``importance``: importance × freshness. Importance is how rare the deeds of a goal are in this history (their
  information in bits) and how much was said; freshness halves with every day;
* ``rules``: what rules learned from feedback keep, the newest of the rest. The feedback is that of a first round of
  questions about the same topics;
* ``oracle``: what will be asked for, the newest of the rest.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from math import log2
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from agent.recall.asking import Recall
from envs.errors import BadInput
from envs.files.leftovers import scratch
from eval.forgetting.experiment import TrackHistories
from eval.forgetting.questions import OFFSET, WHAT, QuestionPair, TimedQuestion, draw_life
from eval.forgetting.run import lived
from eval.forgetting.strict_score import CORRECT, score
from eval.histories.game_files import GameFiles
from eval.journal import Journal
from memory.building.history import HistoryBuilder
from memory.experience import Experience
from memory.forgetting.relevance import RuleRelevance
from memory.forgetting.rewriting import SummaryRewriter
from memory.levels import GOAL
from memory.roles import Feedback, Item
from memory.rules.rule_book import RuleBook
from memory.store.database import Store
from memory.store.lifetimes import PUBLISHED_LIFETIMES, use_preset
from memory.store.rows.forgotten import ForgettingReason
from memory.store.rows.items import item

POLICIES = ("random", "recency", "importance", "rules", "oracle")
BUDGETS = (1.0, 0.8, 0.6, 0.4, 0.3, 0.2, 0.1)
"""Shares of the bytes of the whole history, beyond those of an empty memory."""

_DRAWS = 2000  # bootstrap samples for a band


@dataclass(frozen=True)
class BudgetPoint:
    """One policy at one budget, over all histories.

    Attributes:
        budget: Share of the whole history's bytes that may be kept.
        kept: Share that was kept: more than the budget when nothing was left to forget.
        kilobytes: The same in 1000 bytes, mean.
        correct: Percent of questions answered correctly.
        within: 95 % band, by bootstrap over histories.
    """

    budget: float
    kept: float
    kilobytes: float
    correct: float
    within: tuple[float, float]


@dataclass(frozen=True)
class Curve:
    """Accuracy against bytes by policy; ``questions`` counts those of all histories."""

    episodes: int
    histories: int
    questions: int
    seed: int
    points: dict[str, list[BudgetPoint]]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        policies = {
            name: [{**vars(point), "within": list(point.within)} for point in points]
            for name, points in self.points.items()
        }
        return {
            "episodes": self.episodes,
            "histories": self.histories,
            "questions": self.questions,
            "seed": self.seed,
            "policies": policies,
        }

    @classmethod
    def from_dict(cls, said: dict[str, Any]) -> Curve:
        """Read back what ``as_dict`` gives."""
        points = {
            name: [BudgetPoint(**{**one, "within": tuple(one["within"])}) for one in found]
            for name, found in said["policies"].items()
        }
        return cls(said["episodes"], said["histories"], said["questions"], said["seed"], points)


@dataclass(frozen=True)
class Tried:
    """One policy on one history at one budget: bytes kept, share of the whole, share of right answers."""

    kept: int
    share: float
    correct: float


@dataclass(frozen=True)
class HistoryTried:
    """All policies on one history: questions asked of it, and by policy what came of every budget."""

    questions: int
    policies: dict[str, list[Tried]]


Worth = Callable[[Item], tuple[float, ...]]
"""How much a goal is worth; the least goes first."""


def curve(
    games: GameFiles,
    episodes: int,
    histories: int,
    questions: int = 8,
    seed: int = 0,
    budgets: Sequence[float] = BUDGETS,
    scenes: bool = True,
    track: TrackHistories | None = None,
    journal: Journal[HistoryTried] | None = None,
) -> Curve:
    """Measure all policies on histories drawn from games.

    Args:
        games: Where to draw from.
        episodes: Of each history.
        histories: How many.
        questions: Topics asked about in each, or as many as it allows; some give two questions.
        seed: Decides histories, questions and the random policy.
        budgets: Shares of the bytes to keep, each above 0 and at most 1.
        scenes: Whether to work out what was seen.
        track: Shows the progress.
        journal: Has the histories that were tried before, and keeps the others.

    Raises:
        BadInput: No history or question asked for, too few games, or nothing in them happens twice far apart; or the
            journal is damaged.
        BadGameFile: A game cannot be used.
    """
    if histories < 1 or questions < 1:
        raise BadInput(f"{histories} histories with {questions} questions each; give at least 1 of both")
    falling = sorted(budgets, reverse=True)
    if not falling or not 0 < falling[-1] <= falling[0] <= 1:
        raise BadInput(f"budgets {list(budgets)}; give shares above 0 and at most 1")
    journal = journal or Journal(None, HistoryTried, dict)
    numbers = range(histories)
    found: list[HistoryTried] = []
    for number in track(numbers, histories) if track else numbers:
        chance = Random(f"{seed} {number}")
        trying = partial(_tried, games, episodes, questions, falling, scenes, chance)
        found.append(journal.piece(str(number), trying))
    points = {
        name: [_point(budget, [one.policies[name][place] for one in found]) for place, budget in enumerate(falling)]
        for name in POLICIES
    }
    return Curve(episodes, histories, sum(one.questions for one in found), seed, points)


def _tried(
    games: GameFiles, episodes: int, questions: int, budgets: Sequence[float], scenes: bool, chance: Random
) -> HistoryTried:
    """Draw one history and try all policies on it."""
    life = draw_life(games, episodes, chance, lambda life: len(life.pairs()) > 1)
    pairs = life.pairs()
    chosen = chance.sample(pairs, min(questions, len(pairs)))
    asking = [asked for pair in chosen for asked in _asked_at_the_end(pair)]
    with scratch("curve") as folder:
        history = _History(lived(games, life, scenes), asking, life.end + OFFSET, folder)
        return HistoryTried(len(asking), {name: history.tried(name, budgets, chance) for name in POLICIES})


def _asked_at_the_end(pair: QuestionPair) -> list[TimedQuestion]:
    """The second question, and the first where it names its day and so has the same answer still."""
    return [pair.first, pair.second] if pair.first.topic.kind == WHAT else [pair.second]


class _History:
    """A whole memory to forget copies of.

    Args:
        past: What is remembered, episode by episode.
        asked: The questions.
        now: When they are asked.
        folder: Where the memories may lie.
    """

    def __init__(
        self, past: Sequence[Sequence[Experience]], asked: Sequence[TimedQuestion], now: datetime, folder: Path
    ) -> None:
        self._asked = asked
        self._now = now
        self._folder = folder
        with Store.open(folder / "whole.sqlite") as store:
            use_preset(store, PUBLISHED_LIFETIMES)
            self._empty = store.bytes_used
            with HistoryBuilder(store) as builder:
                for episode in past:
                    builder.observe_batch(episode)
            self._learn(store)
            self._full = store.bytes_used - self._empty

    def _learn(self, store: Store) -> None:
        book = RuleBook(store)
        for asked in self._asked:
            book.learn(Feedback(asked.topic.feedback, self._now, asked.question))

    def tried(self, policy: str, budgets: Sequence[float], chance: Random) -> list[Tried]:
        """Forget more and more of a copy by a policy."""
        path = self._folder / f"{policy}.sqlite"
        shutil.copy(self._folder / "whole.sqlite", path)
        with Store.open(path) as store:
            goals = [item(store, node.id) for node in store.nodes(GOAL)]
            worth = self._worth(policy, store, goals, chance)
            waiting = sorted(goals, key=lambda goal: (*worth(goal), goal.id), reverse=True)
            return [self._at(store, waiting, budget) for budget in budgets]

    def _at(self, store: Store, waiting: list[Item], budget: float) -> Tried:
        verdict = ForgettingReason(self._now, "the budget was used up")
        mender = SummaryRewriter(store)
        while waiting and store.bytes_used - self._empty > budget * self._full:
            with store.transaction():
                mender.forget(waiting.pop().id, verdict, strict=False)
        right = [score(one, Recall(store, self._now).answer(one.question)) == CORRECT for one in self._asked]
        kept = store.bytes_used - self._empty
        return Tried(kept, kept / self._full, sum(right) / len(right))

    def _worth(self, policy: str, store: Store, goals: Sequence[Item], chance: Random) -> Worth:
        if policy == "random":
            return lambda goal: (chance.random(),)
        if policy == "recency":
            return lambda goal: (goal.end.timestamp(),)
        if policy == "importance":
            rarity = rarities(goals)
            return lambda goal: (importance(goal, rarity) * freshness(goal.end, self._now),)
        if policy == "rules":
            estimator, rules = RuleRelevance(), RuleBook(store).current()
            return lambda goal: (estimator.estimate(goal, None, rules, self._now).alpha, goal.end.timestamp())
        moments = [deed.time for asked in self._asked for deed in asked.target]
        return lambda goal: (any(goal.start <= one <= goal.end for one in moments), goal.end.timestamp())


def rarities(goals: Sequence[Item]) -> dict[tuple[str, str], float]:
    """How much information each deed carries in this history, in bits."""
    counts = Counter(deed[:2] for goal in goals for deed in goal.deeds)
    total = sum(counts.values())
    return {deed: -log2(count / total) for deed, count in counts.items()}


def importance(goal: Item, rarity: dict[tuple[str, str], float]) -> float:
    """Bits of its deeds, and one for each line of what was said."""
    said = sum(line.startswith("Speech:") for line in goal.text.splitlines())
    return sum(rarity[deed[:2]] for deed in goal.deeds) + said


def freshness(end: datetime, now: datetime) -> float:
    """1 for the present, half of it for every day since."""
    return 0.5 ** ((now - end) / timedelta(days=1))


def _point(budget: float, tried: Sequence[Tried]) -> BudgetPoint:
    correct = np.array([one.correct for one in tried]) * 100
    draws = np.random.default_rng(0).integers(0, len(correct), (_DRAWS, len(correct)))
    low, high = np.percentile(correct[draws].mean(axis=1), [2.5, 97.5])
    share = float(np.mean([one.share for one in tried]))
    kilobytes = float(np.mean([one.kept for one in tried])) / 1000
    band = (round(float(low), 1), round(float(high), 1))
    return BudgetPoint(budget, round(share, 3), round(kilobytes, 1), round(float(correct.mean()), 1), band)
