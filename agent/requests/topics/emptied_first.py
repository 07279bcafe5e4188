"""What something is taken out of, and what is done "in it" then: "take the spoon out of the pot, boil an egg in it"."""

from __future__ import annotations

import re

from agent.belief.hazard_kinds import kinds
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable, read_named
from envs.teach.tasks.classes import types_named

_TAKEN = re.compile(
    r"\b(?:take|get|fish|pull|lift|remove|move|bring) (?P<x>(?:the|my|our|an?|that) [a-z]+(?: (?!out\b|from\b)[a-z]+)?)"
    r" (?:out of|from) (?P<y>(?:the|my|our) [a-z]+(?: (?!(?:and|then|first|before|please|only|after)\b)[a-z]+)?)"
    r"(?=,? (?:(?:and|but|then|only|please|after (?:this|that)|afterwards|(?:when|once) (?:that|this) is done)\b[ ,]*)+"
    r"(?P<then>[a-z][^.!?;]*? in) (?:it|there)(?=[.,!?;]|$| (?:please|too|for)\b))"
)

_PUT = re.compile(r"(?:please |you )*(?:put|place|set|pop|stick|lay)\b")
_HEATED = re.compile(
    r"(?<!don't )(?<!do not )\b(?:start|switch|turn|heat|cook|warm|microwave|toast|run|fry|boil|bake|nuke)\b"
)


def in_what_was_emptied(text: str) -> str:
    """A text in which "in it" names what something was taken out of, where that something holds nothing itself.

    Args:
        text: What was said, in lower case.
    """
    found = _TAKEN.search(text)
    if found is None:
        return text
    moved, emptied = (read_named(words_of(found[part])) for part in "xy")
    if moved is None or not moved.word or capable(moved.word, "receptacle"):
        return text
    at = found.end("then")
    heats = kinds()["microwave"].types | kinds()["toaster"].types
    cold = _PUT.match(found["then"]) and not _HEATED.search(text[at:])
    if emptied is None or (heats & set(types_named(emptied.word)) and not cold):
        return text  # it may not come out, and then must not be heated
    pointed = re.match(r" (?:it|there)", text[at:])
    return f"{text[:at]} {found['y']}{text[at + pointed.end() :]}" if pointed else text
