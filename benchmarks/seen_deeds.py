"""How well tasks are told from deeds that were only seen, and how far the probabilities given can be trusted.

``python -m benchmarks.seen_deeds --games PATH…`` measures on deeds with seeded mistakes, by how clearly they are seen:
the share of games whose task text is given exactly, and by steps of the probability given how many of those were right.
``--fit`` fits the weights to deeds of the games with mistakes and writes them to ``assets/recognition_seen.json``; do
that on training games only. ``--held-out`` measures every game with weights fitted to the others (four parts).
``--watched DIR`` counts anew which classes are taken for which, in games that were looked at with the shipped models
(``--cache DIR`` of ``memory build``). Labels of the games are read for scoring and fitting, never by the recognition.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from agent.recognition.recognizer import TaskGuess, recognise
from agent.recognition.seen_deeds import SeenDeeds, meant, seen_table
from agent.recognition.trace import Act, EpisodeTrace
from benchmarks.lines import keeper, print_lines, result_option
from benchmarks.recognition import Labelled, labelled
from benchmarks.recognition_fit import fitted, habits_of
from envs.errors import BadInput
from eval.histories.game_files import GameFiles
from eval.histories.glimpse_cache import GlimpseCache
from eval.histories.looking import looked_after
from memory.experience import type_of
from perception.recognizer.action import INTERACTIONS
from perception.senses import ChosenSenses, done_as_seen

PARTS = 4  # for --held-out
SLIGHT = 0.03  # weights nearer to 0 are left out
STEPS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_BY_CHANCE = 5.0
_HANDLED = ("Pickup", "Place", "Open", "Close", "ToggleOn", "ToggleOff", "Slice", "Pour")


@dataclass(frozen=True)
class DeedNoise:
    """How well deeds are seen.

    Attributes:
        right: Mean probability that the class of a thing is right; what is drawn is the confidence, too.
        spread: How alike the confidences are: higher is nearer to the mean.
        misses: Share of deeds that are not seen.
        wrong_action: Share taken for another deed.
        switches: Share of things that are taken for new ones.
    """

    right: float
    spread: float = 2.0
    misses: float = 0.03
    wrong_action: float = 0.05
    switches: float = 0.1


LEVELS: Mapping[str, tuple[DeedNoise, ...]] = {
    "clear": (DeedNoise(1.0, 1, 0, 0, 0), DeedNoise(1.0, 1, 0.0, 0.0, 0.1), DeedNoise(0.985, 40, 0.01, 0.01, 0.05)),
    "fair": (DeedNoise(0.92, 4), DeedNoise(0.82, 3), DeedNoise(0.7, 2)),
    "poor": (DeedNoise(0.52), DeedNoise(0.42, 2, 0.03, 0.1), DeedNoise(0.3, 2, 0.05, 0.15)),
}
"""By how clearly deeds are seen (``SeenDeeds.clarity``): as with boxes and actions that are true, as with models that
were trained on what they see, and as with those that were not."""


def seen_badly(acts: Sequence[Act], noise: DeedNoise, random: np.random.Generator) -> tuple[Act, ...]:
    """The deeds as somebody tells them who sees so; what the hand holds is what was seen to be picked up."""
    found: list[Act] = []
    held: str | None = None
    names: dict[str, str] = {}
    for act in acts:
        if random.random() < noise.misses:
            continue
        action = str(random.choice(_HANDLED)) if random.random() < noise.wrong_action else act.action
        sure = (
            1.0
            if noise.right >= 1
            else float(random.beta(noise.right * noise.spread, (1 - noise.right) * noise.spread))
        )
        if random.random() >= sure:
            target = f"{_mistaken(act.target_type, random)}|wrong|{len(found)}"
        else:
            if act.target not in names or random.random() < noise.switches:
                names[act.target] = f"{act.target_type}|seen|{len(found)}"
            target = names[act.target]
        found.append(Act(action, target, held, round(sure * (1 - noise.wrong_action), 3)))
        held = {"Pickup": target, "Place": None}.get(action, held)
    return tuple(found)


def _mistaken(kind: str, random: np.random.Generator) -> str:
    """Another class, as often as it was taken for this one; now and then any."""
    counts = dict(seen_table()["mistaken"].get(kind, {}))
    every = sorted({name for table in seen_table()["handled"].values() for name in table} - {kind})
    total = sum(counts.values())
    if random.random() < _BY_CHANCE / (total + _BY_CHANCE):
        return str(random.choice(every))
    names = sorted(counts)
    return str(random.choice(names, p=[counts[name] / total for name in names]))


def copies(games: Sequence[Labelled], clarity: str, seed: int) -> list[Labelled]:
    """Games with mistakes, one after the other at every level of a clarity that they then have."""
    found = []
    for number, game in enumerate(games):
        for level, noise in enumerate(LEVELS[clarity]):
            random = np.random.default_rng((seed, number, level))
            acts = seen_badly(game.example.trace.acts, noise, random)
            if acts and SeenDeeds(acts).clarity == clarity:
                found.append(_with_trace(game, EpisodeTrace(game.example.trace.speech, acts)))
    return found


def _with_trace(game: Labelled, trace: EpisodeTrace) -> Labelled:
    return replace(game, example=replace(game.example, trace=trace))


def _silent(game: Labelled) -> Labelled:
    return _with_trace(game, EpisodeTrace((), game.example.trace.acts))


def fit(games: Sequence[Labelled], seed: int = 0) -> dict[str, Any]:
    """The content of ``assets/recognition_seen.json``; mistakes and what is handled how are taken over from there."""
    habits = habits_of([game.example for game in games])
    found: dict[str, Any] = {"habits": habits, **{name: seen_table()[name] for name in ("mistaken", "handled")}}
    for clarity, levels in LEVELS.items():
        seen = copies(games, clarity, seed)
        for mode, told in (("seen", map(_silent, seen)), ("both seen", seen)):
            weights = fitted([one.example for one in told], habits, copies=len(levels))
            found[f"{mode} {clarity}"] = {
                "kinds": _telling(weights["kinds"]),
                "parameters": {kind: _telling(table) for kind, table in weights["parameters"].items()},
            }
    return found


def _telling(weights: Mapping[str, float]) -> dict[str, float]:
    """Weights that make a difference, as exactly as they do."""
    return {name: round(weight, 2) for name, weight in weights.items() if abs(weight) >= SLIGHT}


def handled(games: Sequence[Labelled]) -> dict[str, dict[str, int]]:
    """Per action, how often things of each class were handled so."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for game in games:
        for act in game.example.trace.acts:
            counts[act.action][act.target_type] += 1
    return {action: dict(sorted(table.items())) for action, table in sorted(counts.items())}


