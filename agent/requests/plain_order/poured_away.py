"""Old water or coffee that shall be gone from what it is in: "old coffee still in the mug? Then out with it"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable, read_named

_LIQUID = r"(?:(?:old|cold|stale|dirty|leftover|yesterday's|remaining) )*(?:water|coffee|tea|milk|juice|soup|liquid)"
_IN = (
    r"(?:(?:that is|that's|which is|still|left|left over|standing|sitting) )*(?:in|inside) "
    r"(?P<np>(?:the|my|our|that|this) (?:[a-z]+ )?[a-z]+?)(?P<where> (?:in|on) (?:the|my|our) [a-z]+)?"
)
_AWAY = (
    r"(?:out|away|off|down the (?:sink|drain)) with (?:it|that|this)|(?:please )?(?:pour|tip|throw|chuck|empty"
    r"|get rid of|dump) "
    r"(?:it|that|this)(?: (?:out|away|off|down the (?:sink|drain)))?"
)
_THEN = r"(?:(?:so|then|and|well|please|now|if so|if yes|in that case)[, ]+)*"
_STILL = re.compile(
    rf"^(?:is there |there's |is )?(?:still )?(?:any |some |the )?{_LIQUID} {_IN}\? {_THEN}(?:{_AWAY})"
    rf"(?P<then>[^.;!?]*)"
)
_COLD = re.compile(
    rf"^(?:the |that |this )?{_LIQUID} {_IN}(?:(?:,| is| has gone| went| tastes| smells)"
    rf"(?: [a-z]+){{0,3}}?)[,.;!]+ {_THEN}(?:{_AWAY})"
    r"(?P<then>[^.;!?]*)"
)
_COMMA = re.compile(rf"^(?:the |that |this )?{_LIQUID} {_IN}[,;!] {_THEN}(?:{_AWAY})(?P<then>[^.;!?]*)")
_EMPTY_ALREADY = re.compile(
    r"(?<=[a-z])[,.;] (?:and |but )?if (?:it's|it is|its)(?: already)? empty,? (?:(?:just|please|then|simply)[ ,]+)*"
    r"(?:leave (?:it|that)(?: (?:alone|there|be|as it is|where it is))?|do nothing|don't bother)(?=[.;!?]|$)"
)
_EMPTIES = re.compile(r"\b(?:empty (?:it|that|the|my|our)|tip|pour|(?:out|away) with)\b")


def poured_away(text: str) -> str:
    """A tidied utterance in which what an old drink is in is emptied.

    Args:
        text: An utterance, tidied.
    """
    text = _EMPTY_ALREADY.sub(lambda found: "" if _EMPTIES.search(text[: found.start()]) else found[0], text)
    still = _STILL.match(text)
    if still is not None and _holds(still["np"]):
        which = f"{still['np']}{_which(still)}"
        return f"if there is water in {which}, empty {which}{still['then']}{text[still.end() :]}"
    found = _COLD.match(text) or _COMMA.match(text)
    if found is not None and _holds(found["np"]):
        return f"empty {found['np']}{_which(found)}{found['then']}{text[found.end() :]}"
    return text


def _which(found: re.Match[str]) -> str:
    return f" that is{found['where']}" if found["where"] else ""


def _holds(said: str) -> bool:
    words = words_of(said)
    named = read_named(words)
    return named is not None and named.end == len(words) and capable(named.word, "canFillWithLiquid")
