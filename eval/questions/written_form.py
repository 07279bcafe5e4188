"""A life that the robot led in the form in which rounds tell lives: for people who write questions about it."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Any

from envs.vocabulary.english import noun
from eval.questions.referee import CANCELLED, DONE, FAILED, LivedTruth, RefereeDeed

_DEEDS = {
    "Pickup": "pick up",
    "Place": "put in",
    "Open": "open",
    "Close": "close",
    "ToggleOn": "switch on",
    "ToggleOff": "switch off",
    "Slice": "slice",
    "Pour": "pour out",
}
_USER = "user"


def written_form(name: str, truth: LivedTruth) -> dict[str, Any]:
    """A life as ``eval.questions.rounds.read_round`` reads it.

    Args:
        name: Its id in the round.
        truth: What it was like; requests of doubtful outcome are told as running.
    """
    told: list[tuple[datetime, dict[str, Any]]] = []
    for number, task in enumerate(truth.tasks, 1):
        key = f"{name}-T{number}"
        told.append((task.asked, {"what": "asked", "who": _USER, "task": key, "words": task.request}))
        state = {"what": "task_state", "task": key, "outcome": "waiting", "reason": "until told to go on"}
        if task.outcome in (DONE, FAILED, CANCELLED):
            state |= {"outcome": task.outcome, "reason": task.reason}
        if task.outcome in (DONE, FAILED, CANCELLED) or task.ended is None:
            told.append((task.ended or task.asked, state))
    told += [(one.time, {"what": "said", "who": _USER, "words": one.words}) for one in truth.statements]
    names = _names(truth.deeds)
    told += [(deed.time, _deed(deed, names)) for deed in truth.deeds]
    days: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for time, event in sorted(told, key=lambda one: one[0]):
        days[f"{time:%Y-%m-%d}"].append({"at": f"{time:%H:%M}"} | event)
    return {
        "id": name,
        "title": f"A life that the robot led in a kitchen, {len(days)} days",
        "asked_at": f"{truth.asked_at:%Y-%m-%d %H:%M}",
        "days": [{"date": date, "events": events} for date, events in days.items()],
    }


def _names(deeds: tuple[RefereeDeed, ...]) -> dict[str, str]:
    """Id → what the thing is called; numbered where several of a class were handled."""
    keys: dict[str, list[str]] = defaultdict(list)
    for deed in deeds:
        if deed.key not in keys[deed.thing]:
            keys[deed.thing].append(deed.key)
    several = {kind for kind, found in keys.items() if len(found) > 1}
    return {
        key: f"{noun(kind)} {number}" if kind in several else noun(kind)
        for kind, found in keys.items()
        for number, key in enumerate(found, 1)
    }


def _deed(deed: RefereeDeed, names: dict[str, str]) -> dict[str, Any]:
    place = "kitchen " + noun(deed.places[0]) if deed.places else "kitchen"
    told = {
        "what": "did",
        "deed": _DEEDS.get(deed.action, deed.action.lower()),
        "thing": names[deed.key],
        "place": place,
    }
    if deed.held and deed.action in ("Slice", "Pour"):
        told["note"] = f"with the {noun(deed.held)}"
    return told
