"""Questions that are not about the work at hand."""

from __future__ import annotations

import re

from agent.requests.control import control
from agent.requests.home_questions.reading import asked_plainly
from agent.requests.instructions import (
    StatusRequest,
)
from agent.requests.intents import UtteranceReading, plain
from agent.requests.request_state import RequestContext
from agent.requests.terms.claims import apart, claimed, in_full
from agent.requests.terms.moments import awaited
from agent.requests.words.clauses import NUMBER, starts_request
from agent.requests.words.utterances import clauses, sentences


def _goes_on(text: str) -> bool:
    """Whether a question is followed by what is to be done if it is so."""
    first, *others = [one for sentence in sentences(text) for one in apart(sentence)] or [""]
    claim = claimed(first)
    return bool(claim) and any(in_full(one, claim) != one for one in others)


_HELD_UP = re.compile(r"^(?:(?:hang on|hold on|wait|one (?:moment|second|sec)|just a (?:moment|second|sec))\b[ ,.!]*)+")
_ASKING = re.compile(
    r"^(?:(?:and|but|so|well|ok),? )*(?:what|where|when(?! (?:you|it|they|that|this|everything)\b)|who|whom"
    r"|whose|why|how|which|did|do you|does|have you|has|had"
    r"|is|are|was|were|tell me|remind me)\b"
)


_AMOUNT = re.compile(rf"^(?:(?:just|only|no|oh|and),? )*(?:{NUMBER})\b[^?]* (?:is|are|will|would)\b[^?]*$")
"""How many are wanted: "one cup is enough"."""


def asks_about_the_past(intent: UtteranceReading, text: str, context: RequestContext) -> bool:
    """A question that is not about the work at hand."""
    if context.tasks and _AMOUNT.match(text):
        return False
    text = _HELD_UP.sub("", text) if text.endswith("?") else text
    question = asked_plainly(text)
    asking = _ASKING.match(question) and (intent.intent == "question" or (question != text and question != f"{text}?"))
    if (
        not asking
        or starts_request(text)
        or _goes_on(text)
        or any(starts_request(one.text) for one in clauses(text)[1:])
        or ((moment := awaited(text)) is not None and starts_request(moment.text))
    ):
        return False
    return not isinstance(control(plain(text), context.tasks), StatusRequest)


_TAGGED = re.compile(
    r"(?P<lead>^|[.!?;] )(?:(?:so|and|but|hey|ok|okay|well|i take it|i think|i guess)\b,? )*"
    r"(?P<np>(?:the|my|our|that|this) (?:[a-z]+ ){0,2}?[a-z]+)(?:'s| is| are) "
    r"(?P<how>(?:(?:still|already|not|all|both|now) )*"
    r"(?:on|off|open|closed|shut|running|lit|hot|cold|empty|full|clean|dirty|done|ready"
    r"|(?:in|on) (?:the|my|our) [a-z]+))"
    r",? (?:right|correct|yes|no|yeah|innit|am i right|i (?:hope|suppose|take it|think)"
    r"|(?:is|are)(?:n't| not)? (?:it|they|that)(?: not)?) ?\?+"
)


def asked_by_tag(text: str) -> str:
    """An utterance, with what is asked by a tag as a question: "the stove is on, right?" → "is the stove on?".

    Args:
        text: A tidied utterance.
    """
    return _TAGGED.sub(_turned, text)


def _turned(found: re.Match[str]) -> str:
    many = found["np"].endswith("s") and not found["np"].endswith("ss")
    return f"{found['lead']}{'are' if many else 'is'} {found['np']} {found['how']}?"


def asks_by_tag_alone(text: str) -> bool:
    """Whether an utterance is nothing but such a question.

    Args:
        text: A tidied utterance.
    """
    found = _TAGGED.match(text)
    return found is not None and found.end() == len(text.rstrip())
