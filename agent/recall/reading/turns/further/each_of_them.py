"""Of how many of some things it is asked whether they are somewhere: all of them, any, both, none, or how many."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.sequel import told_place

_OF_THEM = r"of (?:them|those|these)"
_OF_THE = r"(?:of )?(?:the|my|our|your|these|those) "
_SHARE = (
    r"all|both|each|each one|every one|every single one|any|either|one|at least one|some|a few|none|neither|not one|"
    r"how many"
)
_WHERE = r"(?P<where>(?:in|on|inside|at|under|behind|outside|out of) (?:the|a|an|any|my|our|your) \w+(?: \w+){0,2})$"
_QUANTIFIED = re.compile(
    r"^(?:(?:and|so|but|then|or) )*(?:"
    rf"(?P<many>how many) (?:{_OF_THEM}|{_OF_THE}(?P<counted>\w+(?: \w+)?)|(?P<things>\w+(?: \w+)?)) (?P<are>are|were)"
    r"|(?P<be>is|are|was|were) (?:(?:they|those|these) (?P<behind>all|both)"
    r"|(?P<these>the|my|our|these|those) (?P<several>(?:\w+ )?\w+s)"
    rf"|(?P<share>{_SHARE})(?: {_OF_THEM})?|(?P<of>{_SHARE}) {_OF_THE}(?P<noun>\w+(?: \w+)?)"
    r"|(?P<any>any|no|every|each|both) (?P<kind>\w+(?: \w+)?)))"
    rf"(?: (?:really|still|now|currently|actually|there))* {_WHERE}"
)
"""Whether some of several things are at a place."""
_CAME_FROM = re.compile(
    rf"^(?:(?:and|so|but) )*did (?P<what>(?:{_SHARE}|they all|they both)\b.*) (?:come|came) (?:from|out of) "
    r"(?P<place>(?:the|a|my|our) \w+(?: \w+)?)$"
)
"""Whether some of several things came from a place."""
_ALONE = re.compile(
    r"^(?:(?:and|so|really) )*(?P<share>both|all|every one|each)(?: (?:two|three|four|five))?"
    r"(?: of (?:them|those|these|the \w+))?(?: (?:there|in there|now))*$"
)
"""How many of them, after where some things are."""
_ANY_OTHER = re.compile(
    r"^(?:(?:and|so|but|then|or) )*(?:(?:is|are) there|do you know(?: of)?|have you (?:seen|met)|do we have|is there) "
    r"(?:(?:any|some) )?(?:other|another|more|further|additional) (?P<noun>\w+(?: \w+)?)"
    r"(?: (?:here|in the (?:house|home|kitchen)|anywhere|at all|too|as well|besides|than that|somewhere))*$"
)
"""Whether there are more of some things than the one."""
_QUANTIFIERS = {
    **dict.fromkeys(("all", "each", "each one", "every one", "every single one", "every"), "all"),
    "both": "both",
    **dict.fromkeys(("any", "either", "one", "at least one", "some", "a few"), "any"),
    **dict.fromkeys(("none", "neither", "not one", "no"), "none"),
    **dict.fromkeys(("the", "my", "our", "these", "those"), "these"),
    "how many": "number",
}


@dataclass(frozen=True)
class QuantifiedTurn:
    """A question about some of several things.

    Attributes:
        said: The same of the things, with nothing said of how many of them: "is it in the sink".
        quantifier: As of a ``MemoryQuery``.
    """

    said: str
    quantifier: str


def quantified(said: str) -> QuantifiedTurn | None:
    """What is asked about some of several things and a place; None for every other question.

    Args:
        said: The question in plain words.
    """
    said = _CAME_FROM.sub(r"were \g<what> in \g<place>", said)
    if (other := _ANY_OTHER.match(said)) is not None:
        return QuantifiedTurn(f"where is the {other['noun']}", "others")
    found = _QUANTIFIED.match(said)
    if found is None:
        return None
    if found["these"] and found["be"] != "are":
        return None
    share = found["these"] or found["many"] or found["behind"] or found["share"] or found["of"] or found["any"]
    noun = found["counted"] or found["things"] or found["several"] or found["noun"] or found["kind"]
    past = (found["are"] or found["be"]) in ("was", "were")
    be, things = (("were", "are"), f"the {noun}") if noun else (("was", "is"), "it")
    return QuantifiedTurn(f"{be[0] if past else be[1]} {things} {found['where']}", _QUANTIFIERS[share])


def all_there(said: str, before: EarlierExchange | None) -> MemoryQuery | None:
    """Whether all of the things are where the first was told to be: "both of them?"; None for every other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    found = _ALONE.match(said)
    place = told_place(before) if before is not None and before.query.ask == "where" else ""
    if found is None or before is None or not place or not before.query.of.thing.types:
        return None
    of = Selection("sights", thing=ThingFilter(before.query.of.thing.types), place=ThingFilter((place,)))
    return MemoryQuery("exists", of, quantifier=_QUANTIFIERS[found["share"]], senses=("now",), text=said)


def of_some(query: MemoryQuery, turn: QuantifiedTurn, said: str) -> MemoryQuery | None:
    """The question with how many are meant; None where it is not whether things are at a place.

    Args:
        query: What the turn asks of the things.
        turn: The turn.
        said: As it was put, in plain words.
    """
    of = query.of
    anywhere = turn.quantifier == "others" and query.ask == "where"
    at_place = query.ask in ("where", "exists") and of.subject == "sights" and of.place.types and of.thing.types
    if not (at_place or (anywhere and of.thing.types)) or of.thing.unknown or of.time.scope.limited or query.left_out:
        return None
    return replace(query, ask="exists", of=replace(of, thing=ThingFilter(of.thing.types)), text=said,
                   quantifier=turn.quantifier)  # fmt: skip
