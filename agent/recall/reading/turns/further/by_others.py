"""Who may have done something with a thing, where it may have been somebody else: "who can have taken it?"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.understanding.senses import with_senses
from envs.vocabulary.verbs import of_past

_LEAD = r"(?:(?:and|so|but|then|well|oh|now|do you know|any idea|i wonder|tell me) )*"
_SOMEBODY = r"(?:some|any)(?:body|one)"
_NAME = r"(?!(?:you|i|we|it|they|that|this|there|the)\b)\w+(?: \w+)?"
_MAY = r"(?:can|could|may|might|must|would)"
_LIKELY = r"(?:\w+ly |ever |perhaps |maybe )?"
_AT = "there|out|from|in|on|at|into|onto|to"
_THING = r"(?P<thing>it|them|that|those|(?:the|my|our|your|his|her|a|an|\w+'s) \w+(?: \w+)?)"
_REST = rf"(?: (?:{_AT}|away|off|since|then|after|before|when|while|i wonder|do you think)\b.*)?$"
_MAY_HAVE = re.compile(
    rf"^{_LEAD}(?:who(?: else)? {_MAY} {_LIKELY}have|{_MAY} (?:{_SOMEBODY}(?: else)?|{_NAME}) {_LIKELY}have"
    rf"|(?:did|has|have|had) (?:{_SOMEBODY}(?P<else> else)?) {_LIKELY}(?:been )?) ?(?P<done>\w+) {_THING}{_REST}"
)
_WHO_ELSE = re.compile(
    rf"^{_LEAD}who(?: else)? {_MAY} (?:(?:it|that) (?:have been|be)|have (?:done|been) (?:it|that|so)|have)"
    r"(?: i wonder| then| do you think)*$"
)
"""Who it may have been, of what was spoken of."""
_DID = re.compile(rf"^{_LEAD}who (?P<done>(?:has(?: got)?|\w+)) {_THING}{_REST}")
_CARRIED = frozenset(
    {"taken", "took", "moved", "hidden", "hid", "stolen", "stole", "picked", "borrowed", "removed", "carried", "lost"}
)
_NOT_AT_ALL = frozenset({"has", "has got", "had"})


@dataclass(frozen=True)
class OthersDeed:
    """A question who did something.

    Attributes:
        where: Where the thing is that it was done to: of that something may be known.
        else_: Whether it is said that it was not the robot.
        carried: Whether it was moved by that, so that "it" is nothing that stands fixed.
    """

    where: str
    else_: bool
    carried: bool = False


def by_others(said: str) -> OthersDeed | None:
    """What is asked of who may have done something; None for every other question.

    Args:
        said: The question in plain words.
    """
    found = _MAY_HAVE.match(said)
    if found is not None:
        carried = found["done"] in _CARRIED and found["thing"] in ("it", "them")
        return OthersDeed(f"where is {found['thing']}", bool(found["else"]) or " else " in said, carried)
    if _WHO_ELSE.match(said) is not None:
        return OthersDeed("where is it", True)
    found = _DID.match(said)
    if found is None:
        return None
    doer = "doer" in with_senses(MemoryQuery("who", text=f"who {found['done']} it")).senses
    if not ((doer and of_past(found["done"])) or found["done"] in _NOT_AT_ALL):
        return None
    return OthersDeed(
        f"where is {found['thing']}", False, found["done"] in _CARRIED and found["thing"] in ("it", "them")
    )


def of_others(where: MemoryQuery, said: str) -> MemoryQuery | None:
    """The question who may have done it, from that where its thing is; None where no thing is named.

    Args:
        where: What was read of ``OthersDeed.where``.
        said: As it was put, in plain words.
    """
    types = where.of.thing.types
    if where.ask != "where" or not types:
        return None
    return MemoryQuery("who", Selection("sights", thing=ThingFilter(types)), senses=("others",), text=said)
