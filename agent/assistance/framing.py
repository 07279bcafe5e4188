"""The frame of a request: how one asks, and the verb; what is left tells what is asked for."""

from __future__ import annotations

import re

_POLITE = re.compile(
    r"^(?:(?:please|kindly|hey|hi|hello|okay|ok|so|now|well)\b[,!]? ?"
    r"|(?:can|could|would|will|may|might) (?:you|we|i)\b(?: (?:please|kindly|maybe|perhaps))*"
    r"(?: be so (?:kind|good) as to| mind)? ?"
    r"|(?:you )?be so (?:kind|good) as to "
    r"|i(?:'d| would) (?:like|love|want|prefer)(?: it if)?(?: you(?: to| would| could)?| to)? "
    r"|i(?:'d| would) (?:be (?:glad|happy|grateful|thankful)|appreciate it) if you (?:could|would) "
    r"|i (?:want|need|wish)(?: you)? to |i need (?:a hand|(?:some |your )?help)(?: to| with| in)? "
    r"|(?:do me a favou?r and|help me(?: out)?(?: to)?|make sure(?: to| that you)?|let's|let us"
    r"|it's time to|go and) )+",
    re.I,
)
_VERB = re.compile(
    r"^(?:[a-z][a-z'-]* ){1,3}?(?=(?:my|our|his|her|their|the|an?|some|every\w*|all|both|things|it|them|this|that|these"
    r"|those|for|where|as|like)\b)",
    re.I,
)


def plainly(sentence: str) -> str:
    """A request as it would be ordered: "I'd be glad if you could sort my toys" → "sort my toys"."""
    bare = _POLITE.sub("", sentence.strip())
    return bare[:1].upper() + bare[1:] if bare else sentence


def what_is_asked_for(sentence: str) -> str:
    """A request without how one asks and its verb, whatever that is: "sort out my toys as always" → "my toys …"."""
    bare = _POLITE.sub("", sentence.strip())
    return _VERB.sub("", bare, count=1) or sentence
