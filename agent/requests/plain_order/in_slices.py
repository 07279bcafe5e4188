"""Things that are wanted in slices or pieces, cut: "the tomato, please make it in slices and give it on a plate"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable, read_named

_PIECES = r"in(?:to)? (?:(?:thin|thick|small|nice|little) )*(?:slices|pieces|bits)"
_NP = r"(?P<np>(?:the|my|an?|one|this|that) [a-z]+)"
_ASKS = r"(?:(?:please|you|can you|could you|would you)[ ,]+)*"
_NAMED_FIRST = re.compile(rf"(?P<lead>^|[.;!?] ){_NP}, {_ASKS}(?:make|cut|do|get) (?:it|that) {_PIECES}")
_MADE = re.compile(
    rf"(?P<lead>^|[.;!?,] |\b(?:and|then|please|you) )(?:make|get|do) (?P<np>it|that|the [a-z]+|an? [a-z]+) {_PIECES}"
)
_WANTED = re.compile(
    rf"(?P<lead>^|[.;!?] )(?:(?:i|we)(?:'d like| would like| want| need| like| wish) {_NP} {_PIECES}"
    rf"|(?P<first>(?:the|my|an?|one) [a-z]+),? (?:i|we)(?:'d like| would like| want| need) {_PIECES})"
    r"(?=[.;!?]|$|,? please\b| and\b)"
)
_GIVE = re.compile(r"\b(?:give|do|make) (?P<it>it|them|that)(?P<at> (?:on|in|into|onto) (?:an?|the|my|our) )")


def in_slices(text: str) -> str:
    """A tidied utterance in which what is wanted in slices is to be sliced.

    Args:
        text: An utterance, tidied.
    """
    plain = _WANTED.sub(_sliced, _MADE.sub(_sliced, _NAMED_FIRST.sub(_sliced, text)))
    return text if plain == text else _GIVE.sub(r"put \g<it>\g<at>", plain)


def _sliced(found: re.Match[str]) -> str:
    np = found["np"] or found.groupdict().get("first") or ""
    named = read_named(words_of(np))
    cut = np in ("it", "that") or (named is not None and capable(named.word, "sliceable"))
    return f"{found['lead']}slice {np}" if cut else found[0]
