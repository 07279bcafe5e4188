"""Accounts for every word of a request, so that nothing of it is dropped in silence.

After a request has been read, each of its words has to be explained by what was understood: a thing by the goal
conditions or terms, a number by a count, a state by a condition, the verb by the deed, all others by being of no
consequence (``assets/english/request_fillers.txt``). What is left was not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from agent.belief.common_sense import can, whole_of
from agent.planning.terms import AsMany, Either, Foremost, OnlyIf, Term, Trait, WhichThings
from agent.planning.wants import ANYTHING
from agent.recognition.small_words import spelt_name
from agent.requests.dishes import GREENS
from agent.requests.errands import BESIDE, CUT, STATE, Errand, made_of, rinses
from agent.requests.errands import STATES as DEEDS
from agent.requests.telling.unknown_words import is_kind_of_its_own, tells_something
from agent.requests.words.clauses import VERBS, starts_request, words_of
from agent.requests.words.frames import deed_of
from agent.requests.words.modifiers import DIRT
from agent.requests.words.nouns import EVERYTHING, LEVELS, NUMBERS, ONLY_SAID, SIZES, STATES, heads
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.data import words as word_list
from envs.vocabulary.groups import asked_back
from envs.vocabulary.inflection import singular
from envs.vocabulary.names import everyday, in_requests
from envs.vocabulary.numbers import ORDINALS
from envs.vocabulary.uses import basins, handiest, pieces

_LONGEST = 4
_DISHES = re.compile(
    r"(?:coffee|salad|toast|breakfast|omelett?e|omelet|slice|piece|cup|mug|plate)s?|sandwich(?:es)?|scrambled|poached|glass"
    r"|water"
)
"""Words that name a dish, or a part or a measure of one."""


@dataclass(frozen=True)
class Unexplained:
    """Words of a request that nothing accounts for.

    Attributes:
        grave: Words that change what is to be done: things, numbers, and words such as "not".
        unknown: Words that nobody knows.
        headed: Names of things with such a word behind them, which may make them names of something else.
    """

    grave: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    headed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.grave or self.unknown)


def unexplained(text: str, errands: Sequence[Errand], spoken: Iterable[str] = ()) -> Unexplained:
    """The words of a request that what was understood does not account for.

    Args:
        text: The request, in lower case.
        errands: What was understood.
        spoken: Types and classes that were also understood in it.
    """
    explained = _Explained(errands, spoken)
    explained.where = explained.beside and " where " in text
    explained.elsewhere = explained.elsewhere and len(_NOT.findall(text)) == 1
    side = SIDE.search(text)
    grave: list[str] = [side[0]] if side and not explained.beside else []
    unknown: list[str] = []
    before, named, headed = "", tuple[str, ...](), list[str]()
    phrases = tuple(_phrases(words_of(_PAUSE.sub(" , ", text))))
    for at, phrase in enumerate(phrases):
        if phrase == (",",):
            continue
        kind = explained.judge(phrase)
        if kind == "unknown" and (_tells_which(phrase[0], text) or tells_something(phrases, at, _names_thing)):
            kind = "grave"
        if not kind and is_kind_of_its_own(phrases, at, _names_thing):
            kind = "grave"
        if kind == "unknown" and _heads_it(phrase[0], named):
            headed.append(" ".join((*named, phrase[0])))
        if before in ORDINALS and any(can(one, "receptacle") for one in _names().get(_key(phrase), ())):
            grave.append(f"{before} {' '.join(phrase)}")  # which drawer of several: places have no order
        if kind:  # what there is of something is no mere detail: "a glass of milk"
            (grave if kind == "grave" or before == "of" else unknown).append(" ".join(phrase))
        before = phrase[-1]
        named = phrase if _key(phrase) in _names() else ()
    return Unexplained(tuple(dict.fromkeys(grave)), tuple(dict.fromkeys(unknown)), tuple(headed))


def _heads_it(word: str, named: tuple[str, ...]) -> bool:
    """Whether an unknown word behind a thing's name makes it the name of something else: "the egg shells"."""
    return bool(named) and word.isalpha() and not _ADVERB.search(word)


