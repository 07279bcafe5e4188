"""Answers about tasks: which there were, when, what came before and after, and what was done in them.

They are worded by ``agent.recall.wording``: "make a salad. boil potato.", "Jul 22, 2023 at 11:06 AM".
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from agent.recall.answer import Answer, RecallQuery
from agent.recall.lookup.classes import with_pieces
from agent.recall.lookup.keys import step_key
from agent.recall.lookup.occurrences import Occurrence, find
from agent.recall.lookup.task_matching import Meant, content, lemmas, like, names_task, same
from agent.recall.lookup.task_runs import TaskRun, covering, errands, errands_at
from agent.recall.wording import ago, moment_words, sentences, steps
from envs.vocabulary.english import how_many, noun
from envs.vocabulary.numbers import times
from memory.reading.traces import EVERYTHING, Scope

_LEAST_HOURS = 3
"""An account of a stretch this long tells tasks; of a shorter one it tells deeds."""
_HALF_SURE = 0.5
_SHOWN = 200
_BACK = (2, 14, 90)
"""Days that are looked at, one after the other, for the last tasks of a long life."""
_AS_TASK = re.compile(r"water(the|a|my)?(house)?plants?")
"""Names of tasks that read like a single deed."""


def named(asked: RecallQuery, scope: Scope | None = None) -> list[TaskRun]:
    """Errands with a name in the scope of the question, or in another."""
    return [one for one in errands(asked.view, asked.question.scope if scope is None else scope) if one.name]


def meant(asked: RecallQuery, loosely: bool = False) -> Meant:
    """The errands that the question names. A deed with a name of its own is one only when it is worded like it."""
    text, kind = asked.question.task, asked.activity.kind
    if not text:
        return Meant(())
    listed = re.match(r"\w+ (all|every)\b", text)
    if kind in ("act", "see") and not loosely and not listed:
        worded = _AS_TASK.fullmatch(lemmas(text))
        return _chosen(asked, same(candidates(asked, text), text, worded=True)) if worded else Meant(())
    found = candidates(asked, text)
    return _chosen(asked, same(found, text) if kind == "change" and not loosely else like(found, text))


def candidates(asked: RecallQuery, text: str, scope: Scope | None = None) -> list[TaskRun]:
    """Errands with a name that may be the named one: all, but of a long life only those that mention its words."""
    episodes = asked.view.episodes
    scope = asked.question.scope if scope is None else scope
    if not episodes.many() or scope.start:
        return named(asked, scope)
    words = re.findall(r"[a-z]{3,}", " ".join([text, *content(text), *map(noun, asked.activity.things)]).lower())
    words = [word for word in dict.fromkeys(words) if word not in ("the", "and", "you", "all", "any", "one", "make")]
    numbers = episodes.mentioning(words) if words else []
    return [one for one in errands_at(asked.view, scope, numbers) if one.name]


def _none(asked: RecallQuery, value: object) -> Answer | None:
    """That a task was never done, where the words can only name a task; None for deeds."""
    text = asked.question.task
    if asked.activity.kind != "task" or not names_task(text):
        return None
    other = like(candidates(asked, text, EVERYTHING), text).errands if asked.question.scope.limited else ()
    more = f"; the last time was {moment_words(other[-1].start)}" if other else ""
    return asked.never(f"I have no memory of doing that{asked.when}{more}", value, [one.node for one in other[-1:]])


def _chosen(asked: RecallQuery, found: Meant) -> Meant:
    """The errand of the asked number, or all."""
    ordinal = asked.question.ordinal
    if ordinal is None or not found.errands:
        return found
    index = ordinal - 1 if ordinal > 0 else ordinal
    inside = -len(found.errands) <= index < len(found.errands)
    return replace(found, errands=(found.errands[index],) if inside else ())


def told(
    asked: RecallQuery,
    text: str,
    value: object,
    about: Sequence[TaskRun],
    sure: bool = True,
    evidence: Sequence[int] = (),
) -> Answer:
    """An answer about errands; *partly* when it is not certain which they are."""
    certain = sure and all(one.whole and one.confidence >= _HALF_SURE for one in about)
    nodes = tuple(dict.fromkeys([*(one.node for one in about), *evidence]))
    return Answer(text, value, asked.question.kind, nodes, "known" if certain else "partly")


def complete(asked: RecallQuery, answer: Answer, about: Sequence[TaskRun]) -> Answer:
    """The answer, *partly* and saying so when tasks of the time asked about were forgotten entirely."""
    gaps = [
        gap
        for gap in asked.view.forgotten(asked.question.scope)
        if not any(one.start <= gap.start and gap.end <= one.end for one in about)
    ]
    if not gaps or answer.status not in ("known", "partly"):
        return answer
    text = f"{answer.text} (I have forgotten some of what happened {asked.span(gaps)}.)"
    return replace(answer, text=text, status="partly", evidence=(*answer.evidence, *(gap.node for gap in gaps[:3])))


# ---------------------------------------------------------------------------------------------------------- listings


def tasks(asked: RecallQuery) -> Answer | None:
    """The tasks in order. Value: tuple of names. None when no task is known by name."""
    ordinal = asked.question.ordinal
    found = _latest(asked, -ordinal) if ordinal is not None and ordinal < 0 else named(asked)
    if not found:
        return None
    if ordinal is not None:
        index = ordinal - 1 if ordinal > 0 else ordinal
        if not -len(found) <= index < len(found):
            return asked.never(f"I did only {how_many(len(found), 'task')}{asked.when}", ())
        one = found[index]
        return told(asked, f"{one.name}.", (one.name,), [one])
    answer = told(asked, sentences([one.name for one in found]), tuple(one.name for one in found), found)
    return complete(asked, answer, found)


def _latest(asked: RecallQuery, count: int) -> list[TaskRun]:
    """At least so many of the last errands with a name, if there are: of a long life not all are looked at."""
    scope = asked.question.scope
    end = scope.end or asked.now
    if asked.view.episodes.many():
        for days in _BACK:
            begin = end - timedelta(days=days)
            if scope.start and begin <= scope.start:
                break
            found = named(asked, Scope(begin, end, scope.episode))
            if len(found) >= count:
                return found
    return named(asked)


def task_count(asked: RecallQuery) -> Answer:
    """How many tasks there were. Value: int."""
    found = named(asked)
    if not found:
        return asked.never(f"I know of no task{asked.when}", 0)
    text = f"{len(found)}: {sentences([one.name for one in found])}"
    return complete(asked, told(asked, text, len(found), found), found)


def account(asked: RecallQuery) -> Answer | None:
    """What was done in a day or longer, or begun in a minute, by tasks. Value: tuple of names. None for deeds."""
    question = asked.question
    if _detailed(asked) or question.scope.episode or (question.clocked and not question.instant):
        return None
    if question.instant and {"doing", "busy", "working"} & set(question.words) and (going := _going_on(asked)):
        names = tuple(one.name for one in going)
        return told(asked, f"{' and '.join(names)}.", names, going)
    latest = not question.scope.limited and question.ordinal is None
    found = errands(asked.view, _latest_day(asked) if latest else question.scope)
    if question.ordinal is not None:
        found = found[question.ordinal - (question.ordinal > 0) :][:1]
    if not found or not all(one.name for one in found):
        return None
    names = tuple(one.name for one in found)
    answer = told(asked, f"{' and '.join(names)}.", names, found)
    return answer if question.instant or question.ordinal is not None else complete(asked, answer, found)


def _going_on(asked: RecallQuery) -> list[TaskRun]:
    """The errands that were under way at a moment."""
    at = asked.question.scope.start or asked.now
    near = named(asked, Scope(at - timedelta(hours=12), at + timedelta(minutes=1)))
    return [one for one in near if one.start <= at + timedelta(minutes=1) and one.end >= at]


def _detailed(asked: RecallQuery) -> bool:
    """Whether deeds are asked for: in detail, or of a short stretch."""
    scope = asked.question.scope
    wants = {"detail", "details", "exactly", "precisely", "everything", "step", "happened", "happen"} & set(
        asked.question.words
    )
    short = scope.start and scope.end and scope.end - scope.start < timedelta(hours=_LEAST_HOURS)
    return bool(wants) or (bool(short) and not asked.question.instant)


def _latest_day(asked: RecallQuery) -> Scope:
    last = asked.view.last_time()
    if last is None:
        return EVERYTHING
    day = datetime(last.year, last.month, last.day)
    return Scope(day, day + timedelta(days=1, microseconds=-1))


def tasks_with(asked: RecallQuery) -> Answer:
    """In which tasks something was done, used or seen. Value: tuple of different names."""
    if unseen := asked.unseen():
        return asked.never(unseen, ())
    if asked.activity.kind == "task" and not asked.activity.things:
        found = meant(asked)
        text = " and ".join(f"{name}." for name in dict.fromkeys(one.name for one in found.errands))
        if found.errands:
            return told(asked, text, tuple(dict.fromkeys(one.name for one in found.errands)), found.errands, found.sure)
        return asked.answer(f'I do not know what to look for in "{asked.question.task}"', None, (), "unsure")
    activity = asked.activity
    if activity.kind == "task":
        activity = replace(activity, kind="any")
    rows = _worded(asked, find(asked.view, activity, asked.question.scope))
    pool = errands_at(asked.view, asked.question.scope, [row.first for row in rows])
    about = covering([one for one in pool if one.name], [(row.first, row.last) for row in rows])
    if not rows or not about:
        return asked.never(f"I know of no task in which I did that{asked.when}", ())
    names = tuple(dict.fromkeys(one.name for one in about))
    starts = [row.first for row in rows]
    shown = [rows[min(bisect_left(starts, one.first), len(rows) - 1)].node for one in about[:_SHOWN]]
    return told(asked, " and ".join(f"{name}." for name in names), names, about, evidence=shown)


def _worded(asked: RecallQuery, rows: list[Occurrence]) -> list[Occurrence]:
    """Those that are exactly the step named, as the published steps are worded; all when none is."""
    wanted = step_key(asked.question.task)
    numbers = {row.first for row in rows}
    if asked.activity.kind != "act" or not rows:
        return rows
    things = with_pieces(asked.view, asked.activity.things)
    deeds = asked.view.interactions(asked.question.scope, asked.activity.actions, things, asked.activity.places)
    exact = {row.experience for words, row in steps(deeds) if step_key(words) == wanted} & numbers
    return [row for row in rows if row.first in exact] if exact else rows


# ------------------------------------------------------------------------------------------------------ one task, when


def when(asked: RecallQuery) -> Answer | None:
    """When a task began, or ended where that is asked for. Value: tuple of datetimes. None when none is named."""
    found = meant(asked)
    if not found.errands:
        return _none(asked, ())
    ended = {"finish", "finished"} & set(asked.question.words)
    moments = tuple(one.end if ended else one.start for one in found.errands)
    return told(asked, " and ".join(map(moment_words, moments)), moments, found.errands, found.sure)


def days_ago(asked: RecallQuery) -> Answer:
    """How many calendar days ago. Value: tuple of ints, one for every time."""
    found = meant(asked)
    if found.errands:
        days = tuple((asked.now.date() - one.start.date()).days for one in found.errands)
        return told(asked, " and ".join(map(ago, days)), days, found.errands, found.sure)
    rows = _occurrences(asked)
    if not rows:
        return asked.never(f"I never did that{asked.when}", ())
    ordinal = asked.question.ordinal
    if ordinal is not None:
        rows = rows[ordinal - (ordinal > 0) :][:1]
    days = tuple(dict.fromkeys((asked.now.date() - row.time.date()).days for row in rows))
    text = " and ".join(map(ago, days))
    answer = asked.answer(text, days, [row.node for row in rows])
    return answer if answer.status == "partly" else replace(answer, text=text)


def _occurrences(asked: RecallQuery) -> list[Occurrence]:
    if asked.unseen() or (asked.activity.kind == "see" and not asked.activity.things):
        return []
    return find(asked.view, asked.activity, asked.question.scope)


def often(asked: RecallQuery) -> Answer | None:
    """How many times a task was done. Value: int."""
    found = meant(asked)
    if not found.errands:
        return _none(asked, 0)
    text = f"{times(len(found.errands))}: {' and '.join(moment_words(one.start) for one in found.errands)}"
    return told(asked, text, len(found.errands), found.errands, found.sure)


def ever(asked: RecallQuery) -> Answer | None:
    """Whether a task was done. Value: bool."""
    found = meant(asked)
    if not found.errands:
        return _none(asked, False)
    text = f"yes, {' and '.join(moment_words(one.start) for one in found.errands)}"
    names = tuple(dict.fromkeys(one.name for one in found.errands))
    return replace(told(asked, text, True, found.errands, found.sure), tasks=names)


def duration(asked: RecallQuery) -> Answer:
    """How long a task took. Value: timedelta of the latest one, or of the one asked for."""
    found = meant(asked, loosely=True)
    if not found.errands:
        return asked.never(f"I never did that{asked.when}", None)
    one = found.errands[-1]
    took = one.end - one.start
    minutes, seconds = divmod(round(took.total_seconds()), 60)
    text = f"{minutes} min {seconds} s, from {moment_words(one.start)}"
    return told(asked, text, took, [one], found.sure)


def task_beside(asked: RecallQuery) -> Answer:
    """The task right before or after another one, or after a deed. Value: its name."""
    after = not {"before", "preceded", "precedes", "precede"} & set(asked.question.words)
    anchor = _anchor(asked)
    if anchor is None:
        return asked.never(f"I never did that{asked.when}", None)
    return _neighbour(asked, anchor, after)


def beside(asked: RecallQuery) -> Answer | None:
    """What was done right before or after a task: the next one. None when the question names no task."""
    found = meant(asked)
    if not found.errands:
        return None
    return _neighbour(asked, (found.errands[-1], found.sure), "after" in asked.question.words)


def _anchor(asked: RecallQuery) -> tuple[TaskRun, bool] | None:
    found = meant(asked)
    if not found.errands:
        rows = _occurrences(asked) if asked.activity.kind != "task" else []
        around = covering(named(asked), [(row.first, row.last) for row in rows[-1:]])
        found = Meant(tuple(around)) if around else meant(asked, loosely=True)
    return (found.errands[-1], found.sure) if found.errands else None


def _neighbour(asked: RecallQuery, anchor: tuple[TaskRun, bool], after: bool) -> Answer:
    one, sure = anchor
    everything = _around(asked, one)
    index = next(i for i, other in enumerate(everything) if other.first == one.first) + (1 if after else -1)
    side = "after" if after else "before"
    if not 0 <= index < len(everything):
        edge = replace(asked, question=replace(asked.question, scope=_side(one, after)))
        return edge.never(f"I know of no task {side} {one.name}", None, [one.node])
    other = everything[index]
    answer = told(asked, f"{other.name}.", other.name, [other], sure and one.confidence >= _HALF_SURE, [one.node])
    between = (one.end, other.start) if after else (other.end, one.start)
    gaps = [gap for gap in asked.view.forgotten(Scope(*between)) if gap.start >= between[0] and gap.end <= between[1]]
    if not gaps:
        return answer
    text = f"{answer.text} (I have forgotten something between the two.)"
    return replace(answer, text=text, status="partly", evidence=(*answer.evidence, gaps[0].node))


def _around(asked: RecallQuery, one: TaskRun) -> list[TaskRun]:
    """Errands with a name; of a long life those of the month around one."""
    month = timedelta(days=31)
    scope = Scope(one.start - month, one.end + month) if asked.view.episodes.many() else EVERYTHING
    return named(asked, scope)


def _side(one: TaskRun, after: bool) -> Scope:
    return Scope(start=one.end) if after else Scope(end=one.start)
