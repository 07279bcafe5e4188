"""Whether plain words still ask about what a sentence does: its days, numbers, things, states and deeds."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from agent.recall.reading.parts.noun_phrases import STATES
from agent.recall.reading.parts.wordlists import words
from agent.recall.understanding.plain_words import plain
from agent.recall.understanding.times import NamedTime, TimeReader
from agent.sentences.keeping import exchanges, invents, miscounts
from envs.vocabulary.verbs import base, deeds

_UNDONE = {"Open": "-open", "Close": "+open", "ToggleOn": "-on", "ToggleOff": "+on"}
"""Deeds that bring about a state, and what that is the opposite of."""
_DONE = {act: opposite.translate(str.maketrans("+-", "-+")) for act, opposite in _UNDONE.items()}
_TIMES = 4
"""So many times are looked for in what a sentence leans on."""


_LATER = frozenset({"again", "later", "afterwards"})
_WHETHER = re.compile(r"(?:(?:and|so|but|ok|okay|then) )*(?:did|have|had|was|were)\b")
_THAT_DAY = frozenset({"then", "day", "same", "time", "morning", "afternoon", "evening", "night", "else", "there"})
"""Words by which a sentence speaks of the time that was told."""


class RewordedQuestion:
    """Says which plain words may not stand for a sentence, whoever wrote them.

    They may name no day, number or thing that neither it nor what it leans on does, nor another thing in the place of
    one of its own, nor the opposite of a state or a deed: "is it closed" is not "is it open".

    Args:
        sentence: The sentence.
        context: What it leans on.
        times: Reads the times in both.
    """

    def __init__(self, sentence: str, context: str, times: TimeReader) -> None:
        self._times = times
        self._said = times.read(plain(sentence))
        self._states = _states(plain(sentence).split())
        self._sentence, self._context = sentence, context
        self._question = context.partition(" / ")[0]
        self._told = [one for part in re.split(r"[/.;\n]", context) for one in self._named(part)]

    def turns(self, plainly: str) -> bool:
        """Whether plain words ask about something else."""
        asked = self._times.read(plain(plainly))
        return (
            self._is_another_time(asked)
            or miscounts(self._said.rest, asked.rest, self._context)
            or invents(self._sentence, plainly, self._context)
            or exchanges(self._sentence, plainly)
            or self._is_opposite(plainly)
            or self._is_any_time(plainly)
            or _leaves_off(self._sentence, plainly)
            or _is_one_thing(self._sentence, plainly)
            or _asks_otherwise(self._sentence, plainly)
        )

    def without_told_day(self, plainly: str) -> str:
        """Plain words without a day that nobody asked about and only the answer before names.

        "How often did I ask for it?" after "… yesterday at 8:00" is asked of any time.
        """
        asked = self._times.read(plain(plainly))
        if not asked.words or asked.clocked or asked.scope.start is None or self._said.words:
            return plainly
        if {*plain(self._sentence).split()} & _THAT_DAY or self._times.read(plain(self._question)).words:
            return plainly
        return asked.rest if any(_same_day(asked, one) for one in self._told) else plainly

    def loses_time(self, plainly: str) -> bool:
        """Whether plain words do not say when, where the sentence does."""
        return bool(self._said.words) and not self._times.read(plain(plainly)).words

    def _is_another_time(self, asked: NamedTime) -> bool:
        if not asked.words or asked.scope == self._said.scope:
            return False
        if self._said.words or asked.scope.start is None:
            return True
        return not any(_same_day(asked, one) for one in self._told)

    def _is_any_time(self, plainly: str) -> bool:
        """Whether plain words ask if something was ever done, and the sentence whether it was again, or later."""
        said, asked = plain(self._sentence), {*plain(plainly).split()}
        later = _WHETHER.match(said) is not None and bool({*said.split()} & _LATER)
        return later and not asked & (_LATER | {"after", "since", "twice"})

    def _is_opposite(self, plainly: str) -> bool:
        asked = _states(plain(plainly).split())
        flipped = {state.translate(str.maketrans("+-", "-+")) for state in asked - self._states}
        return bool(flipped & self._states)

    def _named(self, text: str) -> list[NamedTime]:
        """Every time that is named in what the sentence leans on."""
        found: list[NamedTime] = []
        rest = plain(text)
        while len(found) < _TIMES and (one := self._times.read(rest)).words and one.rest != rest:
            found.append(one)
            rest = one.rest
        return found


_BREAKS = re.compile(r"\binterrupt")


def _leaves_off(sentence: str, plainly: str) -> bool:
    """Whether a sentence asks whether something was interrupted, and plain words ask for something else."""
    return bool(_BREAKS.search(plain(sentence))) and not _BREAKS.search(plain(plainly))


_AT_ALL = re.compile(r"\b(?:anything|any thing|something|nothing) (?:at all|whatsoever|whatever)\b")
_ANY = re.compile(r"\b(?:any|some|no)(?:thing| things?)\b|\bat all\b")


def _is_one_thing(sentence: str, plainly: str) -> bool:
    """Whether a sentence asks of anything at all, and plain words of the one thing that was spoken of."""
    return bool(_AT_ALL.search(plain(sentence))) and not _ANY.search(plain(plainly))


_STANDS = re.compile(r"\bwhere(?:'s|s| is| are| be) (?!it (?:that )?you\b)(?!.*\bfrom$)")
_STOOD = re.compile(
    r"\bwhere (?:did|do|have|had) you (?:take|taken|get|got|find|found|pick)\b|\bfrom (?:where|which)\b"
)
_REQUESTED = re.compile(r"\b(?:was|were|been|being|are|get|got) (?:you |ever )*(?:asked|told|ordered|requested) to\b")
_BIDS = re.compile(r"\b(?:ask(?:ed|s)?|tell|told|order(?:ed)?|request(?:ed|s)?|want(?:ed|s)?|tasks?)\b")
_COUNTS = re.compile(r"\bhow (?:often|many times|frequently)\b")


def _asks_otherwise(sentence: str, plainly: str) -> bool:
    """Whether a sentence asks where something is, or how often it was asked for, and plain words for a deed.

    Where a thing *is* is not where it was taken from, and what was asked for is not what was done.
    """
    said, asked = plain(sentence), plain(plainly)
    requested = bool(_COUNTS.search(said) and _REQUESTED.search(said)) and not _BIDS.search(asked)
    return requested or bool(_STANDS.search(said) and _STOOD.search(asked))


def _same_day(asked: NamedTime, told: NamedTime) -> bool:
    """Whether a time that was told of is, or is on the day of, the one that is asked about."""
    start, known = asked.scope.start, told.scope.start
    return asked.scope == told.scope or (start is not None and known is not None and start.date() == known.date())


def _states(said: Sequence[str]) -> frozenset[str]:
    """States that are named, and those that a deed of a sentence brings about."""
    found: set[str] = set()
    for word, after in itertools.pairwise([*said, ""]):
        acted = deeds().get((base(word) or word, after)) or deeds().get((base(word) or word,), "")
        if acted in _DONE:
            found.add(_DONE[acted])
        elif word in STATES and (word not in ("on", "off") or after not in words("determiners")):
            found.add(STATES[word])
    return frozenset(found)
