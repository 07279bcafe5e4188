"""What tells kinds of tasks apart: words of the user's and results of the deeds, as numbers between 0 and 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from agent.recognition.evidence import FOODS, Evidence
from agent.recognition.lines import ReadUtterance
from agent.recognition.seen_features import seen_kind_features
from envs.vocabulary.uses import WATER_BASINS
from memory.experience import type_of

KINDS: tuple[str, ...] = (
    "Coffee",
    "Clean All X",
    "Put All X",
    "Boil X",
    "Water Plant",
    "Plate Of Toast",
    "N Slices Of X In Y",
    "N Cooked Slices Of X In Y",
    "Sandwich",
    "Salad",
    "Breakfast",
)
"""Kinds that are told apart by weights. ``Put All X`` is both "on any" and "in one"."""

_CUES = ("coffee", "salad", "sandwich", "breakfast", "boil", "toast", "water", "rinse", "dirty", "slice", "cook")
_MORE_CUES = ("put", "all", "serve", "ingredient")
_THINGS = ("Tomato", "Lettuce", "Potato", "Bread", "Apple", "Plate", "Bowl", "Mug", "Cup", "Pot", "HousePlant", "Sink")
_HOUSE = frozenset({"Plate", "Bowl", "Pan", "Pot", "Microwave", "Toaster", "CoffeeMachine", "StoveBurner"})


def kind_features(evidence: Evidence) -> dict[str, float]:
    """Everything that bears on the kind of task; what is not there is left out.

    Names begin with ``say`` (the user's words), ``open`` (among the first of them), ``reply`` (the agent's words),
    ``do`` (deeds and results) or ``see`` (deeds that were only seen).
    """
    found = {**_said(evidence), **_done(evidence)}
    if evidence.seen is not None:
        found |= seen_kind_features(evidence.seen)
    return {name: value for name, value in found.items() if value}


def _said(evidence: Evidence) -> dict[str, float]:
    if not evidence.asked:
        return {"say nothing": 1.0}
    found: dict[str, float] = {}
    for cue in (*_CUES, *_MORE_CUES):
        found[f"say {cue}"] = float(evidence.cues[cue] > 0)
        found[f"open {cue}"] = float(_in_opening(evidence, lambda line, cue=cue: line.has(cue)))
        found[f"reply {cue}"] = float(any(line.has(cue) for line in evidence.replied)) if cue in _CUES else 0.0
    for name in _THINGS:
        found[f"say {name}"] = float(evidence.named[name] > 0)
        found[f"open {name}"] = float(_in_opening(evidence, lambda line, name=name: name in line.classes))
    dishes = _dishes_said(evidence)
    found[f"say {min(dishes, 3)} dishes"] = 1.0
    found["say nothing about food"] = float(not any(evidence.named[food] for food in FOODS))
    found["say move"] = float(any(move.things and move.places for move in evidence.moves))
    found["say other things"] = float(any(name not in _THINGS and name not in _HOUSE for name in evidence.named))
    first = evidence.opening[:1]
    found["first asks to cook or slice"] = float(any(line.has("cook") or line.has("slice") for line in first))
    found["first asks to wash"] = float(any(line.has("rinse") for line in first))
    found["first asks to move"] = float(any(line.has("put") and not line.has("slice") for line in first))
    return found


def _in_opening(evidence: Evidence, test: Callable[[ReadUtterance], bool]) -> bool:
    return any(test(line) for line in evidence.opening)


def _dishes_said(evidence: Evidence) -> int:
    """How many different dishes are asked for: coffee, toast, something sliced or cooked, salad, sandwich, apple."""
    cues, named = evidence.cues, evidence.named
    made = bool(cues["sandwich"] or cues["salad"])
    greens = bool(named["Tomato"] or named["Lettuce"])
    potato = bool(named["Potato"])
    toast = bool((cues["toast"] or named["Bread"]) and not cues["sandwich"])
    return sum((bool(cues["coffee"]), made or greens, potato and not made, toast, bool(named["Apple"])))


def _done(evidence: Evidence) -> dict[str, float]:
    if not evidence.trace.acts:
        return {"do nothing": 1.0}
    outcome = evidence.outcome
    slices = {food: len(outcome.of([food], "sliced")) for food in FOODS}
    toasted = len(outcome.of(["BreadSliced"], "toasted")) + len(outcome.of(["BreadSliced"], "cooked"))
    found: dict[str, float] = {f"do slice {food}": float(n > 0) for food, n in slices.items()}
    found |= {f"do serve {food}": float(evidence.pieces(food) > 0) for food in FOODS}
    found["do coffee"] = float(bool(outcome.of(["Mug"], "coffee")))
    found[f"do toast {min(toasted, 2)}"] = 1.0
    found["do cook slices"] = float(bool(outcome.of(["PotatoSliced"], "cooked")))
    found["do cook whole"] = float(bool(outcome.of(["Potato"], "cooked")))
    found["do boil whole"] = float(bool(outcome.of(["Potato"], "boiled")))
    found["do water"] = float(bool(outcome.of(["HousePlant"], "watered")))
    found["do slice nothing"] = float(not any(slices.values()))
    found |= _served(evidence) | _tidied(evidence)
    return found


def _served(evidence: Evidence) -> dict[str, float]:
    """Which foods share a dish at the end, and on how many dishes anything lies."""
    together: dict[str, set[str]] = {}
    for food, dishes in evidence.served.items():
        for dish in dishes:
            together.setdefault(dish, set()).add(food)
    most = max(together.values(), key=len, default=set())
    made = [
        bool(evidence.outcome.of(["Mug"], "coffee")),
        any("Bread" in foods for foods in together.values()),
        any({"Tomato", "Lettuce"} & foods for foods in together.values()),
        any("Potato" in foods for foods in together.values()),
        any("Apple" in foods for foods in together.values()),
    ]
    return {
        f"do {min(len(most), 3)} foods on a dish": 1.0,
        "do bread with greens": float("Bread" in most and bool({"Tomato", "Lettuce"} & most)),
        "do greens without bread": float(len(most) > 1 and "Bread" not in most),
        f"do {min(sum(made), 3)} dishes": 1.0,
        "do coffee and serve": float(made[0] and sum(made) > 1),
    }


def _tidied(evidence: Evidence) -> dict[str, float]:
    """What was washed or only moved about."""
    washed = evidence.outcome.washed()
    alike: dict[tuple[str, str], int] = {}
    for thing, place in evidence.settled:
        key = (thing.type, "" if type_of(place) in WATER_BASINS else type_of(place))
        alike[key] = alike.get(key, 0) + 1
    return {
        "do wash": float(bool(washed)),
        "do wash two": float(sum(washed.values()) > 1),
        "do wash two alike": float(max(washed.values(), default=0) > 1),
        "do use tap": float(any(act.target_type == "Faucet" for act in evidence.trace.acts)),
        "do move two alike": float(max(alike.values(), default=0) > 1),
        "do move one": float(len(evidence.settled) == 1),
        "do put in sink unwashed": float(
            any(type_of(place) in WATER_BASINS and "washed" not in thing.done for thing, place in evidence.settled)
        ),
        "do wash last": float(bool(washed) and _last_is_wash(evidence)),
    }


def _last_is_wash(evidence: Evidence) -> bool:
    """Whether the last thing put down had been washed just before, or still lies in the basin."""
    last = [act for act in evidence.trace.acts if act.action in ("Place", "Pickup")][-2:]
    names = {act.held or act.target for act in last}
    return any("washed" in thing.done for thing in evidence.outcome.things.values() if thing.id in names)


def spread(kind: str, features: Mapping[str, float]) -> dict[str, float]:
    """The features of one kind, named for it, with its own constant."""
    return {f"{kind}: {name}": value for name, value in features.items()} | {f"{kind}: prior": 1.0}
