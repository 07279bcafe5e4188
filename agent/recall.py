"""Answering questions about the past from the memory, without a language model.

A question is read (``agent.recall_question``), looked up over a view of the store and answered as a typed value with
the nodes it rests on. Nothing here knows what any task requires: the answers come from what was seen, said and done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from agent import recall_account, recall_deeds, recall_in_task, recall_summaries, recall_tasks, recall_things
from agent.recall_answer import Answer, Asked
from agent.recall_follow import Exchange, FollowUps
from agent.recall_order import OrderReader
from agent.recall_question import QuestionReader
from agent.recall_time import stated_now
from envs.errors import BadInput
from memory.store import Store
from memory.view import View

__all__ = ["Answer", "Exchange", "Recall"]

_TELLERS: dict[str, Callable[[Asked], Answer]] = {
    "account": recall_account.account,
    "amount": recall_things.amount,
    "beside": recall_deeds.beside,
    "ever": recall_deeds.ever,
    "contents": recall_things.contents,
    "days_ago": recall_tasks.days_ago,
    "duration": recall_tasks.duration,
    "failed": recall_deeds.failed,
    "holding": recall_things.holding,
    "often": recall_deeds.often,
    "placed": recall_things.placed,
    "put_where": recall_things.put_where,
    "said": recall_account.said,
    "state": recall_things.state,
    "steps": recall_in_task.describe,
    "taken_where": recall_things.taken_where,
    "task_beside": recall_tasks.task_beside,
    "task_count": recall_tasks.task_count,
    "tasks": recall_deeds.tasks,
    "tasks_with": recall_tasks.tasks_with,
    "when": recall_deeds.when,
    "where": recall_things.where,
    "which": recall_deeds.which,
    "who": recall_in_task.who,
    "why": recall_deeds.why,
}

_BY_TASK: dict[str, Callable[[Asked], Answer | None]] = {
    "account": recall_tasks.account,
    "beside": recall_tasks.beside,
    "ever": recall_in_task.ever,
    "often": recall_tasks.often,
    "tasks": recall_tasks.tasks,
    "when": recall_tasks.when,
    "why": recall_in_task.why,
}
"""Kinds that may be about a task; where they are not, those of ``_TELLERS`` answer."""

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

    def answer(self, question: str, before: Exchange | None = None) -> Answer:
        """The answer to one question in English, read from one snapshot of the memory.

        A question that is not understood is answered with status *unsure*, saying what is.

        Args:
            question: What is asked.
            before: The exchange that it may lean on: "and the day before?".
        """
        return self.exchange(question, before).answer

    def exchange(self, question: str, before: Exchange | None = None) -> Exchange:
        """As ``answer``, with the question as it was understood: what the next one may lean on."""
        with self._store.snapshot():
            view = View(self._store)
            now = self._now or view.last_time() or datetime(1970, 1, 1)
            text, now = stated_now(question, now)
            if before is not None:
                text = FollowUps(view, now).complete(text, before)
            return Exchange(text, _answer(text, view, now))


def _answer(question: str, view: View, now: datetime) -> Answer:
    reader = QuestionReader(view, now)
    order = OrderReader(view, now, reader)
    first = order.which_first(question)
    if first is not None:
        return replace(first, tokens_read=view.tokens_read)
    read = order.limited(question) or reader.read(question)
    if read is None:
        return Answer(_HELP, None, "unknown", (), "unsure")
    asked = Asked(read, view, now)
    answer = _BY_TASK[read.kind](asked) if read.kind in _BY_TASK else None
    answer = recall_summaries.remembered(asked, answer or _TELLERS[read.kind](asked))
    return replace(answer, tokens_read=view.tokens_read)
