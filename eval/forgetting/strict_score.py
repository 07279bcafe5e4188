"""The strict score of the two-round evaluation: times, places and deeds compared as values.

* *when*: correct within a minute, partially correct on the right day (the paper counts 8 minutes off as partial); an
  answer from summaries has no time, but may name the day, as one of two at most.
* *where*: correct is the class of the place, partially correct another place where it was put that day; a summary may
  still name it.
* *what*: the deeds in order; correct from an F1 of 0.9 along the longest common subsequence, partially from 0.5. A deed
  of putting counts only with its place. What was done with another thing in or on this one ("I put the potato in the
  pot", asked about the pot) may be told and need not be, when it happened that day.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

from agent.recall.answer import Answer
from envs.vocabulary.english import noun
from envs.vocabulary.uses import basins
from eval.forgetting.questions import WHEN, WHERE, RobotAction, TimedQuestion
from eval.recall.answer_values import longest_common
from memory.wording import VERBS

CORRECT, PARTIAL, WRONG = "correct", "partially_correct", "wrong"
RANK = {WRONG: 0, PARTIAL: 1, CORRECT: 2}

_MINUTE = timedelta(minutes=1)
_DAYS_NAMED = 2
_DAY = re.compile(r"\b(\d{1,2}) ([A-Z][a-z]{2,8})\b")
_PLACE = re.compile(r"\b(?:in|on|from|into|onto|to)\b")
_LIST_CORRECT, _ENOUGH = 0.9, 0.5
_PAST = {past: action for action, (past, _) in VERBS.items()} | {"turned on": "ToggleOn", "turned off": "ToggleOff"}
_PAST |= {"placed": "Place", "took": "Pickup"}
_DONE = re.compile(r"\b(" + "|".join(sorted(_PAST, key=len, reverse=True)) + r")\b")


def score(asked: TimedQuestion, answer: Answer) -> str:
    """``correct``, ``partially_correct`` or ``wrong``."""
    if asked.topic.kind == WHEN:
        return _when(asked, answer)
    if asked.topic.kind == WHERE:
        return _where(asked, answer.value)
    return _what(asked, answer)


def _when(asked: TimedQuestion, answer: Answer) -> str:
    value = answer.value
    given = [one for one in (value if isinstance(value, tuple | list) else (value,)) if isinstance(one, datetime)]
    right = asked.target[-1].time
    if len(given) == 1 and abs(given[0] - right) <= _MINUTE:
        return CORRECT
    days = {f"{one.day} {one:%B}" for one in given} or (_days(answer.text) if answer.status == "partly" else set())
    return PARTIAL if len(days) <= _DAYS_NAMED and f"{right.day} {right:%B}" in days else WRONG


def _days(text: str) -> set[str]:
    """Days named in a text, as summaries do: "17 October"."""
    return {f"{int(day)} {month}" for day, month in _DAY.findall(text)}


def _where(asked: TimedQuestion, value: Any) -> str:
    places = [whole(one) for one in (value if isinstance(value, tuple | list) else (value,)) if isinstance(one, str)]
    if places == [asked.target[-1].target]:
        return CORRECT
    known = {deed.target for deed in (*asked.target, *asked.near)}
    return PARTIAL if known & set(places) else WRONG


def whole(kind: str) -> str:
    """The class of the whole thing: ``SinkBasin`` → ``Sink``, ``TomatoSliced`` → ``Tomato``."""
    return basins().get(kind, re.sub(r"(Sliced|Cracked)$", "", kind))


def _what(asked: TimedQuestion, answer: Answer) -> str:
    target = list(asked.target)
    told = [one for one in told_deeds(answer) if not _beside(asked, one)]
    f1 = 2 * longest_common(target, told, _same) / (len(target) + len(told))
    return CORRECT if f1 >= _LIST_CORRECT else PARTIAL if f1 >= _ENOUGH else WRONG


def _beside(asked: TimedQuestion, told: tuple[str, str]) -> bool:
    """Whether a told deed was done that day with another thing."""
    action, rest = told
    handled = _PLACE.split(rest, maxsplit=1)[0]
    if _names(asked.topic.thing, handled) or not _names(asked.topic.thing, rest):
        return False
    return any(deed.action == action and _names(deed.thing, handled) for deed in asked.near)


def _names(kind: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(noun(kind))}\b", text) is not None


def told_deeds(answer: Answer) -> list[tuple[str, str]]:
    """(action, the words after it) of each deed an answer tells, by its value or, where that has none, its text."""
    if answer.status in ("unsure", "never happened"):
        return []
    value = answer.value
    parts = [one for one in value if isinstance(one, str)] if isinstance(value, tuple | list) else []
    text = ". ".join(parts) if parts else answer.text if answer.status != "forgotten" else ""
    found = list(_DONE.finditer(text.lower()))
    ends = [*(match.start() for match in found[1:]), len(text)]
    return [(_PAST[match[1]], text.lower()[match.end() : end]) for match, end in zip(found, ends, strict=False)]


def _same(deed: RobotAction, told: tuple[str, str]) -> bool:
    action, rest = told
    return deed.action == action and (not deed.target or _names(deed.target, rest))
