"""Relevance without a language model: which rule speaks about a node, and for how much longer it is kept.

A rule fits a node when one of its topics does: deed, things and places together in one interaction, or in one line
of text. People, parts of the day, weekdays and amounts must fit too, exceptions must not. Of several rules that fit
the most specific decides, among equals the newest. When none fits, α is 0: nothing is kept without a reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from math import ceil, inf

import numpy as np

from envs.vocabulary.english import noun
from memory.experience import OWN_VOICE
from memory.roles import Embedder, Item, Relevance, Rule
from memory.rules.reading import RuleReading, RuleTopic, read_rule
from memory.rules.words import ANY_DEED, FILLERS, TOLD, VERB_STEMS, stem
from memory.store.lifetimes import Lifetimes
from perception.text.minilm import installed

IMPORTANT = 24.0
"""Lifetimes added to what is obviously important: a day for an event, 24 days for a goal."""

NEAR = 0.45
"""Cosine from which on a line counts as being about what a rule says, when there is an embedder.

Between what MiniLM gives "my beverage" and "I made coffee." (0.50) and what it gives "what I drink" and "I put the mug
in the sink basin." (0.35).
"""

_COMMAND = re.compile(
    r"(?i)^(?:(?:please|you|should|must|always|never|do not|don'?t|need not|to|also)\s+)*"
    r"(?:remember|memori[sz]e|keep|note|forget)\s+(?:(?:that|when|whenever|if|to)\s+)?"
)
_ASKED = re.compile(r"(?i)^Speech: (?:\d\d:\d\d:\d\d )?([^:]+): .*\b(remember|don'?t forget|do not forget|important)\b")
_SPOKEN = re.compile(r"^speech: (?:\d\d:\d\d:\d\d )?(?P<who>[^:]+): (?P<words>.*)$")
_SEEN = re.compile(r"(?i)^(Visual observation:|Action: |Audio:)|\b(is|are) (in/on|near|in) ")


@dataclass(frozen=True)
class _Told:
    """A node in words.

    Attributes:
        deeds: For each interaction its action and the stems of the things in it.
        lines: The stems of each line of text, and the line itself in lower case.
        people: Who spoke, in lower case.
        said: The stems of what people said, utterance by utterance.
    """

    deeds: tuple[tuple[str, frozenset[str]], ...]
    lines: tuple[tuple[frozenset[str], str], ...]
    people: frozenset[str]
    said: tuple[frozenset[str], ...] = ()


class RuleRelevance:
    """Estimates relevance by matching words. Deterministic; costs microseconds per rule.

    Args:
        lifetimes: What "for a week" is measured in.
        embedder: Also finds rules in other words, or languages, than the node; None compares words alone.
    """

    def __init__(self, lifetimes: Lifetimes | None = None, embedder: Embedder | None = None) -> None:
        self._lifetimes = lifetimes or Lifetimes()
        self._embedder = embedder
        self._vectors: dict[str, np.ndarray] = {}

    def estimate(self, item: Item, parent: Item | None, rules: Sequence[Rule], now: datetime) -> Relevance:
        """How many lifetimes longer to keep a node, and which rule decided.

        Args:
            item: The node.
            parent: The node above; only its task is looked at.
            rules: In force.
            now: The home's time.
        """
        told = _told(item, parent)
        found: list[tuple[float, int, Rule, RuleReading]] = []
        for rule in rules:
            reading = read_rule(rule.text)
            weight = _fits(reading, item, told)
            if weight is None and self._embedder:
                weight = self._near(rule, reading, item)
            if weight is not None:
                found.append((weight, rule.number, rule, reading))
        if not found:
            return _obvious(item)
        _, _, rule, reading = max(found, key=lambda one: one[:2])
        return self._by_rule(item, rule, reading, now)

    def _by_rule(self, item: Item, rule: Rule, reading: RuleReading, now: datetime) -> Relevance:
        if reading.keep is False:
            return Relevance(0.0, rule.number, f"need not be remembered: {rule.text}")
        if reading.span is None:
            return Relevance(inf, rule.number, f"to be remembered: {rule.text}")
        life = self._lifetimes.of(item.level)
        if item.end + reading.span < now or life is None:
            return Relevance(0.0, rule.number, f"remembered long enough: {rule.text}")
        more = reading.span - life * self._lifetimes.factor(item.level)
        return Relevance(float(max(ceil(more / life), 1)), rule.number, f"to be remembered: {rule.text}")

    def _near(self, rule: Rule, reading: RuleReading, item: Item) -> float | None:
        """Half a word's weight for a line near in meaning, so that rules whose words fit come first."""
        if reading.keep is None or reading.limited or not item.summary:
            return None
        cosine = float(self._vector(_COMMAND.sub("", rule.text)) @ self._vector(item.summary[:500]))
        return 0.5 if cosine >= NEAR else None

    def _vector(self, text: str) -> np.ndarray:
        assert self._embedder is not None
        if text not in self._vectors:
            if len(self._vectors) > 2000:
                self._vectors.clear()
            self._vectors[text] = np.asarray(self._embedder.embed([text]))[0]
        return self._vectors[text]


