"""The words of a question that name a task."""

from __future__ import annotations

import re

from agent.recall.kinds import BY_NAME, NTH

_SUBJECT = r"\b(?:you|i|we|they|the robot|robot|anyone|anybody)\b"
_ADVERBS = r"ever|last|first|just|actually|already|finally|also|most recently|recently|have|had|been|managed? to|get to"
_BETWEEN = rf"(?: (?:{_ADVERBS}))*"
_ASKING = (
    r"when|how often|how many times|what time|what day|which day|why|was|were|is|are|have|has|had|did|do|it|that|"
    r"the last time|last time|the first time|for|since|time"
)
_BEFORE_TASK = rf"^(?:(?:{_ASKING})\b ?)*(?:.*?{_SUBJECT}{_BETWEEN} )?"
_AFTER_TASK = (
    rf"(?: (?:for )?the (?:very )?(?:{NTH}) time| last| first| again| already| yet| so far| before| in total|"
    r" altogether| ever)*$"
)


def named_task(kind: str, text: str) -> str:
    """The words of a question that name a task, if they do: of "when did you make a salad" the last three."""
    place = BY_NAME[kind].task_at if kind in BY_NAME else ""
    at = re.match(place, text) if place else None
    if at is None:
        rest = re.sub(_BEFORE_TASK, "", text, count=1)
    else:
        rest = re.sub(rf"^(?:.*?\b(?:did|have|had|do|has)\b )?{_SUBJECT}{_BETWEEN} (?=\S)", "", at[1], count=1)
    if kind == "tasks_with":
        rest = re.sub(r"^(?:need|use|require|want) (.+?)(?: for| in)?$", r"use \1", rest)
    return re.sub(_AFTER_TASK, "", rest).strip().removeprefix("to ").removeprefix("finish ")
