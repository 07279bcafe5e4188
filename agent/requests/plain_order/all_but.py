"""What is left out, said in front or with the verb behind: "apart from the one in the fridge, all the eggs …"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import NUMBER, words_of
from agent.requests.words.nouns import capable, read_named

_WHICH = (
    r"(?:the|that|those|my) (?:ones? )?(?:[a-z]+ )?"
    r"(?:(?:in|on|by|beside|next to|under|near|from) (?:(?:the|my|our) )?[a-z]+|ones?)"
)
_IN_FRONT = re.compile(
    rf"^(?P<lead>(?:(?:please|so|and|now|ok)[ ,]+)*)(?:with the exception of|apart from|except(?: for)?|other than"
    rf"|save for|aside from|but for)"
    rf" (?P<but>{_WHICH}|{NUMBER}), (?P<all>[^.;!?]*\b(?:all|every|both|each|everything)\b[^.;!?]*)(?P<mark>[.!?]*$"
    rf"|[.;!?] .*$)"
)
_LEFT_BEHIND = re.compile(
    rf"(?P<all>\b(?:all|every|both|each|everything|the [a-z]+s)\b[^.;!?]*?),? (?:(?:only|just|but|and"
    rf"|please)[ ,]+)+(?P<but>{_WHICH}),? (?:you |please |i want you to )*"
    r"(?:leave|let|keep|spare)(?: (?:it|that|them|those))?(?: (?:where (?:it|they) (?:is|are)|there|alone|out|be"
    r"|as (?:it|they) (?:is|are)|please))*(?=[.;!?]|$)"
)
_KEPT = re.compile(
    r"^(?P<lead>(?:(?:please|so|and|now|ok)[ ,]+)*)(?:put )?(?:all )?(?:the|my|our) (?P<np>[a-z]+(?: [a-z]+)??) "
    r"(?:(?:can|should|may|must) )?(?:(?:go|belong|all go) )?(?P<goal>(?:in|on|into|onto) (?:the|an?|my"
    r"|our) [a-z]+),? "
    r"(?:all )?(?:but|except)(?: for)? one,? (?:because |as |since |which )?(?:i|we)(?:'d)? (?:always |still |just )*"
    r"(?:like to |want to |prefer to )?(?:always )?(?:keep|have|leave|need)(?: (?:one|it|that one))?(?: (?:out"
    r"|handy|ready|back|always))* "
    r"(?P<at>(?:in|on) (?:the|my|our) [a-z]+)[.! ]*$"
)


def all_but(text: str) -> str:
    """A tidied utterance in which what is left out stands behind what it is left out of.

    Args:
        text: An utterance, tidied.
    """
    kept = _KEPT.match(text)
    if kept is not None and _are_things(kept["np"]):
        return f"{kept['lead']}put one of the {kept['np']} {kept['at']} and all the other {kept['np']} {kept['goal']}"
    found = _IN_FRONT.match(text)
    if found is not None:
        return f"{found['lead']}{found['all'].rstrip()} except {_the(found['but'])}{found['mark']}"
    return _LEFT_BEHIND.sub(lambda left: f"{left['all']} except {_the(left['but'])}", text)


def _the(which: str) -> str:
    """Which is left out, with the words that are missing: "the one beside toaster", "that on the table"."""
    which = re.sub(r"^(that|those) (?=(?:in|on|by|beside|next|under|near|from)\b)", "the one ", which)
    return re.sub(r"\b(in|on|by|beside|next to|under|near|from) (?!the\b|my\b|our\b)([a-z]+)$", r"\1 the \2", which)


def _are_things(said: str) -> bool:
    words = words_of(f"the {said}")
    named = read_named(words)
    return named is not None and named.end == len(words) and named.every and capable(named.word, "pickupable")
