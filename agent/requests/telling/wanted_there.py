"""So many things that somebody would like to have somewhere: "can we get two spoons on the table" puts them there."""

from __future__ import annotations

import re

from agent.requests.words.clauses import NUMBER, words_of
from agent.requests.words.nouns import capable, read_named

_WANTED = re.compile(
    r"(?P<lead>^|[.;!?] |,? and |, )(?:please )?"
    r"(?:(?:can|could|may|might) (?P<who>i|we)(?: please| maybe| perhaps| just| possibly)* (?:get|have)"
    r"|(?P<us>let's (?:get|have)|we (?:could|can) do with|(?:can|could|would|will) you(?: please)? get us)"
    r"|i (?:could|can) do with) "
    rf"(?P<np>(?:{NUMBER}|an?|some|another) (?!of\b)[a-z]+(?: (?!on\b|in\b|from\b|that\b|which\b|with\b|and\b)[a-z]+)?"
    rf"(?: and (?:{NUMBER}|an?|some) [a-z]+)*) "
    r"(?P<at>on|onto|in) (?P<place>(?:the|our|my) [a-z]+(?: (?:table|top|basin|unit|stand))?)"
    r"(?=$|[.,;!?]| please\b| now\b| for\b| so\b| before\b| because\b)"
)


def wanted_there(text: str) -> str:
    """A tidied utterance in which so many things that are wanted somewhere are put there.

    What is asked for by one of its kind that is known ("can I have the cup on the table") is brought from there.

    Args:
        text: An utterance, tidied.
    """
    return _WANTED.sub(_put_there, text)


def _put_there(found: re.Match[str]) -> str:
    place = read_named(words_of(found["place"]))
    if place is None or not capable(place.word, "receptacle") or capable(place.word, "pickupable"):
        return found[0]
    ours = found["us"] or found["who"] == "we"
    things = [read_named(words_of(one)) for one in found["np"].split(" and ")]
    carried = all(one is not None and capable(one.word, "pickupable") for one in things)
    inside = found["at"] == "in" and (not ours or capable(place.word, "openable"))
    if not carried or inside:
        return found[0]
    return f"{found['lead']}put {found['np']} {found['at']} {found['place']}"
