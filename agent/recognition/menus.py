"""What dishes consist of: the parameters of salads, sandwiches and breakfasts, which their texts leave out.

Told by what lies on the dishes at the end. Where nothing was done, by the numbers that were said and by what is usual:
people leave numbers out, and a salad of one slice each was never asked for in TEACh's training games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise, product

from agent.recognition.evidence import FOODS, Evidence
from agent.recognition.lines import ReadUtterance, phrase_book
from memory.experience import type_of

TABLES = ("CounterTop", "DiningTable")
"""Where breakfast is served; the first where nothing tells."""
INGREDIENTS: Mapping[str, tuple[str, ...]] = {
    "Salad": ("Lettuce", "Tomato", "Potato"),
    "Sandwich": ("Lettuce", "Tomato"),
}
MENUS = frozenset({*INGREDIENTS, "Breakfast"})
"""Kinds of tasks whose texts leave out numbers."""
MOST = 2
"""Slices of one food on a salad or sandwich."""
_CLEAR, _NAMED, _UNNAMED, _UNUSUAL = 3.0, 1.5, 1.5, 0.3
"""How much it counts when a number is as was said, when food that was named is on it, when food that was not named is
not, and how often something was asked for that was never asked for in the training games."""
_RESULT = frozenset({"all", "the", "those", "these", "both"})
_PIECES = frozenset({"slice", "slices", "piece", "pieces"})
_MORE = frozenset({"another", "more"})


def menu(kind: str, evidence: Evidence) -> tuple[str, ...]:
    """Parameters of a kind of task that is not a choice among things and places."""
    if kind == "Boil X":
        return ("Potato",)
    if kind in INGREDIENTS:
        return tuple(map(str, _ingredients(kind, evidence)))
    return _breakfast(evidence) if kind == "Breakfast" else ()


def menu_choices(kind: str, evidence: Evidence) -> list[tuple[float, tuple[str, ...]]]:
    """What the parameters may be where only words tell, with the score of each, as a logarithm of its chance."""
    chosen = menu(kind, evidence)
    if kind in INGREDIENTS:
        return [(fit, tuple(map(str, counts))) for fit, counts in _ingredient_choices(kind, evidence)]
    if kind != "Breakfast":
        return [(0.0, chosen)]
    for dish, at in _ON_MENU.items():
        if chosen[at] != "0":
            ends = at + 1, at + 1 + len(INGREDIENTS[dish])
            choices = _ingredient_choices(dish, evidence)
            return [(fit, (*chosen[: ends[0]], *map(str, counts), *chosen[ends[1] :])) for fit, counts in choices]
    return [(0.0, chosen)]


_ON_MENU = {"Sandwich": 6, "Salad": 9}
"""Where a breakfast's parameters say how many of a dish there are; its ingredients follow."""


def _ingredients(kind: str, evidence: Evidence) -> tuple[int, ...]:
    """How many slices of each food."""
    if evidence.trace.acts:
        return tuple(_served(evidence, food) for food in INGREDIENTS[kind])
    return max(_ingredient_choices(kind, evidence), key=lambda choice: choice[0])[1]


