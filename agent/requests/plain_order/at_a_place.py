"""Things that are listed behind a place, to be put there: "Table: spoon, fork, mug."."""

from __future__ import annotations

import re

from agent.requests.words.clauses import NUMBER, words_of
from agent.requests.words.nouns import capable, read_named
from envs.vocabulary.uses import put_in

_LISTED = re.compile(
    r"^(?:(?:in|on|onto|into) )?(?:the |my |our )?(?P<place>[a-z]+(?: [a-z]+)?)(?: please)?: ?"
    r"(?P<list>[a-z0-9' ]+(?:, (?:and )?[a-z0-9' ]+)*)(?P<end>[.!;](?= |$)|$)"
)
_LASTLY = re.compile(r",? and (?=[a-z0-9' ]+$)|, ")
_COUNTED = re.compile(rf"^(?:the|my|our|an?|some|{NUMBER})\b")


def put_at_a_place(text: str) -> str:
    """A tidied utterance in which things that are listed behind a place are put there.

    Args:
        text: An utterance, tidied.
    """
    found = _LISTED.match(text)
    place = read_named(["the", *words_of(found["place"])]) if found is not None else None
    if found is None or place is None or place.end != len(words_of(found["place"])) + 1:
        return text
    if not capable(place.word, "receptacle") or capable(place.word, "pickupable"):
        return text
    items = [one.strip() for one in _LASTLY.split(found["list"]) if one.strip()]
    if not all(map(_is_thing, items)):
        return text
    things = " and ".join(one if _COUNTED.match(one) else f"the {one}" for one in items)
    at = "in" if put_in(place.word) else "on"
    return f"put {things} {at} the {found['place']}{found['end']}{text[found.end() :]}"


def _is_thing(said: str) -> bool:
    words = words_of(said if _COUNTED.match(said) else f"the {said}")
    named = read_named(words)
    return named is not None and bool(named.word) and named.end == len(words) and capable(named.word, "pickupable")
