"""Asking free questions of a memory: every turn answered, scored and timed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from agent.recall.answer import Answer
from agent.recall.answered_query import GUESS
from agent.recall.asking import AnsweredQuestion, Recall
from agent.recall.exchange import Exchanges
from envs.errors import HomebodyError
from eval.questions.from_truth import questions
from eval.questions.home_life import HomeLifePlan, lead
from eval.questions.referee import LivedTruth
from eval.questions.rounds import FreeQuestion, QuestionRound, WrittenLife
from eval.questions.verdicts import WRONG, Verdict, verdict
from eval.questions.written_life import live_written
from memory.store.database import Store

Answering = Callable[[Store, datetime], Exchanges]
"""Makes what answers, from a memory and the time at which it is asked."""


@dataclass(frozen=True)
class AnsweredTurn:
    """One thing that was asked, and how good the answer is.

    Attributes:
        question: Name of the question.
        life: Name of the life.
        kind: Of the question.
        turn: Which turn of it, from 1.
        ask: What was asked.
        expected: The status of a right answer, one of ``eval.questions.rounds.STATUSES``.
        text: What was answered.
        status: The answer's status; *error* where it raised one.
        verdict: How good it is.
        seconds: How long it took.
    """

    question: str
    life: str
    kind: str
    turn: int
    ask: str
    expected: str
    text: str
    status: str
    verdict: Verdict
    seconds: float

    @property
    def guessed(self) -> bool:
        """Whether the answer is told as a guess at what was asked."""
        return self.text.endswith(GUESS)


@dataclass(frozen=True)
class LifeAskedAbout:
    """A life when it is over.

    Attributes:
        asked_at: When it is asked about.
        questions: What is asked.
        truth: What a generated one was like; None for a written one.
    """

    asked_at: datetime
    questions: tuple[FreeQuestion, ...]
    truth: LivedTruth | None = None


@dataclass(frozen=True)
class AnsweredLife:
    """A life and what came of asking about it.

    Attributes:
        name: Its name.
        turns: What was asked.
        truth: See ``LifeAskedAbout``.
    """

    name: str
    turns: tuple[AnsweredTurn, ...]
    truth: LivedTruth | None


@dataclass(frozen=True)
class QuestionedLife:
    """A life that can be led and asked about.

    Attributes:
        name: Its name.
        live: Leads it in a new memory file.
    """

    name: str
    live: Callable[[Path], LifeAskedAbout]


def written_lives(asked: QuestionRound, forget: bool = True) -> list[QuestionedLife]:
    """The lives of a round, each with its questions."""

    def live(life: WrittenLife, memory: Path) -> LifeAskedAbout:
        with Store.open(memory) as store:
            live_written(life, store, forget)
        return LifeAskedAbout(life.asked_at, tuple(one for one in asked.questions if one.life == life.name))

    return [QuestionedLife(life.name, partial(live, life)) for life in asked.lives]


def home_lives(plans: Iterable[HomeLifePlan], split: str, forget: bool = True) -> list[QuestionedLife]:
    """Lives that the robot leads, with questions of a split of the wordings."""

    def live(plan: HomeLifePlan, memory: Path) -> LifeAskedAbout:
        truth = lead(plan, memory, forget)
        return LifeAskedAbout(truth.asked_at, questions(truth, plan.name, split, plan.seed), truth)

    return [QuestionedLife(plan.name, partial(live, plan)) for plan in plans]


def answers(lives: Iterable[QuestionedLife], answering: Answering = Recall) -> Iterator[AnsweredLife]:
    """Lead each life in a memory of its own and ask about it, one at a time."""
    for life in lives:
        with TemporaryDirectory(prefix="homebody-questions-") as folder:
            path = Path(folder) / "life.sqlite"
            over = life.live(path)
            with Store.open(path, readonly=True) as store:
                turns = ask(over.questions, answering(store, over.asked_at), over.asked_at)
            yield AnsweredLife(life.name, tuple(turns), over.truth)


def ask(questions: Sequence[FreeQuestion], recall: Exchanges, asked_at: datetime) -> list[AnsweredTurn]:
    """Ask questions; turns of one question lean on each other, questions do not."""
    found: list[AnsweredTurn] = []
    for one in questions:
        before: AnsweredQuestion | None = None
        for number, turn in enumerate(one.turns, 1):
            began = time.perf_counter()
            answer, before = _exchange(recall, turn.ask, before)
            seconds = time.perf_counter() - began
            score = verdict(answer, turn.expected, asked_at, turn.ask) if answer.status != "error" else Verdict(WRONG)
            told = (turn.ask, turn.expected.status, answer.text, answer.status, score, seconds)
            found.append(AnsweredTurn(one.name, one.life, one.kind, number, *told))
    return found


def _exchange(recall: Exchanges, text: str, before: AnsweredQuestion | None) -> tuple[Answer, AnsweredQuestion | None]:
    """An answer; one that raises an error is none, and what was asked before still holds."""
    try:
        said = recall.exchange(text, before)
    except HomebodyError as error:
        return Answer(str(error), None, "error", (), "error"), before
    return said.answer, said
