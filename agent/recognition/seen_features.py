"""What deeds that were only seen speak for: kinds of tasks, and parameters, by what is to be expected of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from agent.recognition.evidence import Evidence, can, members
from agent.recognition.seen_deeds import PIECES, SeenDeeds

_MANY = 3.0
"""Deeds of a kind beyond which more say no more."""
_BEST = 7
"""How many things, and places, are looked at as what was to be moved, and where to."""
_FEW = 0.25
"""Number of deeds that is to be expected below which a thing was not handled."""
_BASINS = ("Sink", "Bathtub")
_PUT_TO = ("CoffeeMachine", "Microwave", "Toaster", "Sink", "StoveBurner", "Pot", "Pan", "Plate", "Bowl")


def seen_kind_features(seen: SeenDeeds) -> dict[str, float]:
    """What bears on the kind of task, as numbers between 0 and 1; what is not there is left out."""
    found: dict[str, float] = {}
    for action in ("Pickup", "Place", "ToggleOn", "Slice", "Pour"):
        for kind, count in seen.handled[action].items():
            found[f"see {action} {kind}"] = _amount(count)
    for (thing, spot), count in seen.put.items():
        if spot in _PUT_TO:
            found[f"see {thing} to {spot}"] = _amount(count)
    moved, reached = _tidied(seen), seen.reached
    total = sum(moved.values())
    pairs = seen.tidied.values()
    found["see moves"] = _amount(total)
    found["see one thing"] = max(moved.values(), default=0.0) / total if total else 0.0
    found["see one place"] = max(reached.values(), default=0.0) / sum(reached.values()) if reached else 0.0
    found["see one way"] = max(pairs, default=0.0) / total if total else 0.0
    found["see slices"] = _amount(sum(n for kind, n in seen.moved.items() if kind.endswith("Sliced")))
    found[f"see {min(6, len(seen.deeds) // 4)} times four deeds"] = 1.0
    return {name: value for name, value in found.items() if value > 0.01}


def _amount(count: float) -> float:
    return min(_MANY, count) / _MANY


# -------------------------------------------------------------------------------------------------------- parameters


def seen_things(seen: SeenDeeds) -> list[str]:
    """What may have been to be moved, by how often it was."""
    return _most(_tidied(seen) + seen.handled["Pickup"], "pickupable")


def seen_places(seen: SeenDeeds) -> list[str]:
    """Where it may have been to be moved."""
    return _most(seen.reached, "receptacle")


def seen_washable(seen: SeenDeeds) -> list[str]:
    """What may have been to be cleaned."""
    return _most(_washed(seen) + seen.handled["Pickup"], "dirtyable")


def _most(counts: Mapping[str, float], capability: str) -> list[str]:
    likely = [(n, name) for name, n in counts.items() if n >= _FEW and can(name, capability)]
    whole = sorted(((n, name) for n, name in likely if not name.endswith(PIECES)), reverse=True)
    return [name for _, name in whole[:_BEST]]


def _tidied(seen: SeenDeeds) -> Counter[str]:
    """How often whole things of each class were put somewhere."""
    return Counter({name: n for name, n in seen.moved.items() if not name.endswith(PIECES)})


def _washed(seen: SeenDeeds) -> Counter[str]:
    """How often things were put where a tap runs."""
    found: Counter[str] = Counter()
    for (thing, spot), count in seen.put.items():
        if spot in _BASINS:
            found[thing] += count
    return found


def seen_cleaning(seen: SeenDeeds, name: str) -> dict[str, float]:
    """What speaks for a class, or a group of them, as what was to be cleaned."""
    inside = members(name)
    washed, taken = _washed(seen), seen.handled["Pickup"]
    here = _within(washed, inside)
    return {
        "see washed": _amount(here),
        "see washed share": _share(here, washed.values()),
        "see washed most": float(bool(washed) and max(washed, key=lambda one: (washed[one], one)) in inside),
        "see taken": _amount(_within(taken, inside)),
        "see taken share": _share(_within(taken, inside), taken.values()),
        "see group washed": _share(here, washed.values()) * float(len(inside) > 1),
        "see kinds washed": _amount(sum(washed[kind] >= _FEW for kind in inside)) * float(len(inside) > 1),
    }


def seen_moving(seen: SeenDeeds, thing: str, spot: str) -> dict[str, float]:
    """What speaks for things of a class as what was to be moved, and for a place as where to."""
    things, places = members(thing), members(spot)
    moved, reached = _tidied(seen), seen.reached
    pairs = seen.tidied
    here = sum(n for (one, where), n in pairs.items() if one in things and where in places)
    return {
        "see moved": _amount(_within(moved, things)),
        "see moved share": _share(_within(moved, things), moved.values()),
        "see moved most": float(bool(moved) and max(moved, key=lambda one: (moved[one], one)) in things),
        "see taken": _amount(_within(seen.handled["Pickup"], things)),
        "see reached": _amount(_within(reached, places)),
        "see reached share": _share(_within(reached, places), reached.values()),
        "see put so": _amount(here),
        "see put so share": _share(here, pairs.values()),
        "see put so most": float(bool(pairs) and here >= max(pairs.values()) - 1e-9),
        "see kinds moved": _amount(sum(moved[kind] >= _FEW for kind in things)) * float(len(things) > 1),
        "see kinds reached": _amount(sum(reached[kind] >= _FEW for kind in places)) * float(len(places) > 1),
    }


def seen_slices(seen: SeenDeeds, food: str, dish: str, count: int) -> dict[str, float]:
    """What speaks for a number of slices of a food on a dish."""
    pieces = f"{food}Sliced"
    put, reached = seen.moved, sum(n for (one, spot), n in seen.put.items() if one == pieces and spot == dish)
    others = sum(n for name, n in put.items() if name.endswith("Sliced"))
    return {
        "see sliced": _amount(seen.handled["Slice"][food]),
        "see pieces share": put[pieces] / others if others else 0.0,
        "see on dish": _amount(reached),
        "see dish": _amount(seen.reached[dish]),
        "see off count": min(_MANY, abs(count - reached)) / _MANY,
        "see off pieces": min(_MANY, abs(count - put[pieces])) / _MANY,
    }


def seen_foods(evidence: Evidence, foods: Collection[str]) -> list[str]:
    """Foods that may have been cut, of those given."""
    seen = evidence.seen
    if seen is None:
        return []
    cut, moved = seen.handled["Slice"], seen.moved
    return [food for food in foods if cut[food] + moved[f"{food}Sliced"] >= _FEW]


def _within(counts: Mapping[str, float], kinds: Collection[str]) -> float:
    return sum(counts.get(kind, 0.0) for kind in kinds)


def _share(count: float, counts: Iterable[float]) -> float:
    total = sum(counts)
    return count / total if total else 0.0
