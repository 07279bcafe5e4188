"""The strict score: answers compared as values, sets and sequences. No judgement of wording enters.

Correct, partially correct or wrong, and how much of the expected answer was given, by type of question (those of
``docs/eval_recall.md``):

* TD – the list of tasks, in order: correct from an F1 of 0.9, counted along the longest common subsequence.
* LA – the sequence of steps; AE – that of tasks; TE – that of start minutes; TA – that of days ago: correct when equal.
* RA, RB, EE – the task; AT – the set of tasks: correct when equal.
* SO – yes or no, and with yes the set of tasks; a wrong yes or no is wrong whatever follows.

What is not correct is partially correct from an F1 of 0.5.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import eq

from eval.recall.answer_values import (
    TaskName,
    is_refusal,
    longest_common,
    read_days_ago,
    read_moments,
    read_steps,
    read_tasks,
    read_yes_no,
)
from eval.recall.question_sets import Query

Same = Callable[[TaskName, TaskName], bool]
"""Whether an expected task (the first) is one that was given."""

CORRECT, PARTIAL, WRONG = "correct", "partially_correct", "wrong"
LIST_CORRECT, ENOUGH = 0.9, 0.5


@dataclass(frozen=True)
class StrictScore:
    """What an answer is worth.

    Attributes:
        label: ``correct``, ``partially_correct`` or ``wrong``.
        f1: Overlap with the expected answer, 0 to 1; in order where order is asked for.
    """

    label: str
    f1: float


def score(query: Query, given: str) -> StrictScore:
    """Score one answer strictly."""
    same = _same(query)
    if query.type == "SO":
        return _existence(query.expected, given, same)
    if is_refusal(given):
        return StrictScore(WRONG, 0.0)
    if query.type == "TD":
        f1 = _sequence_f1(read_tasks(query.expected), read_tasks(given), same)
        return _verdict(f1, f1 >= LIST_CORRECT)
    if query.type == "AE":
        return _exact(_sequence_f1(read_tasks(query.expected), read_tasks(given), same))
    if query.type == "LA":
        return _exact(_sequence_f1(read_steps(query.expected), read_steps(given), eq))
    if query.type == "TE":
        return _exact(_sequence_f1(_minutes(query, query.expected), _minutes(query, given), eq))
    if query.type == "TA":
        return _exact(_sequence_f1(read_days_ago(query.expected), read_days_ago(given), eq))
    return _exact(_set_f1(read_tasks(query.expected), read_tasks(given), same))


def _existence(expected: str, given: str, same: Same) -> StrictScore:
    """Yes or no counts as one part of the answer, each task as another."""
    if read_yes_no(given) is not read_yes_no(expected):
        return StrictScore(WRONG, 0.0)
    if not read_yes_no(expected):
        return StrictScore(CORRECT, 1.0)
    wanted, got = _distinct(read_tasks(expected)), _distinct(_occasions(given))
    return _exact(_f1(1 + _shared(wanted, got, same), 1 + len(wanted), 1 + len(got)))


def _occasions(given: str) -> list[TaskName]:
    """The tasks after "yes, when I …"; "Yes, there was a knife." names none."""
    _, found, rest = given.partition("when I")
    return read_tasks(rest) if found else []


def _minutes(query: Query, text: str) -> list:
    return [moment.minute or moment.day for moment in read_moments(text, query.now)]


def _same(query: Query) -> Same:
    """Whether a task that is expected was given: as it was recorded, or in the amounts in which it was asked for."""
    requested = {name for text in query.requested for name in read_tasks(text)}
    return lambda wanted, got: wanted.same(got) or (wanted.key == got.key and got in requested)


def _set_f1(wanted: list[TaskName], got: list[TaskName], same: Same) -> float:
    wanted, got = _distinct(wanted), _distinct(got)
    return _f1(_shared(wanted, got, same), len(wanted), len(got))


def _distinct(tasks: list[TaskName]) -> list[TaskName]:
    return list(dict.fromkeys(tasks))


def _shared(wanted: list[TaskName], got: list[TaskName], same: Same) -> int:
    left = list(got)
    hits = 0
    for one in wanted:
        match = next((other for other in left if same(one, other)), None)
        if match is not None:
            left.remove(match)
            hits += 1
    return hits


def _sequence_f1(wanted: list, got: list, same) -> float:
    return _f1(longest_common(wanted, got, same), len(wanted), len(got))


def _f1(hits: int, wanted: int, got: int) -> float:
    return 2 * hits / (wanted + got) if wanted + got else 1.0


def _exact(f1: float) -> StrictScore:
    return _verdict(f1, f1 == 1.0)


def _verdict(f1: float, correct: bool) -> StrictScore:
    return StrictScore(CORRECT if correct else PARTIAL if f1 >= ENOUGH else WRONG, f1)
