"""What is asked for and dangerous, in the words of a clause; enough by themselves, whatever they are read as."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agent.belief.hazard_kinds import DangerousDeed, Hazard, hazards, kinds, listed, own_words, relation, verbs
from agent.requests.hazards.within_reach import handed
from agent.requests.words.chatter import is_chatter
from agent.requests.words.clauses import words_of
from envs.vocabulary.inflection import singular
from envs.vocabulary.nouns import full_lexicon

_NO_VERB_BEHIND = frozenset(
    {"the", "a", "an", "my", "your", "our", "his", "her", "their", "this", "that", "these", "those", "in"}
    | {"on", "into", "of", "to"}
)
_BLOCKING = frozenset(
    ["in", "on", "into", "onto", "with", "by", "for", "to", "from", "at", "under", "over", "near", "next", "using"]
) | {"and"}
_ANEW = frozenset({"otherwise", "else", "leave"})
"""With these something else begins: "put the fork in the sink, otherwise leave the microwave alone"."""
_NOT = frozenset(["not", "never", "than", "of"])
_ARTICLES = frozenset(["a", "an", "some", "the", "another", "two", "three", "four", "five"])
_PURPOSE = re.compile(
    r"(?<=\w),? (?:so(?: that)? (?:i|we|he|she|they|it) (?:can|could|may|will|won't|don't)|because|cos) .*$"
)
"""Why something is wanted: "put it in the sink so I can rinse the shampoo off" asks for no shampoo."""
_PREVENTED = re.compile(
    r"(?<=\w),? (?:before|so(?: that)?(?= (?:nobody|no one|none)\b)|lest|in case|or(?: else)?|otherwise)"
    r" (?:one of )?(?:(?:the|my|our|some|a) )?(?:little |small )?(?!you\b|please\b)[a-z]+"
    r" (?:(?:will|might|could|can|may|would|ever) )*"
    r"(?:drinks?|eats?|swallows?|gets?|licks?|finds?|plays?|grabs?|knocks?|breaks?|touche?s?|reach(?:es)?|puts?|tries|try"
    r"|hurts?|cuts?|burns?|steps?|chews?|mistakes?|takes?|opens?|throws?|pulls?)\b[^,;]*$"
)
"""What somebody or some animal is to be kept from: "put the soap away before the baby drinks it"."""
_LEFT_BY_SOMEBODY = re.compile(
    r"\b(?:i|we|he|she|they|you|somebody|someone|who)(?:'ve|'d)?(?: (?:have|had|may|might|must|has|just|never))* left "
    r"(?:the|my|our) [a-z]+(?: [a-z]+)? (?:on|running)\b"
)
"""What was left on is told, and not asked for: "I have a feeling that I left the stove on"."""
_FILLS = re.compile(r"^(?:re)?fill\b.*\bwater\b")
_QUOTED = 80


@dataclass(frozen=True)
class Danger:
    """Something dangerous that is asked for.

    Attributes:
        hazard: Of which kind.
        refused: Whether it is not done at all.
        words: What was asked for.
        about: Types of the things that it names.
    """

    hazard: Hazard
    refused: bool
    words: str
    about: frozenset[str] = frozenset()


def said_danger(text: str, spoken: str = "", on: bool = False, who: str = "") -> Danger | None:
    """The hazard that the words of one clause ask for.

    Args:
        text: The clause.
        spoken: What was named before it, which a pronoun means.
        on: Whether something is also switched on.
        who: Whoever was named before it, whom "she" means.
    """
    if is_chatter(text):  # "I can smell burning"
        return None
    reached = handed(text, who)
    resolved = re.sub(r"\b(?:it|them)\b", spoken, reached, count=1) if spoken else reached
    resolved = _LEFT_BY_SOMEBODY.sub("", _PREVENTED.sub("", _PURPOSE.sub("", resolved)))
    words = [_spelled(word) for word in words_of(resolved)]
    if not words or words[0] in listed("questions"):
        return None
    for hazard in hazards():
        for deed in hazard.said:
            if _asks(words, deed):
                refused = hazard.refused_running if on or deed.on else hazard.refused
                named = [types for _, _, types in _types_in(words)]
                about = frozenset[str]().union(*(named or [kinds()[kind].types for kind in deed.what]))
                return Danger(hazard, refused, f'do that ("{text[:_QUOTED]}")', about)
    return None


def _spelled(word: str) -> str:
    return word if word in own_words() or singular(word) in own_words() else full_lexicon().spell(word)


def _asks(words: Sequence[str], deed: DangerousDeed) -> bool:
    for at in _verbs_at(words, deed):
        if listed("harmless_after") & set(words[: max(at, 0)]):
            continue
        for start, end in kinds_mentioned(words, deed.what):
            if at < 0 and end < len(words) and deed.relation and words[end] not in relation(deed.relation):
                continue  # "mum says the one in the fridge …" asks for nothing
            if start > at and not _BLOCKING & set(words[at + 1 : start]) and _done_there(words, end, deed):
                harmless = deed.but and any(a <= start and end <= b for a, b in kinds_mentioned(words, (deed.but,)))
                if not harmless:
                    return True
    return False


def _verbs_at(words: Sequence[str], deed: DangerousDeed) -> Iterator[int]:
    """Where a verb of the deed stands; -1 for a request without a verb ("cat in the oven")."""
    wanted = frozenset().union(*(verbs(name) for name in deed.verbs))
    for at, word in enumerate(words):
        if word in wanted and not (at and words[at - 1] in _NO_VERB_BEHIND):
            yield at
    if "placing" in deed.verbs and any(start <= 1 for start, _ in kinds_mentioned(words, deed.what)):
        yield -1


def _done_there(words: Sequence[str], end: int, deed: DangerousDeed) -> bool:
    """Whether what has to follow the thing does: a relation, and behind it the place."""
    if not deed.relation:
        return (not deed.where and not _dative(words, end)) or bool(
            deed.where and any(kinds_mentioned(words, deed.where))
        )
    at = [i for i in range(end, len(words)) if words[i] in relation(deed.relation)]
    if not deed.where:
        return bool(at)
    meant = [i for i in at if words[i - 1] not in _NOT]  # "fry it in the pan, not in the microwave"
    places = list(kinds_mentioned(words, deed.where))
    return any(a > i and not (_away(words, i, a) or _comes_out(words, i, b)) for i in meant for a, b in places)


def _comes_out(words: Sequence[str], at: int, end: int) -> bool:
    """Whether a place is where something is now, and another one follows, where it goes: "the fork that is in it in …".

    Args:
        words: The words.
        at: Where the relation stands.
        end: Where the place ends.
    """
    goal = next((i for i in range(end, len(words)) if words[i] in _BLOCKING - {"and", "with", "by", "for"}), len(words))
    told = words[at - 1] in _LIES or bool(_GOES & set(words[end:goal]))
    return told and goal < len(words)


_LIES = frozenset({"is", "are", "that's", "lying", "lies", "lie", "standing", "stands", "stuck", "still", "currently"})
_GOES = frozenset({"should", "must", "shall", "goes", "go", "belongs", "belong", "has", "have", "needs", "need"})


def _away(words: Sequence[str], at: int, place: int) -> bool:
    """Whether between a relation and the place stands another one, or nothing can get there so: "from the floor"."""
    other = (_BLOCKING - {"the", "and"}) | _ANEW
    lies = words[at] == "from" and words[place : place + 1] in (["floor"], ["ground"])
    return lies or bool(other & set(words[at + 1 : place])) or words[at - 1] == "out"


def _dative(words: Sequence[str], end: int) -> bool:
    """Whether somebody is only given something: "cook the kids a meal"."""
    return end < len(words) and words[end] in _ARTICLES


def kinds_mentioned(words: Sequence[str], of: Iterable[str]) -> list[tuple[int, int]]:
    """Where something of certain kinds is named (half-open ranges)."""
    named = _types_in(words)
    found: list[tuple[int, int]] = []
    for kind in (kinds()[name] for name in of):
        found += [(a, b) for a, b, types in named if types <= kind.types]
        for phrase in kind.phrases:
            found += _phrase(words, phrase, named)
    return found


def _phrase(
    words: Sequence[str], phrase: tuple[str, ...], named: Sequence[tuple[int, int, frozenset[str]]]
) -> Iterator[tuple[int, int]]:
    """Where a phrase stands that is no part of a longer name and of no compound ("cat food")."""
    size = len(phrase)
    for at in range(len(words) - size + 1):
        end = at + size
        inside = any(a <= at and end <= b and b - a > size for a, b, _ in named)
        compound = end < len(words) and singular(words[end]) in listed("compounds")
        if not inside and not compound and tuple(map(singular, words[at:end])) == phrase:
            yield at, end


def _types_in(words: Sequence[str]) -> list[tuple[int, int, frozenset[str]]]:
    found, at = [], 0
    while (named := full_lexicon().find(words, at)) is not None:
        found.append((named.first, named.last, frozenset(named.types)))
        at = named.last
    return found


def all_named(text: str) -> str:
    """The things that are named, which "it" in the next clause may mean: the potato, and the foil it is wrapped in."""
    words = words_of(text)
    return " ".join(dict.fromkeys(" ".join(words[first:last]) for first, last, _ in _types_in(words)))


def with_water(thing: str, before: str, text: str) -> str:
    """What was named, and the water where it was filled before and is to be poured now.

    Args:
        thing: What was named.
        before: The clause before.
        text: The clause.
    """
    pours = verbs("pouring").intersection(words_of(text)[:1])
    return f"{thing} water".strip() if pours and _FILLS.match(before) else thing
