"""Where a thing is told to have got to, before it is asked for: "one of the forks has gone in the bin, get it out"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable, read_named

_NP = (
    r"(?P<np>(?:one of (?:the|my|our|those|these)|the|my|our|an?|that|this) "
    r"(?:(?:poor|good|best|old|new|lovely|nice|perfectly|fine|favourite|favorite|own) )*[a-z]+(?: [a-z]+)??)"
)
_BY_CHANCE = (
    r"(?:,? (?:by (?:accident|mistake|chance|error)|accidentally|somehow|again|for some reason|of all places|it seems"
    r"|i think|apparently|just now|this morning|yesterday|with (?:the|all the|some) [a-z]+(?: [a-z]+)?))*"
)
_WENT = (
    r"(?:(?:'s|'ve| has| have| had|'d)?(?: (?:just|also|somehow|accidentally|apparently|all))* "
    r"(?:been )?(?:gone|went|got|gotten|fallen|fell|dropped|rolled|slipped|slid|tumbled|ended up|landed|wandered"
    r"|strayed|found (?:its|their) way|made (?:its|their) way|wound up)(?: (?:down|off|over|back|lost))?"
    r"|(?: (?:was|were|got)|(?:'s|'ve| has| have| had)(?: been| got))"
    r"(?: (?:just|also|somehow|accidentally|apparently))* (?:left|thrown|chucked|tossed|dumped|stuck|shoved|forgotten"
    r"|swept|knocked|stuffed)(?: (?:away|out|behind|down|off))?)"
)
_PLACE = (
    r"(?:in|into|inside|on|onto|at the bottom of) (?:the|my|our|an?) "
    r"[a-z]+(?: (?!and\b|by\b|with\b|but\b|somehow\b|again\b)[a-z]+)?"
)
_GONE = re.compile(
    rf"(?P<lead>^|[.;!?] )(?:there(?:'s| is) )?{_NP}{_WENT}{_BY_CHANCE} (?P<at>{_PLACE}){_BY_CHANCE}"
    r"(?: (?:that|which)(?:'s| is| was) (?:[a-z]+ ){0,2}[a-z]+)?"
    r"(?=[.;!,]| and (?:that|it)\b| but\b)(?P<rest>.*\b(?:it|that one|them|they|that|her|him)\b)"
)
_AWAY = re.compile(
    rf"(?P<lead>^|[.;!?] ){_NP}(?: (?:was|were|got)|(?:'s|'ve| has| have| had)(?: been| got))"
    r"(?: (?:just|also|somehow|accidentally|apparently))* (?:thrown|chucked|tossed|binned|dumped)(?: (?:away|out))?"
    rf"{_BY_CHANCE}(?=[.;!,]| and (?:that|it)\b| but\b)(?P<rest>.*\b(?:it|that one|them|that)\b)"
)
_SOMEBODY = (
    r"(?:somebody|someone|(?:some|the|my|our) [a-z]+|i|we|he|she|they)"
    r"(?:'s|'ve|'d| has| have| had| must have| seem to have)?"
    r"(?: (?:just|also|somehow|accidentally|apparently|stupidly|foolishly))*"
)
_THREW = re.compile(
    rf"(?P<lead>^|[.;!?] ){_SOMEBODY} (?:(?P<bin>binned)|threw|thrown|chucked|tossed|dropped) (?:(?:away|out) )?{_NP}"
    rf"(?:(?P<away> (?:away|out))|(?P<at> (?:in|into) (?:the|my|our) [a-z]+(?: bin| can)?))?{_BY_CHANCE}"
    r"(?=[.;!,]| and (?:that|it)\b| but\b)(?P<rest>.*\b(?:it|that one|them|that)\b)"
)


def where_it_has_gone(text: str) -> str:
    """A tidied utterance in which a thing that got somewhere, of which more is said behind that, is there.

    What was thrown away is in the bin.

    Args:
        text: An utterance, tidied.
    """
    found = _AWAY.search(text)
    if found is not None and _is_thing(found["np"]):
        return _is_at(found, "in the bin", text)
    found = _THREW.search(text)
    if found is not None and _is_thing(found["np"]) and (found["bin"] or found["away"] or found["at"]):
        return _is_at(found, re.sub(r"^ into ", " in ", found["at"] or " in the bin").strip(), text)
    found = _GONE.search(text)
    if found is not None and _is_thing(found["np"]) and _is_place(found["at"]):
        return _is_at(found, re.sub(r"^(?:into|inside|at the bottom of) ", "in ", found["at"]), text)
    return text


def _is_at(found: re.Match[str], where: str, text: str) -> str:
    be = "are" if re.match(r"(?:the|my|our) [a-z ]+s$", found["np"]) and not found["np"].endswith("ss") else "is"
    where = re.sub(r"^onto ", "on ", where)
    return f"{text[: found.start()]}{found['lead']}{found['np']} {be} {where}{text[found.start('rest') :]}"


def _is_thing(said: str) -> bool:
    words = words_of(re.sub(r"^one of ", "", said))
    named = next((one for at in range(len(words)) if (one := read_named(words, at)) and one.end == len(words)), None)
    return named is not None and bool(named.word) and capable(named.word, "pickupable")


def _is_place(said: str) -> bool:
    words = words_of(re.sub(r"^(?:in|into|inside|on|onto|at the bottom of) ", "", said))
    named = read_named(words)
    return named is not None and named.end == len(words) and capable(named.word, "receptacle")