def rule_relevance(lifetimes: Lifetimes | None = None) -> RuleRelevance:
    """By words, and by meaning too when the ``semantic`` extra and its text encoder are installed.

    Args:
        lifetimes: Those of the memory.
    """
    return RuleRelevance(lifetimes, installed())


def _obvious(item: Item) -> Relevance:
    for line in item.text.splitlines():
        asked = _ASKED.match(line)
        if asked:
            return Relevance(IMPORTANT, None, f"{asked.group(1)} asked to remember something")
    if any(action == "Break" for action, _, _ in item.deeds):
        return Relevance(IMPORTANT, None, "something broke")
    return Relevance(0.0, None, "no rule speaks for it")


def _fits(reading: RuleReading, item: Item, told: _Told) -> float | None:
    """How specifically a rule fits a node, None when it does not."""
    if not reading.understood or not _in_time(reading, item) or not _with_people(reading, told):
        return None
    limits = bool(reading.people) + bool(reading.hours) + bool(reading.days) + (reading.at_least > 1)
    if reading.everything:
        fits = 0.0 if reading.at_least <= max(len(told.deeds), 1) else None
    else:
        counts = [(topic.weight, _count(topic, told)) for topic in reading.topics]
        fits = max((float(weight) for weight, count in counts if count >= reading.at_least), default=None)
    if fits is None or (reading.exceptions and _all_excepted(reading, told)):
        return None
    return fits + limits + (0.5 if reading.exceptions else 0.0)


def _all_excepted(reading: RuleReading, told: _Told) -> bool:
    """Whether what fits a rule is among its exceptions, and nothing beside them."""
    kept = tuple(deed for deed in told.deeds if not any(_deed_fits(topic, deed) for topic in reading.exceptions))
    if told.deeds and kept:
        rest = _Told(kept, (), told.people)
        return not (reading.everything or any(_count(topic, rest) for topic in reading.topics))
    return any(_count(topic, told) for topic in reading.exceptions)


def _count(topic: RuleTopic, told: _Told) -> int:
    """How often a topic occurs in a node: in its deeds, else in its lines; or in what was said."""
    if topic.spoken:
        return sum(topic.words <= words and (not topic.verbs or bool(topic.verbs & words)) for words in told.said)
    deeds = sum(_deed_fits(topic, deed) for deed in told.deeds)
    return deeds or sum(_line_fits(topic, words, line) for words, line in told.lines)


def _deed_fits(topic: RuleTopic, deed: tuple[str, frozenset[str]]) -> bool:
    action, things = deed
    return (not topic.verbs or action in topic.actions) and topic.words <= things


def _line_fits(topic: RuleTopic, words: frozenset[str], line: str) -> bool:
    if not topic.words <= words:
        return False
    if not topic.verbs or topic.actions == ANY_DEED or topic.verbs & words:
        return True
    return any(form in line for action in sorted(topic.actions) for form in TOLD.get(action, ()))


def _in_time(reading: RuleReading, item: Item) -> bool:
    if reading.days and not reading.days & _days(item):
        return False
    return not reading.hours or any(_touches(begin, end, item) for begin, end in reading.hours)


def _days(item: Item) -> frozenset[int]:
    whole = min((item.end.date() - item.start.date()).days, 6)
    return frozenset((item.start + timedelta(days=more)).weekday() for more in range(whole + 1))


def _touches(begin: int, end: int, item: Item) -> bool:
    """Whether a part of the day (from hour to hour, perhaps over midnight) has a part in a node."""
    if item.end - item.start >= timedelta(days=1):
        return True
    hours = {item.start.hour, item.end.hour}
    hours |= {(item.start + timedelta(hours=more)).hour for more in range(int((item.end - item.start).seconds // 3600))}
    return any(begin <= hour < end if begin < end else hour >= begin or hour < end for hour in hours)


def _with_people(reading: RuleReading, told: _Told) -> bool:
    if not reading.people:
        return True
    said = frozenset().union(*(words for words, _ in told.lines)) if told.lines else frozenset()
    return bool(reading.people & told.people or {stem(name) for name in reading.people} & said)


def _told(item: Item, parent: Item | None) -> _Told:
    deeds = tuple((action, _stems(f"{noun(thing)} {noun(target)}")) for action, thing, target in item.deeds)
    text = "\n".join((item.summary, item.text, item.task, parent.task if parent else ""))
    lines = [line.lower() for line in text.splitlines() if line and not _SEEN.search(line)]
    people = frozenset(person.lower() for person in item.people)
    spoken = (_SPOKEN.match(line) for line in lines)
    said = tuple(_stems(one["words"]) for one in spoken if one and one["who"] not in OWN_VOICE)
    return _Told(deeds, tuple((_stems(line), line) for line in dict.fromkeys(lines)), people, said)


@lru_cache(maxsize=5000)
def _stems(text: str) -> frozenset[str]:
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)?", text.lower())
    return frozenset(stem(word) for word in words if word not in FILLERS or stem(word) in VERB_STEMS)
