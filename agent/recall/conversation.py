"""One question after the other, as it was put: its language, its sentences, what it leans on; then its answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from agent.recall.answer import Answer, Asked
from agent.recall.answers import accounts, deeds, from_summaries, task_steps, tasks, things
from agent.recall.answers.comparisons import Comparer
from agent.recall.answers.ordering import OrderReader
from agent.recall.answers.tools_used import tool
from agent.recall.follow_ups import Exchange, FollowUps
from agent.recall.lookup.task_runs import errands
from agent.recall.several_questions import alternatives, asking, clauses, combined
from agent.recall.understanding.dates import impossible
from agent.recall.understanding.foreign import language_of, refusal
from agent.recall.understanding.question import QuestionReader
from agent.recall.understanding.rewording import reworded
from agent.recall.understanding.times import stated_now
from envs.vocabulary.nouns import APPEARANCE
from memory.reading.view import View

_TELLERS: dict[str, Callable[[Asked], Answer]] = {
    "account": accounts.account,
    "amount": things.amount,
    "beside": deeds.beside,
    "ever": deeds.ever,
    "contents": things.contents,
    "days_ago": tasks.days_ago,
    "duration": tasks.duration,
    "failed": deeds.failed,
    "holding": things.holding,
    "often": deeds.often,
    "placed": things.placed,
    "put_where": things.put_where,
    "said": accounts.said,
    "state": things.state,
    "steps": task_steps.describe,
    "taken_where": things.taken_where,
    "task_beside": tasks.task_beside,
    "task_count": tasks.task_count,
    "tasks": deeds.tasks,
    "tasks_with": tasks.tasks_with,
    "tool": tool,
    "when": deeds.when,
    "where": things.where,
    "which": deeds.which,
    "who": task_steps.who,
    "why": deeds.why,
}

_BY_TASK: dict[str, Callable[[Asked], Answer | None]] = {
    "account": tasks.account,
    "beside": tasks.beside,
    "ever": task_steps.ever,
    "often": tasks.often,
    "tasks": tasks.tasks,
    "when": tasks.when,
    "why": task_steps.why,
}
"""Kinds that may be about a task; where they are not, those of ``_TELLERS`` answer."""

_HELP = (
    "I do not understand that question. I can say what I did (today, yesterday, at 8:05, before or after something), "
    "when, how often or whether I did or saw something, where things are and where I put them, how many I saw, "
    "what was said, why something failed, and what I am holding."
)
_LOOKS = (
    "I do not remember colours, sizes, materials or weights: of a thing I know what it is, where it was and whether it "
    "was open, dirty, filled, hot or switched on."
)
_FUTURE = "I only know what was, not what will be."
_TOO_LONG = "That question is too long for me; I understand short ones best."
_LONGEST = 500
_ASKS_LOOKS = re.compile(
    r"(?:of )?(?:what|which) (?:colou?rs?|sizes?|shapes?|materials?|brands?)\b|how (?:big|large|small|heavy|tall|"
    r"wide|old)\b|"
    r"what (?:is|was|are|were) (?:the|my) .+ made of\b|what (?:is|was) the (?:colou?r|size|shape|weight|material) of\b|"
    r"what (?:did|does|do) .+ look like\b|"
    rf"(?:is|was|are|were) (?:the|my|that|your) .+ (?:{'|'.join(sorted(APPEARANCE))})(?: than .+)?$"
)
_ASKS_FUTURE = re.compile(
    r".*\btomorrow\b|.*\bnext (?:week|month|year|time|weekend|\w+day)\b|(?:\w+ )?(?:will|shall) (?:you|i|we|it|the|"
    r"there)\b|"
    r".*\b(?:are|is) (?:you|it|there) going to\b"
)
_NOTHING_SAID = Answer("", None, "unknown", (), "unsure")


class Conversation:
    """Answers questions over one snapshot of the memory.

    Args:
        view: The memory.
        now: When the questions are asked.
    """

    def __init__(self, view: View, now: datetime) -> None:
        self._view = view
        self._now = now

    def exchange(self, question: str, before: Exchange | None = None) -> Exchange:
        """A question, which may be several, as it was understood, and its answer."""
        text, self._now = stated_now(question, self._now)
        language = language_of(text)
        if language is not None:
            return Exchange(text, Answer(refusal(language), None, "unknown", (), "unsure"))
        self._reader = QuestionReader(self._view, self._now)
        sentences, preamble = asking(text)
        said = before
        if preamble and before is None:
            said = Exchange(self._reader.spelled(preamble), _NOTHING_SAID)
        answers: list[Answer] = []
        for sentence in sentences:
            said = self._exchange(sentence, said)
            answers.append(said.answer)
        if said is None or len(answers) == 1:
            return said or Exchange(text, Answer(_HELP, None, "unknown", (), "unsure"))
        return Exchange(said.question, combined(answers))

    def _exchange(self, sentence: str, before: Exchange | None) -> Exchange:
        text = reworded(self._reader.spelled(sentence))
        if before is not None:
            text = reworded(FollowUps(self._view, self._now).complete(text, before))
        both = clauses(text)
        if both and not self._one_task(text):
            first = self._exchange(both[0], before)
            second = self._exchange(both[1], first)
            if "unknown" not in (first.answer.kind, second.answer.kind):
                return Exchange(second.question, combined([first.answer, second.answer]))
        answer = self._answer(text)
        if len(sentence) > _LONGEST:
            answer = _of_long(answer)
        earlier = replace(before, earlier=None) if before else None
        return Exchange(text, replace(answer, tokens_read=self._view.tokens_read), earlier)

    def _one_task(self, text: str) -> bool:
        return any(" and " in name and name in text for name in self._tasks())

    def _tasks(self) -> list[str]:
        if self._view.episodes.many():
            return []
        return [one.name for one in errands(self._view) if one.name]

    def _answer(self, text: str) -> Answer:
        refused = self._refused(text)
        if refused is not None:
            return Answer(refused, None, "unknown", (), "unsure")
        order = OrderReader(self._view, self._now, self._reader)
        compared = order.which_first(text) or Comparer(self._view, self._reader, order).answer(text)
        if compared is not None:
            return compared
        several = alternatives(text, self._reader.lexicon, self._tasks)
        if several:
            answers = [self._single(one, order) for one in several[0]]
            if all(answer.status != "unsure" for answer in answers):
                return combined(answers, several[1])
        return self._single(text, order)

    def _refused(self, text: str) -> str | None:
        """Why nothing can be known of what is asked; None where something may be."""
        missing = impossible(text)
        if missing is not None:
            return f"There is no {missing}."
        if _ASKS_FUTURE.match(text):
            return _FUTURE
        return _LOOKS if _ASKS_LOOKS.match(text) else None

    def _single(self, text: str, order: OrderReader) -> Answer:
        read = order.limited(text) or self._reader.read(text)
        if read is None:
            return Answer(_HELP, None, "unknown", (), "unsure")
        asked = Asked(read, self._view, self._now)
        answer = _BY_TASK[read.kind](asked) if read.kind in _BY_TASK else None
        return from_summaries.remembered(asked, answer or _TELLERS[read.kind](asked))


def _of_long(answer: Answer) -> Answer:
    """An answer to the beginning of a question that was not read to its end."""
    if answer.status == "unsure":
        return replace(answer, text=f"{_TOO_LONG} {answer.text}")
    status = "partly" if answer.status == "known" else answer.status
    return replace(answer, text=f"{answer.text} (I read only the first {_LONGEST} characters.)", status=status)
