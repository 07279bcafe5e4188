"""How a thing shall be, in a sentence of its own: "Egg. Fried. Ta.", "Tap. Off. Then the salt onto the table."."""

from __future__ import annotations

import re

from agent.requests.words.clauses import VERBS, words_of
from agent.requests.words.nouns import SOURCE, capable, read_named
from envs.vocabulary.verbs import of_past

_STATE = re.compile(
    r"(?P<lead>^|[.!] )(?:the )?(?P<np>[a-z]+(?: [a-z]+)?)[.!] (?P<so>off|on|[a-z]+ed)[.!,]"
    r"(?=$| (?:then|after that|and|now|please|ta|thanks|thank you|cheers|quick|quickly)\b)"
    r"(?: (?:ta|thanks|thank you|cheers|please)[.!]*(?= |$))?"
)
_CHANGED = {"cook": "sliceable", "boil": "sliceable", "toast": "sliceable", "slice": "sliceable", "clean": "dirtyable"}


def state_alone(text: str) -> str:
    """A tidied utterance in which a thing and how it shall be, each in a sentence of its own, are one request.

    Args:
        text: An utterance, tidied.
    """
    return _STATE.sub(_asked, text)


def _asked(found: re.Match[str]) -> str:
    words = words_of(found["np"])
    named = read_named(words)
    if named is None or not named.word or named.end < len(words) or named.pronoun:
        return found[0]
    if found["so"] in ("on", "off"):
        switched = capable(SOURCE.get(named.word, named.word), "toggleable")
        return f"{found['lead']}switch {found['so']} the {found['np']}." if switched else found[0]
    deed = of_past(found["so"]) or ""
    fits = _CHANGED.get(VERBS.get(deed, ""), "")
    return f"{found['lead']}{deed} the {found['np']}." if fits and capable(named.word, fits) else found[0]
