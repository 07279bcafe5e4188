"""What a task wants of single things: its goal conditions, nested tasks expanded, one ``Want`` per thing needed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from agent.belief.common_sense import can, kinds, whole_of
from agent.planning.terms import ANYTHING, AsMany, Either, Foremost, Trait, WhichThings
from envs.teach.tasks.classes import same_type
from envs.teach.tasks.definition import ALL, SKIP, Component, Task, TaskRelation
from envs.vocabulary.object_types import CAPABILITIES, object_types

SLICED = "isSliced"
"""Condition of a whole thing that is to be cut up; afterwards there are only its pieces."""
COOKED = ("isCooked", "simbotIsCooked")
"""Conditions of what is to be cooked."""
_EXISTENCE = frozenset({"receptacle", "simbotPickedUp"})
"""Conditions that ask for nothing to be done: being able to hold things."""


@dataclass(frozen=True)
class WantedPlace:
    """Where a wanted thing has to be.

    Attributes:
        want: Index of the want that describes the receptacle.
        single: Whether it has to be the very thing that is bound to that want, or any that fits.
        beside: Whether it has to be next to that thing instead of in or on it.
        apart: Whether each such receptacle has to get its own, so many at most; 0 for no matter.
        out_of: Type or class of a vessel that it has to be taken out of: what lies in a bowl on the table is there,
            but not yet out of the bowl; "" for none.
    """

    want: int
    single: bool
    beside: bool = False
    apart: int = 0
    out_of: str = ""


@dataclass(frozen=True)
class Want:
    """One thing, or every thing of a kind, in a certain state and place.

    Attributes:
        prop: ``objectType`` or ``simbotObjectClass``: by what the thing is chosen.
        word: The type or class.
        everything: Whether all things of the kind are meant.
        conditions: State properties and the values wanted.
        homes: Where it has to be.
        is_home: Whether other things have to be in or on it.
        which: Which things of the kind are meant; None for any.
        handed: Whether it has to be brought to the person who asked.
        stowed: Whether it has to be put where such things belong.
        foremost: Of all that fit, the biggest or smallest; None for any.
        as_many: Where all of a kind are meant: how many of them at most; None for all.
        also: Other types and classes that will do as well.
        needy: Whether one that is not so yet is meant, where there is one: of two cups the dirty one is washed.
    """

    prop: str
    word: str
    everything: bool
    conditions: Mapping[str, Any]
    homes: tuple[WantedPlace, ...] = ()
    is_home: bool = False
    which: WhichThings | None = None
    handed: bool = False
    stowed: bool = False
    foremost: Foremost | None = None
    as_many: AsMany | None = None
    also: tuple[str, ...] = ()
    needy: bool = False

    @property
    def searched(self) -> bool:
        """Whether all of the home is looked through for it: the biggest, or one that is said to be there."""
        return self.foremost is not None or (self.which is not None and self.which.sought)

    @property
    def types(self) -> tuple[str, ...]:
        """The object types that may serve."""
        if self.word == ANYTHING:
            return tuple(name for name in object_types() if can(name, self.prop))
        own = (self.word,) if self.prop == "objectType" and whole_of(self.word) else kinds(self.word)
        return (*own, *(kind for word in self.also for kind in kinds(word)))

    def fits(self, object_type: str, classes: list[str]) -> bool:
        """Whether a thing of that type and those classes is meant."""
        if self.word == ANYTHING:
            return can(object_type, self.prop)
        if any(same_type(object_type, word) or word in classes for word in self.also):
            return True
        if self.prop == "simbotObjectClass":
            return self.word in classes
        return same_type(object_type, self.word)


def wants_of(task: Task) -> tuple[Want, ...]:
    """Everything the task wants, receptacles before what has to be in them."""
    wants: list[Want] = []
    _expand(task, wants)
    return _ordered(wants)


def with_which(wants: tuple[Want, ...], terms: Iterable[WhichThings]) -> tuple[Want, ...]:
    """The wants, each with which things of its kind are meant; of pieces, which whole they are cut from."""
    of = {term.word: term for term in terms}
    cut = {whole_of(term.word): replace(term, word=whole_of(term.word) or "") for term in of.values()}
    found: list[Want] = []
    clean: set[int] = set()
    for i, w in enumerate(wants):
        which = of.get(w.word) or of.get(whole_of(w.word) or "")
        which = which or (cut.get(w.word) if SLICED in w.conditions else None)
        if which is not None and which.made_clean:
            clean.add(i)
            w = replace(w, conditions={**w.conditions, "isDirty": 0})
        found.append(replace(w, which=which))
    return _at_the_very(tuple(found), clean)


def out_of_vessels(wants: tuple[Want, ...]) -> tuple[Want, ...]:
    """The wants; what is told by the vessel it is in, and is to go elsewhere, has to come out of that."""

    def leaving(want: Want) -> Want:
        vessel = want.which.trait.place if want.which is not None and want.which.word == want.word else ""
        if not vessel or not any(can(kind, "pickupable") for kind in kinds(vessel)):
            return want
        homes = (home if vessel in (wants[home.want].word, *wants[home.want].also) else replace(home, out_of=vessel)
                 for home in want.homes)  # fmt: skip
        return replace(want, homes=tuple(homes))

    return tuple(map(leaving, wants))


def with_choice(wants: tuple[Want, ...], terms: Iterable[Either]) -> tuple[Want, ...]:
    """The wants, each with the other kinds that will do as well."""
    others = {term.word: term.others for term in terms}
    return tuple(replace(want, also=others.get(want.word, ())) for want in wants)


def with_measure(wants: tuple[Want, ...], terms: Iterable[Foremost | AsMany]) -> tuple[Want, ...]:
    """The wants, each with which of its kind is meant by size, and how many of all of them."""
    found = list(wants)
    for term in terms:
        for i, want in enumerate(found):
            words = (want.word, whole_of(want.word))
            if term.word not in words and not (SLICED in want.conditions and whole_of(term.word) == want.word):
                continue
            if isinstance(term, Foremost):
                heads = [j for j, other in enumerate(found) if any(home.want == i for home in other.homes)]
                found[i] = replace(want, foremost=term, is_home=want.is_home or bool(heads))
                for j in heads:  # things go to that very one
                    homes = tuple(replace(h, single=h.single or h.want == i) for h in found[j].homes)
                    found[j] = replace(found[j], homes=homes)
            elif want.everything:
                homes = tuple(
                    replace(home, apart=term.times, single=home.single and not home.beside) if term.apart else home
                    for home in want.homes
                )
                found[i] = replace(want, as_many=term, homes=homes)
    return tuple(found)


def into_the_very(wants: tuple[Want, ...], given: Mapping[str, str]) -> tuple[Want, ...]:
    """The wants of a task whose place was handled before: "wash the bowl and put an egg in it" means that very bowl.

    Args:
        wants: The wants.
        given: Kind → the thing of that kind that "it" is.
    """
    places = {home.want for want in wants for home in want.homes}
    return _at_the_very(wants, {i for i in places if not wants[i].everything and wants[i].word in given})


def _at_the_very(wants: tuple[Want, ...], places: Collection[int]) -> tuple[Want, ...]:
    """The wants, what goes to some places going to the very things that are bound to those."""

    def bound(i: int, want: Want) -> Want:
        homes = tuple(replace(home, single=home.single or home.want in places) for home in want.homes)
        return replace(want, homes=homes, is_home=want.is_home or i in places)

    return tuple(bound(i, want) for i, want in enumerate(wants)) if places else wants


def sought(trait: Trait) -> Want:
    """The want of knowing one thing that is so."""
    prop = "objectType" if trait.kind in object_types() else "simbotObjectClass"
    return Want(prop, trait.kind, False, {}, which=WhichThings(trait.kind, trait))


def _expand(task: Task, wants: list[Want]) -> int | None:
    """Append a task's wants; returns the index of the one that stands for the task as a whole."""
    anchors: dict[str, list[int]] = {}
    tails = {relation.tail for relation in task.relations}
    heads = {head for relation in task.relations for head in relation.heads}
    for component in task.components:
        if component.determiner != SKIP:
            needed = component.key in tails | heads or component.key == task.anchor
            anchors[component.key] = _component(component, wants, needed)
    for relation in task.relations:
        _relate(relation, anchors, wants)
    return next(iter(anchors.get(task.anchor or "", ())), None)


