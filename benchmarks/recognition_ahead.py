"""Fits and measures what the agent takes to be asked for in the middle of a job (``eval.teach.edh.look_ahead``).

``python -m benchmarks.recognition_ahead --games PATH… --fit`` fits the weights to recorded Drivers' deeds and pauses
and writes ``assets/recognition_ahead.json``; do that on training games only. Without ``--fit`` it measures, in the mind
alone: for how many EDH instances the deeds decided on would bring about the expected state changes. ``--held-out`` does
so on every third game, with weights fitted to the others.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.lines import keeper, print_lines, result_option
from benchmarks.recognition_fit import minimise
from envs.errors import BadInput
from envs.teach.games.actions import DRIVER, TEXT
from envs.teach.games.rebuild import agent_pose
from envs.teach.games.recorded import Game, Interaction, iter_games
from envs.teach.tasks.check import check_task
from eval.teach.edh.dialogue_so_far import DialogueSoFar, kind, read_so_far
from eval.teach.edh.features import OptionFeatures, Situation, deed_features, pause_features, weigh
from eval.teach.edh.imagined_scene import UNTOUCHED, ImaginedObject, ImaginedScene, Stance, floor_of, properties
from eval.teach.edh.look_ahead import ImaginedPlan, LookAheadWeights, decide, fitted, look_ahead
from eval.teach.edh.options import options
from eval.teach.instances.cutting import Instance, edh_instances
from eval.teach.metrics import Attempt, aggregate
from memory.experience import AGENT, Utterance

FOLDS = 3
"""Into so many parts the games are divided: what is likeliest next is told by weights fitted to the other parts."""
DEED_PRIOR, PAUSE_PRIOR = 8.0, 30.0
"""Precision of the prior on weights, chosen by the likelihood of deeds and pauses in training games left out."""
RARE = 8
"""A feature of a deed counts when it was seen that often, and for the deed that was done twice or among many."""

_STATES = {
    "isDirty": "dirty",
    "isFilledWithLiquid": "filled",
    "isToggled": "on",
    "isCooked": "cooked",
    "isOpen": "open",
    "simbotIsCooked": "warm",
    "simbotIsBoiled": "boiled",
    "simbotIsFilledWithCoffee": "coffee",
    "simbotIsFilledWithWater": "water",
}
Choice = tuple[list[OptionFeatures], int]
Pause = tuple[OptionFeatures, bool]


# ---------------------------------------------------------------------------------------------------------- following


@dataclass(frozen=True)
class Moment:
    """A moment in a recorded game, before one of the Driver's deeds.

    Attributes:
        scene: The scene in the mind; changes when the game goes on.
        said: What was said.
        before: How many deeds had been done before each utterance.
        past: What was done.
        index: Of the interaction in the game's log.
        step: That interaction.
    """

    scene: ImaginedScene
    said: list[Utterance]
    before: list[int]
    past: list[tuple[str, str, str]]
    index: int
    step: Interaction


def scene_of(game: Game) -> ImaginedScene:
    """The initial state of a game as a scene in the mind."""
    return ImaginedScene([_item(entry) for entry in game.initial.objects])


def _item(entry: Mapping[str, Any]) -> ImaginedObject:
    box = entry.get("axisAlignedBoundingBox")
    ground = None
    if box:
        middle, size = box["center"], box["size"]
        low, high = ([middle[axis] + sign * size[axis] / 2 for axis in "xyz"] for sign in (-1, 1))
        ground = floor_of(low, high)
    states = {state for prop, state in _STATES.items() if entry.get(prop)}
    states |= {"hot"} if entry.get("ObjectTemperature") == "Hot" else set()
    inside = entry.get("parentReceptacles") or ()
    place = entry.get("simbotLastParentReceptacle") or (inside[0] if inside else None)
    return ImaginedObject(entry["objectId"], entry["objectType"], states, place, ground, last=UNTOUCHED)


def moments(game: Game) -> Iterator[Moment]:
    """Every entry of a game's log, with what led there; ends with the log."""
    scene, said, before, past = scene_of(game), list[Utterance](), list[int](), list[tuple[str, str, str]]()
    pieces = _pieces(game)
    pose, moves = agent_pose(game.initial.agent), 0
    for index, step in enumerate(game.interactions):
        yield Moment(scene, said, before, past, index, step)
        if step.action_id == TEXT and step.utterance:
            said.append(Utterance(AGENT if step.agent_id == DRIVER else "user", step.utterance))
            before.append(len(past))
            scene.stance = Stance(pose.x, pose.z, pose.yaw, moves)
        if step.agent_id == DRIVER and step.is_motion and step.success and step.thor_pose:
            pose, moves = step.thor_pose, moves + 1
        item = scene.items.get(step.oid or "")
        if step.agent_id == DRIVER and step.is_object_action and step.success and item is not None:
            if is_deed(step):
                past.append((step.action_name, kind(item.type), item.id))
                moves = 0
            scene.do(step.action_name, item.id, pieces.get(item.id, ()))


