"""Fits by how much each type's confidences are shifted where the robot acts, in rooms rebuilt from training games.

``python -m benchmarks.type_confidence --games train.zip`` places the robot near things of all types in rooms rebuilt
from recorded games, looks with the shipped detector as when acting, and writes ``assets/type_confidence.json``. Use
training games only. Half of the rooms are first kept back, and what is found in them is printed.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

from agent.body.seeing import DOUBTFUL, FARTHEST, SIDE, SURE
from benchmarks.existence import drawn
from envs.errors import BadInput
from envs.pocket.controller import PocketController
from envs.simulator import Event
from envs.teach.games.rebuild import scene_from_game
from envs.teach.games.recorded import Game, iter_games
from envs.teach.games.session import TeachSession
from perception.detector.detection import Detection, Detector, overlap
from perception.detector.phrases import household_classes
from perception.detector.yolo_world import YoloWorld
from perception.evened import SHIPPED, log_odds
from perception.senses import FRAMES
from perception.tiles import TiledDetector

EYE_LEVEL = 1.5
"""What is higher is looked at straight ahead, and what is lower aslant, metres."""
LOOKS = 14
"""Pictures of each home."""
RECALL = 2.0
"""How much more finding all counts than finding nothing else: what is overlooked is never tried."""
_SAME = 0.5  # overlap (IoU) from which on a box is a thing's
_SMALLEST = 8  # pixels of the longer side of a thing that is to be found
_FEW = 8.0  # so many things of a type weigh as much as no shift
_SMOOTH = 7  # neighbouring thresholds that are averaged


@dataclass
class Findings:
    """What was found of one type.

    Attributes:
        there: How many things there were to be found.
        found: Confidence of every detection, and whether it was right.
    """

    there: int = 0
    found: list[tuple[float, bool]] = field(default_factory=list)


def looked(game: Game, detector: Detector, seed: int) -> Iterator[tuple[Event, list[Detection]]]:
    """Pictures of a rebuilt room near things of types drawn by chance, and what is found in them."""
    frames = {**FRAMES, "width": SIDE, "height": SIDE, "renderInstanceSegmentation": True}
    engine, chance = PocketController(scene_from_game(game), seed=seed, **frames), random.Random(seed)
    TeachSession(engine, list(game.initial.objects))
    cells = engine.step("GetReachablePositions").metadata["actionReturn"]
    by_type: dict[str, list[dict[str, float]]] = {}
    for item in engine.last_event.metadata["objects"]:
        by_type.setdefault(item["objectType"], []).append(item["position"])
    for _ in range(LOOKS):
        place = chance.choice(by_type[chance.choice(sorted(by_type))])
        near = sorted(cells, key=lambda cell: math.hypot(cell["x"] - place["x"], cell["z"] - place["z"]))
        cell = chance.choice(near[:8])
        yaw = round(math.degrees(math.atan2(place["x"] - cell["x"], place["z"] - cell["z"])) / 90) * 90 % 360
        horizon = 30 if place["y"] < EYE_LEVEL else 0
        event = engine.step("TeleportFull", **cell, rotation=yaw, horizon=horizon, standing=True)
        if event.metadata["lastActionSuccess"] and event.frame is not None:
            yield event, detector.detect(event.frame, household_classes())


def compare(event: Event, found: Sequence[Detection], findings: dict[str, Findings]) -> None:
    """Note what of a picture was found, and what was found that is not there."""
    true = list(_to_be_found(event))
    for label, _ in true:
        findings.setdefault(label, Findings()).there += 1
    taken: set[int] = set()
    for one in sorted(found, key=lambda d: -d.confidence):
        same = [(overlap(one.box, box), k) for k, (label, box) in enumerate(true) if label == one.label]
        share, which = max(((s, k) for s, k in same if k not in taken), default=(0.0, -1))
        if share > _SAME:
            taken.add(which)
        findings.setdefault(one.label, Findings()).found.append((one.confidence, share > _SAME))


def _to_be_found(event: Event) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    for key, box in (event.instance_detections2D or {}).items():
        item, (x0, y0, x1, y1) = event.get_object(key), (float(v) for v in box)
        if item is not None and item["distance"] <= FARTHEST and max(x1 - x0, y1 - y0) >= _SMALLEST:
            yield item["objectType"], (x0, y0, x1, y1)


def shifts_for(findings: Mapping[str, Findings]) -> dict[str, float]:
    """Log-odds by type that put the threshold that is best for it at ``SURE``."""
    return {label: round(_shift(one), 2) for label, one in sorted(findings.items()) if one.there and one.found}


def _shift(one: Findings) -> float:
    found = sorted(one.found)
    odds = np.array([log_odds(confidence) for confidence, _ in found])
    right = np.cumsum([there for _, there in found][::-1])[::-1]
    every = np.arange(len(found), 0, -1)
    weight = RECALL**2
    measure = (1 + weight) * right / (right + weight * one.there + (every - right))
    steps = np.linspace(log_odds(DOUBTFUL), log_odds(0.95), 60)
    evened = np.pad(np.interp(steps, odds, measure), _SMOOTH // 2, mode="edge")
    best = float(steps[np.convolve(evened, np.ones(_SMOOTH) / _SMOOTH, mode="valid").argmax()])
    return (log_odds(SURE) - best) * one.there / (one.there + _FEW)


def told(findings: Mapping[str, Findings], shifts: Mapping[str, float]) -> dict[str, float]:
    """Recall and precision at ``SURE``, of all things and as the mean over types."""
    least = {label: log_odds(SURE) - shifts.get(label, 0.0) for label in findings}
    kept = {
        label: [there for confidence, there in one.found if log_odds(confidence) >= least[label]]
        for label, one in findings.items()
        if one.there
    }
    there = sum(findings[label].there for label in kept)
    right, every = sum(map(sum, kept.values())), sum(map(len, kept.values()))
    return {
        "things": there,
        "recall": round(right / there, 3),
        "precision": round(right / max(1, every), 3),
        "mean_type_recall": round(float(np.mean([sum(v) / findings[k].there for k, v in kept.items()])), 3),
        "mean_type_precision": round(float(np.mean([sum(v) / len(v) if v else 0.0 for v in kept.values()])), 3),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.type_confidence", description=__doc__)
    parser.add_argument("--games", type=Path, nargs="+", required=True, help="game files, folders or zip archives")
    parser.add_argument("--homes", type=int, default=130, help="in so many rooms")
    parser.add_argument("--seed", type=int, default=0, help="which games of them, and where the robot stands")
    options = parser.parse_args(arguments)
    try:
        homes = list(drawn(list(iter_games(options.games)), options.homes, options.seed))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    parts: tuple[dict[str, Findings], ...] = ({}, {})
    detector = TiledDetector(YoloWorld(confidence=DOUBTFUL, mirrored=False))
    for number, game in enumerate(track(homes, "looking", console=Console(stderr=True))):
        for event, found in looked(game, detector, options.seed + number):
            compare(event, found, parts[sum(map(ord, game.world)) % 2])
    for shifts in ({}, shifts_for(parts[0])):
        print(json.dumps({"shifted": bool(shifts), **told(parts[1], shifts)}))
    both = {k: _joined(parts[0].get(k, Findings()), parts[1].get(k, Findings())) for k in parts[0] | parts[1]}
    text = json.dumps(shifts_for(both), separators=(",", ":")) + "\n"
    (Path(str(resources.files("assets"))) / SHIPPED).write_text(text, encoding="utf-8")
    return 0


def _joined(one: Findings, other: Findings) -> Findings:
    return Findings(one.there + other.there, one.found + other.found)


if __name__ == "__main__":
    raise SystemExit(main())
