"""Answering questions about the past from the memory, without a language model.

A question is read (``agent.recall_question``), looked up over a view of the store and answered as a typed value with
the nodes it rests on. Nothing here knows what any task requires: the answers come from what was seen, said and done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from agent import recall_account, recall_deeds, recall_things
from agent.recall_answer import Answer, Asked
from agent.recall_question import QuestionReader
from envs.errors import BadInput
from memory.store import Store
from memory.view import View

__all__ = ["Answer", "Recall"]

_TELLERS: dict[str, Callable[[Asked], Answer]] = {
    "account": recall_account.account,
    "amount": recall_things.amount,
    "beside": recall_deeds.beside,
    "ever": recall_deeds.ever,
    "contents": recall_things.contents,
    "failed": recall_deeds.failed,
    "holding": recall_things.holding,
    "often": recall_deeds.often,
    "placed": recall_things.placed,
    "put_where": recall_things.put_where,
    "said": recall_account.said,
    "state": recall_things.state,
    "taken_where": recall_things.taken_where,
    "tasks": recall_deeds.tasks,
    "when": recall_deeds.when,
    "where": recall_things.where,
    "which": recall_deeds.which,
    "why": recall_deeds.why,
}

_HELP = (
    "I do not understand that question. I can say what I did (today, yesterday, at 8:05, before or after something), "
    "when, how often or whether I did or saw something, where things are and where I put them, how many I saw, "
    "what was said, why something failed, and what I am holding."
)


class Recall:
    """Answers questions from one memory.

    Args:
        store: The memory, open for reading or writing.
        now: When the questions are asked, naive local time; the time of the newest experience when None.

    Raises:
        BadInput: ``now`` has a time zone.
    """

    def __init__(self, store: Store, now: datetime | None = None) -> None:
        if now is not None and now.tzinfo is not None:
            raise BadInput(f"now {now.isoformat()} has a time zone; give the home's local time without one")
        self._store = store
        self._now = now

    def answer(self, question: str) -> Answer:
        """The answer to one question in English, read from one snapshot of the memory.

        A question that is not understood is answered with status *unsure*, saying what is.
        """
        with self._store.snapshot():
            view = View(self._store)
            now = self._now or view.last_time() or datetime(1970, 1, 1)
            read = QuestionReader(view, now).read(question)
            if read is None:
                return Answer(_HELP, None, "unknown", (), "unsure")
            answer = _TELLERS[read.kind](Asked(read, view, now))
            return replace(answer, tokens_read=view.tokens_read)
