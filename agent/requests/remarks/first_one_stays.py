"""What was said first stays as it is: "correction, I meant the tomato. Leave the apple whole" only means the tomato."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.errands import Errand, made_of
from agent.requests.words.clauses import starts_request
from agent.requests.words.nouns import mentioned
from envs.teach.tasks.classes import types_named

_NP = r"(?P<{}>(?:the|my|our|that) [a-z]+(?: (?!is\b|be\b|stays?\b|can\b|alone\b|whole\b)[a-z]+)??)"
_AS_IT_IS = (
    r"(?: (?:just )?(?:be|alone|whole|uncut|unsliced|intact|raw|uncooked|dirty|unwashed|closed|shut|open|off|on|empty"
    r"|full|there|put|untouched|out|(?:as|where|how) it (?:is|was)))*"
)
_STAYS = re.compile(
    r"^(?P<meant>[^.;!]*\b(?:meant|mean|rather|instead|correction|sorry|no|nope|oops)\b[^.;!]*)"
    r"(?:[.;!]|, (?:and|but)|,) (?:(?:and|but|please|just|so)\b[ ,]*)*"
    rf"(?:(?:leave|keep) {_NP.format('left')}{_AS_IT_IS}"
    rf"|(?:don't|do not) (?:touch|use|take|move|cut|slice|chop|wash|clean|cook|boil|open|close|put) {_NP.format('not')}"
    rf"|{_NP.format('stays')} (?:(?:can|should|must|shall) )?(?:stays?|remains?){_AS_IT_IS})"
    r"(?:,? please)?[.! ]*$"
)


_ONLY_NAMED = re.compile(
    r"^(?:(?:sorry|correction|no|nope|oops|wait|actually|oh|pardon)[,:]? )+"
    r"(?P<np>(?:the|my|an?|that) [a-z]+(?: [a-z]+)?)$"
)
_MEANT = re.compile(r"\b(?:meant|mean|rather|instead)\b")


def without_first_one(text: str, tasks: Sequence[Errand]) -> str:
    """A remark on what was meant without that the thing of the task at hand, which was not meant, stays as it is.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done.
    """
    found = _STAYS.match(text) if len(tasks) == 1 else None
    if found is None or any(map(starts_request, re.split(r"[,:] ", found["meant"]))):
        return text
    first = _types(found["left"] or found["not"] or found["stays"])
    handled = {kind.removesuffix("Sliced") for word in made_of(tasks[0])[:1] for kind in types_named(word)}
    named = _ONLY_NAMED.match(found["meant"])
    meant = f"i meant {named['np']}" if named else found["meant"]
    other = _types(meant) if _MEANT.search(meant) else set[str]()
    return meant if first and first <= handled and other and not other & handled else text


def _types(text: str) -> set[str]:
    return {kind.removesuffix("Sliced") for word in mentioned(text) for kind in types_named(word)}
