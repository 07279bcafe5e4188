"""Questions with their answers, one leaning on the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from agent.recall.algebra.findings import Findings
from agent.recall.algebra.query import MemoryQuery
from agent.recall.answer import Answer
from agent.recall.reading.reader import EarlierExchange


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question that was asked, as it was understood, its answer, and the exchange before it.

    ``query`` and ``findings`` are None where the question was not read into a query; where ``unread``, they are what
    was spoken of then, and the question itself was not understood.
    """

    question: str
    answer: Answer
    earlier: AnsweredQuestion | None = None
    query: MemoryQuery | None = None
    findings: Findings | None = None
    unread: bool = False

    def exchange(self) -> EarlierExchange | None:
        """The same as a reader of questions sees it; None where no query was made of it."""
        if self.query is None:
            return None
        earlier = self.earlier.exchange() if self.earlier else None
        return EarlierExchange(self.query, self.findings, earlier, self.unread)


class Exchanges(Protocol):
    """Anything that answers questions which may lean on each other; ``agent.recall.asking.Recall`` is one."""

    def exchange(self, question: str, before: AnsweredQuestion | None = None) -> AnsweredQuestion:
        """A question as it was understood, and its answer."""
        ...
