"""Reads questions about the home as it is now: "how many mugs are dirty?", "is the lamp on?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from agent.planning.terms import Trait, WhichThings
from agent.planning.wants import ANYTHING
from agent.requests.errands import LOOK, Errand
from agent.requests.words.clauses import words_of
from agent.requests.words.modifiers import trait_of, with_place
from agent.requests.words.nouns import SOURCE, capable, read_named
from agent.requests.words.tidying import tidy
from envs.teach.tasks.definition import ALL

AskedOf = Literal["count", "which", "exists", "where", "state", "inside"]

_LEAD = re.compile(
    r"^(?:(?:hey|hi|hello|tell me|so|um+|uh+|er+|well|ok(?:ay)?|robot|homebody|please|excuse me|by the way|btw"
    r"|just wondering|quick question|now|and|but|(?:so |i'm |i am )*sorry(?: to (?:ask|bother you|interrupt))?|just"
    r"|one (?:more )?\w+"
    r"(?: while you work)?)\b[ ,:.!-]*)+"
)
_OATH = re.compile(r"\b(?:the (?:hell|heck|devil|fuck)|on earth|in the world|bloody|damn(?:ed)?|actually|exactly)\b ?")
_TRAIL = re.compile(
    r"[ ,]*\b(?:please|altogether|in total|in all|by the way|then|right now|at the moment|just now|now|again|for me"
    r"|today|thanks|dear|love|darling|sweetheart|mate|robot"
    r"|do you (?:happen to )?know|anyway|(?:and|or) (?:how many|where|which)(?: are (?:there|they)"
    r"| is it)?"
    r"|(?:i mean )?(?:including|counting) .*)$"
)
_INSIDE = re.compile(
    r"^(?:what(?:'s| is| are| do we have| have we got| do i have)(?: there)?(?: left| still| lying| stored)?"
    r"|is (?:there )?anything(?: left| still)?|(?:check|see) what(?:'s| is)) (?:in|inside|on|on top of) (?P<np>.+)$"
)
_KINDS: tuple[tuple[AskedOf, re.Pattern[str]], ...] = (
    ("count", re.compile(r"^how many (?P<np>.+)$")),
    ("which", re.compile(r"^(?:which|what) (?P<np>.+)$")),
    ("exists", re.compile(
        r"^(?:is there|are there|have (?:we|you|i)(?: still)?(?: got)?|do (?:we|you|i) (?:still )?have"
        r"|can you (?:see|find))"
        r"(?: still| also| even)? (?P<np>.+)$|^(?P<any>any .+)$"
    )),
    ("where", re.compile(
        r"^where(?:'s| is| are|'re) (?P<np>.+)$"
        r"|^where (?:did|have|had) (?:i|we|you) (?:leave|left|put|last see|seen) (?P<left>.+)$"
    )),
    ("state", re.compile(r"^(?:is|are) (?P<np>.+)$")),
)  # fmt: skip
_HERE = re.compile(
    r" (?:(?:in|around|of) (?:this|the|our|my) (?:whole )?(?:room|house|home|place|flat|apartment|kitchen"
    r"|bathroom|bedroom|living room)|in here|here|anywhere|around|somewhere)$"
)
_FILL = frozenset(
    {"there", "left", "still", "now", "currently", "already", "do", "we", "you", "i", "have", "got", "all"}
)
_BE = frozenset({"is", "are", "'s"})


_EITHER = re.compile(
    r"^((?:is|are) (?:the|my|our) .+ (?:clean|dirty|full|empty|open|closed|shut|on|off|cooked|raw))"
    r" or (?:not|clean|dirty|full|empty|open|closed|shut|on|off|cooked|raw)$"
)
"""A question that names both cases; the answer to the first tells which it is."""
_STATE_THERE = re.compile(
    r"^(?:is|are) (?P<np>(?:the|my|our) [a-z]+(?: [a-z]+)?) (?:that is |which is |that are )?(?:in|on)"
    r" (?P<place>(?:the|my|our) [a-z]+(?: [a-z]+)?) (?P<state>clean|dirty|full|empty|open|closed|on|off|cooked)$"
)
"""How one is that is told apart by where it is: "is the cup on the table clean"."""


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


@dataclass(frozen=True)
class HomeQuestion:
    """What is asked of the home as it is.

    Attributes:
        ask: How many, which, whether there is one, where it is, whether it is so, or what is in a place.
        kind: Of which type or class; ``ANYTHING`` for whatever is in a place.
        trait: What is asked of them, or which of them are meant.
        every: Whether all of them are meant.
        meant: Of which of the kind it is asked whether they are so: "is the blue mug dirty?".
    """

    ask: AskedOf
    kind: str
    trait: Trait
    every: bool = False
    meant: Trait = field(default_factory=Trait)

    @property
    def errand(self) -> Errand:
        """What has to be looked for to answer it."""
        if self.ask == "inside":
            return Errand(LOOK, (ALL, ANYTHING)).on(WhichThings(ANYTHING, self.trait))
        if self.ask == "where" or (self.ask == "state" and not self.every):
            return self._look(ALL if self.every else "1", self.trait if self.ask == "where" else self.meant)
        return self._look("1", self.trait) if self.ask == "exists" else self._look(ALL, Trait())

    def _look(self, count: str, which: Trait) -> Errand:
        errand = Errand(LOOK, (count, self.kind))
        return errand if which == Trait() else errand.on(WhichThings(self.kind, which))


def home_question(question: str) -> HomeQuestion | None:
    """What a question asks of the home as it is; None where it asks something else, or more than is understood.

    Args:
        question: Without talk around it.
    """
    text = _EITHER.sub(r"\1", tidy(question).rstrip("?!. "))
    inside = _INSIDE.match(text)
    if inside:
        place = read_named(words_of(inside["np"]))
        if place is None or not place.word or place.pronoun or not capable(place.word, "receptacle"):
            return None
        return HomeQuestion("inside", ANYTHING, Trait("", (), place.word))
    while (shorter := _HERE.sub("", text)) != text:
        text = shorter
    there = _STATE_THERE.match(text)
    place = read_named(words_of(there["place"])) if there else None
    if there and place is not None and place.word and place.end == len(words_of(there["place"])):
        asked = _asked("state", words_of(f"{there['np']} {there['state']}"))
        return replace(asked, meant=replace(asked.meant, place=place.word)) if asked is not None else None
    for ask, shape in _KINDS:
        found = shape.match(text)
        if found:
            return _asked(ask, words_of(next(part for part in found.groups() if part)))
    return None


def _asked(ask: AskedOf, words: Sequence[str]) -> HomeQuestion | None:
    """A question about things that are named first; all its words have to be understood."""
    named = read_named(words)
    if named is None or named.pronoun or named.word in ("", ANYTHING):
        return None
    rest = [word for word in words[named.end :] if word not in _FILL]
    rest = [] if set(rest) <= _BE else rest  # "how many mugs are there"
    lead = ["that"] if rest and rest[0] in _BE else ["that", "is"] if rest else []
    told = with_place(named, [*words[: named.end], *lead, *rest])
    trait = trait_of(told)
    meant = Trait("", named.states) if ask == "state" else Trait()
    if meant.states:
        trait = Trait("", told.states[len(named.states) :], told.place, told.near)
    if told.end < named.end + len(lead) + len(rest) or (ask == "state" and (trait == Trait() or told.but)):
        return None
    switched = any(state == "on" for state, _ in told.states)
    kind = SOURCE.get(told.word, told.word) if switched else told.kind  # a burner is on by its knob
    return HomeQuestion(ask, kind, trait, told.every, meant)
