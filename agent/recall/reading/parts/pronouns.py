"""Words that stand for what was spoken of before: "it", "him", "some of them", and searches for what is not named."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.recall.reading.parts.chunks import NOBODY, Chunk, NamedDeed
from agent.recall.reading.parts.wordlists import words
from envs.vocabulary.english import noun
from envs.vocabulary.verbs import base

_BEHIND = frozenset({"in", "into", "inside", "on", "onto", "from", "of", "off", "with"})
_SHORT = 2
"""Words of a deed that names nothing: "look for"."""
_BEING = frozenset({"is", "was", "be", "were", "has", "did", "does"})
_CLEFT = frozenset({"that", "you", "i", "the", "we", "who", "when", "where", "called", "take", "a", "an"})
"""Around an "it" that stands for nothing: "what was it you did", "how long did it take to …"."""


def refers_back(said: Sequence[str]) -> bool:
    """Whether a sentence has a word for what was spoken of before; the "it" of "what was it that you did" is none."""
    for at, word in enumerate(said):
        if word in ("they", "them", "ones") or tuple(said[at : at + 2]) == ("that", "one"):
            return True
        if word == "it" and not is_cleft(said, at):
            return True
    return False


def is_cleft(said: Sequence[str], at: int) -> bool:
    """Whether an "it" stands for nothing: "what was it that you did"."""
    ahead, behind = said[at - 1] if at else "", said[at + 1] if at + 1 < len(said) else ""
    return ahead in _BEING and behind in _CLEFT and (behind != "take" or "to" in said)


def refers_to_nothing(said: Sequence[str], chunks: Sequence[Chunk]) -> bool:
    """Whether a sentence is about "it" and nothing was spoken of that this may be: "so did you cut it"."""
    deeds = [chunk.value for chunk in chunks if isinstance(chunk.value, NamedDeed)]
    leans = any(deed.leans for deed in deeds) or (not deeds and refers_back(said))
    open_ended = {"what", "which", "things", "anything", "something"} & {*said}  # that is what was looked for
    leans = leans or (not open_ended and any(_searches_for_it(deed) for deed in deeds))
    named = any(chunk.slot not in ("", "ACT", "STATE", "ORDINAL") for chunk in chunks)
    return leans and not named and not any(deed.thing.words for deed in deeds)


def searches_as_words(chunks: Sequence[Chunk]) -> tuple[Chunk, ...]:
    """A sentence in which a search for something that it does not name is but a word: "how long did you look"."""
    return tuple(
        Chunk(_searching(chunk.value), chunk.words) if _searches_for_it(chunk.value) else chunk for chunk in chunks
    )


def _searching(deed: object) -> str:
    found = isinstance(deed, NamedDeed) and {*deed.words.split()} & words("finding")
    return "find" if found else "search"


def _searches_for_it(deed: object) -> bool:
    """Whether a verb says that something was looked for or found, and not what."""
    if not isinstance(deed, NamedDeed) or deed.thing != NOBODY or deed.place != NOBODY:
        return False
    return bool({*deed.words.split()} & (words("seeking") | words("finding"))) and len(deed.words.split()) <= _SHORT


def is_handled(said: Sequence[str], at: int) -> bool:
    """Whether an "it" is what something was put in, what was asked for, or what was looked for at a place."""
    if said[at] not in ("it", "them"):
        return False
    asked = said[max(at - 3, 0) : at - 1] == ["you", "to"] and bool({*said[:at]} & words("wanting"))
    if asked and base(said[at - 1]) is not None:  # "how often did I ask you to open it": what was asked for has a name
        return True
    sought = at > 1 and said[at - 1] == "for" and base(said[at - 2]) in words("seeking")
    return said[at - 1] in _BEHIND or (sought and said[at + 1 : at + 2] != [] and said[at + 1] in words("places"))


def with_it(said: Sequence[str]) -> list[str]:
    """The words with "it" for what is spoken of as a person, "did you look for him", or as some of it: "make some"."""
    found: list[str] = []
    for at, word in enumerate(said):
        ends = at + 1 == len(said) or said[at + 1] in words("ends_object")
        some = word in ("some", "any", "one") and at > 1 and base(said[at - 1]) is not None and ends
        person = word in ("him", "he", "she") or (word == "her" and ends)
        found.append("it" if some or person else word)
    return found


def the_one_for(said: Sequence[str], types: Sequence[str]) -> list[str]:
    """The words with a thing's name for "the one" behind which it is said which: "and the one for the tomato?"."""
    for at in range(1, len(said) - 1):
        if types and tuple(said[at - 1 : at + 2]) in (("the", "one", "for"), ("the", "one", "with")):
            return [*said[:at], *noun(types[0]).lower().split(), *said[at + 1 :]]
    return [*said]


def tells_nothing(deed: NamedDeed) -> bool:
    """Whether a verb says neither what was done nor to what."""
    return not (deed.actions or deed.change) and deed.kind == "any" and deed.thing == deed.place == NOBODY


def looked_into(said: Sequence[str]) -> list[str]:
    """Of "did you check the fridge as well" the place alone, "in the fridge"; other words as they are."""
    found = _LOOKED.match(" ".join(said))
    return f"in {found['place']}".split() if found else [*said]


_LOOKED = re.compile(
    r"^(?:(?:and|but|so|or) )?(?:did|have|had) you (?:\w+ ){0,2}?(?:check(?:ed)?|search(?:ed)?|inspect(?:ed)?|"
    r"peek(?:ed)?|look(?:ed)?|rummage|have a look|take a look|had a look|taken a look|tried|try)"
    r"(?: (?:also|too|as well|even))?(?: for (?:it|them|that|him))?(?: (?:also|too|as well|even))?"
    r"(?: through| inside| into| in| under| behind| on| at)? (?P<place>(?:the|any|all|my|our|every) \w+(?: \w+)?)"
    r"(?: for (?:it|them|that|him))?(?: (?:as well|too|also|at least|at all|then|even|already))*$"
)
"""A question whether something was looked for at a place."""
