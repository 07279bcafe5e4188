"""One question after the other, as it was put: its language, its sentences, what it leans on; then its answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from importlib import import_module
from typing import Any

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.answer import Answer, RecallQuery
from agent.recall.answers.comparisons import Comparer
from agent.recall.answers.from_summaries import remembered
from agent.recall.answers.ordering import OrderReader
from agent.recall.follow_ups import AnsweredQuestion, FollowUps
from agent.recall.kinds import BY_NAME, KINDS
from agent.recall.lookup.task_runs import errands
from agent.recall.reading.reader import Refusal
from agent.recall.reading_answers import AnsweredQuery, ReadingAnswerer, built_in
from agent.recall.several_questions import alternatives, asking, clauses, combined
from agent.recall.understanding.dates import impossible
from agent.recall.understanding.foreign import language_of, refusal
from agent.recall.understanding.question import QuestionReader, plain
from agent.recall.understanding.rewording import reworded
from agent.recall.understanding.times import stated_now
from envs.vocabulary.english import joined
from envs.vocabulary.nouns import APPEARANCE
from memory.reading.view import View

_OFFERS = sorted((kind.offer for kind in KINDS if kind.offer), key=len, reverse=True)
_HELP = f"I do not understand that question. I can say {joined(_OFFERS)}."
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

    def exchange(self, question: str, before: AnsweredQuestion | None = None) -> AnsweredQuestion:
        """A question, which may be several, as it was understood, and its answer."""
        text, self._now = stated_now(question, self._now)
        language = language_of(text)
        if language is not None:
            return AnsweredQuestion(text, Answer(refusal(language), None, "unknown", (), "unsure"))
        self._reader = QuestionReader(self._view, self._now)
        self._by_query = ReadingAnswerer(self._view, self._now, built_in(self._view, self._now))
        sentences, preamble = asking(text)
        said = before
        if preamble and before is None:
            said = AnsweredQuestion(self._reader.spelled(preamble), _NOTHING_SAID, query=self._spoken_of(preamble))
        answers: list[Answer] = []
        for sentence in sentences:
            said = self._exchange(sentence, said)
            answers.append(said.answer)
        if said is None or len(answers) == 1:
            return said or AnsweredQuestion(text, Answer(_HELP, None, "unknown", (), "unsure"))
        return AnsweredQuestion(said.question, combined(answers))

    def _spoken_of(self, preamble: str) -> MemoryQuery | None:
        """A question for the thing that was named last before the first question: "I can't find my card"."""
        said = plain(preamble).split()
        named = None
        while (found := self._reader.lexicon.find(said, named.last if named else 0)) is not None:
            named = found
        if named is None:
            return None
        return MemoryQuery("where", Selection("sights", thing=ThingFilter(named.types)), text=preamble)

    def _exchange(self, sentence: str, before: AnsweredQuestion | None) -> AnsweredQuestion:
        missing = impossible(" ".join(plain(sentence).split()))
        if missing is not None:
            return AnsweredQuestion(sentence, Answer(f"There is no {missing}.", None, "unknown", (), "unsure"))
        found = self._by_query.answer(sentence[:_LONGEST], before.exchange() if before else None)
        if isinstance(found, Refusal):
            told = AnsweredQuestion(sentence, Answer(found.text, None, "unknown", (), "unsure"))
        elif _account(found):
            told = replace(self._worded(sentence, before), query=found.query)
        else:
            earlier = replace(before, earlier=None) if before else None
            told = AnsweredQuestion(self._reader.spelled(sentence), found.answer, earlier, found.query, found.findings)
        return replace(told, answer=_of_long(told.answer)) if len(sentence) > _LONGEST else told

    def _worded(self, sentence: str, before: AnsweredQuestion | None) -> AnsweredQuestion:
        """The answer by kinds of questions, for what no query says yet."""
        text = reworded(self._reader.spelled(sentence))
        if before is not None:
            text = reworded(FollowUps(self._view, self._now).complete(text, before))
        both = clauses(text)
        if both and not self._one_task(text):
            first = self._exchange(both[0], before)
            second = self._exchange(both[1], first)
            if "unknown" not in (first.answer.kind, second.answer.kind):
                return AnsweredQuestion(second.question, combined([first.answer, second.answer]))
        answer = self._answer(text)
        if len(sentence) > _LONGEST:
            answer = _of_long(answer)
        earlier = replace(before, earlier=None) if before else None
        return AnsweredQuestion(text, replace(answer, tokens_read=self._view.tokens_read), earlier)

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
        asked, kind = RecallQuery(read, self._view, self._now), BY_NAME[read.kind]
        answer = teller(kind.task_teller)(asked) if kind.task_teller else None
        return remembered(asked, answer or teller(kind.teller)(asked))


def teller(name: str) -> Callable[[RecallQuery], Any]:
    """The function that a kind of question names; one for tasks gives None where it is not about a task."""
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)


def _account(found: AnsweredQuery) -> bool:
    """Whether all that was done is to be told deed by deed, which ``answers/accounts`` words more briefly."""
    query, findings = found.query, found.findings
    if query is None or query.ask != "list" or findings is None:
        return False
    deeds = query.of.subject == "deeds" and query.detail
    unnamed = query.of.subject == "tasks" and bool(findings.items) and findings.items[0].what == "deed"
    return (deeds or unnamed) and query.of == Selection(query.of.subject, time=query.of.time)


def _of_long(answer: Answer) -> Answer:
    """An answer to the beginning of a question that was not read to its end."""
    if answer.status == "unsure":
        return replace(answer, text=f"{_TOO_LONG} {answer.text}")
    status = "partly" if answer.status == "known" else answer.status
    return replace(answer, text=f"{answer.text} (I read only the first {_LONGEST} characters.)", status=status)
