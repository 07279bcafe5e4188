"""How well boundaries between tasks are told from what was said and done, in recorded games lived one after the other.

``python -m benchmarks.task_boundaries --games PATH… [--limit N]`` puts games in a row, four at a time, and hides what
could tell their boundaries: the silence between them, the jump to another place, the names of episodes, the words. For
each way it prints how many of the boundaries were found and how many of those found were there. ``--fit`` fits the
weights to the games instead and writes them to ``assets/recognition_boundaries.json``; do that on training games only.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from agent.recognition.boundaries import boundaries, evidence_at, places_to_look
from benchmarks.lines import keeper, print_lines, result_option
from benchmarks.recognition_fit import Array, minimise
from envs.errors import BadInput
from envs.teach.games.recorded import iter_games
from eval.histories.import_games import experiences
from memory.experience import Experience
from memory.reading.moments import HandledObject, LivedMoment

BEGIN = datetime(2026, 1, 5, 8)
TOGETHER = 4
"""Games in one life."""
PART = 40
PRIOR = 0.5
"""Precision of the prior on weights."""


@dataclass(frozen=True)
class Hidden:
    """What of the boundaries can be seen.

    Attributes:
        silence: Least and most seconds between two games.
        places: Whether it shows that another game is elsewhere.
        episodes: ``given``: each game has its own; ``part``: every 40 experiences have; ``one``: all have the same.
        words: Whether what was said is known.
        pauses: Share of games in the middle of which the robot waits for minutes.
    """

    silence: tuple[float, float]
    places: bool
    episodes: str
    words: bool = True
    pauses: float = 0.15


AT_ONCE, SOON, LATER = (3.0, 40.0), (45.0, 600.0), (600.0, 3600.0)
WAYS = {
    "all signs": Hidden(LATER, True, "given"),
    "silence and words": Hidden(LATER, False, "one"),
    "short silence and words": Hidden(SOON, False, "one"),
    "place and words": Hidden(AT_ONCE, True, "one"),
    "words alone": Hidden(AT_ONCE, False, "one"),
    "words and names of episodes": Hidden(AT_ONCE, False, "given"),
    "words, episodes cut anyhow": Hidden(AT_ONCE, False, "part"),
    "silence alone": Hidden(LATER, False, "one", words=False),
    "place alone": Hidden(AT_ONCE, True, "one", words=False),
}


def lives(
    games: Sequence[Sequence[Experience]], way: Hidden, seed: int
) -> Iterator[tuple[list[LivedMoment], list[int]]]:
    """Games in a row, in random order, each life with the indices where a game begins."""
    chance = Random(seed)
    order = chance.sample(range(len(games)), len(games))
    for at in range(0, len(order) - TOGETHER + 1, TOGETHER):
        yield _life([games[index] for index in order[at : at + TOGETHER]], way, chance)


def _life(games: Sequence[Sequence[Experience]], way: Hidden, chance: Random) -> tuple[list[LivedMoment], list[int]]:
    found: list[LivedMoment] = []
    begins: list[int] = []
    now = BEGIN
    for number, game in enumerate(games):
        begins.append(len(found))
        now += timedelta(seconds=_between(way.silence, chance))
        waits = chance.randrange(1, len(game)) if len(game) > 1 and chance.random() < way.pauses else -1
        for at, one in enumerate(game):
            if at:
                now += one.time - game[at - 1].time
            if at == waits:
                now += timedelta(seconds=_between(SOON, chance))
            name = {"given": f"game {number}", "part": f"part {len(found) // PART}", "one": "life"}[way.episodes]
            found.append(_moment(one, len(found), now, name, way))
    return found, begins


def _between(least_and_most: tuple[float, float], chance: Random) -> float:
    low, high = np.log(least_and_most)
    return float(np.exp(chance.uniform(low, high)))


def _moment(one: Experience, number: int, now: datetime, name: str, way: Hidden) -> LivedMoment:
    handled = None
    if one.arguments and one.succeeded and one.action is not None:
        *others, target = one.arguments
        into = one.action in ("Place", "Pour")
        thing = next(iter(others), None) if into else one.arguments[0]
        handled = HandledObject(one.action, thing, target if into else None)
    place = (one.pose[0], one.pose[2]) if one.pose and way.places else None
    return LivedMoment(number, now, name, place, one.speech if way.words else (), handled)


# ------------------------------------------------------------------------------------------------------------- fitting


def fit(games: Sequence[Sequence[Experience]], ways: Sequence[Hidden], seed: int = 0) -> dict[str, float]:
    """The weights: the content of ``assets/recognition_boundaries.json``."""
    rows: list[dict[str, float]] = []
    labels: list[bool] = []
    for number, way in enumerate(ways):
        for moments, begins in lives(games, way, seed + number):
            for evidence, label in _examples(moments, begins):
                rows.append(evidence)
                labels.append(label)
    return _solve(rows, np.array(labels, dtype=float))


def _examples(moments: Sequence[LivedMoment], begins: Sequence[int]) -> Iterator[tuple[dict[str, float], bool]]:
    places = places_to_look(moments)
    deeds = [index for index, one in enumerate(moments) if one.handled]
    marked: dict[int, int] = {}  # place that stands for a beginning → the beginning
    for begin in begins[1:]:
        ahead = next((deed for deed in deeds if deed >= begin), len(moments) - 1)
        near = next((place for place in places if begin <= place <= ahead), None)
        if near is not None:
            marked[near] = begin
    begin = 0
    for place in places:
        following = next((other for other in (*sorted(marked), len(moments)) if other > place), len(moments))
        yield evidence_at(moments, place, begin, following), place in marked
        begin = place if place in marked else begin


def _solve(rows: Sequence[dict[str, float]], labels: Array) -> dict[str, float]:
    names = sorted({name for row in rows for name in row})
    table = np.array([[row.get(name, 0.0) for name in names] for row in rows])

    def loss(weights: Array) -> tuple[float, Array]:
        scores = table @ weights
        value = float(np.logaddexp(0.0, scores).sum() - labels @ scores + PRIOR * weights @ weights / 2)
        slope = table.T @ (1.0 / (1.0 + np.exp(-scores)) - labels) + PRIOR * weights
        return value, slope

    found = minimise(loss, np.zeros(len(names)))
    return {name: round(float(weight), 3) for name, weight in zip(names, found, strict=True)}


# ----------------------------------------------------------------------------------------------------------- measuring


def measure(games: Sequence[Sequence[Experience]], name: str, seed: int = 1) -> dict[str, Any]:
    """How many boundaries are found: right where no deed lies between the true place and the one told."""
    true, told, right = 0, 0, 0
    for moments, begins in lives(games, WAYS[name], seed):
        deeds = [index for index, one in enumerate(moments) if one.handled]
        windows = [sum(deed < place for deed in deeds) for place in begins[1:]]
        found = [sum(deed < one.at for deed in deeds) for one in boundaries(moments)]
        true, told = true + len(windows), told + len(found)
        right += len(set(windows) & set(found))
    return {
        "bench": "task boundaries",
        "signs": name,
        "boundaries": true,
        "found": round(right / max(1, true), 3),
        "right": round(right / max(1, told), 3),
    }


def read(paths: Sequence[Path], limit: int | None) -> list[list[Experience]]:
    """The games in files, folders and archives, as they were lived."""
    return [experiences(game, BEGIN, scenes=False) for game in iter_games(paths, limit)]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.task_boundaries", description=__doc__)
    parser.add_argument("--games", type=Path, nargs="+", required=True, help="game files, folders or zip archives")
    parser.add_argument("--limit", type=int, help="only the first games")
    parser.add_argument("--fit", action="store_true", help="fit the weights to these games and write them")
    result_option(parser)
    options = parser.parse_args(arguments)
    try:
        keep = keeper("benchmarks.task_boundaries", options.result, arguments)
        games = read(options.games, options.limit)
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    if options.fit:
        target = Path(str(resources.files("assets"))) / "recognition_boundaries.json"
        ways = [*WAYS.values(), replace(WAYS["words alone"], pauses=0.5)]
        target.write_text(json.dumps(fit(games, ways), indent=0) + "\n", encoding="utf-8")
        print(f"{target}: fitted to {len(games)} games", file=sys.stderr)
        return 0
    print_lines((measure(games, name) for name in WAYS), keep, ["benchmarks.task_boundaries"], options.games, 1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
