"""Answers to what the robot has asked back."""

from __future__ import annotations

import re

from agent.requests.intents import plain
from agent.requests.request_state import RequestContext
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import NUMBERS, mentioned
from agent.requests.words.utterances import take_back
from envs.vocabulary.numbers import alternatives, up_to

_YES = re.compile(
    r"^(?:yes|yeah|yep|sure|ok|okay|do it|go ahead|please do|all the same|i am sure|i'm sure|of course)\b(?! but)"
)


_THEY_ARE = re.compile(r"^(?:she|he|they|it)(?:'s| is|'re| are)(?: (?:sitting|lying|standing|over|just|still))* ")


def agrees(text: str) -> bool:
    """Whether words say yes, and not much more."""
    return bool(_YES.match(text)) and len(text.split()) <= 6 and not agreed_and_more(text)


_AGREED = re.compile(
    r"^(?:(?:yes|yeah|yep|sure|ok|okay|of course|all right|alright|fine)\b[ ,.!]*(?:please\b|do it\b|do that\b"
    r"|go ahead\b|i am sure\b|i'm sure\b)?[ ,.!]*)+(?:(?:and|but|only)\b[ ,]*)*"
)


def agreed_and_more(text: str) -> str:
    """What is said behind a yes of things, numbers or deeds: "yes, but only the clean one"; "" where nothing is."""
    found = _AGREED.match(text)
    rest = text[found.end() :].replace("all the same", "") if found else ""
    named = mentioned(rest) or {*NUMBERS, "one", "ones", "both", "all"} & set(words_of(rest))
    limit = "only " if found and re.search(r"\bonly[ ,]*$", found[0]) else ""
    return f"{limit}{rest}" if named or starts_request(rest) else ""


_ASKS = re.compile(
    r"(?:(?:by the way|btw|oh|and|but|hey|wait)[ ,]+)*"
    r"(?:(?:where|who|when|why|how (?:many|much|far|long))(?: |'s |'re )"
    r"|(?:did|does|do|have|has) (?:you|we|i|he|she|they|it|the|my|our)\b)"
)
"""Asks something instead of answering."""


def answer_to(text: str, context: RequestContext) -> str | None:
    """What the answer to a question makes of the utterance that was not clear; None when it is something new."""
    asked = context.asked
    if asked is None or not (asked.before or asked.after):
        return None
    bare = plain(take_back(text))
    if bare in ("no", "nothing", "never mind", "nope", "none", "forget it", "neither", "stop"):
        return "no"
    if bare in ("yes", "yes please", "ok", "sure") and len(asked.options) == 1:
        bare = f"the {asked.options[0].lower()}"
    if not bare or starts_request(bare) or len(bare.split()) > 12 or bare.endswith("?"):
        return None
    if _ASKS.match(bare):
        return None
    bare = _THEY_ARE.sub("", bare) if asked.question.startswith("Where") else bare
    if asked.question.startswith("Where") and not re.search(r"\b(?:in|on|into|onto|to)\b", bare):
        bare = f"on {bare}"
    if re.search(r"(?:in|on|into|to) (?:the |a )?$", asked.before):
        bare = re.sub(r"^(?:in|on|into|onto|to) ", "", bare)
    return re.sub(
        rf"\b(?:a|an|the|one) (?=(?:a|an|the|{alternatives(up_to(20))})\b)", "", f"{asked.before}{bare}{asked.after}"
    )
