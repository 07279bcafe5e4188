"""Terms of a request: which things are meant, what must not be used, and on what condition it is done at all.

They hold while a task is carried out, and are written into the task log with it, so that they outlive a restart.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import Any

from agent.belief.common_sense import can
from agent.belief.state import Belief, Thing
from agent.space.clearance import gap
from envs.errors import BadInput
from envs.pocket.scene import Box
from envs.teach.tasks.classes import types_named
from envs.vocabulary.looks import looks
from envs.vocabulary.uses import basins

EMPTY = "empty"
"""State of a vessel without liquid, and of anything that has nothing in or on it."""
ANYTHING = "Anything"
"""In place of a type or class: whatever can be carried."""


@dataclass(frozen=True)
class Trait:
    """What tells some things from others of their kind.

    Attributes:
        kind: Their type or class; "" for any.
        states: Words of ``Thing.states`` or ``Thing.notes``, words for looks ("blue", "wood") or ``EMPTY``, each with
            whether it is so: ("dirty", False).
        place: Type or class of what they are in or on; "" for anywhere.
        near: Type or class of what they are next to; "" for anything.
        holds: Type or class of what has to be in or on them; "" for anything or nothing.
        number: Which of several such places, as in ``number_by_name``; 0 for any.
    """

    kind: str = ""
    states: tuple[tuple[str, bool], ...] = ()
    place: str = ""
    near: str = ""
    holds: str = ""
    number: int = 0

    @property
    def by_look(self) -> bool:
        """Whether it tells things apart by how they look."""
        return any(word in looks() for word, _ in self.states)

    def fits(self, thing: Thing, belief: Belief) -> bool:
        """Whether a thing is so, as far as is known."""
        if self.kind and thing.object_type not in types_named(self.kind):
            return False
        if any(_is(thing, word, belief) != wanted for word, wanted in self.states):
            return False
        if self.holds and not self._is_held(belief.within(thing.object_id)):
            return False
        if self.near and not _is_near(thing, types_named(self.near), belief):
            return False
        around = (belief.things[key] for key in belief.whereabouts(thing.object_id) if key in belief.things)
        return not self.place or any(self._is_place(one, belief) for one in around)

    def _is_place(self, thing: Thing, belief: Belief) -> bool:
        """Whether a thing is where those are that are meant."""
        named = thing.object_type in places_named(self.place)
        return named and (not self.number or number_by_name(thing, belief) == self.number)

    def _is_held(self, things: Iterable[Thing]) -> bool:
        return any(thing.object_type in types_named(self.holds) for thing in things)


def number_by_name(thing: Thing, belief: Belief) -> int:
    """The number by which a thing is told from others of its type, in the order of their names."""
    return 1 + sum(other.object_id < thing.object_id for other in belief.known(thing.object_type))


NEAR = 0.5
"""Metres between the sides of two things next to each other."""


def _is_near(thing: Thing, types: Iterable[str], belief: Belief) -> bool:
    others = [other for other in belief.known(*types) if other.object_id != thing.object_id]
    return any(gap(thing.box, other.box) <= NEAR for other in others)


def places_named(word: str) -> frozenset[str]:
    """The types of places that a word names; what is in a sink is in its basin."""
    named = frozenset(types_named(word))
    return named | {basin for basin, sunk_into in basins().items() if sunk_into in named}


def _is(thing: Thing, word: str, belief: Belief) -> bool:
    if word == EMPTY:
        return "filled" not in thing.states and not belief.within(thing.object_id)
    return word in thing.states or word in thing.look or word in thing.notes


@dataclass(frozen=True)
class WhichThings:
    """Which things of a kind are meant.

    Attributes:
        word: The kind, as the task names it.
        trait: What they are like.
        but: What they must not be like: those are left out; with ``spare``, which of them are left out first.
        spare: How many are left out, whichever.
        others: Whether those are left out with which the same request was concerned before ("the other cups").
        rather: Whether the place is only where they are rather taken from: where none is there, others are meant; of
            what shall only be clean, that others may be washed for it.
        sought: Whether such a one is said to be there ("the clean plate"): all of the home is looked through before
            another is taken.
    """

    word: str
    trait: Trait = field(default_factory=Trait)
    but: Trait | None = None
    spare: int = 0
    others: bool = False
    rather: bool = False
    sought: bool = False

    @property
    def made_clean(self) -> bool:
        """Whether one that is clean is rather taken, and else one is washed before: "on a clean plate"."""
        return self.rather and self.trait == Trait(states=(("dirty", False),))

    def allows(self, thing: Thing, belief: Belief) -> bool:
        """Whether a thing is meant."""
        left_out = self.but is not None and not self.spare and self.but.fits(thing, belief)
        trait = Trait() if self.made_clean else replace(self.trait, place="") if self.rather else self.trait
        return trait.fits(thing, belief) and not left_out

    def merged(self, other: WhichThings) -> WhichThings | None:
        """Both as one; None where they are of different kinds, or each says the same sort of thing."""
        if self.word != other.word or (self.but is not None and other.but is not None):
            return None
        blank = Trait()
        if self.trait != blank and other.trait != blank:
            return None
        told = self if self.trait != blank else other
        others = self.others or other.others
        return WhichThings(
            self.word, told.trait, self.but or other.but, self.spare or other.spare, others, told.rather, told.sought
        )


@dataclass(frozen=True)
class Without:
    """What must not be used or touched.

    Attributes:
        words: Types and classes.
        skill: Which skill must not be used on them; "" for any.
        which: What those of them are like; others of their kind may be used.
        by: A word of ``FOREMOST``: only the biggest or smallest of them; "" for all.
    """

    words: tuple[str, ...]
    skill: str = ""
    which: Trait = field(default_factory=Trait)
    by: str = ""

    def forbids(self, skill: str, object_type: str) -> bool:
        """Whether a skill must not be used on any thing of a type."""
        return not self.by and self.which == Trait() and self._about(skill, object_type)

    def bars(self, skill: str, thing: Thing, belief: Belief) -> bool:
        """Whether a skill must not be used on a thing: of several that are equally big, on one of them."""
        if not self._about(skill, thing.object_type) or not self.which.fits(thing, belief):
            return False
        if not self.by:
            return True
        if Foremost("", self.by).number:
            return number_by_name(thing, belief) == Foremost("", self.by).number
        alike = [other for other in belief.things.values() if self._about(skill, other.object_type)]
        foremost = Foremost("", self.by).of([other for other in alike if self.which.fits(other, belief)])
        return thing.object_id == min(other.object_id for other in foremost)

    def _about(self, skill: str, object_type: str) -> bool:
        return self.skill in ("", skill) and any(_stands_for(word, object_type) for word in self.words)


def _stands_for(word: str, object_type: str) -> bool:
    return can(object_type, "pickupable") if word == ANYTHING else object_type in places_named(word)


@dataclass(frozen=True)
class OnlyIf:
    """On what condition it is done.

    Attributes:
        what: Things.
        holds: Whether there have to be so many, or must not be.
        words: The condition in words: "there is an apple in the fridge".
        least: How many there are at least, where it is so.
        most: How many there are at most, where it is so; 0 for any number.
    """

    what: Trait
    holds: bool
    words: str = ""
    least: int = 1
    most: int = 0

    @property
    def fact(self) -> OnlyIf:
        """What is looked into; the same for a condition and for what is asked for in the other case."""
        return replace(self, holds=True, words="")

    @property
    def telling(self) -> int:
        """How many such things have to be known at most to tell."""
        return self.most + 1 if self.most else self.least

    def is_so(self, count: int) -> bool:
        """Whether it is fulfilled where so many such things were found."""
        return (self.least <= count and (not self.most or count <= self.most)) == self.holds


@dataclass(frozen=True)
class Foremost:
    """Of several things of a kind, the one that is biggest, or highest up, of all in the home.

    Attributes:
        word: The kind, as the task names it.
        by: A word of ``FOREMOST``, or ``number 3``: the third of them as ``number_by_name`` counts.
    """

    word: str
    by: str

    @property
    def number(self) -> int:
        """Its number, where it is told by that; else 0."""
        return int(self.by.removeprefix(NUMBER_BY)) if self.by.startswith(NUMBER_BY) else 0

    def among(self, things: Sequence[Thing], belief: Belief) -> list[Thing]:
        """Those of some things that are it, among all that are known."""
        if self.number:
            return [thing for thing in things if number_by_name(thing, belief) == self.number]
        return self.of(things)

    def of(self, things: Sequence[Thing]) -> list[Thing]:
        """Those of some things that are it by size; all of them where nothing is known of that."""
        measure, sign = FOREMOST[self.by]
        sized = [(sign * _measured(thing.box, measure), thing) for thing in things if thing.box is not None]
        most = max((size for size, _ in sized), default=0.0)
        return [thing for size, thing in sized if size >= most - _ALIKE * abs(most)] or list(things)


NUMBER_BY = "number "
"""Before the number by which one of several is told."""
FOREMOST: Mapping[str, tuple[str, float]] = MappingProxyType(
    {
        "biggest": ("volume", 1.0), "smallest": ("volume", -1.0), "tallest": ("height", 1.0),
        "shortest": ("height", -1.0), "highest": ("level", 1.0), "lowest": ("level", -1.0),
    }
)  # fmt: skip
"""Word → by which measure of its box a thing is compared (``level``: how far up its middle is), and which way."""
_ALIKE = 0.02
"""Share of a measure below which two things count as alike."""


def _measured(box: Box, measure: str) -> float:
    if measure == "level":
        return (box.low[1] + box.high[1]) / 2
    sides = [high - low for low, high in zip(box.low, box.high, strict=True)]
    return sides[1] if measure == "height" else sides[0] * sides[1] * sides[2]


@dataclass(frozen=True)
class AsMany:
    """So many of a kind as there are of another one.

    Attributes:
        word: The kind, as the task names it.
        of: What they are counted by; without a kind, it is so many as ``times`` says, which are all there should be.
        times: How many for each of those.
        apart: Whether each of those has to get its own.
    """

    word: str
    of: Trait
    times: int = 1
    apart: bool = False

    def count(self, belief: Belief) -> int:
        """How many that is, as far as is known."""
        if not self.of.kind:
            return self.times
        alike = belief.known(*types_named(self.of.kind))
        return self.times * sum(self.of.fits(thing, belief) for thing in alike)


@dataclass(frozen=True)
class Either:
    """Other kinds that will do as well: whichever is found.

    Attributes:
        word: The kind, as the task names it.
        others: The other ones.
    """

    word: str
    others: tuple[str, ...]


Term = WhichThings | Without | OnlyIf | Foremost | AsMany | Either

_NAMES: Mapping[type[Term], str] = {
    WhichThings: "which",
    Without: "without",
    OnlyIf: "only if",
    Foremost: "foremost",
    AsMany: "as many",
    Either: "either",
}


def written(terms: Iterable[Term]) -> tuple[str, ...]:
    """Terms as text, for the task log."""
    return tuple(json.dumps({"term": _NAMES[type(one)]} | asdict(one), sort_keys=True) for one in terms)


def terms_from(texts: Sequence[str]) -> tuple[Term, ...]:
    """Read what ``written`` wrote.

    Raises:
        BadInput: It is something else.
    """
    return tuple(map(_read, texts))


def _read(text: str) -> Term:
    try:
        told: dict[str, Any] = json.loads(text)
        return _READERS[told["term"]](told)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput(f"the task log holds {text[:80]!r} where a term of a request is kept: {error}") from error


def _trait(told: dict[str, Any]) -> Trait:
    states = tuple((str(word), bool(so)) for word, so in told["states"])
    near, holds = told.get("near", ""), told.get("holds", "")
    return Trait(told["kind"], states, told["place"], near, holds, int(told.get("number", 0)))


def _by(word: str) -> str:
    if word not in FOREMOST and not (word.startswith(NUMBER_BY) and word.removeprefix(NUMBER_BY).isdecimal()):
        raise ValueError(f"{word!r} is none of {', '.join(FOREMOST)}")
    return word


_READERS: dict[str, Callable[[dict[str, Any]], Term]] = {
    "which": lambda told: WhichThings(
        str(told["word"]),
        _trait(told["trait"]),
        _trait(told["but"]) if told["but"] else None,
        int(told["spare"]),
        bool(told.get("others")),
        bool(told.get("rather")),
        bool(told.get("sought")),
    ),
    "without": lambda told: Without(
        tuple(map(str, told["words"])),
        str(told["skill"]),
        _trait(told["which"]) if told.get("which") else Trait(),
        _by(told["by"]) if told.get("by") else "",
    ),
    "foremost": lambda told: Foremost(str(told["word"]), _by(str(told["by"]))),
    "as many": lambda told: AsMany(str(told["word"]), _trait(told["of"]), int(told["times"]), bool(told["apart"])),
    "either": lambda told: Either(str(told["word"]), tuple(map(str, told["others"]))),
    "only if": lambda told: OnlyIf(
        _trait(told["what"]), bool(told["holds"]), str(told["words"]),
        int(told.get("least", 1)), int(told.get("most", 0)),
    ),
}  # fmt: skip