def _tells_which(word: str, text: str) -> bool:
    """Whether an unknown word tells which things are meant: "the used ones", "the plate with the crumbs on it"."""
    if word in _SPOKE:
        return False
    said = re.escape(word)
    did = rf"\b(?:you|i|we|he|she|they)(?:'ve| have|'d| had)? (?:just |already |last )?{said}\b"
    return bool(
        re.search(rf"{did}|\b{said} ones?\b|\bwith (?:(?:the|an?|some|my) )?{said} (?:on|in) (?:it|them)\b", text)
    )


_SPOKE = frozenset({"mean", "meant", "said", "say", "think", "thought", "guess", "asked", "told", "wanted"})
"""What people do with words: it tells no thing apart."""
_ADVERB = re.compile(r"(?:ly|wise|wards?)$")
_NOT = re.compile(r"\b(?:not|isn't|aren't)\b")
SIDE = re.compile(r"\b(?:left|right)(?:[ -]hand)?(?: side)? of\b")
"""On which side of something: places are known only as next to each other."""


def types_accounted_for(errands: Sequence[Errand]) -> frozenset[str]:
    """The types, and classes of types, that errands are about."""
    return frozenset(_Explained(errands, ()).types)


def markers(text: str) -> tuple[str, ...]:
    """The words of a sentence that would change a request: of what was said beside it."""
    found = word_list("request_markers.txt")
    return tuple(
        dict.fromkeys(word for word in words_of(text) if word in found and word not in word_list("request_talk.txt"))
    )


