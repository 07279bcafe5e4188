"""Single requests: a verb and what it is about → errands, or a question back."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from agent.recognition.lines import GOALS
from agent.requests.clauses import VERBS, split_list, starts_request, verb_forms, words_of
from agent.requests.dishes import UnclearRequest, dish_errand, dish_words, elements, head_of, sliced, unknown
from agent.requests.errands import CUT, PUT, STATE, STATES, Errand, made_of
from agent.requests.instructions import Clarification
from agent.requests.nouns import NamedThings, capable, likely, read_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import a, noun
from envs.vocabulary.uses import handiest, put_in

_WHOLE_WORLD = ("off", "closed", "empty", "clean")
"""States that "the X" is to be in whichever of them is not."""
_SOURCE = {"StoveBurner": "StoveKnob", **dict.fromkeys(handiest("catching water"), "Faucet")}
"""What is switched where people name something else."""
_BREAKFAST_PLACE = "CounterTop"


@dataclass(frozen=True)
class ReferenceContext:
    """What a request may lean on.

    Attributes:
        present: Types of things known to be in the home.
        things: Types lately spoken of or handled, the last one first.
    """

    present: frozenset[str] = frozenset()
    things: tuple[str, ...] = ()


@dataclass(frozen=True)
class RequestResult:
    """What a request comes to.

    Attributes:
        errands: What is to be done, in order.
        same: Whether it is about the very things handled last.
        things: Types it spoke of, in order.
    """

    errands: tuple[Errand, ...]
    same: bool = False
    things: tuple[str, ...] = ()


def deeds(text: str, spoken: ReferenceContext) -> RequestResult | None:
    """The errands of one clause; None when it asks for nothing that is known.

    Raises:
        UnclearRequest: It has to be asked back.
    """
    first, _, rest = text.partition(" ")
    verb = verb_forms().get(first.strip(","), "")
    kind = VERBS.get(verb, "")
    if kind in _HANDLERS and not (kind == "make" and not rest):
        try:
            return _HANDLERS[kind](rest.strip(), spoken)
        except UnclearRequest as unclear:
            ask = unclear.ask
            if starts_request(ask.before):
                raise
            raise UnclearRequest(replace(ask, before=f"{first} {ask.before}")) from unclear
    if not kind and (head_of(text) or _is_slices(text)):
        return _make(text, spoken)
    return None


def _is_slices(text: str) -> bool:
    named = read_named(words_of(text))
    return named is not None and bool(named.word) and (named.slices or bool(named.form))


# -- naming ----------------------------------------------------------------------------------------------------------


def _settle(named: NamedThings | None, text: str, spoken: ReferenceContext, capability: str = "") -> NamedThings:
    """What is named, pronouns and words for several kinds resolved.

    Raises:
        UnclearRequest: Not known, or one of several.
    """
    if named is None:
        raise UnclearRequest(Clarification("What do you mean?", f"{text} "))
    if named.pronoun:
        return _antecedent(named, text, spoken, capability)
    if named.word:
        return named
    if not named.options:
        raise unknown(named, text)
    options = likely(named.options, spoken.present, capability)
    if len(options) != 1:
        raise UnclearRequest(_which(options or named.options, named.text, text))
    return replace(named, word=options[0])


def _which(options: Collection[str], said: str, text: str) -> Clarification:
    before, _, after = text.partition(said)
    listed = " or ".join(f"the {noun(kind)}" for kind in options)
    return Clarification(f"Which do you mean: {listed}?", before, after, tuple(options))


def _antecedent(named: NamedThings, text: str, spoken: ReferenceContext, capability: str) -> NamedThings:
    fit = [kind for kind in spoken.things if not capability or capable(kind, capability)]
    if named.slices:
        fit = [kind for kind in spoken.things if capable(kind.removesuffix("Sliced"), "sliceable")]
    fit = list(dict.fromkeys(fit))
    if len(fit) > 1 and not named.every and not named.slices:
        raise UnclearRequest(_which(fit, named.text, text))
    if not fit:
        before, _, after = text.partition(named.text)
        raise UnclearRequest(Clarification(f'What do you mean by "{named.text}"?', before, after))
    pieces = fit[0].endswith("Sliced")
    return replace(named, word=fit[0].removesuffix("Sliced"), slices=named.slices or pieces)


def _each(text: str, spoken: ReferenceContext, capability: str = "") -> list[NamedThings]:
    """Everything that is listed."""
    found = []
    for words in split_list(words_of(text)):
        named = _settle(read_named(words), text, spoken, capability)
        if capability and not _fits(named, capability):
            raise UnclearRequest(_cannot(named, capability, text))
        found.append(named)
    if not found:
        raise UnclearRequest(Clarification("What do you mean?", f"{text} "))
    return found


def _fits(named: NamedThings, capability: str) -> bool:
    return capable(named.word, capability) or capable(_SOURCE.get(named.word, named.word), capability)


_CANNOT: Mapping[str, str] = {
    "pickupable": "I cannot carry {}",
    "receptacle": "Nothing can be put into or onto {}",
    "openable": "{} cannot be opened or closed",
    "toggleable": "{} cannot be switched on or off",
    "dirtyable": "{} cannot be washed",
    "cookable": "{} cannot be cooked",
    "sliceable": "{} cannot be cut",
    "canFillWithLiquid": "{} cannot be filled or emptied",
}


def _cannot(named: NamedThings, capability: str, text: str) -> Clarification:
    before, _, after = text.partition(named.text)
    said = _CANNOT[capability].format(a(named.word))
    return Clarification(f"{said[:1].upper()}{said[1:]}. What do you mean?", before, after)


def _types(things: list[NamedThings]) -> tuple[str, ...]:
    return tuple(named.word for named in things)


# -- verbs -----------------------------------------------------------------------------------------------------------


def _make(text: str, spoken: ReferenceContext) -> RequestResult:
    items = elements(re.sub(r"^(?:me|us|him|her|myself)\b ?", "", text))
    found: list[Errand] = []
    for item in items:
        errand = dish_errand(item, _BREAKFAST_PLACE)
        if errand is None:
            return _fetch(item, spoken) if not dish_words(items) else _unknown_dish(item, text, spoken)
        found.append(errand)
    if not found:
        raise UnclearRequest(Clarification("What shall I make?", "make "))
    return RequestResult(tuple(found), things=tuple(kind for errand in found for kind in made_of(errand)))


def _unknown_dish(item: str, text: str, spoken: ReferenceContext) -> RequestResult:
    named = _settle(read_named(words_of(item)), text, spoken)
    raise UnclearRequest(
        Clarification(f"I do not know how to make {a(named.word)}. What shall I make instead?", "make ")
    )


def _fetch(text: str, spoken: ReferenceContext) -> RequestResult:
    """Asked to get a mug: there is nobody to hand it to, so it has to be said where it should go."""
    text = re.sub(r"^(?:up|me|us|for|at)\b ?", "", text)
    if any(word in GOALS for word in words_of(text)):
        return _put(text, spoken)
    named = _settle(read_named(words_of(text)), text, spoken)
    if not capable(named.word, "pickupable"):
        raise UnclearRequest(Clarification(f"I do not know how to make {a(named.word)}. What do you mean?", "", ""))
    raise UnclearRequest(Clarification(f"Where shall I put the {noun(named.word)}?", f"put {text} "))


def _clean(text: str, spoken: ReferenceContext) -> RequestResult:
    things = _each(re.sub(r"^up\b ?", "", text) or "the dishes", spoken, "dirtyable")
    return RequestResult(tuple(_cleaned(named) for named in things), _same(things), _types(things))


def _cleaned(named: NamedThings) -> Errand:
    if named.count is None or named.every:
        return Errand("Clean All X", (named.word,))
    return Errand(STATE, (named.counted, named.word, "clean"))


def _same(things: list[NamedThings]) -> bool:
    return any(named.pronoun for named in things)


def _put(text: str, spoken: ReferenceContext) -> RequestResult:
    text = re.sub(r"^(?:down|up|out|me|us)\b ?", "", text)
    if re.match(r"^(?:away|out)\b", text) and not re.search(r"\b(?:in|on|into|onto|to)\b", text):
        text = re.sub(r"^(?:away|out) ?", "", text) + " in the garbage can"
    text = re.sub(r"\bfrom (?:the |a )?[\w ]+? (?=to\b|in\b|on\b|into\b|onto\b)", "", text)
    text = re.sub(r"\b(?:down|away|all together|together)\b ?", "", text).strip()
    words = words_of(text)
    leads = [i for i, word in enumerate(words) if word in GOALS]
    if not leads:
        things = _each(text, spoken, "pickupable")
        listed = " and ".join(f"the {noun(named.word)}" for named in things)
        raise UnclearRequest(Clarification(f"Where shall I put {listed}?", f"put {text} "))
    if leads[0] == 0:
        raise UnclearRequest(Clarification("What shall I put there?", "put ", f" {text}"))
    things = _each(" ".join(words[: leads[0]]), spoken, "pickupable")
    place = _place(" ".join(words[leads[0] :]), f"put {text}", spoken, _types(things))
    return RequestResult(
        tuple(_brought(named, place, text) for named in things), _same(things), (*_types(things), place.word)
    )


def _place(text: str, whole: str, spoken: ReferenceContext, things: tuple[str, ...]) -> NamedThings:
    """The one place that is named; two are a contradiction."""
    parts = re.split(r"\b(?:and|or|,)\b", text)
    places = []
    for part in parts:
        words = [word for word in words_of(part) if word not in GOALS]
        if words:
            around = replace(spoken, things=tuple(kind for kind in spoken.things if kind not in things))
            places.append(_settle(read_named(words), whole, around, "receptacle"))
    if not places:
        raise UnclearRequest(Clarification("Where to?", f"{whole} "))
    if len({place.word for place in places}) > 1:
        options = tuple(place.word for place in places)
        listed = " or ".join(f"{'in' if put_in(kind) else 'on'} the {noun(kind)}" for kind in options)
        raise UnclearRequest(
            Clarification(f"It cannot be in two places: {listed}?", whole.removesuffix(text), "", options)
        )
    if not capable(places[0].word, "receptacle"):
        raise UnclearRequest(_cannot(places[0], "receptacle", whole))
    return places[0]


def _brought(named: NamedThings, place: NamedThings, text: str) -> Errand:
    if named.word == place.word and not named.slices:
        raise UnclearRequest(
            Clarification(f"{a(named.word).capitalize()} cannot be put there. Where shall it go?", f"put {named.text} ")
        )
    preposition = "in" if put_in(place.word) else "on"
    if named.slices and not named.pronoun and named.count and capable(place.word, "dirtyable"):
        return sliced(named, place.word, cooked=bool(named.form))
    if named.every and not named.slices:
        return Errand(f"Put All X {'In One' if place.single else 'On'} Y", (named.word, preposition, place.word))
    return Errand(PUT, (named.counted, named.kind, preposition, place.word))


def _slice(text: str, spoken: ReferenceContext) -> RequestResult:
    text = re.sub(r"^(?:up|off|me|us)\b ?", "", text)
    words = words_of(text)
    at = next((i for i, word in enumerate(words) if word in ("in", "on", "into", "onto")), len(words))
    dish = ""
    if words[at : at + 2] and words[at + 1 : at + 2] not in (["slices"], ["pieces"], ["half"]):
        dish = _settle(read_named(words[at + 1 :]), text, spoken, "receptacle").word if at < len(words) else ""
    things = _each(" ".join(words[:at]), spoken, "sliceable")
    if dish and not (capable(dish, "dirtyable") and capable(dish, "receptacle")):
        dish = ""
    return RequestResult(
        tuple(_cut(named, dish) for named in things), False, (*_types(things), *([dish] if dish else []))
    )


def _cut(named: NamedThings, dish: str) -> Errand:
    if named.word == "Egg":
        return Errand(STATE, (named.counted, "EggCracked", CUT))
    return sliced(replace(named, slices=True), dish, cooked=bool(named.form))


def _into_state(state: str) -> Callable[[str, ReferenceContext], RequestResult]:
    def handle(text: str, spoken: ReferenceContext) -> RequestResult:
        capability = STATES[state][2]
        things = _each(re.sub(r"^(?:out|up)\b ?| with water$| out$", "", text), spoken, capability)
        return RequestResult(tuple(_stated(named, state) for named in things), _same(things), _types(things))

    return handle


def _stated(named: NamedThings, state: str) -> Errand:
    word = _SOURCE.get(named.word, named.word) if state in ("on", "off") else named.kind
    every = named.every or (named.count is None and state in _WHOLE_WORLD)
    return Errand(STATE, (ALL if every else named.counted, word, state))


def _cook(text: str, spoken: ReferenceContext) -> RequestResult:
    if head_of(text) or dish_words(elements(text)):
        return _make(text, spoken)
    words = words_of(text)
    at = next((i for i, word in enumerate(words) if word in ("in", "on", "into", "onto", "and")), len(words))
    named = _settle(read_named(words[:at]), text, spoken)
    rest = re.sub(r"\b(?:and )?(?:serve|put) (?:them |it )?", "", " ".join(words[at:]))
    dish = _settle(read_named([w for w in words_of(rest) if w not in GOALS]), text, spoken).word if rest else ""
    if named.slices and dish and capable(dish, "dirtyable"):
        return RequestResult((sliced(named, dish, cooked=True),), False, (named.word, dish))
    if named.word == "Egg":
        return RequestResult((Errand("Omelette"),), False, ("Egg",))
    if not capable(named.word, "cookable"):
        raise UnclearRequest(_cannot(named, "cookable", text))
    return RequestResult((Errand(STATE, (named.counted, named.kind, "cooked")),), named.pronoun, (named.word,))


def _toast(text: str, spoken: ReferenceContext) -> RequestResult:
    named = read_named(words_of(text))
    count = str(named.count or 1) if named is not None else "1"
    if "plate" in text:
        return RequestResult((Errand("Plate Of Toast", (count,) if count != "1" else ()),), False, ("Plate",))
    return RequestResult((Errand(STATE, (count, "BreadSliced", "cooked")),), False, ("Bread",))


def _boil(text: str, spoken: ReferenceContext) -> RequestResult:
    things = _each(text, spoken, "cookable")
    errands = [
        Errand("Boil X", (n.word,))
        if n.counted == "1" and not n.slices
        else Errand(STATE, (n.counted, n.kind, "boiled"))
        for n in things
    ]
    return RequestResult(tuple(errands), _same(things), _types(things))


def _poach(text: str, spoken: ReferenceContext) -> RequestResult:
    return RequestResult((Errand("Poach Egg"),), False, ("Egg",))


def _water(text: str, spoken: ReferenceContext) -> RequestResult:
    things = _each(text or "the plant", spoken, "canFillWithLiquid")
    return RequestResult(tuple(map(_watered, things)), _same(things), _types(things))


def _watered(named: NamedThings) -> Errand:
    if named.word == "HousePlant" and not named.every and (named.count or 1) == 1:
        return Errand("Water Plant")
    return _stated(named, "filled")


def _switch(text: str, spoken: ReferenceContext) -> RequestResult:
    states = re.findall(r"\b(on|off)\b", text)
    rest = re.sub(r"\b(?:on|off|and)\b ?", "", text).strip()
    if not states:
        raise UnclearRequest(Clarification("On or off?", f"switch {text} "))
    if len(set(states)) > 1:
        raise UnclearRequest(Clarification("On and off at once cannot be: on or off?", f"switch {rest} "))
    return _into_state(states[0])(rest, spoken)


def _do(text: str, spoken: ReferenceContext) -> RequestResult | None:
    if re.match(r"^(?:the )?(?:washing(?: |-)?up|dish(?:es)?|washing)$", text):
        return _clean("the dishes", spoken)
    return None


_HANDLERS: Mapping[str, Callable[[str, ReferenceContext], RequestResult | None]] = {
    "make": _make,
    "clean": _clean,
    "put": _put,
    "slice": _slice,
    "cook": _cook,
    "toast": _toast,
    "boil": _boil,
    "poach": _poach,
    "water": _water,
    "fill": _into_state("filled"),
    "empty": _into_state("empty"),
    "open": _into_state("open"),
    "close": _into_state("closed"),
    "on": _into_state("on"),
    "switch": _switch,
    "fetch": _fetch,
    "do": _do,
}
