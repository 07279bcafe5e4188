"""What is known of tasks beside what was asked: whether one is known by its words, and what became of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from agent.recall.algebra.findings import Findings
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.answered_query import AnsweredQuery
from agent.recall.executing.dispatch import FINDERS, execute
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.finding import candidates
from agent.recall.lookup.gathering import gathering
from agent.recall.lookup.task_matching import content, same
from agent.recall.reading.reader import Refusal
from agent.recall.reading.turns.anchor import is_put
from agent.recall.understanding.plain_words import plain
from agent.recall.voice.speaking import spoken
from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.stems import stem
from memory.reading.view import View

_OF_WHAT_WAS_DONE = frozenset({"exists", "outcome", "when", "ago", "duration"})
"""Asks of a task that was done; of one that was not they are answered with what became of it."""


def knows_task(view: View, now: datetime, words: str) -> bool:
    """Whether a task is known that was called so, or asked for in these words."""
    selection = Selection("tasks", task=words)
    found = candidates(PosedQuery(MemoryQuery("list", selection), view, now, FINDERS), selection)
    meant = same([one.run for one in found], words)
    if meant.errands and (meant.sure or gathering(words) is not None):  # so nothing but a task is called
        return True
    wanted = content(words)
    return any(one.asked is not None and content(one.asked.request) == wanted for one in found)


class TaskAnswerer:
    """Answers with what became of tasks.

    Args:
        view: The memory.
        now: When the questions are asked.
        lexicon: What things are called.
    """

    def __init__(self, view: View, now: datetime, lexicon: Lexicon) -> None:
        self._view = view
        self._now = now
        self._lexicon = lexicon

    def tried(self, found: AnsweredQuery | Refusal, sentence: str) -> AnsweredQuery | None:
        """What became of what was to be done with a thing that a turn names, where just what was asked never was.

        Of "did you find the book? – and the pen?" the pen may have been looked for to bring it elsewhere; "what about
        the pen?" after "when did I ask for it?" asks for more than when.
        """
        named = self._lexicon.find(plain(sentence).split())
        asked = found.query if isinstance(found, AnsweredQuery) else None
        if asked is None or asked.of.subject != "tasks" or named is None:
            return None
        is_never = isinstance(found, AnsweredQuery) and found.answer.status == "never happened"
        never = is_never and asked.ask in _OF_WHAT_WAS_DONE
        if not never and not (asked.measure == "asked" and "about" in plain(sentence).split()):
            return None
        query = MemoryQuery("outcome", Selection("tasks", thing=ThingFilter(named.types)), text=plain(sentence))
        told = execute(query, self._view, self._now)
        done = any(item.status == "done" for item in told.items)
        if not told.items or (done and not (never and is_put(asked.of.task))):
            return None  # that it was not washed either is told; of where it was put, what became of it
        answer = spoken(told, self._now, self._view.tokens_read)
        return AnsweredQuery(replace(answer, text=answer.text.removeprefix("Yes. ")) if done else answer, query, told)

    def of_task_alone(self, found: Findings) -> AnsweredQuery | None:
        """What is known of something never seen that a task was about, coffee or soup: no thing, yet come across."""
        unknown = next((one.words for one in found.caveats if one.kind == "unknown" and one.words), "")
        if not unknown or found.items or not self._view.asked.mentioning((stem(unknown.split()[-1]),)):
            return None
        query = MemoryQuery("list", Selection("tasks", task=unknown), text=found.query.text)
        tasks = execute(query, self._view, self._now)
        if not tasks.items:
            return None
        told = spoken(tasks, self._now, self._view.tokens_read)
        text = f'I know of "{unknown}" only by what I was to do with it: {told.text}'
        return AnsweredQuery(replace(told, text=text, status="unsure"), query, tasks)
