"""Answering questions about the past with a language model at a Python console over the memory.

It promises what ``agent.recall.asking.Recall`` promises: the same ``Answer``, from one snapshot. When the model fails,
the built-in recall answers and ``ConsoleAnswer.failed`` says why; it never answers with nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from agent.language.errors import TooLong
from agent.language.model import ChatModel
from agent.language.roles.asking import Fallback, FallbackSink
from agent.recall.algebra.findings import Findings
from agent.recall.algebra.query import MemoryQuery
from agent.recall.answer import Answer
from agent.recall.asking import Recall
from agent.recall.console.pictures import Pictures
from agent.recall.console.prompt import ANSWER, ConsoleRound, QuestionPrompt
from agent.recall.console.session import ConsoleLimits, ConsoleSession
from agent.recall.console.tools import GivenAnswer, Tools, checked
from agent.recall.exchange import AnsweredQuestion
from agent.recall.reading.by_model import QueryReader
from agent.recall.reading.reader import Refusal
from agent.recall.reading_answers import ReadingAnswerer, built_in
from envs.errors import BadInput, HomebodyError
from memory.reading.queries import count_tokens
from memory.reading.tree_view import TreeView
from memory.reading.view import View
from memory.store.database import Store

MODES = ("deep", "goals", "flat", "query")
"""The papers' three: the whole tree, a list of all goals (L3), everything in one prompt (1-pass). And ``query``: one
call turns the question into a query that the executor answers; what no query can say is found at the console."""

LONGEST_QUESTION = 5_000
"""Most characters of a question."""


@dataclass(frozen=True)
class ConsoleAnswer:
    """How a question was answered.

    Attributes:
        answer: The answer.
        steps: What the model typed, what came back, and what it was told.
        failed: Why the model's work could not be used, "" when it could; the built-in recall answered then.
        query: What it was read as, where it was read into a query; the next question may lean on that.
        findings: What the memory said to the query.
    """

    answer: Answer
    steps: tuple[ConsoleRound, ...] = ()
    failed: str = ""
    query: MemoryQuery | None = None
    findings: Findings | None = None

    def exchanged(self, question: str, before: AnsweredQuestion | None) -> AnsweredQuestion:
        """The question with this answer, for the next one to lean on."""
        earlier = replace(before, earlier=None) if before else None
        return AnsweredQuestion(question, self.answer, earlier, self.query, self.findings)


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
        told: FallbackSink | None = None,
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

    def exchange(self, question: str, before: AnsweredQuestion | None = None) -> AnsweredQuestion:
        """One question, which may lean on the one before it; the model is shown that one with its answer."""
        return self.session(question, before).exchanged(question, before)

    def session(self, question: str, before: AnsweredQuestion | None = None) -> ConsoleAnswer:
        """The answer with how it came about.

        Args:
            question: What is asked.
            before: The exchange that it may lean on.

        Raises:
            BadInput: The question is empty or longer than ``LONGEST_QUESTION``.
            HomebodyError: The model failed and there is no fallback.
        """
        if not question.strip() or len(question) > LONGEST_QUESTION:
            raise BadInput(f"the question has {len(question)} characters; ask with 1 to {LONGEST_QUESTION}")
        with self._store.snapshot():
            if self._mode == "query" and (answered := self._by_query(question, before)) is not None:
                return answered
            return self._flat(question, before) if self._mode == "flat" else self._console(question, before)

    def _by_query(self, question: str, before: AnsweredQuestion | None) -> ConsoleAnswer | None:
        """The answer to the query that the model makes of a question; None where no query can say it."""
        view = View(self._store)
        now = self._now or view.last_time() or datetime(1970, 1, 1)
        reader = QueryReader(self._model, sorted(view.types), now, built_in(view, now), self._told)
        found = ReadingAnswerer(view, now, reader).answer(question, before.exchange() if before else None)
        if isinstance(found, Refusal):
            told = Answer(found.text, None, "unknown", (), "unsure", view.tokens_read)
            return ConsoleAnswer(told) if found.final else None
        if found.answer.status == "unsure":
            return None
        return ConsoleAnswer(found.answer, query=found.query, findings=found.findings)

    def _asking(self, question: str, before: AnsweredQuestion | None, view: View) -> QuestionPrompt:
        now = self._now or view.last_time() or datetime(1970, 1, 1)
        earlier = (before.question, before.answer.text) if before else None
        return QuestionPrompt(question, now, self._shots, earlier)

    def _console(self, question: str, before: AnsweredQuestion | None) -> ConsoleAnswer:
        view = View(self._store)
        tree = TreeView(self._store, "deep" if self._mode == "query" else self._mode)
        asking = self._asking(question, before, view)
        work = ConsoleSession(self._model, tree, Tools(tree, view, asking.now, self._pictures), asking, self._limits)
        try:
            given = work.run()
        except HomebodyError as error:
            return self._failed(question, before, error, tuple(work.steps), work.tokens)
        return ConsoleAnswer(_answer(given, work.tokens), tuple(work.steps))

    def _flat(self, question: str, before: AnsweredQuestion | None) -> ConsoleAnswer:
        view, tree = View(self._store), TreeView(self._store)
        messages = self._asking(question, before, view).one_pass(tree.flat())
        size = sum(count_tokens(one.text) for one in messages)
        try:
            if size > self._limits.context:
                raise TooLong(f"the history has {size} tokens, and one prompt may have {self._limits.context}")
            done = self._model.complete(messages, ANSWER)
        except HomebodyError as error:
            return self._failed(question, before, error, (), 0)
        nodes = [node for node in done.parsed["evidence"] if node in tree.seen]
        given = checked(done.parsed["answer"], done.parsed["status"], nodes)
        return ConsoleAnswer(_answer(given, done.usage.prompt or size))

    def _failed(
        self,
        question: str,
        before: AnsweredQuestion | None,
        error: HomebodyError,
        steps: tuple[ConsoleRound, ...],
        tokens: int,
    ) -> ConsoleAnswer:
        if not self._fallback:
            raise error
        if self._told:
            self._told(Fallback("recall", type(error).__name__, str(error)))
        found = self._builtin.exchange(question, before)
        answer = replace(found.answer, tokens_read=found.answer.tokens_read + tokens)
        return ConsoleAnswer(answer, steps, f"{type(error).__name__}: {error}", found.query, found.findings)


def _answer(given: GivenAnswer, tokens: int) -> Answer:
    value = given.text if given.value is None else given.value
    return Answer(given.text, value, "console", given.evidence, given.status, tokens)
