"""Questions that limit their time by something done: "before making coffee", "between the salad and the toast"."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta

from agent.recall.answer import Answer, RecallQuery
from agent.recall.answers.tasks import candidates, told
from agent.recall.kinds import names
from agent.recall.lookup.occurrences import find
from agent.recall.lookup.task_matching import Meant, like, same
from agent.recall.understanding.question import Question, QuestionReader
from envs.vocabulary.inflection import singular
from envs.vocabulary.nouns import full_lexicon
from memory.reading.traces import EVERYTHING, Scope
from memory.reading.view import View

_TICK = timedelta(microseconds=1)

TimeSpan = tuple[datetime, datetime]

_CLAUSE = re.compile(
    r"(?!how many days|how long)(?P<left>\w+ .+?)(?<! just)(?<! right)(?<! directly)(?<! immediately)(?<! the day) "
    r"(?P<side>before|after|since|until|while|during|when|for(?= (?:the|your|my|making)\b)) "
    r"(?P<right>(?!that\b|this\b|it$|then\b|yesterday\b|today\b|noon\b|midnight\b|\d).+)$"
)
_BETWEEN = re.compile(r"(?P<left>\w+ .+?) between (?P<first>\D.*?) and (?P<second>.+)$")
_FIRST = re.compile(
    r"(?:what|which)(?: task| one)? (?:did you do|was|came|happened|was done|did you make)(?: done)? "
    r"(?P<end>first|last|earlier|later)(?: |, ?)(?:of )?(?P<one>.+?) or (?P<other>.+)$"
)
_LIMITED = names(lambda kind: kind.limited)
_DURING = names(lambda kind: kind.during)
_SMALL = frozenset(
    {"for", "you", "me", "to", "the", "a", "an", "about", "that", "my", "your", "of", "do", "make", "be"}
)
_LISTS = names(lambda kind: kind.lists)


class OrderReader:
    """Reads what a question says about the order of things done.

    Args:
        view: The memory.
        now: When the question is asked.
        reader: Reads what is left of a question.
    """

    def __init__(self, view: View, now: datetime, reader: QuestionReader) -> None:
        self._view = view
        self._now = now
        self._reader = reader

    def limited(self, text: str) -> Question | None:
        """The question with its time limited, without the words that do so; None when nothing limits it."""
        spelled = self._reader.spelled(text)
        between = _BETWEEN.match(spelled)
        if between and not re.search(r"\d", between["first"]):
            first, second = self._end(between["first"]), self._end(between["second"])
            if first and second:
                start, end = sorted((first[-1], second[-1]))
                return self._within(
                    between["left"], Scope(start[1] + _TICK, end[0] - _TICK), "between them", _LISTS | _LIMITED
                )
        clause = _CLAUSE.match(spelled)
        return self._by_clause(clause["left"], clause["side"], clause["right"]) if clause else None

    def _by_clause(self, left: str, side: str, right: str) -> Question | None:
        kinds = _DURING if side in ("while", "during", "when", "for") else _LIMITED
        question = self._reader.read(left)
        if question is None or question.kind not in kinds:
            return None  # before any time is looked for, which may take long
        spans = self.spans(_with_thing(right, left), whole=side in ("while", "during", "for"))
        if not spans:
            return None
        early = side in ("before", "until")
        start, end = spans[0] if re.match(r"(did|have|has|had|was|were)\b", left) and not early else spans[-1]
        if side in ("while", "during", "when", "for"):
            return self._within(left, Scope(start, end), "then", _DURING)
        scope = Scope(end=start - _TICK) if early else Scope(start=end + _TICK)
        return self._within(left, scope, f"{side} that", _LIMITED)

    def _within(self, left: str, limit: Scope, words: str, kinds: frozenset[str]) -> Question | None:
        question = self._reader.read(left)
        if question is None or question.kind not in kinds:
            return None
        own = question.scope
        starts = [time for time in (own.start, limit.start) if time]
        ends = [time for time in (own.end, limit.end) if time]
        scope = Scope(max(starts, default=None), min(ends, default=None), own.episode)
        return replace(question, scope=scope, when=f"{question.when} {words}".strip(), clocked=False, instant=False)

    def _end(self, phrase: str) -> list[TimeSpan]:
        """One end of a stretch: something done, or a day or time that is named: "the salad", "yesterday", "now"."""
        if re.fullmatch(r"(?:right )?(?:now|the present)|this moment", phrase):
            return [(self._now, self._now)]
        when = self._reader.time(phrase)
        if when.scope.limited and not when.rest.strip():
            return [(when.scope.start or datetime.min, when.scope.end or self._now)]
        return self.spans(phrase)

    def spans(self, phrase: str, whole: bool = False) -> list[TimeSpan]:
        """When something named in a clause was done: "making coffee", "you opened the fridge", "the salad".

        Args:
            phrase: The clause.
            whole: Rather the whole of a task that is called so than the one deed: "watering the plant".
        """
        said = re.match(r"(i|you) (?:ask|asked|said|say|told|tell|mentioned|wanted|requested)\b(.*)", phrase)
        if said:
            return self._said(said[1] == "you", said[2])
        question = self._reader.read(f"when did you {re.sub(r'^(you|i|doing|the) ', '', phrase)}")
        if question is None:
            return []
        asked = RecallQuery(question, self._view, self._now)
        deed = question.activity.kind not in ("task", "any")
        single = question.activity.kind in ("act", "see")
        found = Meant(()) if single and not whole else like(candidates(asked, question.task), question.task)
        if whole and found.errands and found.sure and single:
            found = same(found.errands, question.task, worded=True)
            deed = deed and not found.errands
        if found.errands and (found.sure or not deed) and not (deed and single):
            return _numbered([(one.start, one.end) for one in found.errands], question.ordinal)
        if not deed or asked.unseen() or (question.activity.kind == "see" and not question.activity.things):
            return []
        rows = find(self._view, question.activity, question.scope)
        rows = [row for row in rows if row.kind in question.activity.things] or rows  # the whole before its slices
        return _numbered([(row.time, row.end) for row in rows], question.ordinal)

    def _said(self, own: bool, topic: str) -> list[TimeSpan]:
        """The minute after something was said: "I asked for a sandwich"."""
        words = tuple(singular(word) for word in topic.split() if word not in _SMALL)
        rows = [row for row in self._view.said(EVERYTHING, words) if row.utterance.own == own] if words else []
        return [(row.time, row.time + timedelta(minutes=1)) for row in rows]

    def which_first(self, text: str) -> Answer | None:
        """Which of two tasks came first or last. Value: its name."""
        match = _FIRST.match(self._reader.spelled(text))
        if match is None:
            return None
        asked = RecallQuery(Question("task_beside", self._reader.activity(())), self._view, self._now)
        named = [re.sub(r"^the ", "", match[name]) for name in ("one", "other")]
        sides = [like(candidates(asked, text, EVERYTHING), text) for text in named]
        if not all(side.errands for side in sides):
            return None
        ends = [side.errands[0] for side in sides]
        ends.sort(key=lambda one: one.start)
        chosen = ends[0 if match["end"] in ("first", "earlier") else -1]
        return told(
            asked, f"{chosen.name}.", chosen.name, [chosen], all(side.sure for side in sides), [e.node for e in ends]
        )


def _numbered(spans: list[TimeSpan], ordinal: int | None) -> list[TimeSpan]:
    """Only the one of that number, where one is named: "the second sandwich"."""
    if ordinal is None:
        return spans
    index = ordinal - 1 if ordinal > 0 else ordinal
    return [spans[index]] if -len(spans) <= index < len(spans) else []


def _with_thing(right: str, left: str) -> str:
    """The clause with the thing that the question is about: "washing it"."""
    if not re.search(r"\b(it|them)\b", right):
        return right
    words = left.split()
    found = full_lexicon().find(words)
    return re.sub(r"\b(it|them)\b", f"the {' '.join(words[found.first : found.last])}", right) if found else right
