"""A condition on how many there are of what is asked for: "put the forks away, only if there are three of them"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import NUMBER, words_of
from agent.requests.words.nouns import read_named
from envs.vocabulary.inflection import singular

_SO_MANY = re.compile(
    r"(?P<asked>(?:^|[.;!?,] |\b(?:and|then|please|you) )"
    r"(?:[a-z]+ (?:(?:up|out|off|away|me|us|over) )?)?(?:all (?:of )?)?"
    r"(?:the|my|our) (?P<np>[a-z]+s|[a-z]+ [a-z]+s)(?: [^.;!?]*?)?,? (?:but )?(?:only |just )?"
    r"(?:if|unless|provided(?: that)?|as long as)"
    r" (?:there(?: are| is|'s|'re)|(?:we|i|you)(?:'ve got|'ve| have got| have))"
    rf" (?:(?:at least|at most|more than|fewer than|less than|no more than|not more than|exactly|only) )?(?:{NUMBER}))"
    r"(?: of (?:them|those|these))?(?=[.;!?]|$|, (?:otherwise|or else|if not)\b)"
)


def so_many_named(text: str) -> str:
    """A tidied utterance in which the things are named that a condition behind it counts."""
    return _SO_MANY.sub(_named, text)


def _named(found: re.Match[str]) -> str:
    named = read_named(words_of(found["np"]))
    if named is None or not named.word:
        return found[0]
    *before, last = found["np"].split(" ")
    one = words_of(found["asked"])[-1] in ("one", "1")
    return f"{found['asked']} {' '.join([*before, singular(last) if one else last])}"
