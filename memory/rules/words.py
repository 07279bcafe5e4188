"""The English words of rules about remembering: deeds, times, amounts, and words that carry no meaning of their own."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache

from envs.vocabulary.data import words
from envs.vocabulary.english import noun
from envs.vocabulary.entries import entries
from envs.vocabulary.names import rule_words
from envs.vocabulary.numbers import CARDINALS, FREQUENCIES
from envs.vocabulary.stems import stem as stem_of
from envs.vocabulary.verbs import in_rules
from memory.levels import INTERACTIONS
from memory.wording import VERBS

SYNONYMS = {**rule_words(), "spectacles": "glasses"}

ANY_DEED = frozenset(INTERACTIONS)
ACTIONS = in_rules(ANY_DEED)
"""Verb → the interactions it may mean; none for what is told by words alone."""

PARTICLES = {"on": "On", "off": "Off"}
"""After switch, turn and toggle."""

QUALITIES = words("rule_qualities.txt")
"""What things are like, as far as no scene tells it."""
FILLERS = words("rule_fillers.txt") | QUALITIES
"""Words of rules that say nothing about what a rule is about."""

PARTS_OF_DAY = {"morning": (5, 12), "noon": (11, 14), "afternoon": (12, 18), "evening": (17, 23), "night": (21, 6)}
"""Hours from and to; night goes over midnight."""

WEEKDAYS = {
    name: (index,)
    for index, name in enumerate(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
} | {"weekend": (5, 6), "weekday": (0, 1, 2, 3, 4)}

NUMBERS = {**CARDINALS, **FREQUENCIES, "dozen": 12, "several": 2, "multiple": 2, "repeatedly": 2}

UNITS = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "month": timedelta(days=30),
    "year": timedelta(days=365),
}


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A word without its ending, and the usual word for what has several: "toggling", "toggle" → "toggl"."""
    word = word.lower().removesuffix("'s")
    bare = stem_of(SYNONYMS.get(word, word))
    return stem_of(SYNONYMS[bare]) if bare in SYNONYMS else bare


VERB_STEMS = {stem(verb): actions for verb, actions in ACTIONS.items()}
TOLD = {action: tuple(form.lower() for form in VERBS[action]) for action in VERBS if action in ANY_DEED}
"""How summaries tell an interaction."""

_OF_PIECES = ("sliced", "cracked")
THINGS = frozenset(stem(word) for name in entries("types") for word in (*noun(name).split(), *_OF_PIECES))
"""Words of AI2-THOR's class names: written large in a rule, they are no names of people."""

SPEECH = frozenset(stem(word) for word in words("rule_speech.txt"))
"""Stems of words that mean what people say or ask for."""
OUTCOMES = frozenset(stem(word) for word in ("fail", "finish", "succeed", "cancel", "complete", "interrupt"))
"""Stems of how tasks end, which is remembered with each task."""
KNOWN = THINGS | frozenset(VERB_STEMS) | frozenset(stem(word) for word in (*SYNONYMS, *SYNONYMS.values()))
"""Stems of everything that deeds and lines can tell of; other words are known from speech alone."""
