"""Answering questions about the past from the memory, without a language model.

A question is read into a query (``agent.recall.reading``), which is looked up over a view of the store and answered as
a typed value with the nodes it rests on. Nothing here knows what any task requires: the answers come from what was
seen, said and done.
"""

from __future__ import annotations

from datetime import datetime

from agent.recall.algebra.query import MemoryQuery
from agent.recall.answer import Answer
from agent.recall.conversation import Conversation
from agent.recall.exchange import AnsweredQuestion
from agent.recall.executing.dispatch import execute
from agent.recall.voice.speaking import spoken
from agent.sentences.small_model import shipped
from envs.errors import BadInput
from memory.experience import UNNAMED
from memory.reading.view import View
from memory.store.database import Store

__all__ = ["Answer", "AnsweredQuestion", "Recall"]


class Recall:
    """Answers questions from one memory.

    Args:
        store: The memory, open for reading or writing.
        now: When the questions are asked, naive local time; the time of the newest experience when None.
        asker: Who asks, by name; "" when that is not known.

    Raises:
        BadInput: ``now`` has a time zone.
    """

    def __init__(self, store: Store, now: datetime | None = None, asker: str = "") -> None:
        if now is not None and now.tzinfo is not None:
            raise BadInput(f"now {now.isoformat()} has a time zone; give the home's local time without one")
        self._store = store
        self._now = now
        self._asker = "" if asker.lower() in UNNAMED else asker

    def answer(self, question: str, before: AnsweredQuestion | None = None) -> Answer:
        """The answer to one question in English, read from one snapshot of the memory.

        A question that is not understood is answered with status *unsure*, saying what is.

        Args:
            question: What is asked.
            before: The exchange that it may lean on: "and the day before?".
        """
        return self.exchange(question, before).answer

    def exchange(self, question: str, before: AnsweredQuestion | None = None) -> AnsweredQuestion:
        """As ``answer``, with the question as it was understood: what the next one may lean on."""
        with self._store.snapshot():
            view = View(self._store, self._asker)
            now = self._now or view.last_time() or datetime(1970, 1, 1)
            return Conversation(view, now, shipped()).exchange(question, before)

    def look_up(self, query: MemoryQuery) -> Answer:
        """The answer to a question that was read already.

        Args:
            query: What is asked.
        """
        with self._store.snapshot():
            view = View(self._store, self._asker)
            now = self._now or view.last_time() or datetime(1970, 1, 1)
            findings = execute(query, view, now)
            return spoken(findings, now, view.tokens_read)
