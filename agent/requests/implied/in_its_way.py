"""With what the work is not to be done, told by its deed or by what else will do: "not with the butter knife"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from agent.requests.errands import Errand, is_placing
from agent.requests.implied.parted import RemarkPart
from agent.requests.words.clauses import starts_request, verb_forms, words_of
from agent.requests.words.nouns import capable, read_named

_WITH = re.compile(
    r"(?:don't|do not|never|not) (?P<deed>[a-z]+)(?: (?!with\b|using\b)[a-z]+){0,4} (?:with|using) "
    r"(?:the|an?|my|our|that|your) (?P<np>[a-z]+(?: [a-z]+){0,2})$"
)
_ANY_BUT = re.compile(
    r"(?:in )?(?:anything|any|whatever|any (?:cup|mug|glass|bowl|plate|pan|pot|knife)) (?:but|except"
    r"|other than|apart from)"
    r" (?:in )?(?:the|an?|that|my) (?P<np>[a-z]+(?: [a-z]+){0,2})$"
)
_USED = re.compile(
    r"(?:use|take|do it (?:in|with)|in|with) the (?P<a>[a-z]+) (?P<np>[a-z]+)(?: for (?:it|that|them))?$"
)
_NOT_THAT = re.compile(r"not (?:in |with )?the (?P<a>[a-z]+)(?: (?:one|(?P<np>[a-z]+)))?$")


def in_its_way(parts: Sequence[RemarkPart], tasks: Sequence[Errand]) -> str:
    """With what the work is not to be done, said plainly; "" where that is not told.

    Args:
        parts: The parts of a remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    if any(map(is_placing, tasks)):
        return ""
    said = [one.said for one in parts]
    if sum(map(starts_request, said)) > 1:
        return ""
    for one in said:
        tool, other = _WITH.match(one), _ANY_BUT.match(one)
        if tool and tool["deed"] in verb_forms() and _is_thing(tool["np"], "pickupable"):
            return f"without the {tool['np']}"
        if other and _is_thing(other["np"], "receptacle"):
            return f"not in the {other['np']}"
    for one, behind in pairwise(said):
        used, barred = _USED.match(one), _NOT_THAT.match(behind)
        if used and barred and barred["np"] in (None, used["np"]) and _is_thing(used["np"], "receptacle"):
            return f"not in the {barred['a']} {used['np']}"
    return ""


def _is_thing(np: str, able: str) -> bool:
    """Whether words name a thing that is capable of something, and no more."""
    words = ["the", *words_of(np)]
    named = read_named(words)
    return named is not None and bool(named.word) and named.end == len(words) and capable(named.word, able)
