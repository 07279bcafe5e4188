"""What recall answers, and the few phrases all answers share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from agent.recall.understanding.dates import say_day
from agent.recall.understanding.times import say_time
from envs.vocabulary.english import how_many, joined, plural, the
from envs.vocabulary.nouns import APPEARANCE
from envs.vocabulary.numbers import times

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


OPPOSITES = {"-dirty": "clean", "-open": "closed", "-on": "off", "-filled": "empty", "-cooked": "raw"}
OPPOSITES |= {"-broken": "not broken", "-sliced": "not sliced", "-hot": "not hot", "-cold": "not cold"}
"""State that a thing is not in → how it is then."""
