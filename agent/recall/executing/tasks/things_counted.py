"""How many things a task was done to: "how many plates did you wash?" asks for plates, not for how often."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.executing.listing import counted
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import amount_in_words
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.verbs import changes, deeds

_PLACED = re.compile(r"\b(?:in|into|on|onto|from)\b")
_SMALL = frozenset({"the", "a", "an", "all", "any", "every", "some", "my", "your", "of"})


def things_of_task(posed: PosedQuery) -> Findings | None:
    """How many things were handled in the tasks of a query that counts things; None where it counts something else.

    Where no deed of it is remembered one by one, what the tasks were called may tell the number; else nobody knows.
    """
    query = posed.query
    if (query.ask, query.counted, query.of.subject) != ("count", "things", "tasks"):
        return None
    deed = _deed(query.of)
    if deed is None:
        return None
    meant = replace(posed, query=replace(query, of=deed))
    if posed.select(deed):
        return counted(meant)
    done = [task for task in posed.select(query.of) if task.status == "done"]
    if not done:
        return None
    amounts = [_amount(task, deed.thing.types) for task in done]
    if None not in amounts:
        return meant.found(sum(one or 0 for one in amounts), done)
    return meant.found(None, done, "forgotten")


def _amount(task: FoundItem, types: Sequence[str]) -> int | None:
    found = [amount_in_words(text, types) for text in (task.request, task.name)]
    return next((number for number in found if number is not None), None)


def _deed(selection: Selection) -> Selection | None:
    """What the words of a task say is done to which things; None where they name no single deed."""
    first, _, rest = selection.task.lower().partition(" ")
    what, where = _parted(rest)
    action, change = deeds().get((first,)), changes().get(first, "")
    things, places = _types(what), _types(where)
    if not things or not (action or change) or (where and not places):
        return None
    return replace(
        selection,
        subject="deeds",
        task="",
        outcomes=(),
        actions=() if change else (action or "",),
        change=change,
        thing=ThingFilter(things),
        place=ThingFilter(places),
    )


def _parted(words: str) -> tuple[str, str]:
    parts = _PLACED.split(words, maxsplit=1)
    return parts[0].strip(), parts[1].strip() if len(parts) > 1 else ""


@cache
def _types(words: str) -> tuple[str, ...]:
    plain = [word for word in words.split() if word not in _SMALL]
    found = full_lexicon().find(plain) if plain else None
    return found.types if found else ()
