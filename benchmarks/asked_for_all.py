"""Counts what people have in mind who ask for all of a kind: how many things, and whether they say where these are.

``python -m benchmarks.asked_for_all --games train.zip`` writes ``assets/asked_for_all.json``; count training games
only. A search for all of a kind goes by it (``agent.space.prospects``).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track

from agent.belief.common_sense import can, has_inside
from agent.planning.wants import Want, wants_of
from agent.recognition.told import told_by
from agent.space.prospects import ASKED_FOR_ALL
from envs.errors import BadInput
from envs.teach.games.recorded import Game, iter_games
from envs.teach.tasks.conditions import meets
from eval.teach.instances.cutting import tfd_instance

_MOST = 12
_PRIOR = 0.5  # games with any further number, beside those that were counted
_FADING = 0.5  # so much rarer is each further one among those


@dataclass
class _Counts:
    placed: Counter[int] = field(default_factory=Counter)
    changed: Counter[int] = field(default_factory=Counter)
    there: Counter[bool] = field(default_factory=Counter)
    elsewhere: Counter[bool] = field(default_factory=Counter)
    open_there: Counter[bool] = field(default_factory=Counter)
    open_elsewhere: Counter[bool] = field(default_factory=Counter)

    def take(self, game: Game) -> None:
        """Count a game in which all of a kind are asked for."""
        wants = wants_of(game.task)
        for want in wants:
            if want.everything:
                self._take(want, {kind for home in want.homes for kind in wants[home.want].types}, game)

    def _take(self, want: Want, ends: set[str], game: Game) -> None:
        types = {thing["objectId"]: thing["objectType"] for thing in game.initial.objects}
        around: set[str] = set()
        number = 0
        for thing in game.initial.objects:
            places = {types[key] for key in thing.get("parentReceptacles") or () if key in types}
            changed = any(not meets(thing, prop, value) for prop, value in want.conditions.items())
            if thing["objectType"] in want.types and (changed or (want.homes and not places & ends)):
                around |= places
                number += 1
        if number:
            (self.placed if want.homes else self.changed)[number] += 1
        named = told_by(said.text for said in tfd_instance(game).dialogue).places
        for kind in {kind for kind in types.values() if can(kind, "receptacle")}:
            there, elsewhere = (
                (self.there, self.elsewhere) if has_inside(kind) else (self.open_there, self.open_elsewhere)
            )
            (there if kind in around else elsewhere)[kind in named] += 1

    def as_dict(self) -> dict[str, Any]:
        """For the file."""
        return {
            "changed": _shares(self.changed),
            "named_elsewhere": _share(self.elsewhere),
            "named_there": _share(self.there),
            "open_named_elsewhere": _share(self.open_elsewhere),
            "open_named_there": _share(self.open_there),
            "placed": _shares(self.placed),
            "there_if_named": round(self.there[True] / max(1, self.there[True] + self.elsewhere[True]), 4),
        }


def _share(counts: Counter[bool]) -> float:
    return round(counts[True] / max(1, counts.total()), 4)


def _shares(counts: Counter[int]) -> list[float]:
    """Share of the games with none, one, two, … things."""
    weights = [0.0, *(counts[n] + _PRIOR * _FADING**n for n in range(1, _MOST + 1))]
    return [round(weight / sum(weights), 4) for weight in weights]


def counted(games: Iterable[Game]) -> dict[str, Any]:
    """What is written, from games."""
    counts = _Counts()
    for game in games:
        counts.take(game)
    return counts.as_dict()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.asked_for_all", description=__doc__)
    parser.add_argument("--games", type=Path, nargs="+", required=True, help="game files, folders or zip archives")
    given = parser.parse_args(arguments)
    console = Console(stderr=True)
    try:
        games = list(iter_games(given.games))
        content = counted(track(games, "counting", console=console))
    except BadInput as error:
        print(f"benchmarks.asked_for_all: {error}", file=sys.stderr)
        return 2
    path = Path(str(resources.files("assets") / ASKED_FOR_ALL))
    path.write_text(json.dumps(content, sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"written to {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
