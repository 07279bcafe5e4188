"""Answers about the inside of tasks: the steps, the things that were there, who asked for it and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.recall.answer import Answer, RecallQuery
from agent.recall.answers.tasks import ever as ever_done
from agent.recall.answers.tasks import meant, told
from agent.recall.lookup.classes import with_pieces
from agent.recall.lookup.keys import key
from agent.recall.lookup.task_runs import TaskRun, covering, errands_at
from agent.recall.wording import steps, whole
from envs.vocabulary.english import noun
from memory.levels import SCENE
from memory.reading.traces import ObjectInteraction, Scope

_SHOWN = 50


def ever(asked: RecallQuery) -> Answer | None:
    """Whether a thing was there, or a task was done. Value: bool."""
    return there(asked) if _presence(asked) else ever_done(asked)


def describe(asked: RecallQuery) -> Answer:
    """What was done in a task, step by step; of several the latest. Value: tuple of steps."""
    found = meant(asked)
    if not found.errands:
        found = meant(asked, loosely=True)
    if not found.errands:
        return asked.never(f"I never did that{asked.when}", ())
    one = found.errands[-1]
    rows = _lived(asked, one)
    told_steps = steps(rows)
    value = tuple(words for words, _ in told_steps)
    within = Scope(one.start, one.end)
    if not value:
        inside = replace(asked, question=replace(asked.question, scope=within))
        return inside.never(f"I handled nothing when I did that: {one.name}", (), [one.node])
    answer = told(asked, ", ".join(value), value, [one], found.sure, [row.goal for _, row in told_steps])
    gaps = [gap for gap in asked.view.forgotten(within) if gap.start >= one.start and gap.end <= one.end]
    if gaps:
        text = f"{answer.text} (I have forgotten some of it.)"
        return replace(answer, text=text, status="partly", evidence=(*answer.evidence, gaps[0].node))
    return answer


def _lived(asked: RecallQuery, one: TaskRun) -> list[ObjectInteraction]:
    rows = asked.view.interactions(Scope(one.start, one.end))
    return [row for row in rows if one.first <= row.experience <= one.last]


def _presence(asked: RecallQuery) -> bool:
    """Whether it is asked if a thing was there, anywhere."""
    activity = asked.activity
    extra = activity.places or activity.adjectives or activity.unknown or activity.ignored
    return asked.question.words[:2] in (("was", "there"), ("were", "there")) and bool(activity.things) and not extra


def there(asked: RecallQuery) -> Answer | None:
    """Whether a thing was in view, and in which tasks. Value: bool; the tasks are in ``Answer.tasks``."""
    kinds = with_pieces(asked.view, _exact(asked))
    ranges = asked.view.episodes.seen(kinds)
    pool = errands_at(asked.view, asked.question.scope, [first for first, _ in ranges])
    found = [one for one in pool if one.name]
    if not found and ranges:
        return None
    about = covering(found, ranges)
    if not about:
        return None if ranges else asked.never("no", False, level=SCENE)
    names = tuple(dict.fromkeys(one.name for one in about))
    text = f"yes, when I {' and '.join(f'{name}.' for name in names)}"
    shown = [_shown(asked, one, ranges) for one in about[:_SHOWN]]
    answer = told(asked, text, True, about, evidence=[node for node in shown if node is not None])
    asked.view.episodes.count(*names)
    return replace(answer, tasks=names)


def _shown(asked: RecallQuery, one: TaskRun, ranges: Sequence[tuple[int, int]]) -> int | None:
    first = next(max(first, one.first) for first, last in ranges if first <= one.last and last >= one.first)
    return asked.view.episodes.event(first)


def _exact(asked: RecallQuery) -> tuple[str, ...]:
    """The class that is called exactly so, where there is one: a butter knife is no "knife" here."""
    text = key(asked.question.task)
    kinds = asked.activity.things
    exact = tuple(kind for kind in kinds if text.endswith(key(noun(kind))) and whole(kind) == kind)
    longest = max((len(kind) for kind in exact), default=0)
    same_noun = tuple(kind for kind in exact if len(kind) == longest)
    return tuple(kind for kind in kinds if whole(kind) in same_noun) if same_noun else kinds


def who(asked: RecallQuery) -> Answer:
    """Who asked for a task. Value: name of the speaker."""
    found = meant(asked, loosely=True)
    if not found.errands:
        return asked.never(f"I never did that{asked.when}", None)
    one = found.errands[-1]
    for row in asked.view.said(Scope(one.start, one.end)):
        if not row.utterance.own:
            text = f'{"You" if row.utterance.speaker == "user" else row.utterance.speaker} did: "{row.utterance.text}"'
            return told(asked, text, row.utterance.speaker, [one], found.sure, [row.event])
    return asked.answer("I remember nobody asking for it", None, [one.node], "partly")


def why(asked: RecallQuery) -> Answer | None:
    """Why a task was done: because somebody asked for it. Value: what was said."""
    if {"fail", "failed", "not", "failing", "wrong"} & set(asked.question.words):
        return None
    found = meant(asked, loosely=True)
    if not found.errands or not found.sure:
        return None
    one = found.errands[-1]
    wanted = [row for row in asked.view.said(Scope(one.start, one.end)) if not row.utterance.own]
    if not wanted:
        return asked.answer("I remember nobody asking for it", "", [one.node], "partly")
    first = next((row for row in wanted if len(row.utterance.text.split()) > 2), wanted[0])
    text = f'Because you asked for it: "{first.utterance.text}"'
    return told(asked, text, first.utterance.text, [one], found.sure, [first.event])
