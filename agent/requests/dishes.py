"""What can be made: which task a dish is, with its ingredients, how many, and on what it is served."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from agent.requests.errands import CUT, STATE, Errand
from agent.requests.instructions import Clarification
from agent.requests.words.clauses import split_list, words_of
from agent.requests.words.nouns import NUMBERS, NamedThings, capable, read_named
from envs.vocabulary.english import noun, plural
from envs.vocabulary.inflection import singular
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
_KNOWN: Mapping[str, str] = {"omelet": "omelette"}


class UnclearRequest(Exception):
    """What was said cannot be done without asking; carries the question."""

    def __init__(self, ask: Clarification) -> None:
        super().__init__(ask.question)
        self.ask = ask


def unknown(named: NamedThings, text: str) -> UnclearRequest:
    """Nobody knows what these words name."""
    before, _, after = text.partition(named.text)
    return UnclearRequest(Clarification(f'I do not know what "{named.text}" is. What do you mean?', before, after))


def head_of(text: str) -> str:
    """The dish that words ask for, "" when they name none."""
    found = _HEADS.search(text)
    if found is None or _NO_DISH.search(text):
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
    if head:
        return _MAKERS[head](text, head, place)
    return _pieces(text)


def _count(text: str, head: str) -> int | None:
    """How many of a dish: the number before its name."""
    found = re.search(rf"\b(\w+)(?: \w+)?(?: (?:cups?|mugs?|plates?|slices?|pieces?) of)? {head}", text)
    words = (found[0] if found else "").split()
    numbers = [int(w) if w.isdecimal() else NUMBERS[w] for w in words if w in NUMBERS or w.isdecimal()]
    return numbers[0] if numbers else None


def _served(text: str) -> tuple[str, str]:
    """The words without where to serve it, and the type of the dish, "" when nothing is said of it."""
    found = re.search(
        r"\b(?:in|on|into|onto) ((?:a |an |the |one |some |clean |single |same |my )*[\w ]+?)"
        r"(?=,| with\b| without\b| minus\b| no\b| but\b|$)",
        text,
    )
    if found is None:
        return text, ""
    words = words_of(found[1])
    named = read_named(words)
    if named is None or not named.word:
        raise unknown(named, text) if named and not named.options else UnclearRequest(_which(named, text))
    if not (capable(named.word, "receptacle") and capable(named.word, "dirtyable")):
        before, _, after = text.partition(found[1])
        raise UnclearRequest(
            Clarification(
                f"I serve things on a plate or in a bowl, not on the {noun(named.word)}. On what?", before, after
            )
        )
    return (text[: found.start()] + text[found.end() :]).strip(" ,"), named.word


def _which(named: NamedThings | None, text: str) -> Clarification:
    options = named.options if named else ()
    before, _, after = text.partition(named.text) if named is not None and named.text else (f"{text} ", "", "")
    listed = " or ".join(f"the {noun(kind)}" for kind in options)
    return Clarification(f"Which do you mean: {listed}?" if options else "On what?", before, after, options)


def _with(text: str) -> tuple[dict[str, int], bool]:
    """Ingredients with their numbers, and whether they were all that was named ("with …")."""
    counts: dict[str, int] = {}
    told = False
    for lead, rest in re.findall(r"\b(with|without|no|of|plus|and)\b((?:(?!\bwith\b|\bwithout\b|\bno\b).)*)", text):
        for item in split_list(words_of(rest)):
            named = read_named([word for word in item if word not in ("with", "any")])
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
    return counts, told


def _salad(text: str, head: str, place: str) -> Errand:
    rest, dish = _served(text)
    named, told = _with(rest)
    before = re.search(r"\b(lettuce|tomato|potato)(?:es)? salad", rest)
    if before:
        counts = dict.fromkeys(GREENS, 0) | {before[1].capitalize(): 2} | named
    else:
        counts = {"Lettuce": 1, "Tomato": 0 if told else 1, "Potato": 0} | named
    if not any(counts.values()):
        raise UnclearRequest(
            Clarification("A salad of nothing? What should I put into it?", f"{text.split(' with')[0]} with ")
        )
    params = tuple(str(counts[food]) for food in GREENS)
    return Errand("Salad", (*params, dish) if dish not in ("", "Plate") else params)


def _sandwich(text: str, head: str, place: str) -> Errand:
    rest, dish = _served(text)
    named, told = _with(rest)
    if named.get("Potato"):
        raise UnclearRequest(
            Clarification("I put lettuce and tomato on a sandwich, no potato. What would you like?", "a sandwich with ")
        )
    counts = {"Lettuce": 0 if told else 1, "Tomato": 0 if told else 1} | named
    params = (str(counts["Lettuce"]), str(counts["Tomato"]))
    return Errand("Sandwich", (*params, dish) if dish not in ("", "Plate") else params)


def _egg(text: str, head: str, place: str) -> Errand:
    """Fried or scrambled eggs, so many."""
    named = NamedThings("Egg", _count(text, r"(?:(?:fried|scrambled|poached) )?eggs?") or 1, False, False, "", text, 0)
    return eggs(named, "boiled" if head == "poached egg" else "cooked")


def _coffee(text: str, head: str, place: str) -> Errand:
    count = _count(text, "coffees?") or 1
    said = re.search(r"\b(?:in|into) (?:a |an |the |one |my |clean )*(\w+)", text)
    named = read_named([said[1]]) if said else None
    if said and named is not None and named.word not in ("Mug", "") and named.text not in ("cup", "cups"):
        before, _, after = text.partition(said[1])
        raise UnclearRequest(
            Clarification(
                f"I can make coffee in a mug only, not in {plural(named.word)}. Shall I?", before, after, ("Mug",)
            )
        )
    return Errand("Coffee", (str(count),) if count > 1 else ())


def _toast(text: str, head: str, place: str) -> Errand:
    rest, dish = _served(text)
    count = _count(rest, "toasts?") or 1
    if dish not in ("", "Plate"):
        return Errand("Plate Of Toast", (str(count), dish))
    return Errand("Plate Of Toast", (str(count),) if count > 1 else ())


def _breakfast(text: str, head: str, place: str) -> Errand:
    found = re.search(r"\bon (?:the |a )?([\w ]+?)(?=,| with\b| without\b| minus\b| no\b| but\b|$)", text)
    named = read_named(words_of(found[1])) if found else None
    if named is not None and not named.word:
        raise unknown(named, text)
    menu = {head_of(item): _count(item, f"{head_of(item)}s?") or 1 for item in re.split(r",| and | with ", text)}
    menu.pop("", None)
    menu.pop("breakfast", None)
    menu = menu or {"coffee": 1, "toast": 1}
    sandwich, salad = menu.get("sandwich", 0), menu.get("salad", 0)
    counts = (menu.get("coffee", 0), menu.get("toast", 0), 0, "Bowl", 0, "Plate", sandwich)
    more = (int(sandwich > 0), int(sandwich > 0), salad, int(salad > 0), int(salad > 0), 0)
    return Errand("Breakfast", tuple(map(str, (*counts, *more, named.word if named else place))))


def _plain(name: str) -> Callable[[str, str, str], Errand]:
    return lambda text, head, place: Errand(name)


_MAKERS: Mapping[str, Callable[[str, str, str], Errand]] = {
    "salad": _salad,
    "sandwich": _sandwich,
    "coffee": _coffee,
    "toast": _toast,
    "breakfast": _breakfast,
    "omelette": _plain("Omelette"),
    "fried egg": _egg,
    "scrambled egg": _egg,
    "poached egg": _egg,
}


def _pieces(text: str) -> Errand | None:
    """What is no dish of its own: "two slices of tomato on a plate", "a boiled potato", "a glass of water"."""
    named = read_named(words_of(text))
    if named is None or not named.word:
        return None
    if named.form in ("water", "coffee"):
        return Errand(STATE, (named.counted, named.word, "filled")) if named.form == "water" else None
    if named.slices and capable(named.word, "sliceable"):
        _, dish = _served(" ".join(words_of(text)[named.end :]))
        return sliced(named, dish, cooked=bool(named.form))
    if named.form and named.word == "Egg":
        return eggs(named, "boiled" if named.form == "boiled" else "cooked")
    if named.form and capable(named.word, "cookable"):
        return Errand(STATE, (named.counted, named.word, "boiled" if named.form == "boiled" else "cooked"))
    return None


def eggs(named: NamedThings, state: str) -> Errand:
    """Eggs that are fried, or boiled: one is a dish of TEACh's, several are so many in a state."""
    if named.every or (named.count or 1) > 1:
        return Errand(STATE, (named.counted, "EggCracked", state))
    return Errand("Poach Egg" if state == "boiled" else "Omelette")


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
        served = re.search(r"\b(?:in|on)\b", piece) and not (
            " with " in before and not re.search(r"\b(?:in|on)\b", before)
        )
        inside = green and head_of(before) in ("salad", "sandwich") and not served
        if before and (goes_on or menu or inside):
            lead = "" if goes_on else "and " if menu or re.search(r"\b(?:with|without)\b", before) else "with "
            found[-1] += f" {lead}{piece}"
        else:
            found.append(piece)
    return found


def dish_words(items: Sequence[str]) -> bool:
    """Whether any of these names a dish."""
    return any(head_of(item) for item in items)


_BARE = re.compile(r"^(slice|piece|cup|mug|glass|plate|bowl) of ")
_FOOD = "lettuce|tomato|potato|egg|apple"
_FILLED = re.compile(rf"\b(?:a |an )?({_FOOD}) and ({_FOOD}) (sandwich|salad)\b")
_EGGS = re.compile(r"^(?:make|prepare|fix|do) (?=(?:me |us )?(?:an? |some |two |\d |the )?(?:fried )?eggs?\b)")


def spelled_out(text: str) -> str:
    """Dishes in full: "slice of toast", "tomato and lettuce sandwich", "make an egg"."""
    return _EGGS.sub("cook ", _FILLED.sub(r"a \3 with \1 and \2", _BARE.sub(r"a \1 of ", text)))
