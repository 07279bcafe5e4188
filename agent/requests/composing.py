"""A reading of last resort: words of which no sentence can be made, such as "Bar of soap. Bathtub.".

Things that can be carried and, behind them, one place where things are put: somebody wants them there. Every other word
has to be of no consequence, and what was understood is said before anything is done.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planning.wants import ANYTHING
from agent.requests.dishes import head_of
from agent.requests.errands import Errand
from agent.requests.instructions import UnclearRequest
from agent.requests.naming import ReferenceContext, placed
from agent.requests.placing import put
from agent.requests.terms.accounting import unexplained
from agent.requests.words.clauses import polite, starts_request, to_the_point, words_of
from agent.requests.words.frames import unknown_deed
from agent.requests.words.nouns import STATES, NamedThings, capable
from agent.requests.words.utterances import sentences
from envs.vocabulary.data import words as word_list
from envs.vocabulary.uses import put_in

_ASKING = re.compile(
    r"^(?:what|where|when|who|whom|whose|why|how|which|did|do|does|is|are|was|were|has|have|can|tell)\b"
)
_TOLD = re.compile(
    r"(?:\w's|\bis|\bare|\bwas|\bwere|\bleft|\blying|(?:\w'll|\bwill|\bmust|\bmay|\bmight|\bcould|'d) be) (?:\w+ )?"
    r"(?:in|on|under|by|next to) (?:the|a|my|our|that)\b"
)
"""Words that tell where a thing is: whoever says so does not want it there."""
_IN_TURN = re.compile(r"\b(?:first|then|likewise)\b")
"""Things that are named in turn are no things and a place."""
_MOST_WORDS = 16


def composed(text: str, spoken: ReferenceContext) -> tuple[Errand, ...]:
    """The errands of words that name things and then a place, and say nothing else; none where they do not.

    Args:
        text: The utterance, tidied.
        spoken: What it may lean on.
    """
    if _TOLD.search(text) or _IN_TURN.search(text):
        return ()
    plain = " ".join(words_of(re.sub(r"[.!;:?]+", " ", re.sub(r"(?<=[a-z])'s\b", " is", text))))
    words = [word for word in words_of(plain) if word != ","]
    if not words or len(words) > _MOST_WORDS or "?" in text or _ASKING.match(plain) or head_of(plain):
        return ()
    said = [to_the_point(polite(one)[0]) for one in sentences(text)]
    if any(starts_request(one) or unknown_deed(one) for one in said):
        return ()
    named = _named(words)
    if len(named) < 2 or not all(_is_carried(one) for one in named[:-1]) or not _is_place(named[-1]):
        return ()
    place = named[-1]
    listed = re.search(rf"\b(?:and|or) {re.escape(place.text)}$", plain)
    if listed and _is_carried(place):  # "the cup and the saucer"
        return ()
    soiled = any(STATES.get(word, ("", True))[0] == "dirty" for word in words_of(place.text))
    if soiled and not _is_carried(place):  # "cups. dirty. sink": the sink is not
        return ()
    things = " and ".join(dict.fromkeys(one.text for one in named[:-1]))
    request = f"{things} {'in' if put_in(place.word) else 'on'} the {re.sub(r'^(?:the|a|an|my|our) ', '', place.text)}"
    try:
        done = put(request, spoken)
    except UnclearRequest:
        return ()
    left = unexplained(" ".join(words), done.errands, done.things)
    return () if left.grave or _too_much(left.unknown) else done.errands


_PLEASE = re.compile(r"^(?:please[ ,]+(?P<a>[^.!?;]+?)|(?P<b>[^.!?;]+?)[ ,]+please)(?:[ ,]+(?:now|then|robot))?[ .!]*$")


def wished(text: str) -> str:
    """The request of somebody who only names what can be carried: "fork, please"; "" where more is said, or less.

    Args:
        text: The utterance, tidied.
    """
    found = _PLEASE.match(text)
    said = (found["a"] or found["b"]) if found else ""
    words = [word for word in words_of(said) if word not in (",", "and")]
    named = _named(words) if words and len(words) <= _MOST_WORDS else []
    whole = bool(named) and sum(len(one.text.split(" ")) for one in named) == len(words)
    return f"bring me {said}" if whole and all(map(_is_carried, named)) and not head_of(said) else ""


def _named(words: Sequence[str]) -> list[NamedThings]:
    """Everything that is named, in order, each with what is said behind it."""
    found: list[NamedThings] = []
    at = 0
    while at < len(words):
        named = None if words[at] in word_list("request_stops.txt") - {"a", "an", "the"} else placed(words[at:])
        if named is not None and named.word and named.word != ANYTHING and not named.pronoun:
            text = " ".join(words[at : at + named.end])
            found.append(
                NamedThings(named.word, named.count, named.every, named.slices, named.form, text, at + named.end)
            )
            at += named.end
        else:
            at += 1
    return found


def _is_carried(named: NamedThings) -> bool:
    return capable(named.word, "pickupable")


def _is_place(named: NamedThings) -> bool:
    return capable(named.word, "receptacle") and (
        not capable(named.word, "pickupable") or capable(named.word, "dirtyable")
    )


def _too_much(unknown: Sequence[str]) -> bool:
    return len(unknown) > 1