def mistaken(games: GameFiles, cache: Path) -> dict[str, dict[str, int]]:
    """What things were seen as in games that the shipped models looked at, by what they were.

    Args:
        games: The records.
        cache: Where what was seen is kept; games that are not there are left out.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    kept = GlimpseCache(cache, ChosenSenses())
    for name in games.names:
        glimpses = kept.read(name)
        if glimpses is None:
            continue
        for step, glimpse in zip(filter(looked_after, games.read(name).interactions), glimpses[1:], strict=True):
            true = done_as_seen(step.action_name, type_of(step.oid) if step.oid else "", bool(step.success))
            seen = glimpse.deed
            if true.action in INTERACTIONS and seen.action in INTERACTIONS and seen.arguments:
                kind = type_of(seen.arguments[-1])
                counts[true.object_type][kind] += kind != true.object_type
    return {kind: dict(sorted((+table).items())) for kind, table in sorted(counts.items()) if +table}


def measure(
    games: Sequence[Labelled], weights: Sequence[Mapping[str, Any] | None], seed: int = 1
) -> Iterator[dict[str, Any]]:
    """By clarity, without and with words: exact texts, kinds, and how many were right by the probability given.

    Args:
        games: What to tell.
        weights: Of the games in turn; None are the ones that come with the code.
        seed: Of the mistakes.
    """
    turn = {id(game): weights[i % len(weights)] for i, game in enumerate(games)}
    for clarity in LEVELS:
        for silent in (True, False):
            pairs: list[tuple[Labelled, TaskGuess]] = []
            for game in games:
                for one in copies([game], clarity, seed):
                    guess = recognise((_silent(one) if silent else one).example.trace, turn[id(game)])
                    pairs += [(one, guess)] if guess else []
            yield _figures(pairs, f"deeds {'alone' if silent else 'and words'}, {clarity}")


def _figures(pairs: Sequence[tuple[Labelled, TaskGuess]], name: str) -> dict[str, Any]:
    right = [(guess.confidence, guess.desc == game.desc) for game, guess in pairs]
    bins = []
    for low in STEPS:
        inside = [(share, ok) for share, ok in right if low <= share < low + 0.1 or (low == STEPS[-1] and share >= 1)]
        if inside:
            given, good = sum(share for share, _ in inside), sum(ok for _, ok in inside)
            bins.append([low, len(inside), round(given / len(inside), 3), round(good / len(inside), 3)])
    count = max(1, len(pairs))
    return {
        "evidence": name,
        "games": len(pairs),
        "desc": round(sum(ok for _, ok in right) / count, 4),
        "type": round(sum(guess.name == game.example.name for game, guess in pairs) / count, 4),
        "off": round(sum(n * abs(given - good) for _, n, given, good in bins) / count, 4),
        "by_probability": bins,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.seen_deeds", description=__doc__)
    parser.add_argument("--games", type=Path, nargs="+", required=True, help="game files, folders or zip archives")
    parser.add_argument("--limit", type=int, help="only the first games")
    parser.add_argument("--fit", action="store_true", help="fit the weights to these games and write them")
    parser.add_argument("--watched", type=Path, help="count mistakes in games that were looked at, and write them")
    parser.add_argument("--held-out", action="store_true", help="fit to the other three of four parts of the games")
    result_option(parser)
    options = parser.parse_args(arguments)
    try:
        keep = keeper("benchmarks.seen_deeds", options.result, arguments)
        if options.watched:
            _write({**seen_table(), "mistaken": mistaken(GameFiles(options.games), options.watched)})
            return 0
        games = list(labelled(options.games, options.limit))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    if options.fit:
        _write({**seen_table(), "handled": handled(games)})  # what is seen is weighed by it
        _write(fit(games))
        return 0
    weights: list[Mapping[str, Any] | None] = [None]
    if options.held_out:
        weights = [fit([one for i, one in enumerate(games) if i % PARTS != part]) for part in range(PARTS)]
    print_lines(measure(games, weights), keep, ["benchmarks.seen_deeds"], options.games)
    return 0


def _write(table: Mapping[str, Any]) -> None:
    target = Path(str(resources.files("assets"))) / "recognition_seen.json"
    target.write_text(json.dumps(table, indent=0) + "\n", encoding="utf-8")
    seen_table.cache_clear()
    meant.cache_clear()


if __name__ == "__main__":
    sys.exit(main())
