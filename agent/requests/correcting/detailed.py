"""A detail of the work at hand, said without a deed: how its things shall be, from where they are, on what dish."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from agent.requests.amending import counted_apart
from agent.requests.errands import BRING, PUT, Errand, is_placing, made_of
from agent.requests.instructions import Begin, Instruction, Remark, Revise
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import capable, read_named
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import noun, plural

_LEAD = r"^(?:(?:oh|ah|and|but|no|so|well|please|just|actually|rather|only|mind|do|hm+|sorry|i meant?)\b[ ,]*)*"
_TAIL = (
    r"(?:[ ,]+(?:first|beforehand|before(?: that)?|please|of course|naturally|obviously|mind(?: you)?|though|then"
    r"|rather|preferably|if possible|if you (?:can|would|don't mind)|will you|would you|thanks|thank you"
    r"|this time))*[ .!]*$"
)
_SHALL_BE = (
    r"(?:(?:it|they|that|those|these)(?: (?:should|must|ought to|has to|have to|needs? to|is to|are to)(?: all| both)?"
    r" be|'d better be| had better be)"
    r"|(?:i|we)(?: want|'d like|'d prefer|'d rather have| would like| need| like| prefer) (?:it|them|that|those)) "
)
_MADE_SO = {
    "washed": "wash", "rinsed": "wash", "rinse": "wash", "cleaned": "wash", "scrubbed": "wash", "clean": "wash",
    "sliced": "slice", "chopped": "slice", "diced": "slice", "cut": "slice", "cut up": "slice", "sliced up": "slice",
    "chopped up": "slice", "in slices": "slice", "in pieces": "slice", "cooked": "cook", "boiled": "boil",
    "fried": "fry", "toasted": "toast", "filled": "fill", "full": "fill", "emptied": "empty", "empty": "empty",
    "dried": "dry", "drained": "drain", "peeled": "peel",
}  # fmt: skip
"""How things shall be → the deed that makes them so."""
_STATES = "|".join(sorted(_MADE_SO, key=len, reverse=True))
_SO = (
    rf"(?:well |thoroughly |properly |nicely |finely |all )?(?P<{{}}>{_STATES})"
    r"(?: (?:in|into) (?:thin |small |even )?(?:slices|pieces|bits|cubes))?"
)
_BUT_NOT = r"(?:(?:,|,? and|,? but)? not (?:whole|raw|dirty|uncut|unwashed|in one piece|as (?:it is|they are)))?"
_STATED = re.compile(
    rf"{_LEAD}(?P<shall>{_SHALL_BE})?{_SO.format('a')}(?:,? and {_SO.format('b')})?{_BUT_NOT}(?P<tail>{_TAIL})"
)
_WHY = re.compile(
    r"^(?P<why>[^.!?;]+?)(?:, so |[.!?;] (?:so )?|, (?=(?:sliced|cut|washed|cooked|boiled)\b))(?P<rest>[^.!?;]+[.!]?)$"
)
_TAKEN = re.compile(
    rf"{_LEAD}(?:(?:you )?(?:can |could |should |may )?(?:take|get|fetch|grab|use|pick) "
    r"(?P<np>it|them|one|some|that|those|the one|(?:the|an?) [a-z]+)(?: up)?,? )"
    r"(?P<way>(?:out of|from|off|from inside) (?P<place>(?:the|my|our) [a-z]+(?: (?!please|though|then|and)[a-z]+)?))"
    rf"(?P<tail>{_TAIL})"
)
_ON_A_DISH = re.compile(
    rf"{_LEAD}(?:(?:bring|serve|give|hand|i(?:'d like| want| would like)) (?:it|them|that|me it)(?: to me)? )?"
    r"(?P<on>(?:in|on) (?:an?|the|my|some) (?:[a-z]+ )?(?P<dish>[a-z]+))"
    r"(?:,? (?:so|so that|because|as|or|otherwise|else|or else)\b[^.!?;]*)?"
    rf"{_TAIL}"
)


def with_details(text: str, tasks: Sequence[Errand]) -> str:
    """A remark that says how the things at hand shall be, or where they are taken from, in plain words.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    carried = next((task for task in tasks if is_placing(task) or task.name == BRING), None)
    if carried is None or "?" in text:
        return text
    return _made_first(text, carried, tasks) or _from_there(text, carried) or text


