"""What can be made: which task a dish is, with its ingredients, how many, and on what it is served."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from agent.planning.terms import Term, Trait, WhichThings
from agent.requests.errands import CUT, SEVERAL, STATE, Errand
from agent.requests.instructions import Clarification, UnclearRequest
from agent.requests.words.clauses import split_list, words_of
from agent.requests.words.modifiers import terms_of, with_source
from agent.requests.words.nouns import NUMBERS, NamedThings, capable, read_named
from envs.vocabulary.english import noun, plural
from envs.vocabulary.inflection import singular
from envs.vocabulary.numbers import alternatives, up_to
from envs.vocabulary.uses import put_in

GREENS = ("Lettuce", "Tomato", "Potato")
"""What salads are made of, in the order of the task's parameters."""
_HEADS = re.compile(
    r"\b(coffees?|salads?|sandwich(?:es)?|toasts?|breakfast|omelettes?|omelets?"
    r"|(?:fried|scrambled) eggs?|poached eggs?)\b"
)
_NO_DISH = re.compile(
    r"\b(?:coffee (?:machine|maker|mug|cup|table|pot|brewer|percolator)|salad (?:bowl|plate|fork)|breakfast table)s?\b"
)
"""Things whose names begin with a dish's."""
_INGREDIENTS = (*GREENS, "Bread", "Egg")
_KNOWN: Mapping[str, str] = {"omelet": "omelette"}


def unknown(named: NamedThings, text: str) -> UnclearRequest:
    """Nobody knows what these words name."""
    before, _, after = text.partition(named.text)
    ask = Clarification(f'I do not know what "{named.text}" is. What do you mean?', before, after)
    return UnclearRequest(ask, named.text)


def head_of(text: str) -> str:
    """The dish that words ask for, "" when they name none."""
    found = _HEADS.search(_NO_DISH.sub(" ", text))
    if found is None:
        return ""
    single = singular(found[1])
    return _KNOWN.get(single, single)


def dish_errand(text: str, place: str) -> Errand | None:
    """The errand for a dish, None when the words name none.

    Args:
        text: "two slices of tomato on a plate", "a salad with lettuce, without tomato".
        place: Where a breakfast is served when nothing is said.

    Raises:
        UnclearRequest: It has to be asked back.
    """
    head = head_of(text)
    if not head:
        return _pieces(text)
    dish = _MAKERS[head](text, head, place)
    many = _count(text, f"{head}e?s?") or 1
    return _several(dish, many) if many > 1 else dish


def _several(dish: Errand, many: int) -> Errand:
    """So many of a dish that is made for one."""
    if dish.name == "Omelette":
        return replace(dish, name=STATE, params=(str(many), "EggCracked", "cooked"))
    if dish.name in ("Salad", "Sandwich"):
        return replace(dish, name=SEVERAL, params=(str(many), dish.name, *dish.params))
    return dish


def _count(text: str, head: str) -> int | None:
    """How many of a dish: the number before its name."""
    found = re.search(rf"\b(\w+)(?: \w+)?(?: (?:cups?|mugs?|plates?|slices?|pieces?) of)? {head}", text)
    words = (found[0] if found else "").split()
    numbers = [int(w) if w.isdecimal() else NUMBERS[w] for w in words if w in NUMBERS or w.isdecimal()]
    return numbers[0] if numbers else None


@dataclass(frozen=True)
class _Serving:
    """How something is to be served.

    Attributes:
        rest: The words without where to.
        dish: Type of the dish; "" when nothing is said of it.
        terms: Which one of its kind it is.
    """

    rest: str
    dish: str = ""
    terms: tuple[Term, ...] = ()


def _served(text: str) -> _Serving:
    """The words without where to serve it, and that; where an ingredient comes from is no dish."""
    words = words_of(text)
    sources = _sources(words)
    other: NamedThings | None = None
    for at, word in enumerate(words):
        if word not in ("in", "on", "into", "onto") or sources.get(at, False):
            continue
        named = vessel(words[at + 1 :])
        if named is not None and _is_dish(named.word):
            rest = " ".join((*words[:at], *words[at + 1 + named.end :])).strip(" ,")
            return _Serving(rest.replace(" ,", ","), named.word, dish_terms(named))
        if at in sources:
            continue
        if named is None or not named.word:
            raise unknown(named, text) if named and not named.options else UnclearRequest(_which(named, text))
        other = other or named
    if other is not None:
        before, _, after = text.partition(other.text)
        raise UnclearRequest(
            Clarification(
                f"I serve things on a plate or in a bowl, not on the {noun(other.word)}. On what?", before, after
            )
        )
    return _Serving(text)


