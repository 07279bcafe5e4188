"""Dishes that are there already, by what they are: the toast is toasted slices of bread, the coffee is a full mug."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from agent.recognition.lines import GOALS
from agent.requests.dishes import dish_errand, head_of
from agent.requests.errands import SEVERAL, STATE, Errand, made_of, named_words
from agent.requests.naming import ReferenceContext, RequestResult, placed
from agent.requests.placing import put
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable

_DEFINITE = ("the", "my", "our", "that", "this", "those", "these")
_THE = rf"(?:{'|'.join(_DEFINITE)})"
_NO_DISH = r"(?! (?:machine|maker|mug|cup|table|pot|brewer|percolator|bowl|plate|fork|rack)s?\b)"
_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\b{_THE} {dish}\b{_NO_DISH}"), means)
    for dish, means in (
        (r"(?:slice|piece) of toast", "the toasted bread slice"),
        (r"(?:(?:slices|pieces) of )?toasts?", "all the toasted bread slices"),
        (r"(?:(?:cup|mug) of )?coffee", "the filled mug"),
        (r"(?:(?:cups|mugs) of coffee|coffees)", "all the filled mugs"),
        (r"salad", "the plate with the lettuce slices on it"),
        (r"sandwich", "the plate with the bread slices on it"),
        (r"(?:omelett?e|omelet|scrambled eggs?)", "the fried egg"),
    )
)
_MADE: Mapping[tuple[str, str], frozenset[str]] = MappingProxyType(
    {
        ("BreadSliced", "cooked"): frozenset({"toast"}),
        ("EggCracked", "cooked"): frozenset({"fried egg", "scrambled egg", "omelette"}),
        ("EggCracked", "boiled"): frozenset({"poached egg"}),
    }
)
"""What is brought into which state → the dishes that are so made."""
_AGAIN = re.compile(
    rf"^(?P<lead>\w+(?: me| us)?) {_THE} (?P<dish>(?:(?:slices?|pieces?|cups?|mugs?) of )?"
    rf"(?:(?:fried|scrambled|poached) )?[a-z]+)\b{_NO_DISH}"
)


def as_things(text: str) -> str:
    """Words with dishes that are there by what one finds: "the toast" → "all the toasted bread slices"."""
    for shape, means in _SHAPES:
        text = shape.sub(means, text)
    return text


def dish_again(text: str, begun: Sequence[Errand]) -> str:
    """A clause about a dish that was asked for before it: "make a salad and bring me the salad" is about that one.

    Args:
        text: The clause.
        begun: What the utterance asked for before.
    """
    found = _AGAIN.match(text)
    head = head_of(found["dish"]) if found else ""
    if found is None or not head or not any(head in _dishes(one) for one in begun):
        return text
    if head not in _dishes(begun[-1]):
        return as_things(text)
    many = begun[-1].params[:1] and begun[-1].params[0].isdecimal() and int(begun[-1].params[0]) > 1
    several = many and begun[-1].name in (STATE, SEVERAL, "Coffee")
    return f"{found['lead']} {'them' if several else 'it'}{text[found.end() :]}"


def _dishes(errand: Errand) -> frozenset[str]:
    """What an errand makes, as dishes are called."""
    made = _MADE.get((errand.params[1], errand.params[2]), frozenset()) if errand.name == STATE else frozenset[str]()
    return made | ({"omelette", "fried egg", "scrambled egg"} if errand.name == "Omelette" else named_words(errand))


def made_and_put(text: str, spoken: ReferenceContext, kitchen: str) -> RequestResult | None:
    """A dish that is not there yet is made, and put where it shall be: "put a salad on the table"; else None.

    Args:
        text: What is put where.
        spoken: What it may lean on.
        kitchen: Where a breakfast is served when nothing is said.
    """
    words = words_of(text)
    lead = next((at for at, word in enumerate(words) if word in GOALS), 0)
    dish = " ".join(words[:lead])
    place = placed(words[lead + 1 :]) if lead else None
    if not lead or not head_of(dish) or words[0] in _DEFINITE or {"and", ","} & set(words[:lead]):
        return None
    if place is None or not place.word:
        return None
    served = capable(place.word, "dirtyable")
    made = dish_errand(text if served else dish, kitchen)
    if made is not None and served:
        return RequestResult((made,), False, made_of(made))
    if made is None or len(made_of(made)) != 1:
        return None
    then = put(f"it {' '.join(words[lead:])}", replace(spoken, things=made_of(made), recent=made_of(made)))
    return RequestResult((made, *then.errands), False, then.things)
