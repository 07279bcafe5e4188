"""Tables that are laid for so many: of each kind as many as there are people, where no other number is said."""

from __future__ import annotations

import re

from agent.requests.words.clauses import NUMBER, split_list, words_of
from agent.requests.words.nouns import NUMBERS
from envs.vocabulary.inflection import singular

_TABLE = r"(?:the |a |my |our )?(?P<place>(?:\w+ ){0,2}?(?:table|counter|desk|island))"
PARTY = rf"for (?:the |all )?(?P<people>{NUMBER})(?: (?:of us|of them|of you|people|persons|guests|places))?"
"""For how many something is done."""
_SHAPES = tuple(
    re.compile(shape)
    for shape in (
        rf"^(?:set|lay|dress) (?:up )?{_TABLE}(?: up)?,? {PARTY}[:,]? (?:with )?(?P<things>.+)$",
        rf"^(?:set|lay|dress) (?:up )?{_TABLE}(?: up)? with (?P<things>.+?),? {PARTY}$",
        rf"^(?:put|place|set|lay) (?:out )?(?P<things>.+?) on {_TABLE},? {PARTY}$",
    )
)
_EACH = re.compile(
    r",? (?:each|apiece|per person|per head|for (?:each|every)(?: one)?(?: (?:of us|of them|person|guest))?)$"
)
_SOME = frozenset({"the", "some", "our", "my"})
_ONE = frozenset({"a", "an", "one"})


def laid_for(text: str) -> str:
    """A request to lay a table for so many people, with how many of each kind: "put 2 plates and 2 forks on the table".

    Args:
        text: A clause in lower case; returned as it is where it is none.
    """
    found = next((match for shape in _SHAPES if (match := shape.match(text))), None)
    if found is None:
        return text
    people = int(found["people"]) if found["people"].isdecimal() else NUMBERS[found["people"]]
    each = _EACH.search(found["things"])
    things = found["things"][: each.start()] if each else found["things"]
    counted = [_counted(item, people, bool(each)) for item in split_list(words_of(things))]
    return f"put {' and '.join(counted)} on the {found['place']}"


def _counted(item: list[str], people: int, each: bool) -> str:
    """Things of one kind, as many as there are people; where a number is said that holds, or is for each of them."""
    first, rest = item[0], " ".join(item[1:])
    if first in _ONE or first in NUMBERS or first.isdecimal():
        many = int(first) if first.isdecimal() else NUMBERS.get(first, 1)
        return f"{many * people} {rest}" if each else " ".join(item)
    if first in _SOME and not each and singular(item[-1]) == item[-1]:  # "the bread"
        return " ".join(item)
    return f"{people} {rest if first in _SOME else ' '.join(item)}"
