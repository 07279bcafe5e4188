"""How long after a task was asked for it was over or begun: "how many minutes after I asked did you give up?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import anchor
from agent.recall.reading.turns.members import exchanges
from envs.vocabulary.verbs import base

_WAIT = re.compile(
    r"^(?:(?:and|but|so|then|ok|okay|now) )*how (?:long|many (?:minutes|hours|seconds)|much (?:later|time|longer))"
    r"(?: (?:was it|did it take(?: you)?|did you need))? (?:after|from|since) (?:when |that )?"
    r"(?:i (?:had )?(?:ask|asked|told|said|wanted)|(?:you were|being|it was) (?:asked|told)|my (?:request|asking))"
    r"(?: (?:you|it|that|this|to|for|do|so))* (?:(?:until|till|did|that|before|were|was) )*(?:you|it) (?P<did>[\w ]+)$"
)


def waited(said: Sequence[str], before: EarlierExchange) -> MemoryQuery | None:
    """How long after the task that was told of was asked for it was over, or begun; None for any other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    found = _WAIT.match(" ".join(said))
    task = _task(before) if found is not None else None
    if found is None or task is None:
        return None
    verbs = {one for word in found["did"].split() for one in (word, base(word))}
    if verbs & words("beginning"):
        return MemoryQuery("duration", task, measure="start", text=" ".join(said))
    return MemoryQuery("duration", task, measure="end", text=" ".join(said)) if verbs & words("ending") else None


def _task(before: EarlierExchange) -> Selection | None:
    """The one task that was told of last."""
    for one in exchanges(before):
        of = anchor(one)
        if of.subject == "speech" and of.about:
            return Selection("tasks", task=" ".join(of.about), time=of.time)
        if of.subject == "tasks" and of.task:
            return replace(of, outcomes=(), ordinal=None)
    return None
