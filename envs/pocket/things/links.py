"""Which tap runs into which basin, which knob lights which burner, which switch works which lamp.

AI2-THOR's recorded metadata does not say (``controlledObjects`` is absent in the 3.1 era), so the pairs are inferred
from where things are and from what is on at the start: a lit burner has a knob that is on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from envs.pocket.things.records import Record
from envs.vocabulary.uses import WATER_BASINS


@dataclass(frozen=True)
class Links:
    """Pairs of object indices.

    Attributes:
        faucet_of: Basin (sink or tub, outer or inner) → its nearest faucet.
        burner_of: Stove knob → burner.
        lamps_of: Light switch → lamps in the room that it works.
    """

    faucet_of: dict[int, int]
    burner_of: dict[int, int]
    lamps_of: dict[int, tuple[int, ...]]


def infer_links(records: Sequence[Record]) -> Links:
    """Pair the controls of a room with what they control."""
    by_type: dict[str, list[int]] = {}
    for i, record in enumerate(records):
        by_type.setdefault(record["objectType"], []).append(i)
    taps = by_type.get("Faucet", [])
    basins = [basin for kind in sorted(WATER_BASINS) for basin in by_type.get(kind, [])]
    faucet_of = {basin: _nearest(records, basin, taps) for basin in basins if taps}
    burner_of = _pair_burners(records, by_type.get("StoveKnob", []), by_type.get("StoveBurner", []))
    lamps = tuple(by_type.get("DeskLamp", []) + by_type.get("FloorLamp", []))
    return Links(faucet_of, burner_of, dict.fromkeys(by_type.get("LightSwitch", []), lamps))


def _pivot(record: Record) -> np.ndarray:
    return np.array([record["position"][k] for k in "xyz"])


def _centre(record: Record) -> np.ndarray:
    return np.array([record["axisAlignedBoundingBox"]["center"][k] for k in "xyz"])


def _nearest(records: Sequence[Record], i: int, candidates: Sequence[int]) -> int:
    here = _pivot(records[i])
    return min(candidates, key=lambda k: (float(np.sum((_pivot(records[k]) - here) ** 2)), k))


def _pair_burners(records: Sequence[Record], knobs: Sequence[int], burners: Sequence[int]) -> dict[int, int]:
    """The closest one-to-one pairing among those that agree with which knobs and burners are on."""
    if not knobs or not burners:
        return {}
    knob_at = np.array([_centre(records[k])[[0, 2]] for k in knobs])
    burner_at = np.array([_centre(records[b])[[0, 2]] for b in burners])
    cost = np.linalg.norm(knob_at[:, None] - burner_at[None, :], axis=-1)
    on = np.array([records[k]["isToggled"] for k in knobs])
    hot = np.array([records[b]["ObjectTemperature"] == "Hot" for b in burners])
    cost += 100.0 * (on[:, None] != hot[None, :])
    return {knobs[i]: burners[j] for i, j in _assign(cost.tolist())}


def _assign(cost: list[list[float]]) -> list[tuple[int, int]]:
    """A minimum-cost assignment of the shorter side to the longer; stoves have at most six plates, so try them all."""
    rows, columns = len(cost), len(cost[0])
    if rows > columns:
        return [(i, j) for j, i in _assign([list(column) for column in zip(*cost, strict=True)])]
    best = min(permutations(range(columns), rows), key=lambda p: sum(row[j] for row, j in zip(cost, p, strict=True)))
    return list(enumerate(best))
