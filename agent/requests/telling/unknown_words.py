"""Words that nobody knows where only something of meaning can stand: they tell which thing is meant, where, or how.

"The serving spoon", "the cup that leaks", "the plate from Italy", "in the drawer at the far end", "using the tongs": a
request in which such a word is left out of account is another request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from agent.requests.words.clauses import VERBS, verb_forms
from agent.requests.words.frames import deed_of
from agent.requests.words.nouns import NUMBERS, ONLY_SAID, STATES
from envs.vocabulary.data import words as word_list

WordGroup = tuple[str, ...]
"""Words that name something together, or a word by itself."""
_DETERMINERS = frozenset(
    {"the", "a", "an", "my", "your", "our", "his", "her", "their", "its", "that", "this", "these", "those", "all"}
    | {"both", "every", "each", "some", "any", "me", "us"}
)
_OPENERS = frozenset({"that", "which", "who", "whose", "that's", "which's", "with", "from", "where", "one", "ones"})
"""Words behind a thing with which somebody begins to tell which one it is."""
_ONES = frozenset({"one", "ones"})
_PLACES = frozenset(
    {"in", "on", "at", "by", "near", "behind", "under", "beneath", "below", "above", "beyond", "outside", "inside"}
    | {"within", "using", "via", "from", "with", "around", "along", "against", "between", "among"}
)
"""Words before what tells where, with what, or how something is done."""
_ASKED = frozenset({"ask", "tell", "warn", "consult"})
"""What is done to people, and nothing that a robot can do beside its work."""
_SOMEWHERE = frozenset({"somewhere", "someplace"})
_BREAKS = frozenset(
    {"for", "to", "and", "or", "but", "because", "so", "if", "then", "need", "needs", ","}
    | {"wherever", "whatever", "whichever"}
)
"""Words at which something else begins."""
_SUBJECTS = frozenset({"i", "you", "we", "he", "she", "they", "it", "me", "us", "them", "who"})
_SHALL = frozenset({"may", "can", "should", "must", "shall", "could", "stay", "stays", "goes", "has"})
"""Words behind "the one" that say what shall be with it."""
_FARTHEST = 6
"""Most words between the beginning of what is told and one of its words."""
_ADJECTIVES = 2
"""Most words between an article and an adjective, or an adjective and its noun."""
_ADVERB = re.compile(r"(?:ly|wise|wards?)$")


def tells_something(phrases: Sequence[WordGroup], at: int, names: Callable[[WordGroup], bool]) -> bool:
    """Whether a word that nobody knows stands where only something of meaning can.

    What somebody thinks of a thing ("my lucky mug"; ``assets/english/opinions.txt``) tells it from no other.

    Args:
        phrases: All words of a request, those that name a thing together.
        at: Which of them it is.
        names: Whether a phrase names a thing.
    """
    word = phrases[at][0]
    if len(phrases[at]) > 1 or word in word_list("opinions.txt") or len(word) < 2:
        return False
    if word == "where":
        return at + 1 < len(phrases) and phrases[at + 1][0].split("'")[0] not in ("i", "we", "you")
    at_once = at > 0 and phrases[at - 1][-1] in _PLACES  # "from Italy" is no adverb
    if _ADVERB.search(word) and not at_once and not (at + 1 < len(phrases) and names(phrases[at + 1])):
        return False
    return (
        stands_before_noun(phrases, at, names)
        or _is_told_behind(phrases, at, names)
        or _is_circumstance(phrases, at, names)
    )


def is_kind_of_its_own(phrases: Sequence[WordGroup], at: int, names: Callable[[WordGroup], bool]) -> bool:
    """Whether a word that is known otherwise makes something else of what is named: "serving spoons", "guest towels".

    Args:
        phrases: As in ``tells_something``.
        at: As in ``tells_something``.
        names: As in ``tells_something``.
    """
    word = phrases[at][-1]
    if len(phrases[at]) > 1 or names(phrases[at]):
        return False
    kind = (word.endswith("ing") and word in verb_forms()) or word in word_list("people.txt") or _is_broken(word)
    if at + 1 < len(phrases) and phrases[at + 1] == ("room",):  # which rooms there are is told elsewhere
        return False
    return (kind and stands_before_noun(phrases, at, names)) or _is_origin(phrases, at, names)


def _is_broken(word: str) -> bool:
    """Whether a participle tells what has become of a thing, in the word for a deed: "the cracked kettle"."""
    told = {*STATES, *ONLY_SAID} | {"chopped", "diced", "fried", "grilled", "baked", "boiled", "toasted", "roasted"}
    return word.endswith("ed") and word not in told and VERBS.get(deed_of(word)) == "slice"


def _is_origin(phrases: Sequence[WordGroup], at: int, names: Callable[[WordGroup], bool]) -> bool:
    """Whether a word tells where a thing comes from or with what it is, in the word for a deed: "from the set"."""
    if at < 3 or phrases[at - 1][-1] not in _DETERMINERS or phrases[at - 2] not in (("from",), ("with",)):
        return False
    named_behind = at + 1 < len(phrases) and names(phrases[at + 1])
    word = phrases[at][-1]
    told = word in word_list("people.txt") or VERBS.get(deed_of(word)) in ("put", "bring")
    return told and names(phrases[at - 3]) and not named_behind


def stands_before_noun(phrases: Sequence[WordGroup], at: int, names: Callable[[WordGroup], bool]) -> bool:
    """Whether a word stands between an article or a number and a thing.

    Args:
        phrases: As in ``tells_something``.
        at: As in ``tells_something``.
        names: As in ``tells_something``.
    """
    stops = word_list("request_stops.txt") | {","}
    behind = at + 1
    while behind < len(phrases) and behind - at <= _ADJECTIVES and not names(phrases[behind]):
        if phrases[behind][0] in stops | _OPENERS | _BREAKS:
            return False
        behind += 1
    if behind >= len(phrases) or not names(phrases[behind]):
        return False
    for before in range(at - 1, max(at - 2 - _ADJECTIVES, -1), -1):
        word = phrases[before][-1]
        if word in _DETERMINERS or word in NUMBERS or word.isdecimal():
            return True
        if names(phrases[before]) or word in stops | _OPENERS | _BREAKS:
            return False
    return False


def _is_told_behind(phrases: Sequence[WordGroup], at: int, names: Callable[[WordGroup], bool]) -> bool:
    """Whether a word stands in what is said behind a thing to tell which one it is: "the mug that somebody glued"."""
    for before in range(at - 1, max(at - 1 - _FARTHEST, 0), -1):
        word = phrases[before][-1]
        if word in _ONES:
            return phrases[before - 1][-1] in _DETERMINERS and phrases[before + 1][0] not in _SHALL
        if word in _OPENERS:
            of = before - 2 if phrases[before - 1] == (",",) and before > 1 else before - 1
            return word == "where" or names(phrases[of]) or phrases[of][-1] in _ONES
        if names(phrases[before]) or word in _BREAKS:
            return False
    return False


def _is_circumstance(phrases: Sequence[WordGroup], at: int, names: Callable[[WordGroup], bool]) -> bool:
    """Whether a word belongs to where, with what or how something is done: "at the far end", "using the tongs"."""
    for before in range(at - 1, max(at - 2 - _ADJECTIVES, 0), -1):
        word = phrases[before][-1]
        if word in _PLACES | _ASKED | _SOMEWHERE or (word == "of" and phrases[before - 1][-1] == "out"):
            return True
        if names(phrases[before]) or word in _BREAKS or word.split("'")[0] in _SUBJECTS:
            return False
    return False
