"""Requests with the things before the verb, as of who speaks another language at home: "cup put in cabinet"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import words_of
from agent.requests.words.modifiers import with_place
from agent.requests.words.nouns import read_named

_OBJECT_FIRST = frozenset(
    {"put", "leave", "turn", "switch", "bring", "wash", "clean", "open", "close", "shut", "take", "move", "throw"}
    | {"make", "fetch", "give", "fill", "empty", "cook", "boil", "slice", "rinse"}
)
"""Verbs that are taken for such ones."""
TURNED_ROUND = re.compile(
    r"^(?:(?!and |or |then |to |that |which |who |i |we |you |it |them |is |are |please |should )[a-z]+ ){1,3}?"
    r"(?:(?:in|on|from) (?:the )?[a-z]+ )?(?:please )?"
    rf"(?:{'|'.join(sorted(_OBJECT_FIRST))})(?: please)?"
    r"(?:$| (?:in|on|into|onto|to|off|out|away|back|open|shut|closed)\b)"
)
"""Words that begin such a request."""
_BETWEEN = frozenset({",", "please", "you", "also", "then", "just", "both", "all"})
_PLACING = frozenset({"in", "on", "into", "onto", "inside", "from", "at"})


def object_first(text: str) -> str:
    """A clause with its verb at the beginning; the same where it does not stand right behind the things.

    Args:
        text: A clause in lower case that begins with no verb.
    """
    words = words_of(text)
    end = _things(words)
    at = end
    while 0 < at < len(words) and words[at] in _BETWEEN:
        at += 1
    if not 0 < at < len(words) or words[at] not in _OBJECT_FIRST:
        return text
    rest = words[at + 1 :]
    if rest and rest[0] not in _BEHIND:
        return text
    whom = rest[:1] if rest[:1] == ["me"] else []
    return " ".join([words[at], *whom, *words[:end], *rest[len(whom) :]])


_BEHIND = _PLACING | {"to", "off", "out", "away", "back", "open", "closed", "shut", "up", "down", "next", "for", "me"}
"""How words go on behind a verb whose things were named before it."""


def _things(words: list[str]) -> int:
    """Where the things end that words begin with, with where each of them is; 0 where they begin with none."""
    at = end = 0
    while at < len(words):
        named = read_named(words, at)
        if named is None or not named.word:
            return end
        end = with_place(named, words).end
        place = read_named(words, end + 1) if end < len(words) and words[end] in _PLACING else None
        if end == named.end and place is not None and place.word:
            end = place.end
        if end >= len(words) or words[end] not in ("and", ","):
            return end
        at = end + 1
    return end
