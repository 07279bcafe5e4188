"""Whether the task that was told still is to be done: "is it still to be done?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import of_item
from agent.recall.reading.turns.members import exchanges
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.verbs import of_past

_TASK = "|".join(sorted(words("task_words")))
_IT = rf"(?:it|that|this|they|these|those|(?:that|this) one|(?:the|that|this) (?:{_TASK}))"
_STILL = re.compile(rf"^(?:(?:and|so|but|then|ok|okay|well|now) )*(?:is|are) {_IT} still to be \w+$")
_NAMED = re.compile(
    r"^(?:(?:and|so|but|then|ok|okay|well|now) )*(?:is|are) (?P<what>[a-z]+(?: [a-z]+){0,3}?) still to be "
    r"(?P<done>[a-z]+)(?P<rest>(?: [a-z]+){0,4})$"
)
_NEAR = 3
"""So many exchanges back the task may have been told."""


def still_due(said: Sequence[str], before: EarlierExchange) -> MemoryQuery | None:
    """Whether the one task that was told last still is to be done; None for any other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    text = " ".join(said)
    if _STILL.match(text) is None:
        return None
    for one in islice(exchanges(before), _NEAR):
        if (task := told_alone(one)) is not None:
            return MemoryQuery("outcome", of_item(task, one.query.of), text=text)
        if one.items:
            return None
    return None


def named_due(said: Sequence[str]) -> MemoryQuery | None:
    """Whether a task that is named by what is done to which thing still is to be done; None for any other question.

    Args:
        said: The question in plain words.
    """
    text = " ".join(said)
    found = _NAMED.match(text)
    verb = of_past(found["done"]) if found is not None else None
    if found is None or verb is None or full_lexicon().find(found["what"].split()) is None:
        return None
    where = "" if found["rest"] in (" away", " back") else found["rest"]  # wherever that is
    named = f"{found['what']}{where}"
    return MemoryQuery("outcome", Selection("tasks", task=named if verb == "do" else f"{verb} {named}"), text=text)


def told_alone(exchange: EarlierExchange) -> FoundItem | None:
    """The one task that an answer told of; None where it told of none, or of several."""
    tasks = [item for item in exchange.items if item.what == "task"]
    return tasks[-1] if tasks and len({(item.name, item.asked) for item in tasks}) == 1 else None
