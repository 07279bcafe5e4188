"""The verdict on an answer: right, partial, an honest non-answer, or wrong.

Typed values come first (an answer's ``value`` and ``status``); what they do not tell is looked for in its text. Exact
sentences are never compared.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from agent.recall.answer import Answer
from eval.questions.fact_reading import FactReading, read
from eval.questions.rounds import Expectation

RIGHT, PARTIAL, HONEST, WRONG = "right", "partial", "honest", "wrong"
VERDICTS = (RIGHT, PARTIAL, HONEST, WRONG)
"""Right; some of the facts; says honestly that it does not know; wrong."""
_NEAR_CLOCK, _NEAR_SPAN = 2, 0.125
"""Minutes by which a time may differ, and the share by which a duration may; twice that after "about"."""
_ENOUGH, _MOST = 0.5, 0.6
"""Share of the plain words of a fact that have to be there beside its values; where it has none."""
_LISTED = 3
"""Most times among which the one that was asked for may be told."""
_BRACKETS = str.maketrans("", "", "()[]")
_OPTIONAL = re.compile(r"\([^)]*\)|\[[^\]]*\]")
_FORGOTTEN = re.compile(r",? as far as I remember|,? but I have forgotten|\bI have forgotten")
_UNMET = re.compile(r"\b(?:did not|didn't) see\b|\bnever come across\b")
_NOTHING = frozenset({"nothing", "none", "never", "not yet", "0", "zero"})
_UNSURE = re.compile(r"\b(?:do(?:n't| not) (?:know|understand|remember|recall)|not sure|cannot (?:say|tell|know))\b")
_HEDGED = re.compile(r"\blast (?:seen|saw|knew|known|time)\b|\bsince then\b|\bmay have changed\b")
_SWITCH = r"\b(?! (?:the|my|your|a|an|\d|\w+day))"
_ROOMS = re.compile(r"\b(?:in (?:the|a) |of the )?(?:living room|dining room|kitchen|bathroom|bedroom)\b")
_ASIDE = re.compile(r" as (?:the|a|an|if)\b.*$|\b(?:definitely|certainly|surely) ")
_INVENTED = re.compile(r"^(?:a|an|any) (?:made-up|invented|\w+ at all)|^(?:a|an) \w+$|in return$")


@dataclass(frozen=True)
class Verdict:
    """How good an answer is.

    Attributes:
        name: One of ``VERDICTS``.
        missing: Facts that it should have contained.
        denied: What it should not have said.
    """

    name: str
    missing: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()


def verdict(answer: Answer, expected: Expectation, asked_at: datetime, question: str = "") -> Verdict:
    """The verdict on an answer.

    Args:
        answer: What was answered.
        expected: What a right answer is.
        asked_at: When it was asked; days are counted from it.
        question: What was asked: an answer that tells of just that says yes without the word.
    """
    said = _Said(answer, asked_at, question)
    denied = tuple(one for one in expected.denied if said.asserts(one))
    missing = tuple(fact for fact in expected.facts if not (said.contains(fact) and said.may_tell(fact)))
    if expected.status == "unknown":
        name = RIGHT if not denied and (said.open or said.polarity is False or said.told.negated) else WRONG
    elif expected.status == "ask_back":
        name = _of_ask_back(said, missing, expected.facts, denied)
    elif expected.status == "never":
        name = _of_never(said, denied)
    else:
        name = _of_facts(said, missing, expected.facts, denied)
    return Verdict(name, missing if name != RIGHT else (), denied)


def _of_ask_back(said: _Said, missing: Sequence[str], facts: Sequence[str], denied: Sequence[str]) -> str:
    asks = said.answer.status == "unsure" or said.answer.text.rstrip().endswith("?")
    if denied:
        return WRONG
    if not asks and said.refuses:
        return HONEST
    return RIGHT if asks or len(missing) < len(facts) else WRONG


def _of_never(said: _Said, denied: Sequence[str]) -> str:
    if said.answer.status in ("unsure", "forgotten"):
        return HONEST
    if denied:
        return WRONG
    return RIGHT if said.answer.status == "never happened" or said.polarity is False or said.told.negated else WRONG


def _of_facts(said: _Said, missing: Sequence[str], facts: Sequence[str], denied: Sequence[str]) -> str:
    if said.refuses:
        return HONEST
    if not missing and not denied:
        return RIGHT
    if said.open and (len(missing) == len(facts) or denied):
        return HONEST
    contrary = said.polarity is not None and any(_yes_or_no(fact) is (not said.polarity) for fact in facts)
    if denied or contrary or len(missing) == len(facts):
        return WRONG
    return PARTIAL


def _yes_or_no(fact: str) -> bool | None:
    return {"yes": True, "no": False}.get(fact.strip().lower().partition(" / ")[0].strip())


class _Said:
    """An answer, read for its facts."""

    def __init__(self, answer: Answer, asked_at: datetime, question: str = "") -> None:
        self.answer, self._asked_at, self._question = answer, asked_at, question
        text = _FORGOTTEN.split(answer.text)[0] if answer.status == "forgotten" else answer.text
        self.told = read(text, asked_at)
        self._types = frozenset().union(*self.told.types, _types(answer.value))
        self._words = frozenset().union(*self.told.words)
        when = _of(answer.value, datetime)
        self._listed = len(when)
        self._clocks = self.told.clocks | {one.hour * 60 + one.minute for one in when}
        self._dates = self.told.dates | {one.date() for one in when}
        self._spans = (*self.told.spans, *(one.total_seconds() for one in _of(answer.value, timedelta)))

    @property
    def polarity(self) -> bool | None:
        """Yes or no, None where it is neither."""
        if isinstance(self.answer.value, bool):
            return self.answer.value
        return False if self.answer.status == "never happened" else self.told.polarity

    @property
    def refuses(self) -> bool:
        """Whether it tells nothing of what was asked: it was not understood, or nothing is left of it."""
        if self.answer.status == "forgotten":
            return not self.answer.value
        unsure = self.answer.status == "unsure"
        return unsure and (self.answer.kind == "unknown" or bool(_UNSURE.search(self.answer.text.lower())))

    @property
    def open(self) -> bool:
        """Whether it leaves the question open: it does not know, or not any more."""
        if self.answer.status in ("unsure", "forgotten"):
            return True
        return self.answer.status != "never happened" and bool(_UNSURE.search(self.answer.text.lower()))

    def contains(self, fact: str) -> bool:
        """Whether one of the ways of saying a fact is in it."""
        return any(self._holds(one) for one in re.split(r" / ", fact) if one.strip())

    def may_tell(self, fact: str) -> bool:
        """Whether its status lets it tell a fact: that something never was tells of nothing but that.

        "I have never seen a plant" is no reason why it was not watered; "I did not see the lamp" is not that it is off.
        """
        if self.answer.status != "never happened":
            return True
        plain = any(_yes_or_no(one) is False or one.strip() in _NOTHING for one in fact.lower().split(" / "))
        return plain and not _UNMET.search(self.answer.text.lower())

    def asserts(self, denied: str) -> bool:
        """Whether it says what it must not."""
        plain = _ASIDE.sub("", denied.lower()).strip()
        if self.open or _INVENTED.search(plain):
            return False
        if plain == "because":
            return "because" in self.answer.text.lower()
        head, _, rest = plain.partition(",")
        if head.strip() in ("yes", "no"):
            return self.polarity is (head.strip() == "yes") and (not rest.strip() or self._holds(rest, True))
        value = self.answer.value
        wanted = read(plain, self._asked_at)
        if isinstance(value, bool):  # what a denial mentions is not asserted
            return value and self._holds(plain, True)
        if isinstance(value, int) and wanted.numbers and not wanted.types:
            return value in wanted.numbers
        if isinstance(value, str) and value[:1].isupper() and _types(value):
            return bool(wanted.types) and all(value in group for group in wanted.types)
        if isinstance(value, str):  # which of several it is; the others may be told of beside it
            return _Said(replace(self.answer, text=value, value=None), self._asked_at)._holds(plain, True)
        if wanted.negated is not self.told.negated:
            return any(_Said(part, self._asked_at).asserts(denied) for part in self._sentences())
        return self._holds(plain, True)

    def _sentences(self) -> list[Answer]:
        """Its sentences by themselves, those that deny something left out; none when there is only one."""
        parts = re.split(r"(?<=[.!?;]) ", self.answer.text)
        if len(parts) < 2:
            return []
        told = [Answer(part, None, "", (), self.answer.status) for part in parts]
        return [one for one in told if not read(one.text, self._asked_at).negated]

    def _holds(self, fact: str, every: bool = False) -> bool:
        """Whether one way of saying a fact is in it; with every word of it, where that is asked for.

        A "(wine) bottle" is told by the wine bottle, which is another class than a bottle.
        """
        whole = fact.translate(_BRACKETS)
        return self._is_told(fact, every) or (not every and whole != fact and self._is_told(whole, every))

    def _is_told(self, fact: str, every: bool) -> bool:
        bare = _OPTIONAL.sub(" ", fact).strip(" ,") or fact.strip("()[] ")
        plain = _yes_or_no(bare)
        if plain is not None:
            return self._is(plain)
        if bare.lower() in ("on", "off"):
            return bool(
                re.search(
                    rf"\b(?:is|are|was|were|switched|turned|still) {bare.lower()}{_SWITCH}", self.answer.text.lower()
                )
            )
        wanted = read(_ROOMS.sub(" ", bare.lower()).strip() or bare, self._asked_at)
        if wanted.negated and not _values(wanted) and _HEDGED.search(self.answer.text.lower()):
            return True  # "not checked since"
        return (
            self._has_times(wanted, "about" in bare or "around" in bare)
            and self._has_numbers(wanted)
            and self._has_things(wanted)
            and self._has_words(wanted, every)
            and self._agrees(wanted)
        )

    def _is(self, yes: bool) -> bool:
        if self.polarity is not None:
            return self.polarity is yes
        if self.open:
            return False
        return self._tells_of_it() if yes and not self.told.negated else not yes and self.told.negated

    def _tells_of_it(self) -> bool:
        """Whether what was asked for stands in it."""
        asked = read(self._question, self._asked_at)
        return self._has_things(asked) and self._has_words(asked, False)

    def _agrees(self, wanted: FactReading) -> bool:
        """A fact that something is not so is not told by an answer that denies nothing."""
        return not wanted.negated or self.told.negated or self.polarity is False

    def _has_times(self, wanted: FactReading, about: bool) -> bool:
        loose = 2 if about else 1
        if len(wanted.clocks) == 1 and self._listed > _LISTED:
            return False
        clocks = all(any(abs(one - other) <= _NEAR_CLOCK * loose for other in self._clocks) for one in wanted.clocks)
        halves = {other % 720 for other in self._clocks} | self.told.either_half
        either = all(one in halves for one in wanted.either_half)
        spans = all(
            any(abs(one - other) <= max(60.0, _NEAR_SPAN * loose * one) for other in self._spans)
            for one in wanted.spans
        )
        return clocks and either and spans and self._has_dates(wanted.dates)

    def _has_dates(self, wanted: frozenset[date]) -> bool:
        """Days that are named; an answer that names none is about the only one there is."""
        return not wanted or bool(wanted & self._dates)

    def _has_numbers(self, wanted: FactReading) -> bool:
        if not wanted.numbers:
            return True
        value = self.answer.value
        if isinstance(value, int) and not isinstance(value, bool) and len(wanted.numbers) == 1:
            return value in wanted.numbers
        counted = {len(value)} if isinstance(value, tuple) else set()
        spans = {round(one / unit) for one in self._spans for unit in (60, 3600) if wanted.spans}
        return wanted.numbers <= self.told.numbers | counted | spans

    def _has_things(self, wanted: FactReading) -> bool:
        return all(self._has_thing(group) for group in wanted.types)

    def _has_thing(self, types: frozenset[str]) -> bool:
        wholes = {re.sub(r"(?:Sliced|Cracked)$", "", one) for one in types}
        mine = self._types | {re.sub(r"(?:Sliced|Cracked|Basin)$", "", one) for one in self._types}
        return bool((types | wholes) & mine)

    def _has_words(self, wanted: FactReading, every: bool) -> bool:
        asked = [word for word in wanted.words if "~look" not in word]
        if not asked and not wanted.types:  # "the blue one"
            asked = list(wanted.words)
        there = sum(bool((word - {"~look"}) & self._words) for word in asked)
        return there >= len(asked) * (1.0 if every else _ENOUGH if _values(wanted) else _MOST)


def _values(told: FactReading) -> bool:
    """Whether words tell anything but words."""
    return bool(told.types or told.numbers or told.clocks or told.either_half or told.spans or told.dates)


def _types(value: Any) -> frozenset[str]:
    """Classes of things in a value."""
    if isinstance(value, str):
        return frozenset({value}) if re.fullmatch(r"(?:[A-Z][a-z]*)+", value) else frozenset()
    if isinstance(value, tuple):
        return frozenset().union(*(_types(one) for one in value))
    return frozenset()


def _of(value: Any, kind: type) -> list[Any]:
    """Values of a kind in a value."""
    if isinstance(value, kind):
        return [value]
    return [found for one in value for found in _of(one, kind)] if isinstance(value, tuple) else []
