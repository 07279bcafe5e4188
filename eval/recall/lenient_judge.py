"""The lenient score: does an answer in free words tell what was asked for? Rules, no language model.

For yes or no, times, days ago and neighbouring tasks the rules are nearly what people go by; for lists of tasks, steps
and the tasks of a step people themselves do not agree (``docs/eval_recall.md``), so read those beside the strict score.
"""

from __future__ import annotations

import re
from datetime import timedelta

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
from eval.recall.strict_score import CORRECT, PARTIAL, WRONG, score
from eval.recall.task_lexicon import FULL, Account, read_wanted

NEAR = timedelta(minutes=12)
"""People take a start time for right when it is off by so much: the task did take some minutes."""

_MOST_STEPS, _SOME_STEPS = 0.6, 0.3
_MOST_LISTED, _SOME_LISTED = 0.9, 0.25
_STEP_VERBS = ("pickup", "put", "open", "close", "toggle", "slice", "pour")
_TOOLS = {
    "countertop",
    "knife",
    "butterknife",
    "cabinet",
    "fridge",
    "faucet",
    "chair",
    "floor",
    "drawer",
    "diningtable",
}
_TOOLS |= {"sink", "microwave", "lightswitch", "stoveknob", "dishsponge"}
"""Left out of accounts of steps without loss."""
_CATEGORIES = {
    "food": r"\b(meals?|foods?|food items?)\b",
    "clean": r"\bclean(ing|ed)\b(?! (a|the) )|\btid[iy]|\bcleanliness",
    "put": r"\borgani[sz]|\btid[iy]|\bmanag",
    "water": r"plant",
}


def judge(query: Query, given: str) -> str:
    """The label of one answer: ``correct``, ``partially_correct`` or ``wrong``."""
    if score(query, given).label == CORRECT:
        return CORRECT
    if query.type == "SO":
        return CORRECT if read_yes_no(given) is read_yes_no(query.expected) else WRONG
    if query.type == "TA":
        return _overlap(set(read_days_ago(query.expected)), set(read_days_ago(given)))
    if is_refusal(given):
        return WRONG
    if query.type == "TE":
        return _times(query, given)
    if query.type == "TD":
        return _summary(query.expected, given)
    if query.type == "LA":
        return _steps(query, given)
    return _tasks(query, given)


def _overlap(wanted: set[int], got: set[int]) -> str:
    return CORRECT if wanted == got else PARTIAL if wanted & got else WRONG


def _times(query: Query, given: str) -> str:
    """Correct: every time, to ``NEAR``, and no other. Partial: some of them, or a day of one of them."""
    wanted, got = read_moments(query.expected, query.now), read_moments(given, query.now)
    if any(moment.minute is None for moment in wanted):
        return _overlap({moment.day.toordinal() for moment in wanted}, {moment.day.toordinal() for moment in got})

    def near(one, other) -> bool:
        return one.minute is not None and other.minute is not None and abs(one.minute - other.minute) <= NEAR

    hit = [any(near(one, other) for other in got) for one in wanted]
    extra = [not any(near(one, other) for one in wanted) for other in got]
    if hit and all(hit) and not any(extra):
        return CORRECT
    days = {moment.day for moment in wanted} & {moment.day for moment in got}
    return PARTIAL if any(hit) or days else WRONG


def _tasks(query: Query, given: str) -> str:
    wanted = [read_wanted(name) for name in split_expected(query)]
    account = Account(given)
    cover = [account.covers(one, loosely=query.type == "AE") for one in wanted]
    if all(one == FULL for one in cover):
        drowned = wanted[0].kind == "put" and len(wanted) == 1 and account.things(wanted[0].thing) > 1
        return PARTIAL if account.others(wanted) or drowned else CORRECT
    if query.type in ("RA", "RB"):  # one task and its neighbour share things; those alone say nothing
        return WRONG
    return PARTIAL if any(cover) else WRONG


def split_expected(query: Query) -> list[str]:
    """The names of the tasks in an expected answer."""
    text = re.sub(r"^\s*yes, when i ", "", query.expected.lower().strip())
    text = text.replace(" and serve ", " &serve ")
    parts = re.split(r"\.\s*(?:and\s+)?|\s+and\s+", text)
    return [part.replace("&serve", "and serve").strip() for part in parts if part.strip()]


def _summary(expected: str, given: str) -> str:
    """A list of tasks: one by one as in the strict score, or a summary where "prepared meals" stands for all meals."""
    listed, given_list = read_tasks(expected), read_tasks(given)
    if longest_common(listed, given_list, TaskName.same) > 1:
        return PARTIAL
    wanted = [read_wanted(name) for name in re.split(r"\.\s*", expected.strip()) if name]
    account = Account(given)
    told = sum(account.covers(one) == FULL or _category(one.kind, account.text) for one in wanted)
    if told == len(wanted):
        return CORRECT
    return PARTIAL if told * 2 >= len(wanted) else WRONG


def _category(kind: str, text: str) -> bool:
    name = kind if kind in ("clean", "put", "water") else "food"
    return re.search(_CATEGORIES[name], text) is not None


def _steps(query: Query, given: str) -> str:
    """An account of steps: a list of them is held to the steps, of prose the things it names are counted."""
    if _is_list(given):
        f1 = score(query, given).f1
        return CORRECT if f1 >= _MOST_LISTED else PARTIAL if f1 >= _SOME_LISTED else WRONG
    account = Account(given)
    things = {thing for step in query.expected.split(",") for thing in _handled(step)}
    things = things - _TOOLS or things
    share = sum(account.names(thing) for thing in things) / max(len(things), 1)
    return CORRECT if share >= _MOST_STEPS else PARTIAL if share >= _SOME_STEPS else WRONG


def _is_list(text: str) -> bool:
    steps = read_steps(text)
    return len(steps) > 2 and all(step.startswith(_STEP_VERBS) for step in steps)


def _handled(step: str) -> list[str]:
    """``place the mug in the sink`` → mug, sink."""
    text = re.sub(r"^\s*(pick up|place|open|close|toggle on|toggle off|slice|pour)\s+(the )?", "", step.lower())
    return [part.replace(" ", "") for part in re.split(r" (?:in|on) the ", text) if part.strip()]