def _is_dish(word: str) -> bool:
    return capable(word, "receptacle") and capable(word, "dirtyable")


def _sources(words: Sequence[str]) -> dict[int, bool]:
    """Where it is said in or on what an ingredient is, each with whether that can be nothing else."""
    found: dict[int, bool] = {}
    for at in range(len(words)):
        named = read_named(words, at)
        if named is not None and named.word in _INGREDIENTS:
            full = with_source(named, words, at)
            found = {i: full.there for i in range(named.end, full.end)} | found
    return found


def vessel(words: Sequence[str]) -> NamedThings | None:
    """What something is made or served in, with what is said of it: "the blue mug on the desk".

    Args:
        words: The words behind "in" or "on".
    """
    named = read_named(words)
    return named if named is None or not named.word else with_source(named, words)


def dish_terms(named: NamedThings) -> tuple[Term, ...]:
    """Which dish or cup is meant; as it is washed first in any case, "the clean one" is only rather taken."""
    told = terms_of(replace(named, states=tuple(one for one in named.states if one[0] != "dirty")))
    if told or not named.text.startswith("the ") or ("dirty", False) not in named.states:
        return told
    return (WhichThings(named.word, Trait(states=(("dirty", False),)), rather=True, sought=True),)


def _which(named: NamedThings | None, text: str) -> Clarification:
    options = named.options if named else ()
    before, _, after = text.partition(named.text) if named is not None and named.text else (f"{text} ", "", "")
    listed = " or ".join(f"the {noun(kind)}" for kind in options)
    return Clarification(f"Which do you mean: {listed}?" if options else "On what?", before, after, options)


@dataclass(frozen=True)
class _Ingredients:
    """What a dish is made with.

    Attributes:
        counts: Each with its number.
        told: Whether they were all that was named ("with …").
        terms: Which of their kind are meant.
    """

    counts: dict[str, int]
    told: bool
    terms: tuple[Term, ...]


def _with(text: str) -> _Ingredients:
    """The ingredients that are named."""
    counts: dict[str, int] = {}
    told, terms = False, list[Term]()
    for lead, rest in re.findall(r"\b(with|without|no|of|plus|and)\b((?:(?!\bwith\b|\bwithout\b|\bno\b).)*)", text):
        for item in split_list(words_of(rest)):
            bare = [word for word in item if word not in ("with", "any")]
            named = read_named(bare)
            if named is not None and named.word in _INGREDIENTS and lead not in ("without", "no"):
                terms.extend(terms_of(with_source(named, bare)))
            if named is not None and named.word in GREENS:
                counts[named.word] = 0 if lead in ("without", "no") else (named.count if named.count is not None else 1)
                told = told or counts[named.word] > 0
            elif lead == "with" and named is not None and named.word == "" and not named.pronoun:
                raise unknown(named, text)
            elif lead == "with" and named is not None and named.word not in (*GREENS, "", "Bread"):
                before, _, after = text.partition(named.text)
                raise UnclearRequest(
                    Clarification(f"I do not put {plural(named.word)} into that. What instead?", before, after, GREENS)
                )
    return _Ingredients(counts, told, tuple(terms))


def _salad(text: str, head: str, place: str) -> Errand:
    served = _served(text)
    made = _with(served.rest)
    named, told = made.counts, made.told
    before = re.search(r"\b(lettuce|tomato|potato)(?:es)? salad", served.rest)
    if before:
        counts = dict.fromkeys(GREENS, 0) | {before[1].capitalize(): 2} | named
    else:
        counts = {"Lettuce": 1, "Tomato": 0 if told else 1, "Potato": 0} | named
    if not any(counts.values()):
        raise UnclearRequest(
            Clarification("A salad of nothing? What should I put into it?", f"{text.split(' with')[0]} with ")
        )
    params = tuple(str(counts[food]) for food in GREENS)
    return Errand("Salad", _on(params, served.dish)).on(*made.terms, *served.terms)


def _on(params: tuple[str, ...], dish: str) -> tuple[str, ...]:
    """Parameters with the dish, where that is not the usual one."""
    return (*params, dish) if dish not in ("", "Plate") else params


