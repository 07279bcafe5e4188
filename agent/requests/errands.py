"""What can be asked for: TEACh's tasks, and the smaller deeds that people ask for beside them.

An errand is a name and parameters, so it can be written into a log and be built again from it. Names that are not
TEACh's are built here from the same parts, so that the planner and the checker treat them alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from agent.belief.common_sense import whole_of
from agent.planning import phrasing as words
from agent.planning.term_words import with_terms
from agent.planning.terms import AsMany, Either, Foremost, Term, WhichThings
from agent.planning.wants import (
    ANYTHING,
    SLICED,
    Want,
    WantedPlace,
    out_of_vessels,
    wants_of,
    with_choice,
    with_measure,
    with_which,
)
from envs.errors import UnknownTask
from envs.teach.tasks.classes import class_members
from envs.teach.tasks.definition import ALL, Component, Task, TaskRelation
from envs.teach.tasks.definitions import load_task
from envs.vocabulary.english import a, how_many, joined, noun, one, plural
from envs.vocabulary.task_names import plainly
from envs.vocabulary.uses import pieces, put_in
from memory.experience import type_of

PUT, STATE, RESTORE, LOOK, BRING = "Put N X On Y", "N X In State", "Restore", "Look For", "Bring N X"
AWAY, SEVERAL = "Put N X Away", "N Dishes"
"""Errands beside TEACh's: bring so many to a place; have so many in a state; have certain things as they were; know
where one is, or all of them are; hand so many over to whoever asked; put so many where such things belong;
make so many of a dish, each on its own plate."""

STATES: Mapping[str, tuple[str, int, str, str]] = MappingProxyType(
    {
        "clean": ("isDirty", 0, "dirtyable", "clean {}"),
        "cooked": ("simbotIsCooked", 1, "cookable", "cook {}"),
        "boiled": ("simbotIsBoiled", 1, "cookable", "boil {}"),
        "filled": ("isFilledWithLiquid", 1, "canFillWithLiquid", "fill {} with water"),
        "empty": ("isFilledWithLiquid", 0, "canFillWithLiquid", "empty {}"),
        "open": ("isOpen", 1, "openable", "open {}"),
        "closed": ("isOpen", 0, "openable", "close {}"),
        "on": ("isToggled", 1, "toggleable", "switch {} on"),
        "off": ("isToggled", 0, "toggleable", "switch {} off"),
    }
)
"""State word → property, its value, what a type must be capable of, and the deed."""
BESIDE = "next to"
"""Preposition of ``PUT`` for a thing that has to be beside another."""
CUT = "cut"
"""The state of pieces of which nothing else is wanted."""

_FOODS = {"Salad": ("lettuce", "tomato", "cooked potato"), "Sandwich": ("lettuce", "tomato")}
_DISHED: Mapping[str, int] = {
    "Salad": 3,
    "Sandwich": 2,
    "Plate Of Toast": 1,
}  # where a dish other than the plate is given


@dataclass(frozen=True)
class Errand:
    """Something to do.

    Attributes:
        name: A TEACh task type, ``PUT``, ``STATE`` or ``RESTORE``.
        params: Its parameters. ``Coffee`` and ``Plate Of Toast`` also take how many; ``Salad``, ``Sandwich`` and
            ``Plate Of Toast`` a last one, the dish to serve it on.
        terms: Which things are meant, what must not be used, and on what condition it is done.
    """

    name: str
    params: tuple[str, ...] = ()
    terms: tuple[Term, ...] = ()

    @property
    def task(self) -> Task:
        """The goal conditions.

        Raises:
            UnknownTask: No such errand, or the parameters do not fit it.
        """
        return _build(self.name, self.params)

    @property
    def words(self) -> str:
        """What it is to do it: "put the fork in the sink"."""
        plain = _served_words(self.name, self.params) if self.name in _FOODS else words.errand(self.task)
        if self.name == SEVERAL and self.params[1] in _FOODS:
            plain = _served_words(self.params[1], self.params[2:], int(self.params[0]))
        return with_terms(plain, self.terms)

    @property
    def told(self) -> str:
        """The same as people say it: "put all the forks in the sink", not "put every fork in some sink"."""
        return plainly(self.words)

    def on(self, *terms: Term) -> Errand:
        """The same with further terms; what two of them say of the same kind becomes one."""
        found = list(self.terms)
        for term in terms:
            if term not in found:
                _add(found, term)
        return replace(self, terms=tuple(found))

    def wants(self) -> tuple[tuple[Want, ...], dict[int, str]]:
        """What it wants of single things, and which wants are about which very thing."""
        if self.name == RESTORE:
            return _restored(self.params)
        wants = beside(self.params) if self.name == PUT and self.params[2] == BESIDE else wants_of(self.task)
        wants = tuple(
            replace(
                want,
                handed=self.name == BRING,
                stowed=self.name == AWAY,
                needy=self.name == AWAY or (self.name == STATE and bool(want.conditions)),
            )
            for want in wants
        )
        wants = out_of_vessels(with_which(wants, [one for one in self.terms if isinstance(one, WhichThings)]))
        wants = with_choice(wants, [one for one in self.terms if isinstance(one, Either)])
        return with_measure(wants, [one for one in self.terms if isinstance(one, Foremost | AsMany)]), {}


def _add(found: list[Term], term: Term) -> None:
    """Add a term, or make it one with what is told of the same kind."""
    for at, old in enumerate(found):
        both = old.merged(term) if isinstance(old, WhichThings) and isinstance(term, WhichThings) else None
        if both is not None:
            found[at] = both
            return
    found.append(term)


def _served_words(name: str, params: tuple[str, ...], many: int = 1) -> str:
    """What it is to make a salad or sandwich, or so many; what there is none of is not mentioned."""
    foods = [(int(count), food) for count, food in zip(params, _FOODS[name], strict=False) if count != "0"]
    inside = joined([f"{how_many(n, 'slice')} of {food}" for n, food in foods])
    dish = params[len(_FOODS[name])] if len(params) > len(_FOODS[name]) else "Plate"
    where = f"{'in' if put_in(dish) else 'on'} a clean {noun(dish)}"
    some = f"make {how_many(many, name.lower())}" if many > 1 else f"make a {name.lower()}"
    return f"{some}{', each' if many > 1 else ''}{' with ' if inside else ''}{inside} {where}"


@lru_cache(maxsize=512)
def _build(name: str, params: tuple[str, ...]) -> Task:
    own: Mapping[str, Callable[..., Task]] = {
        PUT: _put, STATE: _state, RESTORE: _restore, LOOK: _look, BRING: _bring, AWAY: _away,
        SEVERAL: _dishes,
    }  # fmt: skip
    if name in own:
        try:
            return own[name](*params)
        except TypeError as error:
            raise UnknownTask(f"{name} does not take the parameters {' '.join(params) or '(none)'}") from error
    count, dish = (*params[:1], "1")[0], (*params[1:2], "Plate")[0]
    if name == "Coffee" and len(params) == 1:
        many = "coffee in a clean mug" if count == "1" else f"{count} coffees in clean mugs"
        return _several(load_task("Coffee"), "coffee", count, f"Make {many}.")
    if name == "Plate Of Toast" and len(params) in (1, 2):
        where = f"{'in' if put_in(dish) else 'on'} a clean {noun(dish)}"
        text = f"Serve {how_many(int(count), 'slice')} of toast {where}."
        return _several(_on_dish(load_task(name), dish), "toast", count, text)
    if name in _DISHED and len(params) > _DISHED[name]:
        return _on_dish(load_task(name, params[: _DISHED[name]]), params[-1])
    return load_task(name, params)


def _several(task: Task, key: str, count: str, desc: str) -> Task:
    """The task with another number of one component, and of it in every relation."""
    parts = tuple(replace(c, determiner=count) if c.key == key else c for c in task.components)
    relations = tuple(
        replace(
            r,
            head_determiners=tuple(
                count if head == key else d for head, d in zip(r.heads, r.head_determiners, strict=True)
            ),
        )
        for r in task.relations
    )
    return replace(task, params=(count,), components=parts, relations=relations, desc=desc)


def _on_dish(task: Task, dish: str) -> Task:
    """The task with another dish in place of the plate."""
    if dish == "Plate":
        return task
    parts = tuple(
        replace(c, task=load_task("Clean X", (dish,))) if c.key == "plate" and c.task is not None else c
        for c in task.components
    )
    preposition = "in" if put_in(dish) else "on"
    desc = task.desc.replace("on one clean plate", f"{preposition} one clean {noun(dish)}")
    return replace(task, params=(*task.params, dish), components=parts, desc=desc)


def _find(word: str) -> tuple[str, dict[str, Any]]:
    """How things are told by a word: pieces by their type, all else also by class."""
    if word == ANYTHING:
        return "pickupable", {"pickupable": 1}
    prop = "objectType" if whole_of(word) else "simbotObjectClass"
    return prop, {prop: word}


def _part(key: str, count: str, word: str, must: Mapping[str, Any], otherwise: str, shared: bool = False) -> Component:
    prop, conditions = _find(word)
    if SLICED in must:
        prop, conditions = "objectType", {"objectType": word}
    elif word == ANYTHING and must:
        prop = next(can for state, value, can, _ in STATES.values() if must.get(state) == value)
        conditions = {prop: 1}
    sentences = dict.fromkeys(must, otherwise)
    return Component(key, count, prop, shared, {**conditions, **must}, sentences)


def beside(params: tuple[str, ...]) -> tuple[Want, ...]:
    """The wants of putting so many things next to another one."""
    count, thing, _, other = params
    prop, place = (next(iter(_find(word)[1])) for word in (thing, other))
    head = Want(prop, thing, count == ALL, {}, (WantedPlace(0, True, True),))
    return (Want(place, other, False, {}), *(head for _ in range(1 if count == ALL else int(count))))


def _put(count: str, thing: str, preposition: str, place: str) -> Task:
    if thing == place:
        raise UnknownTask(f"{noun(thing)} cannot be put {preposition} itself")
    some = counted(count, thing)
    text = f"Put {some} {preposition} the {one(place)}."
    head = _part(thing, count, thing, {}, "")
    if preposition == BESIDE:  # TEACh has no such relation: it counts that both are there
        near = _part(place, "a", place, {}, f"There is no {noun(place)}.", shared=True)
        return Task(0, PUT, (count, thing, preposition, place), None, text, (head, near), ())
    tail = _part(place, "a", place, {"receptacle": 1}, f"There is no {noun(place)}.", shared=True)
    relation = TaskRelation("parentReceptacles", (thing,), (count,), place, "a", text)
    return Task(0, PUT, (count, thing, preposition, place), None, text, (head, tail), (relation,))


def _state(count: str, thing: str, state: str) -> Task:
    if state == CUT:
        whole = not whole_of(thing)
        must, text = {SLICED: 1} if whole else {}, f"Cut {'up ' if whole else ''}{counted(count, thing)}."
        if thing in ("Egg", "EggCracked"):
            text = f"Crack {counted(count, 'Egg')}."
    elif state in STATES:
        prop, value, _, deed = STATES[state]
        must, text = {prop: value}, deed.format(counted(count, thing))
    else:
        raise UnknownTask(f"{state!r} is not a state; they are {', '.join((*STATES, CUT))}")
    if thing == "HousePlant" and state == "filled":
        text = f"Water {counted(count, thing)}"
    text = text[:1].upper() + text[1:].rstrip(".") + "."
    return Task(0, STATE, (count, thing, state), thing, text, (_part(thing, count, thing, must, text),), ())


def counted(count: str, word: str) -> str:
    """So many things: "2 mugs", "all the forks", "a plate"."""
    if word == ANYTHING:
        return "everything"
    if count == ALL:
        return f"all the {noun(word)}" if word in class_members() else f"all the {plural(word)}"
    if count == "1":
        return f"one of the {noun(word)}" if word in class_members() else a(word)
    return f"{count} {plural(word)}"


def _look(count: str, thing: str) -> Task:
    text = f"Look for {counted(count, thing)}."
    return Task(0, LOOK, (count, thing), thing, text, (_part(thing, count, thing, {}, text),), ())


def _bring(count: str, thing: str) -> Task:
    text = f"Bring you {counted(count, thing)}."
    return Task(0, BRING, (count, thing), thing, text, (_part(thing, count, thing, {}, text),), ())


def _dishes(count: str, name: str, *params: str) -> Task:
    one_dish = _build(name, params)
    part = Component(name.lower(), count, "", False, {}, {}, one_dish)
    return Task(0, SEVERAL, (count, name, *params), None, f"Make {count} {plural(name.lower())}.", (part,), ())


def _away(count: str, thing: str) -> Task:
    text = f"Put {counted(count, thing)} away."
    return Task(0, AWAY, (count, thing), thing, text, (_part(thing, count, thing, {}, text),), ())


def _restore(*params: str) -> Task:
    """Triples: a thing's id, ``at`` and a receptacle's id, or ``is`` and a state."""
    parts: dict[str, Component] = {}
    relations: list[TaskRelation] = []
    for thing, how, value in _triples(params):
        must = dict([STATES[value][:2]]) if how == "is" else {}
        old = parts.get(thing)
        conditions = {**(old.conditions if old else {"objectId": thing}), **must}
        parts[thing] = Component(thing, "1", "objectId", False, conditions, {})
        if how == "at":
            parts.setdefault(value, Component(value, "1", "objectId", True, {"objectId": value}, {}))
            relations.append(TaskRelation("parentReceptacles", (thing,), ("1",), value, "the"))
    text = "; ".join(_restored_words(*triple) for triple in _triples(params))
    return Task(0, RESTORE, params, None, text[:1].upper() + text[1:] + ".", tuple(parts.values()), tuple(relations))


def _restored_words(thing: str, how: str, value: str) -> str:
    kind = type_of(thing)
    if how == "at":
        return words.home_words(kind, type_of(value)).replace("put ", "put ", 1) + " again"
    return STATES[value][3].format(f"the {noun(kind)}") + " again"


def _triples(params: tuple[str, ...]) -> list[tuple[str, str, str]]:
    triples = [(params[i], params[i + 1], params[i + 2]) for i in range(0, len(params) - 2, 3)]
    bad = [how for _, how, value in triples if how not in ("at", "is") or (how == "is" and value not in STATES)]
    if len(params) % 3 or not params or bad:
        raise UnknownTask(f"{RESTORE} takes triples (thing, at, receptacle) or (thing, is, state), not {params}")
    return triples


def _restored(params: tuple[str, ...]) -> tuple[tuple[Want, ...], dict[int, str]]:
    """One want per thing, after those for the receptacles, each bound to the very thing."""
    wants: list[Want] = []
    index: dict[str, int] = {}

    def want_of(key: str) -> int:
        if key not in index:
            index[key] = len(wants)
            wants.append(Want("objectType", type_of(key), False, {}))
        return index[key]

    triples = _triples(params)
    for place in (value for _, how, value in triples if how == "at"):
        want_of(place)
    for thing, how, value in triples:
        i = want_of(thing)
        if how == "at":
            place = want_of(value)
            wants[i] = replace(wants[i], homes=(WantedPlace(place, True),))
            wants[place] = replace(wants[place], is_home=True)
        else:
            prop, wanted, *_ = STATES[value]
            wants[i] = replace(wants[i], conditions={**wants[i].conditions, prop: wanted})
    return tuple(wants), {i: key for key, i in index.items()}


def made_of(errand: Errand) -> tuple[str, ...]:
    """What one would call "it" after such an errand."""
    name, params = errand.name, errand.params
    if name == SEVERAL:
        return made_of(Errand(params[1], params[2:]))
    if name == "Coffee":
        return ("Mug",)
    if name in ("Salad", "Sandwich", "Plate Of Toast"):
        return (params[-1] if params and params[-1][:1].isalpha() else "Plate",)
    if name.endswith("Slices Of X In Y"):
        return (params[3], params[1])
    if name in (PUT, STATE, LOOK, BRING, AWAY):
        return (pieces().get(params[1], params[1]) if params[2:] == (CUT,) else params[1],)
    if name in ("Boil X", "Clean All X", "Put All X On Y", "Put All X In One Y"):
        return params[:1]
    return {"Water Plant": ("HousePlant",), "Omelette": ("Egg",), "Poach Egg": ("Egg",)}.get(name, ())


RINSING = (Errand(STATE, ("1", "Faucet", "on")), Errand(STATE, ("1", "Faucet", "off")))
"""What is done when all that is to be rinsed lies in the basin."""


def rinses(errands: Sequence[Errand]) -> bool:
    """Whether a tap is opened over what was put there, and closed again at once: that washes it."""
    steps = [(one.name, one.params) for one in errands]
    tap = [(one.name, one.params) for one in RINSING]
    return any(steps[at][0] == PUT and steps[at + 1 : at + 3] == tap for at in range(len(steps) - 2))


def is_placing(errand: Errand) -> bool:
    """Whether an errand is to put things somewhere."""
    return errand.name in (PUT, "Put All X On Y", "Put All X In One Y")


def is_carrying(errand: Errand) -> bool:
    """Whether an errand is to bring things anywhere: to a place, to somebody, or to where they belong."""
    return is_placing(errand) or errand.name in (BRING, AWAY)


def named_words(errand: Errand) -> frozenset[str]:
    """The words by which people refer to an errand: types and classes, and names of dishes in lower case."""
    found = set(errand.params) | set(made_of(errand)) | {kind.removesuffix("Sliced") for kind in errand.params}
    if errand.name == SEVERAL:
        return _words_only(found) | named_words(Errand(errand.params[1], errand.params[2:]))
    found |= {w for w in ("salad", "sandwich", "coffee", "toast", "breakfast", "omelette") if w in errand.name.lower()}
    if errand.name == "Water Plant":
        found |= {"HousePlant", "watering"}
    if errand.name.endswith("Slices Of X In Y"):
        found |= {"slices", plural(errand.params[1])}
    return _words_only(found)


def _words_only(found: Iterable[str]) -> frozenset[str]:
    return frozenset(word for word in found if word[:1].isalpha() and (len(word) > 2 or word.isupper()) and word != ALL)