def is_deed(step: Interaction) -> bool:
    """Whether it is a successful object action of the Driver that is not just a door."""
    done = step.agent_id == DRIVER and step.is_object_action and bool(step.success) and step.oid is not None
    return done and step.action_name not in ("Open", "Close")


def _pieces(game: Game) -> dict[str, list[str]]:
    known = {entry["objectId"] for entry in game.initial.objects}
    found: dict[str, list[str]] = {}
    for entry in game.final.objects:
        if entry["objectId"] not in known:
            found.setdefault(entry["objectId"].rsplit("|", 1)[0], []).append(entry["objectId"])
    return found


# ------------------------------------------------------------------------------------------------------------ fitting


def choices(game: Game) -> list[Choice]:
    """The options that the Driver had at each deed, and which one was taken."""
    found: list[Choice] = []
    asked: DialogueSoFar | None = None
    heard = -1
    for now in moments(game):
        if not is_deed(now.step) or now.step.oid not in now.scene.items:
            continue
        if asked is None or heard != len(now.said):
            asked, heard = read_so_far(now.said, len(now.past), now.before), len(now.said)
        given = options(now.scene, asked)
        taken = [i for i, o in enumerate(given) if o.action == now.step.action_name and now.step.oid in o.targets]
        if taken:
            found.append((deed_features(Situation(now.scene, asked, now.past), given), taken[0]))
    return found


def pauses(game: Game, deeds: Mapping[str, float]) -> list[Pause]:
    """After each deed: what spoke for a pause, and whether something was said before the next deed."""
    found: list[Pause] = []
    waiting: OptionFeatures | None = None
    asked: DialogueSoFar | None = None
    since = done = 0
    for now in moments(game):
        if len(now.past) > done and asked is not None:
            done, since = len(now.past), since + 1
            waiting = _pause(now, asked, since, deeds)
        talks = now.step.action_id == TEXT and bool(now.step.utterance)
        if waiting is not None and (talks or is_deed(now.step)):
            found.append((waiting, talks))
            waiting = None
        if talks:
            asked, since = None, 0
        elif is_deed(now.step) and asked is None:
            asked = read_so_far(now.said, len(now.past), now.before)
    return found


def _pause(now: Moment, asked: DialogueSoFar, since: int, deeds: Mapping[str, float]) -> OptionFeatures:
    situation = Situation(now.scene, asked, now.past)
    given = options(now.scene, asked)
    if not given:
        return pause_features(situation, since, ("", ""), 1.0)
    scores = np.array([weigh(features, deeds) for features in deed_features(situation, given)])
    powers = np.exp(scores - scores.max())
    best = int(powers.argmax())
    return pause_features(situation, since, (given[best].action, given[best].kind), float(powers[best] / powers.sum()))


def fit(games: Sequence[Game]) -> dict[str, dict[str, float]]:
    """The content of ``assets/recognition_ahead.json``."""
    made = [choices(game) for game in games]
    found: list[Pause] = []
    for part in range(FOLDS):
        others = fit_deeds([choice for i, one in enumerate(made) if i % FOLDS != part for choice in one])
        found += [pause for i, game in enumerate(games) if i % FOLDS == part for pause in pauses(game, others)]
    return {
        "deeds": _rounded(fit_deeds([choice for one in made for choice in one])),
        "pauses": _rounded(fit_pauses(found)),
    }


def _rounded(weights: Mapping[str, float]) -> dict[str, float]:
    return {name: round(weight, 2) for name, weight in weights.items() if abs(weight) >= 0.015}


def fit_deeds(made: Sequence[Choice]) -> dict[str, float]:
    """Weights that make the recorded deeds likeliest."""
    seen = Counter(name for given, _ in made for features in given for name in features)
    taken = Counter(name for given, index in made for name in given[index])
    names = sorted(name for name in seen if seen[name] >= RARE and (taken[name] > 1 or seen[name] > 7 * RARE))
    rows, columns, values = _entries([features for given, _ in made for features in given], names)
    sizes = np.array([len(given) for given, _ in made])
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    count = int(sizes.sum())
    mark = np.zeros(count)
    right = first + np.array([index for _, index in made])
    mark[right] = 1.0
    goal = np.bincount(columns, values * mark[rows], len(names))

    def loss(weights: Array) -> tuple[float, Array]:
        scores = np.bincount(rows, values * weights[columns], count)
        scores -= np.repeat(np.maximum.reduceat(scores, first), sizes)
        powers = np.exp(scores)
        total = np.add.reduceat(powers, first)
        part = powers / np.repeat(total, sizes)
        value = np.log(total).sum() - scores[right].sum() + DEED_PRIOR * (weights @ weights) / 2
        return float(value), np.bincount(columns, values * part[rows], len(names)) - goal + DEED_PRIOR * weights

    return dict(zip(names, map(float, minimise(loss, np.zeros(len(names)))), strict=True))