def _ingredient_choices(kind: str, evidence: Evidence) -> list[tuple[float, tuple[int, ...]]]:
    """Numbers of slices of each food, with what speaks for them."""
    foods = INGREDIENTS[kind]
    said = numbers_of_slices(evidence)
    usual = phrase_book()["menus"][kind]

    def fit(counts: tuple[int, ...]) -> float:
        habit = math.log(usual.get(" ".join(map(str, counts)), 0) + _UNUSUAL)
        return habit + sum(_agrees(count, food, said, evidence) for count, food in zip(counts, foods, strict=True))

    def as_said(counts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(max(n, said.get(food, 0)) if n else 0 for n, food in zip(counts, foods, strict=True))

    return [(fit(n), as_said(n)) for n in product(range(MOST + 1), repeat=len(foods)) if any(n)]


def _agrees(count: int, food: str, said: Mapping[str, int], evidence: Evidence) -> float:
    if food in said:
        return _CLEAR if min(said[food], MOST) == count else -_CLEAR
    if evidence.meant[food]:
        return _NAMED * (count > 0)
    return _UNNAMED * (count == 0)


def numbers_of_slices(evidence: Evidence) -> dict[str, int]:
    """The number of slices that the user gave for each food; the last one that is clear, one more if asked for more.

    A number belongs to the food named right after it ("2 tomato"), else, with slices, to the food last spoken of
    ("cook 2 slices").
    """
    found: dict[str, int] = {}
    topic = ""
    for line in evidence.asked:
        foods = _foods(line)
        for at, number in line.numbers:
            food = _food_of(line, at, foods, topic)
            exact = line.words[at] not in ("a", "an", "once", "twice")
            if food and 1 <= number <= MOST and (exact or food not in found):
                found[food] = max(number, found.get(food, 0)) if exact else number
        topic = foods[-1][1] if foods else topic
        if topic in found and _asks_for_more(line):
            found[topic] = min(MOST, found[topic] + 1)
    return {food: number for food, number in found.items() if number > 1 or _sure(food, evidence)}


def _food_of(line: ReadUtterance, at: int, foods: list[tuple[int, str]], topic: str) -> str:
    after = [name for i, name in foods if at < i <= at + 4]
    if after:
        return after[0]
    if at and line.words[at - 1] in _RESULT:
        return ""
    if not _PIECES & set(line.words[at + 1 : at + 3]):
        return ""
    before = [name for i, name in foods if i < at]
    return before[-1] if before else topic


def _asks_for_more(line: ReadUtterance) -> bool:
    return any(word in _MORE and _PIECES & set(line.words[i + 1 : i + 4]) for i, word in enumerate(line.words))


def _sure(food: str, evidence: Evidence) -> bool:
    """Whether one slice was said with a number: "1 slice of lettuce", not "a slice of lettuce"."""
    return any(
        number == 1 and line.words[at] in ("1", "one") and _food_of(line, at, _foods(line), "") == food
        for line in evidence.asked
        for at, number in line.numbers
    )


def _foods(line: ReadUtterance) -> list[tuple[int, str]]:
    """Foods named, in order; toast is bread."""
    toast = [(at, "Bread") for at, word in enumerate(line.words) if word in ("toast", "toasts")]
    return sorted([*((at, name) for at, name in line.things if name in FOODS), *toast])


# ---------------------------------------------------------------------------------------------------------- breakfast


def _breakfast(evidence: Evidence) -> tuple[str, ...]:
    """The 14 numbers and classes of a breakfast; a dish that is not on the menu is called a plate."""
    acted = bool(evidence.trace.acts)
    bread = _served(evidence, "Bread") if acted else 2 * bool(evidence.meant["Bread"] or evidence.cues["toast"])
    greens = any(_served(evidence, food) if acted else evidence.meant[food] for food in INGREDIENTS["Sandwich"])
    sandwich = bool(evidence.cues["sandwich"] or (bread >= 2 and greens and not evidence.cues["salad"]))
    salad = not sandwich and bool(evidence.cues["salad"] or greens)
    coffees = max(1, _coffees(evidence))
    toasts = 0 if sandwich or salad else _dishes(evidence, "Bread", coffees)
    potatoes = int(not salad and not sandwich and _on_menu(evidence, "Potato"))
    apples = 0 if not acted and (sandwich or salad) else _dishes(evidence, "Apple", coffees)
    first = (coffees, toasts, potatoes, _dish(evidence, "Potato") if potatoes else "Plate")
    second = (apples, _dish(evidence, "Apple") if apples else "Plate")
    third = (1, *_ingredients("Sandwich", evidence)) if sandwich else (0, 0, 0)
    fourth = (1, *_ingredients("Salad", evidence)) if salad else (0, 0, 0, 0)
    return tuple(map(str, (*first, *second, *third, *fourth, _table(evidence))))


def _served(evidence: Evidence, food: str) -> int:
    """Most slices of a food on one dish at the end."""
    return max(evidence.served[food].values(), default=0)


def _on_menu(evidence: Evidence, food: str) -> bool:
    if evidence.trace.acts:
        return _served(evidence, food) > 0
    return bool(evidence.meant[food] or (food == "Bread" and evidence.cues["toast"]))


def _coffees(evidence: Evidence) -> int:
    if evidence.trace.acts:
        return len(evidence.outcome.of(["Mug"], "coffee"))
    said = [
        number
        for line in evidence.asked
        if line.has("coffee") or {"Mug", "Cup"} & line.classes
        for at, number in line.numbers
        if {"coffee", "coffees", "mug", "mugs", "cup", "cups", "time", "times"} & set(line.words[at + 1 : at + 4])
        or line.words[at] == "twice"
    ]
    return max((number for number in said if number <= MOST), default=1)


def _dishes(evidence: Evidence, food: str, coffees: int) -> int:
    """How many dishes of one slice each: one for everybody who gets coffee; at the end, as many as slices lie there."""
    if evidence.trace.acts:
        return min(2, evidence.pieces(food))
    return coffees if _on_menu(evidence, food) else 0


def _dish(evidence: Evidence, food: str) -> str:
    """Class of the dish that has most slices of a food; where nothing was done, the dish spoken of after the food."""
    served = Counter({type_of(dish): number for dish, number in evidence.served[food].items()})
    if served:
        return served.most_common(1)[0][0]
    named = [name for line in evidence.asked for _, name in line.things if name in (*FOODS, "Plate", "Bowl")]
    after = [name for here, name in pairwise(named) if here == food and name in ("Plate", "Bowl")]
    return after[-1] if after else "Plate"


def _table(evidence: Evidence) -> str:
    """Where it is served: where most dishes and mugs stand at the end, else where the user wants things put."""
    dishes = evidence.outcome.resting(["Plate", "Bowl", "Mug"])
    places = Counter(type_of(place) for _, place in dishes if type_of(place) in TABLES)
    if places:
        return places.most_common(1)[0][0]
    aims = [name for move in evidence.moves for name in move.places if name in (*TABLES, "Tables", "SideTable")]
    return "DiningTable" if aims and aims[-1] != "CounterTop" else TABLES[0]
