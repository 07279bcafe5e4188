"""Which one is meant, told between commas before where it goes: "kettle, the one with water in it, onto the stove"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import capable, read_named

_ONE = re.compile(
    r"^(?P<lead>(?:(?:ok|so|and|now|please|hey)[ ,]+)*)(?:(?:the|my|our) )?(?P<np>[a-z]+(?: [a-z]+)?), the (?:"
    r"(?P<how>[a-z]+) )?ones?"
    r"(?: (?P<which>(?:with|w/?|in|on|from|by|next to|that is|that's) [^,.;!?]+))?, "
    r"(?P<goal>(?:into|in|onto|on|to|back in|back on) (?:the|my|our|an?) [a-z]+(?: [a-z]+)?(?:,? please)?)"
    r"(?P<end>[.!;]|$)"
)


def one_named_apart(text: str) -> str:
    """A tidied utterance in which the thing that goes somewhere is named together with which one it is.

    Args:
        text: An utterance, tidied.
    """
    found = _ONE.match(text)
    if found is None or not (found["which"] or found["how"]) or starts_request(found["np"]):
        return text
    words = words_of(f"the {found['np']}")
    named = read_named(words)
    if named is None or named.end < len(words) or not capable(named.word, "pickupable"):
        return text
    which = re.sub(r"^w/? ", "with ", found["which"] or "")
    which = re.sub(r"^(?=in |on |next to |by )", "that is ", which)
    how = f"{found['how']} " if found["how"] else ""
    return (
        f"{found['lead']}put the {how}{found['np']} {which} {found['goal']}{found['end']}{text[found.end() :]}".replace(
            "  ", " "
        )
    )
