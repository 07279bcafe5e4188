"""What "it" or "that" points to of what was told just before: "the dirty bowl: wash it", "the tap is on! see to it"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import read_named

_PARTS = re.compile(r"([ ]*[.!?;:,]+[ ]+)")
_TOLD = re.compile(
    r"^(?:(?:oh|ah|wait|hey|no|but|and|look|afterwards|first|there's|there is|there are|somebody left|someone left"
    r"|i left|we left)\b[ ,]*)*"
    r"(?P<np>(?:the|my|our|that|an?|two|three|those|some) [a-z]+(?: (?!is\b|are\b|on\b|off\b|in\b)[a-z]+)?)"
    r"(?:(?:'s| is| are|'re)?(?: (?:still|left|been left|always|just|all|over|so))*"
    r" (?P<how>on|running|dripping|open|ajar|dirty|filthy|burning|lit|beeping|there|here|next to it|in the way"
    r"|(?:in|on|by|next to) (?:the|my) [a-z]+)"
    r"| (?:looks?|seems?|is|are|has|have|needs?|smells?) [a-z' ]+)?$"
)
_SEE_TO = re.compile(
    r"\b(?:see to|take care of|deal with|sort(?: out)?|fix|handle|do|do something about|get)"
    r" (?:that|it|this|them|those)\b(?: one)?"
)
_SOLVED = {
    "on": "turn off", "running": "turn off", "dripping": "turn off", "burning": "turn off", "lit": "turn off",
    "beeping": "turn off", "open": "close", "ajar": "close", "dirty": "wash", "filthy": "wash",
}  # fmt: skip
_IT = re.compile(r"\b(?:it|them|those|these|that one|that)\b(?! (?:is|are|was|has|will)\b)")


def pointed_out(text: str) -> str:
    """A remark in which what was told of just before is named where it is only pointed to.

    Args:
        text: A tidied remark.
    """
    cut = _PARTS.split(_WATER.sub("the tap", text).rstrip(" ,"))
    parts, marks = cut[::2], [*cut[1::2], ""]
    said, told, state, used = list[str](), "", "", False
    for part, mark in zip(parts, marks, strict=True):
        found = _TOLD.match(part.strip(" .!?,"))
        if found and not starts_request(part) and _is_named(found["np"]) and _is_told(found, part, mark):
            told, state = _definite(found["np"]), found["how"] or ""
            told = f"{told} {state}" if _PLACE.match(state) else told
            kept = re.match(r"(?:afterwards|first)\b", part.strip())
            said.append(f"{kept[0]} " if kept else "")
            continue
        full = _in_full(part, told, state) if told else part
        used = used or full != part
        said.append(f"{full}{mark}")
    return "".join(said) if used else text


_WATER = re.compile(r"\bthe water(?=(?:'s| is)(?: still)? (?:running|on|dripping)\b)")


def _is_told(found: re.Match[str], part: str, mark: str) -> bool:
    """Whether something is told of what is named, or it is announced: "the bowl: …", "there are two apples, …"."""
    return found.end("np") < len(found.string) or ":" in mark or bool(_ANNOUNCES.match(part.strip()))


_PLACE = re.compile(r"(?:in|on|by|next to) (?:the|my) ")
_ANNOUNCES = re.compile(r"(?:(?:oh|and|but|look)\b[ ,]*)*(?:afterwards|first|there's|there is|there are)\b")


def _in_full(part: str, told: str, state: str) -> str:
    """A part with what was told of in place of "it"."""
    if solved(state) and _SEE_TO.search(part):
        return _SEE_TO.sub(f"{solved(state)} {told}", part, count=1)
    full = _IT.sub(told, part, count=1)
    if "that one" in part and "that one" not in full and "instead" not in full:
        full = f"{full} instead"
    return _TAKEN.sub(told, full) if told in full else full


_TAKEN = re.compile(r"(?:use|take|do|get|pick) .+(?= instead\b)")
"""What is taken in place of something else is not taken anywhere: "take the pan instead"."""


def solved(state: str | None) -> str:
    """What is to be done about something that is told to be so: "turn off" of what is running; "" where nothing is.

    Args:
        state: How it is.
    """
    return _SOLVED.get(state or "", "")


def _definite(np: str) -> str:
    first, _, rest = np.partition(" ")
    return f"all the {rest}" if first in ("two", "three", "some") else f"the {rest}" if first in ("a", "an") else np


def _is_named(np: str) -> bool:
    words = words_of(np)
    named = read_named(words)
    return named is not None and bool(named.word) and named.end == len(words) and not named.pronoun
