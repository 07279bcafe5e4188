"""What recall answers, and the few phrases all answers share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from agent.recall.understanding.dates import say_day
from agent.recall.understanding.question import Activity, Question
from agent.recall.understanding.times import say_time
from envs.effects import PIECES_END
from envs.vocabulary.english import how_many, joined, located, plural, sentence, the
from envs.vocabulary.inflection import article
from envs.vocabulary.nouns import APPEARANCE, called
from envs.vocabulary.numbers import times
from memory.levels import GOAL
from memory.reading.traces import Gap
from memory.reading.view import View
from memory.wording import verb_form

_MOST_KINDS = 6
"""Kinds of things that are still told one by one."""

STATUSES = ("known", "partly", "forgotten", "never happened", "unsure")


@dataclass(frozen=True)
class Answer:
    """An answer about the past.

    Attributes:
        text: First person, for the user.
        value: The same as a value, by kind of question; ``docs/recall.md`` lists the types.
        kind: What the question was understood as; ``unknown`` when it was not.
        evidence: Ids of the nodes it rests on, each once; never empty when ``status`` is *known*.
        status: One of ``STATUSES``.
        tokens_read: Tokens of memory that were read for it (``memory.reading.queries.count_tokens``).
        tasks: Names of the tasks that the answer tells along with its value, in order: when a thing was there.
    """

    text: str
    value: Any
    kind: str
    evidence: tuple[int, ...]
    status: str
    tokens_read: int = 0
    tasks: tuple[str, ...] = ()


class Answerer(Protocol):
    """Anything that answers questions about the past."""

    def answer(self, question: str) -> Answer:
        """The answer to one question."""
        ...


@dataclass(frozen=True)
class RecallQuery:
    """A question with everything needed to answer it."""

    question: Question
    view: View
    now: datetime

    @property
    def activity(self) -> Activity:
        """What the question is about."""
        return self.question.activity

    def time(self, when: datetime) -> str:
        """A time as this question's asker says it."""
        return say_time(when, self.now)

    def answer(self, text: str, value: object, evidence: Sequence[int] = (), status: str = "known") -> Answer:
        """An answer to this question; *partly* when words of it had to be left out of account."""
        nodes = tuple(dict.fromkeys(evidence))
        if self.activity.ignored and status == "known":
            text = f"{sentence(text)} ({left_out_words(self.activity.ignored)})"
            return Answer(text, value, self.question.kind, nodes, "partly")
        return Answer(sentence(text), value, self.question.kind, nodes, status)

    def never(self, text: str, value: object, evidence: Sequence[int] = (), level: int = GOAL) -> Answer:
        """An honest no: what was forgotten of the time asked about, of that level or above, may have held it."""
        gaps = self.view.forgotten(self.question.scope, level)
        if not gaps:
            return self.answer(text, value, evidence, "never happened")
        text = f"{text.rstrip('.')}, as far as I remember, but I have forgotten some of what happened {self.span(gaps)}"
        return self.answer(text, value, (*evidence, *(gap.node for gap in gaps[:3])), "forgotten")

    def span(self, gaps: Sequence[Gap]) -> str:
        """From when to when something was forgotten: "from 5 Jan 2026 at 08:00 to yesterday at 09:10"."""
        return span_words(gaps[0].start, max(gap.end for gap in gaps), self.now)

    @property
    def when(self) -> str:
        """The named time with a blank before it: " yesterday"; empty when none was named."""
        return f" {self.question.when}" if self.question.when else ""

    def times(self, moments: Sequence[datetime], most: int = 8) -> str:
        """Several times in one phrase, the day said once: "today at 08:05, 08:10, and 09:00"."""
        return listed_times(moments, self.now, most)

    def unseen(self) -> str | None:
        """A sentence when the question names a thing that was never met, else None."""
        if self.activity.unknown:
            return f'I have never come across "{self.activity.unknown[0]}"'
        seen = self.view.types
        for types in (self.activity.things, self.activity.places):
            if types and not seen & set(types) and not seen & {name + part for name in types for part in PIECES_END}:
                return f"I have never seen {_one(types)}"
        return None


