"""Requests without a verb that is known: what is asked for follows from the things, the place and the state named.

"Keys into the box", "the spoon should go where the fork is", "telly on", "chuck the fork in the sink". Whatever else is
said in them is accounted for as in every request, so that nothing is dropped in silence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from agent.recognition.lines import GOALS
from agent.requests.clauses import words_of
from agent.requests.nouns import NamedThings, capable, read_named
from agent.requests.placing import relations
from envs.vocabulary.data import words as word_list

_NEGATIVE = re.compile(
    r"(?:^| )(?:not|no|never|nothing|none|neither|without|\w+n't|stop|keep|stay|stays|remain|remains)\b"
)
_MODAL = re.compile(
    r"\b(?:should|must|has to|have to|needs?|ought to|goes|go|belongs?|lives?|supposed|i want|we want|wanna|i'd like"
    r"|i like|i would like|i'd love|we'd like|like to see|let's|could we|can we|may i|might we|could i|can i|shall"
    r"|to be)\b"
)
_STATEMENT = re.compile(
    r"\b(?:is|are|was|were|has|have|had|there's|it's|isn't|aren't|been|lies|stands|sits|hangs|saw|see)\b"
)
_RELATIVE = re.compile(r"\b(?:that|which|who)(?:'s| is| are| has been| have been)\b")
_SO: Mapping[str, str] = MappingProxyType(
    {
        "on": "switch on",
        "lit": "switch on",
        "burning": "switch on",
        "off": "switch off",
        "out": "switch off",
        "open": "open",
        "closed": "close",
        "shut": "close",
        "clean": "wash",
        "washed": "wash",
        "rinsed": "wash",
        "empty": "empty",
        "emptied": "empty",
        "full": "fill",
        "filled": "fill",
        "cooked": "cook",
        "fried": "cook",
        "boiled": "boil",
        "toasted": "toast",
        "sliced": "slice",
        "chopped": "slice",
    }
)
"""What is said of things that shall be so → the verb of the request."""
_DETERMINERS = frozenset({"the", "a", "an", "my", "your", "our", "that", "this", "those", "all", "every"})
_CAN = MappingProxyType(
    {"switch on": "toggleable", "switch off": "toggleable", "open": "openable", "close": "openable"}
)


def framed(text: str) -> str | None:
    """A clause in words that begin with a known verb; None where it says nothing of the kind.

    Args:
        text: A clause that begins with no verb that is known.
    """
    text = re.sub(r"\bwhatever(?:'s| is)\b", "everything", text.replace(":", " "))
    text = relations(re.sub(r",\s*(?=(?:out of|off|from|onto|into|to|in|on|back)\b)", " ", text))
    plain = _RELATIVE.sub("", text)
    if _NEGATIVE.search(plain) or (_STATEMENT.search(plain) and not _MODAL.search(plain)):
        return None
    words = words_of(text)
    first = _first(words)
    if first is None:
        return None
    return _placed(words, first) or _stated(words, first)


def _first(words: Sequence[str]) -> int | None:
    """Where the first thing is named, with its articles."""
    for at in range(len(words)):
        named = read_named(words, at)
        if named is not None and named.word and not named.pronoun and words[at] not in word_list("request_stops.txt"):
            while at and words[at - 1] in _DETERMINERS:
                at -= 1
            return at
        if named is not None and named.pronoun and words[at] in ("it", "them"):
            return at
    return None


def _placed(words: Sequence[str], first: int) -> str | None:
    """Things and where they shall be."""
    for at in range(len(words) - 1, first, -1):
        if words[at] in (*GOALS, "beside"):
            place = read_named(words, at + 1)
            if place is not None and _can_be_place(place, words[at]):
                return f"put {' '.join(words[first:])}"
    return None


def _can_be_place(place: NamedThings, relation: str) -> bool:
    if not place.word:
        return bool(place.options or place.pronoun)
    return relation == "beside" or capable(place.word, "receptacle")


def _stated(words: Sequence[str], first: int) -> str | None:
    """Things and how they shall be: the state is the last word, or stands right behind the things."""
    named = read_named(words, first)
    if named is None or not named.word:
        return None
    behind = [at for at in range(named.end, len(words)) if words[at] in _SO]
    if not behind or len(words) - behind[-1] > _FEW:
        return None
    verb = _SO[words[behind[-1]]]
    if verb in _CAN and not capable(named.word, _CAN[verb]):
        return None
    return f"{verb} {' '.join(words[first : behind[-1]])}"


_FEW = 4
"""So few words may follow the state: talk."""
