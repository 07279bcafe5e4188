"""What is told before a question, "I had such a lovely cup of coffee", as what "it" stands for in the question."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from agent.recall.reading.parts.pronouns import is_cleft
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.understanding.plain_words import plain
from agent.recall.understanding.suiting import suits
from envs.vocabulary.nouns import Lexicon, full_lexicon
from envs.vocabulary.object_types import is_taken
from envs.vocabulary.verbs import base, changes, deeds

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
    acts = {act for word in low if (act := _deed_of(word))}
    topic = "" if lexicon.find(low) is not None else _told_of(plain(before).split(), lexicon, is_asked_for, acts)
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


def _deed_of(word: str) -> str:
    """The action, or the state with its sign, that a form of a verb asks for: "slicing" → ``Slice``; else nothing."""
    verb = base(word) or ""
    return deeds().get((verb,), changes().get(verb, ""))


def _told_of(said: list[str], lexicon: Lexicon, is_asked_for: Callable[[str], bool], acts: Collection[str] = ()) -> str:
    """What was named last that is taken and put, or that a task was about; of a cup of coffee the coffee.

    What can have been done to it goes first where only that can: of lettuce and a plate it is the lettuce that was cut.
    """
    handled, other, fitting = "", "", ""
    at = 0
    while at < len(said):
        thing = lexicon.find(said[at:])
        if thing is not None and thing.first == 0:
            name = " ".join(said[at : at + thing.last])
            handled, other = (name, other) if is_taken(thing.types) else (handled, name)
            fitting = name if acts and suits(thing.types, acts) else fitting
            at += thing.last
            continue
        led = {*said[max(0, at - _NEAR) : at]} & _LEADS
        if led and len(said[at]) > _NEAR and said[at] not in words("fillers") and is_asked_for(said[at]):
            handled = said[at]
        at += 1
    return fitting or handled or other


_MENTIONED = re.compile(
    r"\b(?:(?:there (?:was|is|were) (?:also )?(?:something|anything|some talk|talk|a word|mention)(?: said| told)?"
    r"|(?!(?:you|it|that)\b)\w+ (?:also |once |just |even |surely )?(?:(?:had|have|has) )?"
    r"(?:told|said|spoke|talked|spoken)(?: (?:you|something|a word|a thing|to you|with you))*"
    r"|you (?:also |once |just )?(?:(?:were|had been|have been) told|(?:had |have )?heard)(?: (?:something|a word))?)"
    r" (?:about|of|concerning)|(?!(?:you|it|that)\b)\w+ (?:also |once |just |even )?(?:(?:had|have|has) )?mentioned)"
    r" (?:a|an|the|my|our|your|some|some kind of|somebody s|someone s) (?P<topic>[a-z]+(?: [a-z]+)?)"
)
_SMALL = """
as to too well i you we believe think in on at for from with after before by of that which who when once today tomorrow
yesterday coming soon next earlier recently lately again somewhere there
"""
_BEHIND_TOPIC = frozenset(_SMALL.split()).union(*map(words, ("fillers", "leaning", "adverbs", "determiners")))
_ASKS_WHAT_IT_WAS = re.compile(
    r"^(?:(?:and|so|but|now|oh|well) )*(?:whose|who|when|what|which|where|how|on which|on what)\b"
    r"(?!.*\b(?:told|tell|said|say|mention|mentioned|do|did|done)\b).*\b(?:it|that|this|they|one)\b"
)


def told_topic(before: str, question: str, is_known: Callable[[str], bool]) -> str:
    """What somebody says was told of, where the question then asks what that was: "a birthday, whose was it?".

    Args:
        before: What is said first.
        question: The question then.
        is_known: Whether a word names a thing, or something that was asked for: of such more is known than was told.

    Returns:
        The topic; empty for every other question.
    """
    found = list(_MENTIONED.finditer(" ".join(plain(before).split())))
    if not found or _ASKS_WHAT_IT_WAS.match(" ".join(plain(question).split())) is None:
        return ""
    said = found[-1]["topic"].split()
    topic = said[:1] if said[1:] and said[1] in _BEHIND_TOPIC else said
    return "" if any(map(is_known, topic)) else " ".join(topic)


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
