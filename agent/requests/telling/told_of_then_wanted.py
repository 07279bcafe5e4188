"""What is told or asked of a thing, and wanted in the same breath: "there's a pillow on the bed, I'd like that"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import capable, read_named

_WANTED = (
    r"(?:i(?:'d| would) (?:like|love|appreciate)|(?:i|we) (?:want|need)|(?:i|we) could (?:do with|use))(?: to have)? "
    r"(?:it|that|them|those|that one)(?: here| over here| brought(?: over| here| to me)?)?"
)
_WHEN = (
    r"(?P<when> (?:(?:when|once|as soon as) (?:you're|you are|you have|you've|that's|that is|it's) (?:done|finished"
    r"|ready)"
    r"(?: (?:with )?(?:it|that))?|after(?:wards| that| (?:the|my|your) [a-z]+)|next|later|first|then))?"
)
_SOMEWHERE = r"(?P<where>(?:in|on|under|next to|by|behind) (?:the|my|our) [a-z]+(?: [a-z]+)?)"
_THERE = re.compile(
    r"(?:^|(?<=[.!?;,] ))(?:(?:there's|there is|i've left|i left) (?P<a>an?|the|my|some|one) (?P<np>[a-z]+(?: [a-z]+)?)"
    r"|(?P<the>the|my|our) (?P<own>[a-z]+(?: [a-z]+)?)(?:'s| is| are)) (?:still |just |also )*(?:lying |standing "
    r"|sitting )?"
    rf"{_SOMEWHERE}[,.;] (?:and |so )?{_WANTED}{_WHEN}(?: please)?(?=[.!?,;]|$)"
)
_SOUGHT = re.compile(
    r"(?:^|(?<=[.!?;,] ))(?:(?:do|can) you see|have you seen|did you see|where(?:'s| is| are| did i (?:put|leave)"
    r"|'ve i put)"
    r"(?= (?:the|my|our)\b)) "
    r"(?P<np>(?:the|my|our) [a-z]+(?: [a-z]+)??)(?: anywhere| about| around| somewhere| lately)*[?.!,]+ "
    r"(?P<between>[^?]*?)(?P<bring>(?:please )?(?:bring|fetch|get|hand|give)(?: me)?) (?:it|that|them|those)\b"
)
_NAMED_AHEAD = re.compile(
    r"(?:^|(?<=[.!?;,] ))(?:(?P<lost>[^.!?;]*?), anyway, )?(?P<np>(?:the|my|our) [a-z]+(?: [a-z]+)?), "
    r"(?P<bring>(?:please )?(?:bring|fetch|get|hand)(?: me)?) (?:it|that|them|those)\b"
)
_BEFORE_ALL = re.compile(r"\bbefore (?:you do )?(?:anything|everything) else\b")


def wanted_of_what_was_told(text: str) -> str:
    """A tidied utterance that names what is wanted, where that was only told of or looked for just before.

    Args:
        text: An utterance, tidied.
    """
    text = _THERE.sub(_brought_from_there, text)
    found = _NAMED_AHEAD.search(text) or _SOUGHT.search(text)
    if found is None or not _is_thing(found["np"]):
        return text
    between = found.groupdict().get("between") or ""
    if starts_request(between) or " and " in found["np"]:
        return text
    said = f"{text[: found.start()]}bring me {found['np']}{text[found.end() :]}"
    return _BEFORE_ALL.sub("first", said)


def _brought_from_there(found: re.Match[str]) -> str:
    """As in "my phone is on the bed, I'd like it when you're done"."""
    np = f"the {found['np']}" if found["np"] else f"{found['the']} {found['own']}"
    if not _is_thing(np):
        return found[0]
    when = found["when"] or ""
    behind = " afterwards" if when and when.strip() not in ("first", "then") else when
    return f"bring me {np} that is {found['where']}{behind}"


def _is_thing(np: str) -> bool:
    words = words_of(np)
    named = read_named(words)
    return named is not None and bool(named.word) and named.end == len(words) and capable(named.word, "pickupable")
