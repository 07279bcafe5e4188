"""Fits what tells things that are there from what only seems so, in rooms rebuilt from recorded training games.

``python -m benchmarks.existence --games train.zip`` lets the robot do what recorded people were asked to do, seeing
with the shipped detector, compares what it follows with what there is, and writes ``assets/existence_*.json``, weights
for large pictures that are acted on and for those that are remembered, and ``assets/home_counts.json``: how many things
of each type rooms have.
Use training games only. Half of the rooms are first kept back, and what is told of them is printed.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib import resources
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

from agent.belief.sight import Sight
from agent.body.perceiving import OwnDeed
from agent.body.seeing import ChosenSight, SeeingPerception
from agent.planning.episode import run_episode
from envs.clock import SimulatedClock
from envs.errors import BadInput
from envs.pocket.controller import PocketController
from envs.simulator import Event, ObjectDict
from envs.teach.games.rebuild import known_room, scene_from_game
from envs.teach.games.recorded import Game, iter_games
from envs.teach.games.session import TeachSession
from perception.detector.detection import Detector
from perception.detector.phrases import household_classes
from perception.existence.home_counts import HomeCounts, counted
from perception.existence.odds import (
    ACTED,
    BELIEVED,
    COUNTS,
    REMEMBERED,
    SHIPPED,
    Existence,
    ExistenceWeights,
    ThingEvidence,
    features,
)
from perception.scene_graph.from_pixels import PixelPerceiver
from perception.scene_graph.track import Track
from perception.senses import ChosenSenses
from perception.watching import coarse, view_of

LOOKS = 160
"""After so many the robot goes on to the next home."""
EVERY = 40
"""After so many it is noted what is followed."""
_NEAR, _SHARE, _GAP = 0.2, 0.4, 0.1
"""What is there lies so near to it, metres, or by this share of its diagonal, and not farther apart than that."""
_HELD_BACK = 2e-4
"""How much weights are held back, per example."""
_ALONE = (0, 1, 2, 4)
"""Which features there are before it is known how many others of a type there are."""

Moment = list[tuple[ThingEvidence, bool]]
"""What is followed at one moment, and whether it is there."""


class Watched:
    """A robot's sight, from which it is noted what is followed, and by one that sees what memory is made of.

    Args:
        sight: What it acts by.
        watcher: What sees the same pictures as they are remembered.
    """

    def __init__(self, sight: SeeingPerception, watcher: PixelPerceiver) -> None:
        self._sight, self._watcher = sight, watcher
        self._looks = 0
        self.moments: dict[str, list[Moment]] = {ACTED: [], REMEMBERED: []}

    def look(self, event: Event, done: OwnDeed | None = None) -> Sight:
        """What is perceived now."""
        found = self._sight.look(event, done)
        self._watcher.perceive(coarse(view_of(event)))
        self._looks += 1
        if self._looks % EVERY == 0:
            objects = event.metadata["objects"]
            self.moments[ACTED].append(compared(self._sight.followed, objects))
            self.moments[REMEMBERED].append(compared(self._watcher.tracker.tracks, objects))
        return found


def compared(tracks: Sequence[Track], objects: Sequence[ObjectDict]) -> Moment:
    """What is followed where it lies, and whether it is there: of two for one thing, the one that was found more."""
    known = [t for t in tracks if t.number and not (t.gone or t.carried or t.put_down)]
    taken: set[str] = set()
    found: Moment = []
    for one in sorted(known, key=lambda t: -t.hits * t.confidence):
        true = _nearest(one, objects)
        evidence = ThingEvidence(one.label, one.hits, one.overlooked, one.confidence)
        found.append((evidence, true is not None and true not in taken))
        taken |= {true} if true is not None else set()
    return found


def _nearest(one: Track, objects: Sequence[ObjectDict]) -> str | None:
    """Id of the object of its class that is where it seems to be."""
    best: tuple[float, str] | None = None
    for item in objects:
        if item["objectType"] != one.label:
            continue
        bounds = item["axisAlignedBoundingBox"]
        middle, size = (np.array([bounds[key][axis] for axis in "xyz"]) for key in ("center", "size"))
        away, diagonal = float(np.linalg.norm(middle - one.center)), float(np.linalg.norm(size))
        gap = np.maximum(0.0, np.maximum(middle - size / 2 - one.high, one.low - middle - size / 2))
        if away < max(_NEAR, _SHARE * diagonal) and float(np.linalg.norm(gap)) < _GAP:
            best = min(best or (away, item["objectId"]), (away, item["objectId"]))
    return None if best is None else best[1]


def lived(game: Game, sight: ChosenSight, detector: Detector) -> dict[str, list[Moment]]:
    """What is followed while the robot does in a rebuilt room what was asked for there."""
    session = TeachSession(PocketController(scene_from_game(game), seed=0, **sight.frames), list(game.initial.objects))
    watched = Watched(sight.open(), PixelPerceiver(detector, household_classes()))
    run_episode(
        session, game.task, history=None, clock=SimulatedClock(), game_id=game.game_id, world=game.world,
        perception=watched, max_steps=LOOKS,
    )  # fmt: skip
    return watched.moments


def count_rooms(games: Sequence[Game]) -> HomeCounts:
    """How many things of each type the games begin with, by kind of room."""
    rooms: dict[str, dict[str, list[Counter[str]]]] = {}
    for game in games:
        states = rooms.setdefault(known_room(game.world), {}).setdefault(game.world, [])
        states.append(Counter(item["objectType"] for item in game.initial.objects))
    return counted(rooms)


def fitted(moments: Sequence[Moment], counts: HomeCounts) -> Existence:
    """Weights by logistic regression: first without how many others there are, then with that."""
    right = np.array([there for moment in moments for _, there in moment], float)
    alone = np.array([features(one, 0.0) for moment in moments for one, _ in moment])
    looks = np.zeros(alone.shape[1])
    looks[list(_ALONE)] = _solve(alone[:, _ALONE], right)
    before = _weights(looks)
    usual = [Existence(counts, before, before).usual([one for one, _ in moment]) for moment in moments]
    evidence = [one for moment in moments for one, _ in moment]
    known = np.array([features(one, n) for one, n in zip(evidence, (n for row in usual for n in row), strict=True)])
    return Existence(counts, _weights(_solve(known, right)), before)


def _weights(values: np.ndarray) -> ExistenceWeights:
    return ExistenceWeights(*(round(float(v), 4) for v in values))


def _solve(rows: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's method."""
    weights, back = np.zeros(rows.shape[1]), _HELD_BACK * len(right)
    for _ in range(40):
        chance = 1.0 / (1.0 + np.exp(-rows @ weights))
        slope = rows.T @ (chance - right) + back * weights
        bend = (rows * (chance * (1.0 - chance))[:, None]).T @ rows + back * np.eye(rows.shape[1])
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def told(moments: Sequence[Moment], existence: Existence, believed: float) -> dict[str, float]:
    """How well it is told what is there: of what was followed, of what is believed."""
    odds = np.concatenate([existence.odds([one for one, _ in moment]) for moment in moments])
    right = np.array([there for moment in moments for _, there in moment])
    kept = odds > believed
    return {
        "things": len(right),
        "precision_before": round(float(right.mean()), 3),
        "precision": round(float(right[kept].mean()), 3),
        "recall": round(float((right & kept).sum() / right.sum()), 3),
    }