def fit_pauses(found: Sequence[Pause]) -> dict[str, float]:
    """Weights that make the recorded pauses likeliest."""
    seen = Counter(name for features, _ in found for name in features)
    names = sorted(name for name in seen if seen[name] > 3)
    rows, columns, values = _entries([features for features, _ in found], names)
    paused = np.array([paused for _, paused in found], dtype=float)

    def loss(weights: Array) -> tuple[float, Array]:
        scores = np.bincount(rows, values * weights[columns], len(found))
        part = 1.0 / (1.0 + np.exp(-scores))
        value = np.logaddexp(0.0, scores).sum() - paused @ scores + PAUSE_PRIOR * (weights @ weights) / 2
        return float(value), np.bincount(columns, values * (part - paused)[rows], len(names)) + PAUSE_PRIOR * weights

    return dict(zip(names, map(float, minimise(loss, np.zeros(len(names)))), strict=True))


Array = npt.NDArray[np.float64]


def _entries(
    lines: Sequence[OptionFeatures], names: Sequence[str]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Array]:
    at = {name: i for i, name in enumerate(names)}
    entries = [(i, at[name], value) for i, line in enumerate(lines) for name, value in line.items() if name in at]
    rows, columns, values = zip(*entries, strict=True)
    return np.array(rows), np.array(columns), np.array(values, dtype=float)


# ---------------------------------------------------------------------------------------------------------- measuring


def measure(games: Sequence[Game], weights: LookAheadWeights) -> dict[str, Any]:
    """For how many instances the deeds decided on bring about what is expected, and for how many any way imagined."""
    attempts: list[Attempt] = []
    possible = 0
    for game in games:
        starts: dict[int, list[Instance]] = {}
        for instance in edh_instances(game):
            starts.setdefault(instance.start, []).append(instance)
        for now in moments(game):
            for instance in starts.get(now.index, ()):
                asked = read_so_far(now.said, len(now.past), now.before)
                ways = look_ahead(now.scene, asked, now.past, weights)
                chosen = decide(ways, asked, scene_of(game), weights)
                attempts.append(_attempt(instance, chosen))
                possible += any(check_task(instance.check, _objects(way.scene)).success for way in ways)
    if not attempts:
        return {"instances": 0}
    found = aggregate(attempts)
    return {
        "instances": len(attempts),
        "right": found.sr,
        "conditions": found.gc,
        "among_ways": possible / len(attempts),
    }


def _attempt(instance: Instance, chosen: ImaginedPlan) -> Attempt:
    end = check_task(instance.check, _objects(chosen.scene))
    start = instance.initial_total, instance.initial_satisfied
    steps = len(chosen.deeds)
    return Attempt(instance.instance_id, end.success, *start, end.total, end.satisfied, steps, instance.path_length)


def _objects(scene: ImaginedScene) -> list[dict[str, Any]]:
    """The scene as object dicts that ``check_task`` understands."""
    return [
        {
            **properties(item, scene.held),
            "objectId": item.id,
            "parentReceptacles": [place.id for place in scene.around(item)] or None,
            "distance": 0.0,
        }
        for item in scene.items.values()
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recognition_ahead", description=__doc__)
    parser.add_argument("--games", type=Path, nargs="+", required=True, help="game files, folders or zip archives")
    parser.add_argument("--limit", type=int, help="only the first games")
    parser.add_argument("--every", type=int, default=1, help="only every n-th game")
    parser.add_argument("--fit", action="store_true", help="fit the weights to these games and write them")
    result_option(parser)
    parser.add_argument("--held-out", action="store_true", help="fit to two of three games, measure on the third")
    options = parser.parse_args(arguments)
    try:
        keep = keeper("benchmarks.recognition_ahead", options.result, arguments)
        games = list(iter_games(options.games, options.limit))[:: options.every]
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    if options.fit:
        target = Path(str(resources.files("assets"))) / "recognition_ahead.json"
        target.write_text(json.dumps(fit(games), indent=0) + "\n", encoding="utf-8")
        print(f"{target}: fitted to {len(games)} games", file=sys.stderr)
        return 0
    weights = fitted()
    if options.held_out:
        table = fit([game for i, game in enumerate(games) if i % 3])
        weights, games = LookAheadWeights(table["deeds"], table["pauses"]), games[::3]
    print_lines(iter([measure(games, weights)]), keep, ["benchmarks.recognition_ahead"], options.games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