def _component(component: Component, wants: list[Want], needed: bool) -> list[int]:
    if component.task is not None:
        found = [_expand(component.task, wants) for _ in range(component.count)]
        return [index for index in found if index is not None]
    prop = component.primary_condition
    conditions = {k: v for k, v in component.conditions.items() if k != prop and k not in _EXISTENCE}
    everything = component.determiner == ALL
    if not (needed or conditions or whole_of(str(component.conditions[prop]))):
        return []  # a knife, a sink: it is there, or it is not
    word = ANYTHING if prop in CAPABILITIES else str(component.conditions[prop])
    want = Want(prop, word, everything, conditions)
    first = len(wants)
    wants.extend([want] * component.count)
    return list(range(first, len(wants)))


def _relate(relation: TaskRelation, anchors: Mapping[str, list[int]], wants: list[Want]) -> None:
    single = relation.tail_determiner == "the"
    for tail in anchors.get(relation.tail, ())[:1]:
        wants[tail] = replace(wants[tail], is_home=wants[tail].is_home or single)
        for head in relation.heads:
            for index in anchors.get(head, ()):
                wants[index] = replace(wants[index], homes=(*wants[index].homes, WantedPlace(tail, single)))


def _ordered(wants: list[Want]) -> tuple[Want, ...]:
    """Receptacles first; the indices in ``homes`` follow."""
    order = sorted(range(len(wants)), key=lambda i: (not wants[i].is_home, i))
    moved = {old: new for new, old in enumerate(order)}
    return tuple(
        replace(wants[i], homes=tuple(replace(home, want=moved[home.want]) for home in wants[i].homes)) for i in order
    )
