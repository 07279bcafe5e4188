"""What is asked for of the one just told of with "this one" before the verb: "…, this one you wash, please"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import VERBS, words_of
from agent.requests.words.nouns import capable, read_named

_THIS_YOU = re.compile(
    r"(?P<lead>[.;!] (?:(?:so|and|please|now)[ ,]+)*)(?:this|that|these|those|it)(?: ones?)?,? (?P<asks>(?:(?:you"
    r"|please) )+)"
    r"(?P<deed>[a-z]+)(?P<rest>(?: (?:me|away|out|up|off|on|in|into|onto|to|next|back)\b[^.;!?]*)?[ ,]*(?:please)?"
    r"(?=[.;!?]|$))"
)
_THIS_SHOULD = re.compile(
    r"(?P<lead>[.;!] (?:(?:so|and|please|now)[ ,]+)*)(?:this|that) one"
    r"(?= (?:goes|belongs|must|should|has to|needs to|needs|comes)\b)"
)
_LIES = re.compile(
    r"^(?P<at>(?:in|on|inside|under) (?:the|my|our) [a-z]+(?: [a-z]+)??),? (?:there )?(?:is|'s|lies|stands|sits)"
    r"(?: (?:lying|standing|sitting|hanging|left|still|now|again|there))* "
    r"(?P<np>(?:one|a|an|some|my|our) [a-z]+(?: (?!that\b|which\b|who\b)[a-z]+)?)"
    r"(?: (?:that|which)(?:'s| is| looks)(?: (?P<not>not))?(?: (?:so|very|quite|really|a bit|rather|all))* "
    r"(?P<how>[a-z]+))?"
    r"(?P<mark>[.;!]) "
)
_THERE_IS = re.compile(
    r"^there(?:'s| is) (?P<np>(?:one|an?|my) [a-z]+(?: (?!in\b|on\b|under\b|inside\b)[a-z]+)?) "
    r"(?P<at>(?:in|on|inside|under) (?:the|my|our) [a-z]+(?: [a-z]+)??)(?P<mark>[.;!]) "
)
_DIRTY, _CLEAN = frozenset({"dirty", "filthy", "gross", "grubby"}), frozenset({"clean", "spotless"})


def this_one_then(text: str) -> str:
    """A tidied utterance that tells of one thing at its place, with what is asked for of "this one" in usual order.

    Args:
        text: An utterance, tidied.
    """
    lies = _LIES.match(text)
    told = lies or _THERE_IS.match(text)
    if told is None or not _is_thing(told["np"]):
        return text
    name = told["np"].split(" ", 1)[1]
    head = text[: told.end()]
    if lies is not None:
        state = _state(lies["how"] or "", bool(lies["not"]))
        if lies["how"] and not state:
            return text
        head = f"{lies['at']} is a {state}{name}{lies['mark']} "
    rest = _THIS_YOU.sub(_ordered, f"{told['mark']} {text[told.end() :]}")
    rest = _THIS_SHOULD.sub(rf"\g<lead>the {name}", rest)[2:]
    return head + re.sub(
        rf",? (?:and |but )?not {re.escape(told['at'])}(?: (?:any ?more|though))?"
        rf"(?=[.!]?$)",
        "",
        rest,
    )


def _ordered(found: re.Match[str]) -> str:
    if found["deed"] not in VERBS:
        return found[0]
    me = re.match(r" me\b", found["rest"])
    rest = found["rest"][me.end() :] if me else found["rest"]
    return f"{found['lead']}{found['deed']} {'me ' if me else ''}it{rest}"


def _state(how: str, denied: bool) -> str:
    dirty = how in (_CLEAN if denied else _DIRTY)
    return "dirty " if dirty else "clean " if how in _CLEAN and not denied else ""


def _is_thing(said: str) -> bool:
    words = words_of(re.sub(r"^(?:one|an?|some|my|our) ", "the ", said))
    named = read_named(words)
    return named is not None and named.end == len(words) and capable(named.word, "pickupable")
