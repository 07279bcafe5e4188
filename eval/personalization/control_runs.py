"""Whether the world and the scorer agree with each other and with recorded runs; no assistant takes part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from envs.rearrangement.controls import differing, do_as_wanted, do_nothing, move_distractors, replay
from envs.rearrangement.episode import RearrangementEpisode
from envs.rearrangement.house import House
from envs.rearrangement.world import PersonalizationResult
from eval.personalization.episodes import PersonalizationData

_Control = Callable[[House, RearrangementEpisode], PersonalizationResult]
_DIFFERENCES = 5


def control_runs(data: PersonalizationData) -> dict[str, Any]:
    """How many episodes succeed when what is wanted is done, when nothing is, and when look-alikes are moved instead.

    Args:
        data: The episodes; with recorded runs it also tells how many of their skills go as recorded.
    """
    every = (*data.acquisition, *data.single, *data.joint)
    about_things = [one for one in data.single if one.types == ("object_semantics",)]
    found: dict[str, Any] = {
        "as wanted": _won(data, every, do_as_wanted),
        "nothing": _won(data, every, do_nothing),
        "look-alikes instead": _won(data, about_things, move_distractors),
    }
    return found | ({"recorded": _recorded(data)} if data.recorded is not None else {})


def _won(data: PersonalizationData, episodes: Sequence[RearrangementEpisode], control: _Control) -> dict[str, int]:
    results = [control(data.houses[one.house], one) for one in episodes]
    return {"episodes": len(results), "succeeded": sum(one.score.success for one in results)}


def _recorded(data: PersonalizationData) -> dict[str, Any]:
    runs = data.recorded or {}
    reports = [
        replay(data.houses[one.house], one, [(turn.action, turn.observation) for turn in runs[one.id].turns], 1.0)
        for one in data.acquisition
        if one.id in runs
    ]
    return {
        "episodes": len(reports),
        "complete": sum(one.percent_complete == one.recorded for one in reports),
        "skills": sum(one.skills for one in reports),
        "agreed": sum(one.agreed for one in reports),
        "told otherwise": dict(differing(reports).most_common(_DIFFERENCES)),
    }