def _sandwich(text: str, head: str, place: str) -> Errand:
    served = _served(text)
    made = _with(served.rest)
    named, told = made.counts, made.told
    if named.get("Potato"):
        raise UnclearRequest(
            Clarification("I put lettuce and tomato on a sandwich, no potato. What would you like?", "a sandwich with ")
        )
    counts = {"Lettuce": 0 if told else 1, "Tomato": 0 if told else 1} | named
    params = (str(counts["Lettuce"]), str(counts["Tomato"]))
    return Errand("Sandwich", _on(params, served.dish)).on(*made.terms, *served.terms)


def _egg(text: str, head: str, place: str) -> Errand:
    """Fried or scrambled eggs, so many."""
    named = NamedThings("Egg", _count(text, r"(?:(?:fried|scrambled|poached) )?eggs?") or 1, False, False, "", text, 0)
    return eggs(named, "boiled" if head == "poached egg" else "cooked")


def _coffee(text: str, head: str, place: str) -> Errand:
    count = _count(text, "coffees?") or 1
    words = words_of(text)
    at = next((i for i, word in enumerate(words) if word in ("in", "into")), len(words))
    named = vessel(words[at + 1 :])
    if named is not None and not named.pronoun and named.word not in ("Mug", "") and not _is_cup(named):
        before, _, after = text.partition(named.text)
        raise UnclearRequest(
            Clarification(
                f"I can make coffee in a mug only, not in {plural(named.word)}. Shall I?", before, after, ("Mug",)
            )
        )
    terms = dish_terms(replace(named, word="Mug", every=False)) if named is not None and named.word else ()
    return Errand("Coffee", (str(count),) if count > 1 else ()).on(*terms)


def _is_cup(named: NamedThings) -> bool:
    return named.text.split(" ")[-1] in ("cup", "cups")


def _toast(text: str, head: str, place: str) -> Errand:
    served = _served(text)
    count = _count(served.rest, "toasts?") or 1
    terms = (*_with(served.rest).terms, *served.terms)
    if served.dish not in ("", "Plate"):
        return Errand("Plate Of Toast", (str(count), served.dish)).on(*terms)
    return Errand("Plate Of Toast", (str(count),) if count > 1 else ()).on(*terms)


def _breakfast(text: str, head: str, place: str) -> Errand:
    found = re.search(r"\bon (?:the |a )?([\w ]+?)(?=,| with\b| without\b| minus\b| no\b| but\b|$)", text)
    named = read_named(words_of(found[1])) if found else None
    if named is not None and not named.word:
        raise unknown(named, text)
    people = _count(text, "breakfasts?") or 1
    menu = {head_of(item): _count(item, f"{head_of(item)}s?") or people for item in re.split(r",| and | with ", text)}
    menu.pop("", None)
    menu.pop("breakfast", None)
    menu = menu or {"coffee": people, "toast": people}
    sandwich, salad = menu.get("sandwich", 0), menu.get("salad", 0)
    counts = (menu.get("coffee", 0), menu.get("toast", 0), 0, "Bowl", 0, "Plate", sandwich)
    more = (int(sandwich > 0), int(sandwich > 0), salad, int(salad > 0), int(salad > 0), 0)
    return Errand("Breakfast", tuple(map(str, (*counts, *more, named.word if named else place))))


def _omelette(text: str, head: str, place: str) -> Errand:
    """Eggs, fried: so many, and which."""
    words = words_of(text)
    at = next((i + 1 for i, word in enumerate(words) if word in ("with", "of", "from")), len(words))
    named = read_named(words, at)
    if named is None or named.word != "Egg":
        return Errand("Omelette")
    return eggs(replace(with_source(named, words, at), every=False), "cooked")


_MAKERS: Mapping[str, Callable[[str, str, str], Errand]] = {
    "salad": _salad,
    "sandwich": _sandwich,
    "coffee": _coffee,
    "toast": _toast,
    "breakfast": _breakfast,
    "omelette": _omelette,
    "fried egg": _egg,
    "scrambled egg": _egg,
    "poached egg": _egg,
}


def _pieces(text: str) -> Errand | None:
    """What is no dish of its own: "two slices of tomato on a plate", "a boiled potato", "a glass of water"."""
    words = words_of(text)
    named = read_named(words)
    if named is None or not named.word:
        return None
    full = with_source(named, words)
    terms = terms_of(replace(full, form=""))  # what it is to be made is not what it is now
    if named.form in ("water", "coffee"):
        filled = Errand(STATE, (named.counted, named.word, "filled")) if named.form == "water" else None
        return filled.on(*terms) if filled is not None else None
    if named.slices and capable(named.word, "sliceable"):
        served = _served(" ".join(words))
        placed = full if full.there or full.place != served.dish else named
        return sliced(named, served.dish, cooked=bool(named.form)).on(*terms_of(placed), *served.terms)
    if named.form and named.word == "Egg":
        return eggs(full, "boiled" if named.form == "boiled" else "cooked")
    if named.form and capable(named.word, "cookable"):
        state = "boiled" if named.form == "boiled" else "cooked"
        return Errand(STATE, (named.counted, named.word, state)).on(*terms)
    return None


