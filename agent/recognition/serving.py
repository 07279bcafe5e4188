"""What to do where words can be read in more than one way: the task that serves most of what may be meant.

A salad with two slices of everything is also one with one slice; things that all lie on the same table also lie on any
table; a breakfast with coffee is also coffee. Where words leave open what is meant, the task is taken that would do for
the largest share of the readings, less what it costs to do more than the likeliest reading asks for. What was said
clearly leaves no other reading, so nothing is added to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from agent.recognition.evidence import can, members
from agent.recognition.menus import INGREDIENTS
from agent.recognition.parameters import ANY, COOKED, ONE, PLAIN
from agent.recognition.recognizer import Readings
from envs.teach.tasks.classes import class_members

EXTRA, UNNAMED = 0.01, 0.05
"""Share of the readings that one more slice, dish or kind of thing has to serve to be worth doing: where the thing was
named at all, and where it was not. Chosen on training games that the weights were not fitted to."""
_CONSIDERED = 10
"""So many of the likeliest readings are put together in pairs."""
_BREAKFAST = "Breakfast"
_COUNTED, _DISHES, _PLACE = (0, 1, 2, 4, 6, 9), (3, 5), 13
"""Where a breakfast's parameters say how many of each dish there are, in which dishes, and where it is served."""

TaskNamed = tuple[str, tuple[str, ...]]
"""A task type and its parameters."""


def serving_most(readings: Readings) -> TaskNamed:
    """The task that would do for most of the readings, less what it does beyond the likeliest.

    Args:
        readings: What may be meant; at least one.
    """
    likely = [(one.name, one.params) for one in readings.options]
    joined = [task for a, b in combinations(likely[:_CONSIDERED], 2) for task in _joined(a, b)]
    wider = [task for a, b in combinations(dict.fromkeys(joined), 2) for task in _joined(a, b)]
    needed = load(likely[0])

    def worth(task: TaskNamed) -> float:
        served = sum(one.confidence for one in readings.options if covers(task, (one.name, one.params)))
        beyond = load(task) - needed
        return served - sum(n * (EXTRA if thing in readings.named else UNNAMED) for thing, n in beyond.items())

    tasks = dict.fromkeys([*likely, *joined, *wider])
    return max([task for task in tasks if _possible(task)] or likely[:1], key=worth)


def _possible(task: TaskNamed) -> bool:
    """Whether anybody can do it: a tomato cannot be cooked."""
    return task[0] != COOKED or can(f"{task[1][1]}Sliced", "cookable")


# ------------------------------------------------------------------------------------------------- what does for what


def covers(done: TaskNamed, wanted: TaskNamed) -> bool:
    """Whether somebody who wanted one task is served when another is done."""
    if done == wanted:
        return True
    if wanted[0] == _BREAKFAST:
        return done[0] == _BREAKFAST and _more_breakfast(done[1], wanted[1])
    return any(_does_for(part, wanted) for part in _parts(done))


def _more_breakfast(done: Sequence[str], wanted: Sequence[str]) -> bool:
    counts = (i for i in range(_PLACE) if i not in _DISHES)
    same = all(done[i] == wanted[i] for i in _DISHES if wanted[i - 1] != "0")
    return same and done[_PLACE] == wanted[_PLACE] and all(int(done[i]) >= int(wanted[i]) for i in counts)


def _parts(task: TaskNamed) -> Iterator[TaskNamed]:
    """The dishes of a breakfast; any other task as it is."""
    name, given = task
    if name != _BREAKFAST:
        yield task
        return
    dishes: tuple[TaskNamed, ...] = (
        ("Coffee", ()),
        ("Plate Of Toast", ()),
        (COOKED, ("2", "Potato", "on", given[3])),
        (PLAIN, ("1", "Apple", "on", given[5])),
        ("Sandwich", tuple(given[7:9])),
        ("Salad", tuple(given[10:13])),
    )
    yield from (dish for at, dish in zip(_COUNTED, dishes, strict=True) if int(given[at]))