def drawn(games: Sequence[Game], homes: int, seed: int) -> Iterator[Game]:
    """One game of each of so many rooms; of more rooms than there are, further games."""
    chance = random.Random(seed)
    by_room: dict[str, list[Game]] = {}
    for game in games:
        by_room.setdefault(game.world, []).append(game)
    rooms = sorted(by_room)
    chance.shuffle(rooms)
    for number in range(homes):
        yield chance.choice(by_room[rooms[number % len(rooms)]])


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.existence", description=__doc__)
    parser.add_argument("--games", type=Path, nargs="+", required=True, help="game files, folders or zip archives")
    parser.add_argument("--homes", type=int, default=40, help="in so many rooms")
    parser.add_argument("--seed", type=int, default=0, help="which games of them")
    options = parser.parse_args(arguments)
    try:
        games = list(iter_games(options.games))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    counts = count_rooms(games)
    fields = _weights_by_way(counts, list(drawn(games, options.homes, options.seed)))
    for name, content in ((COUNTS, counts.as_dict()), *((SHIPPED.format(way), one) for way, one in fields.items())):
        text = json.dumps(content, separators=(",", ":")) + "\n"
        (Path(str(resources.files("assets"))) / name).write_text(text, encoding="utf-8")
    return 0


def _weights_by_way(counts: HomeCounts, homes: Sequence[Game]) -> dict[str, dict[str, object]]:
    """What is written; how well it tells rooms that it was not fitted to is printed."""
    sight = ChosenSight(ChosenSenses())
    detector = sight.chosen.open_detector()
    found = [lived(game, sight, detector) for game in track(homes, "living by sight", console=Console(stderr=True))]
    fields: dict[str, dict[str, object]] = {}
    for way in (ACTED, REMEMBERED):
        one, other = ([moment for home in found[part::2] for moment in home[way]] for part in (0, 1))
        print(json.dumps({"way": way, **told(other, fitted(one, counts), BELIEVED)}))
        weights, looks = fitted([*one, *other], counts).weights
        fields[way] = {"weights": asdict(weights), "looks": asdict(looks)}
    return fields


if __name__ == "__main__":
    raise SystemExit(main())
