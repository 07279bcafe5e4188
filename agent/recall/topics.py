"""What is told before a question, "I had such a lovely cup of coffee", as what "it" stands for in the question."""

from __future__ import annotations

import re
from collections.abc import Callable

from agent.recall.reading.parts.pronouns import is_cleft
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.understanding.plain_words import plain
from envs.vocabulary.nouns import Lexicon, full_lexicon
from envs.vocabulary.object_types import is_taken

_IT = frozenset({"it", "them", "they"})
_SOME = frozenset({"any", "some"})
_COUNTED = re.compile(r"^(?P<asks>\W*(?:and |so )?how many)(?= (?:did|have|has|are|were|do) )", re.IGNORECASE)
_LEADS = words("determiners") | {"such", "of"}
_NEAR = 3
"""Words in front of a name within which its article stands: "such a lovely hot coffee"."""


def about_topic(before: str, question: str, lexicon: Lexicon, is_asked_for: Callable[[str], bool]) -> str:
    """A question in which "it", "any" or "how many" stands for what was told before it, with the name of that.

    Args:
        before: What was told.
        question: The question; as it is where it names something itself, or where nothing was told of.
        lexicon: What things are called.
        is_asked_for: Whether a task was about a word: so coffee and toast are known, which are no things.
    """
    said = question.strip(" ?.!").split()
    low = [re.sub(r"\W", "", word).lower() for word in said]
    topic = "" if lexicon.find(low) is not None else _told_of(plain(before).split(), lexicon, is_asked_for)
    if not topic:
        return question
    if (counted := _COUNTED.match(question)) is not None:
        return f"{counted['asks']} {topic}{question[counted.end() :]}"
    stands = [at for at, word in enumerate(low) if word in _IT and not is_cleft(low, at)]
    stands = stands or [at for at in range(1, len(low)) if low[at] in _SOME and at + 1 == len(low)]
    if not stands:
        return question
    said[stands[0]] = f"the {topic}"
    return f"{' '.join(said)}?"


def _told_of(said: list[str], lexicon: Lexicon, is_asked_for: Callable[[str], bool]) -> str:
    """What was named last that is taken and put, or that a task was about; of a cup of coffee the coffee."""
    handled, other = "", ""
    at = 0
    while at < len(said):
        thing = lexicon.find(said[at:])
        if thing is not None and thing.first == 0:
            name = " ".join(said[at : at + thing.last])
            handled, other = (name, other) if is_taken(thing.types) else (handled, name)
            at += thing.last
            continue
        led = {*said[max(0, at - _NEAR) : at]} & _LEADS
        if led and len(said[at]) > _NEAR and said[at] not in words("fillers") and is_asked_for(said[at]):
            handled = said[at]
        at += 1
    return handled or other


_IN_PLACE = re.compile(
    r"^\W*(?:(?:and|oh|so|well|ah|really|what|only) ?,? )*(?:in|on|from|at|inside|under|out of|into|onto) "
    r"(?:the|my|our|a|an|that) (?P<place>\w+(?: \w+)?)",
    re.IGNORECASE,
)
"""Where something was, as somebody says again who wonders at that: "in the fridge, goodness me!"."""
_MOVES_IT = re.compile(
    r"\b(?:where (?:is|was|were|are)|put|leave|left|take|took|taken|get|got|fetch|move|moved|bring|brought|keep|kept|"
    r"place|placed|carry|carried|return|returned)\b[^?]*\b(?:it|them|that|those)\b|\bwhere (?:is|was) (?:it|that)\b",
    re.IGNORECASE,
)


def repeats_place(before: str, question: str, told: EarlierExchange | None) -> bool:
    """Whether what is said before a question only repeats the place that was told: "it" is still what was there.

    Args:
        before: What was said first.
        question: The question then: "where did you leave it after that?"; of what is opened, the place is meant.
        told: The exchange before.
    """
    found = _IN_PLACE.match(before)
    if found is None or told is None or told.findings is None or _MOVES_IT.search(question) is None:
        return False
    named = full_lexicon().find(plain(found["place"]).split())
    places = {item.place for item in told.findings.items} | {told.findings.value}
    return named is not None and not named.first and any(kind in places for kind in named.types)