def _does_for(done: TaskNamed, wanted: TaskNamed) -> bool:
    (name, given), (other, asked) = done, wanted
    if other in (PLAIN, COOKED):
        return _slices(done, asked[1], asked[3], cooked=other == COOKED) >= int(asked[0])
    if other == "Plate Of Toast":
        return name in ("Plate Of Toast", "Sandwich")
    if name == other and name in ("Salad", "Sandwich"):
        return all(int(a) >= int(b) for a, b in zip(given, asked, strict=True))
    if name == other == "Clean All X":
        return members(given[0]) >= members(asked[0])
    if other in (ANY, ONE) and name in (ONE, other):
        return members(given[0]) >= members(asked[0]) and members(given[2]) <= members(asked[2])
    return done == wanted


def _slices(task: TaskNamed, food: str, dish: str, cooked: bool) -> int:
    """How many slices of a food a task serves on a kind of dish."""
    name, given = task
    if name in (PLAIN, COOKED):
        fits = given[1] == food and given[3] == dish and (name == COOKED or not cooked)
        return int(given[0]) if fits else 0
    if dish != "Plate" or name not in ("Salad", "Sandwich"):
        return 0
    foods = INGREDIENTS[name]
    return int(given[foods.index(food)]) if food in foods and (food == "Potato" or not cooked) else 0


# ------------------------------------------------------------------------------------------------------ both at once


def _joined(one: TaskNamed, other: TaskNamed) -> Iterator[TaskNamed]:
    """Tasks that do for both, where the two are of a kind."""
    (name, given), (also, asked) = one, other
    kinds = {name, also}
    if kinds <= {PLAIN, COOKED} and given[1:] == asked[1:]:
        yield (COOKED if COOKED in kinds else PLAIN), (str(max(int(given[0]), int(asked[0]))), *given[1:])
    elif name == also and name in ("Salad", "Sandwich", _BREAKFAST):
        yield name, tuple(map(_greater, given, asked))
    elif name == also == "Clean All X":
        yield from ((name, (thing,)) for thing in _common([given[0], asked[0]]))
    elif kinds <= {ANY, ONE}:
        places = [place for place in (given[2], asked[2]) if members(place) <= members(given[2]) & members(asked[2])]
        for place in places[:1]:
            preposition = given[1] if place == given[2] else asked[1]
            yield from ((ONE, (thing, preposition, place)) for thing in _common([given[0], asked[0]]))


def _greater(one: str, other: str) -> str:
    return str(max(int(one), int(other))) if one.isdecimal() else one


def _common(names: Sequence[str]) -> list[str]:
    """The smallest class that has all of these, if there is one."""
    wanted = frozenset().union(*map(members, names))
    if any(members(name) == wanted for name in names):
        return [next(name for name in names if members(name) == wanted)]
    groups = [name for name in class_members() if members(name) >= wanted]
    return [min(groups, key=lambda name: len(members(name)))] if groups else []


def load(task: TaskNamed) -> Counter[str]:
    """What a task has somebody handle: slices by their food, mugs of coffee, every kind of thing once; and cooking."""
    name, given = task
    if name == _BREAKFAST:
        counts = (int(given[at]) for at in _COUNTED if int(given[at]))
        return sum((_times(load(part), n) for part, n in zip(_parts(task), counts, strict=True)), Counter[str]())
    if name in (PLAIN, COOKED):
        return Counter({given[1]: int(given[0])} | ({"Cooking": 1} if name == COOKED else {}))
    if name in ("Salad", "Sandwich"):
        return Counter({food: int(n) for food, n in zip(INGREDIENTS[name], given, strict=True)} | _toast(name))
    if name in ("Clean All X", ANY, ONE):
        return Counter(dict.fromkeys(members(given[0]), 1))
    return Counter({"Coffee": 1}) if name == "Coffee" else Counter(_toast(name))


def _times(counts: Counter[str], times: int) -> Counter[str]:
    return Counter({thing: n * times for thing, n in counts.items()})


def _toast(name: str) -> dict[str, int]:
    return {"Sandwich": {"Bread": 2}, "Plate Of Toast": {"Bread": 1}}.get(name, {})
