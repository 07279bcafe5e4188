"""Questions about the home as it is now, which can be answered by going and looking: what has to be looked for."""

from __future__ import annotations

import re

from agent.planning.terms import Trait, WhichThings
from agent.planning.wants import ANYTHING
from agent.requests.errands import LOOK, Errand
from agent.requests.terms.modifiers import with_place
from agent.requests.words.clauses import tidy, words_of
from agent.requests.words.nouns import capable, read_named
from envs.teach.tasks.definition import ALL

_LEAD = re.compile(
    r"^(?:(?:hey|hi|hello|so|um+|uh+|er+|well|ok(?:ay)?|robot|homebody|please|excuse me|by the way|btw|just wondering"
    r"|quick question|now|and|but|(?:so |i'm |i am )*sorry(?: to (?:ask|bother you|interrupt))?|just|one (?:more )?\w+"
    r"(?: while you work)?)\b[ ,:.!-]*)+"
)
_OATH = re.compile(r"\b(?:the (?:hell|heck|devil|fuck)|on earth|in the world|bloody|damn(?:ed)?|actually|exactly)\b ?")
_TRAIL = re.compile(
    r"[ ,]*\b(?:please|altogether|in total|in all|by the way|then|right now|at the moment|just now|now|again|for me"
    r"|today|thanks|do you know|anyway|(?:i mean )?(?:including|counting) .*)$"
)
_EVERY = re.compile(r"^how many\b|\b(?:all the|how often)\b")
_INSIDE = re.compile(
    r"^(?:what(?:'s| is| are| do we have| have we got| do i have)(?: there)?(?: left| still| lying| stored)?"
    r"|is (?:there )?anything(?: left| still)?|(?:check|see) what(?:'s| is)) (?:in|inside|on|on top of) (?P<np>.+)$"
)
_NOW = re.compile(
    r"^(?:where(?:'s| is| are)|where (?:did|have) (?:i|we|you) (?:leave|left|put|last see)|is there|are there"
    r"|have (?:we|you|i) got|do (?:we|you|i) (?:still )?have|is|are|how many|can you (?:see|find)|any)\b"
)


def asked_plainly(question: str) -> str:
    """A question without the talk around it: "hey, where the hell is my phone?" → "where is my phone?".

    Args:
        question: As it was said.
    """
    first = re.split(r"(?<=\?) +(?=(?:do|can|have) you (?:see|find|spot|seen)\b)", question, maxsplit=1, flags=re.I)[0]
    text = _OATH.sub("", _LEAD.sub("", " ".join(first.split()).rstrip("?!. ").lower()))
    while (shorter := _TRAIL.sub("", text)) != text:
        text = shorter
    return f"{text}?" if text and len(text.split()) > 1 else question


def looked_for(question: str) -> Errand | None:
    """What has to be looked for to answer a question about the home as it is now; None where that would not help.

    Args:
        question: Without talk around it.
    """
    text = tidy(question).rstrip("?!. ")
    inside = _INSIDE.match(text)
    if inside:
        place = read_named(words_of(inside["np"]))
        if place is None or not place.word or not capable(place.word, "receptacle"):
            return None
        return Errand(LOOK, (ALL, ANYTHING)).on(WhichThings(ANYTHING, Trait("", (), place.word)))
    lead = _NOW.match(text)
    if lead is None:
        return None
    words = words_of(text)
    for at in range(len(words_of(lead[0])), len(words)):
        named = read_named(words, at)
        if named is not None and named.word and not named.pronoun:
            named = with_place(named, words)
            if named.place:
                trait = Trait("", named.states, named.place)
                return Errand(LOOK, (ALL, named.kind)).on(WhichThings(named.kind, trait))
            return Errand(LOOK, (ALL if _EVERY.search(text) else "1", named.kind))
    return None
