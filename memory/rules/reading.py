"""Reading a rule about remembering: what it is about, whether to keep or to forget it, and for how long.

A small grammar of English; what it cannot read is kept and reported, and left to a language model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from itertools import combinations

from envs.vocabulary.inflection import singular
from memory.roles import Rule
from memory.rules.words import (
    ANY_DEED,
    FILLERS,
    NUMBERS,
    OUTCOMES,
    PARTICLES,
    PARTS_OF_DAY,
    SPEECH,
    SYNONYMS,
    THINGS,
    UNITS,
    VERB_STEMS,
    WEEKDAYS,
    stem,
)

_KEEP = re.compile(r"(?i)\b(?:remember(?:ing)?|memori[sz]e|keep|note|mind|store|important|relevant|matters?)\b")
_DROP = re.compile(
    r"(?i)\b(?:(?:do not|don'?t|need not|needn'?t|no need to|never|does not|doesn'?t|not necessary to|unnecessary to"
    r"|not have to|should not|shouldn'?t|not|no longer|stop|without|no point in|no use)\s+(?:\w+\s+){0,3}?"
    r"(?:remember(?:ing)?|memori[sz]e|keep(?:ing)?|track|note|store|mind|important|relevant|matters?|care)"
    r"|(?:can|may|could|should|please|to|always|you)\s+forget|forget|discard|drop|delete|ignore|unimportant"
    r"|irrelevant)\b"
)
_DONT_FORGET = re.compile(
    r"(?i)\b(?:do not|don'?t|never|must not|mustn'?t|should not|shouldn'?t|not to)\s+(?:\w+\s+)?forget"
)
_EXCEPT = re.compile(
    r"(?i),?\s*\b(?:except(?: for)?|excluding|apart from|other than|but not|unless|without|and not)\b\s*"
)
_PURPOSE = re.compile(r"(?i),?\s*\b(?:because|so that|in order to|since (?:it|that|i|we)\b|as (?:i|it|we)\b)\s.*")
_FOR_MY = re.compile(
    r"(?i)\bfor (?:my|our|his|her|their|the|a)\b(?!\s+(?:\w+\s+)?(?:minute|hour|day|week|month|year)).*"
)
_FOR_LONG = re.compile(
    r"(?i)\bfor (?:at least |about |up to |the next |another )?(an?|\d+|[a-z]+)?\s*"
    r"(minute|hour|day|week|month|year)s?\b"
)
_AMOUNT = re.compile(r"(?i)(?:\b(more than|over|at least|no less than)\s+)?\b(\d+|[a-z]+)\b")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


@dataclass(frozen=True)
class RuleTopic:
    """One thing a rule is about; all of it must fit.

    Attributes:
        verbs: Stems of verbs, of which one must fit; empty is any or none.
        actions: The interactions they may mean.
        words: Stems of all other words: things, places, rooms.
        spoken: It is about what a person said or asked for; then the rest must be in those words.
    """

    verbs: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    spoken: bool = False

    @property
    def weight(self) -> int:
        """How specific it is: how many parts must fit."""
        return len(self.words) + bool(self.verbs and self.actions != ANY_DEED) + self.spoken

    def covers(self, other: RuleTopic) -> bool:
        """Whether everything that fits the other one fits this one."""
        same = other.verbs <= self.verbs or (bool(other.actions) and other.actions <= self.actions)
        verbs = not self.verbs or self.actions == ANY_DEED or (bool(other.verbs) and same)
        return verbs and self.words <= other.words and (not self.spoken or other.spoken)


@dataclass(frozen=True)
class RuleReading:
    """What a rule says.

    Attributes:
        keep: True to remember, False to forget; None when it says neither.
        topics: What it is about, one of which must fit; empty with ``everything``.
        exceptions: What it does not hold for.
        everything: It is about all there is (within its people, hours and days).
        people: Names, of which one must fit; empty is anybody.
        hours: (from, to) of the parts of the day, of which one must fit; empty is any.
        days: Weekdays, Monday is 0; empty is any.
        at_least: How often it must have been done.
        span: How long to remember; None is for ever.
    """

    keep: bool | None
    topics: tuple[RuleTopic, ...] = ()
    exceptions: tuple[RuleTopic, ...] = ()
    everything: bool = False
    people: frozenset[str] = frozenset()
    hours: frozenset[tuple[int, int]] = frozenset()
    days: frozenset[int] = frozenset()
    at_least: int = 1
    span: timedelta | None = None

    @property
    def understood(self) -> bool:
        """Whether there is anything to go by."""
        return self.keep is not None and bool(self.topics or self.everything)

    @property
    def limited(self) -> bool:
        """Whether people, times or amounts narrow it down."""
        return bool(self.people or self.hours or self.days or self.at_least > 1)


@lru_cache(maxsize=1000)
def read_rule(text: str) -> RuleReading:
    """What a rule says; ``understood`` is False when it cannot be read."""
    text = text.replace("’", "'")
    keep = polarity(text)
    if "reluctant" in text.lower():  # the paper's first rule is advice to a language model
        return RuleReading(False, (), everything=False)
    span = _span(text)
    body = _FOR_LONG.sub(" ", _PURPOSE.sub("", text))
    body, *rest = _EXCEPT.split(body) if not _DROP.search(text) or keep is False else [body]
    if topics_of(_FOR_MY.sub("", body)):
        body = _FOR_MY.sub("", body)
    hours, days = _when(body)
    people = frozenset(_people(body))
    topics = topics_of(body)
    everything = not topics and bool(
        re.search(r"(?i)\b(everything|anything|all|whatever|nothing)\b", body) or people or hours or days
    )
    exceptions = tuple(topic for part in rest for topic in topics_of(part))
    return RuleReading(keep, topics, exceptions, everything, people, hours, days, _at_least(body), span)


def polarity(text: str) -> bool | None:
    """True for what asks to remember, False for what allows to forget, None for neither."""
    if _DONT_FORGET.search(text):
        return True
    if _DROP.search(text):
        return False
    return True if _KEEP.search(text) else None


def topics_of(text: str) -> tuple[RuleTopic, ...]:
    """What a piece of English is about: its verbs and its other words, parted at "and", "or" and commas."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)  # "ToggleOn the DeskLamp", as classes and actions are called
    text = re.sub(r"(?i)\bkeep(?:ing)? (?:track|in mind|a record|note)\b|\bmake sure\b|\bno need\b", " ", text)
    names = {stem(name) for name in _people(text)}
    parts = [_topic(part, names) for part in re.split(r"(?i),|;|\band\b|\bor\b|\bnor\b|\bas well as\b", text)]
    parts = [part for part in parts if part.verbs or part.words or part.spoken]
    if any(part.spoken for part in parts):  # "what I ask you to wash and to cook": both are said
        parts = [replace(part, spoken=True) for part in parts]
    for index, part in enumerate(parts):
        if not part.words and not part.spoken:  # "slicing or cooking potatoes"
            later = next((other for other in parts[index + 1 :] if other.words), None)
            parts[index] = RuleTopic(part.verbs, part.actions, later.words if later else part.words)
        elif not part.verbs and index and not part.spoken:  # "toggling the faucet and the lamp"
            parts[index] = RuleTopic(parts[index - 1].verbs, parts[index - 1].actions, part.words)
    parts = [part for part in parts if part.words or part.spoken or part.actions != ANY_DEED]
    return tuple(dict.fromkeys(parts))


