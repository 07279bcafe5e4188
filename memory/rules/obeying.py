"""Whether a rule can be obeyed by what a memory is made of: deeds, things, places, people, times and what was said."""

from __future__ import annotations

import re

from memory.rules.reading import RuleReading, read_rule
from memory.rules.words import KNOWN, QUALITIES, stem

_CONDITION = re.compile(r"(?i)\b(until|till|as long as|while|before|after|in case|only if|provided)\b")
_ALONE = re.compile(r"(?i)\b(only|exclusively|nothing but|solely)\b")
_ASKED = re.compile(r"(?i)\b(?:ask|asks|asked|requests?|requested|orders?|ordered|commands?|tasks?)\b")
_USED = re.compile(r"(?i)\b(?:which|what|whichever) (?:\w+ )?(?:you|gets|is|are|was|were) (?:use|used)\b")
_OF_WHOM = re.compile(r"(?i)\b(?:about|of|against|behind) (?:me|us|him|her|them|you|others|each other|one another)\b")
"""Whom something is said of, in words that name nobody."""
_WORD = re.compile(r"[^\W_]+")


def why_not(text: str) -> str:
    """Why a rule cannot be obeyed without a language model, as half a sentence; "" when it can.

    Args:
        text: The rule.
    """
    reading = read_rule(text)
    if not reading.understood:
        return (
            "I cannot tell what it is about: name deeds, things, places or people, or say that it is about what is said"
        )
    condition = _CONDITION.search(text)
    if condition:
        return f'I cannot keep to "{condition[0].lower()}": I know parts of the day, weekdays, and "for two weeks"'
    alone = _ALONE.search(text)
    if alone:
        return f'I cannot keep to "{alone[0].lower()}": say what to remember, and apart from that what to forget'
    if reading.keep is False and _ASKED.search(text) and any(topic.spoken for topic in reading.topics):
        return "what I am asked to do stays in the list of my tasks until you have it erased"
    strange = _strange(reading)
    if strange:
        names = " and ".join(f'"{word}"' for word in _as_said(strange, text))
        return f"I do not notice {names}: I know deeds, things and places by name, people, times, and what is said"
    whom = _OF_WHOM.search(text)
    if whom and any(topic.spoken for topic in reading.topics):
        return (
            f'I cannot tell which words are "{whom[0].lower()}": I know who speaks and which things and names are said'
        )
    quality = [word for word in _WORD.findall(text.lower()) if word in QUALITIES]
    if quality and reading.keep is False:
        return (
            f'I do not remember which ones are "{quality[0]}", so more would go than you mean; name the kind of thing'
        )
    return ""


def wider(text: str) -> str:
    """What is kept beyond or short of what a rule asks for, in words; "" when nothing is."""
    reading = read_rule(text)
    if reading.keep is True and _USED.search(text):
        return "I keep that I took it and put it down, not what I did with it"
    if reading.keep is False and any(topic.words and not topic.verbs and not topic.spoken for topic in reading.topics):
        return "what I do with it goes when its time is over; what I was asked to do and where I saw it last stay"
    quality = [word for word in _WORD.findall(text.lower()) if word in QUALITIES]
    if not quality or read_rule(text).keep is not True:
        return ""
    return f'I do not remember which ones are "{quality[0]}", so I keep it of all of that kind'


def heard_only(text: str) -> tuple[str, ...]:
    """Words of a rule that I know from what is said alone: it is obeyed where they are said."""
    reading = read_rule(text)
    words = {word for topic in reading.topics if not topic.spoken for word in topic.words if word not in KNOWN}
    return _as_said(frozenset(words), text)


def _strange(reading: RuleReading) -> frozenset[str]:
    """Words that nothing can tell of together with the deed or thing beside them."""
    found: set[str] = set()
    for topic in (*reading.topics, *reading.exceptions):
        unknown = {word for word in topic.words if word not in KNOWN}
        if unknown and not topic.spoken and (topic.verbs or topic.words - unknown):
            found |= unknown
    return frozenset(found)


def _as_said(stems: frozenset[str], text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in _WORD.findall(text) if stem(word) in stems))
