"""Whom something is put within the reach of: "lay it on a chair where she can get at it" gives it to whoever she is."""

from __future__ import annotations

import re

from agent.requests.words.people import PEOPLE

_SMALL = (
    r"bab(?:y|ies)|infants?|toddlers?|child|children|kids?|kiddos?|sons?|daughters?|boys?|girls?|little ones?|"
    r"(?:two|three|four|five|six|seven|eight|nine)[ -]year[ -]olds?|grand(?:sons?|daughters?|child|children|kids?)|"
    r"cats?|kittens?|kitty|dogs?|pupp(?:y|ies)|pets?"
)
_OWNER = r"(?:the|my|our|your|his|her|their|a|that|this)"
_SOMEBODY = re.compile(rf"\b{_OWNER} (?:[a-z]+ ){{0,2}}?(?P<who>{_SMALL}|{PEOPLE})\b")
_WHO = rf"(?P<who>he|she|they|it|him|her|them|{_OWNER} (?:[a-z]+ ){{0,2}}?(?:{_SMALL}))"
_GETS = r"(?:reach|get|grab|take|touch|hold|have|play|use|find|pick|handle|help)\b[^.;!?]*"
_BEHIND = r"(?: (?:himself|herself|themselves))?"
_REACHED = (
    rf",? (?:so(?: that)?|where|from where|in order that) {_WHO} (?:can|could|may|will be able to|is able to)"
    rf"(?: (?:easily|just|also|still|always|then|both|all|better))* {_GETS}{_BEHIND}",
    rf"(?: low enough| close enough| near enough|,)? for {_WHO} to {_GETS}{_BEHIND}",
    rf" (?:with)?in(?: easy)? reach (?:of|for) {_WHO}(?= |$|,)",
    rf" (?:with)?in {_WHO}(?:'s| is)?(?: easy)? reach\b",
)
_PATTERNS = tuple(map(re.compile, _REACHED))
_GIVEN = re.compile(
    r"^(?P<lead>.*?)\b(?:give|hand|pass|bring|get|fetch|lend) (?:her|him|them)(?P<rest> (?:the|a|an|my|our|some) .*)$"
)
"""What is given to whoever was named before: "the baby is bored, give her the knife"."""
_PRONOUNS = frozenset({"he", "she", "they", "it", "him", "her", "them"})


def last_person(text: str, before: str = "") -> str:
    """Whoever is named last in a text, as "she" behind it means them; a child or a pet is somebody too.

    Args:
        text: A clause in lower case.
        before: Who was named before it.
    """
    named = [found["who"] for found in _SOMEBODY.finditer(text)]
    return named[-1] if named else before


def handed(text: str, who: str) -> str:
    """A clause with "where she can reach it" said in the words of the data, "reachable the child"; else as it is.

    Args:
        text: A clause in lower case.
        who: Whoever was named last before it.
    """
    given = _GIVEN.match(text)
    if given is not None and re.fullmatch(_SMALL, who):
        return f"{given['lead']}give the {who}{given['rest']}"
    for pattern in _PATTERNS:
        found = pattern.search(text)
        if found is None:
            continue
        meant = (last_person(text[: found.start()], who) or "") if found["who"] in _PRONOUNS else found["who"]
        small = re.search(rf"\b(?:{_SMALL})$", meant)
        if small is not None:
            return f"{text[: found.start()]} reachable the {small[0]}{text[found.end() :]}"
    return text
