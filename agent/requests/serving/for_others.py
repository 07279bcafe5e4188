"""Requests to bring something to somebody else than the speaker: it is asked where that person is."""

from __future__ import annotations

import re
from functools import cache

from agent.requests.instructions import Begin, Clarification, UnclearRequest
from agent.requests.naming import ReferenceContext, placed
from agent.requests.serving.bringing import bring
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable
from agent.requests.words.people import PEOPLE


@cache
def _shapes() -> tuple[re.Pattern[str], ...]:
    whom = rf"(?P<whom>(?:my|our|the|his|her|their) (?:\w+ )?(?:{PEOPLE})|him|her|them)"
    verb = r"(?:bring|hand|pass|give|fetch|get|take|carry|serve|deliver|offer)(?: over)?"
    return (
        re.compile(rf"^{verb} {whom} (?P<np>(?:an?|the|some|my|our|this|that|one|two|three|another|all|both) .+)$"),
        re.compile(rf"^{verb} (?P<np>.+?) (?:over )?(?:to|for) {whom}$"),
    )


def ask_where_they_are(text: str, spoken: ReferenceContext, place: str) -> None:
    """Ask where somebody is to whom something is to be brought, unless that is the speaker.

    Args:
        text: A clause in lower case.
        spoken: What it may lean on.
        place: Where a dish of several things is made.

    Raises:
        UnclearRequest: It is asked.
    """
    for shape in _shapes():
        found = shape.match(text)
        if found is None or _PUT_THERE.search(found["np"]):
            continue
        named = placed(words_of(found["np"]))
        whom = re.sub(r"^my ", "your ", found["whom"])
        if named is not None and not named.word and not named.pronoun and not named.options:
            raise UnclearRequest(Clarification(f"What shall I bring {whom}?", f"bring {found['whom']} "))
        if named is None or not named.word or not capable(named.word, "pickupable"):
            continue
        several = whom == "them" or whom.endswith(("s", "children", "people"))
        where = f"Where {'are' if several else 'is'} {_SUBJECT.get(whom, whom)}?"
        done = bring(found["np"], spoken, place)
        then = tuple(Begin(one, "now" if at == 0 else "next", at > 0) for at, one in enumerate(done.errands))
        raise UnclearRequest(
            Clarification(f"{where} I can bring it to you instead: shall I?", f"put {found['np']} ", then=then)
        )


_PUT_THERE = re.compile(
    r"\b(?:onto|into|(?:out|up|down|over) (?:on|in|to)) (?:the|a|an|my|our|one of) [a-z]+(?: [a-z]+)?$"
)
"""What is put somewhere for somebody else goes there: "out onto the counter for the kids"."""
_SUBJECT = {"him": "he", "her": "she", "them": "they"}