def _made_first(text: str, carried: Errand, tasks: Sequence[Errand]) -> str:
    """What is to be done to things before they are carried: "sliced, please"; "" where that is not said."""
    told = _WHY.match(text)
    found = _STATED.match(told["rest"] if told and _is_why(told["why"]) else text)
    if found is None or len({made_of(task) for task in tasks}) > 1:
        return ""
    deeds = [_MADE_SO[found[one]] for one in "ab" if found[one]]
    apart = counted_apart(carried)
    if apart is None or any(task is not carried and not _carries(task) for task in tasks):
        return ""
    it = "it" if apart.params[0] == "1" else "them"
    cannot = [deed for deed in deeds if not capable(apart.params[1], _NEEDS.get(deed, ""))]
    if cannot:
        return f"{cannot[0]} {_named(apart)} first"
    return " and ".join(f"{deed} {it}" for deed in deeds) + " first"


_NEEDS = {"wash": "dirtyable", "slice": "sliceable", "cook": "cookable", "fill": "canFillWithLiquid"}
"""What things have to be capable of; of others it is said by their name that they are not."""


def _carries(task: Errand) -> bool:
    return is_placing(task) or task.name == BRING


def _is_why(told: str) -> bool:
    """Whether a clause only tells something, and asks for nothing."""
    plain = not starts_request(told) and not re.search(
        r"\b(?:not|don't|leave|instead|but|if|unless|only|please)\b", told
    )
    return (
        plain and re.match(r"^(?:oh |well |ah )?(?:my|i|i'm|we|he|she|they|the|it|it's|that|there)\b", told) is not None
    )


def _named(apart: Errand) -> str:
    count, kind = apart.params[:2]
    if count == ALL:
        return f"all the {plural(kind)}"
    return f"the {noun(kind)}" if count == "1" else f"{count} {plural(kind)}"


def _from_there(text: str, carried: Errand) -> str:
    """Where the things at hand are taken from: "take it from the fridge"; "" where that is not said."""
    found = _TAKEN.match(text)
    words = words_of(found["place"]) if found else []
    place = read_named(words) if found else None
    if found is None or place is None or not place.word or place.end != len(words):
        return ""
    named = read_named(words_of(found["np"]))
    of_it = named is not None and (named.pronoun or not named.word or named.word in _kinds(carried))
    back = is_placing(carried) and carried.params[-1] in (place.word, *types_named(place.word))
    if not of_it or back or not capable(place.word, "receptacle"):
        return ""
    return f"from {found['place']}"


def _kinds(task: Errand) -> set[str]:
    return {each for kind in made_of(task) for each in (kind, *types_named(kind))}


def on_a_dish(
    text: str, tasks: Sequence[Errand], anew: Callable[[str], Sequence[Instruction]]
) -> tuple[Instruction, ...]:
    """What is to be brought, on something that is brought with it: "on a plate, please"; nothing where nothing is.

    Args:
        text: A remark.
        tasks: What is being done or still to be done, the one at hand first.
        anew: Reads a request as if nothing were being done.
    """
    found = _ON_A_DISH.match(text) if tasks and tasks[0].name == BRING and len(tasks) == 1 else None
    dish = read_named(["the", found["dish"]]) if found else None
    if found is None or dish is None or not capable(dish.word, "receptacle") or not capable(dish.word, "pickupable"):
        return ()
    task = tasks[0]
    read = [one for one in anew(f"bring me {_named(task)} {found['on']}") if not isinstance(one, Remark)]
    begun = [one for one in read if isinstance(one, Begin)]
    if len(begun) != 2 or len(read) != 2 or begun[0].errand.name != PUT or begun[1].errand.name != BRING:
        return ()
    return Revise(task, begun[0].errand.on(*task.terms)), begun[1]