def _phrases(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The words and pauses, those words that name a thing together."""
    names, at = _names(), 0
    while at < len(words):
        size = next(
            (n for n in range(_LONGEST, 0, -1) if _key(words[at : at + n]) in names and at + n <= len(words)), 1
        )
        yield tuple(words[at : at + size])
        at += size


_PAUSE = re.compile(r"[,;:.!?]+(?= |$)")


def _names_thing(phrase: tuple[str, ...]) -> bool:
    return _key(phrase) in _names()


def _key(words: Sequence[str]) -> tuple[str, ...]:
    plain = tuple(map(singular, words))
    return plain if " ".join(plain) in everyday() else tuple(singular(spelt_name(word)) for word in words)


@lru_cache(maxsize=1)
def _names() -> dict[tuple[str, ...], frozenset[str]]:
    """Words, singular → types that they name."""
    found: dict[tuple[str, ...], frozenset[str]] = {}
    for phrase, name in in_requests().items():
        key = tuple(map(singular, phrase.split()))
        found[key] = found.get(key, frozenset()) | frozenset(types_named(name))
    for word, options in asked_back().items():
        found[(singular(word),)] = found.get((singular(word),), frozenset()) | frozenset(options)
    listed = [one for one in found.items() if len(one[0]) > 1 and " ".join(one[0]) not in everyday()]
    heads_of = [((last,), types) for (*_, last), types in listed] + [
        ((word,), options) for word, options in heads().items()
    ]
    for head, types in heads_of:
        found[head] = found.get(head, frozenset()) | frozenset(types)
    return found


_SO: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "isDirty": ("clean",),
        "simbotIsCooked": ("cooked",),
        "isCooked": ("cooked",),
        "simbotIsBoiled": ("boiled",),
        "isFilledWithLiquid": ("filled", "water"),
        "simbotIsFilledWithCoffee": ("coffee",),
    }
)
"""Goal condition → the states by which people name it."""


_PAIRS = (("biggest", "smallest"), ("tallest", "shortest"), ("highest", "lowest"))
_OPPOSITE = {word: other for a, b in _PAIRS for word, other in ((a, b), (b, a))}
"""Of two things of a kind that are told apart by size, the other one."""


class _Explained:
    """What errands account for."""

    def __init__(self, errands: Sequence[Errand], spoken: Iterable[str]) -> None:
        self._errands = errands
        self.types: set[str] = set()
        self.counts, self.states = {0, 1}, set[str]()
        self.every = self.beside = self.negated = self.between = self.where = self.others = False
        self.said: set[int] = set()
        self.left_alone = self.as_many = self.elsewhere = self.numbered = False
        self.foremost: set[str] = set()
        for word in spoken:
            self._name(word)
        for errand in errands:
            self._errand(errand)
        self.states |= {"clean", "dirty"} if rinses(errands) else set()
        self.types |= {whole_of(one) or one for one in self.types} | {basins().get(one, one) for one in self.types}
        self.types |= {piece for whole, piece in pieces().items() if whole in self.types}
        self.types |= {basin for basin, around in basins().items() if around in self.types}

    def _name(self, word: str) -> None:
        self.types |= set(types_named(word)) | {word}

    def _errand(self, errand: Errand) -> None:
        for param in (*errand.params, *made_of(errand)):
            self._name(param)
            self.counts |= {int(param)} if param.isdecimal() else set()
            self.said |= {int(param)} if param.isdecimal() else set()
            self.every = self.every or param == ALL
            self.beside = self.beside or param == BESIDE
            relation = param == "on" and errand.name != STATE  # where things are put, and no state of a tap
            self.states |= {param} if (param in DEEDS and not relation) or param == CUT else set()
        self.every = self.every or errand.name.startswith(("Put All", "Clean All"))
        if {"Salad", "Sandwich"} & {errand.name, *errand.params}:
            self.types |= {*GREENS, "Bread"}
            self.counts |= {2} if errand.name == "Sandwich" else set()
            self.between = self.between or "Sandwich" in (errand.name, *errand.params)
            self.negated = self.negated or "0" in errand.params
        for component in errand.task.walk():
            self._conditions(component.conditions)
        for term in errand.terms:
            self._term(term)
        if {"open", "closed"}.intersection(errand.params):
            return
        if "filled" in self.states or errand.name in ("Water Plant", "Coffee", "Boil X", "Poach Egg"):
            self.types |= {"Faucet", *handiest("catching water")}
        if self.states & {"on", "off"}:
            self.types |= {"StoveBurner", "StoveKnob", "Faucet", *handiest("catching water")}

    def _conditions(self, conditions: Mapping[str, Any]) -> None:
        for name, value in conditions.items():
            if name in ("objectType", "simbotObjectClass"):
                self._name(str(value))
        self.states |= {word for name in conditions for word in _SO.get(name, ())}

    def _term(self, term: Term) -> None:
        if isinstance(term, WhichThings):
            self.counts.add(term.spare)
            self.elsewhere = self.elsewhere or (term.but is not None and bool(term.but.place))
            self.every = self.every or bool(term.spare) or term.but is not None
            among = any(term.trait.holds in made_of(one) for one in self._errands)  # "in the fridge with the others"
            self.others = self.others or term.but is not None or term.others or among
            for trait in (term.trait, term.but):
                self._trait(trait)
        elif isinstance(term, OnlyIf):
            self._trait(term.what)
        elif isinstance(term, Foremost):
            self.foremost.add(term.by)
            self._number(term.number)
        elif isinstance(term, Either):
            for word in term.others:
                self._name(word)
        elif isinstance(term, AsMany):
            self.every, self.as_many = True, True
            self.counts.add(term.times)
            self._trait(term.of)
        else:
            self.left_alone = True
            self._trait(term.which)
            self.foremost |= {term.by, _OPPOSITE.get(term.by, term.by)} if term.by else set()
            self._number(Foremost("", term.by).number)
            for word in term.words:
                self._name(word)

    def _number(self, number: int) -> None:
        """Take in the number by which one of several is told; 0 for none."""
        if number:
            self.counts.add(number)
            self.numbered = True

    def _trait(self, trait: Trait | None) -> None:
        if trait is not None:
            self._name(trait.kind)
            self._name(trait.place)
            self._name(trait.near)
            self._name(trait.holds)
            self._number(trait.number)
            self.beside = self.beside or bool(trait.near)
            self.states |= {word if so else f"not {word}" for word, so in trait.states}

    def judge(self, phrase: tuple[str, ...]) -> str:
        """Whether a phrase is accounted for (""), or "grave", or "unknown"."""
        word = phrase[-1]
        if len(phrase) == 1 and (word in word_list("request_fillers.txt") or self._plain(word)):
            return ""
        types = _names().get(_key(phrase))
        if types is not None:
            there = self.where and any(can(kind, "receptacle") for kind in types)  # "the drawer where the spoon is"
            return "" if types & self.types or there or self._of_dish(word) else "grave"
        marks = word_list("request_markers.txt")
        if word in marks or singular(word) in marks or word in NUMBERS or word.isdecimal():
            return "grave"
        return "" if word in word_list("request_fillers.txt") or self._of_dish(word) else "unknown"

    def _of_dish(self, word: str) -> bool:
        return bool(_DISHES.fullmatch(word)) and bool(self._errands)

    def _plain(self, word: str) -> bool:
        """Whether a single word is explained by the deed, a number, a state, or a relation."""
        if VERBS.get(deed_of(word)) in _DEED_VERBS:  # also "washed", of what shall be
            return True
        if word in ("all", "every", "each", "both", "everything"):
            return self.every or (word == "both" and len(self._errands) > 1)
        if word in SIZES or word in LEVELS:
            return {**SIZES, **LEVELS}[word] in self.foremost
        if word in ("as", "many", "same", "number") and self.as_many:
            return True
        if word in ("number", "no", "nr", "num") and self.numbered:
            return True
        if word in ("only", "just", "exactly"):
            return len(self.counts) > 2 or 1 in self.said
        if word in ("other", "apart", "except", "more", "another", "but"):
            return self.others or (word not in ("other", "more", "another") and self.left_alone) or word == "but"
        if word in ("not", "isn't", "aren't") and self.elsewhere:
            return True
        if word in ("left", "right", "side"):
            return self.beside
        if word == "between":
            return self.between
        if word in ("without", "no"):
            return self.negated
        if word in EVERYTHING:
            return ANYTHING in self.types
        if word == "same":
            return any(errand.name == "Put All X In One Y" for errand in self._errands)
        if word in ("next", "beside", "near", "close", "alongside", "where"):
            return self.beside
        if word in NUMBERS or word.isdecimal():
            return (int(word) if word.isdecimal() else NUMBERS[word]) in self.counts
        return self._state(word)

    def _state(self, word: str) -> bool:
        if word in ("cut", "sliced", "chopped", "diced", "slicing"):
            return any(one.endswith("Sliced") for one in self.types) or CUT in self.states
        if word in DEEDS and word in self.states:
            return True
        if word in ("cooked", "fried", "grilled", "baked", "heated", "microwaved", "toasted", "roasted", "hot", "warm"):
            return bool(self.states & {"cooked", "boiled", "coffee"})
        if word in ("boiled", "full", "filled", "empty"):
            return bool(self.states & {{"full": "filled"}.get(word, word)})
        if word in DIRT:
            return bool(self.states & {"dirty", "clean"})
        state = {**STATES, **ONLY_SAID}.get(word)
        if state is None:
            return word == "off" and "off" in self.states
        told = state[0] if state[1] else f"not {state[0]}"
        if state == ("on", True) and "off" in self.states:  # "switch off the running tap"
            return True
        if state[0] == "sliced" and CUT in self.states:  # "leave one whole"
            return True
        return told in self.states or (state[0] == "dirty" and "clean" in self.states)


_DEED_VERBS = frozenset(
    {"make", "clean", "put", "slice", "cook", "toast", "boil", "poach", "water", "fill", "empty", "open", "close"}
    | {"switch", "on", "off", "fetch", "bring", "stow", "do"}
)


def words_between(text: str, words: Iterable[str]) -> str:
    """The part of a request that reaches from the first to the last of some words, for asking about it."""
    found = [match for word in words for match in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text)]
    if not found:
        return " ".join(words)
    start, end = min(one.start() for one in found), max(one.end() for one in found)
    left_out = _LEFT_OUT.search(text, start)  # "without" says nothing without what follows
    return (
        text[start : max(end, _end_of(text, left_out.end()))]
        if left_out and left_out.start() < end
        else text[start:end]
    )


_LEFT_OUT = re.compile(r"\b(?:without|not|except(?: for)?|but|other than|apart from|never|neither|nor|no)\b")


def _end_of(text: str, at: int) -> int:
    """Where what is said of what is left out ends: before a pause, or before what else is asked for."""
    for joint in re.finditer(r"\s*[,.;!?]| (?:and|then) ", text[at:]):
        if joint[0].strip() not in ("and", "then") or starts_request(text[at + joint.end() :]):
            return at + joint.start()
    return len(text)
