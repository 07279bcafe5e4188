"""What people told as a fact: "my favourite mug is the blue one", "the spare key is in the drawer".

A fact is kept in the teller's words, for ever, until it is corrected or taken back. What is told anew about the same
thing in the same respect (where it is, which one it is) takes the place of what was told before.
"""

from __future__ import annotations

import re
from datetime import datetime

from envs.errors import BadInput
from envs.vocabulary.data import words as word_list
from memory.rules.words import stem
from memory.store.database import Store
from memory.store.rows import facts as rows
from memory.store.rows.facts import ToldFact

LONGEST_FACT = 1000
"""Most characters of a fact; it is a sentence, not a document."""

_FILLERS = word_list("fact_fillers.txt")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_SAYS = re.compile(
    r"(?i)^(?P<subject>.+?)\s+(?P<verb>is|are|was|were|has|have|lies|lie|belongs?|hangs?|stands?|lives?|sits?|stays?|goes)\b"
    r"\s*(?P<rest>.*)$"
)
_PLACE = re.compile(
    r"(?i)^(?:not |now |kept |always |usually |still )*"
    r"(?:in|on|under|behind|beside|by|near|next|at|inside|over|above|below|between|with)\b"
)
_ONE = re.compile(r"(?i)^(?:not |now )*(?:the|a|an|my|your|his|her|our|their|this|that|called|named)\b")


class FactBook:
    """The facts of one memory.

    Args:
        store: The memory; open for writing to change facts.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def all(self, ended: bool = False) -> tuple[ToldFact, ...]:
        """The facts that hold, oldest first; with ``ended`` also those that do not any more."""
        return rows.facts(self._store, ended)

    def fact(self, number: int) -> ToldFact:
        """The fact of that number.

        Raises:
            BadInput: There is none.
        """
        found = rows.fact(self._store, number)
        if found is None:
            known = [one.id for one in self.all()]
            raise BadInput(f"there is no fact {number}; facts that hold are {known or 'none'}")
        return found

    def tell(self, text: str, speaker: str, time: datetime) -> ToldFact:
        """Keep a fact; one that said the same thing's other place, or another one as it, ends.

        Raises:
            BadInput: It is empty, too long or not Unicode, or the time has a time zone.
        """
        text = " ".join(text.split())
        if not text or len(text) > LONGEST_FACT:
            raise BadInput(f"a fact has {len(text)} characters; tell it in at least one and at most {LONGEST_FACT}")
        if time.tzinfo is not None:
            raise BadInput(f"time {time.isoformat()} has a time zone; give the home's local time without one")
        for one in self.all():
            if one.text.lower().rstrip(".!") == text.lower().rstrip(".!"):
                return one
        with self._store.transaction():
            number = rows.add_fact(self._store, text, subject_of(text), speaker, time)
        return self.fact(number)

    def replaced_by(self, number: int) -> tuple[ToldFact, ...]:
        """The facts whose place a fact took."""
        return rows.replaced_by(self._store, number)

    def take_back(self, number: int, time: datetime) -> ToldFact:
        """Let a fact hold no longer; one whose place it had taken holds again.

        Raises:
            BadInput: There is no such fact that holds.
        """
        if not self.fact(number).holds:
            raise BadInput(f"fact {number} does not hold any more")
        with self._store.transaction():
            rows.end_fact(self._store, number, time)
        return self.fact(number)


def content_stems(text: str) -> frozenset[str]:
    """The words that say what a text is about, without endings and with the usual word for what has several."""
    words = [word.lower() for word in _WORD.findall(text)]
    return frozenset(stem(word) for word in words if word not in _FILLERS)


def subject_of(text: str) -> str:
    """What a fact is about, and in which respect, such that another in the same respect contradicts it; "" is none.

    A thing is in one place and is one thing ("the blue one"); of what it is like ("small") much may be said.
    """
    found = _SAYS.match(text.strip().rstrip(".!"))
    if found is None:
        return ""
    stems = sorted(content_stems(found["subject"]))
    if not stems or found["verb"].lower() in ("has", "have"):
        return ""
    if _PLACE.match(found["rest"]):
        return " ".join(("place", *stems))
    return " ".join(("one", *stems)) if _ONE.match(found["rest"]) else ""
