"""Answering questions about the past with a language model at a Python console over the memory.

It promises what ``agent.recall.asking.Recall`` promises: the same ``Answer``, from one snapshot. When the model fails,
the built-in recall answers and ``Session.failed`` says why; it never answers with nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from agent.language.errors import TooLong
from agent.language.model import ChatModel
from agent.language.roles.asking import Fallback, Told
from agent.recall.answer import Answer
from agent.recall.asking import Recall
from agent.recall.console.pictures import Pictures
from agent.recall.console.prompt import ANSWER, Asking, Step
from agent.recall.console.session import ConsoleLimits, ConsoleSession
from agent.recall.console.tools import Given, Tools, checked
from envs.errors import BadInput, HomebodyError
from memory.reading.queries import count_tokens
from memory.reading.tree_view import TreeView
from memory.reading.view import View
from memory.store.database import Store

MODES = ("deep", "goals", "flat")
"""The papers' three: the whole tree, a list of all goals (L3), everything in one prompt (1-pass)."""

LONGEST_QUESTION = 5_000
"""Most characters of a question."""


class Answerer(Protocol):
    """Anything that answers questions about the past."""

    def answer(self, question: str) -> Answer:
        """The answer to one question."""
        ...


@dataclass(frozen=True)
class Session:
    """How a question was answered.

    Attributes:
        answer: The answer.
        steps: What the model typed, what came back, and what it was told.
        failed: Why the model's work could not be used, "" when it could; the built-in recall answered then.
    """

    answer: Answer
    steps: tuple[Step, ...] = ()
    failed: str = ""


class ConsoleRecall:
    """Answers questions from one memory with a language model.

    Args:
        store: The memory, open for reading or writing.
        model: The language model.
        now: When the questions are asked, naive local time; the time of the newest experience when None.
        mode: One of ``MODES``.
        limits: How long it may work on a question.
        shots: How many worked examples it is shown.
        vision: The model that looks at pictures; None leaves it to what the detector saw.
        fallback: Whether the built-in recall answers when the model fails; otherwise its error comes through.
        told: Gets the record of each time it does.

    Raises:
        BadInput: There is no such mode, or ``now`` has a time zone.
    """

    def __init__(
        self,
        store: Store,
        model: ChatModel,
        now: datetime | None = None,
        mode: str = "deep",
        limits: ConsoleLimits | None = None,
        shots: int = 1,
        vision: ChatModel | None = None,
        fallback: bool = True,
        told: Told | None = None,
    ) -> None:
        if mode not in MODES:
            raise BadInput(f"there is no mode {mode!r} of recall; there are {', '.join(MODES)}")
        self._builtin = Recall(store, now)
        self._store, self._model, self._now, self._mode = store, model, now, mode
        self._pictures = Pictures(store, vision)
        self._limits, self._shots, self._fallback = limits or ConsoleLimits(), shots, fallback
        self._told = told

    def answer(self, question: str) -> Answer:
        """The answer to one question."""
        return self.session(question).answer

    def session(self, question: str) -> Session:
        """The answer with how it came about.

        Raises:
            BadInput: The question is empty or longer than ``LONGEST_QUESTION``.
            HomebodyError: The model failed and there is no fallback.
        """
        if not question.strip() or len(question) > LONGEST_QUESTION:
            raise BadInput(f"the question has {len(question)} characters; ask with 1 to {LONGEST_QUESTION}")
        with self._store.snapshot():
            return self._flat(question) if self._mode == "flat" else self._console(question)

    def _asking(self, question: str, view: View) -> Asking:
        return Asking(question, self._now or view.last_time() or datetime(1970, 1, 1), self._shots)

    def _console(self, question: str) -> Session:
        view = View(self._store)
        tree = TreeView(self._store, self._mode)
        asking = self._asking(question, view)
        work = ConsoleSession(self._model, tree, Tools(tree, view, asking.now, self._pictures), asking, self._limits)
        try:
            given = work.run()
        except HomebodyError as error:
            return self._failed(question, error, tuple(work.steps), work.tokens)
        return Session(_answer(given, work.tokens), tuple(work.steps))

    def _flat(self, question: str) -> Session:
        view, tree = View(self._store), TreeView(self._store)
        messages = self._asking(question, view).one_pass(tree.flat())
        size = sum(count_tokens(one.text) for one in messages)
        try:
            if size > self._limits.context:
                raise TooLong(f"the history has {size} tokens, and one prompt may have {self._limits.context}")
            done = self._model.complete(messages, ANSWER)
        except HomebodyError as error:
            return self._failed(question, error, (), 0)
        nodes = [node for node in done.parsed["evidence"] if node in tree.seen]
        given = checked(done.parsed["answer"], done.parsed["status"], nodes)
        return Session(_answer(given, done.usage.prompt or size))

    def _failed(self, question: str, error: HomebodyError, steps: tuple[Step, ...], tokens: int) -> Session:
        if not self._fallback:
            raise error
        if self._told:
            self._told(Fallback("recall", type(error).__name__, str(error)))
        answer = self._builtin.answer(question)
        return Session(
            replace(answer, tokens_read=answer.tokens_read + tokens), steps, f"{type(error).__name__}: {error}"
        )


def _answer(given: Given, tokens: int) -> Answer:
    value = given.text if given.value is None else given.value
    return Answer(given.text, value, "console", given.evidence, given.status, tokens)
