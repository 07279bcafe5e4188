"""How well tasks are told from what was said and done in recorded games.

``python -m benchmarks.recognition --games PATH… [--limit N] [--json]`` measures: the share of games whose task text is
given exactly (words and deeds, words alone, deeds alone), by task type, and what was taken for what. ``--fit`` fits the
weights to the games instead and writes them to ``assets/recognition_weights.json``; do that on training games only.
``--held-out`` measures every game with weights fitted to the others (four parts), and how often the task that serves
most of what the words may mean would have served.
Labels of the games are read for scoring and fitting, never by the recognition.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import cycle
from pathlib import Path
from typing import Any

from agent.recognition.recognizer import TaskGuess, readings, recognise
from agent.recognition.serving import covers, serving_most
from agent.recognition.trace import trace_of_game
from benchmarks.lines import keeper, print_lines, result_option
from benchmarks.recognition_fit import Example, fit, masked
from envs.errors import BadInput
from envs.teach.games.recorded import iter_games

MODES = {"both": "words and deeds", "words": "words alone", "deeds": "deeds alone"}
BREAKFAST = 14  # parameters
SHOWN = 15  # confusions printed
PARTS = 4  # for --held-out


@dataclass(frozen=True)
class Labelled:
    """A game to measure on: its evidence, its task, and the task's text."""

    example: Example
    desc: str


def labelled(games: Sequence[Path], limit: int | None = None) -> Iterator[Labelled]:
    """The games in files, folders and archives, with their labels."""
    for game in iter_games(games, limit):
        yield Labelled(Example(trace_of_game(game), game.task.name, tuple(game.task.params)), game.task.desc)


def measure(
    games: Sequence[Labelled], mode: str, weights: Sequence[Mapping[str, Any] | None] = (None,)
) -> dict[str, Any]:
    """Shares of games told right from one kind of evidence.

    Args:
        games: What to tell.
        mode: The kind of evidence.
        weights: Of the games in turn; None are the ones that come with the code.

    Returns:
        ``games``; ``desc``, ``type``, ``params``: shares with the exact text, type, and parameters; ``by_task``: per
        type [right texts, games]; ``confusions``: [wanted, given, games], the most frequent first.
    """
    guesses = [recognise(masked(game.example.trace, mode), with_) for game, with_ in zip(games, cycle(weights))]
    pairs = list(zip(games, guesses, strict=True))
    right = [guess is not None and guess.desc == game.desc for game, guess in pairs]
    total = Counter(game.example.name for game in games)
    good = Counter(game.example.name for game, ok in zip(games, right, strict=True) if ok)
    wrong = Counter(_confusion(game, guess) for (game, guess), ok in zip(pairs, right, strict=True) if not ok)
    count = max(1, len(games))
    return {
        "evidence": MODES[mode],
        "games": len(games),
        "desc": round(sum(right) / count, 4),
        "type": round(sum(guess is not None and guess.name == game.example.name for game, guess in pairs) / count, 4),
        "params": round(sum(_exact(game, guess) for game, guess in pairs) / count, 4),
        "by_task": {name: [good[name], total[name]] for name in sorted(total)},
        "confusions": [
            [*names, number] for names, number in sorted(wrong.items(), key=lambda item: (-item[1], item[0]))
        ],
    }


def held_out(games: Sequence[Labelled]) -> Iterator[dict[str, Any]]:
    """The same, every game told with weights fitted to the other parts; for words also what would have served."""
    examples = [game.example for game in games]
    weights = [fit([one for i, one in enumerate(examples) if i % PARTS != part]) for part in range(PARTS)]
    for mode in MODES:
        found = measure(games, mode, weights)
        if mode == "words":
            served = [_served(game.example, with_) for game, with_ in zip(games, cycle(weights))]
            found["served"] = round(sum(served) / max(1, len(games)), 4)
        yield found


def _served(example: Example, weights: Mapping[str, Any]) -> bool:
    may_mean = readings(example.trace.speech, weights)
    return bool(may_mean.options) and covers(serving_most(may_mean), (example.name, example.params))


def _exact(game: Labelled, guess: TaskGuess | None) -> bool:
    wanted = (game.example.name, _asked_for(game.example.params))
    return guess is not None and (guess.name, _asked_for(guess.params)) == wanted


def _asked_for(params: tuple[str, ...]) -> tuple[str, ...]:
    """Parameters without what they do not ask for: the dish of food that is not on a breakfast's menu."""
    if len(params) != BREAKFAST:
        return params
    return tuple("" if i in (3, 5) and params[i - 1] == "0" else value for i, value in enumerate(params))


def _confusion(game: Labelled, guess: TaskGuess | None) -> tuple[str, str]:
    if guess is None:
        return game.example.name, "nothing"
    if guess.name != game.example.name:
        return game.example.name, guess.name
    wanted = zip(game.example.params, guess.params, strict=False)
    return game.example.name, "other " + ", ".join(f"{left} as {right}" for left, right in wanted if left != right)


def _print(found: dict[str, Any]) -> None:
    exact = f"text {found['desc']:.1%}, type {found['type']:.1%}, parameters {found['params']:.1%}"
    print(f"{found['evidence']}: {exact} of {found['games']} games")
    for name, (good, total) in found["by_task"].items():
        print(f"  {name:28} {good:4} of {total}")
    for wanted, given, number in found["confusions"][:SHOWN]:
        print(f"    {number} × {wanted} → {given}")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recognition", description=__doc__)
    parser.add_argument("--games", type=Path, nargs="+", required=True, help="game files, folders or zip archives")
    parser.add_argument("--limit", type=int, help="only the first games")
    parser.add_argument("--json", action="store_true", help="one JSON line per kind of evidence")
    parser.add_argument("--fit", action="store_true", help="fit the weights to these games and write them")
    result_option(parser)
    parser.add_argument("--held-out", action="store_true", help="fit to the other three of four parts of the games")
    options = parser.parse_args(arguments)
    try:
        keep = keeper("benchmarks.recognition", options.result, arguments)
        games = list(labelled(options.games, options.limit))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    if options.fit:
        target = Path(str(resources.files("assets"))) / "recognition_weights.json"
        target.write_text(json.dumps(fit([game.example for game in games]), indent=0) + "\n", encoding="utf-8")
        print(f"{target}: fitted to {len(games)} games", file=sys.stderr)
        return 0
    lines = held_out(games) if options.held_out else (measure(games, mode) for mode in MODES)
    if options.json or keep.kept:
        print_lines(lines, keep, ["benchmarks.recognition"], options.games)
        return 0
    for found in lines:
        _print(found)
        if "served" in found:
            print(f"  what is done would serve in {found['served']:.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
