"""Requests to bring something to whoever speaks: "hand me a fork", "take it over here", "could I have a mug?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import Trait, WhichThings
from agent.requests.dishes import dish_errand, elements, head_of
from agent.requests.errands import BESIDE, BRING, PUT, SEVERAL, STATE, Errand, made_of
from agent.requests.instructions import Clarification, UnclearRequest
from agent.requests.naming import ReferenceContext, RequestResult, each, placed, same, together, types_of
from agent.requests.placing import put
from agent.requests.terms.others import terms_told
from agent.requests.words.clauses import split_list, words_of
from agent.requests.words.nouns import NamedThings, capable, read_named
from envs.teach.tasks.definition import ALL

_WHOM = r"(?:me|us)"
_TO_WHOM = rf"(?:to|for) {_WHOM}(?: (?:over )?here)?|here|to where (?:i am|i'm|we are|we're)"
_HERE = rf"(?:(?:right |back |straight )?(?:over )?(?:{_TO_WHOM}))"
_GIVEN = re.compile(
    rf"^(?:bring|hand|pass|give|fetch|get|grab|deliver|serve|slide|reach|carry|find|lend|take)(?: over| up)? {_WHOM}"
    rf"(?: over| here)? (?P<np>.+?)(?: (?:over|{_HERE}))?$"
)
_CARRIED = re.compile(
    r"^(?:bring|hand|pass|give|fetch|get|grab|deliver|serve|slide|carry|take)(?: over)? (?P<np>.+?)"
    rf"(?: {_HERE}| over| round)$"
)
_ON_A = r"(?:on|in) (?:an?|one|some) (?:[a-z]+ )?(?:plate|bowl|cup|mug|box|tray|pan|pot)"
_SERVED = re.compile(
    rf"^(?P<verb>bring|hand|pass|give|carry|serve|get|fetch)(?: over)? (?P<np>.+?) {_HERE} (?P<dish>{_ON_A})$"
)
_DISHED = re.compile(rf"^(?P<np>.+?) (?P<dish>{_ON_A})$")
_HAD = re.compile(rf"^(?:let {_WHOM} )?have (?P<np>(?:the|an?|my|our|that|this|some|one|two|three|all) .+)$")
_BARE = re.compile(r"^(?:bring|fetch|hand|pass)(?: over)? (?P<np>.+)$")
_GOT = re.compile(
    r"^(?:get|grab)(?: up)? "
    r"(?P<np>(?:the|a|an|my|our|your|some|that|this|those|these|all|both|two|three)\b.+)$"
)
_OFF = re.compile(r" (?:off|out of|off of) (?=(?:the|my|our|that|this)\b)")
_OF_WATER = re.compile(r"^(?P<vessel>.+?) (?:of|with|full of|filled with)(?: \w+)? water$")
_TO = re.compile(r"\b(?:to|into|onto)\b")
_WHERE_IT_IS = re.compile(
    r" (?:that|which)(?:'s| is| are) (?:\w+ )?(?:in|on|inside|atop|next to|near|beside) (?:the|a|an|my|our|that) \w+"
)
_PLACED = re.compile(r"\b(?:in|on|inside|atop|next to|near|beside)\b")


def brought_to(text: str) -> str:
    """What a clause asks to have brought to whoever speaks; "" where it asks for nothing of the kind.

    Args:
        text: A clause in lower case.
    """
    text = _SERVED.sub(r"\g<verb> me \g<np> \g<dish>", _OFF.sub(" from ", text))
    given = _GIVEN.match(text) or _CARRIED.match(text)
    if given is not None:
        return "" if is_sent(given["np"]) else given["np"]
    bare = _BARE.match(text)
    if bare is not None:
        where_to = _WHERE_IT_IS.sub("", bare["np"])
        return bare["np"] if not is_sent(bare["np"]) and not _PLACED.search(where_to) else ""
    got = _GOT.match(text)
    what = next((part for part in got.groups() if part), "") if got is not None else ""
    return what if _is_thing(what) else ""


def _is_thing(text: str) -> bool:
    """Whether words name something that can be carried, and nothing more: not "the table set"."""
    words = words_of(text)
    named = placed(words) if words else None
    return named is not None and bool(named.word) and capable(named.word, "pickupable") and named.end >= len(words)


def wished(text: str) -> str:
    """What a clause wishes to have at hand: "let me have the spoon" → "the spoon"; "" where it wishes for nothing."""
    had = _HAD.match(text)
    return had["np"] if had is not None and _is_thing(had["np"]) else ""


def is_sent(text: str) -> bool:
    """Whether it is said where to something goes: "the mug to the table"."""
    return bool(_TO.search(text))


def bring(text: str, spoken: ReferenceContext, place: str) -> RequestResult:
    """The errands of having something brought: a dish is made first.

    Args:
        text: What is to be brought.
        spoken: What the request may lean on.
        place: Where a dish of several things is made.

    Raises:
        UnclearRequest: It has to be asked back.
    """
    parts = [" ".join(one) for one in split_list(words_of(text))]
    if len(parts) > 1 and any(_OF_WATER.match(one) for one in parts):
        return together([bring(one, spoken, place) for one in parts])
    beside = _WITH_A_MEAL.search(text)
    if beside and (_OF_WATER.match(text[: beside.start()]) or not head_of(text[: beside.start()])):
        raise UnclearRequest(
            Clarification(f'What do you mean by "{beside[0].strip()}"?', f"bring {text[: beside.start()]}")
        )
    items = elements(text)
    made = [dish_errand(item, place) for item in items] if items and all(map(_is_made, items)) else []
    dishes = [one for one in made if one is not None]
    if dishes:
        errands = tuple(errand for one in dishes for errand in (one, _handed(one)))
        return RequestResult(errands, things=tuple(kind for one in dishes for kind in made_of(one)[:1]))
    watered = _OF_WATER.match(text)
    dished = _DISHED.match(text) if not watered else None
    if dished is not None:
        return _served_on(dished["np"], dished["dish"], spoken)
    things = each(watered["vessel"] if watered else text, spoken, "pickupable")
    if watered:
        filled = [Errand(STATE, (one.counted, one.word, "filled")).on(*terms_told(one)) for one in things]
        errands = tuple(errand for one in filled for errand in (one, Errand(BRING, one.params[:2])))
        return RequestResult(errands, same(things), types_of(things))
    return RequestResult(tuple(map(_brought, things)), same(things), types_of(things))


def _is_made(item: str) -> bool:
    """Whether what is to be brought is made first: a dish, or food that is cooked; "the boiled egg" is there."""
    words = words_of(item)
    named = read_named(words)
    return bool(head_of(item)) or (
        named is not None and named.form in _COOKED and named.end == len(words) and not _KNOWN.match(named.text)
    )


_COOKED = frozenset({"boiled", "cooked"})
_KNOWN = re.compile(r"(?:the|my|our|that|this|those|these|all|both)\b")


def _served_on(text: str, where: str, spoken: ReferenceContext) -> RequestResult:
    """Things put on a plate, or in a bowl, and that brought: "bring me an apple on a plate"."""
    done = put(f"{text} {where}", spoken)
    dish = done.errands[0].params[-1]
    held = Trait(holds=done.errands[0].params[1 if done.errands[0].name == PUT else 0])
    return replace(done, errands=(*done.errands, Errand(BRING, ("1", dish), (WhichThings(dish, held),))))


_WITH_A_MEAL = re.compile(r" with (?:my |the |our |his |her |their )?(?:breakfast|lunch|dinner|supper|coffee|meal)$")


def _handed(dish: Errand) -> Errand:
    """Bringing what a dish is made in or on, or what is made."""
    if dish.name == STATE:
        return Errand(BRING, dish.params[:2])
    several = dish.name == SEVERAL or (dish.name == "Coffee" and bool(dish.params))
    return Errand(BRING, (ALL if several else "1", *made_of(dish)[:1]))


def _brought(named: NamedThings) -> Errand:
    return Errand(BRING, (ALL if named.every else named.counted, named.kind)).on(*terms_told(named))


def goes_on_with_it(errands: Sequence[Errand], at: int) -> bool:
    """Whether one of several errands is about the very thing of the one before it.

    What that makes is brought, or what it brings into a state is put somewhere: "the mug clean and on the shelf".
    """
    if at == 0:
        return False
    one, last = errands[at], errands[at - 1]
    put = one.name == PUT and last.name == STATE and one.params[:2] == last.params[:2]
    put = put or (one.name == PUT and last.name != STATE and one.params[1] in made_of(last)[:1] and last.name != PUT)
    next_to_it = one.name == PUT == last.name and one.params[2] == BESIDE and (one.params[3],) == made_of(last)
    put = put or (next_to_it and last.params[0] == "1")
    washed = one.name == STATE and last.name == PUT and one.params[:2] == last.params[:2]
    return put or washed or (one.name == BRING and one.params[1] in made_of(last)[:1])
