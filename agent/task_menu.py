"""What dishes consist of: the parameters of salads, sandwiches and breakfasts, which their texts leave out."""

from __future__ import annotations

from collections import Counter

from agent.task_evidence import Evidence
from memory.experience import type_of

TABLES = ("CounterTop", "DiningTable")
"""Where breakfast is served; the first where nothing tells."""


def menu(kind: str, evidence: Evidence) -> tuple[str, ...]:
    """Parameters of a kind of task that is not a choice among things and places.

    Told by what lies on the dishes at the end; where nothing was done, by the numbers that were said.
    """
    if kind == "Boil X":
        return ("Potato",)
    if kind == "Salad":
        return tuple(str(_portion(evidence, food)) for food in ("Lettuce", "Tomato", "Potato"))
    if kind == "Sandwich":
        return tuple(str(_portion(evidence, food)) for food in ("Lettuce", "Tomato"))
    return _breakfast(evidence) if kind == "Breakfast" else ()


def _breakfast(evidence: Evidence) -> tuple[str, ...]:
    """The 14 numbers and classes of a breakfast; a dish that is not on the menu is called a plate."""
    greens = [_portion(evidence, food) for food in ("Lettuce", "Tomato")]
    bread, potato, apple = (_portion(evidence, food) for food in ("Bread", "Potato", "Apple"))
    sandwich = bool(evidence.cues["sandwich"] or (bread >= 2 and any(greens) and not evidence.cues["salad"]))
    salad = not sandwich and bool(evidence.cues["salad"] or any(greens))
    potatoes = int(potato > 0 and not salad)
    toasts = 0 if sandwich or salad else _most(evidence, "Bread", bread)
    apples = _most(evidence, "Apple", apple)
    first = (max(1, _coffees(evidence)), toasts, potatoes, _dish(evidence, "Potato") if potatoes else "Plate")
    second = (apples, _dish(evidence, "Apple") if apples else "Plate")
    third = (1, *greens) if sandwich else (0, 0, 0)
    fourth = (1, *greens, potato) if salad else (0, 0, 0, 0)
    return tuple(map(str, (*first, *second, *third, *fourth, _table(evidence))))


def _coffees(evidence: Evidence) -> int:
    if evidence.trace.acts:
        return len(evidence.outcome.of(["Mug"], "coffee"))
    said = [n for line in evidence.asked if line.has("coffee") for i, n in line.numbers if i < len(line.words) - 1]
    return max((number for number in said if number <= 3), default=1)


def _most(evidence: Evidence, food: str, portion: int) -> int:
    """How many dishes of one slice each: as many as slices lie on dishes, all dishes together."""
    return min(2, evidence.pieces(food)) if evidence.trace.acts else min(2, portion)


def _dish(evidence: Evidence, food: str) -> str:
    """Class of the dish that has most slices of a food; the dish spoken of where nothing was done."""
    served = Counter({type_of(dish): number for dish, number in evidence.served[food].items()})
    if served:
        return served.most_common(1)[0][0]
    return "Bowl" if evidence.named["Bowl"] > evidence.named["Plate"] else "Plate"


def _table(evidence: Evidence) -> str:
    """Where it is served: where most dishes and mugs stand at the end, else the table spoken of last."""
    dishes = evidence.outcome.resting(["Plate", "Bowl", "Mug"])
    places = Counter(type_of(place) for _, place in dishes if type_of(place) in TABLES)
    said = [name for line in evidence.asked for _, name in line.things if name in (*TABLES, "Tables")]
    if said and said[-1] != "CounterTop":
        return "DiningTable"
    return places.most_common(1)[0][0] if places and not said else TABLES[0]


def _portion(evidence: Evidence, food: str) -> int:
    """How many slices of a food: those on one dish at the end, else the number that was said."""
    served = max(evidence.served[food].values(), default=0)
    if served or evidence.trace.acts:
        return served
    for line in evidence.asked:
        numbers = [n for i, n in line.numbers for at, name in line.things if name == food and i < at <= i + 4]
        if numbers:
            return numbers[0]
    return int(evidence.named[food] > 0)
