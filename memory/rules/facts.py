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

_VALUE = re.compile(r"^(?:not |now )*(?:(?:(?:on|at|called|named) )?(?:the )?\d|[A-Z])|^(?:on|at) [A-Z]")
"""A number, a date or a name: of each respect there is one."""
_OWN = re.compile(r"(?i)\b(?:i|i'm|my|mine|me|myself)\b")
_NO_MORE = re.compile(
    r"(?i)\bno (?:longer|more)\b|\b(?:not|never)\b|\b\w+n't\b|\b(?:any ?more|any longer)\b|\bstopped\b"
)
_BUT_ONE = 1
"""So many words a fact may have beyond those of what is said to hold no longer."""


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

    def tell(self, text: str, speaker: str, time: datetime, corrects: bool = False) -> ToldFact:
        """Keep a fact; one that said the same thing's other place, or another one as it, ends.

        Args:
            text: The fact, in its teller's words.
            speaker: Who tells it; "my" in it is theirs.
            time: When.
            corrects: Whether it is told as a correction: then what was told of the same thing in like words ends.

        Raises:
            BadInput: It is empty, too long or not Unicode, or the time has a time zone.
        """
        text = " ".join(text.split())
        if not text or len(text) > LONGEST_FACT:
            raise BadInput(f"a fact has {len(text)} characters; tell it in at least one and at most {LONGEST_FACT}")
        if time.tzinfo is not None:
            raise BadInput(f"time {time.isoformat()} has a time zone; give the home's local time without one")
        known = [one for one in self.all() if not is_own(text) or one.speaker.lower() == speaker.lower()]
        for one in known:
            if one.text.lower().rstrip(".!") == text.lower().rstrip(".!"):
                return one
        over = [one.id for one in known if _contradicts(text, one.text, corrects)]
        with self._store.transaction():
            number = rows.add_fact(self._store, text, subject_of(text), speaker, time, over)
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


def is_own(text: str) -> bool:
    """Whether a fact is about whoever tells it."""
    return _OWN.search(text) is not None


def _contradicts(new: str, old: str, corrects: bool) -> bool:
    """Whether an old fact does not hold any longer after a new one."""
    if is_own(new) != is_own(old):
        return False
    if _NO_MORE.search(new) and not _NO_MORE.search(old):
        gone, held = _positive_stems(new), content_stems(old)
        return bool(gone) and gone <= held and len(held - gone) <= _BUT_ONE and not re.search(r"(?i)\b(and|or)\b", old)
    if subject_of(new) and subject_of(new) == subject_of(old):
        return True
    return bool(corrects and not _AS_WELL.search(new) and _respect(new) and _respect(new) == _respect(old))


_AS_WELL = re.compile(r"(?i)\b(?:too|also|as well|either)\b")
_SAID_OF = re.compile(
    r"(?i)^(?P<subject>.+?)\s+(?P<verb>is|are|was|were|am|has|have|likes?|loves?|hates?|prefers?|drinks?|eats?|owns?|works?"
    r"|lives?|comes|costs|starts?|ends?)\b\s*(?:not |now |called )*(?P<first>[\w'-]+)?(?P<more>.*)$"
)


def _respect(text: str) -> tuple[str, ...]:
    """The thing a fact is about, with the verb and the first word said of it where more words follow."""
    found = _SAID_OF.match(text.strip().rstrip(".!"))
    if found is None:
        return ()
    first = stem(found["first"].lower()) if found["first"] and found["more"].strip() else ""
    subject = sorted(content_stems(found["subject"])) or (["i"] if is_own(found["subject"]) else [])
    return (*subject, stem(found["verb"].lower()), first) if subject else ()


def _positive_stems(text: str) -> frozenset[str]:
    """The words of what is said to hold no longer."""
    said = _DOES_NOT.sub(lambda found: _THIRD.get(found[1].lower(), f"{found[1]}s"), text)
    return content_stems(_NO_MORE.sub(" ", said))


_DOES_NOT = re.compile(r"(?i)\b(?:does not|doesn't) (\w+)")
_THIRD = {"have": "has", "go": "goes"}


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
    if _VALUE.match(found["rest"]):
        return " ".join(("one", *stems))
    if _PLACE.match(found["rest"]):
        return " ".join(("place", *stems))
    return " ".join(("one", *stems)) if _ONE.match(found["rest"]) else ""
