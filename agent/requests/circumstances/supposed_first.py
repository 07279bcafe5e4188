"""What is only supposed, and what is to be done if it is so: "I think somebody left an egg out. If so, …"."""

from __future__ import annotations

import re

from agent.requests.circumstances.confirming import acting_cases
from agent.requests.terms.facts import read_condition

_SUPPOSED = re.compile(
    r"(?P<lead>^|[.!?;] )(?:(?:and|but|so|well|oh) )*"
    r"(?:(?:(?:i|we) (?:think|believe|suspect|fear|guess|wonder if|wonder whether|suppose|bet|imagine)"
    r"|(?:i|we) (?:can't|cannot|can not|don't|do not)(?: quite| really)? "
    r"(?:remember|recall|know|tell|say) (?:if|whether)"
    r"|(?:i|we)(?:'ve| have)(?: got)? (?:an?|this|the) (?:[a-z]+ ){0,2}(?:feeling|suspicion|hunch|fear|idea)"
    r"|i'm (?:afraid|not sure if|not sure whether)|(?:it )?(?:may|might|could) (?:well )?be|perhaps|maybe|possibly)"
    r"(?: that)?,? )?"
    r"(?P<claim>(?:(?:there|somebody|someone|anybody|i|we|he|she|they) |(?:the|my|our|an?) [a-z])[^.,;!?]{3,80})"
    r"[.,;!?] "
    r"(?:and |but |well,? )?"
    r"(?:(?P<so>if so|if yes|in that case|in which case|if (?:it|he|she|they|there|i|we) (?:is|are|did|has|have)"
    r"(?=, | then\b))"
    r"|if not|if (?:it|they|there) (?:isn't|aren't|is not|are not)(?=, | then\b))(?:,| then\b)? (?:then )?(?=[a-z])"
)
_MIGHT = re.compile(r"\b(?:may|might|could|must)(?: well)? have (?=(?:left|put|forgotten|dropped)\b)")
_SO = ("if so", "if yes", "in that case", "in which case")
_DENIED = re.compile(r"\b(?:not|no|never|none|nobody|nothing)\b|n't\b")


def supposed_first(text: str) -> str:
    """An utterance in which what is only supposed is the condition of what is asked for if it is so.

    A second case in which nothing is to be done is left out.

    Args:
        text: An utterance, tidied.
    """

    def conditional(found: re.Match[str]) -> str:
        claim = _MIGHT.sub("has ", found["claim"])
        turned = _DENIED.search(claim) and found["so"] not in _SO
        if turned or read_condition(claim, True) is None:
            return found[0]
        return f"{found['lead']}{'if' if found['so'] else 'unless'} {claim}, "

    return _SUPPOSED.sub(conditional, acting_cases(text))
