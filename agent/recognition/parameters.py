"""Which parameters of a task fit an episode: the candidates, and what speaks for each."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agent.recognition.evidence import DISHES, Evidence, can, groups_of, is_group, members, place_types
from agent.recognition.lines import ReadUtterance
from agent.recognition.menus import menu
from agent.recognition.seen_features import (
    seen_cleaning,
    seen_foods,
    seen_moving,
    seen_places,
    seen_slices,
    seen_things,
    seen_washable,
)
from envs.vocabulary.names import often_confused
from envs.vocabulary.uses import basins, put_in

ANY, ONE = "Put All X On Y", "Put All X In One Y"
PLAIN, COOKED = "N Slices Of X In Y", "N Cooked Slices Of X In Y"
MOST_SLICES = 6


@dataclass(frozen=True)
class Candidate:
    """A task with its parameters, and what speaks for it.

    Attributes:
        name: Task type.
        params: Parameter values.
        features: What speaks for (or, by its weight, against) it.
    """

    name: str
    params: tuple[str, ...]
    features: Mapping[str, float] = field(compare=False)


class Habits:
    """How often parameters were asked for in the recorded games the weights come from.

    Args:
        counts: Per task type and position of the parameter: value → number of games.
    """

    def __init__(self, counts: Mapping[str, Mapping[str, int]]) -> None:
        self._counts = counts

    def log(self, key: str, value: str) -> float:
        """Logarithm of the smoothed share of a value, between about -6 and 0."""
        table = self._counts.get(key, {})
        return math.log((table.get(value, 0) + 0.3) / (sum(table.values()) + 0.3 * 40))

    def odds(self, left: str, right: str, value: str) -> float:
        """Logarithm of how much more often a value goes with one type than with another."""
        a, b = self._counts.get(left, {}).get(value, 0), self._counts.get(right, {}).get(value, 0)
        return math.log((a + 0.7) / (b + 0.7))


def candidates(kind: str, evidence: Evidence, habits: Habits) -> list[Candidate]:
    """Every parameter choice of a kind that the evidence gives a reason for; at least one."""
    if kind == "Clean All X":
        return list(_cleaning(evidence, habits))
    if kind == "Put All X":
        return list(_putting(evidence, habits)) or [Candidate(ANY, ("Newspaper", "on", "Sofa"), {})]
    if kind in (PLAIN, COOKED):
        return list(_slicing(kind, evidence, habits))
    return [Candidate(kind, menu(kind, evidence), {})]


# ------------------------------------------------------------------------------------------------------ clean all X


def _cleaning(evidence: Evidence, habits: Habits) -> Iterator[Candidate]:
    washed = evidence.outcome.washed()
    seen = evidence.seen
    likely = seen_washable(seen) if seen else ()
    types = {name for name in (*evidence.named, *washed, *likely) if not is_group(name) and can(name, "dirtyable")}
    named = {name for name in evidence.named if is_group(name) and any(can(t, "dirtyable") for t in members(name))}
    names = sorted(types | named | set(groups_of(types)) & _WASHABLE) or ["Plate"]
    asked = Counter(name for line in evidence.washing for name in line.classes)
    for name in names:
        inside = members(name)
        done = {kind for kind in washed if kind in inside}
        told = {kind for kind in evidence.named if kind in inside and kind != name}
        features = {
            "asked": float(asked[name] > 0),
            "asked most": asked[name] / max(asked.values(), default=1),
            "all of them": float(name in evidence.whole),
            "asked first": float(name in _first_classes(evidence.washing)),
            "named": float(evidence.named[name] > 0),
            "named often": min(3, evidence.named[name]) / 3,
            "loosely asked": float(any(name in _loosely(other) for other in asked)),
            "answered": float(evidence.answered[name] > 0),
            "group": float(is_group(name)),
            "group named": float(is_group(name) and evidence.named[name] > 0),
            "group of two washed": float(is_group(name) and len(done) > 1),
            "group of two told": float(is_group(name) and len(told) > 1),
            "washed": float(bool(done)),
            "washed share": sum(washed[kind] for kind in done) / max(1, sum(washed.values())),
            "washed all": float(bool(washed) and set(washed) <= inside),
            "washed others": min(2, len([kind for kind in washed if kind not in inside and can(kind, "dirtyable")]))
            / 2,
            "group of one washed": float(is_group(name) and len(done) == 1),
            "washed two": float(sum(washed[kind] for kind in done) > 1),
            "other asked": float(any(kind not in inside and kind != name for kind in asked if kind in washed)),
            "habit": habits.log("Clean All X 0", name),
        }
        yield Candidate("Clean All X", (name,), features | (seen_cleaning(seen, name) if seen else {}))


_WASHABLE = frozenset({"Tableware", "Drinkware", "Dishware", "Cookware", "Silverware", "KitchenUtensils"})


def _first_classes(lines: Sequence[ReadUtterance]) -> frozenset[str]:
    return next((line.classes for line in lines if line.classes), frozenset())


def _loosely(name: str) -> Sequence[str]:
    return often_confused().get(name, ())


# ------------------------------------------------------------------------------------------------ put all X on/in Y


def _putting(evidence: Evidence, habits: Habits) -> Iterator[Candidate]:
    things = _moved_things(evidence)
    places = _aims(evidence)
    shared = _one_or_any(evidence)
    seen = evidence.seen
    for thing in things:
        ends = [place for item, place in evidence.settled if item.type in members(thing)]
        about = _thing_features(thing, evidence, len(ends), habits)
        for place in places:
            if place == thing or (members(place) & members(thing)):
                continue
            fit = about | _place_features(place, evidence, ends, habits) | _purity(thing, place, evidence)
            fit |= seen_moving(seen, thing, place) if seen else {}
            preposition = "in" if put_in(place) else "on"
            for mode in (ANY, ONE):
                mine = _mode_features(mode, thing, place, ends, habits) | {f"{mode}: {k}": v for k, v in shared.items()}
                yield Candidate(mode, (thing, preposition, place), fit | mine)


def _moved_things(evidence: Evidence) -> list[str]:
    moved = {thing.type for thing, _ in evidence.settled}
    if evidence.seen is not None:
        moved = set(seen_things(evidence.seen))
    named = {name for name in evidence.named if any(can(kind, "pickupable") for kind in members(name))}
    whole = {name for name in moved | named if not name.endswith(("Sliced", "Cracked"))}
    two = [name for name in groups_of(moved) if len(members(name) & moved) > 1]
    return sorted(whole | set(two)) or ["Newspaper"]


def _aims(evidence: Evidence) -> list[str]:
    ended = {_basin(kind) for kind in place_types(place for _, place in evidence.settled)}
    if evidence.seen is not None:
        ended = set(seen_places(evidence.seen))
    named = {name for name in evidence.named if any(can(kind, "receptacle") for kind in members(name))}
    loose = {other for name in named for other in _loosely(name) if other in ended}
    groups = {name for name in ("Furniture", "Tables", "Chairs") if members(name) & ended}
    return sorted({_basin(name) for name in ended | named | loose | groups} - {"Floor"}) or ["Sofa"]


def _basin(name: str) -> str:
    return basins().get(name, name)


def _thing_features(name: str, evidence: Evidence, count: int, habits: Habits) -> dict[str, float]:
    moves = evidence.moves
    total = len(evidence.settled)
    kinds = {thing.type for thing, _ in evidence.settled if thing.type in members(name)}
    told = {kind for kind in evidence.named if kind in members(name) and kind != name}
    return {
        "thing asked": float(any(name in move.things for move in moves)),
        "thing asked first": float(name in next((move.things for move in moves if move.things), ())),
        "thing asked with place": float(any(name in move.things and move.places for move in moves)),
        "thing named": float(evidence.named[name] > 0),
        "thing all": float(name in evidence.whole),
        "thing named often": min(4, evidence.named[name]) / 4,
        "thing named first": float(name in next((line.classes for line in evidence.asked if line.classes), ())),
        "thing answered": float(evidence.answered[name] > 0),
        "thing group": float(is_group(name)),
        "thing group named": float(is_group(name) and evidence.named[name] > 0),
        "thing group of two": float(is_group(name) and len(kinds) > 1),
        "thing group told": float(is_group(name) and len(told) > 1),
        "thing moved": float(count > 0),
        "thing moved share": count / total if total else 0.0,
        "thing habit": max(habits.log(f"{ANY} 0", name), habits.log(f"{ONE} 0", name)),
    }


def _place_features(name: str, evidence: Evidence, ends: Sequence[str], habits: Habits) -> dict[str, float]:
    moves = evidence.moves
    inside = {*members(name), _basin(name)}
    here = sum(_basin_type(place) in inside for place in ends)
    aims = [move.places for move in moves if move.places]
    kinds = {_basin_type(place) for place in ends}
    said = evidence.named[name] > 0
    loose = any(name in _loosely(other) for other in evidence.named)
    return {
        "place asked": float(any(name in places for places in aims)),
        "place asked first": float(bool(aims) and aims[0][0] == name),
        "place asked last": float(any(places[-1] == name for places in aims)),
        "place asked often": min(4, sum(name in places for places in aims)) / 4,
        "place named": float(said),
        "place named loosely": float(loose and not said),
        "place asked loosely": float(any(name in _loosely(other) for places in aims[:1] for other in places)),
        "place answered": float(evidence.answered[name] > 0),
        "place reached": float(here > 0),
        "place reached by all": float(bool(ends) and here == len(ends)),
        "place missed": float(bool(ends) and here == 0),
        "place group": float(is_group(name)),
        "place group named": float(is_group(name) and said),
        "place group of two": float(is_group(name) and len(kinds & inside) > 1),
        "place habit": max(habits.log(f"{ANY} 2", name), habits.log(f"{ONE} 2", name)),
    }


def _purity(thing: str, place: str, evidence: Evidence) -> dict[str, float]:
    """Whether what was brought to the place is what was to be brought there."""
    inside = {*members(place), _basin(place)}
    there = [item.type in members(thing) for item, spot in evidence.settled if _basin_type(spot) in inside]
    return {
        "pure": sum(there) / len(there) if there else 0.0,
        "all pure": float(bool(there) and all(there)),
        "all pure of many": float(len(there) > 2 and all(there)),
    }


def _basin_type(place: str) -> str:
    return _basin(next(iter(place_types([place]))))


def _mode_features(mode: str, thing: str, place: str, ends: Sequence[str], habits: Habits) -> dict[str, float]:
    inside = {*members(place), _basin(place)}
    spots = {end for end in ends if _basin_type(end) in inside}
    sign = 1.0 if mode == ONE else 0.0
    return {
        "one": sign,
        "one of two spots": sign * float(len(spots) > 1),
        "one of several things": sign * float(len(ends) > 1),
        "one thing habit": sign * habits.odds(f"{ONE} 0", f"{ANY} 0", thing),
        "one place habit": sign * habits.odds(f"{ONE} 2", f"{ANY} 2", place),
    }


def _one_or_any(evidence: Evidence) -> dict[str, float]:
    """Words that tell "on the same" from "on any"."""
    aims = [f" {' '.join(move.words)} " for move in evidence.moves]

    def asking(word: str) -> float:
        """Whether it is said in a request to bring something, but not of where the thing is: "on that same table"."""
        return float(any(f" {word} " in text for text in aims))

    def leading(word: str) -> float:
        return float(any(f" {to} {word} " in text for to in _INTO for text in aims))

    return {
        "say single": asking("single"),
        "say same": asking("same") or leading("same"),
        "say other": float(any(f" {words} " in text for words in _WITH for text in aims)),
        "say any": leading("any") or float(any("anywhere" in line.words for line in evidence.asked)),
        "say one place": leading("one"),
        "say a place": leading("a"),
        f"in {evidence.room or 'any room'}": 1.0,
    }


_INTO = ("on", "in", "onto", "into", "inside", "to")
_WITH = ("with the other", "together", "with other", "to the other", "where the other", "as the other")


# ------------------------------------------------------------------------------------------------- slices of X in Y


def _slicing(kind: str, evidence: Evidence, habits: Habits) -> Iterator[Candidate]:
    foods = [food for food in ("Tomato", "Lettuce", "Potato", "Apple", "Bread") if _about(evidence, food)]
    foods = foods or ["Potato" if kind == COOKED else "Tomato"]
    dishes = [dish for dish in DISHES if dish in ("Plate", "Bowl") or evidence.named[dish] or _holds(evidence, dish)]
    said = _numbers_said(evidence)
    for food in foods:
        about = _food_features(kind, food, evidence, habits)
        for dish in dishes:
            served = _on(evidence, food, dish)
            more = any({"another", "more"} & set(line.words) for line in evidence.asked)
            with_dish = about | _dish_features(kind, food, dish, evidence, habits)
            for count in range(1, MOST_SLICES + 1):
                features = with_dish | _count_features(kind, count, served, said, habits)
                features["count by more"] = float(more and served == count > 1)
                features |= seen_slices(evidence.seen, food, dish, count) if evidence.seen else {}
                yield Candidate(kind, (str(count), food, "in" if put_in(dish) else "on", dish), features)


def _about(evidence: Evidence, food: str) -> bool:
    known = evidence.named[food] or evidence.pieces(food) or evidence.outcome.of([food], "sliced")
    return bool(known or seen_foods(evidence, [food]))


def _on(evidence: Evidence, food: str, dish: str) -> int:
    """Most slices of a food on one dish of a class."""
    return max((n for place, n in evidence.served[food].items() if dish in place_types([place])), default=0)


def _holds(evidence: Evidence, dish: str) -> bool:
    return any(dish in place_types(table) for table in evidence.served.values())


def _food_features(kind: str, food: str, evidence: Evidence, habits: Habits) -> dict[str, float]:
    cooked = bool(evidence.outcome.of([f"{food}Sliced", food], "cooked"))
    return {
        "food named": float(evidence.named[food] > 0),
        "food named first": float(food in next((line.classes for line in evidence.asked if line.classes), ())),
        "food with slice": float(any(food in line.classes and line.has("slice") for line in evidence.asked)),
        "food named often": min(4, evidence.named[food]) / 4,
        "food sliced": float(bool(evidence.outcome.of([food], "sliced"))),
        "food served": float(evidence.pieces(food) > 0),
        "food cooked": float(cooked and kind == COOKED),
        "food habit": habits.log(f"{kind} 1", food),
    }


def _dish_features(kind: str, food: str, dish: str, evidence: Evidence, habits: Habits) -> dict[str, float]:
    aims = [move.places for move in evidence.moves if move.places]
    return {
        "dish named": float(evidence.named[dish] > 0),
        "dish named often": min(4, evidence.named[dish]) / 4,
        "dish aimed at": float(any(dish in places for places in aims)),
        "dish answered": float(evidence.answered[dish] > 0),
        "dish used": float(_on(evidence, food, dish) > 0),
        "dish washed": float(evidence.outcome.washed()[dish] > 0),
        "dish habit": habits.log(f"{kind} 3", dish),
    }


def _numbers_said(evidence: Evidence) -> Counter[int]:
    """Numbers the user gave for slices: before "slice", before a food, or alone in an answer to "how many"."""
    found: Counter[int] = Counter()
    latest = 0
    for line in evidence.asked:
        if latest and _asks_for_one_more(line):
            found[latest] -= 1
            latest += 1
            found[latest] += 1
        for i, number in line.numbers:
            near = line.words[i + 1 : i + 4]
            slices = any(word in ("slice", "slices", "piece", "pieces") for word in near)
            food = any(i < at <= i + 3 and name in ("Tomato", "Lettuce", "Potato") for at, name in line.things)
            food = food and any(line.has(cue) for cue in ("cook", "serve", "put"))
            exact = line.words[i] not in ("a", "an")
            alone = exact and len(line.words) <= 3 and not line.things
            if 1 <= number <= MOST_SLICES and (slices or (food and exact) or alone):
                found[number if exact else 0] += 1
                latest = number if exact else latest
    return +found


def _asks_for_one_more(line: ReadUtterance) -> bool:
    """Whether one more slice is to go where others are: "serve another slice on that plate"."""
    more = any(line.words[i : i + 2] in (("another", "slice"), ("another", "piece")) for i in range(len(line.words)))
    return more and any(line.has(cue) for cue in ("serve", "put"))


def _count_features(kind: str, count: int, served: int, said: Mapping[int, int], habits: Habits) -> dict[str, float]:
    top = max(said, key=lambda n: (n > 0, said[n], n), default=None)
    high = max(said, default=0)
    return {
        "count said": float(said.get(count, 0) > 0),
        "count said and served": float(said.get(count, 0) > 0 and served == count),
        "count said most": float(top == count),
        "count is highest said": float(high == count),
        "count not said": float(high > 0 and not said.get(count, 0)),
        "count one by article": float(count == 1 and said.get(0, 0) > 0),
        "count one by silence": float(count == 1 and not said),
        "count served": float(served == count),
        "count short": float(0 < served < count),
        "count over": float(served > count),
        "count habit": habits.log(f"{kind} 0", str(count)),
    }
