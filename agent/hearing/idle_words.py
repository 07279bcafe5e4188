"""Words of limiting form that limit nothing: "no idea who put it there", "so I don't forget", "and only that one".

They may be lost in plain words without anything being lost of what was asked for. What is not wanted, exceptions and
conditions are none of these.
"""

from __future__ import annotations

import re

from agent.requests.errands import AWAY, BRING, PUT, STATE, Errand

_REST = r"(?:(?! so (?:please|i|we|you|can|could|put|take)\b| but | and (?:please|then|put|take|wash)\b)[^.!?;,])*"
_SELF = r"(?:i|we|he|she|they|nobody|(?:my|our) [a-z]+)"
_IDLE = (
    re.compile(
        rf"\b(?:(?:i |we )?(?:have|has|had|'ve|there's|there is) )?no (?:idea|clue|business|use|point|wonder|rush"
        rf"|hurry|doubt|reason)\b{_REST}"
    ),
    re.compile(
        rf"\b(?:so|before|in case|lest)(?: that)? {_SELF} (?:don't |do not |might |all |will )?forgets?\b{_REST}"
    ),
    re.compile(
        rf"\b(?<!so ){_SELF} (?:can't|cannot|couldn't|could not|didn't|haven't|hasn't|wouldn't|won't)"
        rf" (?:even |really |ever |quite )*(?!want|need|like|have|put|touch|use|open|eat|stand)[a-z]+{_REST}"
    ),
    re.compile(r"\b(?<=grateful )if you\b|\b(?<=glad )if you\b|\b(?<=nice )if you\b|\b(?<=kind )if you\b"),
    re.compile(r",? ?\bif you (?:would|could|please|don't mind|wouldn't mind|can)(?=[ ]*(?:[,.!?]|$))"),
    re.compile(
        r",? ?\bif (?:it|that)(?:'s|s| is| isn't| is not| wouldn't be)(?: not)? (?:too much|any|no)"
        r"(?: of a)? (?:bother|trouble|work)\b"
    ),
    re.compile(r",? ?\b(?:and |but )?(?:only|just) (?:that|this) one\b(?= *(?:[,.!?]|please|$))"),
    re.compile(r",? ?\b(?:and )?(?:no more(?: than that)?|nothing (?:fancy|special|more|else))\b(?= *(?:[,.!?]|$))"),
    re.compile(r"\ba (?:drop|bit|touch) of\b"),
)
"""What limits nothing, with what is said in it."""
_NOT_CLEAN = re.compile(r"\b(?:is|are|'s)(?: not|n't)(?: very| really| quite| exactly| all that)* clean\b")
_ONWARD = re.compile(r"\b(?:and )?(?:then|afterwards|after that|after this|finally)\b")
_FIRST = re.compile(r"\bfirst\b(?! (?:drawer|shelf|one|cabinet|plate|mug|cup|floor)\b)")


def without_idle_words(text: str, steps: int) -> str:
    """A tidied sentence without words of limiting form that limit nothing.

    Args:
        text: The sentence.
        steps: How many things are to be done: the words that only tell their order are kept in the order of several.
    """
    text = _NOT_CLEAN.sub("is dirty", text)
    for way in _IDLE:
        text = way.sub(" ", text)
    if steps > 1 and (onward := _ONWARD.search(text)) is not None:
        first = _FIRST.search(text)
        if first is not None and first.start() < onward.start():
            text = f"{text[: first.start()]}{text[first.end() :]}"
        text = _ONWARD.sub(" ", text)
    return " ".join(text.split())


_BINDS = re.compile(
    r"\b(?:if|unless|whenever|when|until|till|whether|should (?:there|one|any|the)|otherwise|else|in case|as long as"
    r"|not|no|none|without|except|excluding|never|nor|neither|instead|rather|but|only|just|[a-z]+n't|cannot|leave|keep"
    r"|spare|stays?|remains?|other|others|another|same|whole|half|quarter|first|last|before|after)\b"
)


def binds(text: str) -> bool:
    """Whether a sentence says on what condition something is wanted, or what is not, or which of several."""
    return _BINDS.search(text) is not None


_PLAIN_DEEDS = frozenset({PUT, STATE, BRING, AWAY, "Put All X On Y", "Put All X In One Y", "Clean All X"})
_PLAIN_STATES = frozenset({"clean", "on", "off", "open", "closed"})


def plain_deed(errand: Errand) -> bool:
    """Whether an errand does nothing that cannot be taken back: nothing is cut, heated, poured or thrown away."""
    if errand.name not in _PLAIN_DEEDS or "GarbageCan" in errand.params:
        return False
    return errand.name != STATE or errand.params[2] in _PLAIN_STATES
