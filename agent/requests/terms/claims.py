"""What was asked, checked or supposed, and what is done if it is so: "is the stove off? if not, turn it off".

A claim is kept in words, without its "not"; "if it is", "if so" and "unless it is" after it are said in full.
"""

from __future__ import annotations

import re

from agent.requests.terms.conditions import HOW_BEHIND
from agent.requests.terms.facts import read_condition
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import read_named

_LEAD = re.compile(
    r"^(?:(?:and|so|but|then|please|just|quickly|first|before anything else|go and|(?:can|could|would|will) you)[ ,]+)*"
    r"(?P<checks>(?:check|verify|see|look|find out|make sure|tell me|ensure)(?: if| whether| that)? "
    r"|(?:i (?:think|believe|fear|guess|bet|suspect|wonder|have a feeling)|i'm (?:not sure|afraid|pretty sure|sure)"
    r"|not sure|maybe|perhaps|i don't know)(?: if| whether| that)? )?(?P<said>.+)$"
)
_ASKED = re.compile(
    r"^(?P<be>is|are) (?:there (?P<what>.+)|(?P<np>(?:the|a|an|my|any|your|our|both|all) .+?) "
    rf"(?P<how>(?:(?:in|on|inside|next to|near|at) (?!{HOW_BEHIND}$)|still |already |not ).+|\w+))$"
)
_LEFT = re.compile(
    r"^did (?:i|we|you|he|she|they|somebody|someone|anybody) leave (?P<np>(?:the|a|an|my|any"
    r"|our) .+?) (?P<how>on|off|open|shut|running)$"
)
_DOES = re.compile(
    r"^(?:does|do) (?P<np>(?:the|my|our|that) [a-z]+(?: [a-z]+)?"
    r"(?: (?:in|on) (?:the|my|our) [a-z]+(?: [a-z]+)??)?) (?:still )?(?P<how>have|hold|contain) (?P<what>.+)$"
)
_HAVE = re.compile(r"^(?:do|have) (?:we|you|i) (?:still )?(?:have |got )?(?P<what>.+)$")
_HELD = re.compile(
    r" (?:has|have|holds?|contains?) (?:an?|any|some|one) (?!water\b)(?P<what>[a-z]+)(?: in (?:it|them)| inside)?$"
)
_SUBJECT = re.compile(
    r"^(?:there (?:is|are) (?:any |some |still )?)?(?P<np>.+?)(?: (?:is|are|has|have|holds?|contains?|in|on|left)\b|$)"
)
_SO = (
    r"(?:so|yes|it is|they are|there is(?: one)?|there are(?: any)?|(?:it|there) does|it has|they (?:do|have)"
    r"|we do|you do|i did|we did|he did|she did|they did"
    r"|that is the case|that's the case)"
)
_NOT = (
    r"(?:not|no|it(?: is|'s) not|it isn't|they(?: are|'re) not|they aren't|there is(?: not|n't)(?: any| one)?"
    r"|there are(?: not|n't)(?: any)?|it (?:does|has)(?: not|n't)|they (?:do|have)(?: not|n't)"
    r"|we don't|you don't|that isn't the case)"
)
_TURN = re.compile(rf"\b(?:if (?P<so>{_SO})|if (?P<no>{_NOT})|unless (?P<unless>{_SO}))(?=$|[,;.]| then\b)")
_INNER = re.compile(rf"^(?P<first>.+?),? (?:and |but |then )?(?P<rest>if (?:{_SO}|{_NOT})(?:,| then) .+)$")


def apart(sentence: str) -> list[str]:
    """A sentence with a claim and what follows from it as two: "check if the lamp is on, and if it is, turn it off"."""
    found = _INNER.match(sentence)
    return [found["first"].strip(" ,"), found["rest"]] if found and claimed(found["first"]) else [sentence]


def claimed(sentence: str) -> str:
    """What a sentence asks, has checked or supposes, as "the stove is off"; "" where it is no such thing."""
    lead = _LEAD.match(sentence)
    said = lead["said"].strip(" ,?") if lead else sentence
    asked, have, left, does = _ASKED.match(said), _HAVE.match(said), _LEFT.match(said), _DOES.match(said)
    if does:
        said = f"{does['np']} has {does['what']}"
    elif left:
        said = f"{left['np']} is {left['how']}"
    elif asked:
        said = (
            f"there {asked['be']} {asked['what']}" if asked["what"] else f"{asked['np']} {asked['be']} {asked['how']}"
        )
    elif have:
        said = f"there are {have['what']}"
    plain = re.sub(r"\bno (?=\w+$)", "a ", re.sub(r"(?: not|n't)\b", "", said))
    return plain if read_condition(plain, True) is not None else ""


def only_claims(sentence: str) -> bool:
    """Whether a sentence asks for nothing but having a claim looked at."""
    lead = _LEAD.match(sentence)
    return bool(lead and (lead["checks"] or any(one.match(lead["said"]) for one in (_ASKED, _HAVE, _LEFT, _DOES))))


def _held(claim: str) -> str:
    """What a claim says that something has in it, as it is spoken of then: of "the drawer has a knife in it"."""
    held = _HELD.search(claim)
    named = read_named(words_of(held["what"])) if held else None
    return f"the {held['what']}" if held and named is not None and named.word else ""


def in_full(sentence: str, claim: str) -> str:
    """A sentence that refers to a claim, in full: "turn it off if it is" → "turn the lamp off if the lamp is on"."""
    turn = _TURN.search(sentence) if claim else None
    if turn is None:
        return sentence
    what = f"{'if' if turn['so'] else 'unless'} {claim}"
    subject = _SUBJECT.match(claim)
    name = "" if subject is None or claim.startswith("there") else _held(claim) or subject["np"]
    before, behind = sentence[: turn.start()], sentence[turn.end() :]
    if name:
        before, behind = (re.sub(r"\b(?:it|them)\b", name, part, count=1) for part in (before, behind))
    return f"{before}{what}{behind}"
