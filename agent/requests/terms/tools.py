"""Tools that a request names: "with the blue knife", "in a pot on the stove"."""

from __future__ import annotations

import re

from agent.planning.terms import Trait, Without
from agent.requests.terms.barred import known_adjectives
from agent.requests.terms.constraints import Constrained, instead
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import NamedThings, read_named
from envs.vocabulary.looks import looks

_TOOL = re.compile(
    r",?\s*\b(?:with|using|by means of|in|on|into) (?P<np>(?:the |a |an |my |your |that )*[a-z ]+?)(?=,| and\b|$)"
)


def with_tool(text: str, verb: str) -> Constrained:
    """Take the tool out of a request: what else could serve must then not be used.

    Args:
        text: The request behind its verb.
        verb: What it asks for: "slice", "cook", "boil", "toast".
    """
    for found in _TOOL.finditer(text):
        named = read_named(words_of(found["np"]))
        if named is None or not named.word or starts_request(found["np"]):
            continue
        others = instead(named.word, verb)
        if others is not None:
            rest = f"{text[: found.start()]}{text[found.end() :]}".strip(" ,")
            terms = (*([Without(tuple(sorted(others)))] if others else []), *_not_so(named))
            return Constrained(rest, terms, lost=_unheld(named, found["np"]))
    return Constrained(text)


def _not_so(named: NamedThings) -> tuple[Without, ...]:
    """Tools of a kind that are not like the one that is named: "with the blue knife"."""
    return tuple(Without((named.word,), "", Trait("", ((word, not so),))) for word, so in named.states if _lasts(word))


def _lasts(state: str) -> bool:
    """Whether a tool stays so while it is used: how it looks, and that it is clean."""
    return state == "dirty" or state in looks().values()


def _unheld(named: NamedThings, said: str) -> str:
    """What is said of a tool that cannot be heeded: its size, what changes while it is used, what nobody knows."""
    words = words_of(said)
    fleeting = any(not _lasts(word) for word, _ in named.states)
    on = read_named(words, named.end + 1) if words[named.end : named.end + 1] in (["on"], ["in"]) else None
    behind = named.end < len(words) and (on is None or on.end < len(words) or instead(on.word, "cook") is None)
    unknown = not known_adjectives(words, named)
    return said if named.foremost or fleeting or behind or unknown else ""
