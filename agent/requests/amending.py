"""Changes of errands: "two slices instead of one", "the bowl instead of the plate", "without tomato"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from agent.planning.terms import Trait, WhichThings
from agent.requests.dishes import GREENS
from agent.requests.errands import AWAY, BRING, PUT, SEVERAL, STATE, STATES, Errand, made_of
from agent.requests.instructions import Amend, Quantity
from agent.requests.words.nouns import capable
from envs.errors import UnknownTask
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import noun
from envs.vocabulary.uses import put_in

#: For each errand: what its parameters are.
_ROLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Salad": (*GREENS, "dish"),
        "Sandwich": ("Lettuce", "Tomato", "dish"),
        "Coffee": ("count",),
        "Plate Of Toast": ("count", "dish"),
        "N Slices Of X In Y": ("count", "food", "how", "dish"),
        "N Cooked Slices Of X In Y": ("count", "food", "how", "dish"),
        "Put All X On Y": ("thing", "how", "place"),
        "Put All X In One Y": ("thing", "how", "place"),
        PUT: ("count", "thing", "how", "place"),
        STATE: ("count", "thing", "state"),
        BRING: ("count", "thing"),
        AWAY: ("count", "thing"),
        "Clean All X": ("thing",),
        "Boil X": ("thing",),
    }
)
_DEFAULTS = {"dish": "Plate", "count": "1"}
_FITS = {"dish": ("receptacle", "dirtyable"), "place": ("receptacle",), "food": ("sliceable",)}


def counted_apart(errand: Errand) -> Errand | None:
    """An errand that counts things, as one of which the number can be changed; None for dishes."""
    if errand.name in ("Put All X On Y", "Put All X In One Y"):
        return replace(errand, name=PUT, params=(ALL, *errand.params))
    if errand.name == "Clean All X":
        return replace(errand, name=STATE, params=(ALL, *errand.params, "clean"))
    if errand.name == "Boil X":
        return replace(errand, name=STATE, params=("1", *errand.params, "boiled"))
    return errand if errand.name in (PUT, STATE, BRING, AWAY) else None


def capability(errand: Errand) -> str:
    """What a thing has to be capable of for an errand that is counted apart, as ``capable`` knows it."""
    if errand.name == STATE:
        return STATES[errand.params[2]][2] if errand.params[2] in STATES else "sliceable"
    return "pickupable"


def is_part_of(unwanted: Errand, task: Errand) -> bool:
    """Whether what is not wanted is one way of doing a task, or a part of it: "put it in the sink, not by the plate".

    Args:
        unwanted: What was said not to be done.
        task: What is to be done.
    """
    named = {kind.removesuffix("Sliced") for kind in made_of(unwanted)}
    if counted_apart(task) is None:
        bread = ("Bread",) if task.name in ("Sandwich", "Plate Of Toast") else ()
        return bool(named & {*made_of(task), *ingredients(task), *bread})
    same = unwanted.name == task.name and (task.name != STATE or unwanted.params[2:] == task.params[2:])
    return same and bool(named & {kind.removesuffix("Sliced") for kind in made_of(task)})


def ingredients(errand: Errand) -> tuple[str, ...]:
    """What a dish is made with that can be left out of it; nothing of other errands."""
    if errand.name not in ("Salad", "Sandwich"):
        return ()
    told = dict(zip(_ROLES[errand.name], errand.params, strict=False))
    return tuple(food for food in GREENS if told.get(food, "0") != "0")


def amended(errand: Errand, change: Amend) -> Errand | str:
    """The errand with a change made, or why it cannot be made, as a question.

    Args:
        errand: What was to be done.
        change: What shall be otherwise.
    """
    if errand.name == "Water Plant":
        errand = replace(errand, name=STATE, params=("1", "HousePlant", "filled"))
    if errand.name == SEVERAL or (errand.name in ("Salad", "Sandwich") and change.more and not change.new.word):
        return _of_several(errand, change)
    errand = _put_there(errand, change)
    apart = counted_apart(errand)
    many = change.new.count and (errand.name != "Boil X" or change.new.count > 1)
    if apart is not None and apart != errand and many and not change.drop:
        errand = apart
    roles = _ROLES.get(errand.name)
    if roles is None:
        return f"I cannot change anything about {_gerund(errand)}. Shall I drop it?"
    values = dict(zip(roles, errand.params, strict=False))
    for role, value in _DEFAULTS.items():
        if role in roles:
            values.setdefault(role, value)
    done = _changed(errand, values, change)
    if isinstance(done, str):
        return done
    new = not_only_there(errand, replace(errand, params=_params(errand, roles, done)))
    try:
        new.task  # noqa: B018 - refuses what makes no sense
    except UnknownTask as error:
        return f"That does not work: {error}. What shall I do?"
    return new


def not_only_there(old: Errand, new: Errand) -> Errand:
    """What "put it back in the cabinet" became, without what it told of things: that they are not there now.

    Args:
        old: What was to be done.
        new: What is to be done in its place.
    """
    if not (old.name == new.name == PUT) or old.params[-1] == new.params[-1]:
        return new
    there = Trait("", (), old.params[-1])
    terms = tuple(replace(t, but=None) if isinstance(t, WhichThings) and t.but == there else t for t in new.terms)
    return replace(new, terms=tuple(t for t in terms if not isinstance(t, WhichThings) or t != WhichThings(t.word)))


def _of_several(errand: Errand, change: Amend) -> Errand | str:
    """So many of a dish, changed in their number or each of them."""
    many = int(errand.params[0]) if errand.name == SEVERAL else 1
    dish = Errand(errand.params[1], errand.params[2:], errand.terms) if errand.name == SEVERAL else errand
    new: Errand | str = dish
    if change.new.word or change.old is not None or change.drop or change.new.count is None:
        new = amended(dish, change)
    else:
        many = many + change.new.count if change.more else change.new.count
    if isinstance(new, str) or many < 1:
        return new if isinstance(new, str) else "Then nothing is left of it. Shall I drop it altogether?"
    return new if many == 1 else replace(new, name=SEVERAL, params=(str(many), new.name, *new.params))


def _put_there(errand: Errand, change: Amend) -> Errand:
    """Putting somewhere in place of putting away or bringing, where a change says no more than where to."""
    place = change.new.word
    if errand.name not in (AWAY, BRING) or change.old is not None or not place or change.drop:
        return errand
    if not capable(place, "receptacle") or capable(place, "pickupable"):
        return errand
    return replace(errand, name=PUT, params=(*errand.params, "in" if put_in(place) else "on", place))


def _gerund(errand: Errand) -> str:
    return f'"{errand.words}"'


def _changed(errand: Errand, values: dict[str, str], change: Amend) -> dict[str, str] | str:
    new, old = change.new, change.old
    if old is not None and old.word and old.word != new.word:
        return _replaced(errand, values, new, old)
    if old is not None and old.count is not None and not _is_count(values, new, old):
        return f"It was not {old.count}. What shall I change?"
    return _numbered(errand, values, change)


def _is_count(values: Mapping[str, str], new: Quantity, old: Quantity) -> bool:
    return str(old.count) in (values.get("count"), values.get(new.word), *(values.get(food) for food in GREENS))


def _replaced(errand: Errand, values: dict[str, str], new: Quantity, old: Quantity) -> dict[str, str] | str:
    """One thing in place of another."""
    if old.word in values and old.word in GREENS and new.word in values:  # an ingredient of a dish for another
        count = values[old.word] if new.count is None else str(new.count)
        return values | {old.word: "0", new.word: str(max(int(count), int(values[new.word])))}
    role = next((role for role, value in values.items() if _same(value, old.word)), None)
    if role is None:
        return f"There is no {noun(old.word)} in {_gerund(errand)}. What shall I change?"
    return _put_in(values, role, new)


def _same(value: str, word: str) -> bool:
    return (
        value == word
        or value.removesuffix("Sliced") == word
        or word in types_named(value)
        or value in types_named(word)
    )


def _put_in(values: dict[str, str], role: str, new: Quantity) -> dict[str, str] | str:
    word = new.word
    if not word:
        return "What instead?"
    if values[role].endswith("Sliced") and capable(word, "sliceable"):
        word = f"{word}Sliced"
    wrong = [need for need in _FITS.get(role, ()) if not capable(word, need)]
    if wrong or word in [value for key, value in values.items() if key != role]:
        return f"The {noun(word)} does not work for that. What instead?"
    more = (
        {"count": str(new.count)} if new.count is not None and "count" in values and role in ("food", "thing") else {}
    )
    return values | {role: word} | more


def _numbered(errand: Errand, values: dict[str, str], change: Amend) -> dict[str, str] | str:
    """Another number, or another dish or place where only one was said."""
    new = change.new
    food = new.word if new.word in values else ""
    if not new.word and change.old is not None and change.old.count is not None:
        food = _only(values, change.old)
    role = food or ("count" if "count" in values and (not new.word or _counts(values, new.word)) else "")
    if not role:
        return _elsewhere(errand, values, new)
    if change.drop:
        if role == "count":
            return "Then nothing is left of it. Shall I drop it altogether?"
        number = 0
    else:
        said = new.count if new.count is not None else 1
        before = 0 if values[role] == ALL else int(values[role])
        number = before + said if change.more else max(said, 1) if new.count is None else said
    done = values | {role: ALL if new.every and role == "count" else str(number)}
    left = [int(done[key]) for key in (*GREENS, "count") if key in done and done[key].isdecimal()]
    return done if sum(left) or ALL in done.values() else "Then nothing is left of it. Shall I drop it altogether?"


def _only(values: Mapping[str, str], old: Quantity) -> str:
    """The one ingredient that has the old number."""
    found = [food for food in GREENS if values.get(food) == str(old.count)]
    return found[0] if len(found) == 1 else ""


def _counts(values: Mapping[str, str], word: str) -> bool:
    """Whether a number of that word is the number of the task: of its food or thing."""
    return any(_same(values[role], word) for role in ("food", "thing") if role in values) or (
        "food" not in values and "thing" not in values and word in ("Mug", "Bread")
    )


def _elsewhere(errand: Errand, values: dict[str, str], new: Quantity) -> dict[str, str] | str:
    if not new.word:
        foods = [food for food in GREENS if food in values]
        return f"Of what: {' or '.join(map(str.lower, foods))}?" if foods else "How shall I do it?"
    alike = "thing" in values and all(capable(one, "receptacle") for one in (new.word, values["thing"]))
    things_first = alike and capable(new.word, "pickupable")  # "a cup", of a mug, is no place for it
    if {"thing", "place"} <= set(values) and capable(new.word, "dirtyable"):  # nor a bowl, of a vase, for a cabinet
        fixed = not capable(values["place"], "pickupable") and not capable(values["thing"], "sliceable")
        things_first = things_first or (fixed and not values["thing"].endswith(("Sliced", "Cracked")))
    for role in ("food", "thing", "dish", "place") if things_first else ("dish", "place", "food", "thing"):
        if role in values and all(capable(new.word, need) for need in _FITS.get(role, ())):
            return _put_in(values, role, new)
    return f"I cannot use the {noun(new.word)} for {_gerund(errand)}. What shall I change?"


def _params(errand: Errand, roles: Sequence[str], values: Mapping[str, str]) -> tuple[str, ...]:
    """The parameters in order; what is as usual is left out where it may be."""
    found = dict(values)
    target = found.get("dish") or found.get("place")
    if "how" in found and target:
        found["how"] = "in" if put_in(target) else "on"
    if errand.name in ("Salad", "Sandwich") and found.get("dish") == "Plate":
        found.pop("dish")
    if errand.name == "Coffee" and found["count"] == "1":
        return ()
    if errand.name == "Plate Of Toast":
        usual = found["dish"] == "Plate"
        return (
            () if usual and found["count"] == "1" else (found["count"],) if usual else (found["count"], found["dish"])
        )
    return tuple(found[role] for role in roles if role in found)