def _topic(text: str, names: set[str]) -> RuleTopic:
    verbs: dict[str, frozenset[str]] = {}
    words: list[str] = []
    spoken = False
    raw = _WORD.findall(text)
    for word in raw:
        lower = word.lower()
        known = stem(word)
        if lower in FILLERS and lower not in ("do", "keep", "make"):
            continue
        timed = singular(lower) in PARTS_OF_DAY or singular(lower) in WEEKDAYS
        if timed or known in names or lower in NUMBERS or lower.isdigit():
            continue
        if known in SPEECH:
            spoken = True
            continue
        if known in VERB_STEMS and not _is_noun(lower, raw):
            verbs[known] = _with_particle(VERB_STEMS[known], raw)
        elif lower not in FILLERS and len(known) > 1:
            words.append(known)
    if len(verbs) > 1:  # helping verbs: "what I do when I slice", "keep where I put"
        verbs = {verb: actions for verb, actions in verbs.items() if verb not in ("do", "keep", "mak")} or verbs
    if spoken:  # "what I ask you to do"; how a task ended is remembered with it anyway
        words = [word for word in words if word not in OUTCOMES]
        verbs = {verb: actions for verb, actions in verbs.items() if verb not in OUTCOMES}
        verbs = {
            verb: actions for verb, actions in verbs.items() if actions != ANY_DEED and verb not in ("keep", "mak")
        }
    actions = frozenset().union(*verbs.values()) if verbs else frozenset()
    return RuleTopic(frozenset(verbs), actions, frozenset(words), spoken)


