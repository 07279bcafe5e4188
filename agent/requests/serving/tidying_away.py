"""Requests to put things where they belong: "put the plates away", "pick up the towel", "clear the desk"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.belief.common_sense import COOL, STORES
from agent.planning.wants import ANYTHING
from agent.recognition.lines import GOALS
from agent.requests.errands import AWAY, Errand
from agent.requests.naming import ReferenceContext, RequestResult, each, placed, same, types_of
from agent.requests.serving.bringing import is_sent
from agent.requests.terms.exceptions import set_apart
from agent.requests.terms.others import terms_told
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import NamedThings, capable, read_named
from envs.teach.tasks.classes import commonly, types_named
from envs.teach.tasks.definition import ALL

_VERB = r"(?:put|tidy|clear|clean|pack|stow|take|move|store|lay|set|stash|hang|get)"
_TO_PUT = (
    re.compile(rf"^{_VERB} (?P<np>.+?) away$"),
    re.compile(rf"^{_VERB} away (?P<to>.+)$"),
    re.compile(r"^(?:tidy|clear) up (?P<np>.+)$|^(?:tidy|clear) (?P<up>.+?) up$"),
    re.compile(
        r"^(?:pick|lift|hang) up (?P<np>.+)$|^(?:pick|lift|hang) (?P<up>.+?) up(?P<place> (?:from|off|out of) .+)?$"
    ),
    re.compile(r"^(?:take|remove|lift|pull|fish|clear|pick|clean|get) (?:out )?(?P<np>.+ (?:from|off|out of) .+)$"),
    re.compile(r"^(?:take|lift|pull|fish) (?:out (?P<np>.+)|(?P<up>.+) out)$"),
    re.compile(r"^(?:stow|tidy) (?P<to>.+)$"),
)
"""Ways of asking for it; behind "to" it may also be said where to."""
_CLEARED = re.compile(
    r"^(?:clear|tidy) (?:up |off |away |out )?(?P<np>(?:everything|all(?: of)?(?: that)?) (?:off|from|on|in) )?"
    r"(?P<place>(?:the |my |our |that |this |your )?.+?)(?: up| off| away| out)?$"
)
_FROM = re.compile(r"(?: away)? (?:off(?: of)?|out of|from) (?=(?:the|my|our|that|this|a|an|your)\b)")
_THERE = re.compile(
    r"(?<!\bis)(?<!\bare)(?<!lying)(?<!standing)(?<!sitting)(?<!hanging)(?<!'s)"
    r" (?:in|on|inside) (?=(?:the|my|our|that|this|your)\b)"
)
"""Where what is taken away lies: said so that it can say nothing else."""
_DETERMINED = re.compile(
    r"^(?:the|my|our|your|that|this|those|these|all|both|every|everything|whatever|some|a|an|any|one|two|three|four"
    r"|five|six|\d+|it|them|his|her|their)\b"
)


def put_away(text: str) -> str:
    """What a clause asks to have put where such things belong; "" where it asks for nothing of the kind.

    Args:
        text: A clause in lower case.
    """
    for shape in _TO_PUT:
        found = shape.match(text)
        told = {name: said for name, said in found.groupdict().items() if said} if found else {}
        said = told.get("np") or told.get("up") or told.get("to", "")
        things = _FROM.sub(" from ", f"{said}{told.get('place', '')}")
        if said and _DETERMINED.match(things) and not is_sent(things) and _names_things(things, "to" in told):
            return things if "to" in told and not _lies_out(things) else _THERE.sub(" from ", things)
    cleared = _CLEARED.match(text)
    places = re.split(r",? and |, ", cleared["place"]) if cleared else []
    return " and ".join(f"everything from {one}" for one in places) if all(map(_is_place, places)) else ""


def _names_things(text: str, may_go: bool) -> bool:
    """Whether words name things that can be carried, and where they are, and nothing more.

    Args:
        text: The words.
        may_go: Whether a place may be where they go.
    """
    words = words_of(text)
    at = 0
    while at < len(words):
        if words[at] in (",", "and"):
            at += 1
            continue
        named = placed(words[at:])
        if named is None or not (named.word or named.pronoun or named.options):
            return False
        if named.word and not capable(named.word, "pickupable"):
            return False
        if named.place and may_go and not named.there and not _is_out(named.place):
            return False
        at += named.end
    return not set(words) & (GOALS - {"in", "on"})


def _lies_out(text: str) -> bool:
    """Whether it is said of things that they are where nothing is put away: "the mugs on the counter"."""
    words = words_of(text)
    named = (placed(words[at:]) for at in range(len(words)))
    return any(one is not None and one.place and _is_out(one.place) for one in named)


def _is_out(place: str) -> bool:
    """Whether nothing is put away in or on a place: what is said to be on the counter lies there now."""
    kinds = commonly(place) or types_named(place)
    return not {*STORES, *COOL} & set(kinds) and not capable(place, "pickupable")


def _is_place(text: str) -> bool:
    """Whether words name one piece of furniture, or the floor."""
    words = words_of(text)
    named = read_named(words)
    if named is None or named.end < len(words) or not named.word:
        return False
    return capable(named.word, "receptacle") and not capable(named.word, "pickupable")


_SOURCE = re.compile(r" (?:off(?: of)?|out of|from) (?:the|my|our|that|this) [a-z ]+$")
_NOT_THERE = re.compile(r"^ (?:but |and |just |only )*not (?:on|onto|in|into) (?P<np>.+)$")


def put_away_in_full(text: str) -> str:
    """A clause that asks to have things put where they belong as "stow …", with what is left out; else the same."""
    head, tail = set_apart(text)
    source = _SOURCE.search(tail)
    if source and not put_away(head):  # "take everything except the lamp off the desk"
        head, tail = f"{head}{source[0]}", tail[: source.start()]
    away = put_away(head)
    if not away:
        return text
    elsewhere = _NOT_THERE.match(tail)
    return f"stow {away}" + (f" without putting anything on {elsewhere['np']}" if elsewhere else tail)


_AND = re.compile(r"^(?P<first>.+? away|away .+?)(?:,? and |, )(?P<rest>.+)$")


def put_away_and_put(text: str) -> tuple[str, str]:
    """What is to be put away and what is put elsewhere in one breath: "the plates away and the forks in the drawer".

    Args:
        text: A request to put things, behind its verb; of another the parts are "".
    """
    found = _AND.match(text)
    away = put_away(f"put {found['first']}") if found else ""
    return (away, found["rest"]) if found and away else ("", "")


def stow(text: str, spoken: ReferenceContext) -> RequestResult:
    """The errands of having things put where they belong.

    Args:
        text: What is to be put away.
        spoken: What the request may lean on.

    Raises:
        UnclearRequest: It has to be asked back.
    """
    things = each(text, spoken, "pickupable")
    last = things[-1]
    if last.place and last.there and not any(one.place for one in things[:-1]):  # "the cup and the fork from the desk"
        things = [replace(one, place=last.place, there=True) for one in things]
    return RequestResult(tuple(map(_stowed, things)), same(things), types_of(things))


def _stowed(named: NamedThings) -> Errand:
    every = named.every or named.word == ANYTHING
    return Errand(AWAY, (ALL if every else named.counted, named.kind)).on(*terms_told(named))
