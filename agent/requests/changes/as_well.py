"""Other things that serve the work at hand as well: "a cup will do", "or a cup", "a bowl is fine too"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import Either
from agent.requests.amending import capability, counted_apart
from agent.requests.changes.making import revise
from agent.requests.changes.worded import AH
from agent.requests.errands import Errand, made_of
from agent.requests.instructions import Revise
from agent.requests.request_state import RequestState
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable, read_named
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL

_GOOD = (
    r"(?:(?:'s| is| are|'d be| would be| will be|'ll be)(?: just as| also| perfectly| quite)? "
    r"(?:fine|ok|okay|good|alright|all right|great|enough)"
    r"|(?:'ll| will| would| can|'d)(?: also| just)? (?:do|work|serve|be enough)(?: the job| the trick)?)"
)
_ENDS = r"(?:,? (?:with me|by me|for me|as well|too|just as well|then|please))*$"
_WILL_DO = re.compile(rf"^{AH}(?:(?:or|even|maybe|perhaps|any|also) )*(?P<np>[a-z][a-z ]*?){_GOOD}{_ENDS}")
_OR = re.compile(rf"^or (?P<np>(?:an?|the|any|some) [a-z ]+?){_ENDS}")


def serves_as_well(said: str, reading: RequestState) -> bool:
    """Take in that something else is just as good for the work at hand; whether a clause says so.

    Args:
        said: The clause.
        reading: What was understood before it.
    """
    found = _WILL_DO.match(said) or _OR.match(said)
    words = words_of(found["np"]) if found and not reading.begun else []
    named = read_named(words) if words else None
    whole = named is not None and bool(named.word) and named.end == len(words)
    if named is None or not whole or named.states or named.foremost or (named.count or 1) > 1:
        return False
    for task in reading.context.tasks:
        new = _chosen(task, named.kind)
        if new is not None:
            revise(Revise(task, new), reading)
            return True
    return False


def _chosen(task: Errand, kind: str) -> Errand | None:
    """A task that may be done with things of another kind; None where it is of another sort, or about all of a kind."""
    apart = counted_apart(task)
    if apart is None or apart.params[0] == ALL or not capable(kind, capability(apart)):
        return None
    word = made_of(task)[0]
    if {word, *types_named(word)} & {kind, *types_named(kind)} or word not in {want.word for want in task.wants()[0]}:
        return None
    told = next((one for one in task.terms if isinstance(one, Either) and one.word == word), Either(word, ()))
    kept = tuple(one for one in task.terms if one != told)
    return replace(task, terms=(*kept, replace(told, others=(*told.others, kind))))
