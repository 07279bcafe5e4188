"""Where things shall go instead, told by a place that is praised or pointed to: "the drawer's where it lives"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.changes.mentions import Mention, mentioned_in
from agent.requests.errands import AWAY, BRING, Errand, is_placing, made_of
from agent.requests.implied.parted import RemarkPart
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import capable
from envs.vocabulary.english import noun
from envs.vocabulary.uses import put_in

_POINTS = re.compile(
    r"\b(?:where (?:it|they|that|those) (?:wants?|goes?|belongs?|should|lives?|ought|must|sits?|can go)|that's where"
    r"|is where|(?:belongs?|lives?|kept|better|safer|nicer|best|ideal|handier|rather|instead|prefer)\b"
    r"|would (?:be|suit|do)"
    r"|'d (?:be|suit|do)|makes more sense|(?:wiser|better|nicer|good|best|ideal|smarter"
    r"|more sensible) (?:choice|place|spot|idea|option|home))"
)
_BETTER = re.compile(r"\bsafer\b")
"""Which is no safe."""
_IS = re.compile(r"(?<=[a-z])'s(?= (?:where|better|nicer|handier|the|fine|much|far)\b)")


def better_there(parts: Sequence[RemarkPart], tasks: Sequence[Errand]) -> str:
    """The place where the things of the work shall go, said plainly; "" where none is told.

    Args:
        parts: The parts of a remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    if len({made_of(task) for task in tasks}) != 1 or any(starts_request(one.said) for one in parts):
        return ""
    placing = [task for task in tasks if is_placing(task) or task.name in (AWAY, BRING)]
    told = [_BETTER.sub("better", _IS.sub(" is", one.said)) for one in parts if not one.of_oneself]
    goals = [found for said in told for found in places_named(said, tasks)]
    if len(goals) != 1 or not placing or not any(map(_POINTS.search, told)):
        return ""
    return f"{place_words(goals[0])} instead"


def places_named(said: str, tasks: Sequence[Errand]) -> list[Mention]:
    """The places that words name and that are none of the work's; nothing where another thing is named.

    Args:
        said: The words.
        tasks: What is being done or still to be done.
    """
    named = [one for one in mentioned_in(words_of(said)) if one.named.word]
    others = [
        one
        for one in named
        if not any(one.of(made_of(task)) or (is_placing(task) and one.of([task.params[-1]])) for task in tasks)
    ]
    fixed = [
        one for one in others if capable(one.named.word, "receptacle") and not capable(one.named.word, "pickupable")
    ]
    return fixed if len(fixed) == len(others) and not any(one.denied for one in fixed) else []


def place_words(place: Mention) -> str:
    """A place with its preposition: "in the drawer".

    Args:
        place: What names it.
    """
    text = place.named.text
    np = text if text.split(" ")[0] in ("the", "my", "our", "a", "an") else f"the {text or noun(place.named.word)}"
    return f"{'in' if put_in(place.named.kind) else 'on'} {np}"
