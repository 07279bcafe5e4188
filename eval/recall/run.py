"""Asking the questions of a set: build each history as a memory, ask, and score what is answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from agent.recall.answer import Answer
from agent.recall.asking import Recall
from envs.errors import BadInput
from envs.files.leftovers import scratch
from eval.histories.build_memory import build_memory
from eval.histories.cuts import Cut, GameReader
from eval.histories.game_files import GameFiles
from eval.histories.schedules import listed
from eval.journal import Journal
from eval.recall.lenient_judge import judge
from eval.recall.model_judge import Judging
from eval.recall.published_wording import published
from eval.recall.question_sets import PublishedRun, Query, QuestionedHistory, QuestionSet
from eval.recall.requested import requested_tasks
from eval.recall.strict_score import StrictScore, score
from memory.building.history import Construction
from memory.reading.counts import deeds_done, texts_said
from memory.reading.queries import count_tokens
from memory.store.database import Store
from memory.wording import say

_SHOWN_EVIDENCE = 3


class Recaller(Protocol):
    """Answers questions from one memory."""

    def answer(self, question: str) -> Answer:
        """The answer to one question."""
        ...


Recalling = Callable[[Store, datetime], Recaller]
"""Makes what answers, from a memory and the time of asking."""


@dataclass(frozen=True)
class ScoredQuestion:
    """A question, what was answered, and what that is worth.

    Attributes:
        query: The question.
        given: The answer's text.
        verdict: Strict.
        lenient: Label of the lenient judge.
        key: Names it: history and type.
        labelled: Label that was published with the answer, None for our own.
        status: What the answer says about itself; empty for published ones.
        tokens: Tokens of memory read for it.
        seconds: Time it took.
        evidence: The nodes it rests on, each as the path from the root down to it.
    """

    query: Query
    given: str
    verdict: StrictScore
    lenient: str
    key: str = ""
    labelled: str | None = None
    status: str = ""
    tokens: int = 0
    seconds: float = 0.0
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True)
class SetRun:
    """Our answers to one set.

    Attributes:
        questions: The set.
        answers: What was answered, in the order of the set.
        built_in: Seconds that building the histories took.
        naming: Tokens of speech and deeds that were read once, when the memories were built, to tell which task each
            episode served. They are not in the tokens of any one answer.
    """

    questions: QuestionSet
    answers: tuple[ScoredQuestion, ...]
    built_in: float
    naming: int = 0


@dataclass(frozen=True)
class HistoryAnswers:
    """What a journal keeps of each history.

    Attributes:
        answers: To its questions, in order.
        built_in: Seconds that building it took.
        naming: See ``SetRun``.
    """

    answers: tuple[ScoredQuestion, ...]
    built_in: float
    naming: int


def check_games(questions: QuestionSet, games: GameFiles) -> None:
    """Make sure that all episodes of a set can be had before anything is built.

    Raises:
        BadInput: Some are not among the games; lists them.
    """
    missing = games.missing(questions.episode_names)
    if missing:
        raise BadInput(
            f"{len(missing)} of {len(questions.episode_names)} episodes of {questions.name} are not among the games: "
            f"{listed(missing)}; give the path of their split with --games"
        )


def run_set(
    questions: QuestionSet,
    games: GameFiles,
    recalling: Recalling = Recall,
    construction: Construction = "online",
    track: Callable[[Iterable[QuestionedHistory], int], Iterable[QuestionedHistory]] | None = None,
    judging: Judging = judge,
    watched: GameReader | None = None,
    journal: Journal[HistoryAnswers] | None = None,
    cut: Cut = "given",
) -> SetRun:
    """Build all histories of a set in a temporary folder and ask all its questions.

    Args:
        questions: The set.
        games: Where its episodes are.
        recalling: Makes what answers.
        construction: How the levels above goals come about.
        track: Shows the progress of an iteration, given its length.
        judging: Gives the lenient labels.
        watched: Looks at the games; see ``build_memory``.
        journal: Has the histories that were asked about before, and keeps the others.
        cut: What the memories count as one episode.

    Raises:
        BadInput: Episodes are missing; lists them. Or the journal is damaged.
        BadGameFile: A game cannot be used.
    """
    check_games(questions, games)
    histories = track(questions.histories, len(questions.histories)) if track else questions.histories
    journal = journal or Journal(None, HistoryAnswers, dict)
    found: list[HistoryAnswers] = []
    with scratch("recall") as folder:

        def asked(history: QuestionedHistory) -> HistoryAnswers:
            file = folder / f"history_{history.index}.sqlite"
            begun = time.perf_counter()
            build_memory(games, history.schedule, file, construction=construction, watched=watched, cut=cut)
            built_in = time.perf_counter() - begun
            answers = ask(_as_requested(history, games), file, recalling, judging)
            naming = naming_tokens(file) if recalling is Recall else 0
            file.unlink()
            return HistoryAnswers(tuple(answers), built_in, naming)

        for history in histories:
            name = f"{questions.name}/{history.index}"
            found.append(journal.finished(name) or journal.keep(name, asked(history)))
    answers = tuple(answer for one in found for answer in one.answers)
    return SetRun(questions, answers, sum(one.built_in for one in found), sum(one.naming for one in found))


@lru_cache(maxsize=64)
def _as_requested(history: QuestionedHistory, games: GameFiles) -> QuestionedHistory:
    """The history with what was asked for in other amounts than the records have."""
    requested = requested_tasks(games, history.schedule)
    return replace(history, questions=tuple(replace(one, requested=requested) for one in history.questions))


def naming_tokens(memory: Path) -> int:
    """Tokens of everything said and done in a memory: what has to be read once to tell all its tasks."""
    with Store.open(memory, readonly=True) as store:
        said = sum(count_tokens(text) for text in texts_said(store))
        return said + sum(count_tokens(say(deed)) for deed in deeds_done(store))


def ask(
    history: QuestionedHistory, memory: Path, recalling: Recalling = Recall, judging: Judging = judge
) -> list[ScoredQuestion]:
    """Ask all questions about one history of its memory file."""
    with Store.open(memory, readonly=True) as store:
        recaller = recalling(store, history.now)
        return [_asked(query, recaller, store, f"{history.index}/{query.type}", judging) for query in history.questions]


def _asked(query: Query, recaller: Recaller, store: Store, key: str, judging: Judging) -> ScoredQuestion:
    begun = time.perf_counter()
    answer = recaller.answer(query.text)
    seconds = time.perf_counter() - begun
    given = published(query.type, answer)
    return ScoredQuestion(
        query,
        given,
        score(query, given),
        judging(query, given),
        key,
        None,
        answer.status,
        answer.tokens_read,
        seconds,
        tuple(_path(store, node) for node in answer.evidence[:_SHOWN_EVIDENCE]),
    )


def _path(store: Store, node: int) -> str:
    """From the root down to a node: each one's level, id and first line."""
    steps = []
    at: int | None = node
    while at is not None:
        found = store.node(at)
        steps.append(f"L{found.level} [{found.id}] {found.start:%b %d %H:%M} {found.summary[:80]}")
        at = found.parent
    return " › ".join(reversed(steps))


def score_published(run: PublishedRun, judging: Judging = judge) -> tuple[ScoredQuestion, ...]:
    """A published system's answers, scored by the same code as ours."""
    return tuple(
        ScoredQuestion(
            sample.query,
            sample.given,
            score(sample.query, sample.given),
            judging(sample.query, sample.given),
            sample.key,
            sample.labels.get("published"),
        )
        for sample in run.samples
    )
