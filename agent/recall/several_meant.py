"""Turns about several of what was told, "the other two", "which of those broke", as turns about each of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import alone, are_things, members, tells_several, told_several
from agent.recall.understanding.plain_words import plain
from envs.effects import whole
from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.numbers import CARDINALS
from envs.vocabulary.verbs import of_past

_NUMBER = r"two|three|four|five|six"
_NOUN = r"ones?|things?|tasks?|jobs?|chores?"
_OTHERS = re.compile(
    rf"\b(?:all )?(?:the|those|these) (?:(?:other|remaining) (?P<count>{_NUMBER})(?: (?:{_NOUN}))?|others|rest"
    rf"|(?:other|remaining) (?:{_NOUN}))(?: of (?:them|those|these))?"
    r"(?! (?:of|i|you|we|that|which|in|on|at|from the)\b)"
)
"""Those that were told of and not asked about since."""
_OF_THEM = re.compile(
    rf"\b(?:(?:both|each|all)(?: of)? )?(?:them|they|those|these|the (?={_NUMBER}))(?: (?P<count>{_NUMBER}))?"
    rf"(?: (?:both|all|each))?\b(?! (?:(?:{_NUMBER}|last|past|few) )*(?:days|nights|weeks|hours|minutes)\b)|\bboth\b"
)
_SOME_OF = re.compile(
    rf"\b(?P<any>any|some|one|either|all|both|each)(?: one)? of (?:them|those|these|the (?:{_NUMBER}))\b"
)
"""Some of them, or all."""
_WHETHER = re.compile(r"^(?:(?:and|but|so|or) )*(?:are|is|were|was|have|has|had|did|do|does|can|could)\b")
"""How a question begins that is answered with yes or no."""
_WHICH_OF = re.compile(
    rf"^(?:and |but |so |or )*(?:which|what|who)(?: ones?)? (?:out )?of (?:all )?"
    rf"(?:them|those|these|the (?:{_NUMBER}|lot))(?: (?:{_NUMBER}))? (?P<rest>.+)$"
)
"""Which of them are so."""
_PARTITIVE = re.compile(rf"\bof (?:all )?(?:them|those|these|the (?:{_NUMBER}))\b|\b(?:those|these) (?:{_NUMBER})\b")
_OF_EACH = re.compile(
    r"^(?:and |but |so )*how many(?: (?:did you|was it|were there|are there|is it))?(?: \w+)? of each$"
)
_ONE_OF_THEM = re.compile(
    r"^(?:(?:and|but|so|ok|okay) )*(?:was|is|were|are) (?P<what>(?:the|my|our|that|any) [\w ]+?) "
    r"(?:also )?(?:one of|among|amongst|part of|in) (?:them|those|these)(?: (?:too|as well))?$"
)
"""Whether a thing is among what was told."""
_ALL = re.compile(
    r"^(?:(?:and|but|so|ok|well|really) )*(?:(?:is|was|are|were) (?:that|those|these|it|this|they)(?: really)? "
    r"(?:all|everything|the (?:lot|whole lot|whole list))(?: of (?:it|them))?(?: then)?"
    r"|(?:that|those|these) (?:is|are|was|were) (?:all|everything|it)|nothing (?:else|more)(?: than that)?"
    r"|no others?|(?:only|just) (?:that|those|these)|(?:that|those|these) (?:only|alone)|nothing besides(?: that)?)$"
)
"""Whether what was told is all there is."""
_ANYTHING_ELSE = re.compile(r"^(?:(?:and|but|so|ok) )*(?:(?:is|was) there )?(?:anything|something|any more|what) else$")
"""Whether there is more of what is still to be done than was told."""
_SINGLE = {"are": "is", "were": "was", "have": "has"}
_EITHER = frozenset({"any", "some", "one", "either"})
_LISTS = frozenset({"list", "contents", "said", "fact", "summary", "remaining", "holding", "order", "steps"})
"""Asks that are answered with all that there is."""
_COUNTABLE = frozenset({"list", "contents", "count", "exists", "where"})
_MOST_MEMBERS = 6
"""Of so many things each may be told by itself."""
_MOST_TOLD = 4
"""The same where nothing but "they" says that each is meant."""


@dataclass(frozen=True)
class MemberTurn:
    """A turn about one of several.

    Attributes:
        said: The turn, with "it" for that one.
        before: The exchange before, as if that one alone had been told of.
        repeats: Whether nothing is asked but the same of that one.
    """

    said: str
    before: EarlierExchange
    repeats: bool = False


@dataclass(frozen=True)
class SeveralMeant:
    """A turn about several of what was told.

    Attributes:
        turns: The same about each of them; nothing where nobody knows which are meant.
        joint: How the answers belong together: ``and``, ``or``; ``which`` where those are asked for of which it is so.
    """

    turns: tuple[MemberTurn, ...]
    joint: str = "and"


def several_meant(sentence: str, before: EarlierExchange | None) -> SeveralMeant | None:
    """A turn about "the other two", "any of them", "which of those", "them" taken apart; None for any other.

    Args:
        sentence: The sentence.
        before: What it leans on.
    """
    if before is None:
        return None
    said = plain(sentence)
    return _of_others(said, before) or _some_of(said, before) or _which_of(said, before) or _of_them(said, before)


def set_told(sentence: str, before: EarlierExchange | None) -> EarlierExchange | None:
    """What "of those" leans on: the latest answer that told of several, where one alone was told of since.

    Args:
        sentence: The sentence.
        before: The exchange before; it itself for every sentence that picks nothing out of several.
    """
    if before is None or _PARTITIVE.search(plain(sentence)) is None:
        return before
    if tells_several(before):
        return before
    told = told_several(before)
    return told.exchange if told is not None else before


def counted_each(sentence: str, before: EarlierExchange | None) -> tuple[MemoryQuery, ...]:
    """How many there were of each kind that was told of: "how many of each"; nothing for any other sentence."""
    if before is None or _OF_EACH.match(plain(sentence)) is None or before.query.ask not in _COUNTABLE:
        return ()
    found = members(before)
    if len(found) < 2 or not are_things(found):
        return ()
    query = replace(before.query, ask="count", counted="things", claim=None, left_out=(), detail=False, text="")
    of = query.of
    return tuple(replace(query, of=replace(of, thing=ThingFilter((kind,), of.thing.states))) for kind in _kinds(found))


_SAME_FOR_ALL = re.compile(
    r"^(?:(?:and|but|so) )*(?:did|have|had) you (?:also )?(?:use|used|take|taken) (?:the|one and the) (?:very )?same "
    rf"\w+(?: \w+)? (?:for|on|with) (?:both|all|each|them|those|these)(?: of)?(?: (?:them|those|these|{_NUMBER}))?$"
)
_WITH_TOOL = frozenset({"list", "exists", "when", "tool"})


def tool_of_each(sentence: str, before: EarlierExchange | None) -> tuple[MemoryQuery, ...]:
    """With what it was done to each of those that were told of: "did you use the same knife for both?"."""
    told = told_several(before) if _SAME_FOR_ALL.match(plain(sentence)) is not None else None
    if told is None or told.exchange.query.ask not in _WITH_TOOL or not are_things(told.members):
        return ()
    of = told.exchange.query.of
    if not (of.actions or of.change) or len(told.members) < 2:
        return ()
    each = (replace(of, thing=ThingFilter((item.kind,)), ordinal=None) for item in told.members)
    return tuple(MemoryQuery("tool", one, text=plain(sentence)) for one in each)


def one_of_them(sentence: str, before: EarlierExchange | None, lexicon: Lexicon) -> tuple[bool, EarlierExchange] | None:
    """Whether a thing is among those that were told of, and the exchange as if it alone had been spoken of.

    Of "was the laptop one of them?"; None for any other question, and where nothing of several was told.

    Args:
        sentence: The sentence.
        before: What it leans on.
        lexicon: What things are called.
    """
    found = _ONE_OF_THEM.match(plain(sentence))
    told = told_several(before) if found is not None else None
    if before is None or found is None or told is None:
        return None
    named = lexicon.find(found["what"].split())
    if named is None:
        return None
    kinds = {*named.types, *map(whole, named.types)}
    for item in told.members:
        own = lexicon.find(item.name.lower().split())
        if whole(item.kind) in kinds or (not item.kind and own is not None and kinds & {*map(whole, own.types)}):
            return True, alone(item, told.exchange.query, before)
    other = MemoryQuery("outcome", Selection("tasks", thing=ThingFilter(named.types)), text=plain(sentence))
    return False, EarlierExchange(other, None, before)


def list_told(sentence: str, before: EarlierExchange | None) -> EarlierExchange | None:
    """The list of which it is asked if it is all: "is that all?", "nothing else?"; None for any other question."""
    if before is None:
        return None
    said = plain(sentence)
    if _ALL.match(said) is None and not (before.query.ask == "remaining" and _ANYTHING_ELSE.match(said)):
        return None
    if before.query.ask in _LISTS:
        return before
    told = told_several(before)  # of which something was asked since: "when did I say that? – was that all?"
    return told.exchange if told is not None and told.exchange.query.ask in _LISTS else None


def _kinds(found: Sequence[FoundItem]) -> list[str]:
    return list(dict.fromkeys(item.kind for item in found))


def _of_others(said: str, before: EarlierExchange) -> SeveralMeant | None:
    """A turn about those that were not asked about since: "the other two"."""
    found = _OTHERS.search(said)
    told = told_several(before) if found is not None else None
    if found is None:
        return None
    rest = {*f"{said[: found.start()]} {said[found.end() :]}".split()} - words("leaning") - words("adverbs")
    left = told.left if told is not None and told.picked else ()
    if len(left) > _MOST_MEMBERS or not _agrees(found["count"], len(left)):
        return None if rest and not left else SeveralMeant(())
    one = _in_the_singular(f"{said[: found.start()]}it{said[found.end() :]}")
    return SeveralMeant(tuple(MemberTurn(one, alone(item, before.query, before), not rest) for item in left))


def _agrees(count: str | None, several: int) -> bool:
    return several > 0 and (count is None or CARDINALS[count] == several)


def _some_of(said: str, before: EarlierExchange) -> SeveralMeant | None:
    """Whether any or all of them are so, of each: "are any of them dirty"."""
    found = _SOME_OF.search(said) if _WHETHER.match(said) else None
    if found is None or {*said.split()} & words("of_several") - {"any", "some", "one", "either"}:
        return None
    one = _in_the_singular(f"{said[: found.start()]}it{said[found.end() :]}")
    return _each(one, before, "or" if found["any"] in _EITHER else "and")


def _which_of(said: str, before: EarlierExchange) -> SeveralMeant | None:
    """Which of them are so, as whether each is: "which of those broke"."""
    found = _WHICH_OF.match(said)
    one = _asked_whether(found["rest"].split()) if found is not None else ""
    return _each(one, before, "which") if one else None


def _asked_whether(rest: Sequence[str]) -> str:
    """What is said of those that are asked for as a question about one: "broke" is "did it break"."""
    first, *more = rest
    if {*rest} & words("of_several") - {"time"}:
        return ""
    if first in ("is", "are", "was", "were"):
        return " ".join([_SINGLE.get(first, first), "it", *more])
    if first in ("did", "have", "has", "had", "do") and len(more) > 1 and more[0] in ("you", "i", "we"):
        return " ".join([first, *more[:2], "it", *more[2:]])
    verb = of_past(first)
    return " ".join(["did it", verb, *more]) if verb else ""


def _each(said: str, before: EarlierExchange, joint: str) -> SeveralMeant | None:
    """A turn once for each of the things that were told of; None where there are none, or too many."""
    source = set_told(_OF_THOSE, before) or before
    found = members(source)
    if not are_things(found) or not 0 < len(found) <= _MOST_MEMBERS or not tells_several(source):
        return None
    return SeveralMeant(tuple(MemberTurn(said, alone(item, source.query, before)) for item in found), joint)


_OF_THOSE = "of those"


def _of_them(said: str, before: EarlierExchange) -> SeveralMeant | None:
    """A turn about "them" as one about each of the things that were told of last."""
    found = _OF_THEM.search(said)
    items = members(before)
    if found is not None and found["count"] and are_things(items) and not _agrees(found["count"], len(items)):
        return SeveralMeant(())
    if found is None or not are_things(items) or not 1 < len(items) <= _MOST_TOLD:
        return None
    if {*said.split()} & words("of_several"):
        return None
    one = _in_the_singular(_OF_THEM.sub("it", said, count=1))
    return SeveralMeant(tuple(MemberTurn(one, alone(item, before.query, before)) for item in items))


def _in_the_singular(said: str) -> str:
    """Words in which "it" stands for what were several."""
    for several, single in _SINGLE.items():
        said = re.sub(rf"(?<!you )(?<!i )(?<!we )(?<!to )\b{several} it\b", f"{single} it", said)
        said = re.sub(rf"\bit {several}\b", f"it {single}", said)
    return said
