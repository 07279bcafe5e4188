"""What things are called: words of an utterance → a type or class of things, how many of them, in which form."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from agent.belief.common_sense import can
from agent.planning.terms import EMPTY, NUMBER_BY, Trait
from agent.planning.wants import ANYTHING
from agent.recognition.small_words import spelt_name
from envs.pocket.things.traits import STRICT_SLOT
from envs.teach.tasks.classes import types_named
from envs.vocabulary.data import words as word_list
from envs.vocabulary.groups import asked_back
from envs.vocabulary.inflection import singular
from envs.vocabulary.looks import also_things, looks
from envs.vocabulary.names import everyday, in_requests
from envs.vocabulary.numbers import AMOUNTS, up_to
from envs.vocabulary.object_types import object_types
from envs.vocabulary.uses import being, handiest

NUMBERS: Mapping[str, int] = MappingProxyType({"no": 0, "another": 1, **AMOUNTS, **up_to(20)})
_EVERY = frozenset({"all", "every", "each", "both", "any"})
_WHOSE = frozenset({"my", "your", "our", "its", "his", "her", "their"})
_ARTICLES = _WHOSE | {"the", "that", "this", "those", "these", "some", "of", "me", "other"}
_SOILED = "dirty filthy unwashed soiled greasy grimy unclean gross mucky manky grubby grotty yucky icky disgusting"
STATES: Mapping[str, tuple[str, bool]] = MappingProxyType(
    {
        **dict.fromkeys(_SOILED.split(), ("dirty", True)),
        **dict.fromkeys(("clean", "washed", "spotless"), ("dirty", False)),
        **dict.fromkeys(("full", "filled"), ("filled", True)),
        "empty": (EMPTY, True),
        **dict.fromkeys(("open", "opened"), ("open", True)),
        **dict.fromkeys(("closed", "shut"), ("open", False)),
        **dict.fromkeys(("raw", "uncooked"), ("cooked", False)),
        **dict.fromkeys(("whole", "uncut", "unsliced"), ("sliced", False)),
        **dict.fromkeys(("broken", "smashed"), ("broken", True)),
        **dict.fromkeys(("running", "lit", "burning"), ("on", True)),
        **{word: (look, True) for word, look in looks().items() if word not in also_things()},
    }
)
"""Adjective → state or look of a thing and whether it is so."""
ONLY_SAID: Mapping[str, tuple[str, bool]] = MappingProxyType(
    {
        "on": ("on", True),
        "off": ("on", False),
        "cooked": ("cooked", True),
        "sliced": ("sliced", True),
        "cut": ("sliced", True),
        **{word: (look, True) for word, look in looks().items() if word in also_things()},
    }
)
"""Those that are states only behind "is": before a noun they say what is to be done, or where."""
SIZES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("biggest", "largest", "bigger", "larger", "big", "large", "huge"), "biggest"),
        **dict.fromkeys(("smallest", "smaller", "small", "tiniest", "tiny"), "smallest"),
        **dict.fromkeys(("tallest", "taller", "tall"), "tallest"),
        **dict.fromkeys(("shortest", "shorter"), "shortest"),
    }
)
"""Adjective → by what the one that is meant is foremost of its kind."""
LEVELS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("top", "topmost", "upper", "uppermost", "highest"), "highest"),
        **dict.fromkeys(("bottom", "bottommost", "lower", "lowermost", "lowest"), "lowest"),
    }
)
"""The same of furniture that stands one above the other: "the top drawer"."""
_FORMS = frozenset({"cooked", "fried", "grilled", "baked", "heated", "microwaved", "boiled", "toasted", "roasted"})
_PIECES = frozenset({"slice", "piece", "bit", "chunk"})
_HANGERS = STRICT_SLOT & being("built in")
_VESSELS = frozenset({"cup", "mug", "glass"})
_MASS = re.compile(r"(?:ware|cutlery|crockery|furniture|food|equipment|decor|washing)$")
"""Words that in the singular mean all of a kind."""
EVERYTHING = frozenset({"everything", "stuff", "whatever", "things"})
SOURCE: Mapping[str, str] = MappingProxyType(
    {"StoveBurner": "StoveKnob", **dict.fromkeys(handiest("catching water"), "Faucet")}
)
"""What is switched where people name something else."""
PRONOUNS = frozenset({"it", "them", "that", "this", "those", "these", "one", "ones"})


@dataclass(frozen=True)
class NamedThings:
    """Some things, as they were named.

    Attributes:
        word: Type or class; "" when the words are not known.
        count: How many; None when no number was said.
        every: Whether all of the kind are meant.
        slices: Whether slices of it are meant.
        form: ``cooked``, ``boiled``, …; "" when nothing was said.
        text: The words.
        options: Types, when the words may mean several kinds.
        pronoun: Whether it only refers to what was spoken of.
        end: Index of the first word behind it.
        more: Whether more of them are meant ("another").
        single: Whether one and the same was asked for ("on one plate").
        states: Words of states, each with whether it is so ("the dirty mug").
        place: Type or class of what they are in or on; "" where that was not said.
        near: Type or class of what they are next to; "" where that was not said.
        holds: Type or class of what is in or on them; "" where that was not said.
        but: What those are like that are left out; None for nobody.
        spare: How many are left out, whichever.
        foremost: By what it is the foremost of its kind, as in ``Foremost``; "" for nothing.
        apiece: Whether each of them is meant by itself ("on each plate").
        others: Other kinds that will do as well ("a pen or a pencil").
        there: Whether the place can only say where they are ("that is in the sink", "from the sink").
        listed: Whether the place was said behind a list of which they are a part.
        number: Which of several such places it is, told by its number; 0 for any.
    """

    word: str
    count: int | None
    every: bool
    slices: bool
    form: str
    text: str
    end: int
    options: tuple[str, ...] = ()
    pronoun: bool = False
    more: bool = False
    single: bool = False
    states: tuple[tuple[str, bool], ...] = ()
    place: str = ""
    near: str = ""
    holds: str = ""
    but: Trait | None = None
    spare: int = 0
    foremost: str = ""
    apiece: bool = False
    there: bool = False
    others: tuple[str, ...] = ()
    listed: bool = False
    number: int = 0

    @property
    def kind(self) -> str:
        """The word, or the type of its pieces."""
        if self.slices and can(self.word, "sliceable"):
            return f"{self.word}Cracked" if self.word == "Egg" else f"{self.word}Sliced"
        return self.word

    @property
    def counted(self) -> str:
        """The determiner as tasks have it."""
        return "all" if self.every else str(self.count or 1)


@lru_cache(maxsize=1)
def _names() -> Mapping[tuple[str, ...], str]:
    """Words, singular → type or class."""
    return {tuple(map(singular, phrase.split())): name for phrase, name in in_requests().items()}


@lru_cache(maxsize=1)
def heads() -> Mapping[str, tuple[str, ...]]:
    """Last words of names of several words → the types so named.

    Of everyday names only those of what things hang on: what is hung there tells which "rail" is meant.
    """
    found: dict[str, list[str]] = {}
    for words, name in _names().items():
        if " ".join(words) in everyday() and name not in _HANGERS:
            continue
        if len(words) > 1 and name in object_types() and not name.endswith(("Sliced", "Cracked", "Basin")):
            found.setdefault(words[-1], []).append(name)
    return {word: tuple(sorted(set(names))) for word, names in found.items()}


def read_named(words: Sequence[str], start: int = 0) -> NamedThings | None:
    """Read what is named at a place in an utterance; None when no thing can begin there.

    Args:
        words: Lower-case words.
        start: Where.
    """
    at, count, every, form, slices, more, single = start, None, False, "", False, False, False
    determined, foremost = False, ""
    apiece = start < len(words) and words[start] in ("each", "every")
    states: list[tuple[str, bool]] = []
    while at < len(words):
        word = words[at]
        if singular(word) in _VESSELS and words[at + 1 : at + 2] == ["of"]:
            return replace(_drink(words, start, at, count, every), states=tuple(states))
        if word in looks():
            if not _is_look(words, at):
                break
            states.append((looks()[word], True))
            determined = True
        elif word in STATES and at + 1 < len(words) and words[at + 1] not in word_list("request_stops.txt"):
            states.append(STATES[word])
        elif count is not None and at > start and words[at - 1] in ("the", "my", "your", "our") and word in NUMBERS:
            pass  # "two of the three"
        elif word in SIZES or (word in LEVELS and _is_furniture(words, at + 1)):
            if _named_whole(words, start, at):
                break
            foremost = SIZES.get(word) or LEVELS[word]
        elif word.isdecimal() and len(word) < 3:
            count, determined = int(word), True
        elif word in _EVERY:
            every, determined = True, True
        elif word == "one" and at + 1 < len(words) and words[at + 1] in ("of", "and"):
            count, determined = 1, True
        elif word in NUMBERS and not (word == "one" and not _goes_on(words, at + 1)):
            count, more, determined = NUMBERS[word], more or word == "another", True
            single = single or word == "one"
        elif word in ("more", "extra"):
            more = True
        elif word in _FORMS:
            form = word
        elif singular(word) in _PIECES and words[at + 1 : at + 2] != ["of"]:  # of what was spoken of
            many = word not in _PIECES and count is None
            return NamedThings("", count, every or many, True, form, word, at + 1, pronoun=True, more=more)
        elif word in ("sliced", "cut", "chopped"):
            slices = True
        elif singular(word) in _PIECES and at + 1 < len(words) and words[at + 1] == "of":
            slices, count = True, count if count is not None or determined else (1 if word in _PIECES else None)
        elif word in _ARTICLES or word in word_list("request_looks.txt"):
            determined, single = True, single or word in ("single", "same")
        elif not (determined and _passes(words, start, at)):
            break
        at += 1
    named = _noun(words, start, at)
    if named is None:
        return None
    told = _number_behind(named, words) if count is None and not every and not foremost else (0, named.end)
    if told[0]:
        foremost, named = f"{NUMBER_BY}{told[0]}", replace(named, end=told[1])
    whole = slices or named.slices
    plural = named.every and count is None
    if words[start] == "any" and every and not named.every and named.word and count is None:
        every, count = False, 1  # "any fruit": whichever
    every = (every or plural) and count != 0
    return replace(
        named, count=count, every=every, slices=whole, form=form, more=more, single=single, states=tuple(states),
        foremost=foremost, apiece=apiece,
    )  # fmt: skip


def _number_behind(named: NamedThings, words: Sequence[str]) -> tuple[int, int]:
    """The number by which one of several is told, and where it ends: "drawer 3", "cabinet number two"; else 0."""
    at = named.end
    if not named.word or named.every or named.slices or named.word == ANYTHING:
        return 0, at
    marked = words[at : at + 1] in (["number"], ["no"], ["nr"], ["num"])
    at += marked
    word = words[at] if at < len(words) else ""
    number = int(word) if word.isdecimal() and len(word) < 3 else up_to(20).get(word, 0)
    spelt = not word.isdecimal() and not marked and not can(named.word, "receptacle")
    behind = words[at + 1] if at + 1 < len(words) else ","
    if not number or spelt or not (behind == "," or behind in _BEHIND_NUMBER):
        return 0, named.end
    return number, at + 1


_BEHIND_NUMBER = frozenset(
    {"and", "or", "but", "in", "on", "into", "onto", "to", "from", "out", "off", "up", "back", "away", "next", "please"}
    | {"for", "with", "except", "if", "unless", "then", "is", "are", "has", "that", "which", "should", "instead", "too"}
    | {"open", "closed", "shut", "now", "again", "over", "where", "first", "before", "after", "needs", "must", "goes"}
)
"""Words before which a number tells one of several: "drawer 3 and …", not "two times"."""


def _named_whole(words: Sequence[str], start: int, at: int) -> bool:
    """Whether an adjective is part of a name: "the big light"."""
    named = _noun(words, start, at)
    return named is not None and bool(named.word) and named.end > at + 1


def _is_furniture(words: Sequence[str], at: int) -> bool:
    """Whether what follows holds things: "the top drawer", "the top one", and not "the top of the fridge"."""
    if words[at : at + 1] and words[at] in ("one", "ones"):
        return True
    named = _noun(words, at, at)
    return named is not None and bool(named.word) and can(named.word, "receptacle")


def _is_look(words: Sequence[str], at: int) -> bool:
    """Whether a word for a look tells how what follows looks, and is not a thing, or part of the name of one."""
    if at + 1 >= len(words) or words[at + 1] in word_list("request_stops.txt") or words[at + 1] == ",":
        return False
    here, behind = _noun(words, at, at), _noun(words, at + 1, at + 1)
    if here is not None and here.word and here.end > at + 1:
        return False  # "black pepper"
    known = behind is not None and bool(behind.word or behind.options)
    return known or words[at + 1] in looks() or words[at] not in also_things()


def _passes(words: Sequence[str], start: int, at: int) -> bool:
    """Whether a word between an article and a noun is an adjective that nobody knows: "my poor plant"."""
    if at + 1 >= len(words) or words[at] in word_list("request_stops.txt") or words[at] == ",":
        return False
    here, behind = _noun(words, start, at), _noun(words, start, at + 1)
    known = here is not None and (here.word or here.options or (here.pronoun and here.end > at))
    return not known and behind is not None and bool(behind.word) and behind.end > at + 1


def passed_over(words: Sequence[str], named: NamedThings) -> bool:
    """Whether an adjective that nobody knows stands before the noun with which words begin: "the squishy tomato"."""
    known = _ARTICLES | _EVERY | _FORMS | {"more", "extra", "sliced", "cut", "chopped", "only", "just"}
    for at in range(named.end):
        here, word = _noun(words, 0, at), words[at]
        if here is not None and here.word == named.word and here.end == named.end:
            return False
        told = word in NUMBERS or word in STATES or word in SIZES or word in looks() or word.isdecimal()
        if not (told or word in known or word in word_list("request_looks.txt")):
            return True
    return False


def _goes_on(words: Sequence[str], at: int) -> bool:
    return at < len(words) and words[at] not in ("and", "or", "on", "in", "instead", "then", "too", ",")


def _drink(words: Sequence[str], start: int, at: int, count: int | None, every: bool) -> NamedThings:
    """A vessel named with what is in it: "a cup of coffee", "a glass of water"."""
    liquid = words[at + 2] if at + 2 < len(words) else ""
    word = singular(words[at])
    kind = "Mug" if liquid == "coffee" or word == "mug" else "Cup"
    text = " ".join(words[start : at + 3])
    return NamedThings(kind, count, every, False, liquid, text, min(len(words), at + 3))


def _noun(words: Sequence[str], start: int, at: int) -> NamedThings | None:
    """The noun at a place: the longest name that is known; a word that nothing is called by comes out without type."""
    table = _names()
    for last in range(min(len(words), at + 4), at, -1):
        said = list(words[at:last])
        if (
            any(word in word_list("request_stops.txt") for word in said)
            and " ".join(map(singular, said)) not in everyday()
            and not ("of" in said[1:-1] and tuple(map(singular, said)) in table)
        ):
            continue
        exact = tuple(said)
        key = tuple(singular(spelt_name(word)) for word in said)
        head = said[said.index("of") - 1] if "of" in said[1:] else said[-1]  # "the bars of soap"
        plural = head != singular(head) and head.endswith("s")
        for option in (exact, tuple(singular(word) for word in said), key):
            if option in table:
                return _known(table[option], words, start, last, plural)
        pieces = len(key) > 1 and key[-1] in _PIECES
        if pieces and key[:-1] in table and can(table[key[:-1]], "sliceable"):
            found = _known(table[key[:-1]], words, start, last, plural)
            return replace(found, slices=True)
        if len(said) == 1:
            only = singular(spelt_name(said[-1]))
            options = asked_back().get(only) or heads().get(only, ())
            if options:
                name = options[0] if len(options) == 1 else ""
                return NamedThings(
                    name, None, plural, False, "", " ".join(words[start:last]), last, options if not name else ()
                )
    if words[at : at + 1] and words[at] in EVERYTHING:
        return NamedThings(ANYTHING, None, True, False, "", words[at], at + 1)
    if at < len(words) and words[at] in PRONOUNS:
        return NamedThings(
            "", None, words[at] in ("them", "those", "these", "ones"), False, "", words[at], at + 1, pronoun=True
        )
    if at > start and words[at - 1] in PRONOUNS and words[at - 1] in _ARTICLES | {"one"}:
        many = words[at - 1] in ("those", "these")
        return NamedThings("", None, many, False, "", words[at - 1], at, pronoun=True)
    if at < len(words) and words[at] not in word_list("request_stops.txt") and words[at].isalpha():
        return NamedThings("", None, False, False, "", words[at], at + 1)
    return None


def _known(name: str, words: Sequence[str], start: int, end: int, plural: bool) -> NamedThings:
    slices = name.endswith(("Sliced", "Cracked"))
    word = name.removesuffix("Sliced").removesuffix("Cracked") if slices else name
    return NamedThings(
        word, None, plural or bool(_MASS.search(words[end - 1])), slices, "", " ".join(words[start:end]), end
    )


def mentioned(text: str) -> tuple[str, ...]:
    """The types and classes that a text names, the last one first."""
    words = re.findall(r"[a-z]+(?:'[a-z]+)?|\d+|,", text)
    found: list[str] = []
    at = 0
    while at < len(words):
        named = read_named(words, at)
        if named is not None and named.word and named.word != ANYTHING:
            found.append(named.kind)
        at = max(at + 1, named.end if named is not None and named.word else 0)
    return tuple(dict.fromkeys(reversed(found)))


def capable(word: str, capability: str) -> bool:
    """Whether some type that a word stands for has a capability."""
    if word == ANYTHING:
        return capability == "pickupable"
    return any(can(kind, capability) for kind in types_named(word))


def likely(options: Sequence[str], present: Collection[str], capability: str = "") -> tuple[str, ...]:
    """Those of several kinds that can be meant: capable of it, and of those the ones that are known to be here."""
    fit = tuple(kind for kind in options if not capability or can(kind, capability))
    here = tuple(kind for kind in fit if kind in present)
    return here or fit
