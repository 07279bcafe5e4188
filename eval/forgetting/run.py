"""Playing one history with one way of remembering: live, forget, ask, learn, live on, ask again (H²-EMV, figure 2a).

The online and flat constructions live along: after every episode, and before every question, there is a forgetting
pass. The offline one builds its tree when it is asked, from everything up to then, and forgets before it answers; the
rules learned so far are put into every new tree.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from agent.recall.answer import Answer
from agent.recall.asking import Recall
from eval.forgetting.questions import QuestionPair, RecordedLife, TimedQuestion
from eval.forgetting.recipes import Recipe
from eval.forgetting.strict_score import score
from eval.histories.game_files import GameFiles
from eval.histories.import_games import experiences
from memory.experience import Experience
from memory.forgetting.relevance import RuleRelevance
from memory.levels import GOAL, SCENE
from memory.reading.counts import alive_by_level, is_alive_between
from memory.reading.queries import count_tokens
from memory.roles import Feedback, Item, Relevance, Rule
from memory.rules.rule_book import RuleBook
from memory.store.database import Store, microseconds
from memory.store.lifetimes import H2EMV, PUBLISHED_LIFETIMES, use_preset

_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True)
class ScoredAnswer:
    """One question answered and scored.

    Attributes:
        asked: The question.
        answer: What recall said.
        label: ``correct``, ``partially_correct`` or ``wrong``.
        forgotten: Whether no scene of the deeds asked for was left.
    """

    asked: TimedQuestion
    answer: Answer
    label: str
    forgotten: bool


@dataclass(frozen=True)
class PlayedHistory:
    """What became of a history.

    Attributes:
        first: The first question.
        second: The second one.
        rules: The rules learned.
        nodes: Living nodes from goals up, after every episode and at every question.
        tokens_forget: Tokens that the relevance estimator read.
        seconds: How long it took, recall and forgetting included.
    """

    first: ScoredAnswer
    second: ScoredAnswer
    rules: tuple[str, ...]
    nodes: tuple[int, ...]
    tokens_forget: int
    seconds: float


class CountingRelevance:
    """The built-in estimator, with a count of everything it is given to read.

    Attributes:
        tokens: Of nodes, the lines of their parents, and rules, each time they were given.
    """

    def __init__(self) -> None:
        self.tokens = 0
        self._estimator = RuleRelevance(H2EMV)

    def estimate(self, item: Item, parent: Item | None, rules: Sequence[Rule], now: datetime) -> Relevance:
        """As ``memory.forgetting.relevance.RuleRelevance``."""
        texts = [item.text, parent.summary if parent else "", *(rule.text for rule in rules)]
        self.tokens += sum(count_tokens(text) for text in texts)
        return self._estimator.estimate(item, parent, rules, now)


def lived(games: GameFiles, life: RecordedLife, scenes: bool = True) -> list[list[Experience]]:
    """The experiences of a history, episode by episode.

    Args:
        games: Where its games are.
        life: The history.
        scenes: Whether to work out what was seen.
    """
    return [experiences(games.read(slot.episode), slot.start, scenes) for slot in life.schedule.slots]


def play(episodes: Sequence[Sequence[Experience]], pair: QuestionPair, recipe: Recipe, folder: Path) -> PlayedHistory:
    """Live a history by a recipe, with its two questions.

    Args:
        episodes: The experiences.
        pair: The questions.
        recipe: The way of remembering.
        folder: An empty folder for the memory.
    """
    player = _Offline if recipe.construction == "offline" else _Online
    return player(recipe, folder).play(_cut(episodes, (pair.first, pair.second)))


_Part = tuple[Sequence[Experience], TimedQuestion | None]
"""Experiences, and what is asked after them if anything is."""


def _cut(episodes: Sequence[Sequence[Experience]], questions: Iterable[TimedQuestion]) -> list[_Part]:
    """A life in order of time, cut between episodes and where a question comes."""
    parts: list[_Part] = []
    waiting = list(questions)
    for episode in episodes:
        rest = list(episode)
        while waiting and rest and waiting[0].time < rest[-1].time:
            asked = waiting.pop(0)
            parts.append(([one for one in rest if one.time <= asked.time], asked))
            rest = [one for one in rest if one.time > asked.time]
        parts.append((rest, None))
    return parts + [((), asked) for asked in waiting]


@dataclass
class _Course:
    """What is noted while a history is played."""

    relevance: CountingRelevance = field(default_factory=CountingRelevance)
    replies: list[ScoredAnswer] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)

    def played(self, seconds: float) -> PlayedHistory:
        first, second = self.replies
        texts = tuple(rule.text for rule in self.rules)
        return PlayedHistory(first, second, texts, tuple(self.nodes), self.relevance.tokens, seconds)


class _Online:
    """Lives along: online and flat."""

    def __init__(self, recipe: Recipe, folder: Path) -> None:
        self._recipe = recipe
        self._folder = folder

    def play(self, parts: Sequence[_Part]) -> PlayedHistory:
        begun = time.perf_counter()
        course = _Course()
        with Store.open(self._folder / "life.sqlite") as store, self._recipe.builder(store) as builder:
            use_preset(store, PUBLISHED_LIFETIMES)
            for stretch, asked in parts:
                if stretch:
                    builder.observe_batch(stretch)
                now = asked.time if asked else stretch[-1].time if stretch else None
                if now is None:
                    continue
                _forget(store, self._recipe, course, now)
                if asked:
                    _ask(store, asked, course)
        return course.played(time.perf_counter() - begun)


class _Offline:
    """Builds everything anew for each question."""

    def __init__(self, recipe: Recipe, folder: Path) -> None:
        self._recipe = recipe
        self._folder = folder

    def play(self, parts: Sequence[_Part]) -> PlayedHistory:
        begun = time.perf_counter()
        course = _Course()
        past: list[Experience] = []
        for stretch, asked in parts:
            past += stretch
            if asked:
                with self._built(past, asked.time, course.rules) as store:
                    _forget(store, self._recipe, course, asked.time)
                    _ask(store, asked, course)
        return course.played(time.perf_counter() - begun)

    @contextmanager
    def _built(self, past: Sequence[Experience], now: datetime, rules: Sequence[Rule]) -> Iterator[Store]:
        path = self._folder / f"asked-{microseconds(now)}.sqlite"
        with Store.open(path) as store:
            use_preset(store, PUBLISHED_LIFETIMES)
            book = RuleBook(store)
            for rule in rules:
                book.add(rule.text, now, rule.source)
            with self._recipe.builder(store) as builder:
                builder.observe_batch(past)
            yield store


def _forget(store: Store, recipe: Recipe, course: _Course, now: datetime) -> None:
    asks = recipe.forgetting == "time+relevance"
    forgetter = recipe.forgetter(store, course.relevance if asks else None)
    if forgetter:
        forgetter.run(now)
    course.nodes.append(goals_and_above(store))


def _ask(store: Store, asked: TimedQuestion, course: _Course) -> None:
    """Ask, score, and say that this should always be remembered, whatever the answer was."""
    gone = is_forgotten(store, asked)
    answer = Recall(store, asked.time).answer(asked.question)
    course.replies.append(ScoredAnswer(asked, answer, score(asked, answer), gone))
    book = RuleBook(store)
    book.learn(Feedback(asked.topic.feedback, asked.time, asked.question, answer.text))
    course.rules = list(book.current())


def goals_and_above(store: Store) -> int:
    """Living nodes of level 3 and above."""
    return sum(count for level, count in alive_by_level(store).items() if level >= GOAL)


def is_forgotten(store: Store, asked: TimedQuestion) -> bool:
    """Whether no scene is left of the moments that a question asks for."""
    moments = (deed.time for deed in asked.target)
    return not any(is_alive_between(store, SCENE, time - _INSTANT, time + _INSTANT) for time in moments)
