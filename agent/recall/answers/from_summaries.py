"""What summaries still tell of times whose deeds are forgotten."""

from __future__ import annotations

from dataclasses import replace

from agent.recall.answer import Answer, RecallQuery
from agent.recall.kinds import names
from agent.recall.lookup.task_matching import content
from agent.recall.understanding.dates import say_day
from envs.vocabulary.english import joined, noun
from memory.levels import CALENDAR, DAY
from memory.reading.traces import SummaryLine

_ACCOUNTS = names(lambda kind: kind.from_summaries == "all")
_ASKED_FOR = names(lambda kind: kind.from_summaries == "mentions")


def remembered(asked: RecallQuery, answer: Answer) -> Answer:
    """The answer; where it is that all was forgotten, what summaries of days or longer times tell instead."""
    if answer.status != "forgotten" or answer.kind not in _ACCOUNTS | _ASKED_FOR:
        return answer
    anything = asked.activity.kind == "any" and not asked.activity.things
    lines = _accounts(asked) if answer.kind in _ACCOUNTS or anything else _mentions(asked)
    if not lines:
        return answer
    told = " ".join(line.summary for line in lines[:4])
    text = f"I have forgotten the details, but I know this much: {told}"
    value: object = answer.value
    if answer.kind in _ACCOUNTS:
        value = tuple(line.summary for line in lines)
    elif answer.kind == "ever":
        value = True
    elif answer.kind == "days_ago":
        value = tuple((asked.now.date() - line.start.date()).days for line in lines)
        text = f"{joined([say_day(line.start.date(), asked.now) for line in lines])}. {text}"
    evidence = (*(line.node for line in lines), *answer.evidence)
    return replace(answer, text=text, value=value, status="partly", evidence=evidence)


def _accounts(asked: RecallQuery) -> list[SummaryLine]:
    for level in CALENDAR:
        lines = asked.view.summaries(asked.question.scope, level)
        if lines:
            return lines
    return []


def _mentions(asked: RecallQuery) -> list[SummaryLine]:
    """Days whose summary holds the words of the task or thing; days only, as they say when it was."""
    things = [noun(kind) for kind in asked.activity.things[:1]]
    words = sorted(content(asked.question.task)) if asked.activity.kind == "task" else things
    words = [word for word in words if not word.isdigit()]
    deeds = {"Slice": "sliced", "Pickup": "picked", "Place": "put", "Pour": "poured"}
    words += [deeds[action] for action in asked.activity.actions if action in deeds]
    words += [word for change, word in (("-dirty", "washed"), ("+cooked", "cooked")) if asked.activity.change == change]
    if not words or asked.activity.kind not in ("task", "act", "change"):
        return []
    scope = asked.question.scope
    lines = asked.view.search(words, DAY)
    return [
        line
        for line in lines
        if (not scope.start or line.end >= scope.start) and (not scope.end or line.start <= scope.end)
    ]
