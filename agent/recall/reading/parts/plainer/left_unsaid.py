"""Questions without their subject: "told you anything today?", "washed the mug yet?"."""

from __future__ import annotations

import re

from agent.recall.reading.parts.wordlists import words
from envs.vocabulary.verbs import base, of_past

_LEAD = r"(?P<lead>(?:(?:and|so|but|then|ever|already|also|just) )*)"
_OBJECT = (
    r"(?:you|me|us|it|them|that|those|the|my|our|your|any|anything|something|anyone|every|everything|all|both|a|an)"
)
_BARE = re.compile(rf"^{_LEAD}(?P<did>\w+)(?P<to> to| for)? (?P<rest>{_OBJECT}\b.*)$")
_ASKS_WHETHER = re.compile(
    r"\b(?:yet|already|today|yesterday|tonight|this \w+|last \w+|lately|anything|anyone|any|before)\b"
)
"""What a command has not: it says when it was, or asks for any."""


def with_subject(text: str) -> str:
    """A question whose subject is left out, with it: who tells "you" something is "I", else who is asked is meant.

    Args:
        text: The sentence in plain words.
    """
    found = _BARE.match(text)
    done = of_past(found["did"]) if found else None
    if found is None or done is None or found["did"] in words("no_deeds") | {"did", "had", "was", "were", "been"}:
        return text
    asks = next((at for at, word in enumerate(found["rest"].split()) if word in words("asks")), None)
    if asks is not None and (asks != 1 or found["did"] not in ("told", "asked", "shown", "reminded")):
        return text  # "gave you how many tasks", but "told you where it is"
    if done == found["did"] and not _ASKS_WHETHER.search(found["rest"]):
        return text  # "put the mug away" is a command
    if base(found["did"]) is None:
        return text
    who = "i" if found["rest"].split()[0] == "you" else "you"
    return f"{found['lead']}did {who} {done}{found['to'] or ''} {found['rest']}"