def name(types: Sequence[str]) -> str:
    """What several classes are called together; the first one's name, "something" when there is none."""
    return f"the {called(types)}" if types else "anything"


def listed_times(moments: Sequence[datetime], now: datetime, most: int = 8) -> str:
    """Several times in one phrase, the day said once: "today at 08:05, 08:10, and 09:00"."""
    return joined_times([(say_day(moment.date(), now), f"{moment:%H:%M}") for moment in moments], most)


def joined_times(times_told: Sequence[tuple[str, str]], most: int = 8) -> str:
    """The same from (day, time of day) of each; the time is empty where only the day is known."""
    shown = list(dict.fromkeys(times_told))
    cut = shown if len(shown) <= most else [*shown[: most - 1], shown[-1]]
    days: dict[str, list[str]] = {}
    for day, clock in cut:
        days.setdefault(day, []).extend([clock] if clock else [])
    more = f" ({len(shown) - most} more times between)" if len(shown) > most else ""
    return joined([f"{day} at {joined(clocks)}" if clocks else day for day, clocks in days.items()]) + more


def span_words(start: datetime, end: datetime, now: datetime) -> str:
    """From when to when: "from 5 Jan 2026 at 08:00 to yesterday at 09:10"."""
    return f"from {say_time(start, now).removeprefix('on ')} to {say_time(end, now).removeprefix('on ')}"


def _one(types: Sequence[str]) -> str:
    word = called(types)
    return f"{article(word)} {word}"


def left_out_words(words: str) -> str:
    """That some words of a question could not be taken into account."""
    if set(words.split()) <= APPEARANCE:
        return f'I do not remember colours, sizes or materials, so I could not look for "{words}" in particular.'
    return f'I could not take "{words}" into account.'


def counted(rows: Sequence[tuple[str | None, str | None]]) -> str:
    """Things by class, from (class, id) of each time: "the mug (twice), 3 plates, and the fridge"."""
    kinds: dict[str, list[str | None]] = {}
    for kind, key in rows:
        kinds.setdefault(kind or "", []).append(key)
    named = [_several(kind, keys) for kind, keys in kinds.items()]
    more = len(named) - _MOST_KINDS
    return joined(named[:_MOST_KINDS] + ([f"{how_many(more, 'other kind')} of things"] if more > 0 else []))


def _several(kind: str, keys: Sequence[str | None]) -> str:
    if not kind:
        return "something"
    different = len(set(keys))
    often = f" ({times(len(keys))})" if len(keys) > different else ""
    return (the(kind) if different == 1 else f"{different} {plural(kind)}") + often


def phrase(activity: Activity) -> str:
    """The supposed deed in the past tense, for "I never …": "picked up the mug"."""
    place = f" {located(activity.places[0])}" if activity.places else ""
    thing = name(activity.things)
    if activity.kind == "see":
        state = f" {state_words(activity.adjectives)}" if activity.adjectives else ""
        return f"saw {thing}{state}{place}"
    if activity.kind == "change":
        return f"noticed {thing} becoming {state_words((activity.change,))}"
    if activity.kind == "any":
        return f"handled {thing}{place}"
    if activity.kind == "task":
        return f'worked on "{" ".join(activity.words)}"'
    if activity.actions[0] == "Pickup" and activity.places:
        place = f" from {name(activity.places)}"
    return f"{verb_form(activity.actions[0])} {thing}{place}"


OPPOSITES = {"-dirty": "clean", "-open": "closed", "-on": "off", "-filled": "empty", "-cooked": "raw"}
"""State that a thing is not in → how it is then."""


def state_words(adjectives: Sequence[str]) -> str:
    """Signed states as adjectives: ``("-dirty",)`` → "clean"."""
    return " and ".join(OPPOSITES.get(adjective) or adjective[1:] for adjective in adjectives)
