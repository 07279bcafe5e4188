"""Whether things would be put where they were only told to be: "three spatulas, and two of them in the fridge!"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.errands import is_placing
from agent.requests.instructions import Begin
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import read_named
from agent.requests.words.tidying import tidy

_THERE = re.compile(
    r"(?P<asks>[^.!?;,]*?)\b(?:of (?:them|those|these)|the others?|the rest)(?: (?:is|are|even|still|just|all|both"
    r"|lying|standing))*"
    r" (?:in|on|under) (?P<place>(?:the|my|our) [a-z]+(?: [a-z]+)?)"
)
_ASKS = re.compile(
    r"\b(?:put|place|move|bring|take|goe?s?|belongs?|should|must|into|onto|stick|throw|leave|keep"
    r"|want)\b"
)


def puts_where_they_are(said: str, begun: Sequence[Begin]) -> bool:
    """Whether something is to be put where an utterance only says that some of it is.

    Args:
        said: What was said.
        begun: What it was taken for.
    """
    told = set[str]()
    for found in _THERE.finditer(tidy(said)):
        named = read_named(words_of(found["place"]))
        if named is not None and not _ASKS.search(found["asks"]):
            told.add(named.word)
    return any(is_placing(one.errand) and one.errand.params[-1] in told for one in begun)