def _is_noun(word: str, raw: Sequence[str]) -> bool:
    """Whether a word that may be a verb is a thing here: "the water", "a toast", "my place"."""
    index = next(i for i, other in enumerate(raw) if other.lower() == word)
    before = raw[index - 1].lower() if index else ""
    if "action" in (other.lower() for other in raw[index + 1 : index + 3]):
        return False
    return before in ("the", "a", "an", "my", "your", "his", "her", "their", "our", "some", "hot", "cold", "light")


def _with_particle(actions: frozenset[str], raw: Sequence[str]) -> frozenset[str]:
    if actions == {"ToggleOn", "ToggleOff"}:
        said = [PARTICLES[word.lower()] for word in raw if word.lower() in PARTICLES]
        return frozenset(f"Toggle{particle}" for particle in said) or actions
    return actions


def _people(text: str) -> Iterator[str]:
    """Names: capitalised words that do not begin a sentence and are no "I", weekday or abbreviation."""
    for match in re.finditer(r"(?<![.!?]\s)(?<!^)\b([A-Z][a-zà-ÿ]+)(?:'s)?\b", text):
        word = match.group(1).lower()
        known = (
            singular(word) in WEEKDAYS
            or word in FILLERS
            or stem(word) in VERB_STEMS
            or word in SYNONYMS
            or stem(word) in THINGS
        )
        if not known and match.start() > 0:
            yield word


def _when(text: str) -> tuple[frozenset[tuple[int, int]], frozenset[int]]:
    words = [singular(word.lower()) for word in _WORD.findall(text)]
    hours = frozenset(PARTS_OF_DAY[word] for word in words if word in PARTS_OF_DAY)
    days = frozenset(day for word in words if word in WEEKDAYS for day in WEEKDAYS[word])
    return hours, days


def _at_least(text: str) -> int:
    for more, number in _AMOUNT.findall(text):
        count = int(number) if number.isdigit() and len(number) < 6 else NUMBERS.get(number.lower())
        if count and (more or number.lower() != "one"):
            return count + (more.lower() in ("more than", "over"))
    return 1


def _span(text: str) -> timedelta | None:
    found = _FOR_LONG.search(text)
    if not found:
        return None
    number, unit = found.groups()
    given = number or "a"
    count = int(given) if given.isdigit() and len(given) < 6 else NUMBERS.get(given.lower(), 1)
    return max(count, 1) * UNITS[unit.lower()]


def contradictions(rules: Sequence[Rule]) -> list[tuple[Rule, Rule]]:
    """Pairs of rules of which one asks to remember what the other allows to forget."""
    found = []
    for one, two in combinations(rules, 2):
        first, second = read_rule(one.text), read_rule(two.text)
        opposed = first.understood and second.understood and first.keep is not second.keep
        if opposed and _overlap(first, second):
            found.append((one, two))
    return found


def _overlap(one: RuleReading, two: RuleReading) -> bool:
    """Whether two rules are about the very same thing, in neither more nor less detail."""
    if (one.people, one.hours, one.days) != (two.people, two.hours, two.days) or one.everything != two.everything:
        return False
    same = any(a.covers(b) and b.covers(a) for a in one.topics for b in two.topics)
    return same or one.everything