def eggs(named: NamedThings, state: str) -> Errand:
    """Eggs that are fried, or boiled: one is a dish of TEACh's, several are so many in a state."""
    if named.every or (named.count or 1) > 1:
        return Errand(STATE, (named.counted, "EggCracked", state)).on(*terms_of(named))
    return Errand("Poach Egg" if state == "boiled" else "Omelette").on(*terms_of(named))


def sliced(named: NamedThings, dish: str, cooked: bool) -> Errand:
    """So many slices, served or only cut."""
    count = str(named.count or 1)
    if dish:
        preposition = "in" if put_in(dish) else "on"
        return Errand(f"N {'Cooked ' if cooked else ''}Slices Of X In Y", (count, named.word, preposition, dish))
    return Errand(STATE, (count, named.kind if named.slices else f"{named.word}Sliced", "cooked" if cooked else CUT))


def elements(text: str) -> list[str]:
    """What is listed, ingredients left with their dish: "a salad with tomato and lettuce", "two coffees"."""
    found: list[str] = []
    for item in split_list(words_of(text)):
        piece = " ".join(item)
        named = read_named(item)
        green = named is not None and named.word in GREENS and not head_of(piece)
        goes_on = re.match(r"^(?:with|without|no|in|on|into|onto)\b", piece)
        before = found[-1] if found else ""
        menu = head_of(before) == "breakfast" and " with " in before
        served = re.search(r"\b(?:in|on)\b", piece) and not (" with " in before and not _tells_dish(before))
        inside = green and head_of(before) in ("salad", "sandwich") and not served
        if before and (goes_on or menu or inside):
            lead = "" if goes_on else "and " if menu or re.search(r"\b(?:with|without)\b", before) else "with "
            found[-1] += f" {lead}{piece}"
        else:
            found.append(piece)
    return found


def _tells_dish(text: str) -> bool:
    """Whether it is said on what something is served, and not only from where an ingredient comes."""
    words = words_of(text)
    leads = (at for at, word in enumerate(words) if word in ("in", "on"))
    sources = _sources(words)
    return any(at not in sources for at in leads)


def dish_words(items: Sequence[str]) -> bool:
    """Whether any of these names a dish."""
    return any(head_of(item) for item in items)


_BARE = re.compile(r"^(slice|piece|cup|mug|glass|plate|bowl) of ")
_FOOD = "lettuce|tomato|potato|egg|apple"
_FILLED = re.compile(rf"\b(?:a |an )?({_FOOD}) and ({_FOOD}) (sandwich|salad)\b")
_EGGS = re.compile(r"^(?:make|prepare|fix|do) (?=(?:me |us )?(?:an? |some |two |\d |the )?(?:fried )?eggs?\b)")


_MORE = re.compile(rf"\b(?:another|(?P<count>\d+|{alternatives(up_to(20))}) (?:more|extra)) (?=\w)")
"""Of a dish, more than there are: that there are some says nothing of these."""


_IN_WHICH = re.compile(
    r"(\bcoffees? (?:for (?:me|us) )?)(?:with|using) "
    r"(?=(?:the|my|our|that|this|a|one of the) (?:[a-z]+ ){0,2}(?:mug|cup)\b)"
)
_ON_WHICH = re.compile(
    r"(\b(?:salad|sandwich|toast) (?:for (?:me|us) )?)(?:with|using) "
    r"(?=(?:the|my|our|that|this|a|one of the) (?:[a-z]+ ){0,2}(?:plate|bowl)\b)"
)
"""With which vessel a dish is made is in or on which it is served: "make coffee with the mug that is on the desk"."""


def spelled_out(text: str) -> str:
    """Dishes in full: "slice of toast", "tomato and lettuce sandwich", "make an egg"."""
    text = _MORE.sub(lambda more: f"{more['count'] or 'a'} ", text) if head_of(text) else text
    if head_of(text):
        text = _IN_WHICH.sub(r"\1in ", _ON_WHICH.sub(r"\1on ", text))
    return _EGGS.sub("cook ", _FILLED.sub(r"a \3 with \1 and \2", _BARE.sub(r"a \1 of ", text)))
