"""Answers in the words of the published question sets, made from their values.

The agent answers in plain English; the sets word tasks, times and days ago in ways of their own, which scores compare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from agent.recall.answer import Answer


def published(kind: str, answer: Answer) -> str:
    """An answer as the sets word it; its own words where it says nothing that a question of the kind asks for.

    Args:
        kind: Key of ``question_sets.TYPES``.
        answer: What was answered.
    """
    if kind == "SO":
        return _existence(answer)
    fits, words = _WORDINGS[kind]
    value = (answer.value,) if isinstance(answer.value, str) and answer.value else answer.value
    if isinstance(value, tuple | list) and value and all(isinstance(one, fits) for one in value):
        return words(value)
    return answer.text


def _existence(answer: Answer) -> str:
    """Yes with the tasks in which it was so, or no."""
    if not isinstance(answer.value, bool):
        return answer.text
    if not answer.value:
        return "no" if answer.status != "unsure" else answer.text
    if not answer.tasks:
        return f"yes. {answer.text}"
    return f"yes, when I {' and '.join(f'{task}.' for task in dict.fromkeys(answer.tasks))}"


def moment_words(when: datetime) -> str:
    """A time as the sets write it: "Jul 22, 2023 at 11:06 AM"."""
    return f"{when:%b %d, %Y at %I:%M %p}"


def ago(days: int) -> str:
    """So many days before now, as the sets count them: "0 day ago", "1 day ago", "2 days ago"."""
    return f"{days} day{'s' if days > 1 else ''} ago"


def _list(tasks: Sequence[str]) -> str:
    return " ".join(f"{task}." for task in tasks)


def _both(tasks: Sequence[str]) -> str:
    return f"{' and '.join(tasks)}."


def _each(tasks: Sequence[str]) -> str:
    return " and ".join(f"{task}." for task in dict.fromkeys(tasks))


_WORDINGS: Mapping[str, tuple[type, Callable[[Sequence[Any]], str]]] = {
    "TD": (str, _list),
    "LA": (str, ", ".join),
    "RA": (str, _list),
    "RB": (str, _list),
    "AT": (str, _each),
    "EE": (str, _both),
    "AE": (str, _both),
    "TE": (datetime, lambda moments: " and ".join(map(moment_words, moments))),
    "TA": (int, lambda days: " and ".join(map(ago, days))),
}
"""By type of question: what its values are, and how the sets word them."""
