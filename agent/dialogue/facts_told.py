"""Facts that are told in a conversation: kept with who told them, corrected, taken back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from agent.requests.intents import plain
from agent.requests.intents import read as read_intent
from envs.vocabulary.verbs import base, changes, deeds, requests
from memory.reading.queries import Count
from memory.reading.told_facts import ToldFacts
from memory.rules.facts import FactBook, is_own
from memory.store.database import Store
from memory.store.rows.facts import ToldFact

_QUOTES = ('"', '"')
_TAKE_BACK = 'Say "take that back" if that is not so.'


@dataclass(frozen=True)
class KeptFact:
    """A fact that was just told.

    Attributes:
        fact: As it is kept.
        text: What the robot says to it.
    """

    fact: ToldFact
    text: str


def keep(store: Store, text: str, speaker: str, now: datetime, corrects: bool = False) -> KeptFact:
    """Keep a fact, in place of what it contradicts.

    Args:
        store: Open for writing.
        text: The fact, as it was told.
        speaker: Who told it.
        now: The home's time.
        corrects: Whether it is told to put right what was told before.

    Raises:
        BadInput: It cannot be kept.
    """
    book = FactBook(store)
    before = {one.id for one in book.all(ended=True)}
    fact = book.tell(text[:1].upper() + text[1:], speaker, now, corrects)
    if fact.id in before:
        return KeptFact(fact, f'I know that already: "{fact.text}".')
    old = book.replaced_by(fact.id)
    instead = f" I no longer go by {' and '.join(one.text.join(_QUOTES) for one in old)}." if old else ""
    return KeptFact(fact, f'I will remember that you told me: "{fact.text}".{instead} {_TAKE_BACK}')


def is_to_remember(text: str) -> bool:
    """Whether somebody asks to remember that something is so, and asks for nothing else.

    Args:
        text: What was said: "remember that the spare key is in the drawer".
    """
    read = read_intent(text)
    led = read.kind == "fact" and len(plain(text).split()) > len(plain(read.about).split()) + 1
    return led and not any(_is_asked(part) for part in _BEHIND.split(read.about)[1:])


_BEHIND = re.compile(r"[,;.!]|\b(?:and|so|then|but)\b", re.IGNORECASE)
_LEADS = frozenset({"please", "now", "also", "can", "could", "would", "will", "you", "just", "then", "so", "and"})
"""What may stand before a request behind a fact."""


def _is_asked(part: str) -> bool:
    """Whether a part of a sentence asks for something to be done."""
    said = [word for word in plain(part).split() if word not in _LEADS]
    verb = base(said[0]) if said else None
    return verb is not None and (verb in requests() or verb in changes() or (verb,) in deeds())


def begin(memory: Path) -> None:
    """Begin a memory in which a fact can be kept, where there is none yet."""
    if not memory.exists():
        with Store.open(memory):
            pass


def taken_back(store: Store, fact: ToldFact, now: datetime) -> str:
    """What is said when a fact that was just told is taken back."""
    book = FactBook(store)
    again = book.replaced_by(fact.id)
    if book.fact(fact.id).holds:
        book.take_back(fact.id, now)
    return f'I no longer go by "{fact.text}"' + (f', but again by "{again[-1].text}".' if again else ".")


def drop(store: Store, about: str, speaker: str, now: datetime) -> str | None:
    """Let facts about some words hold no longer; what is said to it, None when there is no such fact."""
    book, facts = FactBook(store), ToldFacts(store, Count())
    facts.own = speaker if is_own(about) else ""
    found = facts.about([about])
    for one in found:
        book.take_back(one.id, now)
    if not found:
        return None
    return "I no longer go by " + " and ".join(f'"{one.text}"' for one in found) + "."
